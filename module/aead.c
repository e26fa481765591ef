// SPDX-License-Identifier: GPL-2.0-only
/*
 * AEAD: the aead transforms of the kernel.
 *
 * The list that a transform works on is [associated data][text][tag], in
 * place or with a second list of the same shape.  Associated data and tag are
 * always kernel copies; only text may be the user's pages.  So a tag is
 * compared with what was read once, and no page of associated data is ever
 * in a list that is written to.
 */
#include <linux/slab.h>

#include "buffer.h"

static struct crypto_aead *make(const struct dc_aead *aead, const char *name)
{
	struct crypto_aead *tfm;
	int ret;

	tfm = crypto_alloc_aead(name, 0, 0);
	if (IS_ERR(tfm))
		return tfm;
	ret = crypto_aead_setkey(tfm, aead->key, aead->keylen);
	if (ret) {
		crypto_free_aead(tfm);
		return ERR_PTR(ret);
	}
	return tfm;
}

/**
 * dc_aead_alloc - make what an AEAD session needs, with the full tag size
 * @alg: table line of the algorithm
 * @driver: what dc_driver_choose() chose
 * @key: its key
 * @keylen: bytes at @key
 *
 * Return: an object to be freed with dc_aead_free(), or an error pointer.
 */
struct dc_aead *dc_aead_alloc(const struct dc_alg *alg, const char *driver,
			      const u8 *key, unsigned int keylen)
{
	struct crypto_aead *tfm;
	struct dc_aead *aead;
	int ret;

	aead = kzalloc(struct_size(aead, key, keylen), GFP_KERNEL_ACCOUNT);
	if (!aead)
		return ERR_PTR(-ENOMEM);
	mutex_init(&aead->lock);
	memcpy(aead->key, key, keylen);
	aead->keylen = keylen;

	tfm = make(aead, driver);
	if (IS_ERR(tfm)) {
		ret = PTR_ERR(tfm);
		goto free_aead;
	}
	aead->max_tag = crypto_aead_maxauthsize(tfm);
	ret = -ENOENT;
	if (strcmp(crypto_tfm_alg_name(crypto_aead_tfm(tfm)), alg->name))
		goto free_tfm;
	ret = -EINVAL;
	if (crypto_aead_ivsize(tfm) > DC_MAX_IV || aead->max_tag > DC_MAX_TAG)
		goto free_tfm;
	ret = crypto_aead_setauthsize(tfm, aead->max_tag);
	if (ret)
		goto free_tfm;
	strscpy(aead->driver, crypto_tfm_alg_driver_name(crypto_aead_tfm(tfm)),
		sizeof(aead->driver));
	aead->tfm[aead->max_tag] = tfm;
	return aead;

free_tfm:
	crypto_free_aead(tfm);
free_aead:
	kfree_sensitive(aead);
	return ERR_PTR(ret);
}

void dc_aead_free(struct dc_aead *aead)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(aead->tfm); i++)
		if (aead->tfm[i])
			crypto_free_aead(aead->tfm[i]);
	kfree_sensitive(aead);
}

/* The transform with the full tag size. */
struct crypto_aead *dc_aead_default(struct dc_aead *aead)
{
	return aead->tfm[aead->max_tag];
}

/**
 * dc_aead_add_size - first use of a tag size: make its transform, publish it
 * @aead: the session's transforms
 * @tag_len: bytes of tag, at most @aead->max_tag
 *
 * Return: the transform or an error pointer, as dc_aead_get().
 */
struct crypto_aead *dc_aead_add_size(struct dc_aead *aead, unsigned int tag_len)
{
	struct crypto_aead *first = dc_aead_default(aead);
	struct crypto_aead *tfm;
	int ret;

	if (mutex_lock_killable(&aead->lock))
		return ERR_PTR(-EINTR);
	tfm = aead->tfm[tag_len];
	if (tfm)
		goto unlock;
	tfm = make(aead, aead->driver);
	if (IS_ERR(tfm))
		goto unlock;
	/*
	 * Requests are laid out for the first transform; one with another
	 * fallback inside might want more.
	 */
	ret = -EINVAL;
	if (crypto_aead_reqsize(tfm) > crypto_aead_reqsize(first) ||
	    crypto_aead_ivsize(tfm) != crypto_aead_ivsize(first))
		goto free_tfm;
	ret = crypto_aead_setauthsize(tfm, tag_len);
	if (ret)
		goto free_tfm;
	/* Pairs with the acquire in dc_aead_get(). */
	smp_store_release(&aead->tfm[tag_len], tfm);
unlock:
	mutex_unlock(&aead->lock);
	return tfm;

free_tfm:
	crypto_free_aead(tfm);
	mutex_unlock(&aead->lock);
	return ERR_PTR(ret);
}

/**
 * dc_aead_ccm_iv - the counter block of CCM for a nonce (RFC 3610)
 * @iv: 16 bytes to fill: one that tells how many bytes the counter has, the
 *	nonce, the counter from zero
 * @nonce: the nonce
 * @len: its bytes
 *
 * Return: 0, or -EINVAL unless there are 7 to 13.
 */
int dc_aead_ccm_iv(u8 *iv, const u8 *nonce, unsigned int len)
{
	if (len < 7 || len > 13)
		return -EINVAL;
	memset(iv, 0, 16);
	iv[0] = 14 - len;
	memcpy(iv + 1, nonce, len);
	return 0;
}

/**
 * dc_aead_prepare - set up what is the same for all operations
 * @req: a request for an AEAD session
 */
void dc_aead_prepare(struct dc_request *req)
{
	aead_request_set_callback(dc_aead_req(req), DC_CRYPTO_FLAGS,
				  dc_request_done, req);
}

static __always_inline int run(struct dc_request *req, struct crypto_aead *tfm,
			       struct scatterlist *src, struct scatterlist *dst,
			       unsigned int cryptlen)
{
	struct aead_request *aead = dc_aead_req(req);
	unsigned long deadline = 0;
	int ret;

	aead_request_set_tfm(aead, tfm);
	aead_request_set_ad(aead, req->aad_len);
	aead_request_set_crypt(aead, src, dst, cryptlen, req->iv);
	do {
		dc_request_submit(req);
		if (req->encrypt)
			ret = crypto_aead_encrypt(aead);
		else
			ret = crypto_aead_decrypt(aead);
	} while (dc_request_retry(&aead->base, &ret, &deadline));
	return dc_request_await(req, ret);
}

/* What a failure leaves behind, and the name that it has in our interface. */
static noinline int failed(struct dc_request *req, unsigned int text, int err)
{
	/* Still under way: what comes of it is zeroed when it ends. */
	if (READ_ONCE(req->state) == DC_DETACHED)
		return err;
	switch (err) {
	case -EINVAL:
	case -ENOMEM:
		return err; /* not begun */
	case -EOVERFLOW:
		/* CCM: more text than the nonce leaves length bytes for. */
		return -EMSGSIZE;
	default:
		if (!req->encrypt)
			dc_buffer_zero(req, req->udst, text);
		return err;
	}
}

/*
 * Small requests: all three parts one behind the other in the bounce page,
 * one entry, in place.
 */
static int run_small(struct dc_request *req, struct crypto_aead *tfm,
		     unsigned int text)
{
	u8 *data = req->page + req->aad_len;
	bool adjacent = req->utag ==
			(req->encrypt ? req->udst : req->usrc) + text;
	unsigned int in = text;
	int ret;

	dc_buffer_small(req, req->aad_len + text + req->tag_len);
	if (req->aad_len && dc_copy_in(req->page, req->uaad, req->aad_len))
		return -EFAULT;
	if (!req->encrypt) {
		if (adjacent)
			in += req->tag_len;
		else if (dc_copy_in(data + text, req->utag, req->tag_len))
			return -EFAULT;
	}
	if (in && dc_copy_in(data, req->usrc, in))
		return -EFAULT;

	ret = run(req, tfm, req->src, req->src,
		  req->encrypt ? text : text + req->tag_len);
	if (unlikely(ret))
		return failed(req, text, ret);
	if (!req->encrypt)
		return text ? dc_copy_out(req->udst, data, text) : 0;
	if (adjacent)
		return dc_copy_out(req->udst, data, text + req->tag_len);
	if (text && dc_copy_out(req->udst, data, text))
		return -EFAULT;
	return dc_copy_out(req->utag, data + text, req->tag_len);
}

/*
 * The counter block of CCM says how many bytes the length has.  The kernel
 * takes one byte too many, whose length it then writes as zero.
 */
static bool too_long_for_ccm(const struct dc_request *req)
{
	unsigned int length_bytes = req->iv[0] + 1;

	return length_bytes > 1 && length_bytes < sizeof(req->len) &&
	       req->len >> (8 * length_bytes);
}

/* Large requests: the text may be the user's own pages. */
static noinline int run_large(struct dc_request *req, struct crypto_aead *tfm,
			      unsigned int text)
{
	struct scatterlist *src, *dst;
	int ret;

	/* Small ones never are: two bytes of length are the fewest. */
	if (req->sess->cipher_alg->ccm && too_long_for_ccm(req))
		return -EMSGSIZE;
	ret = dc_request_copy_aad(req);
	if (ret)
		return ret;
	if (!req->encrypt && dc_copy_in(req->tag, req->utag, req->tag_len))
		return -EFAULT;
	ret = text ? dc_buffer_map(req, req->usrc, req->udst, text) :
		     dc_buffer_bounce(req, 0);
	if (ret)
		return ret;

	if (!req->encrypt)
		dc_buffer_add_tag(req, req->src_end);
	else
		dc_buffer_add_tag(req, req->dst_end);
	src = dc_buffer_add_aad(req, req->src);
	dst = dc_buffer_add_aad(req, req->dst);
	ret = run(req, tfm, src, dst,
		  req->encrypt ? text : text + req->tag_len);
	if (unlikely(ret))
		ret = failed(req, text, ret);
	ret = dc_buffer_unmap(req, req->udst, text, ret);
	if (!ret && req->encrypt)
		ret = dc_copy_out(req->utag, req->tag, req->tag_len);
	return ret;
}

/**
 * dc_aead_run - run one AEAD operation over user data and wait
 * @req: the request; @len counts the text alone, @utag is where the tag is or
 *	goes
 * @tfm: transform for the tag size
 *
 * Return: 0; -EBADMSG if the tag does not fit, with the destination zeroed;
 * -EMSGSIZE, -EFAULT, -ENOMEM, or the errno of the transform or of the wait.
 */
int dc_aead_run(struct dc_request *req, struct crypto_aead *tfm)
{
	unsigned int text = req->len;

	if (req->aad_len > READ_ONCE(dc_max_aad))
		return -EMSGSIZE;
	if (unlikely(req->udst != req->usrc)) {
		if (text && !req->udst)
			return -EFAULT;
		if (dc_request_overlaps(req))
			req->copy = true;
	}
	if (req->aad_len + text + req->tag_len <= PAGE_SIZE &&
	    dc_request_copies(req, text))
		return run_small(req, tfm, text);
	return run_large(req, tfm, text);
}
