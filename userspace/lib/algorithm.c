// SPDX-License-Identifier: MIT
/* The algorithms the library knows, by the kernel's names for them. */
#include <string.h>

#include "internal.h"

#define CIPHER(name, id, block, iv, chains)                 \
	{                                                   \
		name, KIND_CIPHER, id, block, iv, 0, chains \
	}
#define AEAD(name, id, iv)                            \
	{                                             \
		name, KIND_AEAD, id, 1, iv, 16, false \
	}
#define HASH(name, id, digest)                           \
	{                                                \
		name, KIND_HASH, id, 1, 0, digest, false \
	}

static const struct algorithm algorithms[] = {
	CIPHER("ecb(cipher_null)", CRYPTO_NULL, 1, 0, false),
	CIPHER("ecb(aes)", CRYPTO_AES_ECB, 16, 0, false),
	CIPHER("cbc(aes)", CRYPTO_AES_CBC, 16, 16, true),
	CIPHER("ctr(aes)", CRYPTO_AES_CTR, 1, 16, true),
	CIPHER("xts(aes)", CRYPTO_AES_XTS, 16, 16, false),
	CIPHER("cbc(camellia)", CRYPTO_CAMELLIA_CBC, 16, 16, true),
	AEAD("gcm(aes)", CRYPTO_AES_GCM, 12),
	HASH("sha1", CRYPTO_SHA1, 20),
	HASH("sha224", CRYPTO_SHA2_224, 28),
	HASH("sha256", CRYPTO_SHA2_256, 32),
	HASH("sha384", CRYPTO_SHA2_384, 48),
	HASH("sha512", CRYPTO_SHA2_512, 64),
	HASH("rmd160", CRYPTO_RIPEMD160, 20),
	HASH("hmac(sha1)", CRYPTO_SHA1_HMAC, 20),
	HASH("hmac(sha224)", CRYPTO_SHA2_224_HMAC, 28),
	HASH("hmac(sha256)", CRYPTO_SHA2_256_HMAC, 32),
	HASH("hmac(sha384)", CRYPTO_SHA2_384_HMAC, 48),
	HASH("hmac(sha512)", CRYPTO_SHA2_512_HMAC, 64),
	HASH("hmac(rmd160)", CRYPTO_RIPEMD160_HMAC, 20),
};

const struct algorithm *dc_algorithm_find(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(algorithms) / sizeof(algorithms[0]); i++)
		if (!strcmp(algorithms[i].name, name))
			return &algorithms[i];
	return NULL;
}
