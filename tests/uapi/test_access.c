// SPDX-License-Identifier: MIT
/* Who may open the device: root and the node's group, nobody else. */
#include "t.h"

#include <fcntl.h>
#include <grp.h>
#include <sys/stat.h>
#include <sys/wait.h>

#define NOBODY 65534

/* Opens the device as nobody, in a child; gives errno, 0 for success. */
static int open_as_nobody(gid_t group, int flags)
{
	pid_t pid = fork();
	int status;

	if (!pid) {
		if (setgroups(0, NULL) || setgid(group) || setuid(NOBODY))
			_exit(255);
		_exit(open("/dev/crypto", flags) < 0 ? errno : 0);
	}
	assert_ok(pid);
	assert_int_equal(pid, waitpid(pid, &status, 0));
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static struct stat node_of_the_device(void)
{
	struct stat node;

	assert_ok(stat("/dev/crypto", &node));
	return node;
}

static void the_node_is_closed_to_others(void **state)
{
	struct stat node = node_of_the_device();

	(void)state;
	assert_true(S_ISCHR(node.st_mode));
	assert_int_equal(0660, node.st_mode & 07777);
	assert_int_equal(0, node.st_uid);
}

static void a_user_without_the_group_gets_eacces(void **state)
{
	(void)state;
	assert_int_equal(EACCES, open_as_nobody(NOBODY, O_RDWR));
	assert_int_equal(EACCES, open_as_nobody(NOBODY, O_RDONLY));
}

static void a_user_with_the_group_gets_in(void **state)
{
	struct stat node = node_of_the_device();

	(void)state;
	assert_int_equal(0, open_as_nobody(node.st_gid, O_RDWR));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_node_is_closed_to_others),
		cmocka_unit_test(a_user_without_the_group_gets_eacces),
		cmocka_unit_test(a_user_with_the_group_gets_in),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
