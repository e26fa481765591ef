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

#define AGREE(group)                                                    \
	static void group##_calls_agree_with_64_bit_ones(void **state) \
	{                                                               \
		(void)state;                                            \
		calls_agree(#group);                                    \
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
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(crioget_calls_agree_with_64_bit_ones),
		cmocka_unit_test(session_calls_agree_with_64_bit_ones),
		cmocka_unit_test(info_calls_agree_with_64_bit_ones),
		cmocka_unit_test(cipher_calls_agree_with_64_bit_ones),
		cmocka_unit_test(hash_calls_agree_with_64_bit_ones),
		cmocka_unit_test(cipher_mac_calls_agree_with_64_bit_ones),
		cmocka_unit_test(gcm_calls_agree_with_64_bit_ones),
		cmocka_unit_test(tls_calls_agree_with_64_bit_ones),
		cmocka_unit_test(srtp_calls_agree_with_64_bit_ones),
		cmocka_unit_test(cphash_calls_agree_with_64_bit_ones),
		cmocka_unit_test(others_calls_agree_with_64_bit_ones),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
