// SPDX-License-Identifier: MIT
/* Lives of sessions: numbers, limits, new keys, many threads. */
#include "n.h"

#include <pthread.h>

#define THREADS 40
#define ROUNDS 25

static const uint8_t key[16] = "the first key..";
static const uint8_t mac_key[32] = "another key, of thirty-two bytes";

static struct devcrypto_session cbc(void)
{
	return n_cipher("cbc(aes)", key, 16);
}

static void ids_are_never_0_and_never_given_twice(void **state)
{
	static bool seen[262144];
	uint32_t id, last = 0;
	int i;

	memset(seen, 0, sizeof(seen));
	for (i = 0; i < 2000; i++) {
		id = n_create_ok(t_fd(state), cbc());
		assert_in_range(id, 1, 262143);
		assert_false(seen[id]);
		seen[id] = true;
		if (i % 2)
			n_destroy_ok(t_fd(state), last);
		last = id;
	}
	assert_int_equal(n_sessions(t_fd(state)), 1000);
}

static int unlimit(void **state)
{
	return t_param_write("max_sessions_file", "65536") | t_teardown(state);
}

static void sessions_beyond_the_limit_are_enospc(void **state)
{
	struct devcrypto_session arg = cbc();
	uint32_t id = 0;
	int i;

	assert_ok(t_param_write("max_sessions_file", "3"));
	for (i = 0; i < 3; i++)
		id = n_create_ok(t_fd(state), cbc());
	assert_errno(ENOSPC, n_create(t_fd(state), &arg));
	n_destroy_ok(t_fd(state), id);
	n_create_ok(t_fd(state), cbc());
}

static void refused_sessions_do_not_count(void **state)
{
	struct devcrypto_session arg;
	int i;

	assert_ok(t_param_write("max_sessions_file", "1"));
	for (i = 0; i < 100; i++) {
		arg = n_cipher("cbc(aes)", key, 15);
		assert_errno(EINVAL, n_create(t_fd(state), &arg));
		arg = n_cipher("cbc(aes)", (void *)16, 16);
		assert_errno(EFAULT, n_create(t_fd(state), &arg));
		arg = cbc();
		strcpy(arg.cipher_driver, "no-such-driver");
		assert_errno(ENOENT, n_create(t_fd(state), &arg));
		arg = n_cipher("gcm(aes)", key, 16);
		arg.tag_len = 5;
		assert_errno(EINVAL, n_create(t_fd(state), &arg));
	}
	n_create_ok(t_fd(state), cbc());
}

/* --------------------------------------------------------------- REKEY -- */

static int rekey(int fd, uint32_t id, const void *new_key, size_t len)
{
	struct devcrypto_rekey arg = N_NEW(devcrypto_rekey, .id = id,
					   .key = N_PTR(new_key),
					   .key_len = len);

	return ioctl(fd, DEVCRYPTO_SESSION_REKEY, &arg);
}

static void assert_key(int fd, uint32_t id, const void *a_key, size_t len)
{
	uint8_t data[16] = { 0 }, out[16], want[16];
	struct devcrypto_op op =
		n_text(id, DEVCRYPTO_OP_ENCRYPT, key, 16, data, 16, out);

	assert_ok(n_ref_cipher("cbc(aes)", true, a_key, len, key, data, 16,
			       want));
	assert_ok(n_op(fd, &op));
	assert_bytes(out, want, 16);
}

static void rekey_changes_the_key_and_nothing_else(void **state)
{
	uint32_t id = n_create_ok(t_fd(state), cbc());
	struct devcrypto_session_info before, after;

	assert_ok(n_info(t_fd(state), id, &before));
	assert_key(t_fd(state), id, key, 16);
	assert_ok(rekey(t_fd(state), id, mac_key, 32));
	assert_key(t_fd(state), id, mac_key, 32);
	assert_ok(n_info(t_fd(state), id, &after));
	assert_bytes(&after, &before, sizeof(after));
	assert_int_equal(n_sessions(t_fd(state)), 1);
}

static void refused_rekey_leaves_the_old_key(void **state)
{
	uint32_t id = n_create_ok(t_fd(state), cbc());

	assert_errno(EINVAL, rekey(t_fd(state), id, mac_key, 15));
	assert_errno(EFAULT, rekey(t_fd(state), id, (void *)16, 16));
	assert_errno(ENOENT, rekey(t_fd(state), id + 1, mac_key, 16));
	assert_key(t_fd(state), id, key, 16);
}

static void rekey_works_at_the_limit_of_sessions(void **state)
{
	uint32_t id = n_create_ok(t_fd(state), cbc());

	assert_ok(t_param_write("max_sessions_file", "1"));
	assert_ok(rekey(t_fd(state), id, mac_key, 16));
	assert_key(t_fd(state), id, mac_key, 16);
}

/* ------------------------------------------------------------- threads -- */

struct worker {
	pthread_t thread;
	int fd;
	uint32_t shared;
	const char *failed;
};

/* Sessions of its own, and one of all: every answer is the right one. */
static const char *one_round(struct worker *w, uint32_t number)
{
	uint8_t data[64], own[64];
	struct devcrypto_session_info info;
	struct devcrypto_session arg = cbc();
	struct devcrypto_op op;

	memset(data, number, sizeof(data));
	if (n_create(w->fd, &arg))
		return "create";
	op = n_text(arg.id, DEVCRYPTO_OP_ENCRYPT, mac_key, 16, data, 64, own);
	if (n_op(w->fd, &op))
		return "own session";
	op.id = w->shared;
	op.op = DEVCRYPTO_OP_DECRYPT;
	op.src = N_PTR(own);
	if (n_op(w->fd, &op) || memcmp(own, data, sizeof(data)))
		return "shared session";
	if (n_info(w->fd, arg.id, &info) || n_destroy(w->fd, arg.id))
		return "info, destroy";
	op.id = arg.id;
	if (!n_op(w->fd, &op) || errno != ENOENT)
		return "destroyed session";
	return NULL;
}

static void *work(void *arg)
{
	struct worker *w = arg;
	uint32_t i;

	for (i = 0; i < ROUNDS && !w->failed; i++)
		w->failed = one_round(w, i);
	return NULL;
}

static void forty_threads_share_one_file(void **state)
{
	static struct worker workers[THREADS];
	uint32_t shared = n_create_ok(t_fd(state), cbc());
	int i;

	for (i = 0; i < THREADS; i++) {
		workers[i] =
			(struct worker){ .fd = t_fd(state), .shared = shared };
		assert_int_equal(0, pthread_create(&workers[i].thread, NULL,
						   work, &workers[i]));
	}
	for (i = 0; i < THREADS; i++)
		pthread_join(workers[i].thread, NULL);
	for (i = 0; i < THREADS; i++)
		if (workers[i].failed)
			fail_msg("thread %d: %s", i, workers[i].failed);
	assert_int_equal(n_sessions(t_fd(state)), 1);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, t_setup, t_teardown)
#define LIMIT(f) cmocka_unit_test_setup_teardown(f, t_setup, unlimit)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(ids_are_never_0_and_never_given_twice),
		LIMIT(sessions_beyond_the_limit_are_enospc),
		LIMIT(refused_sessions_do_not_count),
		TEST(rekey_changes_the_key_and_nothing_else),
		TEST(refused_rekey_leaves_the_old_key),
		LIMIT(rekey_works_at_the_limit_of_sessions),
		TEST(forty_threads_share_one_file),
	};

	return cmocka_run_group_tests_name("native life", tests, NULL, NULL);
}
