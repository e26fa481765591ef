// SPDX-License-Identifier: MIT
/* The random calls of fuzz_v1: right but for one or two places at a time. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "fuzzcalls.h"

const char *const call_names[CALLS] = {
	"CIOCGSESSION",	 "CIOCFSESSION", "CIOCGSESSINFO", "CIOCCRYPT",
	"CIOCAUTHCRYPT", "CIOCCPHASH",	 "CRIOGET",	  "CIOCASYMFEAT",
	"CIOCKEY",	 "others",
};

/* CHAIN is a cipher with a MAC: what TLS and SRTP mode want. */
enum { CIPHER, CHAIN, AEAD, HASH };
#define ANY 0xf

static const struct kind {
	unsigned int cipher, keylen, mac, mackeylen, shape, block;
} kinds[] = {
	{ CRYPTO_AES_CBC, 16, 0, 0, CIPHER, 16 },
	{ CRYPTO_AES_CBC, 32, 0, 0, CIPHER, 16 },
	{ CRYPTO_AES_ECB, 24, 0, 0, CIPHER, 16 },
	{ CRYPTO_AES_XTS, 32, 0, 0, CIPHER, 16 },
	{ CRYPTO_AES_CTR, 16, 0, 0, CIPHER, 1 },
	{ CRYPTO_NULL, 0, 0, 0, CIPHER, 1 },
	{ CRYPTO_CAMELLIA_CBC, 16, 0, 0, CIPHER, 16 },
	{ CRYPTO_AES_CBC, 16, CRYPTO_SHA1_HMAC, 20, CHAIN, 16 },
	{ CRYPTO_AES_CBC, 16, CRYPTO_SHA2_256_HMAC, 32, CHAIN, 16 },
	{ CRYPTO_AES_CTR, 16, CRYPTO_SHA1_HMAC, 20, CHAIN, 1 },
	{ CRYPTO_NULL, 0, CRYPTO_SHA1, 0, CHAIN, 1 },
	{ CRYPTO_AES_GCM, 16, 0, 0, AEAD, 1 },
	{ CRYPTO_AES_GCM, 32, 0, 0, AEAD, 1 },
	{ CRYPTO_AES_CCM, 16, 0, 0, AEAD, 1 },
	{ 0, 0, CRYPTO_SHA1, 0, HASH, 1 },
	{ 0, 0, CRYPTO_SHA2_256, 0, HASH, 1 },
	{ 0, 0, CRYPTO_SHA2_512_HMAC, 64, HASH, 1 },
	{ 0, 0, CRYPTO_SHA1_HMAC, 0, HASH, 1 },
};

#define KINDS (sizeof(kinds) / sizeof(kinds[0]))

int shared;
_Atomic uint64_t slots[SLOTS];

uint32_t rnd(struct worker *w, uint32_t below)
{
	uint64_t z = (w->rng += 0x9e3779b97f4a7c15ULL);

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
	return (uint32_t)((z ^ (z >> 31)) >> 32) % below;
}

static int one_in(struct worker *w, uint32_t n)
{
	return !rnd(w, n);
}

/* Memory for len bytes: mostly good, sometimes bad in one of many ways. */
static __u8 *pick_memory(struct worker *w, uint32_t len)
{
	uint32_t room = len < ARENA ? ARENA - len : 1;

	if (!one_in(w, 16))
		return w->arena +
		       (one_in(w, 2) ? rnd(w, room) & ~63u : rnd(w, room));
	switch (rnd(w, 6)) {
	case 0:
		return NULL;
	case 1:
		return (__u8 *)0x1000;
	case 2:
		return w->arena + ARENA - rnd(w, 64);
	case 3:
		return w->arena + ARENA + 4096 + rnd(w, READONLY);
	case 4:
		return (__u8 *)(UINTPTR_MAX - rnd(w, 70000));
	default:
		return (__u8 *)0xffff888000000000UL;
	}
}

static uint32_t pick_len(struct worker *w, uint32_t block)
{
	static const uint32_t huge[] = {
		0xffffffff, 0xfffffff0,	      0xffffff00, 0x80000000,
		0x7ffffff0, (64u << 20) + 16, 20u << 20,
	};
	uint32_t len;

	switch (rnd(w, 100)) {
	case 0:
		return huge[rnd(w, sizeof(huge) / sizeof(huge[0]))];
	case 1:
		return 0;
	case 2:
		return rnd(w, 65536);
	case 3:
		len = rnd(w, ARENA);
		break;
	case 4 ... 30:
		len = rnd(w, 8192);
		break;
	default:
		len = 1 + rnd(w, 512);
	}
	return one_in(w, 20) ? len : len / block * block;
}

/*
 * A session from the table: mostly one of the shapes wanted, a set of bits,
 * sometimes any, sometimes one that is not there.
 */
static const struct kind *pick_session(struct worker *w, uint32_t shapes,
				       __u32 *id)
{
	unsigned int tries = one_in(w, 16) ? 1 : 12;
	const struct kind *kind;
	uint64_t slot;

	do {
		slot = atomic_load(&slots[rnd(w, SLOTS)]);
		kind = &kinds[(slot >> 32) % KINDS];
	} while (--tries && (!slot || !(shapes & 1 << kind->shape)));
	*id = one_in(w, 50) ? rnd(w, 1 << 18) : (uint32_t)slot;
	return kind;
}

static int pick_fd(struct worker *w)
{
	int fd = w->fds[rnd(w, FDS)];

	if (one_in(w, 200))
		return w->leaky;
	return fd >= 0 && one_in(w, 8) ? fd : shared;
}

static int call(struct worker *w, int which, int fd, unsigned long code,
		void *arg)
{
	int rc;

	/* Two bytes before the end no struct fits. */
	if (one_in(w, 100))
		arg = one_in(w, 2) ? NULL : w->arena + ARENA - 2;
	rc = ioctl(fd, code, arg);
	w->calls++;
	if (rc > 0) {
		fprintf(stderr, "%s returned %d\n", call_names[which], rc);
		exit(1);
	}
	w->errnos[which][rc ? errno : 0]++;
	return rc;
}

static void count_reached(struct worker *w, int rc, uint32_t bytes)
{
	if ((!rc && bytes) || (rc && errno == EBADMSG))
		w->reached++;
}

/* Frees a session of the table, even if the first call was a bad one. */
static void drop_session(struct worker *w, uint64_t slot)
{
	__u32 id = (uint32_t)slot;

	if (id && call(w, FSESSION, shared, CIOCFSESSION, &id))
		ioctl(shared, CIOCFSESSION, &id);
}

static void do_gsession(struct worker *w)
{
	uint32_t kind = rnd(w, KINDS);
	struct session_op s = {
		.cipher = kinds[kind].cipher,
		.keylen = kinds[kind].keylen,
		.mac = kinds[kind].mac,
		.mackeylen = kinds[kind].mackeylen,
		.key = pick_memory(w, 64),
		.mackey = pick_memory(w, 512),
	};

	if (one_in(w, 20))
		s.cipher = rnd(w, 130);
	if (one_in(w, 20))
		s.mac = rnd(w, 130);
	if (one_in(w, 20))
		s.keylen = one_in(w, 8) ? ~0u : rnd(w, 80);
	if (one_in(w, 20))
		s.mackeylen = one_in(w, 8) ? ~0u : rnd(w, 600);
	if (one_in(w, 4)) {
		call(w, GSESSION, w->leaky, CIOCGSESSION, &s);
		return;
	}
	if (call(w, GSESSION, shared, CIOCGSESSION, &s))
		return;
	drop_session(w, atomic_exchange(&slots[rnd(w, SLOTS)],
					(uint64_t)kind << 32 | s.ses));
}

static void do_fsession(struct worker *w)
{
	__u32 id = rnd(w, 1 << 18);

	if (one_in(w, 4))
		call(w, FSESSION, pick_fd(w), CIOCFSESSION, &id);
	else
		drop_session(w, atomic_exchange(&slots[rnd(w, SLOTS)], 0));
}

static void do_gsessinfo(struct worker *w)
{
	struct session_info_op info = { 0 };

	pick_session(w, ANY, &info.ses);
	call(w, GSESSINFO, pick_fd(w), CIOCGSESSINFO, &info);
}

static void do_crypt(struct worker *w)
{
	struct crypt_op op = { 0 };
	const struct kind *kind = pick_session(w, ANY & ~(1 << AEAD), &op.ses);
	int rc;

	op.len = pick_len(w, kind->block);
	op.op = one_in(w, 50) ? rnd(w, 65536) : rnd(w, 2);
	op.flags = one_in(w, 4) ? rnd(w, 128) & ~0x30 : 0;
	if (one_in(w, 50))
		op.flags = rnd(w, 65536);
	op.src = pick_memory(w, op.len);
	op.dst = one_in(w, 2) ? op.src : pick_memory(w, op.len);
	op.mac = pick_memory(w, 64);
	op.iv = one_in(w, 4) ? NULL : pick_memory(w, 16);
	rc = call(w, CRYPT, pick_fd(w), CIOCCRYPT, &op);
	count_reached(w, rc, op.len);
}

static void fill_auth(struct worker *w, struct crypt_auth_op *op,
		      const struct kind *kind)
{
	if (kind->shape == AEAD)
		return;
	op->dst = op->src;
	op->flags |= COP_FLAG_AEAD_TLS_TYPE;
	if (kind->block == 1 && one_in(w, 2)) {
		op->flags ^= COP_FLAG_AEAD_TLS_TYPE | COP_FLAG_AEAD_SRTP_TYPE;
		op->auth_src = op->src;
		op->auth_len = op->len;
		if (op->len > 12) {
			op->src += 12;
			op->dst += 12;
			op->len -= 12;
		}
	}
}

static void do_authcrypt(struct worker *w)
{
	static const __u32 iv_lens[] = { 0, 12, 12, 12, 16, 13, 7, 8, 40 };
	struct crypt_auth_op op = { 0 };
	const struct kind *kind =
		pick_session(w, 1 << AEAD | 1 << CHAIN, &op.ses);
	int rc;

	op.len = pick_len(w, one_in(w, 2) ? 16 : 1);
	op.op = one_in(w, 50) ? rnd(w, 65536) : rnd(w, 2);
	op.flags = one_in(w, 4) ? COP_FLAG_NO_ZC : 0;
	op.auth_len = one_in(w, 100) ? rnd(w, ~0u) :
		      one_in(w, 10)  ? rnd(w, 65537) :
				       rnd(w, 64);
	op.auth_src = pick_memory(w, op.auth_len);
	op.src = pick_memory(w, op.len);
	op.dst = one_in(w, 2) ? op.src : pick_memory(w, op.len + 16);
	op.tag = pick_memory(w, 64);
	op.tag_len = one_in(w, 4) ? rnd(w, 20) : 0;
	op.iv = pick_memory(w, 16);
	op.iv_len = iv_lens[rnd(w, sizeof(iv_lens) / sizeof(iv_lens[0]))];
	fill_auth(w, &op, kind);
	if (one_in(w, 50))
		op.flags = rnd(w, 65536);
	rc = call(w, AUTHCRYPT, pick_fd(w), CIOCAUTHCRYPT, &op);
	count_reached(w, rc, op.len + op.auth_len);
}

static void do_cphash(struct worker *w)
{
	struct cphash_op op;

	pick_session(w, 1 << HASH, &op.src_ses);
	pick_session(w, 1 << HASH, &op.dst_ses);
	if (one_in(w, 8))
		op.dst_ses = op.src_ses;
	call(w, CPHASH, pick_fd(w), CIOCCPHASH, &op);
}

static void do_crioget(struct worker *w)
{
	int *fd = &w->fds[rnd(w, FDS)];
	__u32 fresh = -1;

	if (*fd >= 0 && one_in(w, 2)) {
		close(*fd);
		*fd = -1;
	}
	if (*fd >= 0)
		return;
	if (!call(w, GETFD, shared, CRIOGET, &fresh))
		*fd = fresh;
}

static void reopen_leaky(struct worker *w)
{
	int fd = open("/dev/crypto", O_RDWR);

	if (fd < 0)
		return;
	close(w->leaky);
	w->leaky = fd;
}

static void do_rare(struct worker *w)
{
	struct crypt_kop kop = { 0 };
	__u32 word = rnd(w, 1000);

	switch (rnd(w, 4)) {
	case 0:
		call(w, ASYMFEAT, pick_fd(w), CIOCASYMFEAT, &word);
		break;
	case 1:
		call(w, KEY, pick_fd(w), CIOCKEY, &kop);
		break;
	case 2:
		if (one_in(w, 50))
			reopen_leaky(w);
		break;
	default:
		/* 110 and 111 would write through pointers we did not make */
		call(w, JUNK, pick_fd(w),
		     _IOC(rnd(w, 4), 'c', 113 + rnd(w, 100), rnd(w, 300)),
		     w->arena);
	}
}

void do_any(struct worker *w)
{
	switch (rnd(w, 100)) {
	case 0 ... 44:
		do_crypt(w);
		break;
	case 45 ... 74:
		do_authcrypt(w);
		break;
	case 75 ... 84:
		do_gsession(w);
		break;
	case 85 ... 87:
		do_fsession(w);
		break;
	case 88 ... 90:
		do_gsessinfo(w);
		break;
	case 91 ... 94:
		do_cphash(w);
		break;
	case 95 ... 96:
		do_crioget(w);
		break;
	default:
		do_rare(w);
	}
}
