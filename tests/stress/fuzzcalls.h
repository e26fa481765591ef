/* SPDX-License-Identifier: MIT */
/* The random calls of fuzz_v1. */
#ifndef FUZZ_CALLS_H
#define FUZZ_CALLS_H

#include <stdatomic.h>
#include <stdint.h>

#include <crypto/cryptodev.h>

#define SLOTS 64 /* sessions in the shared table */
#define FDS 24 /* CRIOGET descriptors of a thread */
#define ARENA (256u << 10) /* good memory of a thread */
#define READONLY (64u << 10) /* read-only file mapping behind it */
#define ERRNOS 134

enum {
	GSESSION,
	FSESSION,
	GSESSINFO,
	CRYPT,
	AUTHCRYPT,
	CPHASH,
	GETFD,
	ASYMFEAT,
	KEY,
	JUNK,
	CALLS
};

struct worker {
	uint64_t rng;
	unsigned long calls, reached;
	unsigned long errnos[CALLS][ERRNOS];
	__u8 *arena; /* good, hole, read-only, hole */
	int fds[FDS];
	int leaky; /* file on which sessions are never freed */
};

extern const char *const call_names[CALLS];
extern int shared; /* the file of all threads */
extern _Atomic uint64_t slots[SLOTS]; /* kind << 32 | id, 0 for none */

/* Evenly from 0 to below - 1, the same for the same rng. */
uint32_t rnd(struct worker *w, uint32_t below);

/* One call, now and then two or none. */
void do_any(struct worker *w);

#endif
