// SPDX-License-Identifier: MIT
/* The case table: algorithms and sizes. */
#include <string.h>

#include <crypto/cryptodev.h>

#include "bench.h"

const struct algorithm algorithms[] = {
	{
		.name = "null",
		.title = "NULL (data movement alone)",
		.kind = KIND_CIPHER,
		.kernel_cipher = "ecb(cipher_null)",
		.v1_cipher = CRYPTO_NULL,
	},
	{
		.name = "aes-128-cbc",
		.title = "AES-128-CBC",
		.kind = KIND_CIPHER,
		.kernel_cipher = "cbc(aes)",
		.v1_cipher = CRYPTO_AES_CBC,
		.evp_cipher = "AES-128-CBC",
		.key_len = 16,
		.iv_len = 16,
		.also_out_of_place = true,
	},
	{
		.name = "aes-128-gcm",
		.title = "AES-128-GCM",
		.kind = KIND_AEAD,
		.kernel_cipher = "gcm(aes)",
		.v1_cipher = CRYPTO_AES_GCM,
		.evp_cipher = "AES-128-GCM",
		.key_len = 16,
		.iv_len = 12,
	},
	{
		.name = "sha256",
		.title = "SHA-256",
		.kind = KIND_HASH,
		.kernel_hash = "sha256",
		.v1_hash = CRYPTO_SHA2_256,
		.evp_digest = "SHA256",
		.digest_len = 32,
	},
	{
		.name = "hmac-sha256",
		.title = "HMAC-SHA256",
		.kind = KIND_HASH,
		.kernel_hash = "hmac(sha256)",
		.v1_hash = CRYPTO_SHA2_256_HMAC,
		.evp_digest = "SHA256",
		.hash_key_len = 32,
		.digest_len = 32,
	},
	{
		.name = "aes-128-cbc+hmac-sha1",
		.title = "AES-128-CBC + HMAC-SHA1",
		.kind = KIND_CIPHER_HASH,
		.kernel_cipher = "cbc(aes)",
		.kernel_hash = "hmac(sha1)",
		.v1_cipher = CRYPTO_AES_CBC,
		.v1_hash = CRYPTO_SHA1_HMAC,
		.evp_cipher = "AES-128-CBC",
		.evp_digest = "SHA1",
		.key_len = 16,
		.hash_key_len = 20,
		.iv_len = 16,
		.digest_len = 20,
	},
};

const size_t algorithm_count = ARRAY_SIZE(algorithms);

const size_t default_sizes[] = { 16,   64,   256,   512,  1024,
				 4096, 8192, 16384, 65536 };
const size_t default_size_count = ARRAY_SIZE(default_sizes);

/* Columns of the table of figures to reach. */
const size_t target_sizes[4] = { 16, 512, 4096, 65536 };

/* In the order of the columns: ours, the peers', the limits on both sides. */
const struct backend *const backends[] = {
	&backend_devcrypto,    &backend_devcrypto_copy, &backend_afalg,
	&backend_afalg_splice, &backend_floor,		&backend_openssl,
};

const size_t backend_count = ARRAY_SIZE(backends);

const struct algorithm *algorithm_find(const char *name)
{
	size_t i;

	for (i = 0; i < algorithm_count; i++)
		if (!strcmp(algorithms[i].name, name))
			return &algorithms[i];
	return NULL;
}
