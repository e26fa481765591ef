// SPDX-License-Identifier: MIT
/* Numbers, layouts and macro names that programs are compiled against. */
#include "t.h"

#include "program.h"

static const struct {
	const char *what;
	unsigned long here, lp64, ilp32;
} layout[] = {
#define LAYOUT(what, expression, lp64, ilp32) { what, expression, lp64, ilp32 },
#include "layout.h"
};

static void every_number_is_right_for_64_bit(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < T_ARRAY_SIZE(layout); i++) {
		if (layout[i].here != layout[i].lp64)
			fail_msg("%s is %#lx, not %#lx", layout[i].what,
				 layout[i].here, layout[i].lp64);
	}
}

static void every_number_is_right_for_32_bit(void **state)
{
	char output[8192], *line, *save;
	size_t i = 0;

	(void)state;
	assert_int_equal(0,
			 program_run("layout32", "", output, sizeof(output)));
	for (line = strtok_r(output, "\n", &save); line;
	     line = strtok_r(NULL, "\n", &save), i++) {
		char want[128];

		assert_true(i < T_ARRAY_SIZE(layout));
		snprintf(want, sizeof(want), "%lx %s", layout[i].ilp32,
			 layout[i].what);
		assert_string_equal(line, want);
	}
	assert_int_equal(i, T_ARRAY_SIZE(layout));
}

static void names_that_programs_test_for_are_macros(void **state)
{
	(void)state;
#if !defined(CIOCGSESSINFO) || !defined(CIOCCPHASH) ||              \
	!defined(COP_FLAG_WRITE_IV) || !defined(COP_FLAG_UPDATE) || \
	!defined(COP_FLAG_FINAL) || !defined(COP_FLAG_RESET) ||     \
	!defined(CRIOGET) || !defined(CIOCAUTHCRYPT) ||             \
	!defined(CRIOGET_NOT_NEEDED)
	fail_msg("a macro is missing");
#endif
}

static void the_bsd_session_call_is_not_defined(void **state)
{
	(void)state;
#ifdef CIOCGSESSION2
	fail_msg("CIOCGSESSION2 sends OpenSSL to the BSD interface");
#endif
}

/* OpenSSL's own question; yes makes it look for one macro per cipher. */
static void the_preprocessor_finds_no_bsd_style_ids(void **state)
{
	(void)state;
#ifndef CRYPTO_ALGORITHM_MAX
	fail_msg("CRYPTO_ALGORITHM_MAX is no macro");
#elif CRYPTO_ALGORITHM_MIN < CRYPTO_ALGORITHM_MAX
	fail_msg("CRYPTO_ALGORITHM_MAX has a value for the preprocessor");
#endif
#ifdef CRYPTO_AES_CTR
	fail_msg("CRYPTO_AES_CTR is a macro");
#endif
	assert_int_equal(CRYPTO_ALGORITHM_MAX, 109);
	assert_int_equal(CRYPTO_ALGORITHM_ALL, 110);
}

static void ciphers_have_their_ids(void **state)
{
	(void)state;
	assert_int_equal(CRYPTO_DES_CBC, 1);
	assert_int_equal(CRYPTO_3DES_CBC, 2);
	assert_int_equal(CRYPTO_BLF_CBC, 3);
	assert_int_equal(CRYPTO_AES_CBC, 11);
	assert_int_equal(CRYPTO_RIJNDAEL128_CBC, 11);
	assert_int_equal(CRYPTO_NULL, 16);
	assert_int_equal(CRYPTO_AES_CTR, 21);
	assert_int_equal(CRYPTO_AES_XTS, 22);
	assert_int_equal(CRYPTO_AES_ECB, 23);
	assert_int_equal(CRYPTO_AES_CFB, 24);
	assert_int_equal(CRYPTO_AES_OFB, 25);
	assert_int_equal(CRYPTO_AES_GCM, 50);
	assert_int_equal(CRYPTO_AES_CCM, 51);
	assert_int_equal(CRYPTO_CAMELLIA_CBC, 101);
	assert_int_equal(CRYPTO_TLS11_AES_CBC_HMAC_SHA1, 108);
	assert_int_equal(CRYPTO_TLS12_AES_CBC_HMAC_SHA256, 109);
}

static void hashes_have_their_ids(void **state)
{
	(void)state;
	assert_int_equal(CRYPTO_MD5_HMAC, 6);
	assert_int_equal(CRYPTO_SHA1_HMAC, 7);
	assert_int_equal(CRYPTO_RIPEMD160_HMAC, 8);
	assert_int_equal(CRYPTO_MD5, 13);
	assert_int_equal(CRYPTO_SHA1, 14);
	assert_int_equal(CRYPTO_SHA2_256_HMAC, 18);
	assert_int_equal(CRYPTO_SHA2_384_HMAC, 19);
	assert_int_equal(CRYPTO_SHA2_512_HMAC, 20);
	assert_int_equal(CRYPTO_RIPEMD160, 102);
	assert_int_equal(CRYPTO_SHA2_224, 103);
	assert_int_equal(CRYPTO_SHA2_256, 104);
	assert_int_equal(CRYPTO_SHA2_384, 105);
	assert_int_equal(CRYPTO_SHA2_512, 106);
	assert_int_equal(CRYPTO_SHA2_224_HMAC, 107);
}

static void flags_and_limits_have_their_values(void **state)
{
	(void)state;
	assert_int_equal(COP_ENCRYPT, 0);
	assert_int_equal(COP_DECRYPT, 1);
	assert_int_equal(COP_FLAG_NONE, 0);
	assert_int_equal(COP_FLAG_UPDATE, 1);
	assert_int_equal(COP_FLAG_FINAL, 2);
	assert_int_equal(COP_FLAG_WRITE_IV, 4);
	assert_int_equal(COP_FLAG_NO_ZC, 8);
	assert_int_equal(COP_FLAG_AEAD_TLS_TYPE, 0x10);
	assert_int_equal(COP_FLAG_AEAD_SRTP_TYPE, 0x20);
	assert_int_equal(COP_FLAG_RESET, 0x40);
	assert_int_equal(SIOP_FLAG_KERNEL_DRIVER_ONLY, 1);
	assert_int_equal(CRYPTO_HMAC_MAX_KEY_LEN, 512);
	assert_int_equal(CRYPTO_CIPHER_MAX_KEY_LEN, 64);
	assert_int_equal(EALG_MAX_BLOCK_LEN, 16);
	assert_int_equal(AALG_MAX_RESULT_LEN, 64);
	assert_int_equal(HASH_MAX_LEN, 64);
	assert_int_equal(CRYPTODEV_MAX_ALG_NAME, 64);
	assert_int_equal(CRF_DH_COMPUTE_KEY, 16);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_number_is_right_for_64_bit),
		cmocka_unit_test(every_number_is_right_for_32_bit),
		cmocka_unit_test(names_that_programs_test_for_are_macros),
		cmocka_unit_test(the_bsd_session_call_is_not_defined),
		cmocka_unit_test(the_preprocessor_finds_no_bsd_style_ids),
		cmocka_unit_test(ciphers_have_their_ids),
		cmocka_unit_test(hashes_have_their_ids),
		cmocka_unit_test(flags_and_limits_have_their_values),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
