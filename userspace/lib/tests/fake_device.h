/* SPDX-License-Identifier: MIT */
/*
 * A device that only writes down what it was asked.  open(), close() and
 * ioctl() of the library end here (ld --wrap).
 */
#ifndef FAKE_DEVICE_H
#define FAKE_DEVICE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <crypto/cryptodev.h>

#include "devcrypto.h"

#define FAKE_FD 77

struct fake_device {
	/* what to answer */
	int open_error;
	unsigned long fail_request; /* this one fails, */
	int fail_error; /* with this errno */
	/* what was asked: how often, and the last of each kind */
	int opened;
	int closed;
	int sessions; /* living ones */
	int crypts;
	char path[64];
	struct session_op session;
	uint8_t key[512]; /* of the last session */
	struct crypt_op crypt;
	struct crypt_auth_op auth;
	struct cphash_op copy;
};

extern struct fake_device fake;

/* cmocka fixtures: a fresh fake and, in *state, a device on it. */
int fake_setup(void **state);
int fake_teardown(void **state);
struct devcrypto_session *fake_session(struct devcrypto *device,
				       const char *algorithm);

#endif /* FAKE_DEVICE_H */
