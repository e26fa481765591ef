/* SPDX-License-Identifier: MIT */
/* What the files of the library share.  Nothing here is visible outside. */
#ifndef DEVCRYPTO_INTERNAL_H
#define DEVCRYPTO_INTERNAL_H

#include <stddef.h>
#include <stdint.h>

#include <crypto/cryptodev.h>

/* All else is compiled hidden. */
#pragma GCC visibility push(default)
#include "devcrypto.h"
#pragma GCC visibility pop

#define HASH_KEY_MAX CRYPTO_HMAC_MAX_KEY_LEN

enum kind {
	KIND_CIPHER,
	KIND_AEAD,
	KIND_HASH,
};

/* One line of the algorithm table; never changes. */
struct algorithm {
	const char *name; /* the kernel's */
	enum kind kind;
	uint32_t id; /* in session_op.cipher or .mac */
	uint8_t block_size;
	uint8_t iv_size;
	uint8_t digest_size; /* of a digest, MAC or tag */
	bool chains; /* an operation leaves the IV for the next one */
};

struct devcrypto {
	int fd;
};

/*
 * A running hash lives in a kernel session of its own, so that one session of
 * the library can have many; for a MAC that takes the key again.
 */
struct devcrypto_session {
	const struct devcrypto *device;
	const struct algorithm *algorithm;
	uint32_t id;
	uint32_t key_len; /* 0 but for a MAC */
	uint8_t key[HASH_KEY_MAX]; /* wiped by devcrypto_session_free() */
};

struct devcrypto_hash {
	const struct devcrypto_session *session;
	uint32_t id; /* kernel session that holds the running state */
	bool used; /* the kernel state belongs to the current message */
};

/* algorithm.c */
const struct algorithm *dc_algorithm_find(const char *name);

/* ioctl.c: the one system call, 0 or -errno */
int dc_ioctl(const struct devcrypto *device, unsigned long request,
	     void *argument);
int dc_check_length(size_t len);
uint8_t *dc_unconst(const void *pointer);

/* session.c: kernel sessions */
int dc_session_open(const struct devcrypto *device,
		    const struct algorithm *algorithm, const void *key,
		    size_t key_len, uint32_t *id);
void dc_session_close(const struct devcrypto *device, uint32_t id);

#endif /* DEVCRYPTO_INTERNAL_H */
