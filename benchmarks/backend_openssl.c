// SPDX-License-Identifier: MIT
/* OpenSSL inside this process: what not to use the kernel costs. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/params.h>

#include "bench.h"

struct context {
	struct job *job;
	EVP_CIPHER_CTX *cipher;
	EVP_MD *md;
	EVP_MD_CTX *digest;
	EVP_MAC_CTX *mac;
};

static int open_cipher(struct context *c)
{
	EVP_CIPHER *cipher;
	int ok;

	cipher = EVP_CIPHER_fetch(NULL, c->job->alg->evp_cipher, NULL);
	c->cipher = EVP_CIPHER_CTX_new();
	ok = cipher && c->cipher &&
	     EVP_EncryptInit_ex2(c->cipher, cipher, c->job->key, c->job->iv,
				 NULL) &&
	     EVP_CIPHER_CTX_set_padding(c->cipher, 0);
	EVP_CIPHER_free(cipher);
	return ok ? 0 : -ENOTSUP;
}

static int open_mac(struct context *c)
{
	char digest[32];
	OSSL_PARAM params[] = {
		OSSL_PARAM_utf8_string("digest", digest, 0),
		OSSL_PARAM_END,
	};
	EVP_MAC *mac = EVP_MAC_fetch(NULL, "HMAC", NULL);
	int ok;

	snprintf(digest, sizeof(digest), "%s", c->job->alg->evp_digest);
	c->mac = EVP_MAC_CTX_new(mac);
	ok = c->mac && EVP_MAC_init(c->mac, c->job->hash_key,
				    c->job->alg->hash_key_len, params);
	EVP_MAC_free(mac);
	return ok ? 0 : -ENOTSUP;
}

static int open_digest(struct context *c)
{
	c->md = EVP_MD_fetch(NULL, c->job->alg->evp_digest, NULL);
	c->digest = EVP_MD_CTX_new();
	return c->md && c->digest ? 0 : -ENOTSUP;
}

static void close_openssl(void *context)
{
	struct context *c = context;

	EVP_CIPHER_CTX_free(c->cipher);
	EVP_MD_CTX_free(c->digest);
	EVP_MD_free(c->md);
	EVP_MAC_CTX_free(c->mac);
	free(c);
}

static int open_openssl(struct job *job, void **context,
			char driver[DRIVER_MAX], char why[WHY_MAX])
{
	struct context *c;
	int rc = 0;

	c = calloc(1, sizeof(*c));
	if (!c)
		return why_errno(why, "memory", -ENOMEM);
	c->job = job;
	if (job->alg->evp_cipher)
		rc = open_cipher(c);
	if (!rc && job->alg->evp_digest)
		rc = job->alg->hash_key_len ? open_mac(c) : open_digest(c);
	if (rc) {
		close_openssl(c);
		return why_errno(why, "algorithm", rc);
	}
	snprintf(driver, DRIVER_MAX, "OpenSSL %s",
		 OpenSSL_version(OPENSSL_VERSION_STRING));
	*context = c;
	return 0;
}

static int run_cipher(struct context *c)
{
	struct job *job = c->job;
	int n = 0, tail = 0;

	if (!c->cipher) {
		if (job->dst != job->src)
			memcpy(job->dst, job->src, job->size);
		return 0;
	}
	if (!EVP_EncryptInit_ex2(c->cipher, NULL, NULL, job->iv, NULL) ||
	    !EVP_EncryptUpdate(c->cipher, job->dst, &n, job->src, job->size) ||
	    !EVP_EncryptFinal_ex(c->cipher, job->dst + n, &tail))
		return -EIO;
	if (job->alg->kind == KIND_AEAD &&
	    EVP_CIPHER_CTX_ctrl(c->cipher, EVP_CTRL_AEAD_GET_TAG, TAG_LEN,
				job->dst + job->size) <= 0)
		return -EIO;
	return 0;
}

static int run_hash(struct context *c)
{
	struct job *job = c->job;
	size_t n;

	if (c->mac)
		return EVP_MAC_init(c->mac, NULL, 0, NULL) &&
				       EVP_MAC_update(c->mac, job->src,
						      job->size) &&
				       EVP_MAC_final(c->mac, job->mac, &n,
						     sizeof(job->mac)) ?
			       0 :
			       -EIO;
	return EVP_DigestInit_ex2(c->digest, c->md, NULL) &&
			       EVP_DigestUpdate(c->digest, job->src,
						job->size) &&
			       EVP_DigestFinal_ex(c->digest, job->mac, NULL) ?
		       0 :
		       -EIO;
}

static int run(void *context)
{
	struct context *c = context;
	int rc = 0;

	/* The MAC is over the plaintext, so it comes first. */
	if (c->job->alg->digest_len)
		rc = run_hash(c);
	if (!rc && c->job->alg->kind != KIND_HASH)
		rc = run_cipher(c);
	return rc;
}

const struct backend backend_openssl = {
	.name = "openssl",
	.title = "OpenSSL",
	.open = open_openssl,
	.close = close_openssl,
	.run = run,
};
