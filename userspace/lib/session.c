// SPDX-License-Identifier: MIT
/* Sessions: one algorithm with one key. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

struct devcrypto_session_info {
	char algorithm[CRYPTODEV_MAX_ALG_NAME + 1];
	char driver[CRYPTODEV_MAX_ALG_NAME + 1];
	size_t alignment;
	bool kernel_only;
};

int dc_session_open(const struct devcrypto *device,
		    const struct algorithm *algorithm, const void *key,
		    size_t key_len, uint32_t *id)
{
	struct session_op op;
	int rc;

	memset(&op, 0, sizeof(op));
	if (algorithm->kind == KIND_HASH) {
		op.mac = algorithm->id;
		op.mackeylen = key_len;
		op.mackey = dc_unconst(key);
	} else {
		op.cipher = algorithm->id;
		op.keylen = key_len;
		op.key = dc_unconst(key);
	}
	rc = dc_ioctl(device, CIOCGSESSION, &op);
	if (!rc)
		*id = op.ses;
	return rc;
}

void dc_session_close(const struct devcrypto *device, uint32_t id)
{
	dc_ioctl(device, CIOCFSESSION, &id);
}

/* Only a running MAC needs the key a second time. */
static void keep_key(struct devcrypto_session *session, const void *key,
		     size_t key_len)
{
	if (session->algorithm->kind != KIND_HASH || !key_len)
		return;
	memcpy(session->key, key, key_len);
	session->key_len = key_len;
}

int devcrypto_session_new(struct devcrypto *device, const char *algorithm,
			  const void *key, size_t key_len,
			  struct devcrypto_session **session)
{
	struct devcrypto_session *new;
	int rc;

	if (!device || !algorithm || !session || (!key && key_len) ||
	    key_len > HASH_KEY_MAX)
		return -EINVAL;
	new = calloc(1, sizeof(*new));
	if (!new)
		return -ENOMEM;
	new->device = device;
	new->algorithm = dc_algorithm_find(algorithm);
	rc = -EOPNOTSUPP;
	if (!new->algorithm)
		goto free_session;
	rc = dc_session_open(device, new->algorithm, key, key_len, &new->id);
	if (rc)
		goto free_session;
	keep_key(new, key, key_len);
	*session = new;
	return 0;

free_session:
	free(new);
	return rc;
}

void devcrypto_session_free(struct devcrypto_session *session)
{
	if (!session)
		return;
	dc_session_close(session->device, session->id);
	explicit_bzero(session, sizeof(*session));
	free(session);
}

size_t devcrypto_session_iv_size(const struct devcrypto_session *session)
{
	return session->algorithm->iv_size;
}

size_t devcrypto_session_block_size(const struct devcrypto_session *session)
{
	return session->algorithm->block_size;
}

size_t devcrypto_session_digest_size(const struct devcrypto_session *session)
{
	return session->algorithm->digest_size;
}

static void fill_info(struct devcrypto_session_info *info,
		      const struct session_info_op *op, enum kind kind)
{
	const struct alg_info *alg;

	alg = kind == KIND_HASH ? &op->hash_info : &op->cipher_info;
	memcpy(info->algorithm, alg->cra_name, sizeof(alg->cra_name));
	memcpy(info->driver, alg->cra_driver_name,
	       sizeof(alg->cra_driver_name));
	info->alignment = (size_t)op->alignmask + 1;
	info->kernel_only = op->flags & SIOP_FLAG_KERNEL_DRIVER_ONLY;
}

int devcrypto_session_get_info(const struct devcrypto_session *session,
			       struct devcrypto_session_info **info)
{
	struct devcrypto_session_info *new;
	struct session_info_op op;
	int rc;

	if (!session || !info)
		return -EINVAL;
	memset(&op, 0, sizeof(op));
	op.ses = session->id;
	rc = dc_ioctl(session->device, CIOCGSESSINFO, &op);
	if (rc)
		return rc;
	new = calloc(1, sizeof(*new));
	if (!new)
		return -ENOMEM;
	fill_info(new, &op, session->algorithm->kind);
	*info = new;
	return 0;
}

void devcrypto_session_info_free(struct devcrypto_session_info *info)
{
	free(info);
}

const char *
devcrypto_session_info_algorithm(const struct devcrypto_session_info *info)
{
	return info->algorithm;
}

const char *
devcrypto_session_info_driver(const struct devcrypto_session_info *info)
{
	return info->driver;
}

size_t
devcrypto_session_info_alignment(const struct devcrypto_session_info *info)
{
	return info->alignment;
}

bool devcrypto_session_info_kernel_only(
	const struct devcrypto_session_info *info)
{
	return info->kernel_only;
}
