// SPDX-License-Identifier: MIT
/*
 * A driver that does not answer harms nobody, and whatever it keeps is bounded.
 */
/* suites: sweep engine priority=5000 */
#include "t.h"

#include <limits.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "../fault/steady.h"
#include "requests.h"

/* ------------------------------------------------------------ silent driver */

static void timeout_of_calls(const char *ms)
{
	assert_ok(t_param_write("engine_timeout_ms", ms));
}

static void fault_08_a_silent_engine_is_etimedout(void **state)
{
	uint32_t ses = cbc_session(t_fd(state));
	struct request *r;

	timeout_of_calls("300");
	set("never", "1");
	r = start_requests(t_fd(state), ses, 3);
	for (int i = 0; i < 3; i++) {
		pthread_join(r[i].thread, NULL);
		assert_int_equal(-1, r[i].rc);
		assert_int_equal(ETIMEDOUT, r[i].err);
		assert_in_range(r[i].ms, 100, 5000);
	}
	timeout_of_calls("10000");
	free(r);
	set("never", "0");
	assert_true(engine_wait("inflight", 0));
	all_are_right(start_requests(t_fd(state), ses, 2), 2);
}

static void fault_08_lost_requests_of_a_user_are_limited(void **state)
{
	uint32_t ses = cbc_session(t_fd(state));
	uint8_t text[16] = { 0 };
	bool busy = false;
	int i;

	timeout_of_calls("5");
	set("never", "1");
	for (i = 0; i < 100 && !busy; i++)
		busy = t_encrypt(t_fd(state), ses, text, sizeof(text), text,
				 key) && errno == EBUSY;
	timeout_of_calls("10000");
	set("never", "0");
	assert_true(busy);
	assert_in_range(i, 64, 90);
	assert_true(engine_wait("inflight", 0));
	usleep(100000);
	all_are_right(start_requests(t_fd(state), ses, 2), 2);
}

/* The engine opens the forged message when nobody waits any more. */
static void fault_15_plaintext_that_comes_late_is_zeroed(void **state)
{
	static uint8_t text[8192 + 16];
	struct crypt_auth_op op = {
		.ses = t_cipher_ok(t_fd(state), CRYPTO_AES_GCM, key, 16),
		.op = COP_DECRYPT,
		.len = sizeof(text),
		.src = text,
		.dst = text,
		.iv = (uint8_t *)key,
	};

	char copy_max[16];

	memset(text, 0xa5, sizeof(text));
	assert_ok(t_param_read("copy_max", copy_max, sizeof(copy_max)));
	timeout_of_calls("100");
	set("never", "1");
	assert_errno(ETIMEDOUT, t_auth(t_fd(state), &op));
	timeout_of_calls("10000");
	set("never", "0");
	assert_true(engine_wait("inflight", 0));
	usleep(200000);
	/* A copy stays where it is: the user's memory is as it was. */
	assert_all(text, strtoul(copy_max, NULL, 0) < sizeof(text) ? 0 : 0xa5,
		   sizeof(text) - 16);
}

/* A child with a request that does not come back. */
static pid_t stuck_child(int fd)
{
	uint32_t ses = cbc_session(fd);
	uint8_t *text = mmap(NULL, 65536, PROT_READ | PROT_WRITE,
			     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	long before = engine_read("inflight");
	pid_t pid = fork();

	if (!pid) {
		t_encrypt(fd, ses, text, 65536, text, key);
		_exit(1);
	}
	munmap(text, 65536);
	assert_true(engine_wait("inflight", before + 1));
	return pid;
}

static void killed_within_a_second(pid_t pid)
{
	struct timespec start;
	int status;

	clock_start(&start);
	assert_ok(kill(pid, SIGKILL));
	assert_int_equal(pid, waitpid(pid, &status, 0));
	assert_in_range(ms_since(&start), 0, 1000);
	assert_true(WIFSIGNALED(status));
}

static void fault_08_a_waiter_can_be_killed(void **state)
{
	t_klog_mark();
	set("never", "1");
	killed_within_a_second(stuck_child(t_fd(state)));
	assert_int_equal(1, engine_read("inflight"));
	set("never", "0");
	assert_true(engine_wait("inflight", 0));
	assert_int_equal(0, t_klog_lines(4));
}

/* Requests given up keep 64 KiB pinned each until the engine is done. */
static void fault_08_killed_waiters_leak_no_memory(void **state)
{
	long before = 0, lost;
	int i;

	assert_ok(steady_memory(1));
	for (i = 0; i < 220; i++) {
		if (i == 20)
			before = t_meminfo("MemFree");
		set("never", "1");
		killed_within_a_second(stuck_child(t_fd(state)));
		set("never", "0");
		assert_true(engine_wait("inflight", 0));
	}
	lost = before - t_meminfo("MemFree");
	assert_ok(steady_memory(0));
	if (lost > 2048)
		fail_msg("%ld KiB of memory did not come back", lost);
}

static void *stop_in_a_request(void *arg)
{
	struct request *r = arg;

	return do_request(r);
}

/* The child ends by itself while one of its threads waits. */
static void fault_08_a_process_with_a_waiter_can_exit(void **state)
{
	uint32_t ses = cbc_session(t_fd(state));
	struct request r = { .fd = t_fd(state), .ses = ses };
	struct timespec start;
	int status;
	pid_t pid;

	set("never", "1");
	clock_start(&start);
	pid = fork();
	if (!pid) {
		pthread_create(&r.thread, NULL, stop_in_a_request, &r);
		engine_wait("inflight", 1);
		_exit(close(r.fd));
	}
	assert_int_equal(pid, waitpid(pid, &status, 0));
	assert_int_equal(0, status);
	assert_in_range(ms_since(&start), 0, 5000);
}

/* ------------------------------------------------------------ module removal */

static int unload_soon(void)
{
	int i, rc = -1;

	for (i = 0; i < 200 && rc; i++) {
		rc = module_unload();
		if (rc)
			usleep(10000);
	}
	return rc;
}

/* No file is open then; only the request still needs the module. */
static void fault_08_the_module_stays_until_the_request_is_back(void **state)
{
	int fd, refused;

	(void)state;
	if (access(MODULE_FILE, R_OK))
		t_skip("no %s to load again", MODULE_FILE);
	assert_ok(module_remember());
	fd = t_open_ok();
	set("never", "1");
	killed_within_a_second(stuck_child(fd));
	close(fd);
	refused = module_unload();
	set("never", "0");
	assert_int_equal(-1, refused);
	assert_ok(unload_soon());
	assert_ok(module_load());
	fd = t_open_ok();
	all_are_right(start_requests(fd, cbc_session(fd), 2), 2);
	close(fd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ASYNC_TEST(fault_08_a_silent_engine_is_etimedout),
		ASYNC_TEST(fault_08_lost_requests_of_a_user_are_limited),
		ASYNC_TEST(fault_15_plaintext_that_comes_late_is_zeroed),
		ASYNC_TEST(fault_08_a_waiter_can_be_killed),
		ASYNC_TEST(fault_08_killed_waiters_leak_no_memory),
		ASYNC_TEST(fault_08_a_process_with_a_waiter_can_exit),
		cmocka_unit_test_setup_teardown(
			fault_08_the_module_stays_until_the_request_is_back,
			engine_need, engine_reset),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
