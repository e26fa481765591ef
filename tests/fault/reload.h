/* SPDX-License-Identifier: MIT */
/* Taking the module under test out and loading it again as it was. */
#ifndef RELOAD_H
#define RELOAD_H

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>

/* Where a test guest keeps it. */
#define MODULE_FILE "/vm/devcrypto.ko"
#define MODULE_PARAMS "/sys/module/devcrypto/parameters"

static char module_params[1024];
static struct stat module_node;

/* Remembers parameters and owner of the node: 0, or -1 and errno. */
static inline int module_remember(void)
{
	DIR *dir = opendir(MODULE_PARAMS);
	struct dirent *entry;
	char value[64];

	if (!dir)
		return -1;
	module_params[0] = 0;
	while ((entry = readdir(dir))) {
		size_t len = strlen(module_params);

		if (entry->d_name[0] != '.' &&
		    !t_param_read(entry->d_name, value, sizeof(value)))
			snprintf(module_params + len,
				 sizeof(module_params) - len, "%s=%s ",
				 entry->d_name, value);
	}
	closedir(dir);
	return stat("/dev/crypto", &module_node);
}

/* 0, or -1 and errno. */
static inline int module_load(void)
{
	int fd = open(MODULE_FILE, O_RDONLY | O_CLOEXEC), rc, err;

	if (fd < 0)
		return -1;
	rc = syscall(SYS_finit_module, fd, module_params, 0);
	err = errno;
	close(fd);
	errno = err;
	if (rc)
		return -1;
	return chown("/dev/crypto", module_node.st_uid, module_node.st_gid);
}

static inline int module_unload(void)
{
	return syscall(SYS_delete_module, "devcrypto", O_NONBLOCK);
}

#endif
