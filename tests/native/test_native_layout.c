// SPDX-License-Identifier: MIT
/* Numbers and layouts of the native interface, and its header alone. */
#include "n.h"

#include "../uapi/program.h"

static const struct {
	const char *what;
	unsigned long here, value;
} layout[] = {
#define LAYOUT(what, expression, value) { what, expression, value },
#include "layout.h"
};

static void every_number_is_right_for_64_bit(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < T_ARRAY_SIZE(layout); i++) {
		if (layout[i].here != layout[i].value)
			fail_msg("%s is %#lx, not %#lx", layout[i].what,
				 layout[i].here, layout[i].value);
	}
}

static void every_number_is_right_for_32_bit(void **state)
{
	char output[16384], *line, *save;
	size_t i = 0;

	(void)state;
	assert_int_equal(0, program_run("native_layout32", "", output,
					sizeof(output)));
	for (line = strtok_r(output, "\n", &save); line;
	     line = strtok_r(NULL, "\n", &save), i++) {
		char want[128];

		assert_true(i < T_ARRAY_SIZE(layout));
		snprintf(want, sizeof(want), "%lx %s", layout[i].value,
			 layout[i].what);
		assert_string_equal(line, want);
	}
	assert_int_equal(i, T_ARRAY_SIZE(layout));
}

/* Every byte of a structure belongs to a member: no hidden padding. */
static void structures_have_no_holes(void **state)
{
	(void)state;
#define ENDS(s, m)                                                           \
	assert_int_equal(offsetof(struct s, m) + sizeof(((struct s *)0)->m), \
			 sizeof(struct s))
	ENDS(devcrypto_algorithm, reserved);
	ENDS(devcrypto_query, count);
	ENDS(devcrypto_session, id);
	ENDS(devcrypto_session_info, order);
	ENDS(devcrypto_id, id);
	ENDS(devcrypto_rekey, mac_key_len);
	ENDS(devcrypto_op, reserved);
	ENDS(devcrypto_result, flags);
	ENDS(devcrypto_submit, reserved);
}

static void gives_the_known_block(const char *program)
{
	char output[256];

	assert_int_equal(0, program_run(program, "", output, sizeof(output)));
	assert_string_equal("66e94bd4ef8a2c3b884cfa59ca342b2e\n", output);
}

static void a_c89_program_works(void **state)
{
	(void)state;
	gives_the_known_block("native_c89");
}

static void a_c11_program_works(void **state)
{
	(void)state;
	gives_the_known_block("native_c11");
}

static void a_cxx17_program_works(void **state)
{
	(void)state;
	gives_the_known_block("native_cxx17");
}

static void a_32_bit_program_works(void **state)
{
	(void)state;
	gives_the_known_block("native_m32");
}

static void pointers_of_a_32_bit_program_are_not_cut(void **state)
{
	char output[512], want[512] = "";
	size_t i;

	(void)state;
	assert_int_equal(0, program_run("native_m32", "high", output,
					sizeof(output)));
	for (i = 0; i < 5; i++) {
		strcat(want, strerror(EFAULT));
		strcat(want, "\n");
	}
	assert_string_equal(want, output);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_number_is_right_for_64_bit),
		cmocka_unit_test(every_number_is_right_for_32_bit),
		cmocka_unit_test(structures_have_no_holes),
		cmocka_unit_test(a_c89_program_works),
		cmocka_unit_test(a_c11_program_works),
		cmocka_unit_test(a_cxx17_program_works),
		cmocka_unit_test(a_32_bit_program_works),
		cmocka_unit_test(pointers_of_a_32_bit_program_are_not_cut),
	};

	return cmocka_run_group_tests_name("native layout", tests, NULL, NULL);
}
