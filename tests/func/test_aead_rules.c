// SPDX-License-Identifier: MIT
/*
 * The rules of CIOCAUTHCRYPT for GCM and CCM: lengths of tag, IV and
 * associated data, empty parts, what is written back, what is refused.
 */
#include "t.h"

#define TAG 16

/* What the tests of rules work on. */
struct box {
	const struct t_alg *alg;
	struct t_aead a;
	uint8_t key[32], iv[16], aad[64], text[100];
	uint8_t out[100 + TAG], want[100 + TAG];
	struct crypt_auth_op op;
};

static void fill_box(struct box *b, int fd, const struct t_alg *alg)
{
	bool ccm = alg->id == CRYPTO_AES_CCM;

	memset(b, 0, sizeof(*b));
	b->alg = alg;
	t_fill(b->key, sizeof(b->key), 1);
	t_fill(b->iv, sizeof(b->iv), 2);
	t_fill(b->aad, sizeof(b->aad), 3);
	t_fill(b->text, sizeof(b->text), 4);
	b->a = (struct t_aead){
		.key = b->key,
		.keylen = 16,
		.iv = b->iv,
		.ivlen = ccm ? 11 : 12,
		.aad = b->aad,
		.aadlen = sizeof(b->aad),
		.taglen = TAG,
	};
	b->op = (struct crypt_auth_op){
		.ses = t_cipher_ok(fd, alg->id, b->key, 16),
		.len = sizeof(b->text),
		.auth_len = sizeof(b->aad),
		.auth_src = b->aad,
		.src = b->text,
		.dst = b->out,
		.iv = b->iv,
		.iv_len = b->a.ivlen,
	};
}

/* Seals by OpenSSL what the call will seal, and compares. */
static void expect_sealed(struct box *b, int fd)
{
	struct crypt_auth_op op = b->op;

	b->a.aadlen = op.auth_len;
	b->a.taglen = op.tag_len ? op.tag_len : TAG;
	assert_ok(t_ref_seal(b->alg, &b->a, b->text, op.len, b->want));
	assert_ok(t_auth(fd, &op));
	assert_bytes(b->out, b->want, b->op.len + b->a.taglen);
	assert_int_equal(op.len, b->op.len + b->a.taglen);
	assert_int_equal(op.tag_len, b->a.taglen);
}

static bool is_tag_length(const struct t_alg *alg, uint32_t len)
{
	if (alg->id == CRYPTO_AES_CCM)
		return !(len % 2) && len >= 4 && len <= TAG;
	return len == 4 || len == 8 || (len >= 12 && len <= TAG);
}

/* One session, all lengths up and down; 0 is the full tag, never the last. */
static void tag_lengths_do_not_stick(int fd, const struct t_alg *alg)
{
	static const uint32_t lens[] = {
		12, 16, 4, 0, 8,  16, 14, 0, 10, 6,  1,		 2,
		3,  5,	7, 9, 11, 13, 15, 0, 17, 32, 0xffffffff, 12,
	};
	struct box b;
	size_t i;

	fill_box(&b, fd, alg);
	for (i = 0; i < T_ARRAY_SIZE(lens); i++) {
		t_note("tag of %u bytes", lens[i]);
		b.op.tag_len = lens[i];
		if (!lens[i] || is_tag_length(alg, lens[i]))
			expect_sealed(&b, fd);
		else
			assert_errno(EINVAL, t_auth(fd, &b.op));
	}
}

static void short_tags_open_and_protect(int fd, const struct t_alg *alg)
{
	uint8_t back[100];
	struct box b;
	uint32_t len;

	fill_box(&b, fd, alg);
	for (len = 4; len <= TAG; len++) {
		struct crypt_auth_op op = b.op;

		if (!is_tag_length(alg, len))
			continue;
		t_note("tag of %u bytes", len);
		b.a.taglen = len;
		assert_ok(t_ref_seal(alg, &b.a, b.text, 100, b.want));
		op.op = COP_DECRYPT;
		op.len = 100 + len;
		op.tag_len = len;
		op.src = b.want;
		op.dst = back;
		assert_ok(t_auth(fd, &op));
		assert_bytes(back, b.text, 100);
		assert_int_equal(op.len, 100);
		op.len = 100 + len;
		b.want[100 + len - 1] ^= 1;
		assert_errno(EBADMSG, t_auth(fd, &op));
		assert_all(back, 0, 100);
	}
}

static void less_than_a_tag_is_einval(int fd, const struct t_alg *alg)
{
	struct box b;

	fill_box(&b, fd, alg);
	b.op.op = COP_DECRYPT;
	for (b.op.len = 0; b.op.len < TAG; b.op.len++)
		assert_errno(EINVAL, t_auth(fd, &b.op));
	assert_errno(EBADMSG, t_auth(fd, &b.op));
	b.op.tag_len = 8;
	b.op.len = 7;
	assert_errno(EINVAL, t_auth(fd, &b.op));
}

static void empty_text_gives_the_tag_alone(int fd, const struct t_alg *alg)
{
	struct crypt_auth_op op;
	struct box b;

	fill_box(&b, fd, alg);
	b.op.len = 0;
	b.op.src = NULL;
	expect_sealed(&b, fd);
	op = b.op;
	op.op = COP_DECRYPT;
	op.len = TAG;
	op.src = b.want;
	op.dst = NULL;
	assert_ok(t_auth(fd, &op));
	assert_int_equal(op.len, 0);
	b.want[0] ^= 1;
	op.len = TAG;
	assert_errno(EBADMSG, t_auth(fd, &op));
}

static void no_aad_and_no_text_are_fine(int fd, const struct t_alg *alg)
{
	struct box b;

	fill_box(&b, fd, alg);
	b.op.auth_len = 0;
	expect_sealed(&b, fd);
	b.op.auth_src = NULL;
	expect_sealed(&b, fd);
	b.op.len = 0;
	b.op.src = NULL;
	expect_sealed(&b, fd);
}

static void aad_length_without_pointer_is_efault(int fd,
						 const struct t_alg *alg)
{
	struct box b;

	fill_box(&b, fd, alg);
	b.op.auth_src = NULL;
	assert_errno(EFAULT, t_auth(fd, &b.op));
	b.op.auth_src = (void *)16;
	assert_errno(EFAULT, t_auth(fd, &b.op));
	b.op.auth_src = b.aad;
	expect_sealed(&b, fd);
}

static void aad_up_to_64_kib_is_authenticated(int fd, const struct t_alg *alg)
{
	static const uint32_t lens[] = { 65,	4079,  4080,  4096,  4097,
					 16384, 65279, 65280, 65535, 65536 };
	uint8_t *aad = malloc(65537);
	struct box b;
	size_t i;

	assert_non_null(aad);
	t_fill(aad, 65537, 5);
	fill_box(&b, fd, alg);
	b.a.aad = aad;
	b.op.auth_src = aad;
	for (i = 0; i < T_ARRAY_SIZE(lens); i++) {
		t_note("%u bytes of associated data", lens[i]);
		b.op.auth_len = lens[i];
		expect_sealed(&b, fd);
	}
	b.op.auth_len = 65537;
	assert_errno(EMSGSIZE, t_auth(fd, &b.op));
	b.op.auth_len = 0xffffffff;
	assert_errno(EMSGSIZE, t_auth(fd, &b.op));
	free(aad);
}

static void other_iv_lengths_are_einval(int fd, const struct t_alg *alg)
{
	bool ccm = alg->id == CRYPTO_AES_CCM;
	struct box b;
	uint32_t len;

	fill_box(&b, fd, alg);
	for (len = 1; len <= 40; len++) {
		t_note("IV of %u bytes", len);
		b.op.iv_len = len;
		if (ccm ? (len >= 7 && len <= 13) || len == 16 : len == 12)
			continue;
		assert_errno(EINVAL, t_auth(fd, &b.op));
	}
	b.op.iv_len = 0xffffffff;
	assert_errno(EINVAL, t_auth(fd, &b.op));
}

static void gcm_without_an_iv_length_reads_12_bytes(void **state)
{
	uint8_t *iv = t_guard_alloc(12, 0);
	struct box b;

	fill_box(&b, t_fd(state), t_need(t_fd(state), "gcm(aes)"));
	memcpy(iv, b.iv, 12);
	b.op.iv = iv;
	b.op.iv_len = 0;
	expect_sealed(&b, t_fd(state));
	t_guard_free(iv);
}

static void ccm_takes_nonces_of_7_to_13_bytes(void **state)
{
	struct box b;
	size_t len;

	fill_box(&b, t_fd(state), t_need(t_fd(state), "ccm(aes)"));
	for (len = 7; len <= 13; len++) {
		uint8_t *iv = t_guard_alloc(len, 0);

		t_note("nonce of %zu bytes", len);
		memcpy(iv, b.iv, len);
		b.a.ivlen = b.op.iv_len = len;
		b.op.iv = iv;
		expect_sealed(&b, t_fd(state));
		t_guard_free(iv);
	}
}

static void ccm_takes_a_raw_counter_block(void **state)
{
	uint8_t block[16];
	struct box b;

	fill_box(&b, t_fd(state), t_need(t_fd(state), "ccm(aes)"));
	for (b.a.ivlen = 7; b.a.ivlen <= 13; b.a.ivlen++) {
		t_note("block with a nonce of %zu bytes", b.a.ivlen);
		t_ccm_block(block, b.iv, b.a.ivlen);
		b.op.iv = block;
		b.op.iv_len = 0;
		expect_sealed(&b, t_fd(state));
		b.op.iv_len = 16;
		expect_sealed(&b, t_fd(state));
	}
	block[0] = 0xff;
	assert_errno(EINVAL, t_auth(t_fd(state), &b.op));
	block[0] = 0;
	assert_errno(EINVAL, t_auth(t_fd(state), &b.op));
}

/* A fresh session starts from zero; zero bytes are no counter block of CCM. */
static void gcm_without_an_iv_starts_from_zero(void **state)
{
	struct box b;

	fill_box(&b, t_fd(state), t_need(t_fd(state), "gcm(aes)"));
	b.op.iv = NULL;
	memset(b.iv, 0, sizeof(b.iv));
	expect_sealed(&b, t_fd(state));
}

/* As GnuTLS does it: lengths and tag pointer are those of the last answer. */
static void argument_of_the_last_call_can_be_used_again(int fd,
							const struct t_alg *alg)
{
	struct box b;

	fill_box(&b, fd, alg);
	assert_ok(t_ref_seal(alg, &b.a, b.text, 100, b.want));
	assert_ok(t_auth(fd, &b.op));
	assert_bytes(b.out, b.want, 100 + TAG);
	b.op.len = 100;
	b.op.tag = (void *)16;
	assert_ok(t_auth(fd, &b.op));
	assert_bytes(b.out, b.want, 100 + TAG);
	b.op.op = COP_DECRYPT;
	b.op.src = b.out;
	assert_ok(t_auth(fd, &b.op));
	assert_bytes(b.out, b.text, 100);
}

static void tls_flag_changes_nothing(int fd, const struct t_alg *alg)
{
	struct box b;

	fill_box(&b, fd, alg);
	b.op.flags = COP_FLAG_AEAD_TLS_TYPE;
	expect_sealed(&b, fd);
}

static void wrong_calls_are_einval(int fd, const struct t_alg *alg)
{
	struct box b;

	fill_box(&b, fd, alg);
	b.op.flags = COP_FLAG_AEAD_SRTP_TYPE;
	assert_errno(EINVAL, t_auth(fd, &b.op));
	b.op.flags = 0;
	b.op.op = 2;
	assert_errno(EINVAL, t_auth(fd, &b.op));
	b.op.op = COP_ENCRYPT;
	assert_errno(EINVAL, t_encrypt(fd, b.op.ses, b.text, 16, b.out, b.iv));
	b.op.ses += 1000;
	assert_errno(EINVAL, t_auth(fd, &b.op));
	b.op.ses -= 1000;
	expect_sealed(&b, fd);
}

static void bad_pointers_are_efault(int fd, const struct t_alg *alg)
{
	struct box b;

	fill_box(&b, fd, alg);
	b.op.src = NULL;
	assert_errno(EFAULT, t_auth(fd, &b.op));
	b.op.src = b.text;
	b.op.dst = NULL;
	assert_errno(EFAULT, t_auth(fd, &b.op));
	b.op.dst = b.out;
	b.op.iv = (void *)16;
	assert_errno(EFAULT, t_auth(fd, &b.op));
	b.op.iv = b.iv;
	expect_sealed(&b, fd);
}

/* The second algorithm of a session is not for an AEAD, and its key neither. */
static void mac_of_an_aead_session_is_ignored(int fd, const struct t_alg *alg)
{
	uint8_t key[20] = { 1 };
	uint32_t ses;
	struct box b;

	fill_box(&b, fd, alg);
	b.op.ses =
		t_session_ok(fd, alg->id, b.key, 16, CRYPTO_SHA1_HMAC, NULL, 0);
	expect_sealed(&b, fd);
	assert_errno(EINVAL, t_session(fd, alg->id, b.key, 16, CRYPTO_SHA1_HMAC,
				       key, sizeof(key), &ses));
}

static void takes_only_aes_keys(int fd, const struct t_alg *alg)
{
	uint8_t key[66];
	uint32_t ses;
	size_t len;

	t_fill(key, sizeof(key), 1);
	for (len = 0; len <= 65; len++) {
		t_note("%zu bytes of key", len);
		if (len == 16 || len == 24 || len == 32)
			assert_ok(t_session(fd, alg->id, key, len, 0, NULL, 0,
					    &ses));
		else
			assert_errno(EINVAL, t_session(fd, alg->id, key, len, 0,
						       NULL, 0, &ses));
	}
}

int main(void)
{
	static const struct t_case cases[] = {
		T_CASE(tag_lengths_do_not_stick),
		T_CASE(short_tags_open_and_protect),
		T_CASE(less_than_a_tag_is_einval),
		T_CASE(empty_text_gives_the_tag_alone),
		T_CASE(no_aad_and_no_text_are_fine),
		T_CASE(aad_length_without_pointer_is_efault),
		T_CASE(aad_up_to_64_kib_is_authenticated),
		T_CASE(other_iv_lengths_are_einval),
		T_CASE(argument_of_the_last_call_can_be_used_again),
		T_CASE(tls_flag_changes_nothing),
		T_CASE(wrong_calls_are_einval),
		T_CASE(bad_pointers_are_efault),
		T_CASE(mac_of_an_aead_session_is_ignored),
		T_CASE(takes_only_aes_keys),
	};
	static const struct CMUnitTest others[] = {
		cmocka_unit_test(gcm_without_an_iv_length_reads_12_bytes),
		cmocka_unit_test(gcm_without_an_iv_starts_from_zero),
		cmocka_unit_test(ccm_takes_nonces_of_7_to_13_bytes),
		cmocka_unit_test(ccm_takes_a_raw_counter_block),
	};

	return t_run_matrix("rules of AEAD", 1 << T_AEAD, cases,
			    T_ARRAY_SIZE(cases), others, T_ARRAY_SIZE(others));
}
