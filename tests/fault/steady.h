/* SPDX-License-Identifier: MIT */
/* Making MemFree a figure that leaks can be read from. */
#ifndef STEADY_H
#define STEADY_H

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/*
 * Each CPU keeps free pages on lists of its own, tens of megabytes together,
 * which MemFree does not count.  On, they are kept as short as they can be;
 * what is in them goes back with the next few frees.  0, or -1 and errno.
 */
static inline int steady_memory(int on)
{
	const char *fraction = on ? "100000" : "0";
	int fd = open("/proc/sys/vm/percpu_pagelist_high_fraction", O_WRONLY);
	int rc;

	if (fd < 0)
		return -1;
	rc = write(fd, fraction, strlen(fraction)) < 0 ? -1 : 0;
	close(fd);
	return rc;
}

#endif
