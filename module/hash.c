// SPDX-License-Identifier: GPL-2.0-only
/*
 * Hashes and MACs: the ahash transforms of the kernel.
 *
 * A running hash lives in a request only while an operation runs.  Between
 * operations it is exported state in the session's stream: so a request that
 * a driver never gives back takes no stream with it.
 */
#include "request.h"

/**
 * dc_hash_alloc - make the transform of a hash or MAC session
 * @alg: table line of the hash
 * @driver: what dc_driver_choose() chose
 * @key: key of a MAC; unused for a hash without key
 * @keylen: bytes at @key
 *
 * Return: the transform, owned by the caller, or an error pointer.
 */
struct crypto_ahash *dc_hash_alloc(const struct dc_alg *alg, const char *driver,
				   const u8 *key, unsigned int keylen)
{
	struct crypto_ahash *tfm;
	int ret;

	tfm = crypto_alloc_ahash(driver, 0, 0);
	if (IS_ERR(tfm))
		return tfm;
	ret = -ENOENT;
	if (strcmp(crypto_tfm_alg_name(crypto_ahash_tfm(tfm)), alg->name))
		goto free_tfm;
	ret = alg->keyed ? crypto_ahash_setkey(tfm, key, keylen) : 0;
	if (ret)
		goto free_tfm;
	return tfm;

free_tfm:
	crypto_free_ahash(tfm);
	return ERR_PTR(ret);
}

/**
 * dc_hash_prepare - set up what is the same for all operations
 * @req: a request for a session with a hash
 */
void dc_hash_prepare(struct dc_request *req)
{
	struct ahash_request *ah = dc_hash_req(req);

	ahash_request_set_tfm(ah, req->sess->hash);
	ahash_request_set_callback(ah, DC_CRYPTO_FLAGS, dc_request_done, req);
}

static inline struct ahash_request *
set_data(struct dc_request *req, struct scatterlist *sg, unsigned int n)
{
	struct ahash_request *ah = dc_hash_req(req);

	ahash_request_set_crypt(ah, sg, req->digest, n);
	return ah;
}

/* Always inlined, so that @op is called directly and not through a pointer. */
static __always_inline int call(struct dc_request *req,
				struct ahash_request *ah,
				int (*op)(struct ahash_request *ah))
{
	unsigned long deadline = 0;
	int ret;

	do {
		dc_request_submit(req);
		ret = op(ah);
	} while (dc_request_retry(&ah->base, &ret, &deadline));
	return dc_request_await(req, ret);
}

/**
 * dc_hash_run - hash one mapped stretch and wait for it
 * @req: the request; @hash_new and @hash_final say where the hash begins and
 *	whether the digest is wanted; the digest is left in @digest
 * @sg: the data
 * @n: bytes, may be 0
 * @last: no data of this request follows
 *
 * Return: 0 or the errno of the transform or of the wait.
 */
int dc_hash_run(struct dc_request *req, struct scatterlist *sg, unsigned int n,
		bool last)
{
	struct ahash_request *ah;
	int ret;

	if (req->hash_new && req->hash_final && last)
		return dc_hash_digest(req, sg, n);

	ah = set_data(req, sg, n);
	if (req->hash_new) {
		ret = call(req, ah, crypto_ahash_init);
		if (ret)
			return ret;
		req->hash_new = false;
	}
	if (req->hash_final && last)
		return call(req, ah, crypto_ahash_finup);
	if (!n)
		return 0;
	return call(req, ah, crypto_ahash_update);
}

/**
 * dc_hash_digest - hash one mapped message and wait for the digest
 * @req: the request; the digest is left in @digest
 * @sg: the message
 * @n: bytes, may be 0
 *
 * Return: 0 or the errno of the transform or of the wait.
 */
int dc_hash_digest(struct dc_request *req, struct scatterlist *sg,
		   unsigned int n)
{
	return call(req, set_data(req, sg, n), crypto_ahash_digest);
}

/**
 * dc_hash_import - go on with a running hash
 * @req: the request that goes on with it
 * @state: what dc_hash_export() gave
 *
 * Return: 0 or the driver's errno.
 */
int dc_hash_import(struct dc_request *req, const void *state)
{
	return crypto_ahash_import(dc_hash_req(req), state);
}

/**
 * dc_hash_export - put the running hash of a request aside
 * @req: the request
 * @state: crypto_ahash_statesize() bytes
 *
 * Return: 0 or the driver's errno.
 */
int dc_hash_export(struct dc_request *req, void *state)
{
	return crypto_ahash_export(dc_hash_req(req), state);
}
