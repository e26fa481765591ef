// SPDX-License-Identifier: MIT
/* The one place that talks to the kernel. */
#include <errno.h>
#include <sys/ioctl.h>

#include "internal.h"

/*
 * EINTR is passed on, never retried: an interrupted operation in place may
 * have overwritten part of its input already.
 */
int dc_ioctl(const struct devcrypto *device, unsigned long request,
	     void *argument)
{
	if (ioctl(device->fd, request, argument) < 0)
		return -errno;
	return 0;
}

/* The kernel interface counts in 32 bits. */
int dc_check_length(size_t len)
{
	return len > UINT32_MAX ? -EMSGSIZE : 0;
}

/* The kernel's structures have no const; it only reads what goes in here. */
uint8_t *dc_unconst(const void *pointer)
{
	return (uint8_t *)(uintptr_t)pointer;
}
