// SPDX-License-Identifier: MIT
/* Requests of any size, repeats, copies and failed authentication. */
/* suites: sweep */
#include "t.h"

static const uint8_t key[64] = { 1, 2, 3, 4, 5 };
static uint8_t iv[16], mac[64];
static uint8_t text[300000], out[300000 + 16], want[300000 + 16];

static struct crypt_auth_op auth_op(uint32_t ses, uint16_t op, void *src,
				    uint32_t len, void *dst)
{
	return (struct crypt_auth_op){
		.ses = ses,
		.op = op,
		.len = len,
		.src = src,
		.dst = dst,
		.iv = iv,
	};
}

static uint32_t gcm_session(int fd)
{
	return t_cipher_ok(fd, CRYPTO_AES_GCM, key, 16);
}

static uint32_t chain_session(int fd, uint32_t cipher)
{
	return t_session_ok(fd, cipher, key, 16, CRYPTO_SHA1_HMAC, key, 20);
}

/* ------------------------------------------------------- 12: one request -- */

static void is_one_request(int fd, const char *name, size_t len, size_t skew)
{
	const struct t_alg *alg = t_alg(name);
	uint32_t ses = t_cipher_ok(fd, alg->id, key, 32);
	uint16_t flags;

	t_fill(text, sizeof(text), len);
	assert_ok(t_ref_cipher(alg, true, key, 32, iv, text + skew, len, want));
	for (flags = 0; flags <= COP_FLAG_NO_ZC; flags += COP_FLAG_NO_ZC) {
		assert_ok(t_crypt(fd, ses, COP_ENCRYPT, flags, text + skew, len,
				  out + skew, NULL, iv));
		assert_bytes(out + skew, want, len);
		assert_ok(t_crypt(fd, ses, COP_DECRYPT, flags, out + skew, len,
				  out + skew, NULL, iv));
		assert_bytes(out + skew, text + skew, len);
	}
	assert_ok(t_session_free(fd, ses));
}

static void fault_12_xts_is_one_request_at_any_size(void **state)
{
	is_one_request(t_fd(state), "xts(aes)", 8192, 0);
	is_one_request(t_fd(state), "xts(aes)", 8192, 1);
	is_one_request(t_fd(state), "xts(aes)", 65536 + 48, 3);
	is_one_request(t_fd(state), "xts(aes)", 262144, 16);
}

static void fault_12_an_aead_is_one_request_at_any_size(void **state)
{
	struct t_aead ref = { key, 16, iv, 12, key, 13, 16 };
	uint32_t ses = gcm_session(t_fd(state));
	struct crypt_auth_op op;
	uint16_t flags;

	t_fill(text, sizeof(text), 12);
	assert_ok(t_ref_seal(t_alg("gcm(aes)"), &ref, text, 200001, want));
	for (flags = 0; flags <= COP_FLAG_NO_ZC; flags += COP_FLAG_NO_ZC) {
		op = auth_op(ses, COP_ENCRYPT, text, 200001, out);
		op.flags = flags;
		op.auth_src = (void *)key;
		op.auth_len = 13;
		assert_ok(t_auth(t_fd(state), &op));
		assert_bytes(out, want, 200017);
	}
}

static void fault_12_a_hash_is_one_message_at_any_size(void **state)
{
	uint32_t ses = t_mac_ok(t_fd(state), CRYPTO_SHA2_256, NULL, 0);

	t_fill(text, sizeof(text), 12);
	assert_ok(t_ref_hash(t_alg("sha256"), NULL, 0, text + 1, 299999, want));
	assert_ok(t_hash(t_fd(state), ses, 0, text + 1, 299999, mac));
	assert_bytes(mac, want, 32);
	assert_ok(t_hash(t_fd(state), ses, COP_FLAG_NO_ZC, text + 1, 299999,
			 mac));
	assert_bytes(mac, want, 32);
}

/* ------------------------------------------------------------ 13: repeats -- */

static void repeats_are_right(int fd, const char *name, size_t keylen)
{
	static const uint16_t flags[] = { 0,
					  COP_FLAG_NO_ZC,
					  COP_FLAG_WRITE_IV,
					  COP_FLAG_NO_ZC | COP_FLAG_WRITE_IV,
					  COP_FLAG_RESET,
					  0xff80 };
	static const size_t sizes[] = { 1, 64, 4096, 9000 };
	const struct t_alg *alg = t_alg(name);
	uint32_t ses = t_mac_ok(fd, alg->id, key, keylen);
	size_t i;

	for (i = 0; i < 96; i++) {
		const uint8_t *p = text + i % 5;
		size_t n = sizes[i % 4];

		assert_ok(t_ref_hash(alg, keylen ? key : NULL, keylen, p, n,
				     want));
		assert_ok(t_hash(fd, ses, flags[i / 4 % 6], p, n, mac));
		assert_bytes(mac, want, alg->size);
	}
}

static void fault_13_a_hash_is_right_on_every_repeat(void **state)
{
	repeats_are_right(t_fd(state), "sha1", 0);
	repeats_are_right(t_fd(state), "sha512", 0);
}

static void fault_13_a_mac_is_right_on_every_repeat(void **state)
{
	repeats_are_right(t_fd(state), "hmac(sha256)", 32);
}

/* ----------------------------------------------------------- 14: CPHASH -- */

static void fault_14_copies_between_algorithms_are_einval(void **state)
{
	uint32_t sha1 = t_mac_ok(t_fd(state), CRYPTO_SHA1, NULL, 0);
	uint32_t sha512 = t_mac_ok(t_fd(state), CRYPTO_SHA2_512, NULL, 0);
	uint32_t hmac = t_mac_ok(t_fd(state), CRYPTO_SHA1_HMAC, key, 20);

	assert_errno(EINVAL, t_copy_hash(t_fd(state), sha1, sha512));
	assert_errno(EINVAL, t_copy_hash(t_fd(state), sha512, sha1));
	assert_errno(EINVAL, t_copy_hash(t_fd(state), sha1, hmac));
	assert_errno(EDEADLK, t_copy_hash(t_fd(state), sha1, sha1));
}

/* ------------------------------------------------- 15: failed authentication */

static void fault_15_a_wrong_tag_leaves_zeros(void **state)
{
	static const uint32_t sizes[] = { 16, 100, 4096, 8192, 65536, 250000 };
	uint32_t ses = gcm_session(t_fd(state));
	struct crypt_auth_op op;
	size_t i;

	for (i = 0; i < T_ARRAY_SIZE(sizes) * 2; i++) {
		uint32_t n = sizes[i / 2];

		t_fill(text, n + 16, n);
		memset(out, 0x5c, sizeof(out));
		op = auth_op(ses, COP_DECRYPT, text, n + 16, out);
		op.flags = i & 1 ? COP_FLAG_NO_ZC : 0;
		assert_errno(EBADMSG, t_auth(t_fd(state), &op));
		assert_all(out, 0, n);
		assert_all(out + n, 0x5c, 16);
		op.dst = text;
		assert_errno(EBADMSG, t_auth(t_fd(state), &op));
		assert_all(text, 0, n);
	}
}

static void fault_15_a_wrong_srtp_tag_leaves_the_packet(void **state)
{
	uint32_t ses = chain_session(t_fd(state), CRYPTO_AES_CTR);
	static const uint32_t sizes[] = { 100, 1500, 8192, 100000 };
	struct crypt_auth_op op;
	size_t i;

	for (i = 0; i < T_ARRAY_SIZE(sizes); i++) {
		t_fill(text, sizes[i], i);
		memcpy(out, text, sizes[i]);
		op = auth_op(ses, COP_DECRYPT, out + 12, sizes[i] - 12,
			     out + 12);
		op.flags = COP_FLAG_AEAD_SRTP_TYPE;
		op.auth_src = out;
		op.auth_len = sizes[i];
		op.tag = mac;
		assert_errno(EBADMSG, t_auth(t_fd(state), &op));
		assert_bytes(out, text, sizes[i]);
	}
}

/* A TLS record of 128 bytes, changed at one place under the encryption. */
static void open_changed_record(void **state, size_t at, uint8_t change)
{
	uint32_t tls = chain_session(t_fd(state), CRYPTO_AES_CBC);
	uint32_t cbc = t_cipher_ok(t_fd(state), CRYPTO_AES_CBC, key, 16);
	uint8_t record[128] = { 1, 2, 3 };
	struct crypt_auth_op op =
		auth_op(tls, COP_ENCRYPT, record, 100, record);

	op.flags = COP_FLAG_AEAD_TLS_TYPE;
	assert_ok(t_auth(t_fd(state), &op));
	assert_int_equal(128, op.len);
	assert_ok(t_decrypt(t_fd(state), cbc, record, 128, record, iv));
	assert_int_equal(7, record[127]);
	record[at] ^= change;
	assert_ok(t_encrypt(t_fd(state), cbc, record, 128, record, iv));
	op.op = COP_DECRYPT;
	if (change) {
		assert_errno(EBADMSG, t_auth(t_fd(state), &op));
		assert_all(record, 0, 128);
	} else {
		assert_ok(t_auth(t_fd(state), &op));
		assert_int_equal(100, op.len);
	}
}

static void fault_15_bad_padding_and_bad_mac_are_one_errno(void **state)
{
	size_t at;

	open_changed_record(state, 0, 0);
	for (at = 0; at < 128; at += 3)
		open_changed_record(state, at, 0x10);
	open_changed_record(state, 127, 1); /* a byte less, of another value */
	open_changed_record(state, 127, 7 ^ 0xff); /* longer than the record */
	open_changed_record(state, 127, 7); /* no padding but its length */
	open_changed_record(state, 120, 7);
}

/* --------------------------------------------------------------- 17: SRTP -- */

static void fault_17_srtp_data_lies_inside_the_packet(void **state)
{
	static const struct {
		long from;
		uint32_t len, auth_len;
		int err;
	} cases[] = {
		{ 0, 100, 100, 0 },	   { 12, 88, 100, 0 },
		{ 256, 44, 300, 0 },	   { 12, 89, 100, EINVAL },
		{ 257, 43, 300, EINVAL },  { -1, 50, 100, EINVAL },
		{ 0, 101, 100, EINVAL },   { 100, 1, 100, EINVAL },
		{ 12, 50, 0, EINVAL },	   { -200, 300, 300, EINVAL },
		{ 100000, 16, 0, EINVAL },
	};
	struct crypt_auth_op op;
	size_t i;

	for (i = 0; i < T_ARRAY_SIZE(cases); i++) {
		uint8_t *packet = out + 1000;

		op = auth_op(chain_session(t_fd(state), CRYPTO_AES_CTR),
			     COP_ENCRYPT, packet + cases[i].from, cases[i].len,
			     packet + cases[i].from);
		op.flags = COP_FLAG_AEAD_SRTP_TYPE;
		op.auth_src = packet;
		op.auth_len = cases[i].auth_len;
		op.tag = mac;
		if (cases[i].err)
			assert_errno(cases[i].err, t_auth(t_fd(state), &op));
		else
			assert_ok(t_auth(t_fd(state), &op));
	}
}

/* ------------------------------------------------------------ 18: nothing -- */

static void fault_18_gcm_of_associated_data_alone(void **state)
{
	struct t_aead ref = { key, 16, iv, 12, key, 33, 16 };
	uint32_t ses = gcm_session(t_fd(state));
	struct crypt_auth_op op = auth_op(ses, COP_ENCRYPT, NULL, 0, out);

	op.auth_src = (void *)key;
	op.auth_len = 33;
	assert_ok(t_ref_seal(t_alg("gcm(aes)"), &ref, "", 0, want));
	assert_ok(t_auth(t_fd(state), &op));
	assert_int_equal(16, op.len);
	assert_bytes(out, want, 16);
	op = auth_op(ses, COP_DECRYPT, out, 16, NULL);
	op.auth_src = (void *)key;
	op.auth_len = 33;
	assert_ok(t_auth(t_fd(state), &op));
	assert_int_equal(0, op.len);
}

static void fault_18_gcm_of_nothing_at_all(void **state)
{
	struct t_aead ref = { key, 16, iv, 12, NULL, 0, 16 };
	struct crypt_auth_op op =
		auth_op(gcm_session(t_fd(state)), COP_ENCRYPT, NULL, 0, out);

	assert_ok(t_ref_seal(t_alg("gcm(aes)"), &ref, "", 0, want));
	assert_ok(t_auth(t_fd(state), &op));
	assert_bytes(out, want, 16);
}

static void fault_18_digests_of_the_empty_message(void **state)
{
	const struct t_alg *alg;
	uint32_t ses;

	for (alg = t_algs; alg->name; alg++) {
		bool keyed = alg->type == T_MAC;

		if ((!keyed && alg->type != T_HASH) ||
		    !t_have(t_fd(state), alg))
			continue;
		ses = t_mac_ok(t_fd(state), alg->id, key, keyed ? 20 : 0);
		assert_ok(t_ref_hash(alg, keyed ? key : NULL, 20, "", 0, want));
		assert_ok(t_hash(t_fd(state), ses, 0, NULL, 0, mac));
		assert_bytes(mac, want, alg->size);
		assert_ok(
			t_hash(t_fd(state), ses, COP_FLAG_FINAL, NULL, 0, mac));
		assert_bytes(mac, want, alg->size);
	}
}

static void fault_18_a_cipher_of_nothing_changes_nothing(void **state)
{
	uint32_t ses = t_cipher_ok(t_fd(state), CRYPTO_AES_CBC, key, 16);
	uint8_t iv_out[16] = { 8 }, before[16] = { 8 };

	assert_ok(t_crypt(t_fd(state), ses, COP_ENCRYPT, COP_FLAG_WRITE_IV,
			  NULL, 0, NULL, NULL, iv_out));
	assert_bytes(iv_out, before, 16);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fault_12_xts_is_one_request_at_any_size),
		cmocka_unit_test(fault_12_an_aead_is_one_request_at_any_size),
		cmocka_unit_test(fault_12_a_hash_is_one_message_at_any_size),
		cmocka_unit_test(fault_13_a_hash_is_right_on_every_repeat),
		cmocka_unit_test(fault_13_a_mac_is_right_on_every_repeat),
		cmocka_unit_test(fault_14_copies_between_algorithms_are_einval),
		cmocka_unit_test(fault_15_a_wrong_tag_leaves_zeros),
		cmocka_unit_test(fault_15_a_wrong_srtp_tag_leaves_the_packet),
		cmocka_unit_test(
			fault_15_bad_padding_and_bad_mac_are_one_errno),
		cmocka_unit_test(fault_17_srtp_data_lies_inside_the_packet),
		cmocka_unit_test(fault_18_gcm_of_associated_data_alone),
		cmocka_unit_test(fault_18_gcm_of_nothing_at_all),
		cmocka_unit_test(fault_18_digests_of_the_empty_message),
		cmocka_unit_test(fault_18_a_cipher_of_nothing_changes_nothing),
	};

	return cmocka_run_group_tests(tests, t_setup, t_teardown);
}
