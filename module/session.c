// SPDX-License-Identifier: GPL-2.0-only
/*
 * Sessions: transforms with their keys, found by number in an open file.
 *
 * A session is made in full, then published, then never changed.  So it is
 * found under RCU and used under a reference, without a lock, by as many
 * threads as like to; destroying it only takes it out of the table.
 */
#include <linux/slab.h>

#include "request.h"

/*
 * Ids go round in this range: three levels of the xarray at most, and a
 * number is not given out again at once.  0 means "no session" to OpenSSL.
 */
#define SESSION_IDS XA_LIMIT(1, (1 << 18) - 1)

static struct dc_stream *alloc_stream(struct crypto_ahash *hash)
{
	unsigned int statesize = hash ? crypto_ahash_statesize(hash) : 0;
	struct dc_stream *stream;

	stream = kzalloc(struct_size(stream, state, statesize),
			 GFP_KERNEL_ACCOUNT);
	if (!stream)
		return NULL;
	mutex_init(&stream->lock);
	spin_lock_init(&stream->iv_lock);
	return stream;
}

static int add_cipher(struct dc_session *sess,
		      const struct dc_session_config *config,
		      const char *driver)
{
	struct crypto_skcipher *cipher;

	if (config->tag_len && !config->hash)
		return -EINVAL;
	cipher = dc_cipher_alloc(config->cipher, driver, config->key,
				 config->keylen);
	if (IS_ERR(cipher))
		return PTR_ERR(cipher);
	sess->cipher = cipher;
	sess->may_lose = dc_driver_may_lose(crypto_skcipher_tfm(cipher));
	sess->ivsize = crypto_skcipher_ivsize(cipher);
	sess->blocksize = crypto_skcipher_blocksize(cipher);
	sess->cipher_ctx = sizeof(struct skcipher_request) +
			   crypto_skcipher_reqsize(cipher);
	return 0;
}

static int add_aead(struct dc_session *sess,
		    const struct dc_session_config *config, const char *driver)
{
	struct crypto_aead *tfm;
	struct dc_aead *aead;

	aead = dc_aead_alloc(config->cipher, driver, config->key,
			     config->keylen);
	if (IS_ERR(aead))
		return PTR_ERR(aead);
	sess->aead = aead;
	tfm = dc_aead_get(aead, config->tag_len);
	if (IS_ERR(tfm))
		return PTR_ERR(tfm);
	sess->tag_len = crypto_aead_authsize(tfm);
	sess->may_lose = dc_driver_may_lose(crypto_aead_tfm(tfm));
	sess->ivsize = crypto_aead_ivsize(tfm);
	sess->blocksize = 1;
	sess->cipher_ctx =
		sizeof(struct aead_request) + crypto_aead_reqsize(tfm);
	return 0;
}

static int add_hash(struct dc_session *sess,
		    const struct dc_session_config *config, const char *driver)
{
	struct crypto_ahash *hash;

	hash = dc_hash_alloc(config->hash, driver, config->mackey,
			     config->mackeylen);
	if (IS_ERR(hash))
		return PTR_ERR(hash);
	sess->hash = hash;
	sess->may_lose |= dc_driver_may_lose(crypto_ahash_tfm(hash));
	sess->tag_len = config->tag_len ?: crypto_ahash_digestsize(hash);
	if (sess->tag_len > crypto_ahash_digestsize(hash))
		return -EINVAL;
	sess->mac_ciphertext = config->mac_ciphertext;
	sess->cipher_ctx = ALIGN(sess->cipher_ctx, CRYPTO_MINALIGN);
	sess->request_ctx =
		sizeof(struct ahash_request) + crypto_ahash_reqsize(hash);
	return 0;
}

static int add_transforms(struct dc_session *sess,
			  const struct dc_session_config *config)
{
	char driver[CRYPTO_MAX_ALG_NAME];
	int ret = 0;

	sess->cipher_alg = config->cipher;
	sess->hash_alg = config->hash;
	if (config->cipher) {
		strscpy(driver, config->cipher_driver, sizeof(driver));
		ret = dc_driver_choose(config->cipher, driver,
				       config->driver_class);
		if (ret)
			return ret;
		ret = config->cipher->type == DC_AEAD ?
			      add_aead(sess, config, driver) :
			      add_cipher(sess, config, driver);
	}
	if (!ret && config->hash) {
		strscpy(driver, config->hash_driver, sizeof(driver));
		ret = dc_driver_choose(config->hash, driver,
				       config->driver_class);
		if (!ret)
			ret = add_hash(sess, config, driver);
	}
	sess->request_ctx += sess->cipher_ctx;
	return ret;
}

static int charge(struct dc_file *file, bool unlimited)
{
	int ret;

	if (atomic_inc_return(&file->nr_sessions) >
		    READ_ONCE(dc_max_sessions_file) &&
	    !unlimited) {
		ret = -ENOSPC;
		goto uncharge_file;
	}
	ret = dc_user_charge_session(file->user, unlimited);
	if (ret)
		goto uncharge_file;
	return 0;

uncharge_file:
	atomic_dec(&file->nr_sessions);
	return ret;
}

/**
 * dc_session_create - make a session, not yet to be found by anybody
 * @file: the file that it will belong to
 * @config: what it is made of
 *
 * Return: the session with its one reference, charged to file and user; or
 * an error pointer: -ENOSPC over a limit, -ENOMEM, or the kernel's errno for
 * an algorithm that it lacks or a key that it refuses.
 */
struct dc_session *dc_session_create(struct dc_file *file,
				     const struct dc_session_config *config)
{
	struct dc_session *sess;
	int ret;

	ret = charge(file, config->replacement);
	if (ret)
		return ERR_PTR(ret);
	sess = kzalloc(sizeof(*sess), GFP_KERNEL_ACCOUNT);
	if (!sess) {
		dc_user_uncharge_session(file->user);
		ret = -ENOMEM;
		goto uncharge_file;
	}
	refcount_set(&sess->ref, 1);
	sess->user = file->user;
	ret = add_transforms(sess, config);
	if (ret)
		goto put_session;
	sess->stream = alloc_stream(sess->hash);
	if (!sess->stream) {
		ret = -ENOMEM;
		goto put_session;
	}
	return sess;

put_session:
	dc_session_put(sess);
uncharge_file:
	atomic_dec(&file->nr_sessions);
	return ERR_PTR(ret);
}

/**
 * dc_session_publish - give a session its number and let others find it
 * @file: the file that it belongs to
 * @sess: the session; no longer the caller's, whatever happens
 * @id: its number
 *
 * Return: 0 or -ENOMEM.
 */
int dc_session_publish(struct dc_file *file, struct dc_session *sess, u32 *id)
{
	int ret;

	/* Whoever finds it in the table may use it and look at its id. */
	xa_lock(&file->sessions);
	ret = __xa_alloc_cyclic(&file->sessions, id, sess, SESSION_IDS,
				&file->next_id, GFP_KERNEL_ACCOUNT);
	if (ret >= 0)
		sess->id = *id;
	xa_unlock(&file->sessions);
	if (ret >= 0)
		return 0;
	dc_session_put(sess);
	atomic_dec(&file->nr_sessions);
	return ret;
}

/**
 * dc_session_free - the last reference is gone
 * @sess: the session
 */
void dc_session_free(struct dc_session *sess)
{
	if (sess->cipher)
		crypto_free_skcipher(sess->cipher);
	if (sess->aead)
		dc_aead_free(sess->aead);
	if (sess->hash)
		crypto_free_ahash(sess->hash);
	kfree_sensitive(sess->stream);
	dc_user_uncharge_session(sess->user);
	kfree_rcu(sess, rcu);
}

/* A session that is out of the table: nothing idle may know it any more. */
static void bury(struct dc_file *file, struct dc_session *sess)
{
	WRITE_ONCE(sess->dead, true);
	/* Fully ordered: after @dead, before the sweep; see dc_request_put(). */
	atomic_inc_return(&file->deaths);
	dc_request_sweep(file);
	atomic_dec(&file->nr_sessions);
	dc_session_put(sess);
}

/**
 * dc_session_replace - give the number of one session to another
 * @file: the file
 * @old: the session that has it; the caller holds a reference
 * @new: the one that gets it; no longer the caller's, whatever happens
 *
 * Return: 0, or -ENOENT if @old was destroyed or replaced meanwhile.
 */
int dc_session_replace(struct dc_file *file, struct dc_session *old,
		       struct dc_session *new)
{
	new->id = old->id;
	if (xa_cmpxchg(&file->sessions, old->id, old, new,
		       GFP_KERNEL_ACCOUNT) != old) {
		atomic_dec(&file->nr_sessions);
		dc_session_put(new);
		return -ENOENT;
	}
	bury(file, old);
	return 0;
}

/**
 * dc_session_destroy - take a session out of its file
 * @file: the file
 * @id: the session's number
 *
 * Operations that use the session end in their own time; the last of them
 * frees it.  This function never waits for them.
 *
 * Return: 0, or -ENOENT if there is no such session.
 */
int dc_session_destroy(struct dc_file *file, u32 id)
{
	struct dc_session *sess = xa_erase(&file->sessions, id);

	if (!sess)
		return -ENOENT;
	bury(file, sess);
	return 0;
}

/**
 * dc_session_destroy_all - the file is closed
 * @file: the file, which nobody else uses any more
 */
void dc_session_destroy_all(struct dc_file *file)
{
	struct dc_session *sess;
	unsigned long id;

	xa_for_each(&file->sessions, id, sess) {
		dc_session_put(sess);
		cond_resched();
	}
	xa_destroy(&file->sessions);
}

/* Both locks, in the order of their addresses, or -EINTR. */
static int lock_both(struct dc_stream *a, struct dc_stream *b)
{
	if (a > b)
		swap(a, b);
	if (mutex_lock_killable(&a->lock))
		return -EINTR;
	if (mutex_lock_killable_nested(&b->lock, SINGLE_DEPTH_NESTING)) {
		mutex_unlock(&a->lock);
		return -EINTR;
	}
	return 0;
}

/**
 * dc_session_copy_hash - copy the running hash of one session to another
 * @to: where it goes; what ran there is forgotten
 * @from: where it is; stays usable
 *
 * Return: 0; -EDEADLK for one and the same session, -EINVAL unless both hash
 * by the same algorithm and driver, -EINTR.
 */
int dc_session_copy_hash(struct dc_session *to, struct dc_session *from)
{
	int ret;

	if (to == from)
		return -EDEADLK;
	if (!to->hash || !from->hash || to->hash_alg != from->hash_alg ||
	    crypto_ahash_tfm(to->hash)->__crt_alg !=
		    crypto_ahash_tfm(from->hash)->__crt_alg)
		return -EINVAL;
	ret = lock_both(to->stream, from->stream);
	if (ret)
		return ret;
	to->stream->hashing = from->stream->hashing;
	if (from->stream->hashing)
		memcpy(to->stream->state, from->stream->state,
		       crypto_ahash_statesize(from->hash));
	mutex_unlock(&to->stream->lock);
	mutex_unlock(&from->stream->lock);
	return 0;
}
