// SPDX-License-Identifier: MIT
/*
 * /dev/crypto, one ioctl per operation.  "zero-copy" leaves to the module
 * whether to copy or to pin; "copy" asks for a copy.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <crypto/cryptodev.h>

#include "bench.h"

#define DEVICE "/dev/crypto"

struct context {
	int fd;
	uint32_t session;
	const struct job *job;
	struct crypt_op crypt;
	struct crypt_auth_op auth;
};

static int create_session(struct context *c, struct job *job)
{
	const struct algorithm *alg = job->alg;
	struct session_op op;

	memset(&op, 0, sizeof(op));
	op.cipher = alg->v1_cipher;
	op.keylen = alg->key_len;
	op.key = job->key;
	op.mac = alg->v1_hash;
	op.mackeylen = alg->hash_key_len;
	op.mackey = job->hash_key;
	if (ioctl(c->fd, CIOCGSESSION, &op))
		return -errno;
	c->session = op.ses;
	return 0;
}

static void name_driver(struct context *c, char driver[DRIVER_MAX])
{
	struct session_info_op info;

	memset(&info, 0, sizeof(info));
	info.ses = c->session;
	if (ioctl(c->fd, CIOCGSESSINFO, &info)) {
		snprintf(driver, DRIVER_MAX, "unknown");
		return;
	}
	snprintf(driver, DRIVER_MAX, "%.64s%s%.64s",
		 info.cipher_info.cra_driver_name,
		 c->job->alg->kind == KIND_CIPHER_HASH ? " + " : "",
		 info.hash_info.cra_driver_name);
}

static void prepare(struct context *c, struct job *job, uint16_t flags)
{
	struct crypt_op *op = &c->crypt;

	op->ses = c->session;
	op->op = COP_ENCRYPT;
	op->flags = flags;
	op->len = job->size;
	op->src = job->src;
	op->dst = job->dst;
	op->mac = job->alg->digest_len ? job->mac : NULL;
	op->iv = job->alg->iv_len ? job->iv : NULL;

	c->auth.ses = c->session;
	c->auth.op = COP_ENCRYPT;
	c->auth.flags = flags;
	c->auth.src = job->src;
	c->auth.dst = job->dst;
	c->auth.iv = job->iv;
	c->auth.iv_len = job->alg->iv_len;
}

static int open_with(struct job *job, void **context, char driver[DRIVER_MAX],
		     char why[WHY_MAX], uint16_t flags)
{
	struct context *c;
	int rc;

	c = calloc(1, sizeof(*c));
	if (!c)
		return why_errno(why, "memory", -ENOMEM);
	c->job = job;
	c->fd = open(DEVICE, O_RDWR | O_CLOEXEC);
	if (c->fd < 0) {
		rc = why_errno(why, DEVICE " (is the module loaded?)", -errno);
		goto free_context;
	}
	rc = create_session(c, job);
	if (rc) {
		why_errno(why, "CIOCGSESSION", rc);
		goto close_fd;
	}
	name_driver(c, driver);
	prepare(c, job, flags);
	*context = c;
	return 0;

close_fd:
	close(c->fd);
free_context:
	free(c);
	return rc;
}

static int open_zero_copy(struct job *job, void **context,
			  char driver[DRIVER_MAX], char why[WHY_MAX])
{
	return open_with(job, context, driver, why, COP_FLAG_NONE);
}

static int open_copy(struct job *job, void **context, char driver[DRIVER_MAX],
		     char why[WHY_MAX])
{
	return open_with(job, context, driver, why, COP_FLAG_NO_ZC);
}

static void close_context(void *context)
{
	struct context *c = context;

	ioctl(c->fd, CIOCFSESSION, &c->session);
	close(c->fd);
	free(c);
}

static int run(void *context)
{
	struct context *c = context;

	if (c->job->alg->kind != KIND_AEAD)
		return ioctl(c->fd, CIOCCRYPT, &c->crypt) ? -errno : 0;
	/* The kernel wrote the lengths of the result over those of the call. */
	c->auth.len = c->job->size;
	c->auth.tag_len = TAG_LEN;
	return ioctl(c->fd, CIOCAUTHCRYPT, &c->auth) ? -errno : 0;
}

const struct backend backend_devcrypto = {
	.name = "devcrypto",
	.title = "devcrypto",
	.open = open_zero_copy,
	.close = close_context,
	.run = run,
};

const struct backend backend_devcrypto_copy = {
	.name = "devcrypto-copy",
	.title = "dc copy",
	.open = open_copy,
	.close = close_context,
	.run = run,
};
