// SPDX-License-Identifier: MIT
/* Tag lengths, and which call and mode goes with which kind of session. */
/* suites: sweep */
#include "t.h"

#include <pthread.h>

static const uint8_t key[64] = { 1, 2, 3, 4, 5 };
static uint8_t iv[16], mac[64];
static uint8_t text[4096], out[4096];

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

/* --------------------------------------------------------------- 10: tags -- */

/* 0 if a tag of this length is right in both directions. */
static int tag_is_right(int fd, uint32_t ses, uint32_t tag_len)
{
	struct t_aead ref = { key, 16, iv, 12, NULL, 0, tag_len ?: 16 };
	uint8_t in[100] = { 9 }, sealed[116], model[116];
	struct crypt_auth_op op = auth_op(ses, COP_ENCRYPT, in, 100, sealed);

	op.tag_len = tag_len;
	if (t_ref_seal(t_alg("gcm(aes)"), &ref, in, 100, model) ||
	    t_auth(fd, &op) || op.len != 100 + ref.taglen ||
	    op.tag_len != ref.taglen || memcmp(sealed, model, op.len))
		return -1;
	op = auth_op(ses, COP_DECRYPT, sealed, 100 + ref.taglen, sealed);
	op.tag_len = tag_len;
	return t_auth(fd, &op) || op.len != 100 || memcmp(sealed, in, 100);
}

static void fault_10_tag_lengths_do_not_stick(void **state)
{
	static const uint32_t lens[] = { 12, 16, 4, 0, 8, 13, 16, 4 };
	uint32_t ses = gcm_session(t_fd(state));
	size_t i;

	for (i = 0; i < T_ARRAY_SIZE(lens); i++)
		assert_int_equal(0, tag_is_right(t_fd(state), ses, lens[i]));
}

static void fault_10_tag_lengths_that_gcm_lacks_are_einval(void **state)
{
	static const uint32_t lens[] = { 1, 2, 3, 5, 7, 17, 255, 0xffffffff };
	uint32_t ses = gcm_session(t_fd(state));
	struct crypt_auth_op op;
	size_t i;

	for (i = 0; i < T_ARRAY_SIZE(lens); i++) {
		op = auth_op(ses, COP_ENCRYPT, text, 64, out);
		op.tag_len = lens[i];
		assert_errno(EINVAL, t_auth(t_fd(state), &op));
		op.op = COP_DECRYPT;
		op.len = 1000;
		assert_errno(EINVAL, t_auth(t_fd(state), &op));
	}
}

struct tag_thread {
	pthread_t thread;
	int fd;
	uint32_t ses, tag_len;
	int wrong;
};

static void *use_one_tag_length(void *arg)
{
	struct tag_thread *t = arg;
	int i;

	for (i = 0; i < 300; i++)
		t->wrong += tag_is_right(t->fd, t->ses, t->tag_len) != 0;
	return NULL;
}

static void fault_10_threads_use_different_tags_on_one_session(void **state)
{
	static const uint32_t lens[] = { 12, 16, 4, 14 };
	struct tag_thread t[T_ARRAY_SIZE(lens)];
	uint32_t ses = gcm_session(t_fd(state));
	size_t i;

	for (i = 0; i < T_ARRAY_SIZE(lens); i++) {
		t[i] = (struct tag_thread){ .fd = t_fd(state),
					    .ses = ses,
					    .tag_len = lens[i] };
		pthread_create(&t[i].thread, NULL, use_one_tag_length, &t[i]);
	}
	for (i = 0; i < T_ARRAY_SIZE(lens); i++) {
		pthread_join(t[i].thread, NULL);
		assert_int_equal(0, t[i].wrong);
	}
}

static void fault_10_record_tags_have_any_length_up_to_the_digest(void **state)
{
	uint32_t ctr = chain_session(t_fd(state), CRYPTO_AES_CTR);
	uint32_t cbc = chain_session(t_fd(state), CRYPTO_AES_CBC);
	struct crypt_auth_op op;
	uint32_t len;

	for (len = 0; len <= 21; len++) {
		int bad = len > 20 ? -1 : 0;

		op = auth_op(cbc, COP_ENCRYPT, out, 64, out);
		op.flags = COP_FLAG_AEAD_TLS_TYPE;
		op.tag_len = len;
		assert_int_equal(bad, t_auth(t_fd(state), &op));
		assert_int_equal(bad ? len : len ?: 20, op.tag_len);
		op = auth_op(ctr, COP_ENCRYPT, out, 64, out);
		op.flags = COP_FLAG_AEAD_SRTP_TYPE;
		op.auth_src = out;
		op.auth_len = 64;
		op.tag = mac;
		op.tag_len = len;
		assert_int_equal(bad, t_auth(t_fd(state), &op));
	}
}

/* -------------------------------------------------------- 11: kind x call -- */

/* 1 if it came to a transform, 0 if it was EINVAL, -1 for anything else. */
static int outcome(long rc)
{
	if (!rc || errno == EBADMSG)
		return 1;
	return errno == EINVAL ? 0 : -1;
}

static void fault_11_each_kind_of_session_has_its_calls(void **state)
{
	static const uint16_t modes[] = { 0, COP_FLAG_AEAD_TLS_TYPE,
					  COP_FLAG_AEAD_SRTP_TYPE };
	static const struct {
		uint32_t cipher, mac;
		int crypt, auth[3]; /* CIOCCRYPT; plain, TLS, SRTP */
	} kinds[] = {
		{ CRYPTO_AES_CBC, 0, 1, { 0, 0, 0 } },
		{ CRYPTO_AES_CTR, 0, 1, { 0, 0, 0 } },
		{ CRYPTO_AES_GCM, 0, 0, { 1, 1, 0 } },
		{ 0, CRYPTO_SHA1, 1, { 0, 0, 0 } },
		{ 0, CRYPTO_SHA1_HMAC, 1, { 0, 0, 0 } },
		{ CRYPTO_AES_CBC, CRYPTO_SHA1_HMAC, 1, { 0, 1, 0 } },
		{ CRYPTO_AES_CTR, CRYPTO_SHA1_HMAC, 1, { 0, 1, 1 } },
	};
	size_t i, j;

	for (i = 0; i < T_ARRAY_SIZE(kinds) * 2; i++) {
		const uint32_t cipher = kinds[i / 2].cipher;
		uint16_t op = i & 1 ? COP_DECRYPT : COP_ENCRYPT;
		uint32_t ses = t_session_ok(t_fd(state), cipher, key,
					    cipher ? 16 : 0, kinds[i / 2].mac,
					    key, kinds[i / 2].mac ? 20 : 0);

		assert_int_equal(kinds[i / 2].crypt,
				 outcome(t_crypt(t_fd(state), ses, op, 0, out,
						 96, out, mac, iv)));
		for (j = 0; j < 3; j++) {
			struct crypt_auth_op a = auth_op(ses, op, out, 96, out);

			a.flags = modes[j];
			a.auth_src = out;
			a.auth_len = 96;
			a.tag = mac;
			assert_int_equal(kinds[i / 2].auth[j],
					 outcome(t_auth(t_fd(state), &a)));
		}
	}
}

static void fault_11_a_hash_knows_no_direction(void **state)
{
	uint32_t ses = t_mac_ok(t_fd(state), CRYPTO_SHA1, NULL, 0);
	uint8_t one[20], other[20];

	assert_ok(t_crypt(t_fd(state), ses, COP_ENCRYPT, 0, text, 100, NULL,
			  one, NULL));
	assert_ok(t_crypt(t_fd(state), ses, COP_DECRYPT, 0, text, 100, NULL,
			  other, NULL));
	assert_bytes(one, other, 20);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fault_10_tag_lengths_do_not_stick),
		cmocka_unit_test(
			fault_10_tag_lengths_that_gcm_lacks_are_einval),
		cmocka_unit_test(
			fault_10_threads_use_different_tags_on_one_session),
		cmocka_unit_test(
			fault_10_record_tags_have_any_length_up_to_the_digest),
		cmocka_unit_test(fault_11_each_kind_of_session_has_its_calls),
		cmocka_unit_test(fault_11_a_hash_knows_no_direction),
	};

	return cmocka_run_group_tests(tests, t_setup, t_teardown);
}
