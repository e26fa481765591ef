// SPDX-License-Identifier: MIT
/* How long sessions live and who shares them. */
#include "t.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>

static const uint8_t key[16];
static uint8_t zero[16];

static uint32_t aes(int fd)
{
	return t_cipher_ok(fd, CRYPTO_AES_CBC, key, sizeof(key));
}

/* One block through the session: 0, or -1 and errno. */
static int use(int fd, uint32_t ses)
{
	uint8_t out[16], iv[16] = { 0 };

	return t_encrypt(fd, ses, zero, sizeof(zero), out, iv);
}

/* Runs the function in a child; gives its errno, 0 for success. */
static int in_child(int (*f)(int fd, uint32_t ses), int fd, uint32_t ses)
{
	pid_t pid = fork();
	int status;

	if (!pid)
		_exit(f(fd, ses) ? errno : 0);
	assert_ok(pid);
	assert_int_equal(pid, waitpid(pid, &status, 0));
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static int lowest_free_fd(void)
{
	int fd = dup(0);

	close(fd);
	return fd;
}

/* -------------------------------------------------------------------- ids -- */

static void ids_are_never_zero_and_all_differ(void **state)
{
	enum { N = 1000 };
	static uint32_t ids[N];
	size_t i, j;

	for (i = 0; i < N; i++) {
		ids[i] = aes(t_fd(state));
		assert_int_not_equal(0, ids[i]);
		for (j = 0; j < i; j++)
			assert_int_not_equal(ids[i], ids[j]);
	}
	for (i = 0; i < N; i++)
		assert_ok(t_session_free(t_fd(state), ids[i]));
}

static void freeing_an_unknown_session_succeeds(void **state)
{
	assert_ok(t_session_free(t_fd(state), 0));
	assert_ok(t_session_free(t_fd(state), 0x12345678));
	assert_ok(t_session_free(t_fd(state), 0xffffffff));
}

static void freeing_twice_succeeds_and_frees_no_other(void **state)
{
	uint32_t first = aes(t_fd(state)), second;

	assert_ok(t_session_free(t_fd(state), first));
	second = aes(t_fd(state));
	assert_ok(t_session_free(t_fd(state), first));
	assert_ok(use(t_fd(state), second));
}

static void a_freed_session_is_unknown_to_every_call(void **state)
{
	struct session_info_op info = { 0 };
	struct crypt_auth_op op = { 0 };
	uint32_t ses = aes(t_fd(state));
	uint32_t hash = t_mac_ok(t_fd(state), CRYPTO_SHA1, NULL, 0);

	assert_ok(t_session_free(t_fd(state), ses));
	info.ses = op.ses = ses;
	assert_errno(EINVAL, use(t_fd(state), ses));
	assert_errno(EINVAL, t_auth(t_fd(state), &op));
	assert_errno(EINVAL, ioctl(t_fd(state), CIOCGSESSINFO, &info));
	assert_errno(ENOENT, t_copy_hash(t_fd(state), hash, ses));
}

/* ---------------------------------------------------------------- sharing -- */

static void another_open_does_not_see_it(void **state)
{
	uint32_t ses = aes(t_fd(state));
	int other = t_open_ok();

	assert_errno(EINVAL, use(other, ses));
	assert_ok(t_session_free(other, ses));
	assert_ok(use(t_fd(state), ses));
	close(other);
}

static void a_dup_shares_it(void **state)
{
	uint32_t ses = aes(t_fd(state));
	int copy = dup(t_fd(state));

	assert_ok(use(copy, ses));
	assert_ok(t_session_free(copy, ses));
	assert_errno(EINVAL, use(t_fd(state), ses));
	close(copy);
}

static void a_crioget_descriptor_shares_it(void **state)
{
	uint32_t ses = aes(t_fd(state)), fd = -1;

	assert_ok(ioctl(t_fd(state), CRIOGET, &fd));
	assert_ok(use(fd, ses));
	assert_ok(close(fd));
	assert_ok(use(t_fd(state), ses));
}

static void a_child_shares_it(void **state)
{
	uint32_t ses = aes(t_fd(state));

	assert_int_equal(0, in_child(use, t_fd(state), ses));
	assert_ok(use(t_fd(state), ses));
	assert_int_equal(0, in_child(t_session_free, t_fd(state), ses));
	assert_errno(EINVAL, use(t_fd(state), ses));
}

static void a_child_and_its_parent_share_the_running_iv(void **state)
{
	uint8_t got[16], want[32], iv[16] = { 0 }, text[32] = { 0 };
	uint32_t ses = aes(t_fd(state));

	assert_ok(t_encrypt(t_fd(state), ses, text, 32, want, iv));
	assert_int_equal(0, in_child(use, t_fd(state), ses));
	assert_ok(t_encrypt(t_fd(state), ses, zero, 16, got, NULL));
	assert_bytes(got, want + 16, 16);
}

static void closing_one_of_two_descriptors_keeps_it(void **state)
{
	int fd = t_open_ok(), copy = dup(fd);
	uint32_t ses = aes(fd);

	(void)state;
	close(fd);
	assert_ok(use(copy, ses));
	close(copy);
}

/* A limit far below what was made before tells whether close gave it back. */
static void closing_the_last_descriptor_frees_all(void **state)
{
	char limit[32];
	int fd = t_open_ok(), i, rc = 0;
	uint32_t ses;

	(void)state;
	for (i = 0; i < 5000; i++)
		aes(fd);
	close(fd);
	assert_ok(t_param_read("max_sessions_user", limit, sizeof(limit)));
	assert_ok(t_param_write("max_sessions_user", "2000"));
	fd = t_open_ok();
	for (i = 0; i < 1000 && !rc; i++)
		rc = t_session(fd, CRYPTO_AES_CBC, key, 16, 0, NULL, 0, &ses);
	close(fd);
	assert_ok(t_param_write("max_sessions_user", limit));
	assert_int_equal(0, rc);
}

/* ---------------------------------------------------------------- CRIOGET -- */

static int exec_self(int fd, uint32_t ses)
{
	char fd_text[16], ses_text[16];

	snprintf(fd_text, sizeof(fd_text), "%d", fd);
	snprintf(ses_text, sizeof(ses_text), "%u", ses);
	execl("/proc/self/exe", "test_session", fd_text, ses_text, NULL);
	return -1;
}

static void exec_keeps_a_crioget_descriptor(void **state)
{
	uint32_t ses = aes(t_fd(state)), fd = -1;

	assert_ok(ioctl(t_fd(state), CRIOGET, &fd));
	assert_int_equal(0, fcntl(fd, F_GETFD) & FD_CLOEXEC);
	assert_int_equal(0, in_child(exec_self, fd, ses));
	close(fd);
}

static int crioget_without_room(int fd, uint32_t unused)
{
	struct rlimit limit = { 0 };
	uint32_t new_fd = 0xa5a5a5a5;

	(void)unused;
	limit.rlim_cur = limit.rlim_max = lowest_free_fd();
	if (setrlimit(RLIMIT_NOFILE, &limit) || !ioctl(fd, CRIOGET, &new_fd))
		errno = EXDEV;
	else if (new_fd != 0xa5a5a5a5)
		errno = ERANGE;
	return -1;
}

static void crioget_without_descriptors_is_emfile(void **state)
{
	assert_int_equal(EMFILE,
			 in_child(crioget_without_room, t_fd(state), 0));
}

static void crioget_to_bad_memory_installs_nothing(void **state)
{
	int before = lowest_free_fd();

	assert_errno(EFAULT, ioctl(t_fd(state), CRIOGET, NULL));
	assert_errno(EFAULT, ioctl(t_fd(state), CRIOGET, (void *)0x1000));
	assert_int_equal(before, lowest_free_fd());
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ids_are_never_zero_and_all_differ),
		cmocka_unit_test(freeing_an_unknown_session_succeeds),
		cmocka_unit_test(freeing_twice_succeeds_and_frees_no_other),
		cmocka_unit_test(a_freed_session_is_unknown_to_every_call),
		cmocka_unit_test(another_open_does_not_see_it),
		cmocka_unit_test(a_dup_shares_it),
		cmocka_unit_test(a_crioget_descriptor_shares_it),
		cmocka_unit_test(a_child_shares_it),
		cmocka_unit_test(a_child_and_its_parent_share_the_running_iv),
		cmocka_unit_test(closing_one_of_two_descriptors_keeps_it),
		cmocka_unit_test(closing_the_last_descriptor_frees_all),
		cmocka_unit_test(exec_keeps_a_crioget_descriptor),
		cmocka_unit_test(crioget_without_descriptors_is_emfile),
		cmocka_unit_test(crioget_to_bad_memory_installs_nothing),
	};

	/* What exec_self() starts: one use of an inherited descriptor. */
	if (argc == 3)
		return use(atoi(argv[1]), strtoul(argv[2], NULL, 0)) ? errno :
								       0;
	return cmocka_run_group_tests(tests, t_setup, t_teardown);
}
