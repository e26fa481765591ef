// SPDX-License-Identifier: GPL-2.0-only
/*
 * The job queue and its knobs.  All knobs are benign at load, because the
 * kernel tests each driver while it is registered; they live in
 * /sys/module/dc_test_engine/parameters and may change at any time.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/atomic.h>
#include <linux/bottom_half.h>
#include <linux/jiffies.h>
#include <linux/module.h>
#include <linux/spinlock.h>

#include "engine.h"

int dc_test_priority = 1;
module_param_named(priority, dc_test_priority, int, 0444);
MODULE_PARM_DESC(priority, "cra_priority of all drivers (5000 makes them win)");

static unsigned int delay_ms;
module_param(delay_ms, uint, 0644);
MODULE_PARM_DESC(delay_ms, "time a request takes");

static unsigned int fail;
module_param(fail, uint, 0644);
MODULE_PARM_DESC(fail, "errno that requests complete with, 0 for the result");

static bool busy;
module_param(busy, bool, 0644);
MODULE_PARM_DESC(busy, "put requests that allow it on the backlog first");

static unsigned int full;
module_param(full, uint, 0644);
MODULE_PARM_DESC(full, "refuse this many requests with ENOSPC");

static bool flip;
module_param(flip, bool, 0644);
MODULE_PARM_DESC(flip, "flip the lowest bit of the first result byte");

static DEFINE_SPINLOCK(kept_lock);	/* guards never and kept_jobs */
static LIST_HEAD(kept_jobs);
static bool never;

static struct workqueue_struct *job_queue;
static atomic_t jobs_inflight = ATOMIC_INIT(0);
static atomic_t jobs_done = ATOMIC_INIT(0);

static int get_counter(char *buf, const struct kernel_param *kp)
{
	return sysfs_emit(buf, "%d\n", atomic_read(kp->arg));
}

static const struct kernel_param_ops counter_ops = {
	.get = get_counter,
};

module_param_cb(inflight, &counter_ops, &jobs_inflight, 0444);
MODULE_PARM_DESC(inflight, "requests taken and not yet completed");
module_param_cb(done, &counter_ops, &jobs_done, 0444);
MODULE_PARM_DESC(done, "requests completed since load");

/* Keep the job if requests are not to complete at present. */
static bool keep_job(struct dc_job *job)
{
	bool kept;

	spin_lock_bh(&kept_lock);
	kept = never;
	if (kept)
		list_add_tail(&job->node, &kept_jobs);
	spin_unlock_bh(&kept_lock);
	return kept;
}

static void start_job(struct dc_job *job, unsigned int ms)
{
	queue_delayed_work(job_queue, &job->work, msecs_to_jiffies(ms));
}

static int set_never(const char *val, const struct kernel_param *kp)
{
	struct dc_job *job, *next;
	LIST_HEAD(released);
	bool on;
	int rc;

	rc = kstrtobool(val, &on);
	if (rc)
		return rc;
	spin_lock_bh(&kept_lock);
	never = on;
	if (!on)
		list_splice_init(&kept_jobs, &released);
	spin_unlock_bh(&kept_lock);
	list_for_each_entry_safe(job, next, &released, node)
		start_job(job, 0);
	return 0;
}

static const struct kernel_param_ops never_ops = {
	.set = set_never,
	.get = param_get_bool,
};

module_param_cb(never, &never_ops, &never, 0644);
MODULE_PARM_DESC(never, "keep requests; writing 0 completes those kept");

static void job_callback(struct dc_job *job, int err)
{
	local_bh_disable();
	job->complete(job, err);
	local_bh_enable();
}

static void job_work(struct work_struct *work)
{
	struct dc_job *job = container_of(to_delayed_work(work), struct dc_job,
					  work);
	unsigned int err = READ_ONCE(fail);

	if (job->backlogged) {
		job->backlogged = false;
		job_callback(job, -EINPROGRESS);
		if (!keep_job(job))
			start_job(job, READ_ONCE(delay_ms));
		return;
	}
	if (err)
		err = min_t(unsigned int, err, MAX_ERRNO);
	else
		err = -job->run(job);
	atomic_inc(&jobs_done);
	atomic_dec(&jobs_inflight);
	job_callback(job, -(int)err);
}

/* True for each of the next @full requests. */
static bool refuse_job(void)
{
	bool refused = false;

	spin_lock_bh(&kept_lock);
	if (full) {
		full--;
		refused = true;
	}
	spin_unlock_bh(&kept_lock);
	return refused;
}

/**
 * dc_job_submit - take a request the way an engine does
 * @job: job with base, run and complete set
 *
 * Return: -EINPROGRESS, -EBUSY for the backlog, -ENOSPC if refused.
 */
int dc_job_submit(struct dc_job *job)
{
	if (READ_ONCE(full) && refuse_job())
		return -ENOSPC;
	INIT_DELAYED_WORK(&job->work, job_work);
	atomic_inc(&jobs_inflight);
	job->backlogged = READ_ONCE(busy) &&
			  (job->base->flags & CRYPTO_TFM_REQ_MAY_BACKLOG);
	if (job->backlogged) {
		start_job(job, 0);
		return -EBUSY;
	}
	if (!keep_job(job))
		start_job(job, READ_ONCE(delay_ms));
	return -EINPROGRESS;
}

bool dc_job_flip_wanted(void)
{
	return READ_ONCE(flip);
}

/* Flip one bit of the byte at @offset, if that knob is on. */
void dc_job_flip(struct scatterlist *sgl, unsigned int offset)
{
	u8 byte;

	if (!dc_job_flip_wanted())
		return;
	if (sg_pcopy_to_buffer(sgl, sg_nents(sgl), &byte, 1, offset) != 1)
		return;
	byte ^= 1;
	sg_pcopy_from_buffer(sgl, sg_nents(sgl), &byte, 1, offset);
}

static int __init engine_init(void)
{
	int rc;

	job_queue = alloc_workqueue("dc_test_engine", WQ_UNBOUND, 0);
	if (!job_queue)
		return -ENOMEM;
	rc = dc_test_pfnmap_register();
	if (rc)
		goto err_queue;
	rc = dc_test_skcipher_register();
	if (rc)
		goto err_pfnmap;
	rc = dc_test_aead_register();
	if (rc)
		goto err_skcipher;
	rc = dc_test_hash_register();
	if (rc)
		goto err_aead;
	return 0;

err_aead:
	dc_test_aead_unregister();
err_skcipher:
	dc_test_skcipher_unregister();
err_pfnmap:
	dc_test_pfnmap_unregister();
err_queue:
	destroy_workqueue(job_queue);
	return rc;
}

static void __exit engine_exit(void)
{
	dc_test_rival_unregister();
	dc_test_hash_unregister();
	dc_test_aead_unregister();
	dc_test_skcipher_unregister();
	dc_test_pfnmap_unregister();
	/* A work item may still be on its way back from its last callback. */
	destroy_workqueue(job_queue);
}

module_init(engine_init);
module_exit(engine_exit);

MODULE_DESCRIPTION("Test engine: asynchronous crypto drivers with knobs");
MODULE_LICENSE("GPL");
/* The software underneath; gcm is a template and comes by name only. */
MODULE_SOFTDEP("pre: gcm ctr cbc hmac ghash_generic sha256_generic aes_generic crypto_null");
