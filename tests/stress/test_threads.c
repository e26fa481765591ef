// SPDX-License-Identifier: MIT
/* Many threads and processes on the same sessions, with whatever driver. */
/* suites: sweep */
#include "t.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/wait.h>

#define THREADS 8

static const uint8_t key[64] = { 1, 2, 3 };

struct worker {
	pthread_t thread;
	unsigned int nr;
	int fd;
	uint32_t ses, other;
	const struct t_alg *alg;
	int wrong; /* results or errnos that must not be */
	uint8_t text[10000], out[10016], want[10016], iv[16], mac[64];
};

/* Runs the function in all threads; gives the number of wrong results. */
static int run_threads(const struct worker *model, void *(*f)(void *))
{
	struct worker *w = calloc(THREADS, sizeof(*w));
	int wrong = 0, i;

	assert_non_null(w);
	for (i = 0; i < THREADS; i++) {
		w[i] = *model;
		w[i].nr = i;
		t_fill(w[i].text, sizeof(w[i].text), i);
		assert_int_equal(0,
				 pthread_create(&w[i].thread, NULL, f, &w[i]));
	}
	for (i = 0; i < THREADS; i++) {
		pthread_join(w[i].thread, NULL);
		wrong += w[i].wrong;
	}
	free(w);
	return wrong;
}

/* --------------------------------------------------------- one session, all */

static void *use_cipher(void *arg)
{
	struct worker *w = arg;
	int i;

	for (i = 0; i < 200; i++) {
		size_t n = (i * 16 % 9000 + 16) & ~15u;

		memset(w->iv, w->nr * 16 + i, 16);
		if (t_ref_cipher(w->alg, true, key, 32, w->iv, w->text, n,
				 w->want) ||
		    t_encrypt(w->fd, w->ses, w->text, n, w->out, w->iv) ||
		    memcmp(w->out, w->want, n) ||
		    t_decrypt(w->fd, w->ses, w->out, n, w->out, w->iv) ||
		    memcmp(w->out, w->text, n))
			w->wrong++;
	}
	return NULL;
}

static void threads_share_a_cipher(void **state, const char *name)
{
	struct worker model = { .fd = t_fd(state), .alg = t_alg(name) };

	model.ses = t_cipher_ok(model.fd, model.alg->id, key, 32);
	assert_int_equal(0, run_threads(&model, use_cipher));
}

static void fault_19_threads_share_a_cbc_session(void **state)
{
	threads_share_a_cipher(state, "cbc(aes)");
}

static void fault_19_threads_share_an_xts_session(void **state)
{
	threads_share_a_cipher(state, "xts(aes)");
}

static void *use_aead(void *arg)
{
	struct worker *w = arg;
	int i;

	for (i = 0; i < 100; i++) {
		size_t n = i * 90;
		struct t_aead ref = { key, 16, w->iv, 12, w->text, i, 16 };
		struct crypt_auth_op op = {
			.ses = w->ses,
			.len = n,
			.src = w->text,
			.dst = w->out,
			.auth_src = w->text,
			.auth_len = i,
			.iv = w->iv,
		};

		memset(w->iv, w->nr * 16 + i, 12);
		if (t_ref_seal(w->alg, &ref, w->text, n, w->want) ||
		    t_auth(w->fd, &op) || memcmp(w->out, w->want, n + 16))
			w->wrong++;
	}
	return NULL;
}

static void fault_19_threads_share_a_gcm_session(void **state)
{
	struct worker model = { .fd = t_fd(state), .alg = t_alg("gcm(aes)") };

	model.ses = t_cipher_ok(model.fd, CRYPTO_AES_GCM, key, 16);
	assert_int_equal(0, run_threads(&model, use_aead));
}

static void *use_mac(void *arg)
{
	struct worker *w = arg;
	int i;

	for (i = 0; i < 100; i++) {
		if (t_ref_hash(w->alg, key, 20, w->text, i * 90, w->want) ||
		    t_hash(w->fd, w->ses, 0, w->text, i * 90, w->mac) ||
		    memcmp(w->mac, w->want, 32))
			w->wrong++;
	}
	return NULL;
}

static void fault_19_threads_share_an_hmac_session(void **state)
{
	struct worker model = { .fd = t_fd(state) };

	model.alg = t_alg("hmac(sha256)");
	model.ses = t_mac_ok(model.fd, model.alg->id, key, 20);
	assert_int_equal(0, run_threads(&model, use_mac));
}

/* ------------------------------------------------------------ running state */

static void *add_the_same(void *arg)
{
	struct worker *w = arg;
	int i;

	for (i = 0; i < 100; i++)
		w->wrong += t_hash(w->fd, w->ses, COP_FLAG_UPDATE,
				   "the same ten", 12, NULL) != 0;
	return NULL;
}

/* No part is lost or taken twice, whatever the order. */
static void a_running_hash_takes_the_parts_of_all_threads(void **state)
{
	struct worker model = { .fd = t_fd(state) };
	static char all[THREADS * 100 * 12 + 1];
	uint8_t want[32], got[32];
	int i;

	for (i = 0; i < THREADS * 100; i++)
		memcpy(all + i * 12, "the same ten", 12);
	model.ses = t_mac_ok(model.fd, CRYPTO_SHA2_256, NULL, 0);
	assert_int_equal(0, run_threads(&model, add_the_same));
	assert_ok(t_hash(model.fd, model.ses, COP_FLAG_FINAL, NULL, 0, got));
	assert_ok(t_ref_hash(t_alg("sha256"), NULL, 0, all, THREADS * 1200,
			     want));
	assert_bytes(got, want, 32);
}

static void *copy_both_ways(void *arg)
{
	struct worker *w = arg;
	uint32_t to = w->nr & 1 ? w->ses : w->other;
	uint32_t from = w->nr & 1 ? w->other : w->ses;
	int i;

	for (i = 0; i < 500; i++) {
		w->wrong += t_copy_hash(w->fd, to, from) != 0;
		w->wrong += t_hash(w->fd, to, COP_FLAG_UPDATE, w->text, 100,
				   NULL) != 0;
	}
	return NULL;
}

static void fault_14_copies_in_both_directions_never_deadlock(void **state)
{
	struct worker model = { .fd = t_fd(state) };

	model.ses = t_mac_ok(model.fd, CRYPTO_SHA1, NULL, 0);
	model.other = t_mac_ok(model.fd, CRYPTO_SHA1, NULL, 0);
	alarm(60);
	assert_int_equal(0, run_threads(&model, copy_both_ways));
	alarm(0);
}

/* ---------------------------------------------------------- use and destroy */

static _Atomic uint32_t current;

/* Even threads replace the session, odd ones use whichever is there. */
static void *replace_or_use(void *arg)
{
	struct worker *w = arg;
	uint32_t ses;
	int i;

	for (i = 0; i < 1000; i++) {
		if (!(w->nr & 1)) {
			if (t_session(w->fd, CRYPTO_AES_CBC, key, 32, 0, NULL,
				      0, &ses))
				w->wrong++;
			ses = atomic_exchange(&current, ses);
			w->wrong += t_session_free(w->fd, ses) != 0;
			continue;
		}
		if (t_encrypt(w->fd, current, w->text, 4096, w->out, w->iv))
			w->wrong += errno != EINVAL;
		else
			w->wrong += memcmp(w->out, w->want, 4096) != 0;
	}
	return NULL;
}

static void use_during_destroy_is_right_or_einval(void **state)
{
	struct worker *w = calloc(THREADS, sizeof(*w));
	int i, wrong = 0;

	assert_non_null(w);
	atomic_store(&current,
		     t_cipher_ok(t_fd(state), CRYPTO_AES_CBC, key, 32));
	for (i = 0; i < THREADS; i++) {
		w[i].nr = i;
		w[i].fd = t_fd(state);
		t_ref_cipher(t_alg("cbc(aes)"), true, key, 32, w[i].iv,
			     w[i].text, 4096, w[i].want);
		pthread_create(&w[i].thread, NULL, replace_or_use, &w[i]);
	}
	for (i = 0; i < THREADS; i++) {
		pthread_join(w[i].thread, NULL);
		wrong += w[i].wrong;
	}
	assert_int_equal(0, wrong);
	free(w);
}

static void *open_use_close(void *arg)
{
	struct worker *w = arg;
	uint32_t ses;
	int i, fd;

	for (i = 0; i < 200; i++) {
		fd = t_open();
		if (fd < 0 ||
		    t_session(fd, CRYPTO_AES_CBC, key, 32, 0, NULL, 0, &ses) ||
		    t_encrypt(fd, ses, w->text, 4096, w->out, w->iv))
			w->wrong++;
		close(fd);
	}
	return NULL;
}

static void threads_with_a_file_each_do_not_meet(void **state)
{
	struct worker model = { 0 };

	(void)state;
	assert_int_equal(0, run_threads(&model, open_use_close));
}

/* ------------------------------------------------------------ other sharing */

static void children_share_a_session(void **state)
{
	static struct worker w;
	pid_t pids[4];
	int i, status;

	w.fd = t_fd(state);
	w.alg = t_alg("cbc(aes)");
	w.ses = t_cipher_ok(w.fd, CRYPTO_AES_CBC, key, 32);
	for (i = 0; i < 4; i++) {
		pids[i] = fork();
		if (!pids[i]) {
			w.nr = i;
			use_cipher(&w);
			_exit(w.wrong != 0);
		}
	}
	for (i = 0; i < 4; i++) {
		assert_int_equal(pids[i], waitpid(pids[i], &status, 0));
		assert_int_equal(0, status);
	}
	assert_ok(t_encrypt(w.fd, w.ses, w.text, 64, w.out, w.iv));
}

static uint8_t contested[65536];
static atomic_bool contesting;

static void *rewrite_contested(void *arg)
{
	uint8_t value = 0;

	(void)arg;
	while (atomic_load(&contesting))
		memset(contested, value++, sizeof(contested));
	return NULL;
}

/* A wrong tag is told whatever another thread writes meanwhile. */
static void fault_07_rewritten_buffers_spoil_data_alone(void **state)
{
	uint32_t gcm = t_cipher_ok(t_fd(state), CRYPTO_AES_GCM, key, 16);
	uint32_t cbc = t_cipher_ok(t_fd(state), CRYPTO_AES_CBC, key, 16);
	uint8_t iv[16] = { 0 };
	pthread_t thread;
	int i;

	atomic_store(&contesting, true);
	pthread_create(&thread, NULL, rewrite_contested, NULL);
	for (i = 0; i < 100; i++) {
		struct crypt_auth_op op = {
			.ses = gcm,
			.op = COP_DECRYPT,
			.len = sizeof(contested),
			.src = contested,
			.dst = contested,
			.iv = iv,
		};

		assert_errno(EBADMSG, t_auth(t_fd(state), &op));
		assert_ok(t_encrypt(t_fd(state), cbc, contested,
				    sizeof(contested), contested, iv));
	}
	atomic_store(&contesting, false);
	pthread_join(thread, NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fault_19_threads_share_a_cbc_session),
		cmocka_unit_test(fault_19_threads_share_an_xts_session),
		cmocka_unit_test(fault_19_threads_share_a_gcm_session),
		cmocka_unit_test(fault_19_threads_share_an_hmac_session),
		cmocka_unit_test(a_running_hash_takes_the_parts_of_all_threads),
		cmocka_unit_test(
			fault_14_copies_in_both_directions_never_deadlock),
		cmocka_unit_test(use_during_destroy_is_right_or_einval),
		cmocka_unit_test(threads_with_a_file_each_do_not_meet),
		cmocka_unit_test(children_share_a_session),
		cmocka_unit_test(fault_07_rewritten_buffers_spoil_data_alone),
	};

	return cmocka_run_group_tests(tests, t_setup, t_teardown);
}
