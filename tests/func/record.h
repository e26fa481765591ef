/* SPDX-License-Identifier: MIT */
/* A cipher and a MAC in one session, as test_tls.c and test_srtp.c need it. */
#ifndef RECORD_H
#define RECORD_H

#include "t.h"

#define BEYOND 32 /* bytes behind a buffer that must stay */
#define SHA1 20

static const uint8_t key[16] = "a cipher's key..";
static const uint8_t mackey[20] = "and the key of a MAC";
static const uint8_t iv[16] = "where it begins.";

/* A pair of algorithms and a session of it. */
struct pair {
	int fd;
	uint32_t ses;
	const struct t_alg *cipher, *mac;
};

static inline struct pair pair(void **state, const char *cipher,
			       const char *mac)
{
	struct pair p = { .fd = t_fd(state) };

	p.cipher = t_need(p.fd, cipher);
	p.mac = t_need(p.fd, mac);
	p.ses = t_session_ok(p.fd, p.cipher->id, key, p.cipher->keys[0],
			     p.mac->id, mackey, sizeof(mackey));
	return p;
}

static inline void encrypt(const struct pair *p, const uint8_t *from,
			   void *data, size_t len)
{
	assert_ok(t_ref_cipher(p->cipher, true, key, p->cipher->keys[0], from,
			       data, len, data));
}

/* MAC of two parts by OpenSSL. */
static inline void mac_of(const struct pair *p, const void *a, size_t a_len,
			  const void *b, size_t b_len, uint8_t *out)
{
	uint8_t *all = malloc(a_len + b_len + 1);

	assert_non_null(all);
	memcpy(all, a, a_len);
	memcpy(all + a_len, b, b_len);
	assert_ok(t_ref_hash(p->mac, mackey, sizeof(mackey), all, a_len + b_len,
			     out));
	free(all);
}

#endif /* RECORD_H */
