// SPDX-License-Identifier: MIT
#include <errno.h>
#include <string.h>

#include "fake_device.h"

static uint8_t in[64], digest[DEVCRYPTO_DIGEST_MAX];

static struct devcrypto_hash *start(struct devcrypto_session *s)
{
	struct devcrypto_hash *h;

	assert_int_equal(devcrypto_hash_new(s, &h), 0);
	return h;
}

static void digest_is_one_call_without_flags(void **state)
{
	struct devcrypto_session *s = fake_session(*state, "hmac(sha256)");

	assert_int_equal(devcrypto_digest(s, in, 64, digest), 0);
	assert_int_equal(fake.crypts, 1);
	assert_int_equal(fake.crypt.flags, COP_FLAG_NONE);
	assert_int_equal(fake.crypt.len, 64);
	assert_ptr_equal(fake.crypt.mac, digest);
	assert_int_equal(devcrypto_digest(s, NULL, 0, digest), 0);
	devcrypto_session_free(s);
}

static void hash_gets_a_kernel_session_with_the_same_key(void **state)
{
	struct devcrypto_session *s = fake_session(*state, "hmac(sha256)");
	struct devcrypto_hash *h;

	memset(fake.key, 0, sizeof(fake.key));
	h = start(s);
	assert_int_equal(fake.sessions, 2);
	assert_int_equal(fake.session.mackeylen, 16);
	assert_int_equal(fake.key[3], 4);
	devcrypto_hash_free(h);
	devcrypto_session_free(s);
}

static void first_piece_resets_and_later_ones_do_not(void **state)
{
	struct devcrypto_session *s = fake_session(*state, "hmac(sha1)");
	struct devcrypto_hash *h = start(s);

	assert_int_equal(devcrypto_hash_update(h, in, 10), 0);
	assert_int_equal(fake.crypt.flags, COP_FLAG_UPDATE | COP_FLAG_RESET);
	assert_int_equal(devcrypto_hash_update(h, in, 10), 0);
	assert_int_equal(fake.crypt.flags, COP_FLAG_UPDATE);
	assert_int_equal(devcrypto_hash_final(h, digest), 0);
	assert_int_equal(fake.crypt.flags, COP_FLAG_FINAL);
	assert_ptr_equal(fake.crypt.mac, digest);
	devcrypto_hash_free(h);
	devcrypto_session_free(s);
}

static void empty_piece_is_not_sent(void **state)
{
	struct devcrypto_session *s = fake_session(*state, "hmac(sha1)");
	struct devcrypto_hash *h = start(s);

	assert_int_equal(devcrypto_hash_update(h, NULL, 0), 0);
	assert_int_equal(fake.crypts, 0);
	devcrypto_hash_free(h);
	devcrypto_session_free(s);
}

static void hash_starts_anew_after_final(void **state)
{
	struct devcrypto_session *s = fake_session(*state, "hmac(sha1)");
	struct devcrypto_hash *h = start(s);

	assert_int_equal(devcrypto_hash_update(h, in, 10), 0);
	assert_int_equal(devcrypto_hash_final(h, digest), 0);
	assert_int_equal(devcrypto_hash_final(h, digest), 0);
	assert_int_equal(fake.crypt.flags, COP_FLAG_FINAL | COP_FLAG_RESET);
	devcrypto_hash_free(h);
	devcrypto_session_free(s);
}

static void failed_first_piece_leaves_the_hash_at_its_start(void **state)
{
	struct devcrypto_session *s = fake_session(*state, "hmac(sha1)");
	struct devcrypto_hash *h = start(s);

	fake.fail_request = CIOCCRYPT;
	fake.fail_error = EFAULT;
	assert_int_equal(devcrypto_hash_update(h, in, 10), -EFAULT);
	fake.fail_request = 0;
	assert_int_equal(devcrypto_hash_update(h, in, 10), 0);
	assert_int_equal(fake.crypt.flags, COP_FLAG_UPDATE | COP_FLAG_RESET);
	devcrypto_hash_free(h);
	devcrypto_session_free(s);
}

static void copy_goes_from_the_old_to_the_new(void **state)
{
	struct devcrypto_session *s = fake_session(*state, "hmac(sha1)");
	struct devcrypto_hash *h = start(s), *copy;

	assert_int_equal(devcrypto_hash_update(h, in, 10), 0);
	assert_int_equal(devcrypto_hash_copy(h, &copy), 0);
	assert_int_equal(fake.copy.src_ses, 1002);
	assert_int_equal(fake.copy.dst_ses, 1003);
	assert_int_equal(devcrypto_hash_update(copy, in, 10), 0);
	assert_int_equal(fake.crypt.flags, COP_FLAG_UPDATE);
	devcrypto_hash_free(copy);
	devcrypto_hash_free(h);
	devcrypto_session_free(s);
}

static void copy_of_a_fresh_hash_is_fresh(void **state)
{
	struct devcrypto_session *s = fake_session(*state, "hmac(sha1)");
	struct devcrypto_hash *h = start(s), *copy;

	assert_int_equal(devcrypto_hash_copy(h, &copy), 0);
	assert_int_equal(fake.copy.src_ses, 0);
	assert_int_equal(devcrypto_hash_update(copy, in, 10), 0);
	assert_int_equal(fake.crypt.flags, COP_FLAG_UPDATE | COP_FLAG_RESET);
	devcrypto_hash_free(copy);
	devcrypto_hash_free(h);
	devcrypto_session_free(s);
}

static void failed_copy_leaves_no_session_behind(void **state)
{
	struct devcrypto_session *s = fake_session(*state, "hmac(sha1)");
	struct devcrypto_hash *h = start(s), *copy;

	assert_int_equal(devcrypto_hash_update(h, in, 10), 0);
	fake.fail_request = CIOCCPHASH;
	fake.fail_error = ENOMEM;
	assert_int_equal(devcrypto_hash_copy(h, &copy), -ENOMEM);
	assert_int_equal(fake.sessions, 2);
	devcrypto_hash_free(h);
	devcrypto_session_free(s);
}

static void session_of_a_cipher_gives_einval(void **state)
{
	struct devcrypto_session *s = fake_session(*state, "cbc(aes)");
	struct devcrypto_hash *h;

	assert_int_equal(devcrypto_hash_new(s, &h), -EINVAL);
	assert_int_equal(devcrypto_digest(s, in, 16, digest), -EINVAL);
	devcrypto_session_free(s);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, fake_setup, fake_teardown)

int main(void)
{
	static const struct CMUnitTest tests[] = {
		TEST(digest_is_one_call_without_flags),
		TEST(hash_gets_a_kernel_session_with_the_same_key),
		TEST(first_piece_resets_and_later_ones_do_not),
		TEST(empty_piece_is_not_sent),
		TEST(hash_starts_anew_after_final),
		TEST(failed_first_piece_leaves_the_hash_at_its_start),
		TEST(copy_goes_from_the_old_to_the_new),
		TEST(copy_of_a_fresh_hash_is_fresh),
		TEST(failed_copy_leaves_no_session_behind),
		TEST(session_of_a_cipher_gives_einval),
	};

	return cmocka_run_group_tests_name("lib_hash", tests, NULL, NULL);
}
