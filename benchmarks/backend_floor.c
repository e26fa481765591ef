// SPDX-License-Identifier: MIT
/*
 * The kernel floor: the transform alone, run inside the kernel, plus one ioctl
 * that does nothing.  Needs dc_floor.ko.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "bench.h"
#include "floor/dc_floor.h"

#define DEVICE "/dev/dc_floor"

struct context {
	int fd;
	struct job *job;
	struct dc_floor_run run;
};

static const uint32_t kinds[] = {
	[KIND_CIPHER] = DC_FLOOR_CIPHER,
	[KIND_AEAD] = DC_FLOOR_AEAD,
	[KIND_HASH] = DC_FLOOR_HASH,
	[KIND_CIPHER_HASH] = DC_FLOOR_CIPHER_HASH,
};

static void prepare(struct dc_floor_run *run, const struct job *job)
{
	const struct algorithm *alg = job->alg;

	run->kind = kinds[alg->kind];
	run->size = job->size;
	if (alg->kernel_cipher)
		snprintf(run->cipher, sizeof(run->cipher), "%s",
			 alg->kernel_cipher);
	if (alg->kernel_hash)
		snprintf(run->hash, sizeof(run->hash), "%s", alg->kernel_hash);
	memcpy(run->key, job->key, sizeof(run->key));
	memcpy(run->hash_key, job->hash_key, sizeof(run->hash_key));
	run->key_len = alg->key_len;
	run->hash_key_len = alg->hash_key_len;
}

static int floor_run(struct context *c, uint64_t count, void *data)
{
	c->run.count = count;
	c->run.data = (uintptr_t)data;
	memcpy(c->run.iv, c->job->iv, sizeof(c->run.iv));
	return ioctl(c->fd, DC_FLOOR_RUN, &c->run) ? -errno : 0;
}

static int open_floor(struct job *job, void **context, char driver[DRIVER_MAX],
		      char why[WHY_MAX])
{
	struct context *c;
	int rc;

	c = calloc(1, sizeof(*c));
	if (!c)
		return why_errno(why, "memory", -ENOMEM);
	c->job = job;
	prepare(&c->run, job);
	c->fd = open(DEVICE, O_RDWR | O_CLOEXEC);
	if (c->fd < 0) {
		rc = why_errno(why, DEVICE " (is dc_floor.ko loaded?)", -errno);
		goto free_context;
	}
	rc = floor_run(c, 1, NULL);
	if (rc) {
		why_errno(why, "DC_FLOOR_RUN", rc);
		goto close_fd;
	}
	snprintf(driver, DRIVER_MAX, "%.63s%s%.63s", c->run.cipher_driver,
		 job->alg->kind == KIND_CIPHER_HASH ? " + " : "",
		 c->run.hash_driver);
	*context = c;
	return 0;

close_fd:
	close(c->fd);
free_context:
	free(c);
	return rc;
}

static void close_floor(void *context)
{
	struct context *c = context;

	close(c->fd);
	free(c);
}

/* For verification only: it copies in and out, the timed form does not. */
static int run(void *context)
{
	struct context *c = context;
	struct job *job = c->job;
	int rc;

	if (job->dst != job->src)
		memcpy(job->dst, job->src, job->size);
	rc = floor_run(c, 1, job->dst);
	if (!rc)
		memcpy(job->mac, c->run.digest, sizeof(job->mac));
	return rc;
}

static int empty(void *context)
{
	struct context *c = context;

	return ioctl(c->fd, DC_FLOOR_EMPTY) ? -errno : 0;
}

static int time_floor(void *context, uint64_t count, uint64_t *ns)
{
	struct context *c = context;
	uint64_t most = DC_FLOOR_WORK_MAX / c->job->size;
	uint64_t done, part, entry;
	int rc;

	rc = measure_loop(empty, c, count, &entry);
	*ns = entry;
	for (done = 0; done < count && !rc; done += part) {
		part = count - done < most ? count - done : most;
		rc = floor_run(c, part, NULL);
		*ns += c->run.ns;
	}
	return rc;
}

const struct backend backend_floor = {
	.name = "floor",
	.title = "floor",
	.open = open_floor,
	.close = close_floor,
	.run = run,
	.time = time_floor,
};
