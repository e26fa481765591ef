// SPDX-License-Identifier: MIT
/*
 * The computations by OpenSSL.
 *
 * Only the default provider is used, so that a guest needs libcrypto and no
 * module of it: single DES is triple DES with one key three times, Blowfish
 * and CFB's kin are taken from where they live without the legacy provider.
 */
#define OPENSSL_SUPPRESS_DEPRECATED
#include "t.h"

#include <openssl/blowfish.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

static const EVP_CIPHER *evp_cipher(const struct t_alg *alg, size_t keylen)
{
	char name[32];

	if (!strncmp(alg->ref, "DES", 3))
		return EVP_des_ede3_cbc();
	if (!strcmp(alg->ref, "CAMELLIA"))
		snprintf(name, sizeof(name), "CAMELLIA-%zu-CBC", keylen * 8);
	else if (!strcmp(alg->ref, "XTS"))
		snprintf(name, sizeof(name), "AES-%zu-XTS", keylen * 4);
	else
		snprintf(name, sizeof(name), "AES-%zu-%s", keylen * 8,
			 alg->ref);
	return EVP_get_cipherbyname(name);
}

static int run_evp(const EVP_CIPHER *cipher, bool encrypt, const void *key,
		   const void *iv, const void *in, size_t len, void *out)
{
	EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
	int n = 0, ret = -1;

	if (cipher && ctx &&
	    EVP_CipherInit_ex(ctx, cipher, NULL, key, iv, encrypt) == 1 &&
	    EVP_CIPHER_CTX_set_padding(ctx, 0) == 1 &&
	    (!len || EVP_CipherUpdate(ctx, out, &n, in, len) == 1) &&
	    (size_t)n == len)
		ret = 0;
	EVP_CIPHER_CTX_free(ctx);
	return ret;
}

static int run_blowfish(bool encrypt, const void *key, size_t keylen,
			const void *iv, const void *in, size_t len, void *out)
{
	uint8_t chain[8];
	BF_KEY bf;

	memcpy(chain, iv, sizeof(chain));
	BF_set_key(&bf, keylen, key);
	BF_cbc_encrypt(in, out, len, &bf, chain,
		       encrypt ? BF_ENCRYPT : BF_DECRYPT);
	return 0;
}

/* Multiplies a tweak by x in the field of XTS. */
static void next_tweak(uint8_t t[16])
{
	int i, carry = 0;

	for (i = 0; i < 16; i++) {
		int high = t[i] >> 7;

		t[i] = t[i] << 1 | carry;
		carry = high;
	}
	if (carry)
		t[0] ^= 0x87;
}

/* XTS from ECB: OpenSSL has none for AES-192 and refuses two equal keys. */
static int run_xts(bool encrypt, const uint8_t *key, size_t keylen,
		   const void *iv, const uint8_t *in, size_t len, uint8_t *out)
{
	const EVP_CIPHER *ecb = evp_cipher(t_alg("ecb(aes)"), keylen / 2);
	uint8_t tweak[16], first[16];
	size_t i;
	int ret;

	if (len % 16 ||
	    run_evp(ecb, true, key + keylen / 2, NULL, iv, 16, tweak))
		return -1;
	memcpy(first, tweak, 16);
	for (i = 0; i < len; i++) {
		out[i] = in[i] ^ tweak[i % 16];
		if (i % 16 == 15)
			next_tweak(tweak);
	}
	ret = run_evp(ecb, encrypt, key, NULL, out, len, out);
	for (i = 0; i < len; i++) {
		out[i] ^= first[i % 16];
		if (i % 16 == 15)
			next_tweak(first);
	}
	return ret;
}

int t_ref_cipher(const struct t_alg *alg, bool encrypt, const void *key,
		 size_t keylen, const void *iv, const void *in, size_t len,
		 void *out)
{
	uint8_t des[24];

	if (len % alg->block)
		return -1;
	if (alg->id == CRYPTO_NULL) {
		memmove(out, in, len);
		return 0;
	}
	if (alg->id == CRYPTO_BLF_CBC)
		return run_blowfish(encrypt, key, keylen, iv, in, len, out);
	if (alg->id == CRYPTO_AES_XTS &&
	    (keylen == 48 ||
	     !memcmp(key, (const char *)key + keylen / 2, keylen / 2)))
		return run_xts(encrypt, key, keylen, iv, in, len, out);
	if (alg->id == CRYPTO_DES_CBC) {
		if (keylen != 8)
			return -1;
		memcpy(des, key, 8);
		memcpy(des + 8, key, 8);
		memcpy(des + 16, key, 8);
		key = des;
	}
	return run_evp(evp_cipher(alg, keylen), encrypt, key, iv, in, len, out);
}

int t_ref_hash(const struct t_alg *alg, const void *key, size_t keylen,
	       const void *in, size_t len, void *out)
{
	const EVP_MD *md = EVP_get_digestbyname(alg->ref);

	if (!md)
		return -1;
	if (alg->type == T_HASH)
		return EVP_Digest(in, len, out, NULL, md, NULL) == 1 ? 0 : -1;
	/* HMAC() takes no NULL for a key that has no bytes. */
	return HMAC(md, key ? key : "", keylen, in, len, out, NULL) ? 0 : -1;
}

void t_ccm_block(uint8_t block[16], const void *nonce, size_t len)
{
	memset(block, 0, 16);
	block[0] = 14 - len;
	memcpy(block + 1, nonce, len);
}

/* Sets cipher, tag, IV, key and associated data; len is that of the text. */
static int start_aead(EVP_CIPHER_CTX *ctx, const struct t_alg *alg,
		      const struct t_aead *a, bool encrypt, const void *tag,
		      size_t len)
{
	bool ccm = alg->id == CRYPTO_AES_CCM;
	int n;

	if (EVP_CipherInit_ex(ctx, evp_cipher(alg, a->keylen), NULL, NULL, NULL,
			      encrypt) != 1 ||
	    EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_IVLEN, a->ivlen, NULL) !=
		    1)
		return -1;
	if ((ccm || tag) && EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_TAG,
						a->taglen, (void *)tag) != 1)
		return -1;
	if (EVP_CipherInit_ex(ctx, NULL, NULL, a->key, a->iv, encrypt) != 1)
		return -1;
	if (ccm && EVP_CipherUpdate(ctx, NULL, &n, NULL, len) != 1)
		return -1;
	if (a->aadlen &&
	    EVP_CipherUpdate(ctx, NULL, &n, a->aad, a->aadlen) != 1)
		return -1;
	return 0;
}

/* GCM needs no pass for an empty text; CCM does and wants a place to write. */
static int run_aead(EVP_CIPHER_CTX *ctx, const struct t_alg *alg,
		    const void *in, size_t len, void *out)
{
	uint8_t none[16];
	int n;

	if ((len || alg->id == CRYPTO_AES_CCM) &&
	    EVP_CipherUpdate(ctx, len ? out : none, &n, len ? in : none, len) !=
		    1)
		return -1;
	/* CCM has verified by now, and its final call does nothing. */
	return EVP_CipherFinal_ex(ctx, none, &n) == 1 ? 0 : -1;
}

int t_ref_seal(const struct t_alg *alg, const struct t_aead *aead,
	       const void *in, size_t len, void *out)
{
	EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
	int ret = -1;

	if (ctx && !start_aead(ctx, alg, aead, true, NULL, len) &&
	    !run_aead(ctx, alg, in, len, out) &&
	    EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, aead->taglen,
				(char *)out + len) == 1)
		ret = 0;
	EVP_CIPHER_CTX_free(ctx);
	return ret;
}

int t_ref_open(const struct t_alg *alg, const struct t_aead *aead,
	       const void *in, size_t len, void *out)
{
	EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
	uint8_t tag[16];
	int ret = -1;

	if (ctx && len >= aead->taglen && aead->taglen <= sizeof(tag)) {
		len -= aead->taglen;
		memcpy(tag, (const char *)in + len, aead->taglen);
		ret = start_aead(ctx, alg, aead, false, tag, len);
		if (!ret)
			ret = run_aead(ctx, alg, in, len, out);
	}
	EVP_CIPHER_CTX_free(ctx);
	return ret;
}
