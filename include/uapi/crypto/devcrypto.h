/* SPDX-License-Identifier: (GPL-2.0 WITH Linux-syscall-note) OR MIT */
/*
 * The native interface of /dev/crypto.
 *
 * Every structure starts with its size in bytes, as the program was compiled:
 * what the kernel knows beyond that is taken as zero, what the program knows
 * beyond the kernel has to be zero.  Pointers are 64-bit numbers; one above
 * the caller's address space is EFAULT.  Lengths are in bytes, padding has to
 * be zero, and the layout is the same for 32-bit and 64-bit programs.
 */
#ifndef _UAPI_CRYPTO_DEVCRYPTO_H
#define _UAPI_CRYPTO_DEVCRYPTO_H

#include <linux/ioctl.h>
#include <linux/types.h>

/**
 * DOC: Errors
 *
 * ENOTTY: the call does not exist.
 * E2BIG: non-zero bytes behind what the kernel knows of a structure, or a
 * structure of more than 4096 bytes.
 * EINVAL: a field, or fields together, make no sense.
 * EOPNOTSUPP: a known field asks for something that this kernel does not have
 * or that the administrator has forbidden.
 * ENOENT: no such session; the kernel lacks the algorithm; no such driver is
 * registered for it.
 * EFAULT: memory that is not the caller's.
 * EMSGSIZE: longer than a limit that DEVCRYPTO_QUERY tells; CCM: more text than
 * the nonce leaves length bytes for.
 * EBADMSG: authentication failed, nothing else.
 * ENOKEY: no such key in the keyring; EKEYREVOKED, EKEYEXPIRED, EACCES: what
 * the keyring says of it.
 * ENOSPC: a limit on sessions is reached.
 * EBUSY: drivers keep so many requests of this user that nobody waits for any
 * more that no others are begun.
 * ETIMEDOUT: a driver did not answer in time.
 * ENODEV: a driver is gone.
 * ENOMEM, EINTR: as everywhere.
 */

#define DEVCRYPTO_ABI_VERSION	1
#define DEVCRYPTO_MAX_NAME	64	/* bytes of a name, the final NUL included */

/* What an algorithm is; devcrypto_algorithm.type. */
enum devcrypto_type {
	DEVCRYPTO_TYPE_CIPHER = 1,
	DEVCRYPTO_TYPE_AEAD = 2,
	DEVCRYPTO_TYPE_HASH = 3,
	DEVCRYPTO_TYPE_MAC = 4
};

/* Who computes; the fields driver_class. */
enum devcrypto_class {
	DEVCRYPTO_CLASS_ANY = 0,	/* asked for only: the kernel's choice */
	DEVCRYPTO_CLASS_CPU = 1,	/* the CPU, also by its AES instructions */
	DEVCRYPTO_CLASS_ENGINE = 2	/* a device beside the CPU */
};

/* Bits of devcrypto_algorithm.flags and devcrypto_session_info.flags. */
#define DEVCRYPTO_ALG_ASYNC		0x1 /* driver may answer later */
#define DEVCRYPTO_ALG_KERNEL_ONLY	0x2 /* only the kernel reaches it */

/**
 * struct devcrypto_algorithm - one permitted algorithm, as QUERY lists it
 * @name: the kernel's name, for devcrypto_session
 * @driver: implementation that a session gets if it does not ask for one
 * @type: enum devcrypto_type
 * @driver_class: enum devcrypto_class of @driver
 * @flags: DEVCRYPTO_ALG_ bits of @driver
 * @priority: the kernel's priority of @driver
 * @alignment: bytes that buffers are best aligned to
 * @block: the text is a multiple of this many bytes; 1 for any length
 * @key_min: shortest key
 * @key_max: longest key
 * @key_step: keys between them differ by a multiple of this; 0 if they are one
 * @iv: bytes of IV or nonce, 0 for none
 * @tag: AEAD: full size of the tag; hash and MAC: size of the digest
 * @v1_id: number in the cryptodev-linux interface, 0 for none
 * @reserved: 0
 */
struct devcrypto_algorithm {
	char name[DEVCRYPTO_MAX_NAME];
	char driver[DEVCRYPTO_MAX_NAME];
	__u32 type;
	__u32 driver_class;
	__u32 flags;
	__s32 priority;
	__u32 alignment;
	__u32 block;
	__u32 key_min;
	__u32 key_max;
	__u32 key_step;
	__u32 iv;
	__u32 tag;
	__u32 v1_id;
	__u32 reserved[4];
};

/* Bits of devcrypto_query.features. */
#define DEVCRYPTO_FEATURE_SUBMIT	0x1 /* DEVCRYPTO_SUBMIT, waiting */
#define DEVCRYPTO_FEATURE_CLASS		0x2 /* driver and class choice */
#define DEVCRYPTO_FEATURE_KEYRING	0x4 /* keys by serial number */
#define DEVCRYPTO_FEATURE_CHAIN		0x8 /* cipher and MAC together */

/**
 * struct devcrypto_query - argument of DEVCRYPTO_QUERY
 * @size: of this structure
 * @version: out: DEVCRYPTO_ABI_VERSION of the module
 * @features: out: DEVCRYPTO_FEATURE_ bits
 * @max_request: out: most bytes of one operation
 * @max_aad: out: most bytes of associated data
 * @max_batch: out: most operations of one SUBMIT
 * @max_sessions: out: most sessions of one open file
 * @algorithms: array of struct devcrypto_algorithm to fill, or 0
 * @algorithm_size: bytes of one entry of @algorithms
 * @count: in: entries at @algorithms; out: algorithms that there are
 */
struct devcrypto_query {
	__u32 size;
	__u32 version;
	__aligned_u64 features;
	__u32 max_request;
	__u32 max_aad;
	__u32 max_batch;
	__u32 max_sessions;
	__aligned_u64 algorithms;
	__u32 algorithm_size;
	__u32 count;
};

/**
 * enum devcrypto_order - how a cipher and a MAC work together
 * @DEVCRYPTO_ORDER_NONE: no chain
 * @DEVCRYPTO_ENCRYPT_THEN_MAC: MAC of the associated data and the ciphertext
 * @DEVCRYPTO_ENCRYPT_AND_MAC: MAC of the associated data and the plaintext,
 *	beside the ciphertext
 */
enum devcrypto_order {
	DEVCRYPTO_ORDER_NONE = 0,
	DEVCRYPTO_ENCRYPT_THEN_MAC = 1,
	DEVCRYPTO_ENCRYPT_AND_MAC = 2
};

/* Bits of devcrypto_session.flags. */
#define DEVCRYPTO_SESSION_KEY_SERIAL	0x1 /* @key is a key's serial */
#define DEVCRYPTO_SESSION_MAC_SERIAL	0x2 /* @mac_key is one */

/**
 * struct devcrypto_session - argument of DEVCRYPTO_SESSION_CREATE
 * @size: of this structure
 * @flags: DEVCRYPTO_SESSION_ bits
 * @cipher: kernel name of a cipher or AEAD, or empty
 * @mac: kernel name of a hash or MAC, or empty
 * @cipher_driver: exact driver name for @cipher, or empty: it has to be
 *	registered for that very algorithm already, naming it loads nothing
 * @mac_driver: the same for @mac
 * @driver_class: enum devcrypto_class that both have to be of
 * @order: enum devcrypto_order; a chain if both names are given
 * @key: pointer to the cipher's key, or the serial number of a key of type
 *	user, logon, encrypted or trusted
 * @mac_key: the same for the MAC
 * @key_len: bytes at @key; 0 with a serial number
 * @mac_key_len: bytes at @mac_key; 0 with a serial number
 * @tag_len: bytes of tag or digest, 0 for the full size
 * @id: out: the session's number, never 0
 *
 * A session belongs to the open file and is immutable, so that any number of
 * threads may use it at once.
 */
struct devcrypto_session {
	__u32 size;
	__u32 flags;
	char cipher[DEVCRYPTO_MAX_NAME];
	char mac[DEVCRYPTO_MAX_NAME];
	char cipher_driver[DEVCRYPTO_MAX_NAME];
	char mac_driver[DEVCRYPTO_MAX_NAME];
	__u32 driver_class;
	__u32 order;
	__aligned_u64 key;
	__aligned_u64 mac_key;
	__u32 key_len;
	__u32 mac_key_len;
	__u32 tag_len;
	__u32 id;
};

/**
 * struct devcrypto_session_info - argument of DEVCRYPTO_SESSION_INFO
 * @size: of this structure
 * @id: the session
 * @cipher: out: kernel name of the cipher or AEAD, or empty
 * @mac: out: kernel name of the hash or MAC, or empty
 * @cipher_driver: out: implementation of @cipher
 * @mac_driver: out: implementation of @mac
 * @cipher_class: out: enum devcrypto_class of @cipher_driver
 * @mac_class: out: enum devcrypto_class of @mac_driver
 * @cipher_flags: out: DEVCRYPTO_ALG_ bits of @cipher_driver
 * @mac_flags: out: DEVCRYPTO_ALG_ bits of @mac_driver
 * @iv_len: out: bytes of IV
 * @block_len: out: the text is a multiple of this many bytes
 * @tag_len: out: bytes of tag or digest
 * @order: out: enum devcrypto_order
 */
struct devcrypto_session_info {
	__u32 size;
	__u32 id;
	char cipher[DEVCRYPTO_MAX_NAME];
	char mac[DEVCRYPTO_MAX_NAME];
	char cipher_driver[DEVCRYPTO_MAX_NAME];
	char mac_driver[DEVCRYPTO_MAX_NAME];
	__u32 cipher_class;
	__u32 mac_class;
	__u32 cipher_flags;
	__u32 mac_flags;
	__u32 iv_len;
	__u32 block_len;
	__u32 tag_len;
	__u32 order;
};

/**
 * struct devcrypto_id - argument of DEVCRYPTO_SESSION_DESTROY
 * @size: of this structure
 * @id: the session; operations that use it end in their own time
 */
struct devcrypto_id {
	__u32 size;
	__u32 id;
};

/**
 * struct devcrypto_rekey - argument of DEVCRYPTO_SESSION_REKEY
 * @size: of this structure
 * @id: the session; it keeps its number, algorithms, drivers and tag size
 * @flags: DEVCRYPTO_SESSION_ bits for the keys below
 * @reserved: 0
 * @key: new key of the cipher, as in struct devcrypto_session
 * @mac_key: new key of the MAC
 * @key_len: bytes at @key
 * @mac_key_len: bytes at @mac_key
 *
 * Operations under way finish with the old key, later ones use the new one.
 * After an error the old key stays.
 */
struct devcrypto_rekey {
	__u32 size;
	__u32 id;
	__u32 flags;
	__u32 reserved;
	__aligned_u64 key;
	__aligned_u64 mac_key;
	__u32 key_len;
	__u32 mac_key_len;
};

/* What an operation does; devcrypto_op.op. */
enum devcrypto_op_code {
	DEVCRYPTO_OP_ENCRYPT = 0,	/* cipher, AEAD or chain */
	DEVCRYPTO_OP_DECRYPT = 1,
	DEVCRYPTO_OP_DIGEST = 2,	/* hash or MAC of the whole input */
	DEVCRYPTO_OP_VERIFY = 3	/* compare the MAC with the one at tag */
};

/* Bits of devcrypto_op.flags. */
#define DEVCRYPTO_OP_COPY	0x1 /* work on a kernel copy of the data */

/**
 * struct devcrypto_op - one operation
 * @user_data: comes back with the result
 * @src: input
 * @dst: output of a cipher, AEAD or chain, @len bytes; may be @src
 * @aad: associated data of an AEAD or chain
 * @tag: tag or digest: written by ENCRYPT and DIGEST, read by DECRYPT and
 *	VERIFY, of the session's tag size
 * @iv: IV or nonce
 * @id: session
 * @op: enum devcrypto_op_code
 * @iv_len: bytes in @iv: what the algorithm takes; for CCM 7 to 13 of nonce, or
 *	16 for a counter block that the program has built
 * @flags: DEVCRYPTO_OP_ bits
 * @len: bytes of text at @src, without a tag
 * @aad_len: bytes at @aad
 * @src_buf: 0
 * @dst_buf: 0
 * @tag_len: bytes at @tag if not 0: then it has to be the session's tag size
 * @reserved: 0
 *
 * 80 bytes: what an io_uring submission entry of 128 bytes has room for.
 */
struct devcrypto_op {
	__aligned_u64 user_data;
	__aligned_u64 src;
	__aligned_u64 dst;
	__aligned_u64 aad;
	__aligned_u64 tag;
	__u8 iv[16];
	__u32 id;
	__u8 op;
	__u8 iv_len;
	__u16 flags;
	__u32 len;
	__u32 aad_len;
	__u16 src_buf;
	__u16 dst_buf;
	__u8 tag_len;
	__u8 reserved[3];
};

/**
 * struct devcrypto_result - how one operation ended
 * @user_data: of the operation
 * @res: 0 or a negative errno
 * @flags: 0
 */
struct devcrypto_result {
	__aligned_u64 user_data;
	__s32 res;
	__u32 flags;
};

/* Bits of devcrypto_submit.flags. */
#define DEVCRYPTO_SUBMIT_WAIT	0x1 /* return when all have ended */

/**
 * struct devcrypto_submit - argument of DEVCRYPTO_SUBMIT
 * @size: of this structure
 * @flags: DEVCRYPTO_SUBMIT_ bits; WAIT is required
 * @ops: array of struct devcrypto_op
 * @results: array of struct devcrypto_result, one for each operation
 * @op_size: bytes of one entry of @ops
 * @count: entries at @ops and @results
 * @done: out: operations that have a result; less than @count only if a
 *	signal came or memory of @ops or @results could not be reached
 * @reserved: 0
 *
 * One operation that fails says so in its result and spoils no other.  The
 * call fails only if nothing was done.
 */
struct devcrypto_submit {
	__u32 size;
	__u32 flags;
	__aligned_u64 ops;
	__aligned_u64 results;
	__u32 op_size;
	__u32 count;
	__u32 done;
	__u32 reserved;
};

/* A letter that neither the kernel nor a relative of this interface uses. */
#define DEVCRYPTO_IOC			0xdc

/* The size of a structure stands in it and not in the number of the call. */
#define DEVCRYPTO_QUERY			_IO(DEVCRYPTO_IOC, 0x00)
#define DEVCRYPTO_SESSION_CREATE	_IO(DEVCRYPTO_IOC, 0x01)
#define DEVCRYPTO_SESSION_INFO		_IO(DEVCRYPTO_IOC, 0x02)
#define DEVCRYPTO_SESSION_DESTROY	_IO(DEVCRYPTO_IOC, 0x03)
#define DEVCRYPTO_SESSION_REKEY		_IO(DEVCRYPTO_IOC, 0x04)
#define DEVCRYPTO_SUBMIT		_IO(DEVCRYPTO_IOC, 0x05)

#endif /* _UAPI_CRYPTO_DEVCRYPTO_H */
