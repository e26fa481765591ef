// SPDX-License-Identifier: MIT
/*
 * Asynchronous drivers under the synchronous calls: nobody waits for others,
 * and a driver that is late, busy or failing harms nobody.
 */
/* suites: sweep engine priority=5000 */
#include "t.h"

#include <limits.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "requests.h"

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
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
