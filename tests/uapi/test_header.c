// SPDX-License-Identifier: MIT
/*
 * One small program against the header alone, compiled in several ways: each
 * encrypts a zero block with a zero key and prints it.
 */
#include "t.h"

#include "program.h"

static void gives_the_known_block(const char *program)
{
	char output[256];

	assert_int_equal(0, program_run(program, "", output, sizeof(output)));
	assert_string_equal("66e94bd4ef8a2c3b884cfa59ca342b2e\n", output);
}

static void a_c89_program_works(void **state)
{
	(void)state;
	gives_the_known_block("header_c89");
}

static void a_c11_program_works(void **state)
{
	(void)state;
	gives_the_known_block("header_c11");
}

static void a_cxx17_program_works(void **state)
{
	(void)state;
	gives_the_known_block("header_cxx17");
}

static void a_32_bit_program_works(void **state)
{
	(void)state;
	gives_the_known_block("header_m32");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_c89_program_works),
		cmocka_unit_test(a_c11_program_works),
		cmocka_unit_test(a_cxx17_program_works),
		cmocka_unit_test(a_32_bit_program_works),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
