// SPDX-License-Identifier: GPL-2.0-only
/*
 * Knob rival: takes the name /dev/crypto, as another module of this kind
 * would, so that loading devcrypto can be seen to fail.
 */
#include <linux/kernel.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/mutex.h>

#include "engine.h"

static const struct file_operations rival_fops = {
	.owner = THIS_MODULE,
	.llseek = noop_llseek,
};

static struct miscdevice rival_device = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "crypto",
	.fops = &rival_fops,
	.mode = 0600,
};

static DEFINE_MUTEX(rival_lock);	/* guards rival and the device */
static bool rival;

static int show_rival(bool on)
{
	int rc = 0;

	mutex_lock(&rival_lock);
	if (on && !rival) {
		/* The number of the last time may be somebody else's now. */
		rival_device.minor = MISC_DYNAMIC_MINOR;
		rc = misc_register(&rival_device);
	} else if (!on && rival) {
		misc_deregister(&rival_device);
	}
	if (!rc)
		rival = on;
	mutex_unlock(&rival_lock);
	return rc;
}

static int set_rival(const char *val, const struct kernel_param *kp)
{
	bool on;

	return kstrtobool(val, &on) ?: show_rival(on);
}

static const struct kernel_param_ops rival_ops = {
	.set = set_rival,
	.get = param_get_bool,
};

module_param_cb(rival, &rival_ops, &rival, 0644);
MODULE_PARM_DESC(rival, "hold the name /dev/crypto");

void dc_test_rival_unregister(void)
{
	show_rival(false);
}
