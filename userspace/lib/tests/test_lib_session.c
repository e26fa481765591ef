// SPDX-License-Identifier: MIT
#include <errno.h>
#include <string.h>

#include "fake_device.h"

static const uint8_t key[32] = { 9, 8, 7 };

static void cipher_session_passes_id_and_key(void **state)
{
	struct devcrypto_session *s;

	assert_int_equal(devcrypto_session_new(*state, "cbc(aes)", key, 32, &s),
			 0);
	assert_int_equal(fake.session.cipher, CRYPTO_AES_CBC);
	assert_int_equal(fake.session.keylen, 32);
	assert_int_equal(fake.session.mac, 0);
	assert_memory_equal(fake.key, key, 32);
	devcrypto_session_free(s);
}

static void mac_session_passes_the_key_as_mac_key(void **state)
{
	struct devcrypto_session *s;

	assert_int_equal(
		devcrypto_session_new(*state, "hmac(sha256)", key, 20, &s), 0);
	assert_int_equal(fake.session.mac, CRYPTO_SHA2_256_HMAC);
	assert_int_equal(fake.session.mackeylen, 20);
	assert_int_equal(fake.session.cipher, 0);
	devcrypto_session_free(s);
}

static void unknown_algorithm_gives_eopnotsupp_without_asking(void **state)
{
	struct devcrypto_session *s;

	assert_int_equal(devcrypto_session_new(*state, "cbc(rot13)", key, 16,
					       &s),
			 -EOPNOTSUPP);
	assert_int_equal(fake.session.cipher, 0);
}

static void refusal_of_the_kernel_is_passed_on(void **state)
{
	struct devcrypto_session *s;

	fake.fail_request = CIOCGSESSION;
	fake.fail_error = ENOSPC;
	assert_int_equal(devcrypto_session_new(*state, "cbc(aes)", key, 16, &s),
			 -ENOSPC);
}

static void key_longer_than_any_gives_einval(void **state)
{
	static const uint8_t long_key[513];
	struct devcrypto_session *s;

	assert_int_equal(devcrypto_session_new(*state, "hmac(sha1)", long_key,
					       sizeof(long_key), &s),
			 -EINVAL);
}

static void null_key_with_length_gives_einval(void **state)
{
	struct devcrypto_session *s;

	assert_int_equal(devcrypto_session_new(*state, "cbc(aes)", NULL, 16,
					       &s),
			 -EINVAL);
}

static void free_ends_the_kernel_session(void **state)
{
	struct devcrypto_session *s = fake_session(*state, "cbc(aes)");

	assert_int_equal(fake.sessions, 1);
	devcrypto_session_free(s);
	assert_int_equal(fake.sessions, 0);
	devcrypto_session_free(NULL);
	assert_int_equal(fake.sessions, 0);
}

static void sizes_are_those_of_the_algorithm(void **state)
{
	struct devcrypto_session *cbc = fake_session(*state, "cbc(aes)");
	struct devcrypto_session *gcm = fake_session(*state, "gcm(aes)");
	struct devcrypto_session *sha = fake_session(*state, "sha384");

	assert_int_equal(devcrypto_session_block_size(cbc), 16);
	assert_int_equal(devcrypto_session_iv_size(cbc), 16);
	assert_int_equal(devcrypto_session_digest_size(cbc), 0);
	assert_int_equal(devcrypto_session_iv_size(gcm), 12);
	assert_int_equal(devcrypto_session_digest_size(gcm), 16);
	assert_int_equal(devcrypto_session_digest_size(sha), 48);
	devcrypto_session_free(cbc);
	devcrypto_session_free(gcm);
	devcrypto_session_free(sha);
}

static void info_of_a_cipher_names_its_driver(void **state)
{
	struct devcrypto_session *s = fake_session(*state, "cbc(aes)");
	struct devcrypto_session_info *info;

	assert_int_equal(devcrypto_session_get_info(s, &info), 0);
	assert_string_equal(devcrypto_session_info_algorithm(info), "a-cipher");
	assert_string_equal(devcrypto_session_info_driver(info),
			    "a-cipher-driver");
	assert_int_equal(devcrypto_session_info_alignment(info), 16);
	assert_true(devcrypto_session_info_kernel_only(info));
	devcrypto_session_info_free(info);
	devcrypto_session_free(s);
}

static void info_of_a_hash_names_its_driver(void **state)
{
	struct devcrypto_session *s = fake_session(*state, "sha256");
	struct devcrypto_session_info *info;

	assert_int_equal(devcrypto_session_get_info(s, &info), 0);
	assert_string_equal(devcrypto_session_info_driver(info),
			    "a-hash-driver");
	devcrypto_session_info_free(info);
	devcrypto_session_free(s);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, fake_setup, fake_teardown)

int main(void)
{
	static const struct CMUnitTest tests[] = {
		TEST(cipher_session_passes_id_and_key),
		TEST(mac_session_passes_the_key_as_mac_key),
		TEST(unknown_algorithm_gives_eopnotsupp_without_asking),
		TEST(refusal_of_the_kernel_is_passed_on),
		TEST(key_longer_than_any_gives_einval),
		TEST(null_key_with_length_gives_einval),
		TEST(free_ends_the_kernel_session),
		TEST(sizes_are_those_of_the_algorithm),
		TEST(info_of_a_cipher_names_its_driver),
		TEST(info_of_a_hash_names_its_driver),
	};

	return cmocka_run_group_tests_name("lib_session", tests, NULL, NULL);
}
