// SPDX-License-Identifier: MIT
/*
 * Every call from a 32-bit program gives what it gives from a 64-bit one:
 * results, errnos and what is written back.
 */
#include "t.h"

#include "program.h"

static void calls_agree(const char *group)
{
	char from_64[8192], from_32[8192];

	assert_int_equal(0, program_run("calls64", group, from_64,
					sizeof(from_64)));
	assert_int_equal(0, program_run("calls32", group, from_32,
					sizeof(from_32)));
	assert_non_null(strstr(from_64, ": 0"));
	assert_string_equal(from_32, from_64);
}

#define AGREE(group)                                                 \
	static void fault_24_##group##_calls_give_the_64_bit_answer( \
		void **state)                                        \
	{                                                            \
		(void)state;                                         \
		calls_agree(#group);                                 \
	}

AGREE(crioget)
AGREE(session)
AGREE(info)
AGREE(cipher)
AGREE(hash)
AGREE(cipher_mac)
AGREE(gcm)
AGREE(tls)
AGREE(srtp)
AGREE(cphash)
AGREE(others)

int main(void)
{
#define TEST(group) \
	cmocka_unit_test(fault_24_##group##_calls_give_the_64_bit_answer)
	const struct CMUnitTest tests[] = {
		TEST(crioget), TEST(session),	 TEST(info),   TEST(cipher),
		TEST(hash),    TEST(cipher_mac), TEST(gcm),    TEST(tls),
		TEST(srtp),    TEST(cphash),	 TEST(others),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
