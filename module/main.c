// SPDX-License-Identifier: GPL-2.0-only
/*
 * devcrypto: the kernel's crypto API for programs, through /dev/crypto.
 *
 * Parameters, and what is set up in which order.
 */
#include <linux/init.h>
#include <linux/module.h>
#include <linux/moduleparam.h>

#include "request.h"

/* Never less than this, whatever the administrator writes. */
#define MIN_MAX_REQUEST SZ_16M
#define MAX_MAX_REQUEST SZ_1G
#define MIN_MAX_AAD SZ_4K
#define MAX_MAX_AAD SZ_1M
#define MAX_SESSIONS ((1 << 18) - 2)

bool dc_weak;
module_param_named(weak, dc_weak, bool, 0644);
MODULE_PARM_DESC(weak,
		 "allow DES, 3DES, Blowfish, MD5 and HMAC-MD5 (default N)");

/*
 * By instruction counts on 6.1 a copy both ways costs as much as pinning one
 * page at about 2.5 KiB (docs/architecture.md).  A request whose source is not
 * its destination is copied up to twice this size, see dc_request_copies().
 */
unsigned int dc_copy_max = 2560;
module_param_named(copy_max, dc_copy_max, uint, 0644);
MODULE_PARM_DESC(copy_max,
		 "copy up to this many bytes, pin more (default 2560)");

unsigned int dc_max_request = SZ_64M;
unsigned int dc_max_aad = SZ_64K;
unsigned int dc_max_sessions_file = 65536;
unsigned int dc_max_sessions_user = 131072;
unsigned int dc_engine_timeout_ms = 10000;

/* A parameter that takes only values from a range. */
struct param_range {
	unsigned int *value;
	unsigned int min;
	unsigned int max;
};

static int set_range(const char *val, const struct kernel_param *kp)
{
	const struct param_range *range = kp->arg;
	unsigned int new;
	int ret = kstrtouint(val, 0, &new);

	if (ret)
		return ret;
	if (new < range->min || new > range->max)
		return -EINVAL;
	WRITE_ONCE(*range->value, new);
	return 0;
}

static int get_range(char *buffer, const struct kernel_param *kp)
{
	const struct param_range *range = kp->arg;

	return sysfs_emit(buffer, "%u\n", *range->value);
}

static const struct kernel_param_ops range_ops = {
	.set = set_range,
	.get = get_range,
};

#define RANGE(_value, _min, _max) \
	{ .value = &(_value), .min = (_min), .max = (_max) }

static struct param_range max_request =
	RANGE(dc_max_request, MIN_MAX_REQUEST, MAX_MAX_REQUEST);
module_param_cb(max_request, &range_ops, &max_request, 0644);
MODULE_PARM_DESC(max_request,
		 "most bytes of one request (16 MiB to 1 GiB, default 64 MiB)");

static struct param_range max_aad = RANGE(dc_max_aad, MIN_MAX_AAD, MAX_MAX_AAD);
module_param_cb(max_aad, &range_ops, &max_aad, 0644);
MODULE_PARM_DESC(max_aad,
		 "most bytes of associated data (4 KiB to 1 MiB, default 64 KiB)");

static struct param_range max_sessions_file =
	RANGE(dc_max_sessions_file, 1, MAX_SESSIONS);
module_param_cb(max_sessions_file, &range_ops, &max_sessions_file, 0644);
MODULE_PARM_DESC(max_sessions_file,
		 "most sessions of one open file (1 to 262142, default 65536)");

static struct param_range max_sessions_user =
	RANGE(dc_max_sessions_user, 1, INT_MAX);
module_param_cb(max_sessions_user, &range_ops, &max_sessions_user, 0644);
MODULE_PARM_DESC(max_sessions_user,
		 "most sessions of one user (default 131072)");

static struct param_range engine_timeout_ms =
	RANGE(dc_engine_timeout_ms, 1, INT_MAX);
module_param_cb(engine_timeout_ms, &range_ops, &engine_timeout_ms, 0644);
MODULE_PARM_DESC(engine_timeout_ms,
		 "milliseconds that an asynchronous driver may take (default 10000)");

static int __init devcrypto_init(void)
{
	int ret;

	ret = dc_request_init();
	if (ret)
		return ret;
	ret = dc_chardev_register();
	if (ret)
		goto exit_request;
	return 0;

exit_request:
	dc_request_exit();
	return ret;
}

static void __exit devcrypto_exit(void)
{
	dc_chardev_unregister();
	dc_request_exit();
}

module_init(devcrypto_init);
module_exit(devcrypto_exit);

MODULE_DESCRIPTION("/dev/crypto: the kernel crypto API for programs");
MODULE_VERSION(DC_VERSION);
MODULE_LICENSE("GPL");
MODULE_ALIAS("cryptodev");
