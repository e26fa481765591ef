// SPDX-License-Identifier: MIT
#include <errno.h>

#include "fake_device.h"

static uint8_t iv[16], in[64], out[64];

static void encrypt_passes_buffers_and_asks_for_the_next_iv(void **state)
{
	struct devcrypto_session *s = fake_session(*state, "cbc(aes)");

	assert_int_equal(devcrypto_encrypt(s, iv, in, out, 32), 0);
	assert_int_equal(fake.crypt.op, COP_ENCRYPT);
	assert_int_equal(fake.crypt.len, 32);
	assert_ptr_equal(fake.crypt.src, in);
	assert_ptr_equal(fake.crypt.dst, out);
	assert_ptr_equal(fake.crypt.iv, iv);
	assert_ptr_equal(fake.crypt.mac, NULL);
	assert_int_equal(fake.crypt.flags, COP_FLAG_WRITE_IV);
	devcrypto_session_free(s);
}

static void decrypt_passes_the_direction(void **state)
{
	struct devcrypto_session *s = fake_session(*state, "ctr(aes)");

	assert_int_equal(devcrypto_decrypt(s, iv, in, in, 33), 0);
	assert_int_equal(fake.crypt.op, COP_DECRYPT);
	assert_int_equal(fake.crypt.len, 33);
	devcrypto_session_free(s);
}

static void xts_leaves_the_iv(void **state)
{
	struct devcrypto_session *s = fake_session(*state, "xts(aes)");

	assert_int_equal(devcrypto_encrypt(s, iv, in, out, 32), 0);
	assert_int_equal(fake.crypt.flags, COP_FLAG_NONE);
	devcrypto_session_free(s);
}

static void ecb_takes_no_iv(void **state)
{
	struct devcrypto_session *s = fake_session(*state, "ecb(aes)");

	assert_int_equal(devcrypto_encrypt(s, NULL, in, out, 32), 0);
	assert_ptr_equal(fake.crypt.iv, NULL);
	devcrypto_session_free(s);
}

static void cbc_without_iv_gives_einval(void **state)
{
	struct devcrypto_session *s = fake_session(*state, "cbc(aes)");

	assert_int_equal(devcrypto_encrypt(s, NULL, in, out, 32), -EINVAL);
	assert_int_equal(fake.crypts, 0);
	devcrypto_session_free(s);
}

static void half_a_block_gives_einval(void **state)
{
	struct devcrypto_session *s = fake_session(*state, "cbc(aes)");

	assert_int_equal(devcrypto_encrypt(s, iv, in, out, 24), -EINVAL);
	assert_int_equal(fake.crypts, 0);
	devcrypto_session_free(s);
}

static void null_buffer_gives_einval(void **state)
{
	struct devcrypto_session *s = fake_session(*state, "cbc(aes)");

	assert_int_equal(devcrypto_encrypt(s, iv, NULL, out, 16), -EINVAL);
	assert_int_equal(devcrypto_decrypt(s, iv, in, NULL, 16), -EINVAL);
	assert_int_equal(fake.crypts, 0);
	devcrypto_session_free(s);
}

static void four_gigabytes_give_emsgsize(void **state)
{
	struct devcrypto_session *s = fake_session(*state, "ctr(aes)");

	assert_int_equal(devcrypto_encrypt(s, iv, in, out, UINT32_MAX + 1ULL),
			 -EMSGSIZE);
	assert_int_equal(fake.crypts, 0);
	devcrypto_session_free(s);
}

static void session_of_a_hash_gives_einval(void **state)
{
	struct devcrypto_session *s = fake_session(*state, "hmac(sha1)");

	assert_int_equal(devcrypto_encrypt(s, iv, in, out, 16), -EINVAL);
	assert_int_equal(devcrypto_encrypt(NULL, iv, in, out, 16), -EINVAL);
	devcrypto_session_free(s);
}

static void interrupted_call_is_not_tried_again(void **state)
{
	struct devcrypto_session *s = fake_session(*state, "cbc(aes)");

	fake.fail_request = CIOCCRYPT;
	fake.fail_error = EINTR;
	assert_int_equal(devcrypto_encrypt(s, iv, in, in, 16), -EINTR);
	devcrypto_session_free(s);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, fake_setup, fake_teardown)

int main(void)
{
	static const struct CMUnitTest tests[] = {
		TEST(encrypt_passes_buffers_and_asks_for_the_next_iv),
		TEST(decrypt_passes_the_direction),
		TEST(xts_leaves_the_iv),
		TEST(ecb_takes_no_iv),
		TEST(cbc_without_iv_gives_einval),
		TEST(half_a_block_gives_einval),
		TEST(null_buffer_gives_einval),
		TEST(four_gigabytes_give_emsgsize),
		TEST(session_of_a_hash_gives_einval),
		TEST(interrupted_call_is_not_tried_again),
	};

	return cmocka_run_group_tests_name("lib_cipher", tests, NULL, NULL);
}
