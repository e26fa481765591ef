// SPDX-License-Identifier: MIT
/* Asserts, hex, random numbers and guarded buffers. */
#include "t.h"

#include <ctype.h>
#include <inttypes.h>
#include <pthread.h>
#include <sys/mman.h>

static char note[160];

void t_note(const char *fmt, ...)
{
	va_list args;

	note[0] = 0;
	if (!fmt)
		return;
	va_start(args, fmt);
	vsnprintf(note, sizeof(note), fmt, args);
	va_end(args);
}

static void give_up(const char *file, int line)
{
	if (note[0])
		print_error("at: %s\n", note);
	_fail(file, line);
}

long t_assert_ok(long ret, const char *expr, const char *file, int line)
{
	if (ret < 0) {
		print_error("%s gave %ld (%s)\n", expr, ret, strerror(errno));
		give_up(file, line);
	}
	return ret;
}

void t_assert_errno(int want, long ret, const char *expr, const char *file,
		    int line)
{
	int got = errno;

	if (ret == -1 && got == want)
		return;
	print_error("%s gave %ld", expr, ret);
	if (ret == -1)
		print_error(" (%s)", strerror(got));
	print_error(", not -1 (%s)\n", strerror(want));
	give_up(file, line);
}

void t_assert_bytes(const void *got, const void *want, size_t len,
		    const char *expr, const char *file, int line)
{
	const uint8_t *a = got, *b = want;
	size_t i = 0, n;

	if (!len || !memcmp(a, b, len))
		return;
	while (a[i] == b[i])
		i++;
	n = len - i < 32 ? len - i : 32;
	print_error("%s differs at byte %zu of %zu\n", expr, i, len);
	t_dump("  got ", a + i, n);
	t_dump("  want", b + i, n);
	give_up(file, line);
}

void t_assert_all(const void *got, uint8_t value, size_t len, const char *expr,
		  const char *file, int line)
{
	const uint8_t *a = got;
	size_t i;

	for (i = 0; i < len; i++) {
		if (a[i] == value)
			continue;
		print_error("%s has %02x at byte %zu of %zu, not %02x\n", expr,
			    a[i], i, len, value);
		give_up(file, line);
	}
}

void t_skip(const char *fmt, ...)
{
	va_list args;
	char text[256];

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	print_message("skipped: %s\n", text);
	skip();
}

static int digit(int c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c = tolower(c);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

ssize_t t_unhex(void *out, size_t max, const char *text)
{
	uint8_t *p = out;
	size_t n = 0;

	while (*text) {
		int high, low;

		if (isspace((unsigned char)*text)) {
			text++;
			continue;
		}
		high = digit(text[0]);
		low = high < 0 ? -1 : digit(text[1]);
		if (low < 0 || n == max)
			return -1;
		p[n++] = high << 4 | low;
		text += 2;
	}
	return n;
}

void t_dump(const char *label, const void *data, size_t len)
{
	const uint8_t *p = data;
	char line[65];
	size_t i, j;

	for (i = 0; i < len; i += 32) {
		for (j = 0; j < 32 && i + j < len; j++)
			sprintf(line + 2 * j, "%02x", p[i + j]);
		print_error("%s +%-5zu %s\n", label, i, line);
	}
}

uint64_t t_seed(void)
{
	static bool told;
	const char *text = getenv("T_SEED");
	uint64_t seed = text ? strtoull(text, NULL, 0) : 20240229;

	if (!told)
		print_message("seed %" PRIu64 " (T_SEED changes it)\n", seed);
	told = true;
	return seed;
}

void t_random_init(struct t_random *rnd, uint64_t seed)
{
	rnd->state = seed;
}

/* splitmix64: any seed is good, and neighbouring seeds are unlike. */
uint64_t t_random64(struct t_random *rnd)
{
	uint64_t z = rnd->state += 0x9e3779b97f4a7c15;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return z ^ z >> 31;
}

uint32_t t_random_below(struct t_random *rnd, uint32_t bound)
{
	return (t_random64(rnd) >> 32) * bound >> 32;
}

void t_random_fill(struct t_random *rnd, void *data, size_t len)
{
	uint8_t *p = data;

	while (len) {
		uint64_t word = t_random64(rnd);
		size_t n = len < sizeof(word) ? len : sizeof(word);

		memcpy(p, &word, n);
		p += n;
		len -= n;
	}
}

void t_fill(void *data, size_t len, uint64_t seed)
{
	struct t_random rnd;

	t_random_init(&rnd, seed);
	t_random_fill(&rnd, data, len);
}

/* One mapping of t_guard_alloc(): both guard pages and what is between. */
struct guard {
	struct guard *next;
	void *buf;
	void *map;
	size_t size;
};

static struct guard *guards;
static pthread_mutex_t guards_lock = PTHREAD_MUTEX_INITIALIZER;

size_t t_page_size(void)
{
	return sysconf(_SC_PAGESIZE);
}

static void die(const char *what)
{
	perror(what);
	exit(EXIT_FAILURE);
}

void *t_guard_alloc(size_t size, size_t offset)
{
	size_t page = t_page_size();
	size_t room = (size + offset + page - 1) / page * page;
	struct guard *g = malloc(sizeof(*g));

	if (!g)
		die("guarded buffer");
	if (!room)
		room = page;
	g->size = room + 2 * page;
	g->map = mmap(NULL, g->size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
		      0);
	if (g->map == MAP_FAILED)
		die("guarded buffer");
	if (mprotect((char *)g->map + page, room, PROT_READ | PROT_WRITE))
		die("guarded buffer");
	g->buf = (char *)g->map + page + room - offset - size;
	pthread_mutex_lock(&guards_lock);
	g->next = guards;
	guards = g;
	pthread_mutex_unlock(&guards_lock);
	return g->buf;
}

void t_guard_free(void *buf)
{
	struct guard **at, *g;

	pthread_mutex_lock(&guards_lock);
	for (at = &guards; *at && (*at)->buf != buf; at = &(*at)->next)
		;
	g = *at;
	if (g)
		*at = g->next;
	pthread_mutex_unlock(&guards_lock);
	if (!g)
		return;
	munmap(g->map, g->size);
	free(g);
}
