/* SPDX-License-Identifier: MIT */
/*
 * Helpers of the suites for the native interface, on top of t.h, whose rules
 * hold here too: what ends in _ok is for the test's own thread.
 *
 * n.c          one function for each call, and arguments for them
 * reference.c  what OpenSSL says, by the kernel's names
 */
#ifndef N_H
#define N_H

#include "t.h"

#include <crypto/devcrypto.h>

/* A pointer as the interface carries it. */
#define N_PTR(p) ((uintptr_t)(p))

/* Pointers that no program has: the kernel's half, and the very end. */
#define N_KERNEL_POINTER 0xffff800000000000ULL
#define N_LAST_POINTER 0xffffffffffffffffULL

/* Longest key of a test, and longest digest or tag. */
#define N_MAX_KEY 64
#define N_MAX_TAG 64

/* A structure that starts with its size, and fields of it. */
#define N_NEW(type, ...) \
	((struct type){ .size = sizeof(struct type), __VA_ARGS__ })

/* ---------------------------------------------------- sessions (n.c) -- */

/* Arguments of SESSION_CREATE; a test changes what it is about. */
struct devcrypto_session n_cipher(const char *name, const void *key,
				  size_t len);
struct devcrypto_session n_mac(const char *name, const void *key, size_t len);
struct devcrypto_session n_chain(const char *cipher, const void *key,
				 size_t len, const char *mac,
				 const void *mac_key, size_t mac_len,
				 uint32_t order);

/* The calls: 0, or -1 and errno.  What they write back stays in arg. */
int n_create(int fd, struct devcrypto_session *arg);
int n_info(int fd, uint32_t id, struct devcrypto_session_info *info);
int n_destroy(int fd, uint32_t id);

/* A session's id; the test fails if there is none. */
uint32_t n_create_ok(int fd, struct devcrypto_session arg);
uint32_t n_cipher_ok(int fd, const char *name, const void *key, size_t len);
uint32_t n_mac_ok(int fd, const char *name, const void *key, size_t len);
void n_destroy_ok(int fd, uint32_t id);

/* How many sessions the open file has, by what the kernel tells; or -1. */
long n_sessions(int fd);

/* -------------------------------------------------- operations (n.c) -- */

/* SUBMIT: how many operations have a result, or -1 and errno. */
int n_submit(int fd, const struct devcrypto_op *ops,
	     struct devcrypto_result *results, uint32_t count);

/* One operation: 0; or -1 and the errno of the call or of its result. */
int n_op(int fd, const struct devcrypto_op *op);

/* An operation of a cipher: no tag, no associated data. */
struct devcrypto_op n_text(uint32_t id, uint8_t code, const void *iv,
			   size_t iv_len, const void *src, size_t len,
			   void *dst);
/* An operation of a hash or MAC. */
struct devcrypto_op n_digest(uint32_t id, uint8_t code, const void *src,
			     size_t len, void *tag);

/* ------------------------------------------------------- QUERY (n.c) -- */

/*
 * The algorithms that there are now, in an array that the next call fills
 * again; the test fails if there are none.
 */
const struct devcrypto_algorithm *n_rows_ok(int fd, size_t *count);
/* The line of one algorithm as it was then, or NULL; asks if nobody has. */
const struct devcrypto_algorithm *n_row(int fd, const char *name);
/* The same; skips the test if the kernel does not have the algorithm. */
const struct devcrypto_algorithm *n_need(int fd, const char *name);
/* The next key length behind len that a line names; 0 at the end. */
size_t n_next_key(const struct devcrypto_algorithm *row, size_t len);

/* ------------------------------------------- OpenSSL (reference.c) -- */

/* As t_ref_...(), by the kernel's name; -1 if OpenSSL has no such thing. */
int n_ref_cipher(const char *name, bool encrypt, const void *key, size_t keylen,
		 const void *iv, const void *in, size_t len, void *out);
int n_ref_hash(const char *name, const void *key, size_t keylen, const void *in,
	       size_t len, void *out);
/* Text and tag go to out, one behind the other. */
int n_ref_seal(const char *name, const struct t_aead *aead, const void *in,
	       size_t len, void *out);

#endif /* N_H */
