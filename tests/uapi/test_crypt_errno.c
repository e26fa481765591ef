// SPDX-License-Identifier: MIT
/* What CIOCCRYPT, CIOCAUTHCRYPT and CIOCCPHASH answer to wrong operations. */
/* suites: sweep */
#include "t.h"

static const uint8_t key[64];
static uint8_t data[256], out[256], iv[16];

#define NOT_MAPPED ((void *)0x1000)

/* ------------------------------------------------------------- CIOCCRYPT -- */

static void crypt_without_session_is_einval(void **state)
{
	int fd = t_fd(state);

	assert_errno(EINVAL, t_encrypt(fd, 0, data, 16, out, iv));
	assert_errno(EINVAL, t_encrypt(fd, 0xffffffff, data, 16, out, iv));
}

static void crypt_with_unknown_direction_is_einval(void **state)
{
	uint32_t ses = t_cipher_ok(t_fd(state), CRYPTO_AES_CBC, key, 16);

	assert_errno(EINVAL,
		     t_crypt(t_fd(state), ses, 2, 0, data, 16, out, NULL, iv));
	assert_errno(EINVAL, t_crypt(t_fd(state), ses, 0xffff, 0, data, 16, out,
				     NULL, iv));
}

static void crypt_of_a_broken_block_is_einval(void **state)
{
	static const uint32_t ciphers[] = { CRYPTO_AES_CBC, CRYPTO_AES_ECB,
					    CRYPTO_AES_XTS };
	size_t i;

	for (i = 0; i < T_ARRAY_SIZE(ciphers); i++) {
		uint32_t ses = t_cipher_ok(t_fd(state), ciphers[i], key, 32);

		assert_errno(EINVAL,
			     t_encrypt(t_fd(state), ses, data, 17, out, iv));
		assert_errno(EINVAL,
			     t_encrypt(t_fd(state), ses, data, 33, out, iv));
		assert_errno(EINVAL,
			     t_encrypt(t_fd(state), ses, data, 15, out, iv));
	}
}

static void crypt_of_nothing_writes_nothing(void **state)
{
	uint32_t ses = t_cipher_ok(t_fd(state), CRYPTO_AES_CBC, key, 16);
	uint8_t before[16];

	memset(iv, 0x77, sizeof(iv));
	memset(out, 0x55, sizeof(out));
	memcpy(before, iv, sizeof(iv));
	assert_ok(t_crypt(t_fd(state), ses, COP_ENCRYPT, COP_FLAG_WRITE_IV,
			  NULL, 0, out, NULL, iv));
	assert_all(out, 0x55, sizeof(out));
	assert_bytes(iv, before, sizeof(iv));
}

static void crypt_with_bad_pointers_is_efault(void **state)
{
	uint32_t ses = t_cipher_ok(t_fd(state), CRYPTO_AES_CBC, key, 16);
	int fd = t_fd(state);

	assert_errno(EFAULT, t_encrypt(fd, ses, NULL, 16, out, iv));
	assert_errno(EFAULT, t_encrypt(fd, ses, data, 16, NULL, iv));
	assert_errno(EFAULT, t_encrypt(fd, ses, NOT_MAPPED, 16, out, iv));
	assert_errno(EFAULT, t_encrypt(fd, ses, data, 16, NOT_MAPPED, iv));
	assert_errno(EFAULT, t_encrypt(fd, ses, data, 16, out, NOT_MAPPED));
	assert_errno(EFAULT, t_encrypt(fd, ses, (void *)~0xfffUL, 16, out, iv));
}

static void crypt_without_room_for_the_digest_is_efault(void **state)
{
	uint32_t hash = t_mac_ok(t_fd(state), CRYPTO_SHA1, NULL, 0);
	int fd = t_fd(state);

	assert_errno(EFAULT, t_hash(fd, hash, 0, data, 16, NULL));
	assert_errno(EFAULT, t_hash(fd, hash, 0, data, 16, NOT_MAPPED));
	assert_errno(EFAULT, t_hash(fd, hash, COP_FLAG_FINAL, NULL, 0, NULL));
	assert_errno(EFAULT, t_hash(fd, hash, COP_FLAG_UPDATE, NULL, 0, NULL));
}

static void crypt_with_an_aead_session_is_einval(void **state)
{
	uint32_t gcm = t_cipher_ok(t_fd(state), CRYPTO_AES_GCM, key, 16);

	assert_errno(EINVAL, t_encrypt(t_fd(state), gcm, data, 16, out, iv));
}

static void crypt_ignores_unknown_flags(void **state)
{
	uint32_t ses = t_cipher_ok(t_fd(state), CRYPTO_AES_CBC, key, 16);
	struct crypt_op op = {
		.ses = ses,
		.flags = 0xff80,
		.len = 16,
		.src = data,
		.dst = out,
		.iv = iv,
	};

	assert_ok(ioctl(t_fd(state), CIOCCRYPT, &op));
	assert_int_equal(0xff80, op.flags);
	assert_int_equal(16, op.len);
}

/* --------------------------------------------------------- CIOCAUTHCRYPT -- */

static struct crypt_auth_op gcm_op(void **state, uint16_t direction,
				   uint32_t len)
{
	return (struct crypt_auth_op){
		.ses = t_cipher_ok(t_fd(state), CRYPTO_AES_GCM, key, 16),
		.op = direction,
		.len = len,
		.auth_len = 20,
		.auth_src = (void *)key,
		.src = data,
		.dst = out,
		.iv = iv,
		.iv_len = 12,
	};
}

static struct crypt_auth_op chain_op(void **state, uint32_t cipher,
				     uint16_t flags)
{
	return (struct crypt_auth_op){
		.ses = t_session_ok(t_fd(state), cipher, key, 16,
				    CRYPTO_SHA1_HMAC, key, 20),
		.flags = flags,
		.len = 64,
		.auth_len = 64,
		.auth_src = data,
		.src = data,
		.dst = data,
		.tag = out,
		.iv = iv,
	};
}

static void auth_without_session_is_einval(void **state)
{
	struct crypt_auth_op op = gcm_op(state, COP_ENCRYPT, 16);

	op.ses = 0;
	assert_errno(EINVAL, t_auth(t_fd(state), &op));
	op.ses = 0xffffffff;
	assert_errno(EINVAL, t_auth(t_fd(state), &op));
}

static void auth_with_unknown_direction_is_einval(void **state)
{
	struct crypt_auth_op op = gcm_op(state, 2, 16);

	assert_errno(EINVAL, t_auth(t_fd(state), &op));
}

static void auth_with_a_hash_session_is_einval_in_every_mode(void **state)
{
	static const uint16_t modes[] = { 0, COP_FLAG_AEAD_TLS_TYPE,
					  COP_FLAG_AEAD_SRTP_TYPE };
	struct crypt_auth_op op = gcm_op(state, COP_ENCRYPT, 16);
	size_t i;

	op.ses = t_mac_ok(t_fd(state), CRYPTO_SHA1_HMAC, key, 20);
	op.dst = op.src;
	for (i = 0; i < T_ARRAY_SIZE(modes); i++) {
		op.flags = modes[i];
		assert_errno(EINVAL, t_auth(t_fd(state), &op));
	}
}

static void auth_with_a_cipher_session_is_einval_in_every_mode(void **state)
{
	static const uint16_t modes[] = { 0, COP_FLAG_AEAD_TLS_TYPE,
					  COP_FLAG_AEAD_SRTP_TYPE };
	struct crypt_auth_op op = gcm_op(state, COP_ENCRYPT, 16);
	size_t i;

	op.ses = t_cipher_ok(t_fd(state), CRYPTO_AES_CTR, key, 16);
	op.dst = op.src;
	for (i = 0; i < T_ARRAY_SIZE(modes); i++) {
		op.flags = modes[i];
		assert_errno(EINVAL, t_auth(t_fd(state), &op));
	}
}

static void plain_mode_wants_an_aead(void **state)
{
	struct crypt_auth_op op = chain_op(state, CRYPTO_AES_CBC, 0);

	assert_errno(EINVAL, t_auth(t_fd(state), &op));
}

static void srtp_mode_refuses_an_aead_and_tls_mode_does_not(void **state)
{
	struct crypt_auth_op op = gcm_op(state, COP_ENCRYPT, 16);

	op.flags = COP_FLAG_AEAD_SRTP_TYPE;
	assert_errno(EINVAL, t_auth(t_fd(state), &op));
	op.flags = COP_FLAG_AEAD_TLS_TYPE;
	assert_ok(t_auth(t_fd(state), &op));
	assert_int_equal(32, op.len);
}

static void srtp_mode_wants_a_stream_cipher(void **state)
{
	struct crypt_auth_op op =
		chain_op(state, CRYPTO_AES_CBC, COP_FLAG_AEAD_SRTP_TYPE);

	assert_errno(EINVAL, t_auth(t_fd(state), &op));
	op = chain_op(state, CRYPTO_AES_CTR, COP_FLAG_AEAD_SRTP_TYPE);
	assert_ok(t_auth(t_fd(state), &op));
}

static void tls_and_srtp_work_in_place_alone(void **state)
{
	struct crypt_auth_op op =
		chain_op(state, CRYPTO_AES_CBC, COP_FLAG_AEAD_TLS_TYPE);

	op.dst = out;
	assert_errno(EINVAL, t_auth(t_fd(state), &op));
	op = chain_op(state, CRYPTO_AES_CTR, COP_FLAG_AEAD_SRTP_TYPE);
	op.dst = out;
	assert_errno(EINVAL, t_auth(t_fd(state), &op));
}

static void a_tag_longer_than_full_is_einval(void **state)
{
	struct crypt_auth_op op = gcm_op(state, COP_ENCRYPT, 16);

	op.tag_len = 17;
	assert_errno(EINVAL, t_auth(t_fd(state), &op));
	op = chain_op(state, CRYPTO_AES_CBC, COP_FLAG_AEAD_TLS_TYPE);
	op.tag_len = 21;
	assert_errno(EINVAL, t_auth(t_fd(state), &op));
	op = chain_op(state, CRYPTO_AES_CTR, COP_FLAG_AEAD_SRTP_TYPE);
	op.tag_len = 21;
	assert_errno(EINVAL, t_auth(t_fd(state), &op));
}

static void a_message_shorter_than_its_tag_is_einval(void **state)
{
	struct crypt_auth_op op = gcm_op(state, COP_DECRYPT, 15);

	assert_errno(EINVAL, t_auth(t_fd(state), &op));
	op.len = 0;
	assert_errno(EINVAL, t_auth(t_fd(state), &op));
}

static void gcm_takes_an_iv_of_12_bytes_or_no_length(void **state)
{
	static const uint32_t wrong[] = { 1, 7, 11, 13, 16, 0xffffffff };
	struct crypt_auth_op op;
	size_t i;

	for (i = 0; i < T_ARRAY_SIZE(wrong); i++) {
		op = gcm_op(state, COP_ENCRYPT, 16);
		op.iv_len = wrong[i];
		assert_errno(EINVAL, t_auth(t_fd(state), &op));
	}
	op = gcm_op(state, COP_ENCRYPT, 16);
	op.iv_len = 0;
	assert_ok(t_auth(t_fd(state), &op));
}

static void ccm_takes_nonces_of_7_to_13_bytes_and_blocks(void **state)
{
	struct crypt_auth_op op, model = gcm_op(state, COP_ENCRYPT, 16);
	uint32_t len;

	model.ses = t_cipher_ok(t_fd(state), CRYPTO_AES_CCM, key, 16);
	memset(iv, 3, sizeof(iv));
	for (len = 0; len <= 17; len++) {
		bool good = !len || (len >= 7 && len <= 13) || len == 16;

		op = model;
		op.iv_len = len;
		if (good)
			assert_ok(t_auth(t_fd(state), &op));
		else
			assert_errno(EINVAL, t_auth(t_fd(state), &op));
	}
}

static void ccm_with_a_bad_counter_block_is_einval(void **state)
{
	struct crypt_auth_op op = gcm_op(state, COP_ENCRYPT, 16);

	op.ses = t_cipher_ok(t_fd(state), CRYPTO_AES_CCM, key, 16);
	op.iv_len = 16;
	memset(iv, 0xff, sizeof(iv));
	assert_errno(EINVAL, t_auth(t_fd(state), &op));
}

static void auth_with_bad_pointers_is_efault(void **state)
{
	struct crypt_auth_op good = gcm_op(state, COP_ENCRYPT, 16), op;

	op = good, op.src = NULL;
	assert_errno(EFAULT, t_auth(t_fd(state), &op));
	op = good, op.dst = NULL;
	assert_errno(EFAULT, t_auth(t_fd(state), &op));
	op = good, op.auth_src = NULL;
	assert_errno(EFAULT, t_auth(t_fd(state), &op));
	op = good, op.iv = NOT_MAPPED;
	assert_errno(EFAULT, t_auth(t_fd(state), &op));
	op = chain_op(state, CRYPTO_AES_CTR, COP_FLAG_AEAD_SRTP_TYPE);
	op.tag = NULL;
	assert_errno(EFAULT, t_auth(t_fd(state), &op));
}

static void an_error_writes_nothing_back(void **state)
{
	struct crypt_auth_op op = gcm_op(state, COP_DECRYPT, 64);
	struct crypt_auth_op before = op;

	memset(data, 1, sizeof(data));
	assert_errno(EBADMSG, t_auth(t_fd(state), &op));
	assert_bytes(&op, &before, sizeof(op));
}

/* ------------------------------------------------------------ CIOCCPHASH -- */

static void copying_an_unknown_hash_is_enoent(void **state)
{
	uint32_t hash = t_mac_ok(t_fd(state), CRYPTO_SHA1, NULL, 0);

	assert_errno(ENOENT, t_copy_hash(t_fd(state), hash, 0xffffffff));
	assert_errno(ENOENT, t_copy_hash(t_fd(state), 0xffffffff, hash));
}

static void copying_a_hash_onto_itself_is_edeadlk(void **state)
{
	uint32_t hash = t_mac_ok(t_fd(state), CRYPTO_SHA1, NULL, 0);

	assert_errno(EDEADLK, t_copy_hash(t_fd(state), hash, hash));
}

static void copying_between_unlike_sessions_is_einval(void **state)
{
	uint32_t sha1 = t_mac_ok(t_fd(state), CRYPTO_SHA1, NULL, 0);
	uint32_t sha256 = t_mac_ok(t_fd(state), CRYPTO_SHA2_256, NULL, 0);
	uint32_t cipher = t_cipher_ok(t_fd(state), CRYPTO_AES_CBC, key, 16);

	assert_errno(EINVAL, t_copy_hash(t_fd(state), sha1, sha256));
	assert_errno(EINVAL, t_copy_hash(t_fd(state), sha1, cipher));
	assert_errno(EINVAL, t_copy_hash(t_fd(state), cipher, sha1));
}

static void a_fresh_hash_can_be_copied(void **state)
{
	uint32_t a = t_mac_ok(t_fd(state), CRYPTO_SHA1, NULL, 0);
	uint32_t b = t_mac_ok(t_fd(state), CRYPTO_SHA1, NULL, 0);

	assert_ok(t_copy_hash(t_fd(state), a, b));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(crypt_without_session_is_einval),
		cmocka_unit_test(crypt_with_unknown_direction_is_einval),
		cmocka_unit_test(crypt_of_a_broken_block_is_einval),
		cmocka_unit_test(crypt_of_nothing_writes_nothing),
		cmocka_unit_test(crypt_with_bad_pointers_is_efault),
		cmocka_unit_test(crypt_without_room_for_the_digest_is_efault),
		cmocka_unit_test(crypt_with_an_aead_session_is_einval),
		cmocka_unit_test(crypt_ignores_unknown_flags),
		cmocka_unit_test(auth_without_session_is_einval),
		cmocka_unit_test(auth_with_unknown_direction_is_einval),
		cmocka_unit_test(
			auth_with_a_hash_session_is_einval_in_every_mode),
		cmocka_unit_test(
			auth_with_a_cipher_session_is_einval_in_every_mode),
		cmocka_unit_test(plain_mode_wants_an_aead),
		cmocka_unit_test(
			srtp_mode_refuses_an_aead_and_tls_mode_does_not),
		cmocka_unit_test(srtp_mode_wants_a_stream_cipher),
		cmocka_unit_test(tls_and_srtp_work_in_place_alone),
		cmocka_unit_test(a_tag_longer_than_full_is_einval),
		cmocka_unit_test(a_message_shorter_than_its_tag_is_einval),
		cmocka_unit_test(gcm_takes_an_iv_of_12_bytes_or_no_length),
		cmocka_unit_test(ccm_takes_nonces_of_7_to_13_bytes_and_blocks),
		cmocka_unit_test(ccm_with_a_bad_counter_block_is_einval),
		cmocka_unit_test(auth_with_bad_pointers_is_efault),
		cmocka_unit_test(an_error_writes_nothing_back),
		cmocka_unit_test(copying_an_unknown_hash_is_enoent),
		cmocka_unit_test(copying_a_hash_onto_itself_is_edeadlk),
		cmocka_unit_test(copying_between_unlike_sessions_is_einval),
		cmocka_unit_test(a_fresh_hash_can_be_copied),
	};

	return cmocka_run_group_tests(tests, t_setup, t_teardown);
}
