// SPDX-License-Identifier: MIT
/* Encryption without authentication. */
#include <errno.h>
#include <string.h>

#include "internal.h"

static int check(const struct devcrypto_session *session, const void *iv,
		 const void *src, const void *dst, size_t len)
{
	const struct algorithm *alg;

	if (!session || session->algorithm->kind != KIND_CIPHER)
		return -EINVAL;
	alg = session->algorithm;
	if ((alg->iv_size && !iv) || (len && (!src || !dst)) ||
	    len % alg->block_size)
		return -EINVAL;
	return dc_check_length(len);
}

static int crypt(const struct devcrypto_session *session, uint16_t direction,
		 void *iv, const void *src, void *dst, size_t len)
{
	struct crypt_op op;
	int rc;

	rc = check(session, iv, src, dst, len);
	if (rc)
		return rc;
	memset(&op, 0, sizeof(op));
	op.ses = session->id;
	op.op = direction;
	op.len = len;
	op.src = dc_unconst(src);
	op.dst = dst;
	if (session->algorithm->iv_size)
		op.iv = iv;
	if (session->algorithm->chains)
		op.flags = COP_FLAG_WRITE_IV;
	return dc_ioctl(session->device, CIOCCRYPT, &op);
}

int devcrypto_encrypt(const struct devcrypto_session *session, void *iv,
		      const void *src, void *dst, size_t len)
{
	return crypt(session, COP_ENCRYPT, iv, src, dst, len);
}

int devcrypto_decrypt(const struct devcrypto_session *session, void *iv,
		      const void *src, void *dst, size_t len)
{
	return crypt(session, COP_DECRYPT, iv, src, dst, len);
}
