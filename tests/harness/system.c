// SPDX-License-Identifier: MIT
/* Module parameters, the kernel log and memory figures. */
#include "t.h"

#include <fcntl.h>

#define PARAMETERS "/sys/module/devcrypto/parameters/"

static int open_param(const char *name, int flags)
{
	char path[128];

	snprintf(path, sizeof(path), PARAMETERS "%s", name);
	return open(path, flags | O_CLOEXEC);
}

int t_param_read(const char *name, char *value, size_t size)
{
	int fd = open_param(name, O_RDONLY);
	ssize_t n;

	if (fd < 0)
		return -1;
	n = read(fd, value, size - 1);
	close(fd);
	if (n < 0)
		return -1;
	value[n] = 0;
	value[strcspn(value, "\n")] = 0;
	return 0;
}

int t_param_write(const char *name, const char *value)
{
	int fd = open_param(name, O_WRONLY);
	ssize_t n;
	int err;

	if (fd < 0)
		return -1;
	n = write(fd, value, strlen(value));
	err = errno;
	close(fd);
	errno = err;
	return n < 0 ? -1 : 0;
}

void t_weak_ok(bool on)
{
	assert_ok(t_param_write("weak", on ? "Y" : "N"));
}

static int klog = -1;

int t_klog_mark(void)
{
	if (klog < 0)
		klog = open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (klog < 0)
		return -1;
	return lseek(klog, 0, SEEK_END) < 0 ? -1 : 0;
}

/* A record is "priority,number,time,flags;text"; EPIPE: some were lost. */
int t_klog_lines(int level)
{
	char record[8192];
	int lines = 0;
	ssize_t n;

	while (klog >= 0) {
		n = read(klog, record, sizeof(record) - 1);
		if (n < 0 && (errno == EPIPE || errno == EINTR))
			continue;
		if (n <= 0)
			break;
		record[n] = 0;
		if ((atoi(record) & 7) > level)
			continue;
		print_error("kernel: %s", record);
		lines++;
	}
	return lines;
}

long t_meminfo(const char *field)
{
	FILE *f = fopen("/proc/meminfo", "re");
	size_t len = strlen(field);
	char line[128];
	long kib = -1;

	while (f && kib < 0 && fgets(line, sizeof(line), f))
		if (!strncmp(line, field, len) && line[len] == ':')
			kib = strtol(line + len + 1, NULL, 10);
	if (f)
		fclose(f);
	return kib;
}
