// SPDX-License-Identifier: MIT
/*
 * Loading the module while another one holds /dev/crypto.  The module under
 * test is removed for that and loaded again with the parameters it had.
 */
/* suites: engine */
#include "t.h"

#include "reload.h"

#define RIVAL "/sys/module/dc_test_engine/parameters/rival"

static int write_file(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY), rc;

	if (fd < 0)
		return -1;
	rc = write(fd, text, strlen(text)) < 0 ? -1 : 0;
	close(fd);
	return rc;
}

static int setup(void **state)
{
	(void)state;
	if (access(MODULE_FILE, R_OK) || access(RIVAL, W_OK))
		t_skip("needs %s and the test engine", MODULE_FILE);
	return module_remember() || module_unload() ? -1 : 0;
}

/* Whatever the test came to, the next suite finds the module loaded. */
static int teardown(void **state)
{
	(void)state;
	write_file(RIVAL, "0");
	return access(MODULE_PARAMS, F_OK) ? module_load() : 0;
}

static void fault_27_a_taken_name_is_ebusy_and_one_line(void **state)
{
	(void)state;
	assert_ok(write_file(RIVAL, "1"));
	t_klog_mark();
	assert_errno(EBUSY, module_load());
	assert_int_equal(1, t_klog_lines(6));
	assert_errno(ENOENT, access(MODULE_PARAMS, F_OK));
	assert_ok(access("/dev/crypto", F_OK));
}

static void fault_27_a_free_name_can_be_had_again(void **state)
{
	(void)state;
	assert_ok(write_file(RIVAL, "1"));
	assert_errno(EBUSY, module_load());
	assert_ok(write_file(RIVAL, "0"));
	assert_errno(ENOENT, access("/dev/crypto", F_OK));
	assert_ok(module_load());
	assert_ok(access("/dev/crypto", F_OK));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			fault_27_a_taken_name_is_ebusy_and_one_line, setup,
			teardown),
		cmocka_unit_test_setup_teardown(
			fault_27_a_free_name_can_be_had_again, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
