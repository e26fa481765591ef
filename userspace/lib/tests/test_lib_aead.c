// SPDX-License-Identifier: MIT
#include <errno.h>

#include "fake_device.h"

static uint8_t iv[12], aad[20], in[64], out[80];

static void encrypt_passes_text_aad_and_full_tag(void **state)
{
	struct devcrypto_session *s = fake_session(*state, "gcm(aes)");

	assert_int_equal(devcrypto_aead_encrypt(s, iv, aad, 20, in, 33, out),
			 0);
	assert_int_equal(fake.auth.op, COP_ENCRYPT);
	assert_int_equal(fake.auth.len, 33);
	assert_ptr_equal(fake.auth.src, in);
	assert_ptr_equal(fake.auth.dst, out);
	assert_int_equal(fake.auth.auth_len, 20);
	assert_ptr_equal(fake.auth.auth_src, aad);
	assert_int_equal(fake.auth.tag_len, 16);
	assert_int_equal(fake.auth.iv_len, 12);
	devcrypto_session_free(s);
}

static void decrypt_counts_the_tag_to_the_source(void **state)
{
	struct devcrypto_session *s = fake_session(*state, "gcm(aes)");

	assert_int_equal(devcrypto_aead_decrypt(s, iv, NULL, 0, in, 33, out),
			 0);
	assert_int_equal(fake.auth.op, COP_DECRYPT);
	assert_int_equal(fake.auth.len, 33 + 16);
	devcrypto_session_free(s);
}

static void forged_message_gives_ebadmsg(void **state)
{
	struct devcrypto_session *s = fake_session(*state, "gcm(aes)");

	fake.fail_request = CIOCAUTHCRYPT;
	fake.fail_error = EBADMSG;
	assert_int_equal(devcrypto_aead_decrypt(s, iv, NULL, 0, in, 16, out),
			 -EBADMSG);
	devcrypto_session_free(s);
}

static void empty_message_with_aad_is_a_message(void **state)
{
	struct devcrypto_session *s = fake_session(*state, "gcm(aes)");

	assert_int_equal(devcrypto_aead_encrypt(s, iv, aad, 20, NULL, 0, out),
			 0);
	assert_int_equal(fake.auth.len, 0);
	assert_int_equal(devcrypto_aead_decrypt(s, iv, aad, 20, in, 0, NULL),
			 0);
	assert_int_equal(fake.auth.len, 16);
	devcrypto_session_free(s);
}

static void missing_buffers_give_einval(void **state)
{
	struct devcrypto_session *s = fake_session(*state, "gcm(aes)");

	assert_int_equal(devcrypto_aead_encrypt(s, NULL, NULL, 0, in, 1, out),
			 -EINVAL);
	assert_int_equal(devcrypto_aead_encrypt(s, iv, NULL, 1, in, 1, out),
			 -EINVAL);
	assert_int_equal(devcrypto_aead_encrypt(s, iv, NULL, 0, NULL, 1, out),
			 -EINVAL);
	assert_int_equal(devcrypto_aead_encrypt(s, iv, NULL, 0, in, 1, NULL),
			 -EINVAL);
	assert_int_equal(devcrypto_aead_decrypt(s, iv, NULL, 0, in, 1, NULL),
			 -EINVAL);
	assert_int_equal(fake.crypts, 0);
	devcrypto_session_free(s);
}

static void text_whose_tag_passes_four_gigabytes_gives_emsgsize(void **state)
{
	struct devcrypto_session *s = fake_session(*state, "gcm(aes)");

	assert_int_equal(devcrypto_aead_decrypt(s, iv, NULL, 0, in,
						UINT32_MAX - 15, out),
			 -EMSGSIZE);
	assert_int_equal(devcrypto_aead_decrypt(s, iv, NULL, 0, in, SIZE_MAX,
						out),
			 -EMSGSIZE);
	assert_int_equal(fake.crypts, 0);
	devcrypto_session_free(s);
}

static void session_of_a_cipher_gives_einval(void **state)
{
	struct devcrypto_session *s = fake_session(*state, "cbc(aes)");

	assert_int_equal(devcrypto_aead_encrypt(s, iv, NULL, 0, in, 16, out),
			 -EINVAL);
	devcrypto_session_free(s);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, fake_setup, fake_teardown)

int main(void)
{
	static const struct CMUnitTest tests[] = {
		TEST(encrypt_passes_text_aad_and_full_tag),
		TEST(decrypt_counts_the_tag_to_the_source),
		TEST(forged_message_gives_ebadmsg),
		TEST(empty_message_with_aad_is_a_message),
		TEST(missing_buffers_give_einval),
		TEST(text_whose_tag_passes_four_gigabytes_gives_emsgsize),
		TEST(session_of_a_cipher_gives_einval),
	};

	return cmocka_run_group_tests_name("lib_aead", tests, NULL, NULL);
}
