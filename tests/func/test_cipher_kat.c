// SPDX-License-Identifier: MIT
/* Known answers of every cipher through CIOCCRYPT. */
#include "t.h"

#define BEYOND 32 /* bytes behind a buffer that must stay */

static struct t_vectors *vectors;

/* The next vector of this algorithm, from *at on; NULL at the end. */
static const struct t_vector *next(const struct t_alg *alg, size_t *at)
{
	const struct t_vector *v;

	while (*at < vectors->n) {
		v = &vectors->v[(*at)++];
		if (v->alg == alg) {
			t_note("%s", v->name);
			return v;
		}
	}
	return NULL;
}

static uint32_t session(int fd, const struct t_vector *v)
{
	return t_cipher_ok(fd, v->alg->id, v->key.data, v->key.len);
}

static uint8_t *room(size_t len)
{
	uint8_t *buf = malloc(len + BEYOND);

	assert_non_null(buf);
	memset(buf, 0xee, len + BEYOND);
	return buf;
}

static void vectors_agree_with_openssl(int fd, const struct t_alg *alg)
{
	const struct t_vector *v;
	size_t at = 0, seen = 0;

	(void)fd;
	for (; (v = next(alg, &at)); seen++) {
		uint8_t *out = room(v->text.len);

		assert_int_equal(v->text.len, v->result.len);
		assert_ok(t_ref_cipher(alg, true, v->key.data, v->key.len,
				       v->iv.data, v->text.data, v->text.len,
				       out));
		assert_bytes(out, v->result.data, v->text.len);
		free(out);
	}
	assert_int_not_equal(seen, 0);
}

/* Both ways, from one buffer to another. */
static void run_vectors(int fd, const struct t_alg *alg, uint16_t flags)
{
	const struct t_vector *v;
	size_t at = 0;

	while ((v = next(alg, &at))) {
		uint32_t ses = session(fd, v);
		size_t len = v->text.len;
		uint8_t *out = room(len);

		assert_ok(t_crypt(fd, ses, COP_ENCRYPT, flags, v->text.data,
				  len, out, NULL, v->iv.data));
		assert_bytes(out, v->result.data, len);
		assert_ok(t_crypt(fd, ses, COP_DECRYPT, flags, v->result.data,
				  len, out, NULL, v->iv.data));
		assert_bytes(out, v->text.data, len);
		assert_all(out + len, 0xee, BEYOND);
		free(out);
		t_session_free(fd, ses);
	}
}

static void gives_the_known_answers(int fd, const struct t_alg *alg)
{
	run_vectors(fd, alg, 0);
}

static void gives_the_known_answers_with_no_zc(int fd, const struct t_alg *alg)
{
	run_vectors(fd, alg, COP_FLAG_NO_ZC);
}

/* UPDATE, FINAL, RESET and bits without a meaning say nothing to a cipher. */
static void ignores_flags_that_are_not_for_it(int fd, const struct t_alg *alg)
{
	run_vectors(fd, alg, COP_FLAG_UPDATE);
	run_vectors(fd, alg, COP_FLAG_FINAL | COP_FLAG_RESET);
	run_vectors(fd, alg, 0xff80);
}

static void works_in_place(int fd, const struct t_alg *alg)
{
	const struct t_vector *v;
	size_t at = 0;

	while ((v = next(alg, &at))) {
		uint32_t ses = session(fd, v);
		size_t len = v->text.len;
		uint8_t *buf = room(len);

		memcpy(buf, v->text.data, len);
		assert_ok(t_encrypt(fd, ses, buf, len, buf, v->iv.data));
		assert_bytes(buf, v->result.data, len);
		assert_ok(t_decrypt(fd, ses, buf, len, buf, v->iv.data));
		assert_bytes(buf, v->text.data, len);
		assert_all(buf + len, 0xee, BEYOND);
		free(buf);
		t_session_free(fd, ses);
	}
}

/* The IV that the mode's own rules leave behind a text. */
static bool expect_iv(const struct t_vector *v, uint8_t *iv)
{
	size_t size = v->alg->ivsize, len = v->text.len, blocks, i;

	if (v->alg->id == CRYPTO_AES_XTS || !size)
		return false;
	if (v->alg->id != CRYPTO_AES_CTR) {
		if (len % size)
			return false;
		memcpy(iv, v->result.data + len - size, size);
		for (i = 0; v->alg->id == CRYPTO_AES_OFB && i < size; i++)
			iv[i] ^= v->text.data[len - size + i];
		return true;
	}
	memcpy(iv, v->iv.data, size);
	for (blocks = (len + 15) / 16; blocks; blocks--)
		for (i = size; i-- && !++iv[i];)
			;
	return true;
}

static void write_iv_gives_the_iv_left_behind(int fd, const struct t_alg *alg)
{
	const struct t_vector *v;
	size_t at = 0;

	while ((v = next(alg, &at))) {
		uint32_t ses = session(fd, v);
		uint8_t *out = room(v->text.len), iv[16 + BEYOND], want[16];
		bool known = expect_iv(v, want);

		memset(iv, 0xee, sizeof(iv));
		memcpy(iv, v->iv.data, alg->ivsize);
		assert_ok(t_crypt(fd, ses, COP_ENCRYPT, COP_FLAG_WRITE_IV,
				  v->text.data, v->text.len, out, NULL, iv));
		if (known)
			assert_bytes(iv, want, alg->ivsize);
		memcpy(iv, v->iv.data, alg->ivsize);
		assert_ok(t_crypt(fd, ses, COP_DECRYPT, COP_FLAG_WRITE_IV,
				  v->result.data, v->text.len, out, NULL, iv));
		if (known)
			assert_bytes(iv, want, alg->ivsize);
		assert_all(iv + alg->ivsize, 0xee, sizeof(iv) - alg->ivsize);
		free(out);
		t_session_free(fd, ses);
	}
}

static void leaves_the_iv_alone_without_write_iv(int fd,
						 const struct t_alg *alg)
{
	const struct t_vector *v;
	size_t at = 0;

	while ((v = next(alg, &at))) {
		uint32_t ses = session(fd, v);
		uint8_t *out = room(v->text.len), iv[16] = { 0 };

		memcpy(iv, v->iv.data, v->iv.len);
		assert_ok(
			t_encrypt(fd, ses, v->text.data, v->text.len, out, iv));
		assert_bytes(iv, v->iv.data, v->iv.len);
		free(out);
		t_session_free(fd, ses);
	}
}

/* The first piece names the IV, the others go on from what is left. */
static void in_pieces(int fd, const struct t_vector *v, uint16_t op,
		      size_t piece)
{
	const uint8_t *in = op == COP_ENCRYPT ? v->text.data : v->result.data;
	const uint8_t *want = op == COP_ENCRYPT ? v->result.data : v->text.data;
	uint32_t ses = session(fd, v);
	size_t len = v->text.len, i;
	uint8_t *out = room(len);

	for (i = 0; i < len; i += piece) {
		size_t n = len - i < piece ? len - i : piece;

		assert_ok(t_crypt(fd, ses, op, 0, in + i, n, out + i, NULL,
				  i ? NULL : v->iv.data));
	}
	assert_bytes(out, want, len);
	free(out);
	t_session_free(fd, ses);
}

/* XTS has no pieces; but an operation without an IV takes what was left. */
static void xts_goes_on_from_the_iv_left_behind(int fd,
						const struct t_vector *v)
{
	uint8_t iv[16], out[32], want[32];
	uint32_t ses = session(fd, v);

	memcpy(iv, v->iv.data, 16);
	assert_ok(t_crypt(fd, ses, COP_ENCRYPT, COP_FLAG_WRITE_IV, v->text.data,
			  32, out, NULL, iv));
	assert_ok(t_encrypt(fd, ses, v->text.data, 32, out, NULL));
	assert_ok(t_ref_cipher(v->alg, true, v->key.data, v->key.len, iv,
			       v->text.data, 32, want));
	assert_bytes(out, want, 32);
	t_session_free(fd, ses);
}

static void goes_on_in_pieces_without_an_iv(int fd, const struct t_alg *alg)
{
	size_t at = 0, unit = alg->ivsize ? alg->ivsize : alg->block;
	const struct t_vector *v;

	while ((v = next(alg, &at))) {
		if (alg->id == CRYPTO_AES_XTS) {
			xts_goes_on_from_the_iv_left_behind(fd, v);
			continue;
		}
		in_pieces(fd, v, COP_ENCRYPT, unit);
		in_pieces(fd, v, COP_DECRYPT, unit);
		in_pieces(fd, v, COP_ENCRYPT, 3 * unit);
		in_pieces(fd, v, COP_DECRYPT, 3 * unit);
	}
}

static void starts_from_a_zero_iv(int fd, const struct t_alg *alg)
{
	uint8_t key[64], in[64], out[64], want[64], zero[16] = { 0 };
	uint32_t ses;

	t_fill(key, sizeof(key), 1);
	t_fill(in, sizeof(in), 2);
	ses = t_cipher_ok(fd, alg->id, key, alg->keys[0]);
	assert_ok(t_encrypt(fd, ses, in, sizeof(in), out, NULL));
	assert_ok(t_ref_cipher(alg, true, key, alg->keys[0], zero, in,
			       sizeof(in), want));
	assert_bytes(out, want, sizeof(out));
}

/* Not even the IV is written: this one could not be. */
static void no_bytes_give_0_and_touch_nothing(int fd, const struct t_alg *alg)
{
	static const uint8_t iv[16] = "in memory r/only";
	static const uint16_t flags[] = { COP_FLAG_WRITE_IV,
					  COP_FLAG_WRITE_IV | COP_FLAG_NO_ZC };
	uint8_t key[64], buf[16];
	uint32_t ses;
	size_t i;

	t_fill(key, sizeof(key), 1);
	memset(buf, 0xee, sizeof(buf));
	ses = t_cipher_ok(fd, alg->id, key, alg->keys[0]);
	for (i = 0; i < T_ARRAY_SIZE(flags); i++) {
		assert_ok(t_crypt(fd, ses, COP_ENCRYPT, flags[i], buf, 0, buf,
				  NULL, (void *)iv));
		assert_ok(t_crypt(fd, ses, COP_DECRYPT, flags[i], NULL, 0, NULL,
				  NULL, (void *)iv));
	}
	assert_all(buf, 0xee, sizeof(buf));
}

static void takes_only_whole_blocks(int fd, const struct t_alg *alg)
{
	uint8_t key[64], buf[64] = { 0 }, iv[16] = { 0 };
	uint32_t ses;
	size_t len;

	t_fill(key, sizeof(key), 1);
	ses = t_cipher_ok(fd, alg->id, key, alg->keys[0]);
	for (len = 1; len <= 49; len++) {
		t_note("%zu bytes", len);
		if (len % alg->block)
			assert_errno(EINVAL,
				     t_encrypt(fd, ses, buf, len, buf, iv));
		else
			assert_ok(t_encrypt(fd, ses, buf, len, buf, iv));
	}
}

static bool is_key_length(const struct t_alg *alg, size_t len)
{
	size_t i;

	if (alg->id == CRYPTO_BLF_CBC)
		return len >= 4 && len <= 56;
	if (!alg->keys[0])
		return !len;
	for (i = 0; i < T_ARRAY_SIZE(alg->keys) && alg->keys[i]; i++)
		if (alg->keys[i] == len)
			return true;
	return false;
}

static void takes_only_its_own_key_lengths(int fd, const struct t_alg *alg)
{
	uint8_t key[80];
	uint32_t ses;
	size_t len;

	t_fill(key, sizeof(key), 1);
	for (len = 0; len <= 65; len++) {
		t_note("%zu bytes of key", len);
		if (!is_key_length(alg, len)) {
			assert_errno(EINVAL, t_session(fd, alg->id, key, len, 0,
						       NULL, 0, &ses));
			continue;
		}
		assert_ok(t_session(fd, alg->id, key, len, 0, NULL, 0, &ses));
		t_session_free(fd, ses);
	}
}

static void is_usable_after_a_bad_pointer(int fd, const struct t_alg *alg)
{
	uint8_t key[64], in[64], out[64], want[64], iv[16];
	uint32_t ses;

	t_fill(key, sizeof(key), 1);
	t_fill(in, sizeof(in), 2);
	t_fill(iv, sizeof(iv), 3);
	assert_ok(t_ref_cipher(alg, true, key, alg->keys[0], iv, in, sizeof(in),
			       want));
	ses = t_cipher_ok(fd, alg->id, key, alg->keys[0]);
	assert_errno(EFAULT, t_encrypt(fd, ses, NULL, sizeof(in), out, iv));
	assert_errno(EFAULT, t_encrypt(fd, ses, in, sizeof(in), NULL, iv));
	if (alg->ivsize)
		assert_errno(EFAULT, t_encrypt(fd, ses, in, sizeof(in), out,
					       (void *)16));
	assert_ok(t_encrypt(fd, ses, in, sizeof(in), out, iv));
	assert_bytes(out, want, sizeof(out));
}

/* Not a multiple of a block: the next operation starts a block later. */
static void ctr_piece_with_a_part_block_uses_the_block_up(void **state)
{
	uint8_t key[16], in[80], out[80], want[80], iv[16];
	const struct t_alg *alg = t_need(t_fd(state), "ctr(aes)");
	uint32_t ses;

	t_fill(key, sizeof(key), 1);
	t_fill(in, sizeof(in), 2);
	memset(iv, 0xff, sizeof(iv));
	ses = t_cipher_ok(t_fd(state), alg->id, key, sizeof(key));
	assert_ok(t_encrypt(t_fd(state), ses, in, 33, out, iv));
	assert_ok(t_encrypt(t_fd(state), ses, in + 48, 32, out + 48, NULL));
	assert_ok(t_ref_cipher(alg, true, key, sizeof(key), iv, in, 80, want));
	assert_bytes(out, want, 33);
	assert_bytes(out + 48, want + 48, 32);
}

static void weak_ciphers_are_einval_unless_allowed(void **state)
{
	const struct t_alg *alg;
	uint8_t key[64];
	uint32_t ses;

	t_fill(key, sizeof(key), 1);
	for (alg = t_algs; alg->name; alg++) {
		if (!alg->weak || alg->type != T_CIPHER)
			continue;
		t_note("%s", alg->name);
		assert_errno(EINVAL, t_session(t_fd(state), alg->id, key,
					       alg->keys[0], 0, NULL, 0, &ses));
	}
}

static void sessions_outlive_the_permission_of_weak(void **state)
{
	const struct t_alg *alg = t_alg("cbc(des3_ede)");
	uint8_t key[24], buf[16] = { 0 }, want[16], iv[8] = { 0 };
	uint32_t ses;

	t_fill(key, sizeof(key), 1);
	assert_ok(t_ref_cipher(alg, true, key, 24, iv, buf, 16, want));
	t_weak_ok(true);
	ses = t_cipher_ok(t_fd(state), alg->id, key, sizeof(key));
	t_weak_ok(false);
	assert_ok(t_encrypt(t_fd(state), ses, buf, sizeof(buf), buf, iv));
	assert_bytes(buf, want, sizeof(buf));
}

/* Ids that the header names and nobody implements. */
static void named_but_absent_ciphers_are_einval(void **state)
{
	static const uint32_t ids[] = {
		CRYPTO_CAST_CBC,
		CRYPTO_SKIPJACK_CBC,
		CRYPTO_ARC4,
		CRYPTO_DEFLATE_COMP,
		CRYPTO_LZS_COMP,
		CRYPTO_TLS11_AES_CBC_HMAC_SHA1,
		CRYPTO_TLS12_AES_CBC_HMAC_SHA256,
		CRYPTO_ALGORITHM_ALL,
		CRYPTO_SHA2_256, /* no cipher */
		0xffffffff,
	};
	uint8_t key[64] = { 1 };
	uint32_t ses;
	size_t i;

	for (i = 0; i < T_ARRAY_SIZE(ids); i++) {
		t_note("id %u", ids[i]);
		assert_errno(EINVAL, t_session(t_fd(state), ids[i], key, 16, 0,
					       NULL, 0, &ses));
		assert_errno(EINVAL, t_session(t_fd(state), ids[i], NULL, 0, 0,
					       NULL, 0, &ses));
	}
}

int main(void)
{
	static const struct t_case cases[] = {
		T_CASE(vectors_agree_with_openssl),
		T_CASE(gives_the_known_answers),
		T_CASE(gives_the_known_answers_with_no_zc),
		T_CASE(ignores_flags_that_are_not_for_it),
		T_CASE(works_in_place),
		T_CASE(write_iv_gives_the_iv_left_behind),
		T_CASE(leaves_the_iv_alone_without_write_iv),
		T_CASE(goes_on_in_pieces_without_an_iv),
		T_CASE(starts_from_a_zero_iv),
		T_CASE(no_bytes_give_0_and_touch_nothing),
		T_CASE(takes_only_whole_blocks),
		T_CASE(takes_only_its_own_key_lengths),
		T_CASE(is_usable_after_a_bad_pointer),
	};
	static const struct CMUnitTest others[] = {
		cmocka_unit_test(ctr_piece_with_a_part_block_uses_the_block_up),
		cmocka_unit_test(weak_ciphers_are_einval_unless_allowed),
		cmocka_unit_test(sessions_outlive_the_permission_of_weak),
		cmocka_unit_test(named_but_absent_ciphers_are_einval),
	};
	int ret;

	vectors = t_vectors_load_ok("cipher.txt");
	ret = t_run_matrix("ciphers", 1 << T_CIPHER, cases, T_ARRAY_SIZE(cases),
			   others, T_ARRAY_SIZE(others));
	t_vectors_free(vectors);
	return ret;
}
