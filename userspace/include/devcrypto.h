/* SPDX-License-Identifier: MIT */
/*
 * devcrypto.h - encrypt, decrypt and hash through /dev/crypto.
 *
 * Terms.  A *device* is one opened /dev/crypto.  A *session* is one algorithm
 * with one key on one device; it does not change while it lives.  A *hash* is
 * a running digest or MAC of a session, fed piece by piece.
 *
 * Return values.  Functions that return int return 0 for success or a negative
 * errno; outputs are only valid after 0.  Each function lists the errors that
 * are its own.  Every function may also return what the kernel driver reports,
 * and:
 *	-EINVAL		a NULL pointer where data is needed, or a wrong length
 *	-ENOMEM		no memory
 *	-EINTR		a signal that ends the process arrived
 *
 * Units.  All lengths are bytes.  One operation takes at most 4 GiB - 1 here;
 * the module's parameter max_request (64 MiB) is the tighter limit.
 *
 * Ownership.  Objects come from _open() and _new() functions and are given
 * back with the matching _close() or _free(), which accept NULL.  A session
 * keeps what it needs of its key, so the caller may wipe the key at once.
 * Buffers belong to the caller and are not used after the call returns.  Free
 * hashes before their session, and sessions before their device.
 *
 * Threads.  A device and a session may be used by any number of threads at
 * once.  A hash belongs to one thread at a time.
 *
 * Fork.  A child shares the parent's devices, sessions and running hashes; two
 * processes must not feed the same hash.
 *
 * The library prints nothing, keeps no global state and starts no threads.
 */
#ifndef DEVCRYPTO_H
#define DEVCRYPTO_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct devcrypto;
struct devcrypto_session;
struct devcrypto_session_info;
struct devcrypto_hash;

/** Longest digest or MAC of any algorithm, for arrays that fit them all. */
#define DEVCRYPTO_DIGEST_MAX	64

/* ---- device ----------------------------------------------------------- */

/**
 * devcrypto_open() - open the device
 * @path: device node, NULL for /dev/crypto
 * @device: the new device; give it back with devcrypto_close()
 *
 * Return: 0 or
 *	-ENOENT		no such node: the module is not loaded
 *	-EACCES		this user may not open the node; the system's
 *			administrator decides who is in its group
 *	-ENOTTY		the node is not a crypto device
 */
int devcrypto_open(const char *path, struct devcrypto **device);

/**
 * devcrypto_close() - close the device
 * @device: a device without sessions, or NULL
 */
void devcrypto_close(struct devcrypto *device);

/* ---- session ---------------------------------------------------------- */

/**
 * devcrypto_session_new() - algorithm + key
 * @device: where
 * @algorithm: kernel name.  Ciphers: "ecb(aes)", "cbc(aes)", "ctr(aes)",
 *	       "xts(aes)", "cbc(camellia)", "ecb(cipher_null)" (copies, for
 *	       measurements).  AEAD, with a tag of 16 bytes: "gcm(aes)".
 *	       Hashes: "sha1", "sha224", "sha256", "sha384", "sha512",
 *	       "rmd160".  MACs: "hmac(...)" of each of those.
 * @key: key bytes; NULL for an algorithm without key
 * @key_len: bytes of @key
 * @session: the new session; give it back with devcrypto_session_free()
 *
 * Return: 0 or
 *	-EOPNOTSUPP	the library does not know @algorithm
 *	-EINVAL		the kernel has no @algorithm, or it does not take a
 *			key of this length
 *	-ENOSPC		too many sessions on this device or of this user
 */
int devcrypto_session_new(struct devcrypto *device, const char *algorithm,
			  const void *key, size_t key_len,
			  struct devcrypto_session **session);

/**
 * devcrypto_session_free() - destroy a session and wipe its key
 * @session: a session without hashes, or NULL
 */
void devcrypto_session_free(struct devcrypto_session *session);

/** Bytes of the IV that operations of @session take; 0 if they take none. */
size_t devcrypto_session_iv_size(const struct devcrypto_session *session);

/** Lengths given to a cipher must be multiples of this; 1 if any length goes. */
size_t devcrypto_session_block_size(const struct devcrypto_session *session);

/** Bytes of the digest, MAC or AEAD tag of @session; 0 for a cipher. */
size_t devcrypto_session_digest_size(const struct devcrypto_session *session);

/**
 * devcrypto_session_get_info() - ask what the kernel runs for a session
 * @session: which
 * @info: the answer; give it back with devcrypto_session_info_free()
 */
int devcrypto_session_get_info(const struct devcrypto_session *session,
			       struct devcrypto_session_info **info);

/** Give @info back; NULL is fine. */
void devcrypto_session_info_free(struct devcrypto_session_info *info);

/** Kernel name of the algorithm; valid as long as @info. */
const char *
devcrypto_session_info_algorithm(const struct devcrypto_session_info *info);

/** Name of the driver that does the work; valid as long as @info. */
const char *
devcrypto_session_info_driver(const struct devcrypto_session_info *info);

/** Buffers at a multiple of this many bytes need no copy for this driver. */
size_t
devcrypto_session_info_alignment(const struct devcrypto_session_info *info);

/** Whether the driver says of itself that only the kernel can reach it. */
bool
devcrypto_session_info_kernel_only(const struct devcrypto_session_info *info);

/* ---- cipher ----------------------------------------------------------- */

/**
 * devcrypto_encrypt() - encrypt one message or one piece of it
 * @session: of a cipher
 * @iv: devcrypto_session_iv_size() bytes, NULL if the cipher takes none.  CBC
 *	and CTR replace it with the IV to go on with, so that passing the same
 *	array again continues the message.  XTS leaves it: there each call is a
 *	message of its own.
 * @src: plaintext
 * @dst: room for @len bytes; may be @src
 * @len: a multiple of devcrypto_session_block_size()
 *
 * Return: 0 or
 *	-EINVAL		@session is not of a cipher, or @len is no multiple of
 *			the block size
 *	-EMSGSIZE	@len is above the limit of one operation
 *	-EFAULT		a buffer is not readable or not writable
 */
int devcrypto_encrypt(const struct devcrypto_session *session, void *iv,
		      const void *src, void *dst, size_t len);

/** The reverse of devcrypto_encrypt(), with the same rules. */
int devcrypto_decrypt(const struct devcrypto_session *session, void *iv,
		      const void *src, void *dst, size_t len);

/* ---- AEAD ------------------------------------------------------------- */

/**
 * devcrypto_aead_encrypt() - encrypt and authenticate one whole message
 * @session: of an AEAD
 * @iv: devcrypto_session_iv_size() bytes, never to be used twice with a key;
 *	not changed
 * @aad: data to authenticate only; may be NULL if @aad_len is 0
 * @aad_len: bytes of @aad, at most the module's max_aad (64 KiB)
 * @src: plaintext; may be NULL if @len is 0
 * @len: bytes of @src
 * @dst: room for @len + devcrypto_session_digest_size() bytes: receives the
 *	 ciphertext and right behind it the tag.  May be @src.
 *
 * Return: 0 or
 *	-EINVAL		@session is not of an AEAD
 *	-EMSGSIZE	@len or @aad_len is above its limit
 *	-EFAULT		a buffer is not readable or not writable
 */
int devcrypto_aead_encrypt(const struct devcrypto_session *session,
			   const void *iv, const void *aad, size_t aad_len,
			   const void *src, size_t len, void *dst);

/**
 * devcrypto_aead_decrypt() - verify and decrypt one whole message
 * @session: of an AEAD
 * @iv: as for encryption
 * @aad: as for encryption
 * @aad_len: bytes of @aad
 * @src: ciphertext and right behind it the tag
 * @len: bytes of the plaintext: those at @src without the tag
 * @dst: room for @len bytes; may be @src
 *
 * Return: as devcrypto_aead_encrypt(), and
 *	-EBADMSG	message, @aad, @iv or key differ from what was
 *			encrypted; what stands at @dst must not be used
 */
int devcrypto_aead_decrypt(const struct devcrypto_session *session,
			   const void *iv, const void *aad, size_t aad_len,
			   const void *src, size_t len, void *dst);

/* ---- digest and MAC --------------------------------------------------- */

/**
 * devcrypto_digest() - digest or MAC of a message in one call
 * @session: of a hash or a MAC
 * @src: message; may be NULL if @len is 0
 * @len: bytes of @src
 * @digest: room for devcrypto_session_digest_size() bytes
 *
 * Return: 0 or
 *	-EINVAL		@session is of neither
 *	-EMSGSIZE	@len is above the limit of one operation
 *	-EFAULT		@src is not readable
 */
int devcrypto_digest(const struct devcrypto_session *session, const void *src,
		     size_t len, void *digest);

/**
 * devcrypto_hash_new() - begin a running digest or MAC
 * @session: of a hash or a MAC; must outlive the hash
 * @hash: the new hash; give it back with devcrypto_hash_free()
 *
 * Return: 0, -EINVAL for another kind of session, or as
 * devcrypto_session_new(): each hash counts as a session of the device.
 */
int devcrypto_hash_new(const struct devcrypto_session *session,
		       struct devcrypto_hash **hash);

/** Give @hash back and forget its state; NULL is fine. */
void devcrypto_hash_free(struct devcrypto_hash *hash);

/**
 * devcrypto_hash_update() - add a piece of the message
 * @hash: which
 * @src: the piece; may be NULL if @len is 0
 * @len: bytes of @src, none is fine
 *
 * After an error other than -EINVAL and -EMSGSIZE the pieces seen are unknown
 * and only devcrypto_hash_free() is of use.
 */
int devcrypto_hash_update(struct devcrypto_hash *hash, const void *src,
			  size_t len);

/**
 * devcrypto_hash_final() - the digest of all pieces
 * @hash: which; after success it is ready for the next message
 * @digest: room for devcrypto_session_digest_size() bytes
 */
int devcrypto_hash_final(struct devcrypto_hash *hash, void *digest);

/**
 * devcrypto_hash_copy() - make a second hash that has seen the same pieces
 * @hash: which; it is not changed
 * @copy: the new hash; give it back with devcrypto_hash_free()
 *
 * Return: as devcrypto_hash_new()
 */
int devcrypto_hash_copy(const struct devcrypto_hash *hash,
			struct devcrypto_hash **copy);

#ifdef __cplusplus
}
#endif

#endif /* DEVCRYPTO_H */
