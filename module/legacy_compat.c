// SPDX-License-Identifier: GPL-2.0-only
/*
 * The cryptodev-linux calls of 32-bit programs under a 64-bit kernel: the
 * structures with pointers are widened, then go the way of all others.
 */
#include <linux/compat.h>
#include <linux/uaccess.h>

#include "session.h"
#include "legacy.h"

struct compat_session_op {
	u32 cipher;
	u32 mac;
	u32 keylen;
	compat_uptr_t key;
	u32 mackeylen;
	compat_uptr_t mackey;
	u32 ses;
};

struct compat_crypt_op {
	u32 ses;
	u16 op;
	u16 flags;
	u32 len;
	compat_uptr_t src;
	compat_uptr_t dst;
	compat_uptr_t mac;
	compat_uptr_t iv;
};

struct compat_crypt_auth_op {
	u32 ses;
	u16 op;
	u16 flags;
	u32 len;
	u32 auth_len;
	compat_uptr_t auth_src;
	compat_uptr_t src;
	compat_uptr_t dst;
	compat_uptr_t tag;
	u32 tag_len;
	compat_uptr_t iv;
	u32 iv_len;
};

#define CIOCGSESSION32 _IOWR('c', 102, struct compat_session_op)
#define CIOCCRYPT32 _IOWR('c', 104, struct compat_crypt_op)
#define CIOCAUTHCRYPT32 _IOWR('c', 109, struct compat_crypt_auth_op)

static long create_session(struct dc_file *file,
			   struct compat_session_op __user *arg)
{
	struct compat_session_op op32;
	struct session_op op;
	int ret;

	if (copy_from_user(&op32, arg, sizeof(op32)))
		return -EFAULT;
	op = (struct session_op){
		.cipher = op32.cipher,
		.mac = op32.mac,
		.keylen = op32.keylen,
		.key = compat_ptr(op32.key),
		.mackeylen = op32.mackeylen,
		.mackey = compat_ptr(op32.mackey),
	};
	ret = dc_legacy_session(file, &op);
	if (ret)
		return ret;
	if (put_user(op.ses, &arg->ses)) {
		dc_session_destroy(file, op.ses);
		return -EFAULT;
	}
	return 0;
}

static long crypt(struct dc_file *file, struct compat_crypt_op __user *arg)
{
	struct compat_crypt_op op32;
	struct crypt_op op;

	if (copy_from_user(&op32, arg, sizeof(op32)))
		return -EFAULT;
	op = (struct crypt_op){
		.ses = op32.ses,
		.op = op32.op,
		.flags = op32.flags,
		.len = op32.len,
		.src = compat_ptr(op32.src),
		.dst = compat_ptr(op32.dst),
		.mac = compat_ptr(op32.mac),
		.iv = compat_ptr(op32.iv),
	};
	return dc_legacy_crypt(file, &op);
}

static long auth_crypt(struct dc_file *file,
		       struct compat_crypt_auth_op __user *arg)
{
	struct compat_crypt_auth_op op32;
	struct crypt_auth_op op;
	int ret;

	if (copy_from_user(&op32, arg, sizeof(op32)))
		return -EFAULT;
	op = (struct crypt_auth_op){
		.ses = op32.ses,
		.op = op32.op,
		.flags = op32.flags,
		.len = op32.len,
		.auth_len = op32.auth_len,
		.auth_src = compat_ptr(op32.auth_src),
		.src = compat_ptr(op32.src),
		.dst = compat_ptr(op32.dst),
		.tag = compat_ptr(op32.tag),
		.tag_len = op32.tag_len,
		.iv = compat_ptr(op32.iv),
		.iv_len = op32.iv_len,
	};
	ret = dc_legacy_auth(file, &op);
	if (ret)
		return ret;
	op32.len = op.len;
	op32.tag = ptr_to_compat(op.tag);
	op32.tag_len = op.tag_len;
	return copy_to_user(arg, &op32, sizeof(op32)) ? -EFAULT : 0;
}

/**
 * dc_legacy_compat_ioctl - the calls of a 32-bit program
 * @filp: the open file
 * @cmd: ioctl command of letter 'c', as a 32-bit program encodes it
 * @arg: its argument
 *
 * Return: 0 or an errno, as for other programs.
 */
long dc_legacy_compat_ioctl(struct file *filp, unsigned int cmd,
			    void __user *arg)
{
	struct dc_file *file = filp->private_data;

	switch (cmd) {
	case CIOCGSESSION32:
		return create_session(file, arg);
	case CIOCCRYPT32:
		return crypt(file, arg);
	case CIOCAUTHCRYPT32:
		return auth_crypt(file, arg);
	case CIOCGSESSION:
	case CIOCCRYPT:
	case CIOCAUTHCRYPT:
		return -EINVAL; /* the layout of 64-bit programs */
	default:
		return dc_legacy_ioctl(filp, cmd, arg);
	}
}
