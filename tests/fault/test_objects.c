// SPDX-License-Identifier: MIT
/* Ids, descriptors, copy-out failures, limits, messages and long work. */
#define _GNU_SOURCE
#include "t.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

static const uint8_t key[64] = { 3 };
static uint8_t iv[16], mac[64], text[4096];

/* ---------------------------------------------------------------- 20: ids -- */

static void fault_20_id_0_is_no_session(void **state)
{
	struct session_info_op info = { .ses = 0 };
	int i;

	for (i = 0; i < 300; i++)
		assert_int_not_equal(0, t_cipher_ok(t_fd(state), CRYPTO_NULL,
						    NULL, 0));
	assert_errno(EINVAL, ioctl(t_fd(state), CIOCGSESSINFO, &info));
	assert_errno(EINVAL, t_encrypt(t_fd(state), 0, text, 16, text, iv));
}

static void fault_20_freeing_an_unknown_id_succeeds(void **state)
{
	assert_ok(t_session_free(t_fd(state), 0));
	assert_ok(t_session_free(t_fd(state), 0x7fffffff));
}

/* ------------------------------------------------------------ 21: CRIOGET -- */

static int lowest_free_fd(void)
{
	int fd = dup(0);

	close(fd);
	return fd;
}

static void fault_21_crioget_without_descriptors_is_emfile(void **state)
{
	struct rlimit old, none;
	uint32_t fd = 0xa5a5a5a5;
	int rc, err;

	assert_ok(getrlimit(RLIMIT_NOFILE, &old));
	none = old;
	none.rlim_cur = lowest_free_fd();
	assert_ok(setrlimit(RLIMIT_NOFILE, &none));
	rc = ioctl(t_fd(state), CRIOGET, &fd);
	err = errno;
	assert_ok(setrlimit(RLIMIT_NOFILE, &old));
	assert_int_equal(-1, rc);
	assert_int_equal(EMFILE, err);
	assert_int_equal(0xa5a5a5a5, fd);
	assert_int_equal(none.rlim_cur, lowest_free_fd());
}

static void fault_21_crioget_to_bad_memory_installs_nothing(void **state)
{
	int before = lowest_free_fd();

	assert_errno(EFAULT, ioctl(t_fd(state), CRIOGET, (void *)0x1000));
	assert_int_equal(before, lowest_free_fd());
}

/* ----------------------------------------------------------- 22: copy-out -- */

/* The argument on a page that may be read alone: the call's errno. */
static int errno_of_readonly_argument(int fd, unsigned long call,
				      const void *arg, size_t size)
{
	uint8_t *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
			     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int rc, err;

	assert_ptr_not_equal(page, MAP_FAILED);
	memcpy(page, arg, size);
	assert_ok(mprotect(page, 4096, PROT_READ));
	rc = ioctl(fd, call, page);
	err = errno;
	munmap(page, 4096);
	assert_in_range(rc + 1, 0, 1); /* never positive */
	return rc ? err : 0;
}

static void fault_22_failing_to_copy_out_is_efault(void **state)
{
	int fd = t_fd(state), before = lowest_free_fd();
	struct session_info_op info = {
		.ses = t_cipher_ok(fd, CRYPTO_AES_CBC, key, 16),
	};
	struct crypt_auth_op auth = {
		.ses = t_cipher_ok(fd, CRYPTO_AES_GCM, key, 16),
		.len = 16,
		.src = text,
		.dst = text,
		.iv = iv,
	};
	uint32_t word = 0;

	assert_int_equal(EFAULT,
			 errno_of_readonly_argument(fd, CIOCGSESSINFO, &info,
						    sizeof(info)));
	assert_int_equal(EFAULT,
			 errno_of_readonly_argument(fd, CIOCAUTHCRYPT, &auth,
						    sizeof(auth)));
	assert_int_equal(EFAULT,
			 errno_of_readonly_argument(fd, CIOCASYMFEAT, &word,
						    sizeof(word)));
	assert_int_equal(EFAULT, errno_of_readonly_argument(fd, CRIOGET, &word,
							    sizeof(word)));
	assert_int_equal(before, lowest_free_fd());
}

static void fault_22_a_session_nobody_heard_of_is_gone(void **state)
{
	struct session_op op = { .cipher = CRYPTO_AES_CBC,
				 .keylen = 16,
				 .key = (void *)key };
	char limit[32];
	int fd = t_open_ok(), i, err = EFAULT;

	(void)state;
	assert_ok(t_param_read("max_sessions_file", limit, sizeof(limit)));
	assert_ok(t_param_write("max_sessions_file", "5"));
	for (i = 0; i < 20 && err == EFAULT; i++)
		err = errno_of_readonly_argument(fd, CIOCGSESSION, &op,
						 sizeof(op));
	assert_ok(t_param_write("max_sessions_file", limit));
	assert_int_equal(EFAULT, err);
	close(fd);
}

/* ------------------------------------------------------------- 23: limits -- */

static void fault_23_too_many_sessions_are_enospc(void **state)
{
	char limit[32];
	int fd = t_open_ok(), i, rc = 0, err;
	uint32_t ses;

	(void)state;
	assert_ok(t_param_read("max_sessions_file", limit, sizeof(limit)));
	assert_ok(t_param_write("max_sessions_file", "50"));
	for (i = 0; i < 51 && !rc; i++)
		rc = t_session(fd, CRYPTO_NULL, NULL, 0, 0, NULL, 0, &ses);
	err = errno;
	assert_ok(t_param_write("max_sessions_file", limit));
	assert_int_equal(51, i);
	assert_int_equal(-1, rc);
	assert_int_equal(ENOSPC, err);
	close(fd);
}

static void fault_23_a_leak_of_30000_digests_is_survived(void **state)
{
	int fd = t_open_ok(), i;
	uint32_t ses = 0;

	(void)state;
	for (i = 0; i < 30000; i++)
		ses = t_mac_ok(fd, CRYPTO_SHA2_256, NULL, 0);
	assert_ok(t_hash(fd, ses, 0, text, 100, mac));
	close(fd);
}

/* ----------------------------------------------------------- 25: messages -- */

static void fault_25_wrong_calls_log_nothing(void **state)
{
	static const unsigned long calls[] = {
		CRIOGET,    CIOCGSESSION, CIOCFSESSION,		CIOCCRYPT,
		CIOCKEY,    CIOCASYMFEAT, CIOCGSESSINFO,	CIOCAUTHCRYPT,
		CIOCCPHASH, _IO('c', 1),  _IOWR('c', 108, int), _IO('x', 1),
	};
	struct t_random rnd;
	uint8_t arg[512];
	uint32_t new_fd;
	size_t i;

	t_random_init(&rnd, 25);
	t_klog_mark();
	for (i = 0; i < 6000; i++) {
		unsigned long call = calls[i % T_ARRAY_SIZE(calls)];

		t_random_fill(&rnd, arg, sizeof(arg));
		memset(arg + 8, 0, 2 + i % 8);
		if (!ioctl(t_fd(state), call, i & 64 ? arg : NULL) &&
		    call == CRIOGET) {
			memcpy(&new_fd, arg, 4);
			close(new_fd);
		}
	}
	assert_int_equal(0, t_klog_lines(6));
}

static void fault_25_sessions_nobody_has_log_nothing(void **state)
{
	uint32_t id, ses;

	t_klog_mark();
	for (id = 1; id < 130; id++) {
		t_session(t_fd(state), id, key, 7, 0, NULL, 0, &ses);
		t_session(t_fd(state), 0, NULL, 0, id, key, 0, &ses);
	}
	assert_int_equal(0, t_klog_lines(6));
}

/* ---------------------------------------------------------- 28: long work -- */

static long ms_since(const struct timespec *start)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (now.tv_sec - start->tv_sec) * 1000 +
	       (now.tv_nsec - start->tv_nsec) / 1000000;
}

/* A child hashes or encrypts 64 MiB over and over until it is killed. */
static void killed_within(void **state, uint32_t cipher, uint32_t hash)
{
	size_t size = 64 << 20;
	uint8_t *data = mmap(NULL, size, PROT_READ | PROT_WRITE,
			     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	uint32_t ses = t_session_ok(t_fd(state), cipher, key, cipher ? 16 : 0,
				    hash, NULL, 0);
	struct timespec start;
	pid_t pid = fork();

	if (!pid) {
		for (;;)
			t_crypt(t_fd(state), ses, COP_ENCRYPT, 0, data, size,
				data, mac, iv);
	}
	usleep(500000);
	clock_gettime(CLOCK_MONOTONIC, &start);
	kill(pid, SIGKILL);
	assert_int_equal(pid, waitpid(pid, NULL, 0));
	assert_in_range(ms_since(&start), 0, 1000);
	munmap(data, size);
}

static void fault_28_a_kill_ends_a_long_hash_at_once(void **state)
{
	killed_within(state, 0, CRYPTO_SHA2_512);
}

static void fault_28_a_kill_ends_a_long_encryption_at_once(void **state)
{
	killed_within(state, CRYPTO_CAMELLIA_CBC, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fault_20_id_0_is_no_session),
		cmocka_unit_test(fault_20_freeing_an_unknown_id_succeeds),
		cmocka_unit_test(
			fault_21_crioget_without_descriptors_is_emfile),
		cmocka_unit_test(
			fault_21_crioget_to_bad_memory_installs_nothing),
		cmocka_unit_test(fault_22_failing_to_copy_out_is_efault),
		cmocka_unit_test(fault_22_a_session_nobody_heard_of_is_gone),
		cmocka_unit_test(fault_23_too_many_sessions_are_enospc),
		cmocka_unit_test(fault_23_a_leak_of_30000_digests_is_survived),
		cmocka_unit_test(fault_25_wrong_calls_log_nothing),
		cmocka_unit_test(fault_25_sessions_nobody_has_log_nothing),
		cmocka_unit_test(fault_28_a_kill_ends_a_long_hash_at_once),
		cmocka_unit_test(
			fault_28_a_kill_ends_a_long_encryption_at_once),
	};

	return cmocka_run_group_tests(tests, t_setup, t_teardown);
}
