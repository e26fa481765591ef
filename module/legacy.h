/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the files of the cryptodev-linux interface share.  All structures are
 * kernel copies in the layout of the kernel's own word size.
 */
#ifndef DC_LEGACY_H
#define DC_LEGACY_H

#include <crypto/cryptodev.h>

#include "internal.h"

int dc_legacy_session(struct dc_file *file, struct session_op *op);
int dc_legacy_crypt(struct dc_file *file, const struct crypt_op *op);
int dc_legacy_crypt_user(struct dc_file *file,
			 const struct crypt_op __user *arg);
int dc_legacy_auth(struct dc_file *file, struct crypt_auth_op *op);
int dc_legacy_auth_user(struct dc_file *file, struct crypt_auth_op __user *arg);

/* legacy_record.c: the TLS and SRTP forms of CIOCAUTHCRYPT */
int dc_legacy_tls(struct dc_request *req);
int dc_legacy_srtp(struct dc_request *req);

#endif /* DC_LEGACY_H */
