// SPDX-License-Identifier: MIT
/* Digests and MACs, in one call or piece by piece. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

static int check(const struct devcrypto_session *session, const void *src,
		 size_t len)
{
	if (!session || session->algorithm->kind != KIND_HASH || (len && !src))
		return -EINVAL;
	return dc_check_length(len);
}

static int crypt(const struct devcrypto *device, uint32_t id, uint16_t flags,
		 const void *src, size_t len, void *digest)
{
	struct crypt_op op;

	memset(&op, 0, sizeof(op));
	op.ses = id;
	op.op = COP_ENCRYPT;
	op.flags = flags;
	op.len = len;
	op.src = dc_unconst(src);
	op.mac = digest;
	return dc_ioctl(device, CIOCCRYPT, &op);
}

int devcrypto_digest(const struct devcrypto_session *session, const void *src,
		     size_t len, void *digest)
{
	int rc;

	rc = check(session, src, len);
	if (rc)
		return rc;
	if (!digest)
		return -EINVAL;
	return crypt(session->device, session->id, COP_FLAG_NONE, src, len,
		     digest);
}

int devcrypto_hash_new(const struct devcrypto_session *session,
		       struct devcrypto_hash **hash)
{
	struct devcrypto_hash *new;
	int rc;

	rc = check(session, NULL, 0);
	if (rc)
		return rc;
	if (!hash)
		return -EINVAL;
	new = malloc(sizeof(*new));
	if (!new)
		return -ENOMEM;
	new->session = session;
	new->used = false;
	rc = dc_session_open(session->device, session->algorithm, session->key,
			     session->key_len, &new->id);
	if (rc) {
		free(new);
		return rc;
	}
	*hash = new;
	return 0;
}

void devcrypto_hash_free(struct devcrypto_hash *hash)
{
	if (!hash)
		return;
	dc_session_close(hash->session->device, hash->id);
	free(hash);
}

/* The first step of a message forgets what the kernel session held before. */
static int step(struct devcrypto_hash *hash, uint16_t flags, const void *src,
		size_t len, void *digest)
{
	int rc;

	if (!hash->used)
		flags |= COP_FLAG_RESET;
	rc = crypt(hash->session->device, hash->id, flags, src, len, digest);
	if (!rc)
		hash->used = true;
	return rc;
}

int devcrypto_hash_update(struct devcrypto_hash *hash, const void *src,
			  size_t len)
{
	int rc;

	if (!hash)
		return -EINVAL;
	rc = check(hash->session, src, len);
	if (rc)
		return rc;
	/* To the kernel an update without data means: give the digest. */
	if (!len)
		return 0;
	return step(hash, COP_FLAG_UPDATE, src, len, NULL);
}

int devcrypto_hash_final(struct devcrypto_hash *hash, void *digest)
{
	int rc;

	if (!hash || !digest)
		return -EINVAL;
	rc = step(hash, COP_FLAG_FINAL, NULL, 0, digest);
	if (!rc)
		hash->used = false;
	return rc;
}

int devcrypto_hash_copy(const struct devcrypto_hash *hash,
			struct devcrypto_hash **copy)
{
	struct devcrypto_hash *new;
	struct cphash_op op;
	int rc;

	if (!hash || !copy)
		return -EINVAL;
	rc = devcrypto_hash_new(hash->session, &new);
	if (rc)
		return rc;
	if (hash->used) {
		op.dst_ses = new->id;
		op.src_ses = hash->id;
		rc = dc_ioctl(hash->session->device, CIOCCPHASH, &op);
		if (rc) {
			devcrypto_hash_free(new);
			return rc;
		}
		new->used = true;
	}
	*copy = new;
	return 0;
}
