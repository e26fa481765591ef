// SPDX-License-Identifier: MIT
/* What the device answers to calls that are wrong, or odd but right. */
#include "t.h"

#include <fcntl.h>
#include <poll.h>

static const uint8_t key[64];

static int create(int fd, uint32_t cipher, uint32_t keylen, uint32_t mac,
		  uint32_t mackeylen)
{
	uint32_t ses;

	return t_session(fd, cipher, key, keylen, mac, key, mackeylen, &ses);
}

/* ------------------------------------------------------------ the device -- */

static void an_unknown_command_is_einval(void **state)
{
	uint8_t arg[512] = { 0 };
	int fd = t_fd(state);

	assert_errno(EINVAL, ioctl(fd, _IOWR('c', 108, uint32_t), arg));
	assert_errno(EINVAL, ioctl(fd, _IO('c', 0), arg));
	assert_errno(EINVAL, ioctl(fd, _IO('c', 255), arg));
	assert_errno(EINVAL, ioctl(fd, _IOWR('c', 104, uint32_t), arg));
}

static void a_command_of_another_letter_is_refused(void **state)
{
	assert_int_equal(-1, ioctl(t_fd(state), _IO('x', 104), NULL));
	assert_true(errno == ENOTTY || errno == EINVAL);
}

static void reading_and_writing_is_einval(void **state)
{
	char byte = 0;

	assert_errno(EINVAL, read(t_fd(state), &byte, 1));
	assert_errno(EINVAL, write(t_fd(state), &byte, 1));
}

static void seeking_is_espipe(void **state)
{
	assert_errno(ESPIPE, lseek(t_fd(state), 0, SEEK_SET));
}

static void poll_says_writable(void **state)
{
	struct pollfd p = { .fd = t_fd(state), .events = POLLIN | POLLOUT };

	assert_int_equal(1, poll(&p, 1, 0));
	assert_int_equal(POLLOUT, p.revents);
}

static void opened_for_reading_is_enough(void **state)
{
	int fd = open("/dev/crypto", O_RDONLY);

	(void)state;
	assert_ok(fd);
	assert_ok(create(fd, CRYPTO_AES_CBC, 16, 0, 0));
	close(fd);
}

static void a_null_argument_is_efault(void **state)
{
	static const unsigned long calls[] = {
		CRIOGET,      CIOCGSESSION,  CIOCFSESSION,  CIOCCRYPT,
		CIOCASYMFEAT, CIOCGSESSINFO, CIOCAUTHCRYPT, CIOCCPHASH,
	};
	size_t i;

	for (i = 0; i < T_ARRAY_SIZE(calls); i++)
		assert_errno(EFAULT, ioctl(t_fd(state), calls[i], NULL));
}

static void no_asymmetric_operation_exists(void **state)
{
	struct crypt_kop kop = { .crk_op = CRK_MOD_EXP };
	uint32_t features = 77;

	assert_ok(ioctl(t_fd(state), CIOCASYMFEAT, &features));
	assert_int_equal(0, features);
	assert_errno(EINVAL, ioctl(t_fd(state), CIOCKEY, &kop));
}

/* ---------------------------------------------------------- CIOCGSESSION -- */

static void a_session_of_nothing_is_einval(void **state)
{
	assert_errno(EINVAL, create(t_fd(state), 0, 0, 0, 0));
}

static void an_unknown_algorithm_is_einval(void **state)
{
	static const uint32_t ciphers[] = { 4,	5,   12,  15,  17,
					    26, 108, 109, 110, 0xffffffff };
	static const uint32_t macs[] = { 9, 10, 11, 50, 110, 0xffffffff };
	size_t i;

	for (i = 0; i < T_ARRAY_SIZE(ciphers); i++)
		assert_errno(EINVAL, create(t_fd(state), ciphers[i], 16, 0, 0));
	for (i = 0; i < T_ARRAY_SIZE(macs); i++)
		assert_errno(EINVAL, create(t_fd(state), 0, 0, macs[i], 16));
}

static void a_hash_id_is_no_cipher_and_the_other_way_round(void **state)
{
	assert_errno(EINVAL, create(t_fd(state), CRYPTO_SHA1, 0, 0, 0));
	assert_errno(EINVAL, create(t_fd(state), 0, 0, CRYPTO_AES_CBC, 16));
}

static void a_key_of_the_wrong_length_is_einval(void **state)
{
	int fd = t_fd(state);

	assert_errno(EINVAL, create(fd, CRYPTO_AES_CBC, 0, 0, 0));
	assert_errno(EINVAL, create(fd, CRYPTO_AES_CBC, 17, 0, 0));
	assert_errno(EINVAL, create(fd, CRYPTO_AES_CBC, 33, 0, 0));
	assert_errno(EINVAL, create(fd, CRYPTO_AES_XTS, 16, 0, 0));
	assert_errno(EINVAL, create(fd, CRYPTO_AES_GCM, 15, 0, 0));
	assert_errno(EINVAL, create(fd, CRYPTO_NULL, 16, 0, 0));
}

static void a_key_beyond_the_limit_is_einval(void **state)
{
	int fd = t_fd(state);

	assert_errno(EINVAL, create(fd, CRYPTO_AES_CBC, 65, 0, 0));
	assert_errno(EINVAL, create(fd, CRYPTO_AES_CBC, 0xffffffff, 0, 0));
	assert_errno(EINVAL, create(fd, 0, 0, CRYPTO_SHA1_HMAC, 513));
	assert_errno(EINVAL, create(fd, 0, 0, CRYPTO_SHA1_HMAC, 0xffffffff));
	assert_errno(EINVAL, create(fd, 0, 0, CRYPTO_SHA1, 600));
}

static void a_key_that_cannot_be_read_is_efault(void **state)
{
	int fd = t_fd(state);
	uint32_t ses;

	assert_errno(EFAULT,
		     t_session(fd, CRYPTO_AES_CBC, NULL, 16, 0, NULL, 0, &ses));
	assert_errno(EFAULT, t_session(fd, 0, NULL, 0, CRYPTO_SHA1_HMAC, NULL,
				       16, &ses));
	assert_errno(EFAULT, t_session(fd, 0, NULL, 0, CRYPTO_SHA1_HMAC,
				       (void *)0x1000, 16, &ses));
}

static void a_hash_accepts_and_ignores_a_key(void **state)
{
	uint8_t mackey[512] = { 1 }, with[20], without[20];
	uint32_t plain, keyed;
	int fd = t_fd(state);

	plain = t_mac_ok(fd, CRYPTO_SHA1, NULL, 0);
	keyed = t_mac_ok(fd, CRYPTO_SHA1, mackey, sizeof(mackey));
	assert_ok(t_hash(fd, plain, 0, "abc", 3, without));
	assert_ok(t_hash(fd, keyed, 0, "abc", 3, with));
	assert_bytes(with, without, 20);
}

static void an_hmac_without_key_is_had(void **state)
{
	assert_ok(create(t_fd(state), 0, 0, CRYPTO_SHA2_256_HMAC, 0));
}

static void equal_halves_of_an_xts_key_are_accepted(void **state)
{
	assert_ok(create(t_fd(state), CRYPTO_AES_XTS, 32, 0, 0));
}

static void an_aead_takes_no_mac_key(void **state)
{
	int fd = t_fd(state);

	assert_errno(EINVAL,
		     create(fd, CRYPTO_AES_GCM, 16, CRYPTO_SHA1_HMAC, 20));
	assert_ok(create(fd, CRYPTO_AES_GCM, 16, CRYPTO_SHA1_HMAC, 0));
}

static void only_the_id_is_written_back(void **state)
{
	struct session_op op, want;

	memset(&op, 0xa5, sizeof(op));
	op.cipher = CRYPTO_AES_CBC;
	op.mac = 0;
	op.keylen = 16;
	op.key = (void *)key;
	op.mackeylen = 0;
	want = op;
	assert_ok(ioctl(t_fd(state), CIOCGSESSION, &op));
	want.ses = op.ses;
	assert_int_not_equal(0, op.ses);
	assert_bytes(&op.cipher, &want.cipher, 12);
	assert_ptr_equal(op.key, want.key);
	assert_int_equal(op.mackeylen, 0);
	assert_ptr_equal(op.mackey, want.mackey);
}

static void weak_algorithms_are_einval_until_allowed(void **state)
{
	int fd = t_fd(state);

	t_weak_ok(false);
	assert_errno(EINVAL, create(fd, CRYPTO_DES_CBC, 8, 0, 0));
	assert_errno(EINVAL, create(fd, CRYPTO_3DES_CBC, 24, 0, 0));
	assert_errno(EINVAL, create(fd, CRYPTO_BLF_CBC, 16, 0, 0));
	assert_errno(EINVAL, create(fd, 0, 0, CRYPTO_MD5, 0));
	assert_errno(EINVAL, create(fd, 0, 0, CRYPTO_MD5_HMAC, 16));
	t_weak_ok(true);
	assert_ok(create(fd, 0, 0, CRYPTO_MD5, 0));
	assert_ok(create(fd, CRYPTO_3DES_CBC, 24, 0, 0));
	t_weak_ok(false);
}

static void old_but_not_weak_algorithms_are_had(void **state)
{
	int fd = t_fd(state);

	t_weak_ok(false);
	assert_ok(create(fd, 0, 0, CRYPTO_SHA1, 0));
	assert_ok(create(fd, 0, 0, CRYPTO_SHA1_HMAC, 20));
	assert_ok(create(fd, 0, 0, CRYPTO_RIPEMD160, 0));
	assert_ok(create(fd, CRYPTO_NULL, 0, 0, 0));
}

/* --------------------------------------------------------- CIOCGSESSINFO -- */

static void info_of_no_session_is_einval(void **state)
{
	struct session_info_op info = { .ses = 0 };

	assert_errno(EINVAL, ioctl(t_fd(state), CIOCGSESSINFO, &info));
	info.ses = 0xdeadbeef;
	assert_errno(EINVAL, ioctl(t_fd(state), CIOCGSESSINFO, &info));
}

static void info_names_both_parts(void **state)
{
	struct session_info_op info = { 0 };
	int fd = t_fd(state);

	info.ses = t_session_ok(fd, CRYPTO_AES_CBC, key, 16, CRYPTO_SHA1_HMAC,
				key, 20);
	assert_ok(ioctl(fd, CIOCGSESSINFO, &info));
	assert_string_equal("cbc(aes)", info.cipher_info.cra_name);
	assert_string_equal("hmac(sha1)", info.hash_info.cra_name);
	assert_true(info.cipher_info.cra_driver_name[0]);
	assert_true(info.hash_info.cra_driver_name[0]);
}

static void info_leaves_the_part_that_is_not_there(void **state)
{
	struct session_info_op info;
	int fd = t_fd(state);

	memset(&info, 0x5a, sizeof(info));
	info.ses = t_cipher_ok(fd, CRYPTO_AES_GCM, key, 16);
	assert_ok(ioctl(fd, CIOCGSESSINFO, &info));
	assert_string_equal("gcm(aes)", info.cipher_info.cra_name);
	assert_all(&info.hash_info, 0x5a, sizeof(info.hash_info));
	assert_int_equal(0, info.flags & ~SIOP_FLAG_KERNEL_DRIVER_ONLY);
}

static void info_to_memory_that_cannot_be_written_is_efault(void **state)
{
	struct session_info_op *info = t_guard_alloc(4, 0);
	int fd = t_fd(state);

	info->ses = t_cipher_ok(fd, CRYPTO_AES_CBC, key, 16);
	assert_errno(EFAULT, ioctl(fd, CIOCGSESSINFO, info));
	t_guard_free(info);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_unknown_command_is_einval),
		cmocka_unit_test(a_command_of_another_letter_is_refused),
		cmocka_unit_test(reading_and_writing_is_einval),
		cmocka_unit_test(seeking_is_espipe),
		cmocka_unit_test(poll_says_writable),
		cmocka_unit_test(opened_for_reading_is_enough),
		cmocka_unit_test(a_null_argument_is_efault),
		cmocka_unit_test(no_asymmetric_operation_exists),
		cmocka_unit_test(a_session_of_nothing_is_einval),
		cmocka_unit_test(an_unknown_algorithm_is_einval),
		cmocka_unit_test(
			a_hash_id_is_no_cipher_and_the_other_way_round),
		cmocka_unit_test(a_key_of_the_wrong_length_is_einval),
		cmocka_unit_test(a_key_beyond_the_limit_is_einval),
		cmocka_unit_test(a_key_that_cannot_be_read_is_efault),
		cmocka_unit_test(a_hash_accepts_and_ignores_a_key),
		cmocka_unit_test(an_hmac_without_key_is_had),
		cmocka_unit_test(equal_halves_of_an_xts_key_are_accepted),
		cmocka_unit_test(an_aead_takes_no_mac_key),
		cmocka_unit_test(only_the_id_is_written_back),
		cmocka_unit_test(weak_algorithms_are_einval_until_allowed),
		cmocka_unit_test(old_but_not_weak_algorithms_are_had),
		cmocka_unit_test(info_of_no_session_is_einval),
		cmocka_unit_test(info_names_both_parts),
		cmocka_unit_test(info_leaves_the_part_that_is_not_there),
		cmocka_unit_test(
			info_to_memory_that_cannot_be_written_is_efault),
	};

	return cmocka_run_group_tests(tests, t_setup, t_teardown);
}
