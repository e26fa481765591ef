// SPDX-License-Identifier: MIT
/* Limits: each ends in its errno, and nothing is lost on the way there. */
#include "t.h"

#include <grp.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "../fault/steady.h"

#define MIB (1ul << 20)

static const uint8_t key[32];

static int make(int fd)
{
	uint32_t ses;

	return t_session(fd, CRYPTO_AES_CBC, key, 16, 0, NULL, 0, &ses);
}

/* Sets a parameter for one test; limit_reset() is the test's teardown. */
static char old_name[32], old_value[32];

static void limit(const char *name, const char *value)
{
	strcpy(old_name, name);
	assert_ok(t_param_read(name, old_value, sizeof(old_value)));
	assert_ok(t_param_write(name, value));
}

static int limit_reset(void **state)
{
	(void)state;
	return old_name[0] ? t_param_write(old_name, old_value) : 0;
}

/* --------------------------------------------------------------- sessions -- */

static void sessions_of_a_file_end_in_enospc(void **state)
{
	int fd = t_open_ok(), i;
	uint32_t ses;

	(void)state;
	limit("max_sessions_file", "20");
	ses = t_cipher_ok(fd, CRYPTO_AES_CBC, key, 16);
	for (i = 1; i < 20; i++)
		assert_ok(make(fd));
	assert_errno(ENOSPC, make(fd));
	assert_ok(t_session_free(fd, ses));
	assert_ok(make(fd));
	assert_errno(ENOSPC, make(fd));
	close(fd);
}

static void refused_sessions_are_not_counted(void **state)
{
	int fd = t_open_ok(), i;
	uint32_t ses;

	(void)state;
	limit("max_sessions_file", "2");
	for (i = 0; i < 10; i++)
		assert_errno(EINVAL, t_session(fd, CRYPTO_AES_CBC, key, 17, 0,
					       NULL, 0, &ses));
	assert_ok(make(fd));
	assert_ok(make(fd));
	close(fd);
}

static void sessions_of_a_user_end_in_enospc_over_all_files(void **state)
{
	int a = t_open_ok(), b = t_open_ok(), i;

	(void)state;
	limit("max_sessions_user", "20");
	for (i = 0; i < 10; i++) {
		assert_ok(make(a));
		assert_ok(make(b));
	}
	assert_errno(ENOSPC, make(a));
	assert_errno(ENOSPC, make(b));
	close(b);
	assert_ok(make(a));
	close(a);
}

/* In a child: one session as nobody, with the group of the node. */
static int make_as_nobody(void)
{
	struct stat node;
	int fd;

	if (stat("/dev/crypto", &node) || setgroups(0, NULL) ||
	    setgid(node.st_gid) || setuid(65534))
		return -1;
	fd = t_open();
	return fd < 0 ? -1 : make(fd);
}

static void one_user_at_the_limit_stops_no_other(void **state)
{
	int fd = t_open_ok(), status;
	pid_t pid;

	(void)state;
	limit("max_sessions_user", "1");
	assert_ok(make(fd));
	assert_errno(ENOSPC, make(fd));
	pid = fork();
	if (!pid)
		_exit(make_as_nobody() ? errno : 0);
	assert_int_equal(pid, waitpid(pid, &status, 0));
	assert_int_equal(0, status);
	close(fd);
}

static void make_and_drop_40000(void)
{
	uint8_t out[16], in[16] = { 0 }, iv[16] = { 0 };
	uint32_t first, last = 0;
	int fd = t_open_ok(), i;

	first = t_cipher_ok(fd, CRYPTO_AES_CBC, key, 16);
	for (i = 1; i < 40000; i++)
		last = t_cipher_ok(fd, CRYPTO_AES_CBC, key, 16);
	assert_ok(t_encrypt(fd, first, in, 16, out, iv));
	assert_ok(t_encrypt(fd, last, in, 16, out, iv));
	close(fd);
}

/*
 * What programs that leak a session per digest come to.  The first round fills
 * the kernel's own caches; the others are weighed.
 */
static void forty_thousand_sessions_live_and_are_freed(void **state)
{
	long before, lost;
	int round;

	(void)state;
	assert_ok(steady_memory(1));
	make_and_drop_40000();
	sleep(6); /* kfree_rcu() gathers for five seconds */
	before = t_meminfo("MemAvailable");
	for (round = 0; round < 3; round++)
		make_and_drop_40000();
	sleep(6);
	lost = before - t_meminfo("MemAvailable");
	assert_ok(steady_memory(0));
	if (lost > 6 * 1024)
		fail_msg("%ld KiB of memory did not come back", lost);
}

/* ------------------------------------------------------------------ bytes -- */

static void one_request_may_have_64_mib_and_no_more(void **state)
{
	uint32_t null = t_cipher_ok(t_fd(state), CRYPTO_NULL, NULL, 0);
	char *data = mmap(NULL, 65 * MIB, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	assert_ptr_not_equal(data, MAP_FAILED);
	data[64 * MIB - 1] = 1;
	assert_ok(t_encrypt(t_fd(state), null, data, 64 * MIB, data, NULL));
	assert_errno(EMSGSIZE, t_encrypt(t_fd(state), null, data, 64 * MIB + 16,
					 data, NULL));
	munmap(data, 65 * MIB);
}

static void too_much_is_emsgsize_for_every_kind(void **state)
{
	uint8_t iv[16] = { 0 }, mac[64];
	int fd = t_fd(state);
	struct crypt_auth_op op = {
		.ses = t_cipher_ok(fd, CRYPTO_AES_GCM, key, 16),
		.len = 64 * MIB + 16,
		.src = mac,
		.dst = mac,
		.iv = iv,
	};
	uint32_t hash = t_mac_ok(fd, CRYPTO_SHA1, NULL, 0);
	uint32_t xts = t_cipher_ok(fd, CRYPTO_AES_XTS, key, 32);

	assert_errno(EMSGSIZE, t_hash(fd, hash, 0, mac, 64 * MIB + 1, mac));
	assert_errno(EMSGSIZE, t_encrypt(fd, xts, mac, 64 * MIB + 16, mac, iv));
	assert_errno(EMSGSIZE, t_encrypt(fd, xts, mac, 0xfffffff0, mac, iv));
	assert_errno(EMSGSIZE, t_auth(fd, &op));
	op.ses = t_session_ok(fd, CRYPTO_AES_CBC, key, 16, CRYPTO_SHA1_HMAC,
			      key, 20);
	op.flags = COP_FLAG_AEAD_TLS_TYPE;
	assert_errno(EMSGSIZE, t_auth(fd, &op));
}

static void a_lower_limit_counts_at_once(void **state)
{
	uint32_t null = t_cipher_ok(t_fd(state), CRYPTO_NULL, NULL, 0);
	uint8_t byte[16];

	limit("max_request", "16777216");
	assert_errno(EMSGSIZE, t_encrypt(t_fd(state), null, byte, 16 * MIB + 16,
					 byte, NULL));
}

static struct crypt_auth_op with_aad(void **state, uint32_t len)
{
	static uint8_t aad[70000], text[64], iv[16];

	return (struct crypt_auth_op){
		.ses = t_cipher_ok(t_fd(state), CRYPTO_AES_GCM, key, 16),
		.len = 16,
		.auth_len = len,
		.auth_src = aad,
		.src = text,
		.dst = text,
		.iv = iv,
	};
}

static void associated_data_may_have_64_kib_and_no_more(void **state)
{
	struct crypt_auth_op op = with_aad(state, 65536);

	t_klog_mark();
	assert_ok(t_auth(t_fd(state), &op));
	op = with_aad(state, 65537);
	assert_errno(EMSGSIZE, t_auth(t_fd(state), &op));
	op.auth_len = 0xffffffff;
	assert_errno(EMSGSIZE, t_auth(t_fd(state), &op));
	assert_int_equal(0, t_klog_lines(4));
}

static void a_lower_limit_of_associated_data_counts_at_once(void **state)
{
	struct crypt_auth_op op = with_aad(state, 5000);

	limit("max_aad", "4096");
	assert_errno(EMSGSIZE, t_auth(t_fd(state), &op));
	op = with_aad(state, 4096);
	assert_ok(t_auth(t_fd(state), &op));
}

/* ------------------------------------------------------------- parameters -- */

static void values_below_the_minimum_are_refused(void **state)
{
	static const char *const wrong[][2] = {
		{ "max_request", "16777215" },
		{ "max_request", "0" },
		{ "max_request", "-1" },
		{ "max_request", "many" },
		{ "max_aad", "0" },
		{ "max_sessions_file", "0" },
		{ "max_sessions_user", "0" },
	};
	char before[32], after[32];
	size_t i;

	(void)state;
	for (i = 0; i < T_ARRAY_SIZE(wrong); i++) {
		assert_ok(t_param_read(wrong[i][0], before, sizeof(before)));
		assert_errno(EINVAL, t_param_write(wrong[i][0], wrong[i][1]));
		assert_ok(t_param_read(wrong[i][0], after, sizeof(after)));
		assert_string_equal(before, after);
	}
}

static void defaults_are_the_documented_ones(void **state)
{
	static const char *const defaults[][2] = {
		{ "weak", "N" },
		{ "max_request", "67108864" },
		{ "max_aad", "65536" },
		{ "max_sessions_file", "65536" },
		{ "max_sessions_user", "131072" },
	};
	char value[32];
	size_t i;

	(void)state;
	for (i = 0; i < T_ARRAY_SIZE(defaults); i++) {
		assert_ok(t_param_read(defaults[i][0], value, sizeof(value)));
		assert_string_equal(defaults[i][1], value);
	}
}

#define LIMIT_TEST(f) cmocka_unit_test_teardown(f, limit_reset)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(defaults_are_the_documented_ones),
		LIMIT_TEST(sessions_of_a_file_end_in_enospc),
		LIMIT_TEST(refused_sessions_are_not_counted),
		LIMIT_TEST(sessions_of_a_user_end_in_enospc_over_all_files),
		LIMIT_TEST(one_user_at_the_limit_stops_no_other),
		cmocka_unit_test(forty_thousand_sessions_live_and_are_freed),
		cmocka_unit_test(one_request_may_have_64_mib_and_no_more),
		cmocka_unit_test(too_much_is_emsgsize_for_every_kind),
		LIMIT_TEST(a_lower_limit_counts_at_once),
		cmocka_unit_test(associated_data_may_have_64_kib_and_no_more),
		LIMIT_TEST(a_lower_limit_of_associated_data_counts_at_once),
		cmocka_unit_test(values_below_the_minimum_are_refused),
	};

	return cmocka_run_group_tests(tests, t_setup, t_teardown);
}
