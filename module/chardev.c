// SPDX-License-Identifier: GPL-2.0-only
/*
 * The device node /dev/crypto and what an open file of it holds.
 */
#include <linux/device.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/poll.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

#include "request.h"

static int open_file(struct inode *inode, struct file *filp)
{
	struct dc_file *file;

	file = kzalloc(sizeof(*file), GFP_KERNEL_ACCOUNT);
	if (!file)
		return -ENOMEM;
	file->user = dc_user_get(current_uid());
	if (!file->user) {
		kfree(file);
		return -ENOMEM;
	}
	xa_init_flags(&file->sessions, XA_FLAGS_ALLOC1);
	file->next_id = 1;
	filp->private_data = file;
	return nonseekable_open(inode, filp);
}

static int release_file(struct inode *inode, struct file *filp)
{
	struct dc_file *file = filp->private_data;

	dc_session_destroy_all(file);
	dc_request_drain(file);
	dc_user_put(file->user);
	kfree(file);
	return 0;
}

/* Without asynchronous operations a call never has to be waited for. */
static __poll_t poll_file(struct file *filp, struct poll_table_struct *wait)
{
	return EPOLLOUT | EPOLLWRNORM;
}

static void show_fdinfo(struct seq_file *m, struct file *filp)
{
	struct dc_file *file = filp->private_data;

	seq_printf(m, "sessions:\t%d\n", atomic_read(&file->nr_sessions));
}

static const struct file_operations fops = {
	.owner = THIS_MODULE,
	.open = open_file,
	.release = release_file,
	.poll = poll_file,
	.unlocked_ioctl = dc_ioctl,
#ifdef CONFIG_COMPAT
	.compat_ioctl = dc_compat_ioctl,
#endif
	.show_fdinfo = show_fdinfo,
};

static struct miscdevice node = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "crypto",
	.mode = 0660,
	.fops = &fops,
};

/*
 * The driver core answers a name that is taken with a warning and a stack
 * dump.  The class of misc devices, which is not exported, can be reached
 * through a device of it, so one is made to look for the name first.
 */
static int look_for_rival(void)
{
	static const struct file_operations no_fops = { .owner = THIS_MODULE };

	struct miscdevice probe = {
		.minor = MISC_DYNAMIC_MINOR,
		.name = "devcrypto-probe",
		.mode = 0600,
		.fops = &no_fops,
	};
	struct device *rival;
	int ret;

	ret = misc_register(&probe);
	if (ret)
		return ret;
	rival = class_find_device_by_name(probe.this_device->class, node.name);
	put_device(rival);
	misc_deregister(&probe);
	return rival ? -EBUSY : 0;
}

/**
 * dc_chardev_register - show /dev/crypto
 *
 * Return: 0; -EBUSY if another module has the name, or misc_register()'s
 * errno.
 */
int dc_chardev_register(void)
{
	int ret = look_for_rival();

	if (ret == -EBUSY)
		pr_err("/dev/crypto belongs to another module (cryptodev?); unload it first\n");
	return ret ?: misc_register(&node);
}

void dc_chardev_unregister(void)
{
	misc_deregister(&node);
}
