/* SPDX-License-Identifier: MIT */
/* A file whose shared mapping may be read and not written. */
#ifndef READONLY_H
#define READONLY_H

#define READONLY_SIZE (4 * 65536)

struct readonly {
	int fd; /* the file, for looking at it behind the mapping */
	uint8_t *map; /* READONLY_SIZE bytes, MAP_SHARED, PROT_READ */
};

/* Fails the test if there is no such file; its bytes depend on seed alone. */
static inline struct readonly readonly_make(uint64_t seed)
{
	uint8_t *data = malloc(READONLY_SIZE);
	FILE *file = tmpfile();
	struct readonly ro;

	assert_non_null(data);
	assert_non_null(file);
	t_fill(data, READONLY_SIZE, seed);
	ro.fd = dup(fileno(file));
	fclose(file);
	assert_int_equal(READONLY_SIZE, write(ro.fd, data, READONLY_SIZE));
	free(data);
	ro.map = mmap(NULL, READONLY_SIZE, PROT_READ, MAP_SHARED, ro.fd, 0);
	assert_ptr_not_equal(ro.map, MAP_FAILED);
	return ro;
}

/* The file holds what readonly_make() put there. */
static inline void readonly_assert_same(const struct readonly *ro,
					uint64_t seed)
{
	uint8_t *want = malloc(READONLY_SIZE), *got = malloc(READONLY_SIZE);

	assert_non_null(want);
	assert_non_null(got);
	t_fill(want, READONLY_SIZE, seed);
	assert_int_equal(READONLY_SIZE, pread(ro->fd, got, READONLY_SIZE, 0));
	assert_bytes(got, want, READONLY_SIZE);
	free(want);
	free(got);
}

static inline void readonly_drop(struct readonly *ro)
{
	munmap(ro->map, READONLY_SIZE);
	close(ro->fd);
}

#endif
