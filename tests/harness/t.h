/* SPDX-License-Identifier: MIT */
/*
 * Shared helpers of all cmocka suites.
 *
 * A suite is one file, tests/<folder>/test_<noun>.c, linked with everything in
 * this folder.  Include this header first: it brings cmocka and what cmocka
 * wants before it.
 *
 * Functions whose name ends in _ok, and assert_ macros, fail the running test;
 * they may be used in the test's own thread alone.  All others report by
 * return value and errno and may be used in any thread or child.
 *
 * t.c          asserts, hex, random numbers, guarded buffers
 * matrix.c     the same claims for many algorithms
 * system.c     module parameters, kernel log, memory figures
 * session.c    opening the device, sessions, one call for each ioctl
 * algorithm.c  table of algorithms
 * reference.c  the same computations by OpenSSL
 * vectors.c    files of known answers
 */
#ifndef T_H
#define T_H

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/ioctl.h>
#include <sys/types.h>

#include <cmocka.h>

#include <crypto/cryptodev.h>

#define T_ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

/* ------------------------------------------------------ asserts (t.c) -- */

/* The call must give 0 (or more); else errno is printed and the test fails. */
#define assert_ok(expr) \
	t_assert_ok((errno = 0, (long)(expr)), #expr, __FILE__, __LINE__)

/* The call must give -1 with this errno. */
#define assert_errno(want, expr)                                           \
	t_assert_errno((want), (errno = 0, (long)(expr)), #expr, __FILE__, \
		       __LINE__)

/* Two runs of bytes are equal; else the first difference is printed. */
#define assert_bytes(got, want, len) \
	t_assert_bytes((got), (want), (len), #got, __FILE__, __LINE__)

/* All bytes have this value. */
#define assert_all(got, value, len) \
	t_assert_all((got), (value), (len), #got, __FILE__, __LINE__)

long t_assert_ok(long ret, const char *expr, const char *file, int line);
void t_assert_errno(int want, long ret, const char *expr, const char *file,
		    int line);
void t_assert_bytes(const void *got, const void *want, size_t len,
		    const char *expr, const char *file, int line);
void t_assert_all(const void *got, uint8_t value, size_t len, const char *expr,
		  const char *file, int line);

/*
 * Names what the test is at, for tests that go over many cases: when an assert
 * of this harness fails, the last note is printed.  NULL takes it back.
 */
void t_note(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Prints why and skips the running test; a skipped test is never silent. */
void t_skip(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* --------------------------------------------------- bytes, hex (t.c) -- */

struct t_bytes {
	uint8_t *data; /* never NULL, even when len is 0 */
	size_t len;
};

/*
 * Reads hexadecimal digits into out; blanks between bytes are skipped.
 * Returns the number of bytes, or -1 if the text is no hexadecimal string or
 * does not fit into max.
 */
ssize_t t_unhex(void *out, size_t max, const char *text);

/* Prints bytes, 32 a line, behind a label. */
void t_dump(const char *label, const void *data, size_t len);

/* ------------------------------------------------------ random (t.c) -- */

struct t_random {
	uint64_t state;
};

/* The seed of this run: T_SEED from the environment or a fixed one; printed. */
uint64_t t_seed(void);
void t_random_init(struct t_random *rnd, uint64_t seed);
uint64_t t_random64(struct t_random *rnd);
/* Evenly from 0 to bound - 1; bound is at least 1. */
uint32_t t_random_below(struct t_random *rnd, uint32_t bound);
void t_random_fill(struct t_random *rnd, void *data, size_t len);
/* Fills with bytes that depend on the seed alone. */
void t_fill(void *data, size_t len, uint64_t seed);

/* --------------------------------------------- guarded buffers (t.c) -- */

/*
 * A buffer of size bytes that ends exactly offset bytes before a page that
 * cannot be touched; another such page stands before its first page.  With
 * offset 0 the first byte behind the buffer faults.  Exits on lack of memory.
 */
void *t_guard_alloc(size_t size, size_t offset);
/* Frees a buffer of t_guard_alloc(); NULL is allowed. */
void t_guard_free(void *buf);
size_t t_page_size(void);

/* ------------------------------------------------- system (system.c) -- */

/*
 * Reads and writes /sys/module/devcrypto/parameters/NAME as text; a read takes
 * off the newline.  0, or -1 and errno.
 */
int t_param_read(const char *name, char *value, size_t size);
int t_param_write(const char *name, const char *value);
/* Lets sessions use weak algorithms, or not; asserts that it worked. */
void t_weak_ok(bool on);

/*
 * Kernel log.  t_klog_mark() forgets all that was logged so far (-1: no log to
 * read).  t_klog_lines() counts the lines since then that are at least as
 * grave as level (3 errors, 4 warnings, 6 information), prints them and forgets
 * them.
 */
int t_klog_mark(void);
int t_klog_lines(int level);

/* A field of /proc/meminfo in KiB ("MemFree", "MemAvailable"), or -1. */
long t_meminfo(const char *field);

/* ------------------------------------------------ sessions (session.c) -- */

/* The device, opened for reading and writing; -1 and errno if it can't be. */
int t_open(void);
/* The same, but the test fails when it can't be opened. */
int t_open_ok(void);

/*
 * Group or test setup and teardown: *state holds a struct t_device.  Use with
 * cmocka_run_group_tests(tests, t_setup, t_teardown); t_fd(state) is then the
 * open device.
 */
int t_setup(void **state);
int t_teardown(void **state);
int t_fd(void **state);

/*
 * A new session; 0 is "none" for either id.  0, or -1 and errno.  *ses is
 * changed on success alone.
 */
int t_session(int fd, uint32_t cipher, const void *key, size_t keylen,
	      uint32_t mac, const void *mackey, size_t mackeylen,
	      uint32_t *ses);
/* The same, returns the id; the test fails if there is no session. */
uint32_t t_session_ok(int fd, uint32_t cipher, const void *key, size_t keylen,
		      uint32_t mac, const void *mackey, size_t mackeylen);
uint32_t t_cipher_ok(int fd, uint32_t cipher, const void *key, size_t keylen);
uint32_t t_mac_ok(int fd, uint32_t mac, const void *key, size_t keylen);
/* Frees a session: 0, or -1 and errno. */
int t_session_free(int fd, uint32_t ses);

/* CIOCCRYPT.  0, or -1 and errno; any pointer may be NULL or bad. */
int t_crypt(int fd, uint32_t ses, uint16_t op, uint16_t flags, const void *src,
	    size_t len, void *dst, void *mac, void *iv);
int t_encrypt(int fd, uint32_t ses, const void *src, size_t len, void *dst,
	      const void *iv);
int t_decrypt(int fd, uint32_t ses, const void *src, size_t len, void *dst,
	      const void *iv);
/* A hash operation: CIOCCRYPT without destination and IV. */
int t_hash(int fd, uint32_t ses, uint16_t flags, const void *src, size_t len,
	   void *mac);
int t_copy_hash(int fd, uint32_t dst_ses, uint32_t src_ses);

/*
 * CIOCAUTHCRYPT.  The argument is a struct of this interface's own, filled by
 * name; t_auth() leaves it as the kernel wrote it back.
 */
int t_auth(int fd, struct crypt_auth_op *op);

/* ----------------------------------------- algorithms (algorithm.c) -- */

enum t_type { T_CIPHER, T_AEAD, T_HASH, T_MAC };

/*
 * keys: key lengths the algorithm takes, 0 ends; a MAC takes any and lists a
 * usual one.  block: lengths are multiples of it; of a hash the block that HMAC
 * pads keys to.
 */
struct t_alg {
	const char *name; /* the kernel's name, also used in vector files */
	uint32_t id; /* CRYPTO_... */
	enum t_type type;
	unsigned int keys[4];
	unsigned int block;
	unsigned int ivsize; /* bytes of IV that an operation reads */
	unsigned int size; /* bytes of digest or full tag */
	const char *ref; /* OpenSSL's name; of AES without key length */
	bool weak; /* needs the parameter weak */
	bool stream; /* may be used for SRTP */
};

/* All algorithms of the interface; the last line has name NULL. */
extern const struct t_alg t_algs[];
const struct t_alg *t_alg(const char *name);
const struct t_alg *t_alg_by_id(uint32_t id);

/*
 * Whether a session of this algorithm can be had.  Not having a weak one
 * while weak algorithms are off counts as not having it.
 */
bool t_have(int fd, const struct t_alg *alg);
/*
 * Skips the running test, with the reason, if there is no such algorithm; the
 * test fails if the kernel has it all the same (AF_ALG is asked).
 */
const struct t_alg *t_need(int fd, const char *name);

/* -------------------------------------------- matrix (matrix.c) -- */

/* A claim about every algorithm of some types. */
struct t_case {
	const char *claim;
	/* fd: the device, opened for this test alone. */
	void (*run)(int fd, const struct t_alg *alg);
};

#define T_CASE(function)            \
	{                           \
#function, function \
	}

/*
 * Runs each case once for every algorithm whose type is in types (a sum of
 * 1 << T_...), and then the other tests.  Weak algorithms are allowed around
 * their tests; an algorithm that cannot be had is skipped.  The others get an
 * open device each, as of t_setup().  Returns what main returns.
 */
int t_run_matrix(const char *group, unsigned int types,
		 const struct t_case *cases, size_t n,
		 const struct CMUnitTest *others, size_t n_others);

/* ------------------------------------------ OpenSSL (reference.c) -- */

/*
 * The same computations by OpenSSL, for the table's algorithms.  All return 0;
 * -1 if OpenSSL refuses (a tag that does not fit, a key it does not take).
 * in and out may be the same.
 */
int t_ref_cipher(const struct t_alg *alg, bool encrypt, const void *key,
		 size_t keylen, const void *iv, const void *in, size_t len,
		 void *out);
/* Hash, or MAC when the algorithm has a key. */
int t_ref_hash(const struct t_alg *alg, const void *key, size_t keylen,
	       const void *in, size_t len, void *out);
struct t_aead {
	const void *key;
	size_t keylen;
	const void *iv;
	size_t ivlen; /* GCM 12; CCM 7 to 13, the nonce alone */
	const void *aad;
	size_t aadlen;
	size_t taglen;
};

/* Writes text and tag to out. */
int t_ref_seal(const struct t_alg *alg, const struct t_aead *aead,
	       const void *in, size_t len, void *out);
/* len counts the tag behind the text. */
int t_ref_open(const struct t_alg *alg, const struct t_aead *aead,
	       const void *in, size_t len, void *out);
/* CCM's counter block: what the kernel takes as a 16-byte IV. */
void t_ccm_block(uint8_t block[16], const void *nonce, size_t len);

/* ------------------------------------------- vectors (vectors.c) -- */

/*
 * A file of known answers: lines "field = value", blocks set apart by empty
 * lines, "[algorithm]" lines that hold for the blocks behind them, comments
 * from a # at the start of a line.  A value is hexadecimal, or "text"; *N behind
 * either repeats it N times.  Fields: name (plain), key, iv, aad, text, result
 * (ciphertext, digest or MAC), tag, verdict (good, or bad for a tag that must
 * be refused).  A field that is named again gets the new value appended.
 */
struct t_vector {
	const struct t_alg *alg;
	char name[64];
	int line; /* of the block's first field, for messages */
	struct t_bytes key, iv, aad, text, result, tag;
	bool bad;
};

struct t_vectors {
	char file[64];
	struct t_vector *v;
	size_t n;
};

/*
 * Loads tests/vectors/FILE, looked for in the folder that T_VECTORS names, in
 * tests/vectors, vectors and the working directory.  The test fails if there
 * is none or a line is wrong.
 */
struct t_vectors *t_vectors_load_ok(const char *file);
void t_vectors_free(struct t_vectors *vectors);

#endif /* T_H */
