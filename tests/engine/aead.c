// SPDX-License-Identifier: GPL-2.0-only
/* AEAD: gcm(aes). */
#include <crypto/aes.h>
#include <crypto/gcm.h>
#include <crypto/internal/aead.h>
#include <linux/err.h>
#include <linux/module.h>

#include "engine.h"

struct aead_ctx {
	struct crypto_aead *child;	/* synchronous, owned by the tfm */
};

struct aead_reqctx {
	struct dc_job job;
	bool encrypt;
	struct aead_request sub;	/* last: its own context follows */
};

static int aead_run(struct dc_job *job)
{
	struct aead_request *req = container_of(job->base, struct aead_request,
						base);
	struct aead_reqctx *rctx = aead_request_ctx(req);
	struct crypto_aead *tfm = crypto_aead_reqtfm(req);
	struct aead_ctx *ctx = crypto_aead_ctx(tfm);
	struct aead_request *sub = &rctx->sub;
	int rc;

	aead_request_set_tfm(sub, ctx->child);
	aead_request_set_callback(sub, CRYPTO_TFM_REQ_MAY_SLEEP, NULL, NULL);
	aead_request_set_crypt(sub, req->src, req->dst, req->cryptlen, req->iv);
	aead_request_set_ad(sub, req->assoclen);
	rc = rctx->encrypt ? crypto_aead_encrypt(sub) :
			     crypto_aead_decrypt(sub);
	if (!rc && (rctx->encrypt || req->cryptlen > crypto_aead_authsize(tfm)))
		dc_job_flip(req->dst, req->assoclen);
	return rc;
}

static void aead_complete(struct dc_job *job, int err)
{
	aead_request_complete(container_of(job->base, struct aead_request,
					   base), err);
}

static int aead_submit(struct aead_request *req, bool encrypt)
{
	struct aead_reqctx *rctx = aead_request_ctx(req);

	rctx->encrypt = encrypt;
	rctx->job.base = &req->base;
	rctx->job.run = aead_run;
	rctx->job.complete = aead_complete;
	return dc_job_submit(&rctx->job);
}

static int aead_encrypt(struct aead_request *req)
{
	return aead_submit(req, true);
}

static int aead_decrypt(struct aead_request *req)
{
	return aead_submit(req, false);
}

static int aead_setkey(struct crypto_aead *tfm, const u8 *key,
		       unsigned int keylen)
{
	struct aead_ctx *ctx = crypto_aead_ctx(tfm);

	crypto_aead_clear_flags(ctx->child, CRYPTO_TFM_REQ_MASK);
	crypto_aead_set_flags(ctx->child, crypto_aead_get_flags(tfm) &
						  CRYPTO_TFM_REQ_MASK);
	return crypto_aead_setkey(ctx->child, key, keylen);
}

static int aead_setauthsize(struct crypto_aead *tfm, unsigned int authsize)
{
	struct aead_ctx *ctx = crypto_aead_ctx(tfm);

	return crypto_aead_setauthsize(ctx->child, authsize);
}

static int aead_init_tfm(struct crypto_aead *tfm)
{
	struct aead_ctx *ctx = crypto_aead_ctx(tfm);

	ctx->child = crypto_alloc_aead("gcm(aes)", 0, CRYPTO_ALG_ASYNC);
	if (IS_ERR(ctx->child))
		return PTR_ERR(ctx->child);
	crypto_aead_set_reqsize(tfm, sizeof(struct aead_reqctx) +
				     crypto_aead_reqsize(ctx->child));
	return 0;
}

static void aead_exit_tfm(struct crypto_aead *tfm)
{
	struct aead_ctx *ctx = crypto_aead_ctx(tfm);

	crypto_free_aead(ctx->child);
}

static struct aead_alg gcm_alg = {
	.base.cra_name = "gcm(aes)",
	.base.cra_driver_name = "gcm-aes-dctest",
	.base.cra_flags = CRYPTO_ALG_ASYNC,
	.base.cra_blocksize = 1,
	.base.cra_ctxsize = sizeof(struct aead_ctx),
	.base.cra_module = THIS_MODULE,
	.ivsize = GCM_AES_IV_SIZE,
	.maxauthsize = AES_BLOCK_SIZE,
	.chunksize = AES_BLOCK_SIZE,
	.init = aead_init_tfm,
	.exit = aead_exit_tfm,
	.setkey = aead_setkey,
	.setauthsize = aead_setauthsize,
	.encrypt = aead_encrypt,
	.decrypt = aead_decrypt,
};

int dc_test_aead_register(void)
{
	gcm_alg.base.cra_priority = dc_test_priority;
	return crypto_register_aead(&gcm_alg);
}

void dc_test_aead_unregister(void)
{
	crypto_unregister_aead(&gcm_alg);
}
