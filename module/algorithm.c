// SPDX-License-Identifier: GPL-2.0-only
/*
 * The only algorithm table: which algorithms may be asked for at all, by
 * what number, and what the rest of the module has to know of each.
 */
#include <crypto/cryptodev.h>

#include "internal.h"

#define CIPHER(_id, _name, ...)                                              \
	{                                                                    \
		.id = (_id), .type = DC_CIPHER, .name = (_name), __VA_ARGS__ \
	}
#define AEAD(_id, _name, ...)                                              \
	{                                                                  \
		.id = (_id), .type = DC_AEAD, .name = (_name), __VA_ARGS__ \
	}
#define HASH(_id, _name, ...)                                              \
	{                                                                  \
		.id = (_id), .type = DC_HASH, .name = (_name), __VA_ARGS__ \
	}
#define MAC(_id, _name, ...) HASH(_id, _name, .keyed = true, ##__VA_ARGS__)

static const struct dc_alg ciphers[] = {
	CIPHER(CRYPTO_DES_CBC, "cbc(des)", .windowed = true, .weak = true),
	CIPHER(CRYPTO_3DES_CBC, "cbc(des3_ede)", .windowed = true,
	       .weak = true),
	CIPHER(CRYPTO_BLF_CBC, "cbc(blowfish)", .windowed = true, .weak = true),
	CIPHER(CRYPTO_AES_CBC, "cbc(aes)", .windowed = true),
	CIPHER(CRYPTO_NULL, "ecb(cipher_null)", .windowed = true,
	       .stream = true),
	CIPHER(CRYPTO_AES_CTR, "ctr(aes)", .windowed = true, .stream = true),
	CIPHER(CRYPTO_AES_XTS, "xts(aes)"),
	CIPHER(CRYPTO_AES_ECB, "ecb(aes)", .windowed = true),
	CIPHER(CRYPTO_AES_CFB, "cfb(aes)", .windowed = true),
	CIPHER(CRYPTO_AES_OFB, "ofb(aes)", .windowed = true),
	CIPHER(CRYPTO_CAMELLIA_CBC, "cbc(camellia)", .windowed = true),
	AEAD(CRYPTO_AES_GCM, "gcm(aes)"),
	AEAD(CRYPTO_AES_CCM, "ccm(aes)", .ccm = true),
};

static const struct dc_alg macs[] = {
	HASH(CRYPTO_MD5, "md5", .weak = true),
	HASH(CRYPTO_SHA1, "sha1"),
	HASH(CRYPTO_RIPEMD160, "rmd160"),
	HASH(CRYPTO_SHA2_224, "sha224"),
	HASH(CRYPTO_SHA2_256, "sha256"),
	HASH(CRYPTO_SHA2_384, "sha384"),
	HASH(CRYPTO_SHA2_512, "sha512"),
	MAC(CRYPTO_MD5_HMAC, "hmac(md5)", .weak = true),
	MAC(CRYPTO_SHA1_HMAC, "hmac(sha1)"),
	MAC(CRYPTO_RIPEMD160_HMAC, "hmac(rmd160)"),
	MAC(CRYPTO_SHA2_224_HMAC, "hmac(sha224)"),
	MAC(CRYPTO_SHA2_256_HMAC, "hmac(sha256)"),
	MAC(CRYPTO_SHA2_384_HMAC, "hmac(sha384)"),
	MAC(CRYPTO_SHA2_512_HMAC, "hmac(sha512)"),
};

static const struct dc_alg *find(const struct dc_alg *table, size_t n, u32 id)
{
	for (; n; n--, table++)
		if (table->id == id)
			return table->weak && !READ_ONCE(dc_weak) ? NULL :
								    table;
	return NULL;
}

/**
 * dc_alg_cipher - look up a cipher or AEAD
 * @id: its number in the cryptodev-linux interface
 *
 * Return: the table line, or NULL if there is none or policy forbids it.
 */
const struct dc_alg *dc_alg_cipher(u32 id)
{
	return find(ciphers, ARRAY_SIZE(ciphers), id);
}

/**
 * dc_alg_mac - look up a hash or MAC
 * @id: its number in the cryptodev-linux interface
 *
 * Return: the table line, or NULL if there is none or policy forbids it.
 */
const struct dc_alg *dc_alg_mac(u32 id)
{
	return find(macs, ARRAY_SIZE(macs), id);
}
