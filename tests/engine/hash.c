// SPDX-License-Identifier: GPL-2.0-only
/* Hashes: sha256 and hmac(sha256), every step of them asynchronous. */
#include <crypto/internal/hash.h>
#include <crypto/sha2.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/module.h>

#include "engine.h"

struct hash_ctx {
	struct crypto_shash *child;	/* owned by the tfm */
};

struct hash_reqctx {
	struct dc_job job;
	int (*step)(struct ahash_request *req, struct shash_desc *desc);
	struct shash_desc desc;		/* last: the running state follows */
};

static struct hash_reqctx *hash_reqctx(struct ahash_request *req)
{
	struct hash_reqctx *rctx = ahash_request_ctx(req);
	struct hash_ctx *ctx = crypto_ahash_ctx(crypto_ahash_reqtfm(req));

	/* Not only at init: a request may start with an imported state. */
	rctx->desc.tfm = ctx->child;
	return rctx;
}

static int hash_run(struct dc_job *job)
{
	struct ahash_request *req = ahash_request_cast(job->base);
	struct hash_reqctx *rctx = ahash_request_ctx(req);

	return rctx->step(req, &rctx->desc);
}

static void hash_complete(struct dc_job *job, int err)
{
	ahash_request_complete(ahash_request_cast(job->base), err);
}

static int hash_submit(struct ahash_request *req,
		       int (*step)(struct ahash_request *, struct shash_desc *))
{
	struct hash_reqctx *rctx = hash_reqctx(req);

	rctx->step = step;
	rctx->job.base = &req->base;
	rctx->job.run = hash_run;
	rctx->job.complete = hash_complete;
	return dc_job_submit(&rctx->job);
}

static void flip_digest(struct ahash_request *req, int rc)
{
	if (!rc && dc_job_flip_wanted())
		req->result[0] ^= 1;
}

static int step_init(struct ahash_request *req, struct shash_desc *desc)
{
	return crypto_shash_init(desc);
}

static int step_final(struct ahash_request *req, struct shash_desc *desc)
{
	int rc = crypto_shash_final(desc, req->result);

	flip_digest(req, rc);
	return rc;
}

static int step_finup(struct ahash_request *req, struct shash_desc *desc)
{
	int rc = shash_ahash_finup(req, desc);

	flip_digest(req, rc);
	return rc;
}

static int step_digest(struct ahash_request *req, struct shash_desc *desc)
{
	int rc = shash_ahash_digest(req, desc);

	flip_digest(req, rc);
	return rc;
}

static int hash_init(struct ahash_request *req)
{
	return hash_submit(req, step_init);
}

static int hash_update(struct ahash_request *req)
{
	return hash_submit(req, shash_ahash_update);
}

static int hash_final(struct ahash_request *req)
{
	return hash_submit(req, step_final);
}

static int hash_finup(struct ahash_request *req)
{
	return hash_submit(req, step_finup);
}

static int hash_digest(struct ahash_request *req)
{
	return hash_submit(req, step_digest);
}

static int hash_export(struct ahash_request *req, void *out)
{
	return crypto_shash_export(&hash_reqctx(req)->desc, out);
}

static int hash_import(struct ahash_request *req, const void *in)
{
	return crypto_shash_import(&hash_reqctx(req)->desc, in);
}

static int hmac_setkey(struct crypto_ahash *tfm, const u8 *key,
		       unsigned int keylen)
{
	struct hash_ctx *ctx = crypto_ahash_ctx(tfm);

	crypto_shash_clear_flags(ctx->child, CRYPTO_TFM_REQ_MASK);
	crypto_shash_set_flags(ctx->child, crypto_ahash_get_flags(tfm) &
						   CRYPTO_TFM_REQ_MASK);
	return crypto_shash_setkey(ctx->child, key, keylen);
}

static int hash_init_tfm(struct crypto_ahash *tfm)
{
	struct hash_ctx *ctx = crypto_ahash_ctx(tfm);
	const char *name = crypto_tfm_alg_name(crypto_ahash_tfm(tfm));

	ctx->child = crypto_alloc_shash(name, 0, 0);
	if (IS_ERR(ctx->child))
		return PTR_ERR(ctx->child);
	if (crypto_shash_statesize(ctx->child) > crypto_ahash_statesize(tfm)) {
		crypto_free_shash(ctx->child);
		return -EINVAL;
	}
	crypto_ahash_set_reqsize(tfm, sizeof(struct hash_reqctx) +
				      crypto_shash_descsize(ctx->child));
	return 0;
}

static void hash_exit_tfm(struct crypto_ahash *tfm)
{
	struct hash_ctx *ctx = crypto_ahash_ctx(tfm);

	crypto_free_shash(ctx->child);
}

static struct ahash_alg hash_algs[] = {
	{
		.halg.base.cra_name = "sha256",
		.halg.base.cra_driver_name = "sha256-dctest",
	},
	{
		.halg.base.cra_name = "hmac(sha256)",
		.halg.base.cra_driver_name = "hmac-sha256-dctest",
		.setkey = hmac_setkey,
	},
};

/* Exported states are the software's, so their size is asked of it. */
static int set_statesize(struct ahash_alg *alg)
{
	struct crypto_shash *shash;

	shash = crypto_alloc_shash(alg->halg.base.cra_name, 0, 0);
	if (IS_ERR(shash))
		return PTR_ERR(shash);
	alg->halg.statesize = crypto_shash_statesize(shash);
	crypto_free_shash(shash);
	return 0;
}

int dc_test_hash_register(void)
{
	size_t i;
	int rc;

	for (i = 0; i < ARRAY_SIZE(hash_algs); i++) {
		struct ahash_alg *alg = &hash_algs[i];

		rc = set_statesize(alg);
		if (rc)
			return rc;
		alg->halg.digestsize = SHA256_DIGEST_SIZE;
		alg->halg.base.cra_priority = dc_test_priority;
		alg->halg.base.cra_flags = CRYPTO_ALG_ASYNC;
		alg->halg.base.cra_blocksize = SHA256_BLOCK_SIZE;
		alg->halg.base.cra_ctxsize = sizeof(struct hash_ctx);
		alg->halg.base.cra_module = THIS_MODULE;
		alg->init_tfm = hash_init_tfm;
		alg->exit_tfm = hash_exit_tfm;
		alg->init = hash_init;
		alg->update = hash_update;
		alg->final = hash_final;
		alg->finup = hash_finup;
		alg->digest = hash_digest;
		alg->export = hash_export;
		alg->import = hash_import;
	}
	return crypto_register_ahashes(hash_algs, ARRAY_SIZE(hash_algs));
}

void dc_test_hash_unregister(void)
{
	crypto_unregister_ahashes(hash_algs, ARRAY_SIZE(hash_algs));
}
