/* SPDX-License-Identifier: (GPL-2.0 WITH Linux-syscall-note) OR MIT */
/*
 * /dev/dc_floor: what a kernel transform costs when nothing but the transform
 * runs.  A request from user space also needs one system call, so
 *
 *	floor of a call = time of DC_FLOOR_RUN / count + time of DC_FLOOR_EMPTY
 *
 * and no interface made of one ioctl per request can be faster.
 */
#ifndef DC_FLOOR_H
#define DC_FLOOR_H

#include <linux/types.h>
#include <linux/ioctl.h>

#define DC_FLOOR_NAME_MAX	64
#define DC_FLOOR_KEY_MAX	64
#define DC_FLOOR_IV_MAX		16
#define DC_FLOOR_DIGEST_MAX	64
#define DC_FLOOR_SIZE_MAX	(1 << 20)
#define DC_FLOOR_WORK_MAX	(1 << 26)

enum dc_floor_kind {
	DC_FLOOR_CIPHER = 1,
	DC_FLOOR_AEAD = 2, /* no associated data; the tag follows the text */
	DC_FLOOR_HASH = 3,
	DC_FLOOR_CIPHER_HASH = 4, /* hash of the plaintext, and the cipher */
};

/**
 * struct dc_floor_run - argument of DC_FLOOR_RUN
 * @kind: enum dc_floor_kind
 * @decrypt: 0 to encrypt, 1 to decrypt
 * @size: bytes of text per operation, at most DC_FLOOR_SIZE_MAX; the kernel
 *	  buffer is linear
 * @count: how often to run; @size * @count is at most DC_FLOOR_WORK_MAX, since
 *	   nothing interrupts the loop
 * @cipher: kernel name of the cipher or AEAD
 * @hash: kernel name of the hash or MAC
 * @key: cipher key
 * @hash_key: MAC key
 * @iv: initialisation vector of the first operation
 * @key_len: bytes of @key
 * @hash_key_len: bytes of @hash_key
 * @data: address of @size bytes to work on, 0 for zeros.  The text left in the
 *	  kernel buffer (for an AEAD with its tag of 16 bytes) is written back.
 * @ns: out: time of all @count operations
 * @digest: out: digest of the last operation
 * @cipher_driver: out: driver that ran @cipher
 * @hash_driver: out: driver that ran @hash
 */
struct dc_floor_run {
	__u32 kind;
	__u32 decrypt;
	__u32 size;
	__u32 count;
	char cipher[DC_FLOOR_NAME_MAX];
	char hash[DC_FLOOR_NAME_MAX];
	__u8 key[DC_FLOOR_KEY_MAX];
	__u8 hash_key[DC_FLOOR_KEY_MAX];
	__u8 iv[DC_FLOOR_IV_MAX];
	__u32 key_len;
	__u32 hash_key_len;
	__u64 data;
	__u64 ns;
	__u8 digest[DC_FLOOR_DIGEST_MAX];
	char cipher_driver[DC_FLOOR_NAME_MAX];
	char hash_driver[DC_FLOOR_NAME_MAX];
};

#define DC_FLOOR_EMPTY	_IO(0xDC, 1)
#define DC_FLOOR_RUN	_IOWR(0xDC, 2, struct dc_floor_run)

#endif /* DC_FLOOR_H */
