// SPDX-License-Identifier: MIT
/*
 * fuzz_v1 [seed [calls [threads]]]: random calls of the cryptodev interface.
 *
 * The calls are wrong in one or two places at a time rather than noise, so
 * that a good part of them reaches a transform.  All threads share one file
 * and one table of sessions, each also keeps files of its own; one more thread
 * rewrites and protects the buffers meanwhile.  At the end stand the errnos
 * of every call, and the run fails if a documented errno never came, if too
 * few calls reached a transform, or if sessions, memory or the kernel log
 * are not as before.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "../fault/steady.h"
#include "fuzzcalls.h"

#define MAX_THREADS 16
#define SESSION_LIMIT 256
#define SLACK_KB 2048 /* caches of the kernel itself */

static struct worker workers[MAX_THREADS];
static unsigned int nr_threads = 4;
static atomic_bool running;

static unsigned long calls_each; /* of the present round */

static void *work(void *arg)
{
	struct worker *w = arg;
	unsigned long end = w->calls + calls_each;

	while (w->calls < end)
		do_any(w);
	return NULL;
}

/* Rewrites all arenas and makes a page of them read-only now and then. */
static void *scribble(void *arg)
{
	struct worker rng = { .rng = (uintptr_t)arg };

	while (atomic_load(&running)) {
		__u8 *arena = workers[rnd(&rng, nr_threads)].arena;
		__u8 *page = arena + (rnd(&rng, ARENA) & ~4095u);

		if (!rnd(&rng, 4)) {
			mprotect(page, 4096, PROT_READ);
			usleep(200);
			mprotect(page, 4096, PROT_READ | PROT_WRITE);
		} else {
			memset(arena + rnd(&rng, ARENA - 64), rnd(&rng, 256),
			       64);
		}
		usleep(500);
	}
	return NULL;
}

/* Good memory, a hole, read-only file pages, a hole. */
static __u8 *make_arena(void)
{
	char name[] = "/tmp/fuzzXXXXXX";
	int fd = mkstemp(name);
	__u8 *p = mmap(NULL, ARENA + READONLY + 8192, PROT_NONE,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (fd < 0 || p == MAP_FAILED || ftruncate(fd, READONLY) ||
	    mmap(p, ARENA, PROT_READ | PROT_WRITE,
		 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_POPULATE, -1,
		 0) == MAP_FAILED ||
	    mmap(p + ARENA + 4096, READONLY, PROT_READ, MAP_SHARED | MAP_FIXED,
		 fd, 0) == MAP_FAILED) {
		perror("arena");
		exit(1);
	}
	unlink(name);
	close(fd);
	return p;
}

static void open_files(void)
{
	unsigned int i, j;

	shared = open("/dev/crypto", O_RDWR);
	for (i = 0; i < nr_threads; i++) {
		workers[i].leaky = open("/dev/crypto", O_RDWR);
		for (j = 0; j < FDS; j++)
			workers[i].fds[j] = -1;
		if (workers[i].leaky < 0) {
			perror("/dev/crypto");
			exit(1);
		}
	}
}

static long sessions_of(int fd)
{
	char path[64], line[128];
	long n = -1;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/self/fdinfo/%d", fd);
	f = fopen(path, "r");
	while (f && fgets(line, sizeof(line), f))
		sscanf(line, "sessions: %ld", &n);
	if (f)
		fclose(f);
	return n;
}

/* Sessions in the file must be the ones that the table knows. */
static int check_and_close_files(void)
{
	long known = 0, open_now;
	unsigned int i, j;

	for (i = 0; i < SLOTS; i++)
		known += (uint32_t)atomic_exchange(&slots[i], 0) != 0;
	for (i = 0; i < nr_threads; i++) {
		close(workers[i].leaky);
		for (j = 0; j < FDS; j++)
			if (workers[i].fds[j] >= 0)
				close(workers[i].fds[j]);
	}
	open_now = sessions_of(shared);
	close(shared);
	if (open_now < 0 || open_now > known) {
		printf("%ld sessions open, %ld known\n", open_now, known);
		return 1;
	}
	return 0;
}

static int run_round(unsigned long calls, uint64_t seed)
{
	pthread_t threads[MAX_THREADS], scribbler;
	unsigned int i;

	calls_each = calls / nr_threads;
	open_files();
	atomic_store(&running, 1);
	pthread_create(&scribbler, NULL, scribble, (void *)(uintptr_t)seed);
	for (i = 0; i < nr_threads; i++) {
		workers[i].rng = seed * MAX_THREADS + i;
		pthread_create(&threads[i], NULL, work, &workers[i]);
	}
	for (i = 0; i < nr_threads; i++)
		pthread_join(threads[i], NULL);
	atomic_store(&running, 0);
	pthread_join(scribbler, NULL);
	return check_and_close_files();
}

static long free_kb(void)
{
	char name[32];
	long kb, sum = 0;
	FILE *f;

	sleep(6); /* kfree_rcu() gathers for five seconds */
	f = fopen("/proc/meminfo", "r");
	while (f && fscanf(f, "%31s %ld kB\n", name, &kb) == 2)
		if (!strcmp(name, "MemFree:") || !strcmp(name, "Cached:") ||
		    !strcmp(name, "Buffers:") || !strcmp(name, "SReclaimable:"))
			sum += kb;
	if (f)
		fclose(f);
	return sum;
}

static int print_errnos(void)
{
	static const int documented[] = { EFAULT, EINVAL, EBADMSG, EMSGSIZE,
					  ENOSPC, EMFILE, ENOENT,  EDEADLK };
	unsigned long sum[ERRNOS] = { 0 };
	unsigned int call, err, i;
	int bad = 0;

	for (call = 0; call < CALLS; call++) {
		printf("%-14s", call_names[call]);
		for (err = 0; err < ERRNOS; err++) {
			unsigned long n = 0;

			for (i = 0; i < nr_threads; i++)
				n += workers[i].errnos[call][err];
			sum[err] += n;
			if (n)
				printf(" %s %lu",
				       err ? strerrorname_np(err) : "ok", n);
		}
		printf("\n");
	}
	for (i = 0; i < sizeof(documented) / sizeof(documented[0]); i++) {
		if (!sum[documented[i]]) {
			printf("%s never came\n",
			       strerrorname_np(documented[i]));
			bad = 1;
		}
		sum[documented[i]] = 0;
	}
	for (err = 1; err < ERRNOS; err++) {
		if (sum[err]) {
			printf("%s is documented nowhere\n",
			       strerrorname_np(err));
			bad = 1;
		}
	}
	return bad;
}

static int print_reached(void)
{
	unsigned long calls = 0, reached = 0;
	unsigned int i;

	for (i = 0; i < nr_threads; i++) {
		calls += workers[i].calls;
		reached += workers[i].reached;
	}
	printf("%lu calls, %lu (%lu %%) reached a transform\n", calls, reached,
	       reached * 100 / calls);
	return reached * 100 / calls < 30;
}

/* Anything that the kernel had to say about us is one message too many. */
static int print_kernel_messages(int kmsg)
{
	char line[4096];
	ssize_t n;
	int bad = 0;

	while ((n = read(kmsg, line, sizeof(line) - 1)) > 0) {
		line[n] = 0;
		if (!strstr(line, "crypto") && !strstr(line, "WARNING") &&
		    !strstr(line, "BUG") && !strstr(line, "alloc") &&
		    !strstr(line, "Call Trace"))
			continue;
		printf("kernel: %s", line);
		bad = 1;
	}
	return bad;
}

static int swap_limit(char *limit)
{
	static const char path[] =
		"/sys/module/devcrypto/parameters/max_sessions_file";
	char old[32];
	FILE *f = fopen(path, "r+");

	if (!f || !fgets(old, sizeof(old), f) || fseek(f, 0, SEEK_SET) ||
	    fputs(limit, f) < 0 || fclose(f)) {
		perror(path);
		return 1;
	}
	strcpy(limit, old);
	return 0;
}

int main(int argc, char **argv)
{
	unsigned long seed = argc > 1 ? strtoul(argv[1], NULL, 0) : 1;
	unsigned long calls = argc > 2 ? strtoul(argv[2], NULL, 0) : 200000;
	int kmsg = open("/dev/kmsg", O_RDONLY | O_NONBLOCK);
	struct rlimit few = { 0 };
	char limit[32];
	long before, lost;
	unsigned int i;
	int bad;

	if (argc > 3)
		nr_threads = strtoul(argv[3], NULL, 0) % (MAX_THREADS + 1);
	printf("seed %lu, %lu calls, %u threads\n", seed, calls, nr_threads);
	if (!nr_threads || lseek(kmsg, 0, SEEK_END) < 0)
		return 1;
	for (i = 0; i < nr_threads; i++)
		workers[i].arena = make_arena();
	few.rlim_cur = few.rlim_max = nr_threads * (FDS / 2) + 8;
	setrlimit(RLIMIT_NOFILE, &few);
	snprintf(limit, sizeof(limit), "%u", SESSION_LIMIT);
	if (swap_limit(limit) || steady_memory(1))
		return 1;

	/* The first part fills the kernel's caches, the rest must not. */
	bad = run_round(calls / 5, seed);
	before = free_kb();
	bad |= run_round(calls - calls / 5, seed + 1);
	lost = before - free_kb();

	steady_memory(0);
	bad |= swap_limit(limit);
	bad |= print_errnos();
	bad |= print_reached();
	bad |= print_kernel_messages(kmsg);
	printf("%ld KiB of memory did not come back\n", lost);
	bad |= lost > SLACK_KB;
	printf("%s\n", bad ? "FAILED" : "passed");
	return bad;
}
