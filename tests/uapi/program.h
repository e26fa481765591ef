/* SPDX-License-Identifier: MIT */
/* Running the small programs that lie beside a suite. */
#ifndef PROGRAM_H
#define PROGRAM_H

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Path of a program in the folder of the running one. */
static inline void program_path(char *path, size_t size, const char *name)
{
	char self[PATH_MAX / 2];
	ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);

	self[n > 0 ? n : 0] = 0;
	if (strrchr(self, '/'))
		strrchr(self, '/')[0] = 0;
	snprintf(path, size, "%s/%s", self, name);
}

/*
 * Runs the program with one argument and keeps what it prints, cut to size.
 * Gives its exit status, or -1.
 */
static inline int program_run(const char *name, const char *argument,
			      char *output, size_t size)
{
	char path[PATH_MAX], command[2 * PATH_MAX];
	size_t len;
	FILE *pipe;
	int status;

	program_path(path, sizeof(path), name);
	snprintf(command, sizeof(command), "%s %s", path, argument);
	pipe = popen(command, "r");
	if (!pipe)
		return -1;
	len = fread(output, 1, size - 1, pipe);
	output[len] = 0;
	status = pclose(pipe);
	return status >= 0 && !(status & 0x7f) ? status >> 8 : -1;
}

#endif
