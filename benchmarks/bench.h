/* SPDX-License-Identifier: MIT */
/*
 * How the benchmark is put together:
 *
 *	cases.c		which algorithms and sizes
 *	job.c		one case made concrete: keys, buffers, OpenSSL's answer
 *	backend_*.c	one way each to get a job done
 *	measure.c	time a back end on a job
 *	machine.c	what this ran on, and what its clock means
 *	results.c	every figure of a run
 *	report_*.c	show them
 *	targets.c	compare them with the figures to reach
 *	fulltest.c	the program: options, the loop over all of it
 *
 * Lengths are bytes, times nanoseconds.  Under QEMU's -icount a nanosecond is
 * an instruction, and reports say so.
 */
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))

#define KEY_MAX		64
#define IV_MAX		16
#define TAG_LEN		16
#define DIGEST_MAX	64
#define WHY_MAX		160
#define DRIVER_MAX	160

/* ---- cases.c ---------------------------------------------------------- */

enum kind {
	KIND_CIPHER,
	KIND_AEAD, /* no associated data, tag behind the text */
	KIND_HASH,
	KIND_CIPHER_HASH, /* MAC of the plaintext, and the ciphertext */
};

struct algorithm {
	const char *name; /* for --algorithm and CSV */
	const char *title; /* for people */
	enum kind kind;
	const char *kernel_cipher; /* names of the kernel crypto API */
	const char *kernel_hash;
	uint32_t v1_cipher; /* ids of <crypto/cryptodev.h> */
	uint32_t v1_hash;
	const char *evp_cipher; /* names of OpenSSL, NULL for plain copy */
	const char *evp_digest;
	uint8_t key_len;
	uint8_t hash_key_len; /* 0: a digest without key */
	uint8_t iv_len;
	uint8_t digest_len;
	bool also_out_of_place;
};

extern const struct algorithm algorithms[];
extern const size_t algorithm_count;
extern const size_t default_sizes[];
extern const size_t default_size_count;
extern const size_t target_sizes[4];

const struct algorithm *algorithm_find(const char *name);

/* ---- job.c ------------------------------------------------------------ */

struct job {
	const struct algorithm *alg;
	size_t size;
	bool in_place;
	uint8_t key[KEY_MAX];
	uint8_t hash_key[KEY_MAX];
	uint8_t iv[IV_MAX];
	size_t capacity; /* bytes at src and dst, at least size + TAG_LEN */
	uint8_t *src; /* page-aligned */
	uint8_t *dst; /* page-aligned; src when in place or for a hash */
	uint8_t mac[DIGEST_MAX];
	size_t result_len; /* bytes a back end leaves at dst */
	uint8_t *plain;
	uint8_t *expected;
	uint8_t expected_mac[DIGEST_MAX];
};

/* Buffers of small pages, or of transparent huge pages. */
int job_open(struct job *job, const struct algorithm *alg, size_t size,
	     bool in_place, bool huge);
void job_close(struct job *job);
/* Plaintext at src, junk where results go. */
void job_reset(struct job *job);
/* 0 if the results are OpenSSL's; else says what differs and where. */
int job_check(const struct job *job, char why[WHY_MAX]);

/* ---- back ends -------------------------------------------------------- */

struct backend {
	const char *name; /* for --backend and CSV */
	const char *title; /* heading of its column */
	/*
	 * Make ready for @job.  On error -errno, and the reason in @why; the
	 * name of what does the work in @driver.
	 */
	int (*open)(struct job *job, void **context, char driver[DRIVER_MAX],
		    char why[WHY_MAX]);
	void (*close)(void *context);
	/* One operation on the job's buffers, 0 or -errno. */
	int (*run)(void *context);
	/* Instead of a loop over run(), for a back end that times itself. */
	int (*time)(void *context, uint64_t count, uint64_t *ns);
};

extern const struct backend *const backends[];
extern const size_t backend_count;

extern const struct backend backend_devcrypto;
extern const struct backend backend_devcrypto_copy;
extern const struct backend backend_afalg;
extern const struct backend backend_afalg_splice;
extern const struct backend backend_floor;
extern const struct backend backend_openssl;

int why_errno(char why[WHY_MAX], const char *what, int error);

/* ---- machine.c -------------------------------------------------------- */

enum clock_kind {
	CLOCK_HARDWARE, /* time is time */
	CLOCK_INSTRUCTIONS, /* emulator that counts instructions as ns */
	CLOCK_EMULATED, /* emulator's time: means nothing */
};

struct machine {
	enum clock_kind clock;
	char date[16];
	char kernel[160];
	char cpu[128];
	int cpus;
	char platform[128]; /* hypervisor or emulator */
	char governor[32];
	char device[160]; /* who answers /dev/crypto */
};

void machine_read(struct machine *m);
void machine_print(const struct machine *m, FILE *out);
const char *machine_unit(const struct machine *m);

/* ---- measure.c -------------------------------------------------------- */

struct plan {
	uint64_t warm_ns;
	uint64_t repeat_ns; /* shortest repetition */
	unsigned int repeats;
};

struct sample {
	double median; /* ns per operation */
	double mad; /* median absolute deviation of the repetitions */
	double cpu; /* CPU time of this process, ns per operation */
	unsigned int repeats;
	uint64_t operations; /* in each repetition */
};

int measure(const struct backend *backend, void *context,
	    const struct plan *plan, struct sample *sample);
int measure_loop(int (*run)(void *context), void *context, uint64_t count,
		 uint64_t *ns);

/* ---- results.c -------------------------------------------------------- */

enum state {
	STATE_SKIPPED,
	STATE_ABSENT, /* why says so */
	STATE_WRONG, /* why says where */
	STATE_VERIFIED, /* right, not timed */
	STATE_TIMED,
};

struct result {
	const struct algorithm *alg;
	const struct backend *backend;
	size_t size;
	bool in_place;
	enum state state;
	struct sample sample;
	char driver[DRIVER_MAX];
	char why[WHY_MAX];
};

struct results {
	struct result *list;
	size_t count;
	size_t room;
};

struct result *results_add(struct results *r);
const struct result *results_find(const struct results *r,
				  const struct algorithm *alg,
				  const struct backend *backend, size_t size,
				  bool in_place);
/* Median of a timed result, 0 if there is none. */
double results_time(const struct results *r, const struct algorithm *alg,
		    const struct backend *backend, size_t size, bool in_place);
void results_free(struct results *r);

/* ---- reports ---------------------------------------------------------- */

/* What a run covers; sizes and back ends in the order of the columns. */
struct selection {
	const struct algorithm *algs[16];
	size_t alg_count;
	size_t sizes[16];
	size_t size_count;
	const struct backend *backends[16];
	size_t backend_count;
};

void report_block(FILE *out, const struct results *r, const struct selection *s,
		  const struct machine *m, const struct algorithm *alg,
		  bool in_place);
void report_notes(FILE *out, const struct results *r);
void report_csv(FILE *out, const struct results *r, const struct machine *m);
void report_targets(FILE *out, const struct results *r);
void select_targets(struct selection *s);

#endif /* BENCH_H */
