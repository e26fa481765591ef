// SPDX-License-Identifier: MIT
/* One case made concrete, with the answer OpenSSL gives to it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include "bench.h"

#define JUNK 0xa5
#define HUGE_PAGE (2u << 20)

static void fill(uint8_t *data, size_t len, uint32_t seed)
{
	size_t i;

	for (i = 0; i < len; i++) {
		seed = seed * 1664525 + 1013904223;
		data[i] = seed >> 24;
	}
}

/*
 * Pages of its own, present from the start: no fault inside a measurement.
 * Small pages are where the kernel finds them, mostly apart; a huge page is
 * one piece of memory.
 */
static uint8_t *map_pages(size_t size, bool huge)
{
	size_t room = size + (huge ? HUGE_PAGE : 0);
	uintptr_t start;
	void *p = mmap(NULL, room, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED)
		return NULL;
	start = (uintptr_t)p;
	if (huge) {
		start = (start + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
		munmap(p, start - (uintptr_t)p);
		munmap((void *)(start + size),
		       room - size - (start - (uintptr_t)p));
	}
	p = (void *)start;
	madvise(p, size, huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
	memset(p, JUNK, size);
	return p;
}

static int reference_cipher(struct job *job)
{
	const struct algorithm *alg = job->alg;
	uint8_t *out = job->expected;
	EVP_CIPHER_CTX *ctx;
	EVP_CIPHER *cipher;
	int ok, n = 0, tail = 0;

	if (!alg->evp_cipher) {
		memcpy(out, job->plain, job->size);
		return 0;
	}
	cipher = EVP_CIPHER_fetch(NULL, alg->evp_cipher, NULL);
	ctx = EVP_CIPHER_CTX_new();
	ok = cipher && ctx &&
	     EVP_EncryptInit_ex2(ctx, cipher, job->key, job->iv, NULL) &&
	     EVP_CIPHER_CTX_set_padding(ctx, 0) &&
	     EVP_EncryptUpdate(ctx, out, &n, job->plain, job->size) &&
	     EVP_EncryptFinal_ex(ctx, out + n, &tail);
	if (ok && alg->kind == KIND_AEAD)
		ok = EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, TAG_LEN,
					 out + job->size);
	EVP_CIPHER_CTX_free(ctx);
	EVP_CIPHER_free(cipher);
	return ok > 0 ? 0 : -EIO;
}

static int reference_hash(struct job *job)
{
	const struct algorithm *alg = job->alg;
	const EVP_MD *md = EVP_get_digestbyname(alg->evp_digest);
	int ok;

	if (!md)
		return -EIO;
	if (alg->hash_key_len)
		ok = !!HMAC(md, job->hash_key, alg->hash_key_len, job->plain,
			    job->size, job->expected_mac, NULL);
	else
		ok = EVP_Digest(job->plain, job->size, job->expected_mac, NULL,
				md, NULL);
	return ok ? 0 : -EIO;
}

static int reference(struct job *job)
{
	int rc;

	if (job->alg->kind != KIND_HASH) {
		rc = reference_cipher(job);
		if (rc)
			return rc;
	}
	return job->alg->digest_len ? reference_hash(job) : 0;
}

int job_open(struct job *job, const struct algorithm *alg, size_t size,
	     bool in_place, bool huge)
{
	size_t page = huge ? HUGE_PAGE : sysconf(_SC_PAGESIZE);
	int rc;

	memset(job, 0, sizeof(*job));
	job->alg = alg;
	job->size = size;
	job->in_place = in_place;
	job->capacity = (size + TAG_LEN + page - 1) / page * page;
	if (alg->kind != KIND_HASH)
		job->result_len = size + (alg->kind == KIND_AEAD ? TAG_LEN : 0);
	job->src = map_pages(job->capacity, huge);
	job->dst = job->src;
	if (!in_place && alg->kind != KIND_HASH)
		job->dst = map_pages(job->capacity, huge);
	job->plain = malloc(size);
	job->expected = malloc(size + TAG_LEN);
	rc = -ENOMEM;
	if (!job->src || !job->dst || !job->plain || !job->expected)
		goto close_job;
	fill(job->key, sizeof(job->key), 1);
	fill(job->hash_key, sizeof(job->hash_key), 2);
	fill(job->iv, sizeof(job->iv), 3);
	fill(job->plain, size, 4);
	rc = reference(job);
	if (rc)
		goto close_job;
	return 0;

close_job:
	job_close(job);
	return rc;
}

void job_close(struct job *job)
{
	if (job->dst && job->dst != job->src)
		munmap(job->dst, job->capacity);
	if (job->src)
		munmap(job->src, job->capacity);
	free(job->plain);
	free(job->expected);
	memset(job, 0, sizeof(*job));
}

void job_reset(struct job *job)
{
	memset(job->dst, JUNK, job->capacity);
	memset(job->mac, JUNK, sizeof(job->mac));
	memcpy(job->src, job->plain, job->size);
}

static int compare(const char *what, const uint8_t *got, const uint8_t *want,
		   size_t len, char why[WHY_MAX])
{
	size_t i;

	for (i = 0; i < len; i++) {
		if (got[i] == want[i])
			continue;
		snprintf(why, WHY_MAX,
			 "wrong %s: byte %zu of %zu is %02x, OpenSSL says %02x",
			 what, i, len, got[i], want[i]);
		return -EBADMSG;
	}
	return 0;
}

int job_check(const struct job *job, char why[WHY_MAX])
{
	int rc;

	rc = compare("text", job->dst, job->expected, job->result_len, why);
	if (rc)
		return rc;
	return compare("digest", job->mac, job->expected_mac,
		       job->alg->digest_len, why);
}
