// SPDX-License-Identifier: MIT
/* Authenticated encryption. */
#include <errno.h>
#include <string.h>

#include "internal.h"

struct message {
	const void *iv;
	const void *aad;
	size_t aad_len;
	const void *src;
	size_t src_len; /* to decrypt: with the tag */
	void *dst;
};

static int check(const struct devcrypto_session *session,
		 const struct message *m)
{
	int rc;

	if (!session || session->algorithm->kind != KIND_AEAD)
		return -EINVAL;
	if (!m->iv || (m->aad_len && !m->aad) || (m->src_len && !m->src))
		return -EINVAL;
	rc = dc_check_length(m->aad_len);
	return rc ? rc : dc_check_length(m->src_len);
}

static int crypt(const struct devcrypto_session *session, uint16_t direction,
		 const struct message *m)
{
	struct crypt_auth_op op;
	int rc;

	rc = check(session, m);
	if (rc)
		return rc;
	memset(&op, 0, sizeof(op));
	op.ses = session->id;
	op.op = direction;
	op.len = m->src_len;
	op.src = dc_unconst(m->src);
	op.dst = m->dst;
	op.auth_len = m->aad_len;
	op.auth_src = dc_unconst(m->aad);
	op.tag_len = session->algorithm->digest_size;
	op.iv = dc_unconst(m->iv);
	op.iv_len = session->algorithm->iv_size;
	return dc_ioctl(session->device, CIOCAUTHCRYPT, &op);
}

int devcrypto_aead_encrypt(const struct devcrypto_session *session,
			   const void *iv, const void *aad, size_t aad_len,
			   const void *src, size_t len, void *dst)
{
	struct message m = { iv, aad, aad_len, src, len, dst };

	if (!dst)
		return -EINVAL;
	return crypt(session, COP_ENCRYPT, &m);
}

int devcrypto_aead_decrypt(const struct devcrypto_session *session,
			   const void *iv, const void *aad, size_t aad_len,
			   const void *src, size_t len, void *dst)
{
	struct message m = { iv, aad, aad_len, src, 0, dst };

	if (!session || !src || (len && !dst))
		return -EINVAL;
	if (dc_check_length(len))
		return -EMSGSIZE;
	m.src_len = len + session->algorithm->digest_size;
	return crypt(session, COP_DECRYPT, &m);
}
