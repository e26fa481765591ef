// SPDX-License-Identifier: MIT
/* Known answers of GCM and CCM through CIOCAUTHCRYPT. */
#include "t.h"

#define BEYOND 32 /* bytes behind a buffer that must stay */

static struct t_vectors *vectors;

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

static struct t_aead reference(const struct t_vector *v)
{
	struct t_aead a = {
		.key = v->key.data,
		.keylen = v->key.len,
		.iv = v->iv.data,
		.ivlen = v->iv.len,
		.aad = v->aad.data,
		.aadlen = v->aad.len,
		.taglen = v->tag.len,
	};

	return a;
}

/* The call for a vector; to and from are filled in by the test. */
static struct crypt_auth_op call(uint32_t ses, const struct t_vector *v,
				 uint16_t op)
{
	struct crypt_auth_op arg = {
		.ses = ses,
		.op = op,
		.len = v->result.len,
		.auth_len = v->aad.len,
		.auth_src = v->aad.data,
		.tag_len = v->tag.len,
		.iv = v->iv.data,
		.iv_len = v->iv.len,
	};

	if (op == COP_DECRYPT)
		arg.len += v->tag.len;
	return arg;
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

/* Ciphertext and tag of a vector, one behind the other. */
static uint8_t *sealed(const struct t_vector *v)
{
	uint8_t *buf = room(v->result.len + v->tag.len);

	memcpy(buf, v->result.data, v->result.len);
	memcpy(buf + v->result.len, v->tag.data, v->tag.len);
	return buf;
}

static void vectors_agree_with_openssl(int fd, const struct t_alg *alg)
{
	const struct t_vector *v;
	size_t at = 0, seen = 0;

	(void)fd;
	for (; (v = next(alg, &at)); seen++) {
		struct t_aead a = reference(v);
		size_t len = v->result.len + v->tag.len;
		uint8_t *want = sealed(v), *out = room(len);

		assert_int_equal(t_ref_open(alg, &a, want, len, out),
				 v->bad ? -1 : 0);
		if (!v->bad) {
			assert_bytes(out, v->text.data, v->text.len);
			assert_ok(t_ref_seal(alg, &a, v->text.data, v->text.len,
					     out));
			assert_bytes(out, want, len);
		}
		free(out);
		free(want);
	}
	assert_int_not_equal(seen, 0);
}

static void seal_vector(int fd, const struct t_vector *v, uint16_t flags,
			bool in_place)
{
	uint32_t ses = session(fd, v);
	struct crypt_auth_op op = call(ses, v, COP_ENCRYPT);
	size_t len = v->result.len + v->tag.len;
	uint8_t *want = sealed(v), *out = room(len);

	memcpy(out, v->text.data, in_place ? v->text.len : 0);
	op.flags = flags;
	op.src = in_place ? out : v->text.data;
	op.dst = out;
	assert_ok(t_auth(fd, &op));
	assert_bytes(out, want, len);
	assert_all(out + len, 0xee, BEYOND);
	assert_int_equal(op.len, len);
	assert_int_equal(op.tag_len, v->tag.len);
	assert_ptr_equal(op.tag, out + v->result.len);
	free(out);
	free(want);
	t_session_free(fd, ses);
}

static void seals_to_the_known_answers(int fd, const struct t_alg *alg)
{
	const struct t_vector *v;
	size_t at = 0;

	while ((v = next(alg, &at))) {
		if (v->bad)
			continue;
		seal_vector(fd, v, 0, false);
		seal_vector(fd, v, COP_FLAG_NO_ZC, false);
		seal_vector(fd, v, 0, true);
		seal_vector(fd, v, COP_FLAG_NO_ZC, true);
	}
}

/* Out of place only the text is written; in place the tag stays behind it. */
static void open_vector(int fd, const struct t_vector *v, uint16_t flags,
			bool in_place)
{
	uint32_t ses = session(fd, v);
	struct crypt_auth_op op = call(ses, v, COP_DECRYPT);
	size_t len = v->result.len;
	uint8_t *in = sealed(v), *out = in_place ? in : room(len + v->tag.len);

	op.flags = flags;
	op.src = in;
	op.dst = out;
	assert_ok(t_auth(fd, &op));
	assert_bytes(out, v->text.data, len);
	if (in_place)
		assert_bytes(out + len, v->tag.data, v->tag.len);
	else
		assert_all(out + len, 0xee, v->tag.len);
	assert_all(out + len + v->tag.len, 0xee, BEYOND);
	assert_int_equal(op.len, len);
	assert_int_equal(op.tag_len, v->tag.len);
	assert_ptr_equal(op.tag, out + len);
	if (!in_place)
		free(out);
	free(in);
	t_session_free(fd, ses);
}

static void opens_to_the_known_answers(int fd, const struct t_alg *alg)
{
	const struct t_vector *v;
	size_t at = 0;

	while ((v = next(alg, &at))) {
		if (v->bad)
			continue;
		open_vector(fd, v, 0, false);
		open_vector(fd, v, COP_FLAG_NO_ZC, false);
		open_vector(fd, v, 0, true);
		open_vector(fd, v, COP_FLAG_NO_ZC, true);
	}
}

/* EBADMSG; the text is zeroed, nothing else changes, nor does the argument. */
static void refuse(int fd, uint32_t ses, const struct t_vector *v,
		   const uint8_t *in, uint16_t flags)
{
	struct crypt_auth_op op = call(ses, v, COP_DECRYPT), before;
	uint8_t *out = room(v->result.len);

	op.flags = flags;
	op.src = (uint8_t *)in;
	op.dst = out;
	before = op;
	assert_errno(EBADMSG, t_auth(fd, &op));
	assert_all(out, 0, v->result.len);
	assert_all(out + v->result.len, 0xee, BEYOND);
	assert_memory_equal(&op, &before, sizeof(op));
	free(out);
}

static void bad_vectors_are_ebadmsg_and_give_zeros(int fd,
						   const struct t_alg *alg)
{
	const struct t_vector *v;
	size_t at = 0;

	while ((v = next(alg, &at))) {
		uint32_t ses = session(fd, v);
		uint8_t *in = sealed(v);

		if (v->bad) {
			refuse(fd, ses, v, in, 0);
			refuse(fd, ses, v, in, COP_FLAG_NO_ZC);
		}
		free(in);
		t_session_free(fd, ses);
	}
}

/* Every bit of ciphertext and tag of the first vector that has a text. */
static void any_flipped_bit_is_ebadmsg(int fd, const struct t_alg *alg)
{
	const struct t_vector *v;
	size_t at = 0, i, len;
	uint32_t ses;
	uint8_t *in;

	while ((v = next(alg, &at)) && (v->result.len < 16 || v->bad))
		;
	assert_non_null(v);
	ses = session(fd, v);
	in = sealed(v);
	len = v->result.len + v->tag.len;
	for (i = 0; i < len * 8; i++) {
		t_note("%s, bit %zu", v->name, i);
		in[i / 8] ^= 1 << i % 8;
		refuse(fd, ses, v, in, 0);
		in[i / 8] ^= 1 << i % 8;
	}
	free(in);
}

static void flipped_bit_of_aad_is_ebadmsg(int fd, const struct t_alg *alg)
{
	const struct t_vector *v;
	size_t at = 0;
	uint32_t ses;
	uint8_t *in;

	while ((v = next(alg, &at)) && (!v->aad.len || v->bad))
		;
	assert_non_null(v);
	ses = session(fd, v);
	in = sealed(v);
	v->aad.data[v->aad.len - 1] ^= 0x80;
	refuse(fd, ses, v, in, 0);
	v->aad.data[v->aad.len - 1] ^= 0x80;
	free(in);
	opens_to_the_known_answers(fd, alg);
}

int main(void)
{
	static const struct t_case cases[] = {
		T_CASE(vectors_agree_with_openssl),
		T_CASE(seals_to_the_known_answers),
		T_CASE(opens_to_the_known_answers),
		T_CASE(bad_vectors_are_ebadmsg_and_give_zeros),
		T_CASE(any_flipped_bit_is_ebadmsg),
		T_CASE(flipped_bit_of_aad_is_ebadmsg),
	};
	int ret;

	vectors = t_vectors_load_ok("aead.txt");
	ret = t_run_matrix("AEAD", 1 << T_AEAD, cases, T_ARRAY_SIZE(cases),
			   NULL, 0);
	t_vectors_free(vectors);
	return ret;
}
