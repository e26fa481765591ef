// SPDX-License-Identifier: GPL-2.0-only
/*
 * Entry of all ioctl calls.
 *
 * The letter tells which interface answers.  The native one is a table: each
 * call has a structure that starts with its size, is copied in once, handled,
 * and copied out again.
 */
#include <linux/compat.h>
#include <linux/fs.h>
#include <linux/ioctl.h>
#include <linux/sizes.h>
#include <linux/uaccess.h>

#include "native.h"

/* Longest structure that is looked at, zeros behind what we know included. */
#define MAX_SIZE SZ_4K

/**
 * struct call - one call of the native interface
 * @size: bytes of its structure here
 * @min: bytes that its first version had
 * @out: what the handler leaves in the copy goes back to the caller
 * @handler: does it, on a kernel copy
 * @undo: takes it back when the copy cannot be given to the caller
 */
struct call {
	unsigned int size;
	unsigned int min;
	bool out;
	int (*handler)(struct dc_file *file, void *arg);
	int (*undo)(struct dc_file *file, void *arg);
};

/* The last member of the first version ends the smallest structure. */
#define SIZES(_type, _last) \
	.size = sizeof(_type), .min = offsetofend(_type, _last)

static const struct call calls[] = {
	[_IOC_NR(DEVCRYPTO_QUERY)] = {
		SIZES(struct devcrypto_query, count),
		.handler = dc_native_query,
		.out = true,
	},
	[_IOC_NR(DEVCRYPTO_SESSION_CREATE)] = {
		SIZES(struct devcrypto_session, id),
		.handler = dc_native_session,
		.undo = dc_native_session_undo,
		.out = true,
	},
	[_IOC_NR(DEVCRYPTO_SESSION_INFO)] = {
		SIZES(struct devcrypto_session_info, order),
		.handler = dc_native_info,
		.out = true,
	},
	[_IOC_NR(DEVCRYPTO_SESSION_DESTROY)] = {
		SIZES(struct devcrypto_id, id),
		.handler = dc_native_destroy,
	},
	[_IOC_NR(DEVCRYPTO_SESSION_REKEY)] = {
		SIZES(struct devcrypto_rekey, mac_key_len),
		.handler = dc_native_rekey,
	},
	[_IOC_NR(DEVCRYPTO_SUBMIT)] = {
		SIZES(struct devcrypto_submit, reserved),
		.handler = dc_native_submit,
		.out = true,
	},
};

/* Room for the largest structure of the table. */
union argument {
	struct devcrypto_query query;
	struct devcrypto_session session;
	struct devcrypto_session_info info;
	struct devcrypto_id id;
	struct devcrypto_rekey rekey;
	struct devcrypto_submit submit;
};

static long native_ioctl(struct dc_file *file, unsigned int cmd,
			 u32 __user *uarg)
{
	union argument arg dc_uninitialized; /* filled up below */
	const struct call *call;
	u32 size;
	int ret;

	if (_IOC_NR(cmd) >= ARRAY_SIZE(calls))
		return -ENOTTY;
	if (cmd != _IO(DEVCRYPTO_IOC, _IOC_NR(cmd)))
		return -ENOTTY;
	call = &calls[_IOC_NR(cmd)];
	/* Every structure starts with its size. */
	if (get_user(size, uarg))
		return -EFAULT;
	if (size < call->min)
		return -EINVAL;
	if (size > MAX_SIZE)
		return -E2BIG;
	ret = copy_struct_from_user(&arg, call->size, uarg, size);
	if (ret)
		return ret;
	ret = call->handler(file, &arg);
	if (ret || !call->out)
		return ret;
	/* The size is the caller's own, whatever stands there now. */
	if (!copy_to_user(uarg + 1, (u32 *)&arg + 1,
			  min(size, call->size) - sizeof(size)))
		return 0;
	if (call->undo)
		call->undo(file, &arg);
	return -EFAULT;
}

long dc_ioctl(struct file *filp, unsigned int cmd, unsigned long arg)
{
	if (likely(_IOC_TYPE(cmd) == 'c'))
		return dc_legacy_ioctl(filp, cmd, (void __user *)arg);
	if (_IOC_TYPE(cmd) == DEVCRYPTO_IOC)
		return native_ioctl(filp->private_data, cmd, (u32 __user *)arg);
	return -ENOTTY;
}

#ifdef CONFIG_COMPAT
long dc_compat_ioctl(struct file *filp, unsigned int cmd, unsigned long arg)
{
	if (_IOC_TYPE(cmd) == 'c')
		return dc_legacy_compat_ioctl(filp, cmd, compat_ptr(arg));
	if (_IOC_TYPE(cmd) == DEVCRYPTO_IOC)
		return native_ioctl(filp->private_data, cmd, compat_ptr(arg));
	return -ENOTTY;
}
#endif
