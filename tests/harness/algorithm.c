// SPDX-License-Identifier: MIT
/* The algorithms of the interface, as the tests have to know them. */
#include "t.h"

#include <sys/socket.h>
#include <linux/if_alg.h>

#define KEYS(...) .keys = { __VA_ARGS__ }
#define AES_KEYS KEYS(16, 24, 32)

#define CIPHER(_id, _name, _block, _ivsize, _ref, ...)                 \
	{                                                              \
		.id = (_id), .name = (_name), .type = T_CIPHER,        \
		.block = (_block), .ivsize = (_ivsize), .ref = (_ref), \
		__VA_ARGS__                                            \
	}
#define AEAD(_id, _name, _ivsize, _ref)                                   \
	{                                                                 \
		.id = (_id), .name = (_name), .type = T_AEAD, .block = 1, \
		.ivsize = (_ivsize), .size = 16, .ref = (_ref), AES_KEYS  \
	}
#define HASH(_id, _name, _block, _size, _ref, ...)                             \
	{                                                                      \
		.id = (_id), .name = (_name), .type = T_HASH,                  \
		.block = (_block), .size = (_size), .ref = (_ref), __VA_ARGS__ \
	}
#define MAC(_id, _name, _block, _size, _ref, ...)                  \
	{                                                          \
		.id = (_id), .name = (_name), .type = T_MAC,       \
		.block = (_block), .size = (_size), .ref = (_ref), \
		KEYS(_size), __VA_ARGS__                           \
	}

const struct t_alg t_algs[] = {
	CIPHER(CRYPTO_DES_CBC, "cbc(des)", 8, 8, "DES", KEYS(8), .weak = true),
	CIPHER(CRYPTO_3DES_CBC, "cbc(des3_ede)", 8, 8, "DES3", KEYS(24),
	       .weak = true),
	CIPHER(CRYPTO_BLF_CBC, "cbc(blowfish)", 8, 8, "BF", KEYS(16, 8, 56),
	       .weak = true),
	CIPHER(CRYPTO_AES_CBC, "cbc(aes)", 16, 16, "CBC", AES_KEYS),
	CIPHER(CRYPTO_NULL, "ecb(cipher_null)", 1, 0, "NULL", .stream = true),
	CIPHER(CRYPTO_AES_CTR, "ctr(aes)", 1, 16, "CTR", AES_KEYS,
	       .stream = true),
	CIPHER(CRYPTO_AES_XTS, "xts(aes)", 16, 16, "XTS", KEYS(32, 64, 48)),
	CIPHER(CRYPTO_AES_ECB, "ecb(aes)", 16, 0, "ECB", AES_KEYS),
	CIPHER(CRYPTO_AES_CFB, "cfb(aes)", 1, 16, "CFB", AES_KEYS),
	CIPHER(CRYPTO_AES_OFB, "ofb(aes)", 1, 16, "OFB", AES_KEYS),
	CIPHER(CRYPTO_CAMELLIA_CBC, "cbc(camellia)", 16, 16, "CAMELLIA",
	       AES_KEYS),
	AEAD(CRYPTO_AES_GCM, "gcm(aes)", 12, "GCM"),
	AEAD(CRYPTO_AES_CCM, "ccm(aes)", 16, "CCM"),
	HASH(CRYPTO_MD5, "md5", 64, 16, "MD5", .weak = true),
	HASH(CRYPTO_SHA1, "sha1", 64, 20, "SHA1"),
	HASH(CRYPTO_RIPEMD160, "rmd160", 64, 20, "RIPEMD160"),
	HASH(CRYPTO_SHA2_224, "sha224", 64, 28, "SHA224"),
	HASH(CRYPTO_SHA2_256, "sha256", 64, 32, "SHA256"),
	HASH(CRYPTO_SHA2_384, "sha384", 128, 48, "SHA384"),
	HASH(CRYPTO_SHA2_512, "sha512", 128, 64, "SHA512"),
	MAC(CRYPTO_MD5_HMAC, "hmac(md5)", 64, 16, "MD5", .weak = true),
	MAC(CRYPTO_SHA1_HMAC, "hmac(sha1)", 64, 20, "SHA1"),
	MAC(CRYPTO_RIPEMD160_HMAC, "hmac(rmd160)", 64, 20, "RIPEMD160"),
	MAC(CRYPTO_SHA2_224_HMAC, "hmac(sha224)", 64, 28, "SHA224"),
	MAC(CRYPTO_SHA2_256_HMAC, "hmac(sha256)", 64, 32, "SHA256"),
	MAC(CRYPTO_SHA2_384_HMAC, "hmac(sha384)", 128, 48, "SHA384"),
	MAC(CRYPTO_SHA2_512_HMAC, "hmac(sha512)", 128, 64, "SHA512"),
	{ .name = NULL },
};

const struct t_alg *t_alg(const char *name)
{
	const struct t_alg *alg;

	for (alg = t_algs; alg->name; alg++)
		if (!strcmp(alg->name, name))
			return alg;
	return NULL;
}

const struct t_alg *t_alg_by_id(uint32_t id)
{
	const struct t_alg *alg;

	for (alg = t_algs; alg->name; alg++)
		if (alg->id == id)
			return alg;
	return NULL;
}

bool t_have(int fd, const struct t_alg *alg)
{
	uint8_t key[64];
	uint32_t ses;
	size_t i;
	int ret;

	for (i = 0; i < sizeof(key); i++)
		key[i] = i * 37 + 11;
	if (alg->type == T_CIPHER || alg->type == T_AEAD)
		ret = t_session(fd, alg->id, key, alg->keys[0], 0, NULL, 0,
				&ses);
	else
		ret = t_session(fd, 0, NULL, 0, alg->id, key, alg->keys[0],
				&ses);
	if (ret)
		return false;
	t_session_free(fd, ses);
	return true;
}

/* What the kernel itself says of an algorithm, by AF_ALG: 0, or the errno. */
static int ask_kernel(const struct t_alg *alg)
{
	static const char *const types[] = {
		[T_CIPHER] = "skcipher",
		[T_AEAD] = "aead",
		[T_HASH] = "hash",
		[T_MAC] = "hash",
	};
	struct sockaddr_alg addr = { .salg_family = AF_ALG };
	int fd = socket(AF_ALG, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
	int err;

	if (fd < 0)
		return errno;
	strcpy((char *)addr.salg_type, types[alg->type]);
	strcpy((char *)addr.salg_name, alg->name);
	err = bind(fd, (struct sockaddr *)&addr, sizeof(addr)) ? errno : 0;
	close(fd);
	return err;
}

static bool allowed(const struct t_alg *alg)
{
	char value[8];

	return !alg->weak ||
	       (!t_param_read("weak", value, sizeof(value)) && *value == 'Y');
}

const struct t_alg *t_need(int fd, const char *name)
{
	const struct t_alg *alg = t_alg(name);
	int err;

	if (!alg)
		fail_msg("the tests know no algorithm %s", name);
	if (t_have(fd, alg))
		return alg;
	if (!allowed(alg))
		t_skip("%s is weak, and not allowed", name);
	err = ask_kernel(alg);
	if (!err)
		fail_msg("no session for %s, but the kernel has it", name);
	t_skip("no session for %s; the kernel says: %s", name, strerror(err));
	return NULL;
}
