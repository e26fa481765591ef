/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A hardware engine that is not there: asynchronous drivers over the kernel's
 * own software transforms, with knobs for what real engines do seldom.
 *
 * Every request becomes a job.  The job waits for delay_ms in a work item of
 * its own, so jobs wait side by side, runs the software transform there and
 * completes with bottom halves off, the way a driver's tasklet would.
 */
#ifndef DC_TEST_ENGINE_H
#define DC_TEST_ENGINE_H

#include <linux/crypto.h>
#include <linux/list.h>
#include <linux/scatterlist.h>
#include <linux/workqueue.h>

/* Priority of every driver here, chosen at load. */
extern int dc_test_priority;

/* Lives in the request's context, so it dies with the request. */
struct dc_job {
	struct delayed_work work;
	struct list_head node;	/* in the list of kept jobs, under its lock */
	struct crypto_async_request *base;
	/* Does the work, may sleep; gives the request's result. */
	int (*run)(struct dc_job *job);
	/* Type-correct completion; job may be gone when it returns. */
	void (*complete)(struct dc_job *job, int err);
	bool backlogged;	/* the -EINPROGRESS callback is still due */
};

/* engine.c: the job queue and the knobs. */
int dc_job_submit(struct dc_job *job);
void dc_job_flip(struct scatterlist *sgl, unsigned int offset);
bool dc_job_flip_wanted(void);

/* One pair per transform type; register undoes itself on failure. */
int dc_test_skcipher_register(void);
void dc_test_skcipher_unregister(void);
int dc_test_aead_register(void);
void dc_test_aead_unregister(void);
int dc_test_hash_register(void);
void dc_test_hash_unregister(void);

/* pfnmap.c: memory that can be read and written but not pinned. */
int dc_test_pfnmap_register(void);
void dc_test_pfnmap_unregister(void);

/* rival.c: the name /dev/crypto, if it was taken. */
void dc_test_rival_unregister(void);

#endif
