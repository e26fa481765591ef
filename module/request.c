// SPDX-License-Identifier: GPL-2.0-only
/*
 * Requests: one operation each, with all that it needs until its end.
 *
 * A request belongs to the thread that runs it.  If that thread is killed or
 * runs out of patience while an asynchronous driver works, the request is
 * detached: it keeps its pages, its session and the module until the driver
 * calls back, and is then released by a worker.
 */
#include <linux/module.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>

#include "buffer.h"

/* Smallest allocation; fits the transforms of ordinary drivers. */
#define REQUEST_BYTES SZ_4K

static struct workqueue_struct *release_wq;

/* What a request is set up for that is set up for nothing: no id is 0. */
static struct dc_session no_session = { .dead = true };

/* Nothing of what a request was used for is left in it. */
static void forget(struct dc_request *req)
{
	dc_buffer_wipe(req);
	memzero_explicit(req->iv, sizeof(req->iv));
	memzero_explicit(req->tag, sizeof(req->tag));
	memzero_explicit(req->digest, sizeof(req->digest));
	memzero_explicit(req->inline_aad, sizeof(req->inline_aad));
	memzero_explicit(req->ctx, req->sess->request_ctx);
	if (req->sess != &no_session)
		dc_session_put(req->sess);
	req->sess = &no_session;
}

/**
 * dc_request_free - free a request and all that it holds
 * @req: the request
 */
void dc_request_free(struct dc_request *req)
{
	dc_buffer_release(req);
	forget(req);
	__free_page(req->bounce.pages[0]);
	kfree(req);
}

/* What a detached request keeps from everybody else. */
static unsigned int held_pages(const struct dc_request *req)
{
	return req->in.npages + req->out.npages + req->bounce.npages;
}

/* Last act of a detached request, by whoever lets go of it last. */
static void put_detached(struct dc_request *req)
{
	if (!refcount_dec_and_test(&req->ref))
		return;
	/* Nobody was told that a tag was right: its plaintext must not stay. */
	if (req->sess->aead && !req->encrypt && !req->copied)
		sg_zero_buffer(req->dst, sg_nents(req->dst), req->len, 0);
	dc_user_uncharge_lost(req->sess->user, held_pages(req));
	dc_request_free(req);
}

static void release_work(struct work_struct *work)
{
	put_detached(container_of(work, struct dc_request, work));
	/* dc_request_exit() waits for this function to return. */
	module_put(THIS_MODULE);
}

/*
 * A user whose requests are lost to a driver gets no more of them: each lost
 * one has left the pool, so the next operation comes by here.
 */
static struct dc_request *alloc_request(const struct dc_session *sess)
{
	size_t size =
		max_t(size_t, REQUEST_BYTES,
		      offsetof(struct dc_request, ctx) + sess->request_ctx);
	struct dc_request *req;

	if (dc_session_lost_much(sess))
		return ERR_PTR(-EBUSY);
	req = kzalloc(size, GFP_KERNEL_ACCOUNT);
	if (!req)
		return ERR_PTR(-ENOMEM);
	req->capacity = size - offsetof(struct dc_request, ctx);
	req->sess = &no_session;
	init_completion(&req->done);
	INIT_WORK(&req->work, release_work);
	if (dc_buffer_init(req)) {
		kfree(req);
		return ERR_PTR(-ENOMEM);
	}
	return req;
}

/* The parts of @ctx that are the same for all operations on the session. */
static void set_up(struct dc_request *req, struct dc_session *sess)
{
	req->sess = sess;
	if (sess->cipher)
		dc_cipher_prepare(req);
	if (sess->aead)
		dc_aead_prepare(req);
	if (sess->hash)
		dc_hash_prepare(req);
}

/**
 * dc_request_change - set a request up for another session
 * @file: the file
 * @req: what the pool had: a request for some other session, or NULL
 * @id: number of the session that is wanted
 *
 * Return: as dc_request_get().
 */
struct dc_request *dc_request_change(struct dc_file *file,
				     struct dc_request *req, u32 id)
{
	/* Read before the look-up, as in dc_request_get(). */
	int deaths = atomic_read_acquire(&file->deaths);
	struct dc_session *sess = dc_session_get(file, id);
	bool fits = req && sess && req->capacity >= sess->request_ctx;

	if (req)
		forget(req);
	if (req && !fits) {
		dc_request_free(req);
		req = NULL;
	}
	if (!sess)
		return ERR_PTR(-ENOENT);
	if (!req)
		req = alloc_request(sess);
	if (IS_ERR(req)) {
		dc_session_put(sess);
		return req;
	}
	set_up(req, sess);
	req->deaths = deaths;
	return req;
}

/**
 * dc_request_put_slow - put a request that failed or that holds much
 * @file: whose pool it goes to
 * @req: the request; perhaps detached
 * @err: how the operation ended
 */
void dc_request_put_slow(struct dc_file *file, struct dc_request *req, int err)
{
	if (READ_ONCE(req->state) == DC_DETACHED) {
		put_detached(req);
		return;
	}
	dc_buffer_release(req);
	if (err)
		forget(req);
	dc_request_put(file, req, 0);
}

/* Takes a request out of its slot; nothing it knew of a dead session stays. */
static void sweep_slot(struct dc_request **slot)
{
	struct dc_request *req;

	if (!READ_ONCE(*slot))
		return;
	req = xchg(slot, NULL);
	if (!req)
		return;
	if (req->sess != &no_session && READ_ONCE(req->sess->dead))
		forget(req);
	if (cmpxchg(slot, NULL, req))
		dc_request_free(req);
}

/**
 * dc_request_sweep - no request in the pool knows a dead session
 * @file: whose pool
 *
 * Sweeps again if another session died meanwhile: a request that was out of
 * its slot for a moment here may have been missed by the other sweep.
 */
void dc_request_sweep(struct dc_file *file)
{
	unsigned int i;
	int deaths;

	do {
		deaths = atomic_read_acquire(&file->deaths);
		for (i = 0; i < DC_POOL_SLOTS; i++)
			sweep_slot(&file->pool[i]);
		smp_mb(); /* the count is read behind the last put-back */
	} while (atomic_read(&file->deaths) != deaths);
}

/**
 * dc_request_drain - free the pool of a file that nobody uses any more
 * @file: the file
 */
void dc_request_drain(struct dc_file *file)
{
	unsigned int i;

	for (i = 0; i < DC_POOL_SLOTS; i++)
		if (file->pool[i])
			dc_request_free(file->pool[i]);
}

/**
 * dc_request_done - the driver's callback, from any context
 * @arg: the request, in the kernel's form of the day
 * @err: errno of the transform; -EINPROGRESS says that it left the backlog
 */
#if DC_COMPLETION_TAKES_DATA
void dc_request_done(void *arg, int err)
#else
void dc_request_done(struct crypto_async_request *arg, int err)
#endif
{
	struct dc_request *req = dc_completion_data(arg);

	if (err == -EINPROGRESS)
		return;
	req->result = err;
	if (cmpxchg(&req->state, DC_SUBMITTED, DC_DONE) == DC_DETACHED)
		queue_work(release_wq, &req->work);
	else
		complete(&req->done);
}

/* How long a driver may take, in jiffies. */
static unsigned long patience(void)
{
	return msecs_to_jiffies(READ_ONCE(dc_engine_timeout_ms));
}

/**
 * dc_request_wait - wait for an asynchronous driver
 * @req: the request, which the driver has taken
 *
 * Return: the transform's errno; or -EINTR after a fatal signal, -ETIMEDOUT
 * when the driver did not answer in time.  After these two @req is detached:
 * the driver may still write to its memory, so the caller only puts it.
 */
int dc_request_wait(struct dc_request *req)
{
	struct dc_user *user = req->sess->user;
	long left;

	left = wait_for_completion_killable_timeout(&req->done, patience());
	if (likely(left > 0))
		return req->result;

	/* The callback's share, before it can find the request detached. */
	refcount_set(&req->ref, 2);
	__module_get(THIS_MODULE);
	dc_user_charge_lost(user, held_pages(req));
	if (cmpxchg(&req->state, DC_SUBMITTED, DC_DETACHED) == DC_SUBMITTED)
		return left ? -EINTR : -ETIMEDOUT;

	/* The answer came at this very moment. */
	dc_user_uncharge_lost(user, held_pages(req));
	module_put(THIS_MODULE);
	wait_for_completion(&req->done);
	return req->result;
}

/*
 * Is this answer a full queue?  With a backlog, -EBUSY says that the request
 * is in it; a synchronous driver (nx, n2) has none and means just busy.
 * -EAGAIN is what talitos and caam say.
 */
static bool is_full(const struct crypto_async_request *areq, int ret)
{
	u32 flags = areq->tfm->__crt_alg->cra_flags;

	/* A template may have worked on the data before the driver below it. */
	if (flags & CRYPTO_ALG_INSTANCE)
		return false;
	if (ret == -EBUSY)
		return !(flags & CRYPTO_ALG_ASYNC);
	return ret == -ENOSPC || ret == -EAGAIN;
}

/**
 * dc_request_pause - wait a little for a driver whose queue is full
 * @areq: what it was asked
 * @ret: the driver's answer; replaced when waiting has no sense any more
 * @deadline: in jiffies, when that will be; 0 at first
 *
 * Return: true if it shall be asked again.
 */
bool dc_request_pause(const struct crypto_async_request *areq, int *ret,
		      unsigned long *deadline)
{
	if (!is_full(areq, *ret))
		return false;
	if (!*deadline)
		*deadline = (jiffies + patience()) | 1;
	if (fatal_signal_pending(current)) {
		*ret = -EINTR;
		return false;
	}
	if (time_after(jiffies, *deadline)) {
		*ret = -ETIMEDOUT;
		return false;
	}
	schedule_timeout_killable(1);
	return true;
}

/**
 * dc_request_copy_aad - take the kernel's copy of the associated data
 * @req: the request, with @uaad and @aad_len; @aad is set
 *
 * Return: 0, -EMSGSIZE above the parameter max_aad, -EFAULT or -ENOMEM.
 */
int dc_request_copy_aad(struct dc_request *req)
{
	unsigned int len = req->aad_len;

	if (!len)
		return 0;
	if (len > READ_ONCE(dc_max_aad))
		return -EMSGSIZE;
	req->held = true;
	req->aad = req->inline_aad;
	if (len > sizeof(req->inline_aad)) {
		req->aad = kmalloc(len, GFP_KERNEL_ACCOUNT | __GFP_NOWARN |
						__GFP_NORETRY);
		if (!req->aad)
			return -ENOMEM;
	}
	return dc_copy_in(req->aad, req->uaad, len);
}

/**
 * dc_request_hash_aad - let the MAC of a chain begin with associated data
 * @req: the request, with @uaad and @aad_len
 *
 * Return: 0 or an errno.
 */
int dc_request_hash_aad(struct dc_request *req)
{
	struct scatterlist *sg = req->bounce.sg;
	int ret;

	if (!req->aad_len)
		return 0;
	ret = dc_request_copy_aad(req);
	if (ret)
		return ret;
	dc_sgl_set(sg, virt_to_page(req->aad), req->aad_len,
		   offset_in_page(req->aad));
	sg_mark_end(sg);
	return dc_hash_run(req, sg, req->aad_len, false);
}

/* Hash, or hash and cipher, in the order of the direction. */
static int run_hashed(struct dc_request *req, unsigned int n, bool last)
{
	struct dc_session *sess = req->sess;
	/* Encrypting, the source is the plaintext. */
	bool hash_source = req->encrypt != sess->mac_ciphertext;
	int ret = 0;

	if (hash_source || !sess->cipher)
		ret = dc_hash_run(req, req->src, n, last);
	if (!ret && sess->cipher && n)
		ret = dc_cipher_run(req, req->src, req->dst, n);
	if (!ret && sess->cipher && !hash_source)
		ret = dc_hash_run(req, req->dst, n, last);
	return ret;
}

/* The transforms of one window. */
static inline int run_window(struct dc_request *req, unsigned int n, bool last)
{
	if (req->sess->hash)
		return run_hashed(req, n, last);
	return dc_cipher_run(req, req->src, req->dst, n);
}

/* Nothing to map: what is left to do is a digest. */
static int run_empty(struct dc_request *req)
{
	if (!req->sess->hash)
		return 0;
	dc_buffer_small(req, 0);
	return run_window(req, 0, true);
}

/* Small requests: one piece of the bounce page, nothing to let go of. */
static int run_small(struct dc_request *req)
{
	unsigned int n = req->len;
	int ret;

	dc_buffer_small(req, n);
	if (dc_copy_in(req->page, req->usrc, n))
		return -EFAULT;
	ret = run_window(req, n, true);
	if (ret || !req->udst)
		return ret;
	return dc_copy_out(req->udst, req->page, n);
}

/*
 * Anything else, window by window: kept apart, so that a small request does
 * not pay for the registers of this loop.
 */
static noinline int run_windows(struct dc_request *req)
{
	const struct dc_alg *alg = req->sess->cipher_alg;
	const u8 __user *usrc = req->usrc;
	u8 __user *udst = req->udst;
	unsigned int left = req->len;
	unsigned int window = DC_WINDOW;
	int ret;

	if (alg && !alg->windowed)
		window = left;
	if (unlikely(dc_request_overlaps(req))) {
		req->copy = true;
		window = left;
	}
	for (;;) {
		unsigned int n = min(left, window);

		left -= n;
		ret = dc_buffer_map(req, usrc, udst, n);
		if (unlikely(ret))
			return ret;
		ret = run_window(req, n, !left);
		ret = dc_buffer_unmap(req, udst, n, ret);
		if (ret || likely(!left))
			return ret;
		usrc += n;
		if (udst)
			udst += n;
		if (fatal_signal_pending(current))
			return -EINTR;
		cond_resched();
	}
}

/**
 * dc_request_run - run a cipher, a hash or both over user data and wait
 * @req: the request, filled in
 *
 * Return: 0 or an errno.  With an error part of the output may be written.
 */
int dc_request_run(struct dc_request *req)
{
	unsigned int n = req->len;

	if (unlikely(!n))
		return run_empty(req);
	if (unlikely(!req->udst && req->sess->cipher))
		return -EFAULT;
	if (n <= PAGE_SIZE && dc_request_copies(req, n))
		return run_small(req);
	return run_windows(req);
}

int dc_request_init(void)
{
	release_wq = alloc_workqueue("devcrypto", WQ_UNBOUND, 0);
	return release_wq ? 0 : -ENOMEM;
}

void dc_request_exit(void)
{
	destroy_workqueue(release_wq);
}
