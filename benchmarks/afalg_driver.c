// SPDX-License-Identifier: MIT
#include <stdlib.h>
#include <string.h>

#include "afalg_driver.h"

/* One paragraph of /proc/crypto. */
struct entry {
	char name[128];
	char driver[128];
	char type[32];
	int priority;
	bool internal;
};

static void take_line(struct entry *e, const char *line)
{
	const char *value = strchr(line, ':');

	if (!value)
		return;
	value += 1 + strspn(value + 1, " ");
	if (!strncmp(line, "name ", 5))
		snprintf(e->name, sizeof(e->name), "%s", value);
	else if (!strncmp(line, "driver ", 7))
		snprintf(e->driver, sizeof(e->driver), "%s", value);
	else if (!strncmp(line, "type ", 5))
		snprintf(e->type, sizeof(e->type), "%s", value);
	else if (!strncmp(line, "priority ", 9))
		e->priority = atoi(value);
	else if (!strncmp(line, "internal ", 9))
		e->internal = !strncmp(value, "yes", 3);
}

/* The kernel's type names carry s and a for synchronous and asynchronous. */
static bool fits(const struct entry *e, const char *type, const char *name)
{
	const char *kind = e->type;

	if (e->internal || strcmp(e->name, name))
		return false;
	if (!strcmp(type, "hash"))
		return !strcmp(kind, "shash") || !strcmp(kind, "ahash");
	if (!strcmp(type, "skcipher"))
		return !strcmp(kind, "skcipher") || !strcmp(kind, "lskcipher");
	return !strcmp(kind, type);
}

void afalg_driver(const char *type, const char *name, char driver[DRIVER_MAX])
{
	struct entry e = { .priority = 0 };
	FILE *f = fopen("/proc/crypto", "r");
	char line[256];
	int best = -1;

	snprintf(driver, DRIVER_MAX, "unknown");
	if (!f)
		return;
	while (fgets(line, sizeof(line), f)) {
		line[strcspn(line, "\n")] = '\0';
		if (line[0]) {
			take_line(&e, line);
			continue;
		}
		if (fits(&e, type, name) && e.priority > best) {
			best = e.priority;
			snprintf(driver, DRIVER_MAX, "%s", e.driver);
		}
		memset(&e, 0, sizeof(e));
	}
	fclose(f);
}
