/* SPDX-License-Identifier: MIT */
/* The knobs of dc_test_engine. */
#ifndef STRESS_ENGINE_H
#define STRESS_ENGINE_H

#include <fcntl.h>
#include <time.h>

#define ENGINE "/sys/module/dc_test_engine/parameters/"

/* 0, or -1 and errno. */
static inline int engine_write(const char *knob, const char *value)
{
	char path[128];
	int fd, rc;

	snprintf(path, sizeof(path), ENGINE "%s", knob);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return -1;
	rc = write(fd, value, strlen(value)) < 0 ? -1 : 0;
	close(fd);
	return rc;
}

static inline long engine_read(const char *knob)
{
	char path[128];
	long value = -1;
	FILE *file;

	snprintf(path, sizeof(path), ENGINE "%s", knob);
	file = fopen(path, "r");
	if (!file || fscanf(file, "%ld", &value) != 1)
		value = -1;
	if (file)
		fclose(file);
	return value;
}

/* Waits until a counter has this value; false after five seconds. */
static inline bool engine_wait(const char *counter, long value)
{
	int i;

	for (i = 0; i < 500; i++) {
		if (engine_read(counter) == value)
			return true;
		usleep(10000);
	}
	return false;
}

/* Test setup: skips if the engine is not there, or would not be chosen. */
static inline int engine_need(void **state)
{
	(void)state;
	if (engine_read("inflight") < 0)
		t_skip("dc_test_engine is not loaded");
	if (engine_read("priority") < 5000)
		t_skip("dc_test_engine is not loaded with priority=5000");
	return 0;
}

/* Test teardown: all knobs back, all requests out. */
static inline int engine_reset(void **state)
{
	static const char *const knobs[] = { "never", "delay_ms", "fail",
					     "busy",  "full",	  "flip" };
	size_t i;

	(void)state;
	for (i = 0; i < T_ARRAY_SIZE(knobs); i++)
		if (engine_write(knobs[i], "0"))
			return -1;
	return engine_wait("inflight", 0) ? 0 : -1;
}

static inline long ms_since(const struct timespec *start)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (now.tv_sec - start->tv_sec) * 1000 +
	       (now.tv_nsec - start->tv_nsec) / 1000000;
}

#endif
