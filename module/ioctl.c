// SPDX-License-Identifier: GPL-2.0-only
/*
 * Entry of all ioctl calls; which interface answers is told by the letter.
 */
#include <linux/compat.h>
#include <linux/fs.h>
#include <linux/ioctl.h>

#include "internal.h"

long dc_ioctl(struct file *filp, unsigned int cmd, unsigned long arg)
{
	if (likely(_IOC_TYPE(cmd) == 'c'))
		return dc_legacy_ioctl(filp, cmd, (void __user *)arg);
	return -ENOTTY;
}

#ifdef CONFIG_COMPAT
long dc_compat_ioctl(struct file *filp, unsigned int cmd, unsigned long arg)
{
	if (_IOC_TYPE(cmd) == 'c')
		return dc_legacy_compat_ioctl(filp, cmd, compat_ptr(arg));
	return -ENOTTY;
}
#endif
