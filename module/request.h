/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Requests, and the parts of their life that every operation goes through.
 */
#ifndef DC_REQUEST_H
#define DC_REQUEST_H

#include <linux/completion.h>
#include <linux/refcount.h>
#include <linux/scatterlist.h>
#include <linux/smp.h>
#include <linux/workqueue.h>

#include "session.h"

/*
 * Data of chaining modes and hashes is worked on in windows of this many
 * bytes: between two of them a fatal signal is answered and the CPU given up.
 */
#define DC_WINDOW SZ_64K

/* Pages of one window that may start anywhere in its first page. */
#define DC_INLINE_PAGES (DC_WINDOW / PAGE_SIZE + 1)

/* Associated data up to this many bytes needs no allocation. */
#define DC_INLINE_AAD 64

/* Requests run in process context, and a busy driver may queue them. */
#define DC_CRYPTO_FLAGS (CRYPTO_TFM_REQ_MAY_SLEEP | CRYPTO_TFM_REQ_MAY_BACKLOG)

/**
 * struct dc_buf - pages under one stretch of data, and the list over them
 * @pages: the pages, @inline_pages or an array of its own
 * @npages: pages that are held now
 * @cap: entries that @pages can take
 * @sg: the list; entry 0 is left free for associated data, the text starts
 *	at entry 1 and one entry for a tag may follow it
 * @inline_pages: room for one window
 * @inline_sg: room for the list over one window
 */
struct dc_buf {
	struct page **pages;
	unsigned int npages;
	unsigned int cap;
	struct scatterlist *sg;
	struct page *inline_pages[DC_INLINE_PAGES];
	struct scatterlist inline_sg[DC_INLINE_PAGES + 2];
};

enum dc_state {
	DC_NEW,
	DC_SUBMITTED, /* the transform has it */
	DC_DONE, /* the callback came, the waiter has it */
	DC_DETACHED, /* the waiter left, the callback lets it go */
};

/**
 * struct dc_request - one operation, with all that it needs until its end
 * @sess: session that @ctx is set up for, with a reference; never NULL
 * @state: enum dc_state, changed by cmpxchg between waiter and callback
 * @ref: waiter and, once detached, callback; unused before
 * @result: errno of the transform, written by the callback
 * @deaths: the file's count when the request was taken
 * @capacity: bytes at @ctx
 * @dirty: bytes of the first bounce page that carry user data
 * @encrypt: direction
 * @copy: work on a kernel copy, whatever the size
 * @copied: the current mapping is a kernel copy
 * @held: more is held than what a request in the pool may hold
 * @hash_new: the hash starts with this operation
 * @hash_final: the digest is wanted
 * @tag_len: bytes of tag
 * @aad_len: bytes of associated data at @uaad, and at @aad once copied
 * @iv_len: bytes at @uiv, 0 for what the algorithm takes
 * @len: bytes of text
 * @usrc: user input
 * @udst: user output, NULL if there is none
 * @uaad: user memory of the associated data
 * @utag: user memory of the tag
 * @uiv: user memory of the IV, NULL to go on from the last one
 * @umac: user memory of the digest
 * @flags: flags of the interface that the operation came through
 * @src: list of the text that the transform reads
 * @dst: list of the text that it writes; @src if in place
 * @src_end: last text entry of @src
 * @dst_end: last text entry of @dst
 * @page: address of the first bounce page
 * @aad: kernel copy of the associated data
 * @done: wakes the waiter
 * @work: releases a detached request where sleeping is allowed
 * @iv: kernel copy of the IV; the transform leaves its successor here
 * @tag: kernel copy of the tag
 * @digest: result of the hash
 * @inline_aad: room for short associated data
 * @in: pages pinned for reading; never part of @dst
 * @out: pages pinned for writing
 * @bounce: pages of our own; the first one stays with the request
 * @ctx: the transforms' requests: the cipher's, behind it the hash's
 */
struct dc_request {
	struct dc_session *sess;
	int state;
	refcount_t ref;
	int result;
	int deaths;
	unsigned int capacity;
	unsigned int dirty;
	bool encrypt;
	bool copy;
	bool copied;
	bool held;
	bool hash_new;
	bool hash_final;
	unsigned int tag_len;
	unsigned int aad_len;
	unsigned int iv_len;
	unsigned int len;
	const u8 __user *usrc;
	u8 __user *udst;
	const u8 __user *uaad;
	u8 __user *utag;
	u8 __user *uiv;
	u8 __user *umac;
	unsigned int flags;
	struct scatterlist *src;
	struct scatterlist *dst;
	struct scatterlist *src_end;
	struct scatterlist *dst_end;
	u8 *page;
	u8 *aad;
	struct completion done;
	struct work_struct work;
	/* A device may write here: nothing else shares these cache lines. */
	u8 iv[DC_MAX_IV] __aligned(DC_DMA_ALIGN);
	u8 tag[DC_MAX_TAG];
	u8 digest[HASH_MAX_DIGESTSIZE];
	u8 inline_aad[DC_INLINE_AAD];
	struct dc_buf in __aligned(DC_DMA_ALIGN);
	struct dc_buf out;
	struct dc_buf bounce;
	u8 ctx[] CRYPTO_MINALIGN_ATTR;
};

int dc_request_init(void);
void dc_request_exit(void);
struct dc_request *dc_request_change(struct dc_file *file,
				     struct dc_request *req, u32 id);
void dc_request_put_slow(struct dc_file *file, struct dc_request *req, int err);
void dc_request_free(struct dc_request *req);
void dc_request_drain(struct dc_file *file);
void dc_request_sweep(struct dc_file *file);
int dc_request_wait(struct dc_request *req);
int dc_request_run(struct dc_request *req);
int dc_request_copy_aad(struct dc_request *req);
int dc_request_hash_aad(struct dc_request *req);

#if DC_COMPLETION_TAKES_DATA
void dc_request_done(void *data, int err);
#else
void dc_request_done(struct crypto_async_request *areq, int err);
#endif

static inline struct dc_request **dc_request_slot(struct dc_file *file)
{
	unsigned int cpu = raw_smp_processor_id();

	return &file->pool[cpu % DC_POOL_SLOTS];
}

/**
 * dc_request_get - take a request that is set up for a session
 * @file: whose pool it comes from
 * @id: the session's number in @file
 *
 * A request in the pool stays set up for the session that used it last: the
 * next operation on it needs no look-up and no reference.
 *
 * Return: the request, owned by the caller; or an error pointer: -ENOENT if
 * there is no such session, -ENOMEM.
 */
static inline struct dc_request *dc_request_get(struct dc_file *file, u32 id)
{
	struct dc_request *req = xchg(dc_request_slot(file), NULL);

	if (unlikely(!req))
		return dc_request_change(file, req, id);
	/* Read before @dead: who counts a death has marked the session. */
	req->deaths = atomic_read_acquire(&file->deaths);
	if (unlikely(req->sess->id != id || READ_ONCE(req->sess->dead)))
		return dc_request_change(file, req, id);
	return req;
}

/**
 * dc_request_put - the caller is done with a request
 * @file: whose pool it goes to
 * @req: the request
 * @err: how the operation ended
 *
 * What an operation leaves in a request stays there for the next one to
 * overwrite, as long as its session lives: wiping each time would cost as
 * much as the copy.  After an error, for another session, and once the session
 * is destroyed, it is wiped.  A destroyer counts the death, then sweeps the
 * pool; a request that it cannot find there is still in use, and is put by
 * somebody who sees that the count has changed and sweeps again.  The session
 * itself is not looked at: with the request in the pool, its reference may be
 * gone at any moment.
 */
static inline void dc_request_put(struct dc_file *file, struct dc_request *req,
				  int err)
{
	int deaths = req->deaths;

	if (unlikely(err || req->held)) {
		dc_request_put_slow(file, req, err);
		return;
	}
	if (unlikely(cmpxchg(dc_request_slot(file), NULL, req)))
		dc_request_free(req);
	/* The cmpxchg above orders this behind the put. */
	if (unlikely(atomic_read(&file->deaths) != deaths))
		dc_request_sweep(file);
}

/*
 * Called around every call of a transform.  Synchronous drivers answer at
 * once and pay one store and two compares.
 */
static inline void dc_request_submit(struct dc_request *req)
{
	WRITE_ONCE(req->state, DC_SUBMITTED);
}

static inline int dc_request_await(struct dc_request *req, int ret)
{
	if (likely(ret != -EINPROGRESS && ret != -EBUSY))
		return ret;
	return dc_request_wait(req);
}

/*
 * A destination that begins inside the source would overwrite data before it
 * is read; such a request works on one copy of the whole.
 */
static inline bool dc_request_overlaps(const struct dc_request *req)
{
	return req->udst && req->udst != req->usrc &&
	       req->udst < req->usrc + req->len &&
	       req->usrc < req->udst + req->len;
}

/*
 * Is a copy of @n bytes cheaper than pinning?  What goes both ways in one
 * buffer is copied twice and pinned once; all else is copied once each way
 * and pinned on each side, or only one way: twice the size breaks even.
 */
static inline bool dc_request_copies(const struct dc_request *req,
				     unsigned int n)
{
	if (req->usrc != req->udst)
		n = (n + 1) / 2;
	return n <= READ_ONCE(dc_copy_max) || req->copy;
}

bool dc_request_pause(const struct crypto_async_request *areq, int *ret,
		      unsigned long *deadline);

/* A driver whose queue is full and that keeps no backlog is asked again. */
static inline bool dc_request_retry(const struct crypto_async_request *areq,
				    int *ret, unsigned long *deadline)
{
	return unlikely(*ret) && dc_request_pause(areq, ret, deadline);
}

static inline struct skcipher_request *dc_cipher_req(struct dc_request *req)
{
	return (struct skcipher_request *)req->ctx;
}

static inline struct aead_request *dc_aead_req(struct dc_request *req)
{
	return (struct aead_request *)req->ctx;
}

static inline struct ahash_request *dc_hash_req(struct dc_request *req)
{
	return (struct ahash_request *)(req->ctx + req->sess->cipher_ctx);
}

struct crypto_skcipher *dc_cipher_alloc(const struct dc_alg *alg,
					const char *driver, const u8 *key,
					unsigned int keylen);
void dc_cipher_prepare(struct dc_request *req);
int dc_cipher_run(struct dc_request *req, struct scatterlist *src,
		  struct scatterlist *dst, unsigned int n);

struct crypto_ahash *dc_hash_alloc(const struct dc_alg *alg, const char *driver,
				   const u8 *key, unsigned int keylen);
void dc_hash_prepare(struct dc_request *req);
int dc_hash_run(struct dc_request *req, struct scatterlist *sg, unsigned int n,
		bool last);
int dc_hash_digest(struct dc_request *req, struct scatterlist *sg,
		   unsigned int n);
int dc_hash_import(struct dc_request *req, const void *state);
int dc_hash_export(struct dc_request *req, void *state);

/* aead.c */

void dc_aead_prepare(struct dc_request *req);
int dc_aead_ccm_iv(u8 *iv, const u8 *nonce, unsigned int len);
int dc_aead_run(struct dc_request *req, struct crypto_aead *tfm);

#endif /* DC_REQUEST_H */
