// SPDX-License-Identifier: MIT
/*
 * Known answers through SUBMIT, and the same computations by OpenSSL for all
 * that QUERY lists.
 * suites: sweep
 */
#include "n.h"

#define BEYOND 32 /* bytes behind a buffer that must stay */
#define MAX_LEN 70000

static const char *const files[] = { "cipher.txt", "aead.txt", "hash.txt",
				     "mac.txt" };
static struct t_vectors *vectors[T_ARRAY_SIZE(files)];

static uint8_t *room(size_t len)
{
	uint8_t *buf = malloc(len + BEYOND);

	assert_non_null(buf);
	memset(buf, 0xee, len + BEYOND);
	return buf;
}

/* CCM's IV in the files is the counter block; here it is the nonce in it. */
static struct devcrypto_op text_op(const struct t_vector *v, uint32_t id,
				   uint8_t code)
{
	const uint8_t *iv = v->iv.data;
	size_t len = v->iv.len;
	struct devcrypto_op op;

	if (v->alg->id == CRYPTO_AES_CCM && len == 16) {
		len = 14 - iv[0];
		iv++;
	}
	op = n_text(id, code, iv, len, NULL, v->result.len, NULL);
	op.aad = N_PTR(v->aad.data);
	op.aad_len = v->aad.len;
	return op;
}

/* Both ways through one buffer or two. */
static void crypt_vector(int fd, const struct t_vector *v, uint16_t flags,
			 bool in_place)
{
	struct devcrypto_session arg =
		n_cipher(v->alg->name, v->key.data, v->key.len);
	size_t len = v->result.len;
	uint8_t *out = room(len), *tag = room(v->tag.len);
	struct devcrypto_op op;

	arg.tag_len = v->tag.len;
	op = text_op(v, n_create_ok(fd, arg), DEVCRYPTO_OP_ENCRYPT);
	op.flags = flags;
	op.dst = N_PTR(out);
	op.tag = N_PTR(v->tag.len ? tag : NULL);
	op.tag_len = v->tag.len;
	op.src = in_place ? op.dst : N_PTR(v->text.data);
	if (in_place)
		memcpy(out, v->text.data, len);
	if (!v->bad) {
		assert_ok(n_op(fd, &op));
		assert_bytes(out, v->result.data, len);
		assert_bytes(tag, v->tag.data, v->tag.len);
	}
	assert_all(tag + v->tag.len, 0xee, BEYOND);

	op.op = DEVCRYPTO_OP_DECRYPT;
	op.tag = N_PTR(v->tag.data);
	op.src = in_place ? op.dst : N_PTR(v->result.data);
	memcpy(out, v->result.data, len);
	if (v->bad) {
		assert_errno(EBADMSG, n_op(fd, &op));
		assert_all(out, 0, len);
	} else {
		assert_ok(n_op(fd, &op));
		assert_bytes(out, v->text.data, len);
	}
	assert_all(out + len, 0xee, BEYOND);
	n_destroy_ok(fd, op.id);
	free(out);
	free(tag);
}

static void hash_vector(int fd, const struct t_vector *v, uint16_t flags)
{
	bool mac = v->alg->type == T_MAC;
	uint32_t id = n_mac_ok(fd, v->alg->name, mac ? v->key.data : NULL,
			       v->key.len);
	uint8_t *tag = room(v->result.len);
	struct devcrypto_op op = n_digest(id, DEVCRYPTO_OP_DIGEST, v->text.data,
					  v->text.len, tag);

	op.flags = flags;
	assert_ok(n_op(fd, &op));
	assert_bytes(tag, v->result.data, v->result.len);
	assert_all(tag + v->result.len, 0xee, BEYOND);
	op.op = DEVCRYPTO_OP_VERIFY;
	if (mac)
		assert_ok(n_op(fd, &op));
	else
		assert_errno(EINVAL, n_op(fd, &op));
	tag[v->result.len - 1] ^= 0x80;
	if (mac)
		assert_errno(EBADMSG, n_op(fd, &op));
	n_destroy_ok(fd, id);
	free(tag);
}

static void run_vectors(int fd, uint16_t flags, bool in_place)
{
	size_t i, j, seen = 0;

	n_rows_ok(fd, &i); /* what is weak is there now */
	for (i = 0; i < T_ARRAY_SIZE(files); i++) {
		for (j = 0; j < vectors[i]->n; j++) {
			const struct t_vector *v = &vectors[i]->v[j];

			if (!n_row(fd, v->alg->name))
				continue;
			seen++;
			t_note("%s, %s", v->alg->name, v->name);
			if (v->alg->type == T_CIPHER || v->alg->type == T_AEAD)
				crypt_vector(fd, v, flags, in_place);
			else
				hash_vector(fd, v, flags);
		}
	}
	assert_in_range(seen, 100, 100000);
}

static void vectors_are_right_out_of_place(void **state)
{
	run_vectors(t_fd(state), 0, false);
}

static void vectors_are_right_in_place(void **state)
{
	run_vectors(t_fd(state), 0, true);
}

static void vectors_are_right_on_a_copy(void **state)
{
	run_vectors(t_fd(state), DEVCRYPTO_OP_COPY, false);
	run_vectors(t_fd(state), DEVCRYPTO_OP_COPY, true);
}

/* RFC 3566: OpenSSL has no XCBC. */
static void xcbc_gives_the_answers_of_its_rfc(void **state)
{
	static const char *const want[] = {
		"75f0251d528ac01c4573dfd584d79f29",
		"5b376580ae2f19afe7219ceef172756f",
		"d2a246fa349b68a79998a4394ff7a263",
		"47f51b4564966215b8985c63055ed308",
	};
	static const size_t lengths[] = { 0, 3, 16, 20 };
	uint8_t data[20], tag[16], known[16];
	struct devcrypto_op op;
	size_t i;

	n_need(t_fd(state), "xcbc(aes)");
	for (i = 0; i < sizeof(data); i++)
		data[i] = i;
	for (i = 0; i < T_ARRAY_SIZE(want); i++) {
		t_note("%zu bytes", lengths[i]);
		assert_int_equal(16, t_unhex(known, sizeof(known), want[i]));
		op = n_digest(n_mac_ok(t_fd(state), "xcbc(aes)", data, 16),
			      DEVCRYPTO_OP_DIGEST, data, lengths[i], tag);
		assert_ok(n_op(t_fd(state), &op));
		assert_bytes(tag, known, 16);
	}
}

/* --------------------------------------------- compared with OpenSSL -- */

static const size_t lengths[] = { 0,	1,     15,    16,    17,   63,	 64,
				  65,	255,   256,   1000,  4095, 4096, 4097,
				  8192, 16384, 65535, 65536, 65552 };
static const uint8_t nonce[16] = "number used once";
static uint8_t key[N_MAX_KEY], text[MAX_LEN], got[MAX_LEN], want[MAX_LEN];

static void compare_cipher(int fd, const struct devcrypto_algorithm *row,
			   size_t keylen)
{
	uint32_t id = n_cipher_ok(fd, row->name, key, keylen);
	struct devcrypto_op op;
	size_t i, len;

	for (i = 0; i < T_ARRAY_SIZE(lengths); i++) {
		len = lengths[i] / row->block * row->block;
		t_note("%s, %zu bytes", row->name, len);
		assert_ok(n_ref_cipher(row->name, true, key, keylen, nonce,
				       text, len, want));
		op = n_text(id, DEVCRYPTO_OP_ENCRYPT, nonce, row->iv, text, len,
			    got);
		assert_ok(n_op(fd, &op));
		assert_bytes(got, want, len);
		op = n_text(id, DEVCRYPTO_OP_DECRYPT, nonce, row->iv, got, len,
			    got);
		assert_ok(n_op(fd, &op));
		assert_bytes(got, text, len);
	}
	n_destroy_ok(fd, id);
}

static void compare_hash(int fd, const struct devcrypto_algorithm *row,
			 size_t keylen)
{
	bool mac = row->type == DEVCRYPTO_TYPE_MAC;
	uint32_t id = n_mac_ok(fd, row->name, mac ? key : NULL, keylen);
	struct devcrypto_op op;
	size_t i;

	for (i = 0; i < T_ARRAY_SIZE(lengths); i++) {
		t_note("%s, %zu bytes of key, %zu bytes", row->name, keylen,
		       lengths[i]);
		assert_ok(n_ref_hash(row->name, key, keylen, text, lengths[i],
				     want));
		op = n_digest(id, DEVCRYPTO_OP_DIGEST, text, lengths[i], got);
		assert_ok(n_op(fd, &op));
		assert_bytes(got, want, row->tag);
	}
	n_destroy_ok(fd, id);
}

static void compare_aead(int fd, const struct devcrypto_algorithm *row,
			 size_t keylen)
{
	bool ccm = !strcmp(row->name, "ccm(aes)");
	struct t_aead a = { key, keylen, nonce, 12, text, 20, row->tag };
	struct devcrypto_op op;
	uint32_t id = n_cipher_ok(fd, row->name, key, keylen);
	size_t i, len;

	for (i = 0; i < T_ARRAY_SIZE(lengths); i++) {
		len = lengths[i];
		a.ivlen = ccm ? 11 : 12; /* 11 leaves CCM room for 64 KiB */
		t_note("%s, %zu bytes", row->name, len);
		assert_ok(n_ref_seal(row->name, &a, text, len, want));
		op = n_text(id, DEVCRYPTO_OP_ENCRYPT, nonce, a.ivlen, text, len,
			    got);
		op.aad = N_PTR(text);
		op.aad_len = 20;
		op.tag = N_PTR(got + len);
		assert_ok(n_op(fd, &op));
		assert_bytes(got, want, len + row->tag);
		op.op = DEVCRYPTO_OP_DECRYPT;
		op.src = N_PTR(got);
		assert_ok(n_op(fd, &op));
		assert_bytes(got, text, len);
	}
	n_destroy_ok(fd, id);
}

static void compare(int fd, const struct devcrypto_algorithm *row,
		    size_t keylen)
{
	switch (row->type) {
	case DEVCRYPTO_TYPE_CIPHER:
		compare_cipher(fd, row, keylen);
		break;
	case DEVCRYPTO_TYPE_AEAD:
		compare_aead(fd, row, keylen);
		break;
	default:
		compare_hash(fd, row, keylen);
	}
}

/* What QUERY lists and OpenSSL does not know has to have vectors here. */
static void everything_listed_is_as_openssl_says(void **state)
{
	const struct devcrypto_algorithm *rows;
	size_t n, i, keylen;

	rows = n_rows_ok(t_fd(state), &n);
	for (i = 0; i < n; i++) {
		if (!strcmp(rows[i].name, "xcbc(aes)"))
			continue;
		keylen = rows[i].key_min;
		do {
			compare(t_fd(state), &rows[i], keylen);
			/* Keys of HMAC have every length: a few will do. */
			if (rows[i].key_step == 1)
				keylen += 20;
			keylen = n_next_key(&rows[i], keylen);
		} while (keylen && keylen <= N_MAX_KEY);
	}
}

static int allow_weak(void **state)
{
	return t_setup(state) | t_param_write("weak", "Y");
}

static int forbid_weak(void **state)
{
	return t_teardown(state) | t_param_write("weak", "N");
}

/* ------------------------------------------------- tags and nonces -- */

/* Every size of tag: written apart from the text, cut from the full one. */
static void all_tags(int fd, const char *name, const uint8_t *sizes)
{
	struct devcrypto_session arg = n_cipher(name, key, 16);
	struct t_aead a = { key, 16, nonce, 12, text, 13, 0 };
	struct devcrypto_op op;
	uint8_t tag[32];

	for (; *sizes; sizes++) {
		t_note("tag of %u bytes", *sizes);
		a.taglen = arg.tag_len = *sizes;
		assert_ok(n_ref_seal(name, &a, text, 100, want));
		op = n_text(n_create_ok(fd, arg), DEVCRYPTO_OP_ENCRYPT, nonce,
			    12, text, 100, got);
		op.aad = a.aad ? N_PTR(a.aad) : 0;
		op.aad_len = 13;
		op.tag = N_PTR(tag);
		memset(tag, 0xee, sizeof(tag));
		assert_ok(n_op(fd, &op));
		assert_bytes(got, want, 100);
		assert_bytes(tag, want + 100, *sizes);
		assert_all(tag + *sizes, 0xee, sizeof(tag) - *sizes);
		op.op = DEVCRYPTO_OP_DECRYPT;
		op.src = N_PTR(got);
		tag[*sizes - 1] ^= 1;
		assert_errno(EBADMSG, n_op(fd, &op));
		assert_all(got, 0, 100);
	}
}

static void gcm_works_with_every_tag_size(void **state)
{
	static const uint8_t sizes[] = { 4, 8, 12, 13, 14, 15, 16, 0 };

	n_need(t_fd(state), "gcm(aes)");
	all_tags(t_fd(state), "gcm(aes)", sizes);
}

static void ccm_works_with_every_tag_size(void **state)
{
	static const uint8_t sizes[] = { 4, 6, 8, 10, 12, 14, 16, 0 };

	n_need(t_fd(state), "ccm(aes)");
	all_tags(t_fd(state), "ccm(aes)", sizes);
}

static void ccm_works_with_nonces_of_7_to_13_bytes(void **state)
{
	struct t_aead a = { key, 16, nonce, 0, text, 13, 16 };
	struct devcrypto_op op;
	uint8_t tag[16];
	uint32_t id;

	n_need(t_fd(state), "ccm(aes)");
	id = n_cipher_ok(t_fd(state), "ccm(aes)", key, 16);
	for (a.ivlen = 7; a.ivlen <= 13; a.ivlen++) {
		t_note("nonce of %zu bytes", a.ivlen);
		assert_ok(n_ref_seal("ccm(aes)", &a, text, 100, want));
		op = n_text(id, DEVCRYPTO_OP_ENCRYPT, nonce, a.ivlen, text, 100,
			    got);
		op.aad = N_PTR(text);
		op.aad_len = 13;
		op.tag = N_PTR(tag);
		assert_ok(n_op(t_fd(state), &op));
		assert_bytes(got, want, 100);
		assert_bytes(tag, want + 100, 16);
	}
}

static void iv_of_any_other_length_is_einval(void **state)
{
	const struct devcrypto_algorithm *rows;
	struct devcrypto_op op;
	unsigned int len;
	size_t n, i;

	rows = n_rows_ok(t_fd(state), &n);
	for (i = 0; i < n; i++) {
		bool ccm = !strcmp(rows[i].name, "ccm(aes)");
		bool crypt = rows[i].type <= DEVCRYPTO_TYPE_AEAD;
		uint32_t id;

		if (rows[i].type == DEVCRYPTO_TYPE_HASH)
			id = n_mac_ok(t_fd(state), rows[i].name, NULL, 0);
		else if (rows[i].type == DEVCRYPTO_TYPE_MAC)
			id = n_mac_ok(t_fd(state), rows[i].name, key,
				      rows[i].key_min);
		else
			id = n_cipher_ok(t_fd(state), rows[i].name, key,
					 rows[i].key_min);
		for (len = 0; len <= 255; len++) {
			t_note("%s, IV of %u bytes", rows[i].name, len);
			if (len == rows[i].iv ||
			    (ccm && ((len >= 7 && len <= 13) || len == 16)))
				continue;
			op = n_text(id,
				    crypt ? DEVCRYPTO_OP_ENCRYPT :
					    DEVCRYPTO_OP_DIGEST,
				    nonce, len, text, 64, crypt ? got : NULL);
			op.iv_len = len;
			op.tag = N_PTR(want);
			assert_errno(EINVAL, n_op(t_fd(state), &op));
		}
		n_destroy_ok(t_fd(state), id);
	}
}

static void text_too_long_for_a_ccm_nonce_is_emsgsize(void **state)
{
	struct devcrypto_op op;
	uint8_t tag[16];
	uint32_t id;

	n_need(t_fd(state), "ccm(aes)");
	id = n_cipher_ok(t_fd(state), "ccm(aes)", key, 16);
	op = n_text(id, DEVCRYPTO_OP_ENCRYPT, nonce, 13, text, 65536, got);
	op.tag = N_PTR(tag);
	assert_errno(EMSGSIZE, n_op(t_fd(state), &op));
	op.len = 65535;
	assert_ok(n_op(t_fd(state), &op));
	op.iv_len = 12;
	op.len = 65537;
	assert_ok(n_op(t_fd(state), &op));
}

/* A cut MAC is compared in its own length and no more. */
static void cut_mac_is_given_and_verified(void **state)
{
	struct devcrypto_session arg = n_mac("hmac(sha256)", key, 20);
	struct devcrypto_op op;
	uint8_t tag[40];

	assert_ok(n_ref_hash("hmac(sha256)", key, 20, text, 100, want));
	for (arg.tag_len = 1; arg.tag_len <= 32; arg.tag_len++) {
		t_note("%u bytes", arg.tag_len);
		op = n_digest(n_create_ok(t_fd(state), arg),
			      DEVCRYPTO_OP_DIGEST, text, 100, tag);
		memset(tag, 0xee, sizeof(tag));
		assert_ok(n_op(t_fd(state), &op));
		assert_bytes(tag, want, arg.tag_len);
		assert_all(tag + arg.tag_len, 0xee, 40 - arg.tag_len);
		op.op = DEVCRYPTO_OP_VERIFY;
		assert_ok(n_op(t_fd(state), &op));
		tag[0] ^= 1;
		assert_errno(EBADMSG, n_op(t_fd(state), &op));
	}
}

static int load(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < T_ARRAY_SIZE(files); i++)
		vectors[i] = t_vectors_load_ok(files[i]);
	t_fill(key, sizeof(key), 1);
	t_fill(text, sizeof(text), 2);
	return 0;
}

static int unload(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < T_ARRAY_SIZE(files); i++)
		t_vectors_free(vectors[i]);
	return 0;
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, t_setup, t_teardown)
#define WEAK(f) cmocka_unit_test_setup_teardown(f, allow_weak, forbid_weak)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WEAK(vectors_are_right_out_of_place),
		WEAK(vectors_are_right_in_place),
		WEAK(vectors_are_right_on_a_copy),
		TEST(xcbc_gives_the_answers_of_its_rfc),
		WEAK(everything_listed_is_as_openssl_says),
		TEST(gcm_works_with_every_tag_size),
		TEST(ccm_works_with_every_tag_size),
		TEST(ccm_works_with_nonces_of_7_to_13_bytes),
		TEST(iv_of_any_other_length_is_einval),
		TEST(text_too_long_for_a_ccm_nonce_is_emsgsize),
		TEST(cut_mac_is_given_and_verified),
	};

	return cmocka_run_group_tests_name("native known answers", tests, load,
					   unload);
}
