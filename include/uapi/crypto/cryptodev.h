/* SPDX-License-Identifier: (GPL-2.0 WITH Linux-syscall-note) OR MIT */
/*
 * The /dev/crypto interface known from cryptodev-linux, as devcrypto answers
 * it.  Numbers, layouts and macro names are frozen: existing programs are
 * compiled against them.  docs/abi-v1.md says what each call does.
 *
 * All lengths are in bytes.  Structures carry native pointers, so they have a
 * 32-bit and a 64-bit layout; the module answers both.
 */
#ifndef _UAPI_CRYPTO_CRYPTODEV_H
#define _UAPI_CRYPTO_CRYPTODEV_H

#include <linux/types.h>
#include <linux/ioctl.h>

#ifndef __KERNEL__
#define __user
#endif

/* Longest keys, blocks and results that a call of this interface carries. */
#define CRYPTO_HMAC_MAX_KEY_LEN		512
#define CRYPTO_CIPHER_MAX_KEY_LEN	64
#define EALG_MAX_BLOCK_LEN		16
#define AALG_MAX_RESULT_LEN		64
#define HASH_MAX_LEN			64
#define CRYPTODEV_MAX_ALG_NAME		64

#define DES_BLOCK_LEN			8
#define DES3_BLOCK_LEN			8
#define BLOWFISH_BLOCK_LEN		8
#define SKIPJACK_BLOCK_LEN		8
#define CAST128_BLOCK_LEN		8
#define RIJNDAEL128_BLOCK_LEN		16
#define AES_BLOCK_LEN			RIJNDAEL128_BLOCK_LEN
#define CAMELLIA_BLOCK_LEN		16

/*
 * Algorithm ids.  They stay enumerators and CRYPTO_ALGORITHM_MAX stays an
 * expression over one: OpenSSL tells this interface from the BSD one by what
 * the preprocessor makes of "CRYPTO_ALGORITHM_MIN < CRYPTO_ALGORITHM_MAX".
 */
enum cryptodev_crypto_op_t {
	CRYPTO_DES_CBC = 1,
	CRYPTO_3DES_CBC = 2,
	CRYPTO_BLF_CBC = 3,
	CRYPTO_CAST_CBC = 4,
	CRYPTO_SKIPJACK_CBC = 5,
	CRYPTO_MD5_HMAC = 6,
	CRYPTO_SHA1_HMAC = 7,
	CRYPTO_RIPEMD160_HMAC = 8,
	CRYPTO_MD5_KPDK = 9,
	CRYPTO_SHA1_KPDK = 10,
	CRYPTO_RIJNDAEL128_CBC = 11,
	CRYPTO_AES_CBC = CRYPTO_RIJNDAEL128_CBC,
	CRYPTO_ARC4 = 12,
	CRYPTO_MD5 = 13,
	CRYPTO_SHA1 = 14,
	CRYPTO_DEFLATE_COMP = 15,
	CRYPTO_NULL = 16,
	CRYPTO_LZS_COMP = 17,
	CRYPTO_SHA2_256_HMAC = 18,
	CRYPTO_SHA2_384_HMAC = 19,
	CRYPTO_SHA2_512_HMAC = 20,
	CRYPTO_AES_CTR = 21,
	CRYPTO_AES_XTS = 22,
	CRYPTO_AES_ECB = 23,
	CRYPTO_AES_CFB = 24,
	CRYPTO_AES_OFB = 25,
	CRYPTO_AES_GCM = 50,
	CRYPTO_AES_CCM = 51,
	CRYPTO_CAMELLIA_CBC = 101,
	CRYPTO_RIPEMD160 = 102,
	CRYPTO_SHA2_224 = 103,
	CRYPTO_SHA2_256 = 104,
	CRYPTO_SHA2_384 = 105,
	CRYPTO_SHA2_512 = 106,
	CRYPTO_SHA2_224_HMAC = 107,
	CRYPTO_TLS11_AES_CBC_HMAC_SHA1 = 108,
	CRYPTO_TLS12_AES_CBC_HMAC_SHA256 = 109,
	CRYPTO_ALGORITHM_ALL /* one past the last id */
};

#define CRYPTO_ALGORITHM_MAX	(CRYPTO_ALGORITHM_ALL - 1)

/* Values of crypt_op.op and crypt_auth_op.op. */
#define COP_ENCRYPT	0
#define COP_DECRYPT	1

/* Bits of crypt_op.flags and crypt_auth_op.flags; unknown bits are ignored. */
#define COP_FLAG_NONE		(0 << 0)
#define COP_FLAG_UPDATE		(1 << 0) /* add data to the running hash */
#define COP_FLAG_FINAL		(1 << 1) /* give the digest of the running hash */
#define COP_FLAG_WRITE_IV	(1 << 2) /* write the IV left behind to iv */
#define COP_FLAG_NO_ZC		(1 << 3) /* work on a kernel copy of the data */
#define COP_FLAG_AEAD_TLS_TYPE	(1 << 4) /* TLS record: MAC, pad, encrypt */
#define COP_FLAG_AEAD_SRTP_TYPE	(1 << 5) /* SRTP packet: encrypt, MAC */
#define COP_FLAG_RESET		(1 << 6) /* forget the running hash first */

/**
 * struct session_op - argument of CIOCGSESSION
 * @cipher: cipher id, 0 for none
 * @mac: hash or MAC id, 0 for none
 * @keylen: bytes at @key, at most CRYPTO_CIPHER_MAX_KEY_LEN
 * @key: cipher key
 * @mackeylen: bytes at @mackey, at most CRYPTO_HMAC_MAX_KEY_LEN
 * @mackey: MAC key; read but not used for a hash without key
 * @ses: out: the session's id, never 0
 */
struct session_op {
	__u32 cipher;
	__u32 mac;
	__u32 keylen;
	__u8 __user *key;
	__u32 mackeylen;
	__u8 __user *mackey;
	__u32 ses;
};

/**
 * struct session_info_op - argument of CIOCGSESSINFO
 * @ses: session id
 * @cipher_info: out: kernel name and driver name of the cipher, if any
 * @hash_info: out: the same of the hash or MAC, if any
 * @alignmask: out: the larger alignment mask of the two
 * @flags: out: SIOP_FLAG_ bits
 */
struct session_info_op {
	__u32 ses;
	struct alg_info {
		char cra_name[CRYPTODEV_MAX_ALG_NAME];
		char cra_driver_name[CRYPTODEV_MAX_ALG_NAME];
	} cipher_info, hash_info;
	__u16 alignmask;
	__u32 flags;
};

/* A driver of the session is marked as reachable through the kernel only. */
#define SIOP_FLAG_KERNEL_DRIVER_ONLY	1

/**
 * struct crypt_op - argument of CIOCCRYPT
 * @ses: session id
 * @op: COP_ENCRYPT or COP_DECRYPT; a session with only a hash ignores it
 * @flags: COP_FLAG_ bits
 * @len: bytes at @src
 * @src: input
 * @dst: output of the cipher, @len bytes; may be @src
 * @mac: output of the hash or MAC, its full size
 * @iv: initialisation vector, of the cipher's IV size; NULL goes on from the
 *      one that the last operation of the session left behind
 */
struct crypt_op {
	__u32 ses;
	__u16 op;
	__u16 flags;
	__u32 len;
	__u8 __user *src;
	__u8 __user *dst;
	__u8 __user *mac;
	__u8 __user *iv;
};

/**
 * struct crypt_auth_op - argument of CIOCAUTHCRYPT
 * @ses: session id
 * @op: COP_ENCRYPT or COP_DECRYPT
 * @flags: COP_FLAG_ bits; without a type bit the operation is plain AEAD
 * @len: bytes at @src: the text to encrypt, or text and tag to decrypt; out:
 *       bytes that stand at @dst
 * @auth_len: bytes at @auth_src
 * @auth_src: associated data; for SRTP the packet, which holds @src
 * @src: input
 * @dst: output; TLS and SRTP work in place, so it is @src there
 * @tag: SRTP: the tag; plain AEAD: out: where in @dst the tag stands
 * @tag_len: bytes of tag wanted, 0 for the full size; out: bytes used
 * @iv: initialisation vector, NULL as in struct crypt_op
 * @iv_len: plain AEAD: bytes at @iv, 0 for the algorithm's own size
 */
struct crypt_auth_op {
	__u32 ses;
	__u16 op;
	__u16 flags;
	__u32 len;
	__u32 auth_len;
	__u8 __user *auth_src;
	__u8 __user *src;
	__u8 __user *dst;
	__u8 __user *tag;
	__u32 tag_len;
	__u8 __user *iv;
	__u32 iv_len;
};

/* Asymmetric operations: named for old programs; CIOCKEY always fails. */
struct crparam {
	__u8 *crp_p;
	__u32 crp_nbits;
};

#define CRK_MAXPARAM	8

struct crypt_kop {
	__u32 crk_op;
	__u32 crk_status;
	__u16 crk_iparams;
	__u16 crk_oparams;
	__u32 crk_pad1;
	struct crparam crk_param[CRK_MAXPARAM];
};

enum cryptodev_crk_op_t {
	CRK_MOD_EXP = 0,
	CRK_MOD_EXP_CRT = 1,
	CRK_DSA_SIGN = 2,
	CRK_DSA_VERIFY = 3,
	CRK_DH_COMPUTE_KEY = 4,
	CRK_ALGORITHM_ALL
};

#define CRK_ALGORITHM_MAX	(CRK_ALGORITHM_ALL - 1)

#define CRF_MOD_EXP		(1 << CRK_MOD_EXP)
#define CRF_MOD_EXP_CRT		(1 << CRK_MOD_EXP_CRT)
#define CRF_DSA_SIGN		(1 << CRK_DSA_SIGN)
#define CRF_DSA_VERIFY		(1 << CRK_DSA_VERIFY)
#define CRF_DH_COMPUTE_KEY	(1 << CRK_DH_COMPUTE_KEY)

/**
 * struct cphash_op - argument of CIOCCPHASH
 * @dst_ses: session whose running hash is replaced
 * @src_ses: session whose running hash is copied; it stays usable
 */
struct cphash_op {
	__u32 dst_ses;
	__u32 src_ses;
};

/* A descriptor from open() may be used as it is; CRIOGET only repeats it. */
#define CRIOGET_NOT_NEEDED	1

#define CRIOGET		_IOWR('c', 101, __u32)
#define CIOCGSESSION	_IOWR('c', 102, struct session_op)
#define CIOCFSESSION	_IOW('c', 103, __u32)
#define CIOCCRYPT	_IOWR('c', 104, struct crypt_op)
#define CIOCKEY		_IOWR('c', 105, struct crypt_kop)
#define CIOCASYMFEAT	_IOR('c', 106, __u32)
#define CIOCGSESSINFO	_IOWR('c', 107, struct session_info_op)
#define CIOCAUTHCRYPT	_IOWR('c', 109, struct crypt_auth_op)
#define CIOCASYNCCRYPT	_IOW('c', 110, struct crypt_op)
#define CIOCASYNCFETCH	_IOR('c', 111, struct crypt_op)
#define CIOCCPHASH	_IOW('c', 112, struct cphash_op)

#endif /* _UAPI_CRYPTO_CRYPTODEV_H */
