// SPDX-License-Identifier: MIT
#include <errno.h>
#include <string.h>

#include "fake_device.h"

static int reset(void **state)
{
	(void)state;
	memset(&fake, 0, sizeof(fake));
	return 0;
}

static void open_without_path_takes_dev_crypto(void **state)
{
	struct devcrypto *device;

	(void)state;
	assert_int_equal(devcrypto_open(NULL, &device), 0);
	assert_string_equal(fake.path, "/dev/crypto");
	devcrypto_close(device);
	assert_int_equal(fake.closed, 1);
}

static void open_takes_the_path_given(void **state)
{
	struct devcrypto *device;

	(void)state;
	assert_int_equal(devcrypto_open("/dev/other", &device), 0);
	assert_string_equal(fake.path, "/dev/other");
	devcrypto_close(device);
}

static void open_without_module_gives_enoent(void **state)
{
	struct devcrypto *device;

	(void)state;
	fake.open_error = ENOENT;
	assert_int_equal(devcrypto_open(NULL, &device), -ENOENT);
	assert_int_equal(fake.closed, 0);
}

static void open_without_permission_gives_eacces(void **state)
{
	struct devcrypto *device;

	(void)state;
	fake.open_error = EACCES;
	assert_int_equal(devcrypto_open(NULL, &device), -EACCES);
}

static void open_of_another_device_gives_enotty_and_closes_it(void **state)
{
	struct devcrypto *device;

	(void)state;
	fake.fail_request = CIOCASYMFEAT;
	fake.fail_error = EINVAL;
	assert_int_equal(devcrypto_open("/dev/null", &device), -ENOTTY);
	assert_int_equal(fake.opened, 1);
	assert_int_equal(fake.closed, 1);
}

static void open_without_place_for_the_device_gives_einval(void **state)
{
	(void)state;
	assert_int_equal(devcrypto_open(NULL, NULL), -EINVAL);
	assert_int_equal(fake.opened, 0);
}

static void close_of_null_does_nothing(void **state)
{
	(void)state;
	devcrypto_close(NULL);
	assert_int_equal(fake.closed, 0);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(open_without_path_takes_dev_crypto,
				       reset),
		cmocka_unit_test_setup(open_takes_the_path_given, reset),
		cmocka_unit_test_setup(open_without_module_gives_enoent, reset),
		cmocka_unit_test_setup(open_without_permission_gives_eacces,
				       reset),
		cmocka_unit_test_setup(
			open_of_another_device_gives_enotty_and_closes_it,
			reset),
		cmocka_unit_test_setup(
			open_without_place_for_the_device_gives_einval, reset),
		cmocka_unit_test_setup(close_of_null_does_nothing, reset),
	};

	return cmocka_run_group_tests_name("lib_device", tests, NULL, NULL);
}
