// SPDX-License-Identifier: GPL-2.0-only
/* Ciphers: cbc(aes), ctr(aes) and the null cipher. */
#include <crypto/aes.h>
#include <crypto/internal/skcipher.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/module.h>

#include "engine.h"

struct cipher_ctx {
	struct crypto_skcipher *child;	/* synchronous, owned by the tfm */
};

struct cipher_reqctx {
	struct dc_job job;
	bool encrypt;
	struct skcipher_request sub;	/* last: its own context follows */
};

static int cipher_run(struct dc_job *job)
{
	struct skcipher_request *req = skcipher_request_cast(job->base);
	struct cipher_reqctx *rctx = skcipher_request_ctx(req);
	struct crypto_skcipher *tfm = crypto_skcipher_reqtfm(req);
	struct cipher_ctx *ctx = crypto_skcipher_ctx(tfm);
	struct skcipher_request *sub = &rctx->sub;
	int rc;

	skcipher_request_set_tfm(sub, ctx->child);
	skcipher_request_set_callback(sub, CRYPTO_TFM_REQ_MAY_SLEEP, NULL,
				      NULL);
	skcipher_request_set_crypt(sub, req->src, req->dst, req->cryptlen,
				   req->iv);
	rc = rctx->encrypt ? crypto_skcipher_encrypt(sub) :
			     crypto_skcipher_decrypt(sub);
	if (!rc && req->cryptlen)
		dc_job_flip(req->dst, 0);
	return rc;
}

static void cipher_complete(struct dc_job *job, int err)
{
	skcipher_request_complete(skcipher_request_cast(job->base), err);
}

static int cipher_submit(struct skcipher_request *req, bool encrypt)
{
	struct cipher_reqctx *rctx = skcipher_request_ctx(req);

	rctx->encrypt = encrypt;
	rctx->job.base = &req->base;
	rctx->job.run = cipher_run;
	rctx->job.complete = cipher_complete;
	return dc_job_submit(&rctx->job);
}

static int cipher_encrypt(struct skcipher_request *req)
{
	return cipher_submit(req, true);
}

static int cipher_decrypt(struct skcipher_request *req)
{
	return cipher_submit(req, false);
}

static int cipher_setkey(struct crypto_skcipher *tfm, const u8 *key,
			 unsigned int keylen)
{
	struct cipher_ctx *ctx = crypto_skcipher_ctx(tfm);

	crypto_skcipher_clear_flags(ctx->child, CRYPTO_TFM_REQ_MASK);
	crypto_skcipher_set_flags(ctx->child, crypto_skcipher_get_flags(tfm) &
						      CRYPTO_TFM_REQ_MASK);
	return crypto_skcipher_setkey(ctx->child, key, keylen);
}

static int cipher_init_tfm(struct crypto_skcipher *tfm)
{
	struct cipher_ctx *ctx = crypto_skcipher_ctx(tfm);
	const char *name = crypto_tfm_alg_name(crypto_skcipher_tfm(tfm));

	/* Asking for a synchronous one also keeps us from choosing ourselves. */
	ctx->child = crypto_alloc_skcipher(name, 0, CRYPTO_ALG_ASYNC);
	if (IS_ERR(ctx->child))
		return PTR_ERR(ctx->child);
	crypto_skcipher_set_reqsize(tfm,
				    sizeof(struct cipher_reqctx) +
				    crypto_skcipher_reqsize(ctx->child));
	return 0;
}

static void cipher_exit_tfm(struct crypto_skcipher *tfm)
{
	struct cipher_ctx *ctx = crypto_skcipher_ctx(tfm);

	crypto_free_skcipher(ctx->child);
}

static struct skcipher_alg cipher_algs[] = {
	{
		.base.cra_name = "cbc(aes)",
		.base.cra_driver_name = "cbc-aes-dctest",
		.base.cra_blocksize = AES_BLOCK_SIZE,
		.min_keysize = AES_MIN_KEY_SIZE,
		.max_keysize = AES_MAX_KEY_SIZE,
		.ivsize = AES_BLOCK_SIZE,
	},
	{
		.base.cra_name = "ctr(aes)",
		.base.cra_driver_name = "ctr-aes-dctest",
		.base.cra_blocksize = 1,
		.min_keysize = AES_MIN_KEY_SIZE,
		.max_keysize = AES_MAX_KEY_SIZE,
		.ivsize = AES_BLOCK_SIZE,
		.chunksize = AES_BLOCK_SIZE,
	},
	{
		.base.cra_name = "ecb(cipher_null)",
		.base.cra_driver_name = "ecb-null-dctest",
		.base.cra_blocksize = 1,
	},
};

int dc_test_skcipher_register(void)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(cipher_algs); i++) {
		struct skcipher_alg *alg = &cipher_algs[i];

		alg->base.cra_priority = dc_test_priority;
		alg->base.cra_flags = CRYPTO_ALG_ASYNC;
		alg->base.cra_ctxsize = sizeof(struct cipher_ctx);
		alg->base.cra_module = THIS_MODULE;
		alg->init = cipher_init_tfm;
		alg->exit = cipher_exit_tfm;
		alg->setkey = cipher_setkey;
		alg->encrypt = cipher_encrypt;
		alg->decrypt = cipher_decrypt;
	}
	return crypto_register_skciphers(cipher_algs, ARRAY_SIZE(cipher_algs));
}

void dc_test_skcipher_unregister(void)
{
	crypto_unregister_skciphers(cipher_algs, ARRAY_SIZE(cipher_algs));
}
