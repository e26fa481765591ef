// SPDX-License-Identifier: GPL-2.0-only
/*
 * The ioctl calls of cryptodev-linux, translated to sessions and requests.
 * docs/abi-v1.md is the contract.  Nothing below depends on this file.
 */
#include <linux/file.h>
#include <linux/slab.h>
#include <linux/uaccess.h>
#include <crypto/cryptodev.h>

#include "session.h"
#include "legacy.h"

/* Old programs know one errno for all that a session can be refused for. */
static int session_errno(int err)
{
	switch (err) {
	case -ENOSPC:
	case -ENOMEM:
	case -EINTR:
	case -EFAULT:
		return err;
	default:
		return -EINVAL;
	}
}

struct session_keys {
	u8 key[CRYPTO_CIPHER_MAX_KEY_LEN];
	u8 mackey[CRYPTO_HMAC_MAX_KEY_LEN];
};

static int copy_keys(struct session_keys *keys, const struct session_op *op)
{
	if (op->keylen > sizeof(keys->key) ||
	    op->mackeylen > sizeof(keys->mackey))
		return -EINVAL;
	if (copy_from_user(keys->key, op->key, op->keylen) ||
	    copy_from_user(keys->mackey, op->mackey, op->mackeylen))
		return -EFAULT;
	return 0;
}

static int fill_config(struct dc_session_config *config,
		       const struct session_op *op,
		       const struct session_keys *keys)
{
	if (!op->cipher && !op->mac)
		return -EINVAL;
	if (op->cipher) {
		config->cipher = dc_alg_cipher(op->cipher);
		if (!config->cipher)
			return -EINVAL;
	}
	if (op->mac && !(config->cipher && config->cipher->type == DC_AEAD)) {
		config->hash = dc_alg_mac(op->mac);
		if (!config->hash)
			return -EINVAL;
	} else if (config->cipher->type == DC_AEAD && op->mackeylen) {
		return -EINVAL; /* an AEAD has one key */
	}
	config->key = keys->key;
	config->keylen = op->keylen;
	config->mackey = keys->mackey;
	config->mackeylen = op->mackeylen;
	return 0;
}

/**
 * dc_legacy_session - CIOCGSESSION
 * @file: the file that the session will belong to
 * @op: kernel copy of the argument; @op->ses is set
 *
 * Return: 0; -EINVAL for what cannot be had, -EFAULT, -ENOSPC, -ENOMEM.
 */
int dc_legacy_session(struct dc_file *file, struct session_op *op)
{
	struct dc_session_config config = {};
	struct session_keys *keys;
	struct dc_session *sess;
	int ret;

	keys = kmalloc(sizeof(*keys), GFP_KERNEL_ACCOUNT);
	if (!keys)
		return -ENOMEM;
	ret = copy_keys(keys, op);
	if (!ret)
		ret = fill_config(&config, op, keys);
	if (ret)
		goto free_keys;
	sess = dc_session_create(file, &config);
	ret = PTR_ERR_OR_ZERO(sess);
	if (!ret)
		ret = dc_session_publish(file, sess, &op->ses);
	ret = ret ? session_errno(ret) : 0;
free_keys:
	kfree_sensitive(keys);
	return ret;
}

static long create_session(struct dc_file *file, struct session_op __user *arg)
{
	struct session_op op;
	int ret;

	if (copy_from_user(&op, arg, sizeof(op)))
		return -EFAULT;
	ret = dc_legacy_session(file, &op);
	if (ret)
		return ret;
	if (copy_to_user(arg, &op, sizeof(op))) {
		dc_session_destroy(file, op.ses);
		return -EFAULT;
	}
	return 0;
}

/* Never fails for an unknown id: OpenSSL frees sessions it does not have. */
static long free_session(struct dc_file *file, u32 __user *arg)
{
	u32 id;

	if (get_user(id, arg))
		return -EFAULT;
	dc_session_destroy(file, id);
	return 0;
}

static void fill_info(struct session_info_op *op, struct alg_info *info,
		      struct crypto_tfm *tfm, unsigned int alignmask)
{
	const struct crypto_alg *alg = tfm->__crt_alg;

	/* Kernel names are longer than the room for them may be. */
	strscpy_pad(info->cra_name, crypto_tfm_alg_name(tfm),
		    sizeof(info->cra_name));
	strscpy_pad(info->cra_driver_name, crypto_tfm_alg_driver_name(tfm),
		    sizeof(info->cra_driver_name));
	op->alignmask = max_t(u32, op->alignmask, alignmask);
	if (alg->cra_flags & CRYPTO_ALG_KERN_DRIVER_ONLY)
		op->flags |= SIOP_FLAG_KERNEL_DRIVER_ONLY;
}

static long session_info(struct dc_file *file,
			 struct session_info_op __user *arg)
{
	struct session_info_op op;
	struct dc_session *sess;

	if (copy_from_user(&op, arg, sizeof(op)))
		return -EFAULT;
	sess = dc_session_get(file, op.ses);
	if (!sess)
		return -EINVAL;
	op.alignmask = 0;
	op.flags = 0;
	if (sess->cipher)
		fill_info(&op, &op.cipher_info,
			  crypto_skcipher_tfm(sess->cipher),
			  crypto_skcipher_alignmask(sess->cipher));
	if (sess->aead) {
		struct crypto_aead *tfm = dc_aead_default(sess->aead);

		fill_info(&op, &op.cipher_info, crypto_aead_tfm(tfm),
			  crypto_aead_alignmask(tfm));
	}
	if (sess->hash)
		fill_info(&op, &op.hash_info, crypto_ahash_tfm(sess->hash),
			  dc_ahash_alignmask(sess->hash));
	dc_session_put(sess);
	return copy_to_user(arg, &op, sizeof(op)) ? -EFAULT : 0;
}

/* One more descriptor of the same file, shown only once its number is out. */
static long clone_fd(struct file *filp, u32 __user *arg)
{
	int fd = get_unused_fd_flags(0);

	if (fd < 0)
		return fd;
	if (put_user(fd, arg)) {
		put_unused_fd(fd);
		return -EFAULT;
	}
	fd_install(fd, get_file(filp));
	return 0;
}

static long copy_hash(struct dc_file *file, struct cphash_op __user *arg)
{
	struct dc_session *to, *from;
	struct cphash_op op;
	int ret = -ENOENT;

	if (copy_from_user(&op, arg, sizeof(op)))
		return -EFAULT;
	to = dc_session_get(file, op.dst_ses);
	from = dc_session_get(file, op.src_ses);
	if (to && from)
		ret = dc_session_copy_hash(to, from);
	if (from)
		dc_session_put(from);
	if (to)
		dc_session_put(to);
	return ret;
}

/* Out of line, so that the dispatcher saves no registers for it. */
static noinline long other_call(struct file *filp, unsigned int cmd,
				void __user *arg)
{
	struct dc_file *file = filp->private_data;

	switch (cmd) {
	case CIOCGSESSION:
		return create_session(file, arg);
	case CIOCFSESSION:
		return free_session(file, arg);
	case CIOCGSESSINFO:
		return session_info(file, arg);
	case CIOCCPHASH:
		return copy_hash(file, arg);
	case CRIOGET:
		return clone_fd(filp, arg);
	case CIOCASYMFEAT:
		return put_user(0, (u32 __user *)arg);
	default:
		return -EINVAL;
	}
}

/**
 * dc_legacy_ioctl - the calls whose argument is the same for all programs
 *	and those of programs of the kernel's own word size
 * @filp: the open file
 * @cmd: ioctl command of letter 'c'
 * @arg: its argument
 *
 * Return: 0 or an errno; -EINVAL for a command that does not exist, as old
 * programs expect it.
 */
long dc_legacy_ioctl(struct file *filp, unsigned int cmd, void __user *arg)
{
	if (likely(cmd == CIOCCRYPT))
		return dc_legacy_crypt_user(filp->private_data, arg);
	if (cmd == CIOCAUTHCRYPT)
		return dc_legacy_auth_user(filp->private_data, arg);
	return other_call(filp, cmd, arg);
}
