/* SPDX-License-Identifier: MIT */
/* Requests to the test engine, several at once. */
#ifndef STRESS_REQUESTS_H
#define STRESS_REQUESTS_H

#include <pthread.h>

#include "t.h"

#include "../fault/reload.h"
#include "engine.h"

static const uint8_t key[32] = { 9, 8, 7 };

static inline void clock_start(struct timespec *start)
{
	clock_gettime(CLOCK_MONOTONIC, start);
}

static inline uint32_t cbc_session(int fd)
{
	return t_cipher_ok(fd, CRYPTO_AES_CBC, key, 32);
}

static inline void set(const char *knob, const char *value)
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

static inline void *do_request(void *arg)
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

static inline bool is_right(const struct request *r)
{
	uint8_t want[4096];

	return !r->rc &&
	       !t_ref_cipher(t_alg("cbc(aes)"), true, key, 32, r->iv, r->text,
			     sizeof(r->text), want) &&
	       !memcmp(r->out, want, sizeof(want));
}

/* Starts n requests on one session, each with text and IV of its own. */
static inline struct request *start_requests(int fd, uint32_t ses, int n)
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

static inline void all_are_right(struct request *r, int n)
{
	int i;

	for (i = 0; i < n; i++) {
		pthread_join(r[i].thread, NULL);
		assert_true(is_right(&r[i]));
	}
	free(r);
}

/* Setup and teardown of a test: the engine, chosen and benign. */
static inline int open_device(void **state)
{
	return engine_need(state) || t_setup(state) ? -1 : 0;
}

static inline int close_device(void **state)
{
	t_teardown(state);
	return engine_reset(state);
}

#define ASYNC_TEST(f) \
	cmocka_unit_test_setup_teardown(f, open_device, close_device)

#endif /* STRESS_REQUESTS_H */
