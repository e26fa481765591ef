// SPDX-License-Identifier: MIT
/*
 * Asynchronous drivers under the synchronous calls: nobody waits for others,
 * and a driver that is late, busy, failing or silent harms nobody.
 */
/* suites: sweep engine priority=5000 */
#include "t.h"

#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "../fault/reload.h"
#include "../fault/steady.h"
#include "engine.h"

static const uint8_t key[32] = { 9, 8, 7 };

static void clock_start(struct timespec *start)
{
	clock_gettime(CLOCK_MONOTONIC, start);
}

static uint32_t cbc_session(int fd)
{
	return t_cipher_ok(fd, CRYPTO_AES_CBC, key, 32);
}

static void set(const char *knob, const char *value)
{
	if (engine_write(knob, value))
		fail_msg("%s: %s", knob, strerror(errno));
}

/* One request and how long it took. */
struct request {
	pthread_t thread;
	int fd;
	uint32_t ses;
	uint8_t iv[16], text[4096], out[4096];
	long ms;
	int rc, err;
};

static void *do_request(void *arg)
{
	struct request *r = arg;
	struct timespec start;

	clock_start(&start);
	r->rc = t_encrypt(r->fd, r->ses, r->text, sizeof(r->text), r->out,
			  r->iv);
	r->err = errno;
	r->ms = ms_since(&start);
	return NULL;
}

static bool is_right(const struct request *r)
{
	uint8_t want[4096];

	return !r->rc &&
	       !t_ref_cipher(t_alg("cbc(aes)"), true, key, 32, r->iv, r->text,
			     sizeof(r->text), want) &&
	       !memcmp(r->out, want, sizeof(want));
}

/* Starts n requests on one session, each with text and IV of its own. */
static struct request *start_requests(int fd, uint32_t ses, int n)
{
	struct request *r = calloc(n, sizeof(*r));
	int i;

	assert_non_null(r);
	for (i = 0; i < n; i++) {
		r[i].fd = fd;
		r[i].ses = ses;
		t_fill(r[i].text, sizeof(r[i].text), i);
		t_fill(r[i].iv, sizeof(r[i].iv), i + 1000);
		assert_int_equal(0, pthread_create(&r[i].thread, NULL,
						   do_request, &r[i]));
	}
	return r;
}

static void all_are_right(struct request *r, int n)
{
	int i;

	for (i = 0; i < n; i++) {
		pthread_join(r[i].thread, NULL);
		assert_true(is_right(&r[i]));
	}
	free(r);
}

/* -------------------------------------------------------------- slow driver */

static void sessions_use_the_engine(void **state)
{
	struct session_info_op info = { 0 };

	info.ses = cbc_session(t_fd(state));
	assert_ok(ioctl(t_fd(state), CIOCGSESSINFO, &info));
	assert_string_equal("cbc-aes-dctest", info.cipher_info.cra_driver_name);
}

static long time_of_requests(int fd, uint32_t ses, int n)
{
	struct timespec start;
	struct request *r;
	long ms;
	int i;

	clock_start(&start);
	r = start_requests(fd, ses, n);
	for (i = 0; i < n; i++)
		pthread_join(r[i].thread, NULL);
	ms = ms_since(&start);
	for (i = 0; i < n; i++)
		assert_true(is_right(&r[i]));
	free(r);
	return ms;
}

/*
 * One after the other they would take 1600 ms.  The best of a few tries counts:
 * the machine that emulates the guest may have been busy.
 */
static void fault_19_eight_requests_of_a_session_wait_together(void **state)
{
	uint32_t ses = cbc_session(t_fd(state));
	long ms = LONG_MAX;
	int i;

	set("delay_ms", "200");
	for (i = 0; i < 5 && ms >= 400; i++) {
		long took = time_of_requests(t_fd(state), ses, 8);

		ms = took < ms ? took : ms;
	}
	assert_in_range(ms, 100, 399);
}

/* All of it is done while the slow request still waits. */
static void fault_19_a_slow_request_delays_no_other_call(void **state)
{
	uint32_t ses = cbc_session(t_fd(state));
	uint32_t hash = t_mac_ok(t_fd(state), CRYPTO_SHA1, NULL, 0);
	struct request *r;
	uint8_t mac[20];

	set("delay_ms", "2000");
	r = start_requests(t_fd(state), ses, 1);
	assert_true(engine_wait("inflight", 1));
	assert_ok(t_session_free(t_fd(state), cbc_session(t_fd(state))));
	assert_ok(t_hash(t_fd(state), hash, 0, "abc", 3, mac));
	assert_ok(t_copy_hash(t_fd(state), hash,
			      t_mac_ok(t_fd(state), CRYPTO_SHA1, NULL, 0)));
	assert_int_equal(1, engine_read("inflight"));
	all_are_right(r, 1);
}

static void destroying_a_session_waits_for_none_of_its_requests(void **state)
{
	uint32_t ses = cbc_session(t_fd(state));
	struct request *r;

	set("delay_ms", "2000");
	r = start_requests(t_fd(state), ses, 4);
	assert_true(engine_wait("inflight", 4));
	assert_ok(t_session_free(t_fd(state), ses));
	assert_int_equal(4, engine_read("inflight"));
	all_are_right(r, 4);
}

static void fault_16_64_requests_keep_their_64_ivs(void **state)
{
	uint32_t ses = cbc_session(t_fd(state));

	set("delay_ms", "300");
	all_are_right(start_requests(t_fd(state), ses, 64), 64);
}

static void every_kind_of_transform_waits_for_the_engine(void **state)
{
	struct t_aead ref = { key, 16, key, 12, key, 20, 16 };
	uint8_t text[3000] = { 1 }, got[3016], want[3016];
	int fd = t_fd(state);
	struct crypt_auth_op op = {
		.ses = t_cipher_ok(fd, CRYPTO_AES_GCM, key, 16),
		.len = 3000,
		.auth_len = 20,
		.auth_src = (void *)key,
		.src = text,
		.dst = got,
		.iv = (void *)key,
	};

	set("delay_ms", "20");
	assert_ok(t_ref_seal(t_alg("gcm(aes)"), &ref, text, 3000, want));
	assert_ok(t_auth(fd, &op));
	assert_bytes(got, want, 3016);
	assert_ok(t_ref_hash(t_alg("hmac(sha256)"), key, 32, text, 3000, want));
	assert_ok(t_hash(fd, t_mac_ok(fd, CRYPTO_SHA2_256_HMAC, key, 32), 0,
			 text, 3000, got));
	assert_bytes(got, want, 32);
}

static void a_hash_in_parts_is_right_over_the_engine(void **state)
{
	uint32_t ses = t_mac_ok(t_fd(state), CRYPTO_SHA2_256, NULL, 0);
	uint8_t text[200000], got[32], want[32];
	int fd = t_fd(state);

	t_fill(text, sizeof(text), 3);
	assert_ok(t_ref_hash(t_alg("sha256"), NULL, 0, text, 200000, want));
	assert_ok(t_hash(fd, ses, COP_FLAG_UPDATE, text, 70000, NULL));
	assert_ok(t_hash(fd, ses, COP_FLAG_UPDATE, text + 70000, 1, NULL));
	assert_ok(t_hash(fd, ses, COP_FLAG_UPDATE | COP_FLAG_FINAL,
			 text + 70001, 129999, got));
	assert_bytes(got, want, 32);
}

/* ------------------------------------------------ busy, full, failing, wrong */

static void a_request_from_the_backlog_is_right(void **state)
{
	uint32_t ses = cbc_session(t_fd(state));

	set("busy", "1");
	set("delay_ms", "50");
	all_are_right(start_requests(t_fd(state), ses, 8), 8);
}

static void a_full_engine_is_asked_again(void **state)
{
	uint32_t ses = cbc_session(t_fd(state));

	set("full", "10");
	all_are_right(start_requests(t_fd(state), ses, 4), 4);
	assert_int_equal(0, engine_read("full"));
}

static void an_error_of_the_engine_is_the_errno_of_the_call(void **state)
{
	uint32_t ses = cbc_session(t_fd(state));
	uint8_t text[16] = { 0 };

	set("fail", "5");
	assert_errno(EIO, t_encrypt(t_fd(state), ses, text, 16, text, key));
	assert_errno(EIO,
		     t_hash(t_fd(state),
			    t_mac_ok(t_fd(state), CRYPTO_SHA2_256, NULL, 0), 0,
			    text, 16, text));
	set("fail", "0");
	assert_ok(t_encrypt(t_fd(state), ses, text, 16, text, key));
}

static void a_flipped_bit_is_seen_by_these_tests(void **state)
{
	uint32_t ses = cbc_session(t_fd(state));
	struct request *r;

	set("flip", "1");
	r = start_requests(t_fd(state), ses, 1);
	pthread_join(r->thread, NULL);
	assert_int_equal(0, r->rc);
	assert_false(is_right(r));
	free(r);
}

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

static int open_device(void **state)
{
	return engine_need(state) || t_setup(state) ? -1 : 0;
}

static int close_device(void **state)
{
	t_teardown(state);
	return engine_reset(state);
}

#define ASYNC_TEST(f) \
	cmocka_unit_test_setup_teardown(f, open_device, close_device)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ASYNC_TEST(sessions_use_the_engine),
		ASYNC_TEST(fault_19_eight_requests_of_a_session_wait_together),
		ASYNC_TEST(fault_19_a_slow_request_delays_no_other_call),
		ASYNC_TEST(destroying_a_session_waits_for_none_of_its_requests),
		ASYNC_TEST(fault_16_64_requests_keep_their_64_ivs),
		ASYNC_TEST(every_kind_of_transform_waits_for_the_engine),
		ASYNC_TEST(a_hash_in_parts_is_right_over_the_engine),
		ASYNC_TEST(a_request_from_the_backlog_is_right),
		ASYNC_TEST(a_full_engine_is_asked_again),
		ASYNC_TEST(an_error_of_the_engine_is_the_errno_of_the_call),
		ASYNC_TEST(a_flipped_bit_is_seen_by_these_tests),
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
