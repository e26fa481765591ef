// SPDX-License-Identifier: MIT
/* An opened /dev/crypto. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "internal.h"

#define DEFAULT_PATH "/dev/crypto"

/*
 * Every module that answers these calls knows CIOCASYMFEAT, and it changes
 * nothing, so it tells a crypto device from any other file.
 */
static int probe(const struct devcrypto *device)
{
	__u32 features = 0;

	return dc_ioctl(device, CIOCASYMFEAT, &features) ? -ENOTTY : 0;
}

int devcrypto_open(const char *path, struct devcrypto **device)
{
	struct devcrypto *dev;
	int rc;

	if (!device)
		return -EINVAL;
	dev = malloc(sizeof(*dev));
	if (!dev)
		return -ENOMEM;
	dev->fd = open(path ? path : DEFAULT_PATH, O_RDWR | O_CLOEXEC);
	if (dev->fd < 0) {
		rc = -errno;
		goto free_dev;
	}
	rc = probe(dev);
	if (rc)
		goto close_fd;
	*device = dev;
	return 0;

close_fd:
	close(dev->fd);
free_dev:
	free(dev);
	return rc;
}

void devcrypto_close(struct devcrypto *device)
{
	if (!device)
		return;
	close(device->fd);
	free(device);
}
