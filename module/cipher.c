// SPDX-License-Identifier: GPL-2.0-only
/*
 * Ciphers: the skcipher transforms of the kernel.
 */
#include "request.h"

/**
 * dc_cipher_alloc - make the transform of a cipher session
 * @alg: table line of the cipher
 * @driver: what dc_driver_choose() chose
 * @key: its key
 * @keylen: bytes at @key
 *
 * Return: the transform, owned by the caller, or an error pointer: the
 * kernel's errno for an algorithm that it lacks or a key that it refuses.
 */
struct crypto_skcipher *dc_cipher_alloc(const struct dc_alg *alg,
					const char *driver, const u8 *key,
					unsigned int keylen)
{
	struct crypto_skcipher *tfm;
	int ret;

	tfm = crypto_alloc_skcipher(driver, 0, 0);
	if (IS_ERR(tfm))
		return tfm;
	ret = -ENOENT;
	if (strcmp(crypto_tfm_alg_name(crypto_skcipher_tfm(tfm)), alg->name))
		goto free_tfm;
	ret = -EINVAL;
	if (crypto_skcipher_ivsize(tfm) > DC_MAX_IV)
		goto free_tfm;
	ret = crypto_skcipher_setkey(tfm, key, keylen);
	if (ret)
		goto free_tfm;
	return tfm;

free_tfm:
	crypto_free_skcipher(tfm);
	return ERR_PTR(ret);
}

/**
 * dc_cipher_prepare - set up what is the same for all operations
 * @req: a request for a session with a cipher
 */
void dc_cipher_prepare(struct dc_request *req)
{
	struct skcipher_request *sk = dc_cipher_req(req);

	skcipher_request_set_tfm(sk, req->sess->cipher);
	skcipher_request_set_callback(sk, DC_CRYPTO_FLAGS, dc_request_done,
				      req);
}

/**
 * dc_cipher_run - encrypt or decrypt one mapped stretch and wait for it
 * @req: the request; its IV is used and replaced by the one that follows
 * @src: what is read
 * @dst: what is written; @src if in place
 * @n: bytes
 *
 * Return: 0 or the errno of the transform or of the wait.
 */
int dc_cipher_run(struct dc_request *req, struct scatterlist *src,
		  struct scatterlist *dst, unsigned int n)
{
	struct skcipher_request *sk = dc_cipher_req(req);
	unsigned long deadline = 0;
	int ret;

	skcipher_request_set_crypt(sk, src, dst, n, req->iv);
	do {
		dc_request_submit(req);
		if (req->encrypt)
			ret = crypto_skcipher_encrypt(sk);
		else
			ret = crypto_skcipher_decrypt(sk);
	} while (dc_request_retry(&sk->base, &ret, &deadline));
	return dc_request_await(req, ret);
}
