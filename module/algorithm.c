// SPDX-License-Identifier: GPL-2.0-only
/*
 * The only algorithm table: which algorithms may be asked for at all, by
 * what number, and what the rest of the module has to know of each.
 */
#include <crypto/cryptodev.h>

#include "internal.h"

/* clang-format off */

#define ROW(_type, _name, _id, ...) \
	{ .type = (_type), .name = (_name), .id = (_id), __VA_ARGS__ }
#define CIPHER(...)	ROW(DC_CIPHER, __VA_ARGS__)
#define AEAD(...)	ROW(DC_AEAD, __VA_ARGS__)
#define HASH(...)	ROW(DC_HASH, __VA_ARGS__)
#define MAC(...)	ROW(DC_HASH, __VA_ARGS__, .keyed = true)

#define KEYS(_min, _max, _step) \
	.key_min = (_min), .key_max = (_max), .key_step = (_step)
#define AES_KEYS	KEYS(16, 32, 8)
/* HMAC takes any key; this is as long as the old interface carries. */
#define HMAC_KEYS	KEYS(0, CRYPTO_HMAC_MAX_KEY_LEN, 1)
#define WINDOWED	.windowed = true
#define STREAM		.stream = true
#define WEAK		.weak = true

static const struct dc_alg algorithms[] = {
	CIPHER("ecb(aes)", CRYPTO_AES_ECB, AES_KEYS, WINDOWED),
	CIPHER("cbc(aes)", CRYPTO_AES_CBC, AES_KEYS, WINDOWED),
	CIPHER("ctr(aes)", CRYPTO_AES_CTR, AES_KEYS, WINDOWED, STREAM),
	CIPHER("xts(aes)", CRYPTO_AES_XTS, KEYS(32, 64, 16)),
	CIPHER("cfb(aes)", CRYPTO_AES_CFB, AES_KEYS, WINDOWED),
	CIPHER("ofb(aes)", CRYPTO_AES_OFB, AES_KEYS, WINDOWED),
	CIPHER("cbc(camellia)", CRYPTO_CAMELLIA_CBC, KEYS(16, 32, 8), WINDOWED),
	CIPHER("cbc(sm4)", 0, KEYS(16, 16, 0), WINDOWED),
	CIPHER("ctr(sm4)", 0, KEYS(16, 16, 0), WINDOWED, STREAM),
	CIPHER("chacha20", 0, KEYS(32, 32, 0), STREAM),
	CIPHER("ecb(cipher_null)", CRYPTO_NULL, KEYS(0, 0, 0), WINDOWED, STREAM),
	CIPHER("cbc(des3_ede)", CRYPTO_3DES_CBC, KEYS(24, 24, 0), WINDOWED, WEAK),
	CIPHER("cbc(des)", CRYPTO_DES_CBC, KEYS(8, 8, 0), WINDOWED, WEAK),
	CIPHER("cbc(blowfish)", CRYPTO_BLF_CBC, KEYS(4, 56, 1), WINDOWED, WEAK),

	AEAD("gcm(aes)", CRYPTO_AES_GCM, AES_KEYS),
	AEAD("ccm(aes)", CRYPTO_AES_CCM, AES_KEYS, .ccm = true),
	AEAD("rfc7539(chacha20,poly1305)", 0, KEYS(32, 32, 0)),

	HASH("sha1", CRYPTO_SHA1),
	HASH("sha224", CRYPTO_SHA2_224),
	HASH("sha256", CRYPTO_SHA2_256),
	HASH("sha384", CRYPTO_SHA2_384),
	HASH("sha512", CRYPTO_SHA2_512),
	HASH("sha3-224", 0),
	HASH("sha3-256", 0),
	HASH("sha3-384", 0),
	HASH("sha3-512", 0),
	HASH("blake2b-512", 0),
	HASH("sm3", 0),
	HASH("rmd160", CRYPTO_RIPEMD160),
	HASH("md5", CRYPTO_MD5, WEAK),

	MAC("hmac(sha1)", CRYPTO_SHA1_HMAC, HMAC_KEYS),
	MAC("hmac(sha224)", CRYPTO_SHA2_224_HMAC, HMAC_KEYS),
	MAC("hmac(sha256)", CRYPTO_SHA2_256_HMAC, HMAC_KEYS),
	MAC("hmac(sha384)", CRYPTO_SHA2_384_HMAC, HMAC_KEYS),
	MAC("hmac(sha512)", CRYPTO_SHA2_512_HMAC, HMAC_KEYS),
	MAC("hmac(sha3-256)", 0, HMAC_KEYS),
	MAC("hmac(sha3-512)", 0, HMAC_KEYS),
	MAC("hmac(sm3)", 0, HMAC_KEYS),
	MAC("hmac(rmd160)", CRYPTO_RIPEMD160_HMAC, HMAC_KEYS),
	MAC("hmac(md5)", CRYPTO_MD5_HMAC, HMAC_KEYS, WEAK),
	MAC("cmac(aes)", 0, AES_KEYS),
	MAC("xcbc(aes)", 0, KEYS(16, 16, 0)),
};

/* clang-format on */

static bool permitted(const struct dc_alg *alg)
{
	return !alg->weak || READ_ONCE(dc_weak);
}

static const struct dc_alg *find_id(u32 id, bool mac)
{
	const struct dc_alg *alg = NULL;

	while (id && (alg = dc_alg_next(alg))) {
		bool is_mac = alg->type == DC_HASH;

		if (alg->id == id && is_mac == mac)
			return alg;
	}
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
	return find_id(id, false);
}

/**
 * dc_alg_mac - look up a hash or MAC
 * @id: its number in the cryptodev-linux interface
 *
 * Return: the table line, or NULL if there is none or policy forbids it.
 */
const struct dc_alg *dc_alg_mac(u32 id)
{
	return find_id(id, true);
}

/**
 * dc_alg_name - look up an algorithm by the kernel's name
 * @name: the name
 *
 * Return: the table line; or an error pointer: -ENOENT if the table has none,
 * -EOPNOTSUPP if policy forbids it.
 */
const struct dc_alg *dc_alg_name(const char *name)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(algorithms); i++) {
		if (strcmp(algorithms[i].name, name))
			continue;
		if (!permitted(&algorithms[i]))
			return ERR_PTR(-EOPNOTSUPP);
		return &algorithms[i];
	}
	return ERR_PTR(-ENOENT);
}

/**
 * dc_alg_next - go through what is permitted
 * @alg: the last one, or NULL at first
 *
 * Return: the next table line, or NULL behind the last.
 */
const struct dc_alg *dc_alg_next(const struct dc_alg *alg)
{
	const struct dc_alg *end = algorithms + ARRAY_SIZE(algorithms);

	alg = alg ? alg + 1 : algorithms;
	while (alg < end && !permitted(alg))
		alg++;
	return alg < end ? alg : NULL;
}
