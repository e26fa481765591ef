// SPDX-License-Identifier: MIT
/*
 * The computations by OpenSSL for everything that the native interface has.
 * What the older interface has too is left to the harness; OpenSSL knows the
 * kernel's names of hashes.
 */
#include "n.h"

#include <openssl/evp.h>

static const EVP_CIPHER *evp_cipher(const char *name)
{
	if (!strcmp(name, "chacha20"))
		return EVP_chacha20();
	if (!strcmp(name, "cbc(sm4)"))
		return EVP_sm4_cbc();
	if (!strcmp(name, "ctr(sm4)"))
		return EVP_sm4_ctr();
	return NULL;
}

int n_ref_cipher(const char *name, bool encrypt, const void *key, size_t keylen,
		 const void *iv, const void *in, size_t len, void *out)
{
	const EVP_CIPHER *cipher = evp_cipher(name);
	const struct t_alg *alg = t_alg(name);
	EVP_CIPHER_CTX *ctx;
	int n = 0, ret = -1;

	if (alg)
		return t_ref_cipher(alg, encrypt, key, keylen, iv, in, len,
				    out);
	if (!cipher || (int)keylen != EVP_CIPHER_get_key_length(cipher))
		return -1;
	ctx = EVP_CIPHER_CTX_new();
	if (ctx &&
	    EVP_CipherInit_ex(ctx, cipher, NULL, key, iv, encrypt) == 1 &&
	    EVP_CIPHER_CTX_set_padding(ctx, 0) == 1 &&
	    (!len || EVP_CipherUpdate(ctx, out, &n, in, len) == 1) &&
	    (size_t)n == len)
		ret = 0;
	EVP_CIPHER_CTX_free(ctx);
	return ret;
}

int n_ref_hash(const char *name, const void *key, size_t keylen, const void *in,
	       size_t len, void *out)
{
	char part[32];

	if (!strcmp(name, "cmac(aes)")) {
		snprintf(part, sizeof(part), "AES-%zu-CBC", keylen * 8);
		return EVP_Q_mac(NULL, "CMAC", NULL, part, NULL, key, keylen,
				 in, len, out, N_MAX_TAG, NULL) ?
			       0 :
			       -1;
	}
	/* An HMAC key may be empty, but not NULL. */
	if (sscanf(name, "hmac(%31[^)]", part) == 1)
		return EVP_Q_mac(NULL, "HMAC", NULL, part, NULL, key ? key : "",
				 keylen, in, len, out, N_MAX_TAG, NULL) ?
			       0 :
			       -1;
	return EVP_Q_digest(NULL, name, NULL, in, len, out, NULL) == 1 ? 0 : -1;
}

static int seal_chacha(const struct t_aead *a, const void *in, size_t len,
		       uint8_t *out)
{
	EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
	int n, ret = -1;

	if (ctx &&
	    EVP_EncryptInit_ex(ctx, EVP_chacha20_poly1305(), NULL, a->key,
			       a->iv) == 1 &&
	    (!a->aadlen ||
	     EVP_EncryptUpdate(ctx, NULL, &n, a->aad, a->aadlen) == 1) &&
	    (!len || EVP_EncryptUpdate(ctx, out, &n, in, len) == 1) &&
	    EVP_EncryptFinal_ex(ctx, out + len, &n) == 1 &&
	    EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, a->taglen,
				out + len) == 1)
		ret = 0;
	EVP_CIPHER_CTX_free(ctx);
	return ret;
}

int n_ref_seal(const char *name, const struct t_aead *aead, const void *in,
	       size_t len, void *out)
{
	const struct t_alg *alg = t_alg(name);

	if (alg)
		return t_ref_seal(alg, aead, in, len, out);
	if (!strcmp(name, "rfc7539(chacha20,poly1305)"))
		return seal_chacha(aead, in, len, out);
	return -1;
}
