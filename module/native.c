// SPDX-License-Identifier: GPL-2.0-only
/*
 * Sessions of the native interface: by name, driver or class, with keys from
 * memory or from the keyring.
 */
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "native.h"
#include "session.h"

#define SESSION_FLAGS \
	(DEVCRYPTO_SESSION_KEY_SERIAL | DEVCRYPTO_SESSION_MAC_SERIAL)

/* Names end inside their arrays. */
static bool terminated(const char *name)
{
	return strnlen(name, DEVCRYPTO_MAX_NAME) < DEVCRYPTO_MAX_NAME;
}

static struct crypto_tfm *cipher_tfm(const struct dc_session *sess)
{
	if (sess->cipher)
		return crypto_skcipher_tfm(sess->cipher);
	if (sess->aead)
		return crypto_aead_tfm(dc_aead_default(sess->aead));
	return NULL;
}

static int check_session(const struct devcrypto_session *arg)
{
	bool chain = *arg->cipher && *arg->mac;
	bool ordered = arg->order != DEVCRYPTO_ORDER_NONE;

	if (arg->flags & ~SESSION_FLAGS ||
	    arg->driver_class > DEVCRYPTO_CLASS_ENGINE ||
	    arg->order > DEVCRYPTO_ENCRYPT_AND_MAC)
		return -EOPNOTSUPP;
	if (!terminated(arg->cipher) || !terminated(arg->mac) ||
	    !terminated(arg->cipher_driver) || !terminated(arg->mac_driver))
		return -EINVAL;
	if (!*arg->cipher && !*arg->mac)
		return -EINVAL;
	if (chain != ordered)
		return -EINVAL;
	if ((*arg->cipher_driver && !*arg->cipher) ||
	    (*arg->mac_driver && !*arg->mac))
		return -EINVAL;
	return 0;
}

static int copy_key(struct dc_key *key, u64 from, u32 len)
{
	key->bytes = kmalloc(max(len, 1U), GFP_KERNEL_ACCOUNT);
	if (!key->bytes)
		return -ENOMEM;
	key->len = len;
	if (copy_from_user(key->bytes, dc_user_pointer(from), len))
		return -EFAULT;
	return 0;
}

/* Takes a key from wherever the caller says that it is. */
static int load_key(struct dc_key *key, const struct dc_alg *alg, u64 from,
		    u32 len, bool serial)
{
	int ret;

	if (!alg || (alg->type == DC_HASH && !alg->keyed))
		return from || len || serial ? -EINVAL : 0;
	if (!serial)
		return len > alg->key_max ? -EINVAL : copy_key(key, from, len);
	if (len || from > U32_MAX)
		return -EINVAL;
	ret = dc_key_from_keyring(key, (s32)from);
	return ret || key->len <= alg->key_max ? ret : -EINVAL;
}

static int find_algorithm(const struct dc_alg **alg, const char *name, bool mac)
{
	if (!*name)
		return 0;
	*alg = dc_alg_name(name);
	if (IS_ERR(*alg))
		return PTR_ERR(*alg);
	return ((*alg)->type == DC_HASH) == mac ? 0 : -EINVAL;
}

static int find_algorithms(struct dc_session_config *config,
			   const struct devcrypto_session *arg)
{
	int ret;

	ret = find_algorithm(&config->cipher, arg->cipher, false);
	if (ret)
		return ret;
	ret = find_algorithm(&config->hash, arg->mac, true);
	if (ret)
		return ret;
	if (config->cipher && config->hash &&
	    (config->cipher->type == DC_AEAD || !config->hash->keyed))
		return -EINVAL; /* a chain is a cipher and a MAC */
	if (config->cipher)
		strscpy(config->cipher_driver, arg->cipher_driver,
			sizeof(config->cipher_driver));
	if (config->hash)
		strscpy(config->hash_driver, arg->mac_driver,
			sizeof(config->hash_driver));
	config->driver_class = arg->driver_class;
	config->mac_ciphertext = arg->order == DEVCRYPTO_ENCRYPT_THEN_MAC;
	config->tag_len = arg->tag_len;
	return 0;
}

/* The keys of a session, from wherever the caller says that they are. */
struct keys {
	struct dc_key cipher;
	struct dc_key mac;
};

static int load_keys(struct keys *keys, struct dc_session_config *config,
		     const struct devcrypto_rekey *from)
{
	int ret;

	ret = load_key(&keys->cipher, config->cipher, from->key, from->key_len,
		       from->flags & DEVCRYPTO_SESSION_KEY_SERIAL);
	if (ret)
		return ret;
	ret = load_key(&keys->mac, config->hash, from->mac_key,
		       from->mac_key_len,
		       from->flags & DEVCRYPTO_SESSION_MAC_SERIAL);
	config->key = keys->cipher.bytes;
	config->keylen = keys->cipher.len;
	config->mackey = keys->mac.bytes;
	config->mackeylen = keys->mac.len;
	return ret;
}

/* Makes a session of @config, with the keys that @from names. */
static struct dc_session *make(struct dc_file *file,
			       struct dc_session_config *config,
			       const struct devcrypto_rekey *from)
{
	struct dc_session *sess;
	struct keys keys = {};
	int ret;

	ret = load_keys(&keys, config, from);
	sess = ret ? ERR_PTR(ret) : dc_session_create(file, config);
	kfree_sensitive(keys.mac.bytes);
	kfree_sensitive(keys.cipher.bytes);
	return sess;
}

/**
 * dc_native_session - DEVCRYPTO_SESSION_CREATE
 * @file: the file that the session will belong to
 * @arg: kernel copy of struct devcrypto_session; its id is set
 *
 * Return: 0 or an errno of the interface's list.
 */
int dc_native_session(struct dc_file *file, void *arg)
{
	struct devcrypto_session *session = arg;
	struct devcrypto_rekey from = {
		.flags = session->flags,
		.key = session->key,
		.mac_key = session->mac_key,
		.key_len = session->key_len,
		.mac_key_len = session->mac_key_len,
	};
	struct dc_session_config config = {};
	struct dc_session *sess;
	int ret;

	ret = check_session(session);
	if (ret)
		return ret;
	ret = find_algorithms(&config, session);
	if (ret)
		return ret;
	sess = make(file, &config, &from);
	if (IS_ERR(sess))
		return PTR_ERR(sess);
	return dc_session_publish(file, sess, &session->id);
}

/**
 * dc_native_session_undo - the caller does not learn the session's number
 * @file: the open file
 * @arg: as it was left by dc_native_session()
 *
 * Return: 0 or -ENOENT.
 */
int dc_native_session_undo(struct dc_file *file, void *arg)
{
	const struct devcrypto_session *session = arg;

	return dc_session_destroy(file, session->id);
}

/* What another session has to be made of to be like @sess. */
static void copy_config(struct dc_session_config *config,
			const struct dc_session *sess)
{
	const struct crypto_tfm *cipher = cipher_tfm(sess);
	const struct crypto_tfm *hash =
		sess->hash ? crypto_ahash_tfm(sess->hash) : NULL;

	config->cipher = sess->cipher_alg;
	config->hash = sess->hash_alg;
	if (cipher)
		strscpy(config->cipher_driver,
			cipher->__crt_alg->cra_driver_name,
			sizeof(config->cipher_driver));
	if (hash)
		strscpy(config->hash_driver, hash->__crt_alg->cra_driver_name,
			sizeof(config->hash_driver));
	config->mac_ciphertext = sess->mac_ciphertext;
	config->tag_len = sess->tag_len;
	config->replacement = true;
}

static bool needs_key(const struct dc_alg *alg)
{
	return alg && alg->key_max;
}

/**
 * dc_native_rekey - DEVCRYPTO_SESSION_REKEY
 * @file: the open file
 * @arg: kernel copy of struct devcrypto_rekey
 *
 * Return: 0; -ENOENT for a session that is not or no longer there; or what
 * DEVCRYPTO_SESSION_CREATE says of a key.
 */
int dc_native_rekey(struct dc_file *file, void *arg)
{
	const struct devcrypto_rekey *rekey = arg;
	struct dc_session_config config = {};
	struct dc_session *old, *new;
	int ret;

	if (rekey->flags & ~SESSION_FLAGS)
		return -EOPNOTSUPP;
	if (rekey->reserved)
		return -EINVAL;
	old = dc_session_get(file, rekey->id);
	if (!old)
		return -ENOENT;
	copy_config(&config, old);
	/* A key that was left out is not an empty one. */
	if (!needs_key(config.cipher) == !rekey->key &&
	    !needs_key(config.hash) == !rekey->mac_key)
		new = make(file, &config, rekey);
	else
		new = ERR_PTR(-EINVAL);
	ret = PTR_ERR_OR_ZERO(new);
	if (!ret)
		ret = dc_session_replace(file, old, new);
	dc_session_put(old);
	return ret;
}

static void fill_driver(char *name, char *driver, u32 *class, u32 *flags,
			struct crypto_tfm *tfm)
{
	strscpy_pad(name, crypto_tfm_alg_name(tfm), DEVCRYPTO_MAX_NAME);
	strscpy_pad(driver, crypto_tfm_alg_driver_name(tfm),
		    DEVCRYPTO_MAX_NAME);
	*class = dc_driver_class(tfm);
	*flags = dc_driver_flags(tfm);
}

static void fill_info(struct devcrypto_session_info *info,
		      const struct dc_session *sess)
{
	struct crypto_tfm *cipher = cipher_tfm(sess);

	if (cipher)
		fill_driver(info->cipher, info->cipher_driver,
			    &info->cipher_class, &info->cipher_flags, cipher);
	if (sess->hash)
		fill_driver(info->mac, info->mac_driver, &info->mac_class,
			    &info->mac_flags, crypto_ahash_tfm(sess->hash));
	info->iv_len = sess->ivsize;
	info->block_len = cipher ? sess->blocksize : 1;
	info->tag_len = sess->tag_len;
	if (sess->cipher && sess->hash)
		info->order = sess->mac_ciphertext ?
				      DEVCRYPTO_ENCRYPT_THEN_MAC :
				      DEVCRYPTO_ENCRYPT_AND_MAC;
}

/**
 * dc_native_info - DEVCRYPTO_SESSION_INFO
 * @file: the open file
 * @arg: kernel copy of struct devcrypto_session_info
 *
 * Return: 0 or -ENOENT.
 */
int dc_native_info(struct dc_file *file, void *arg)
{
	struct devcrypto_session_info *info = arg;
	struct dc_session *sess = dc_session_get(file, info->id);

	if (!sess)
		return -ENOENT;
	*info = (struct devcrypto_session_info){
		.size = info->size,
		.id = info->id,
	};
	fill_info(info, sess);
	dc_session_put(sess);
	return 0;
}

/**
 * dc_native_destroy - DEVCRYPTO_SESSION_DESTROY
 * @file: the open file
 * @arg: kernel copy of struct devcrypto_id
 *
 * Return: 0 or -ENOENT.
 */
int dc_native_destroy(struct dc_file *file, void *arg)
{
	struct devcrypto_id *id = arg;

	return dc_session_destroy(file, id->id);
}
