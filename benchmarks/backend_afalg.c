// SPDX-License-Identifier: MIT
/*
 * AF_ALG sockets, straight system calls.  "AF_ALG" sends the data with the
 * request (sendmsg, read); "splice" gives the kernel the pages (vmsplice,
 * splice, read).  Cipher and MAC have no common operation there, so they are
 * two operations on two sockets.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/if_alg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "afalg_driver.h"
#include "bench.h"

#define PIPE_SIZE (1 << 20)

/* One algorithm: its two sockets and the request sent for each operation. */
struct transform {
	int algorithm;
	int operation;
	struct msghdr msg;
	struct iovec iov;
	union {
		struct cmsghdr align;
		char bytes[128];
	} control;
};

struct context {
	struct job *job;
	struct transform cipher;
	struct transform hash;
	int pipe[2];
	bool splice;
};

static void add_control(struct transform *t, int type, const void *data,
			size_t len, size_t *used)
{
	struct cmsghdr *c = (void *)(t->control.bytes + *used);

	c->cmsg_level = SOL_ALG;
	c->cmsg_type = type;
	c->cmsg_len = CMSG_LEN(len);
	memcpy(CMSG_DATA(c), data, len);
	*used += CMSG_SPACE(len);
}

static void prepare_cipher(struct transform *t, const struct job *job)
{
	uint32_t encrypt = ALG_OP_ENCRYPT, aad_len = 0;
	struct {
		struct af_alg_iv head;
		uint8_t iv[IV_MAX];
	} iv;
	size_t used = 0;

	add_control(t, ALG_SET_OP, &encrypt, sizeof(encrypt), &used);
	if (job->alg->kind == KIND_AEAD)
		add_control(t, ALG_SET_AEAD_ASSOCLEN, &aad_len, sizeof(aad_len),
			    &used);
	if (job->alg->iv_len) {
		iv.head.ivlen = job->alg->iv_len;
		memcpy(iv.iv, job->iv, sizeof(iv.iv));
		add_control(t, ALG_SET_IV, &iv,
			    sizeof(iv.head) + job->alg->iv_len, &used);
	}
	t->msg.msg_control = t->control.bytes;
	t->msg.msg_controllen = used;
}

static void close_transform(struct transform *t)
{
	if (t->operation >= 0)
		close(t->operation);
	if (t->algorithm >= 0)
		close(t->algorithm);
}

static int open_transform(struct transform *t, const char *type,
			  const char *name, const void *key, size_t key_len)
{
	struct sockaddr_alg address = { .salg_family = AF_ALG };

	snprintf((char *)address.salg_type, sizeof(address.salg_type), "%s",
		 type);
	snprintf((char *)address.salg_name, sizeof(address.salg_name), "%s",
		 name);
	t->algorithm = socket(AF_ALG, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
	if (t->algorithm < 0)
		return -errno;
	if (bind(t->algorithm, (void *)&address, sizeof(address)))
		return -errno;
	if (key_len &&
	    setsockopt(t->algorithm, SOL_ALG, ALG_SET_KEY, key, key_len))
		return -errno;
	if (!strcmp(type, "aead") &&
	    setsockopt(t->algorithm, SOL_ALG, ALG_SET_AEAD_AUTHSIZE, NULL,
		       TAG_LEN))
		return -errno;
	t->operation = accept4(t->algorithm, NULL, NULL, SOCK_CLOEXEC);
	return t->operation < 0 ? -errno : 0;
}

static int open_cipher(struct context *c, char driver[DRIVER_MAX])
{
	const struct algorithm *alg = c->job->alg;
	const char *type = alg->kind == KIND_AEAD ? "aead" : "skcipher";
	int rc;

	rc = open_transform(&c->cipher, type, alg->kernel_cipher, c->job->key,
			    alg->key_len);
	if (rc)
		return rc;
	prepare_cipher(&c->cipher, c->job);
	afalg_driver(type, alg->kernel_cipher, driver);
	return 0;
}

static int open_hash(struct context *c, char driver[DRIVER_MAX])
{
	const struct algorithm *alg = c->job->alg;
	int rc;

	rc = open_transform(&c->hash, "hash", alg->kernel_hash,
			    c->job->hash_key, alg->hash_key_len);
	if (rc)
		return rc;
	afalg_driver("hash", alg->kernel_hash, driver);
	return 0;
}

static void close_afalg(void *context)
{
	struct context *c = context;

	close_transform(&c->cipher);
	close_transform(&c->hash);
	if (c->splice) {
		close(c->pipe[0]);
		close(c->pipe[1]);
	}
	free(c);
}

static int open_pipe(struct context *c)
{
	if (pipe2(c->pipe, O_CLOEXEC))
		return -errno;
	c->splice = true;
	/* The text and one page for where it starts inside a page. */
	if (fcntl(c->pipe[1], F_SETPIPE_SZ, PIPE_SIZE) < 0)
		return -errno;
	return 0;
}

static int open_sockets(struct job *job, void **context,
			char driver[DRIVER_MAX], char why[WHY_MAX], bool splice)
{
	char hash_driver[DRIVER_MAX] = "";
	size_t used;
	struct context *c;
	int rc = 0;

	c = calloc(1, sizeof(*c));
	if (!c)
		return why_errno(why, "memory", -ENOMEM);
	c->job = job;
	c->cipher.algorithm = c->cipher.operation = -1;
	c->hash.algorithm = c->hash.operation = -1;
	if (splice)
		rc = open_pipe(c);
	driver[0] = '\0';
	if (!rc && job->alg->kernel_cipher)
		rc = open_cipher(c, driver);
	if (!rc && job->alg->kernel_hash)
		rc = open_hash(c, hash_driver);
	if (rc) {
		close_afalg(c);
		return why_errno(why, "AF_ALG", rc);
	}
	used = strlen(driver);
	snprintf(driver + used, DRIVER_MAX - used, "%s%s",
		 used && *hash_driver ? " + " : "", hash_driver);
	*context = c;
	return 0;
}

static int open_afalg(struct job *job, void **context, char driver[DRIVER_MAX],
		      char why[WHY_MAX])
{
	return open_sockets(job, context, driver, why, false);
}

static int open_splice(struct job *job, void **context, char driver[DRIVER_MAX],
		       char why[WHY_MAX])
{
	return open_sockets(job, context, driver, why, true);
}

static int send_copy(struct context *c, struct transform *t)
{
	ssize_t n;

	t->iov.iov_base = c->job->src;
	t->iov.iov_len = c->job->size;
	t->msg.msg_iov = &t->iov;
	t->msg.msg_iovlen = 1;
	n = sendmsg(t->operation, &t->msg, 0);
	if (n < 0)
		return -errno;
	return (size_t)n == c->job->size ? 0 : -EMSGSIZE;
}

static int send_pages(struct context *c, struct transform *t)
{
	struct iovec iov = { c->job->src, c->job->size };
	size_t left;
	ssize_t n;

	t->msg.msg_iovlen = 0;
	if (t->msg.msg_controllen &&
	    sendmsg(t->operation, &t->msg, MSG_MORE) < 0)
		return -errno;
	n = vmsplice(c->pipe[1], &iov, 1, 0);
	if (n < 0)
		return -errno;
	if ((size_t)n != c->job->size)
		return -EMSGSIZE;
	for (left = c->job->size; left; left -= n) {
		n = splice(c->pipe[0], NULL, t->operation, NULL, left, 0);
		if (n < 0)
			return -errno;
		if (!n)
			return -EPIPE;
	}
	return 0;
}

static int operate(struct context *c, struct transform *t, void *result,
		   size_t len)
{
	ssize_t n;
	int rc;

	rc = c->splice ? send_pages(c, t) : send_copy(c, t);
	if (rc)
		return rc;
	n = read(t->operation, result, len);
	if (n < 0)
		return -errno;
	return (size_t)n == len ? 0 : -EMSGSIZE;
}

static int run(void *context)
{
	struct context *c = context;
	struct job *job = c->job;
	int rc = 0;

	/* The MAC is over the plaintext, so it comes first. */
	if (job->alg->digest_len)
		rc = operate(c, &c->hash, job->mac, job->alg->digest_len);
	if (!rc && job->alg->kind != KIND_HASH)
		rc = operate(c, &c->cipher, job->dst, job->result_len);
	return rc;
}

const struct backend backend_afalg = {
	.name = "afalg",
	.title = "AF_ALG",
	.open = open_afalg,
	.close = close_afalg,
	.run = run,
};

const struct backend backend_afalg_splice = {
	.name = "afalg-splice",
	.title = "AF_ALG spl",
	.open = open_splice,
	.close = close_afalg,
	.run = run,
};
