/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sessions and what belongs to them: see session.c.
 */
#ifndef DC_SESSION_H
#define DC_SESSION_H

#include <linux/mutex.h>
#include <linux/nospec.h>
#include <linux/rcupdate.h>
#include <linux/refcount.h>
#include <linux/spinlock.h>
#include <linux/types.h>
#include <linux/xarray.h>
#include <crypto/aead.h>
#include <crypto/hash.h>
#include <crypto/skcipher.h>

#include "internal.h"

#define DC_MAX_IV 16
#define DC_MAX_TAG 16

/**
 * struct dc_aead - the transforms of one AEAD session
 * @lock: held while a transform is made
 * @tfm: by tag size; published with release, never taken back
 * @max_tag: full tag size, in bytes; @tfm has this one from the start
 * @driver: implementation that the first transform got; the others get it too
 * @keylen: bytes at @key
 * @key: needed again for each new transform; wiped when freed
 *
 * The tag size belongs to a transform and may not change while another thread
 * uses it, hence one transform for each size in use.
 */
struct dc_aead {
	struct mutex lock; /* making transforms */
	struct crypto_aead *tfm[DC_MAX_TAG + 1];
	unsigned int max_tag;
	char driver[CRYPTO_MAX_ALG_NAME];
	unsigned int keylen;
	u8 key[];
};

/**
 * struct dc_stream - what one operation of a session leaves to the next
 * @lock: held over an operation that continues the hash or the IV; always
 *	taken killably, never by an operation that needs nothing from before
 * @iv_lock: guards @iv, for the few instructions of a copy
 * @iv: IV that the last operation left, zero at first
 * @hashing: @state holds a running hash; guarded by @lock
 * @state: exported state of the hash, crypto_ahash_statesize() bytes;
 *	guarded by @lock
 */
struct dc_stream {
	struct mutex lock; /* operations that continue */
	spinlock_t iv_lock; /* the IV */
	u8 iv[DC_MAX_IV];
	bool hashing;
	u8 state[] __aligned(8);
};

/**
 * struct dc_session - transforms with their keys; immutable once published
 * @ref: one for the table, one for each request that is set up for it
 * @id: its number in the file, never 0
 * @dead: destroyed; set once, read when a request is taken or put
 * @cipher_alg: table line of @cipher or @aead, NULL for none
 * @hash_alg: table line of @hash, NULL for none
 * @cipher: transform, for DC_CIPHER
 * @aead: transforms by tag size, for DC_AEAD
 * @hash: transform of the hash or MAC
 * @ivsize: bytes of IV that the cipher takes
 * @blocksize: unit of the cipher's data, in bytes
 * @cipher_ctx: bytes of the cipher's part of a request
 * @may_lose: a driver of the session may keep requests for ever
 * @tag_len: bytes of tag or digest that the native interface gives
 * @mac_ciphertext: the MAC is over the ciphertext, not over the plaintext
 * @request_ctx: bytes of the whole transform part of a request
 * @stream: what the interface of cryptodev-linux keeps between operations
 * @user: account that the session is charged to; reference held
 * @rcu: lookups may still look at @ref when the session goes
 */
struct dc_session {
	refcount_t ref;
	u32 id;
	bool dead;
	const struct dc_alg *cipher_alg;
	const struct dc_alg *hash_alg;
	struct crypto_skcipher *cipher;
	struct dc_aead *aead;
	struct crypto_ahash *hash;
	unsigned int ivsize;
	unsigned int blocksize;
	unsigned int cipher_ctx;
	unsigned int request_ctx;
	unsigned int tag_len;
	bool mac_ciphertext;
	bool may_lose;
	struct dc_stream *stream;
	struct dc_user *user;
	struct rcu_head rcu;
};

/**
 * struct dc_session_config - what a session is made of
 * @cipher: table line of the cipher or AEAD, or NULL
 * @hash: table line of the hash or MAC, or NULL
 * @cipher_driver: implementation of @cipher that is asked for, or empty
 * @hash_driver: the same for @hash
 * @driver_class: enum devcrypto_class that both have to be of
 * @mac_ciphertext: a chain's MAC is over the ciphertext
 * @tag_len: bytes of tag or digest, 0 for the full size
 * @replacement: takes the place of a session: no limit can be reached
 * @key: cipher key
 * @keylen: bytes at @key
 * @mackey: MAC key
 * @mackeylen: bytes at @mackey
 */
struct dc_session_config {
	const struct dc_alg *cipher;
	const struct dc_alg *hash;
	char cipher_driver[CRYPTO_MAX_ALG_NAME];
	char hash_driver[CRYPTO_MAX_ALG_NAME];
	u32 driver_class;
	bool mac_ciphertext;
	unsigned int tag_len;
	bool replacement;
	const u8 *key;
	unsigned int keylen;
	const u8 *mackey;
	unsigned int mackeylen;
};

struct dc_session *dc_session_create(struct dc_file *file,
				     const struct dc_session_config *config);
int dc_session_publish(struct dc_file *file, struct dc_session *sess, u32 *id);
int dc_session_replace(struct dc_file *file, struct dc_session *old,
		       struct dc_session *new);
int dc_session_destroy(struct dc_file *file, u32 id);
void dc_session_destroy_all(struct dc_file *file);
void dc_session_free(struct dc_session *sess);
int dc_session_copy_hash(struct dc_session *to, struct dc_session *from);

/* Returns the session with a reference, or NULL. */
static inline struct dc_session *dc_session_get(struct dc_file *file, u32 id)
{
	struct dc_session *sess;

	rcu_read_lock();
	sess = xa_load(&file->sessions, id);
	if (sess && !refcount_inc_not_zero(&sess->ref))
		sess = NULL;
	rcu_read_unlock();
	return sess;
}

static inline void dc_session_put(struct dc_session *sess)
{
	if (refcount_dec_and_test(&sess->ref))
		dc_session_free(sess);
}

/* Only drivers that lose requests are closed to a user who lost many. */
static inline bool dc_session_lost_much(const struct dc_session *sess)
{
	return sess->may_lose && dc_user_lost_much(sess->user);
}

/* driver.c */
u32 dc_driver_class(const struct crypto_tfm *tfm);
bool dc_driver_may_lose(const struct crypto_tfm *tfm);
u32 dc_driver_flags(const struct crypto_tfm *tfm);
int dc_driver_choose(const struct dc_alg *alg, char *driver, u32 class);

/* aead.c: the transforms of an AEAD session */

struct dc_aead *dc_aead_alloc(const struct dc_alg *alg, const char *driver,
			      const u8 *key, unsigned int keylen);
void dc_aead_free(struct dc_aead *aead);
struct crypto_aead *dc_aead_default(struct dc_aead *aead);
struct crypto_aead *dc_aead_add_size(struct dc_aead *aead,
				     unsigned int tag_len);

/**
 * dc_aead_get - the transform for a tag size
 * @aead: the session's transforms
 * @tag_len: bytes of tag, 0 for the full size
 *
 * Return: the transform, owned by @aead, or an error pointer: -EINVAL for a
 * size that the algorithm does not have.
 */
static inline struct crypto_aead *dc_aead_get(struct dc_aead *aead,
					      unsigned int tag_len)
{
	struct crypto_aead *tfm;

	if (!tag_len)
		tag_len = aead->max_tag;
	if (tag_len > aead->max_tag)
		return ERR_PTR(-EINVAL);
	tag_len = array_index_nospec(tag_len, DC_MAX_TAG + 1);
	/* Pairs with the release in dc_aead_add_size(). */
	tfm = smp_load_acquire(&aead->tfm[tag_len]);
	return likely(tfm) ? tfm : dc_aead_add_size(aead, tag_len);
}

#endif /* DC_SESSION_H */
