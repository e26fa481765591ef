// SPDX-License-Identifier: MIT
/* Known answers of every hash and MAC through CIOCCRYPT and CIOCCPHASH. */
#include "t.h"

#define BEYOND 32 /* bytes behind a digest that must stay */
#define MANY 4096 /* longer texts are hashed in few pieces only */

static struct t_vectors *hashes, *macs;

static const struct t_vector *next(const struct t_alg *alg, size_t *at)
{
	struct t_vectors *from = alg->type == T_MAC ? macs : hashes;
	const struct t_vector *v;

	while (*at < from->n) {
		v = &from->v[(*at)++];
		if (v->alg == alg) {
			t_note("%s", v->name);
			return v;
		}
	}
	return NULL;
}

static uint32_t session(int fd, const struct t_vector *v)
{
	return t_mac_ok(fd, v->alg->id, v->key.data, v->key.len);
}

/* The operation gives the digest, all of it and nothing more. */
static void expect_digest(int fd, uint32_t ses, uint16_t op, uint16_t flags,
			  const void *src, size_t len, const struct t_vector *v)
{
	uint8_t mac[HASH_MAX_LEN + BEYOND];

	memset(mac, 0xee, sizeof(mac));
	assert_ok(t_crypt(fd, ses, op, flags, src, len, NULL, mac, NULL));
	assert_bytes(mac, v->result.data, v->alg->size);
	assert_all(mac + v->alg->size, 0xee, sizeof(mac) - v->alg->size);
}

static void vectors_agree_with_openssl(int fd, const struct t_alg *alg)
{
	const struct t_vector *v;
	size_t at = 0, seen = 0;

	(void)fd;
	for (; (v = next(alg, &at)); seen++) {
		uint8_t out[HASH_MAX_LEN];

		assert_int_equal(v->result.len, alg->size);
		assert_ok(t_ref_hash(alg, v->key.data, v->key.len, v->text.data,
				     v->text.len, out));
		assert_bytes(out, v->result.data, alg->size);
	}
	assert_int_not_equal(seen, 0);
}

static void one_shot_gives_the_known_answers(int fd, const struct t_alg *alg)
{
	static const uint16_t flags[] = {
		0,
		COP_FLAG_NO_ZC,
		COP_FLAG_WRITE_IV,
		COP_FLAG_RESET,
		COP_FLAG_NO_ZC | COP_FLAG_WRITE_IV | COP_FLAG_RESET,
		0,
	};
	const struct t_vector *v;
	size_t at = 0, i;

	while ((v = next(alg, &at))) {
		uint32_t ses = session(fd, v);

		for (i = 0; i < T_ARRAY_SIZE(flags); i++) {
			if (v->text.len > MANY && i > 1)
				break;
			expect_digest(fd, ses, COP_ENCRYPT, flags[i],
				      v->text.data, v->text.len, v);
			expect_digest(fd, ses, COP_ENCRYPT, flags[i],
				      v->text.data, v->text.len, v);
		}
		t_session_free(fd, ses);
	}
}

static void has_no_direction(int fd, const struct t_alg *alg)
{
	const struct t_vector *v;
	size_t at = 0;

	while ((v = next(alg, &at))) {
		uint32_t ses = session(fd, v);

		if (v->text.len <= MANY)
			expect_digest(fd, ses, COP_DECRYPT, 0, v->text.data,
				      v->text.len, v);
		t_session_free(fd, ses);
	}
}

static void update(int fd, uint32_t ses, const struct t_vector *v, size_t piece)
{
	size_t len = v->text.len, i, n;

	for (i = 0; i < len; i += n) {
		n = len - i < piece ? len - i : piece;
		assert_ok(t_hash(fd, ses, COP_FLAG_UPDATE, v->text.data + i, n,
				 NULL));
	}
}

/* As OpenSSL does it: no digest pointer with data, no data with FINAL. */
static void pieces_and_final_give_the_known_answers(int fd,
						    const struct t_alg *alg)
{
	static const size_t pieces[] = { 65536, 1, 7, 63, 64, 65, 128 };
	const struct t_vector *v;
	size_t at = 0, i;

	while ((v = next(alg, &at))) {
		uint32_t ses = session(fd, v);

		for (i = 0; i < T_ARRAY_SIZE(pieces); i++) {
			if (v->text.len > MANY && i)
				break;
			update(fd, ses, v, pieces[i]);
			expect_digest(fd, ses, COP_ENCRYPT, COP_FLAG_FINAL,
				      NULL, 0, v);
		}
		t_session_free(fd, ses);
	}
}

/* The last piece may come with FINAL, with or without UPDATE. */
static void final_takes_the_last_piece(int fd, const struct t_alg *alg)
{
	const struct t_vector *v;
	size_t at = 0;

	while ((v = next(alg, &at))) {
		size_t half = v->text.len / 2, rest = v->text.len - half;
		const uint8_t *text = v->text.data;
		uint32_t ses = session(fd, v);

		if (v->text.len > MANY || !half)
			continue;
		assert_ok(t_hash(fd, ses, COP_FLAG_UPDATE, text, half, NULL));
		expect_digest(fd, ses, COP_ENCRYPT, COP_FLAG_FINAL, text + half,
			      rest, v);
		assert_ok(t_hash(fd, ses, COP_FLAG_UPDATE, text, half, NULL));
		expect_digest(fd, ses, COP_ENCRYPT,
			      COP_FLAG_UPDATE | COP_FLAG_FINAL, text + half,
			      rest, v);
		t_session_free(fd, ses);
	}
}

static void reset_with_update_starts_anew(int fd, const struct t_alg *alg)
{
	const struct t_vector *v;
	size_t at = 0;

	while ((v = next(alg, &at))) {
		uint32_t ses = session(fd, v);

		if (v->text.len > MANY || !v->text.len)
			continue;
		assert_ok(t_hash(fd, ses, COP_FLAG_UPDATE, "refuse", 6, NULL));
		assert_ok(t_hash(fd, ses, COP_FLAG_UPDATE | COP_FLAG_RESET,
				 v->text.data, v->text.len, NULL));
		expect_digest(fd, ses, COP_ENCRYPT, COP_FLAG_FINAL, NULL, 0, v);
		t_session_free(fd, ses);
	}
}

/* As wolfSSL does it: a digest pointer is there, and nothing is written. */
static void update_leaves_the_digest_pointer_alone(int fd,
						   const struct t_alg *alg)
{
	uint8_t mac[HASH_MAX_LEN];
	size_t at = 0;
	const struct t_vector *v = next(alg, &at);
	uint32_t ses = session(fd, v);

	memset(mac, 0xee, sizeof(mac));
	assert_ok(t_hash(fd, ses, COP_FLAG_UPDATE, "text", 4, mac));
	assert_all(mac, 0xee, sizeof(mac));
}

static void copy_goes_on_beside_its_source(int fd, const struct t_alg *alg)
{
	const struct t_vector *v;
	size_t at = 0;

	while ((v = next(alg, &at))) {
		uint32_t ses = session(fd, v), copy = session(fd, v);
		size_t half = v->text.len / 2, rest = v->text.len - half;

		if (v->text.len > MANY || !half)
			continue;
		assert_ok(t_hash(fd, copy, COP_FLAG_UPDATE, "refuse", 6, NULL));
		assert_ok(t_hash(fd, ses, COP_FLAG_UPDATE, v->text.data, half,
				 NULL));
		assert_ok(t_copy_hash(fd, copy, ses));
		expect_digest(fd, copy, COP_ENCRYPT, COP_FLAG_FINAL,
			      v->text.data + half, rest, v);
		expect_digest(fd, ses, COP_ENCRYPT, COP_FLAG_FINAL,
			      v->text.data + half, rest, v);
		t_session_free(fd, ses);
		t_session_free(fd, copy);
	}
}

/* OpenSSL's engine asks for this before it uses a digest at all. */
static void copy_of_a_fresh_session_is_fresh(int fd, const struct t_alg *alg)
{
	const struct t_vector *v;
	size_t at = 0;

	while ((v = next(alg, &at))) {
		uint32_t ses = session(fd, v), copy = session(fd, v);

		if (v->text.len > MANY)
			continue;
		assert_ok(t_hash(fd, copy, COP_FLAG_UPDATE, "refuse", 6, NULL));
		assert_ok(t_copy_hash(fd, copy, ses));
		update(fd, copy, v, 64);
		expect_digest(fd, copy, COP_ENCRYPT, COP_FLAG_FINAL, NULL, 0,
			      v);
		t_session_free(fd, ses);
		t_session_free(fd, copy);
	}
}

static void copy_between_algorithms_is_einval(int fd, const struct t_alg *alg)
{
	const struct t_alg *other;
	uint8_t key[64];
	uint32_t ses, copy;

	t_fill(key, sizeof(key), 1);
	ses = t_mac_ok(fd, alg->id, key, alg->keys[0]);
	for (other = t_algs; other->name; other++) {
		if (other == alg || other->type < T_HASH || !t_have(fd, other))
			continue;
		t_note("to %s", other->name);
		copy = t_mac_ok(fd, other->id, key, other->keys[0]);
		assert_errno(EINVAL, t_copy_hash(fd, copy, ses));
		t_session_free(fd, copy);
	}
	assert_errno(EDEADLK, t_copy_hash(fd, ses, ses));
}

/* Every length of key that means something to HMAC, and the limits. */
static void takes_keys_up_to_512_bytes(int fd, const struct t_alg *alg)
{
	const size_t lens[] = { 0,	    1,
				alg->size,  alg->block - 1,
				alg->block, alg->block + 1,
				511,	    512 };
	uint8_t key[513], mac[HASH_MAX_LEN], want[HASH_MAX_LEN];
	uint32_t ses;
	size_t i;

	t_fill(key, sizeof(key), 1);
	for (i = 0; i < T_ARRAY_SIZE(lens); i++) {
		t_note("%zu bytes of key", lens[i]);
		ses = t_mac_ok(fd, alg->id, key, lens[i]);
		assert_ok(t_hash(fd, ses, 0, "text", 4, mac));
		assert_ok(t_ref_hash(alg, key, lens[i], "text", 4, want));
		assert_bytes(mac, want, alg->size);
		t_session_free(fd, ses);
	}
	assert_errno(EINVAL,
		     t_session(fd, 0, NULL, 0, alg->id, key, 513, &ses));
}

static void digest_ends_where_memory_ends(int fd, const struct t_alg *alg)
{
	uint8_t *mac = t_guard_alloc(alg->size, 0);
	size_t at = 0;
	const struct t_vector *v = next(alg, &at);
	uint32_t ses = session(fd, v);

	assert_ok(t_hash(fd, ses, 0, v->text.data, v->text.len, mac));
	assert_bytes(mac, v->result.data, alg->size);
	assert_errno(EFAULT,
		     t_hash(fd, ses, 0, v->text.data, v->text.len, mac + 1));
	t_guard_free(mac);
}

static void no_place_for_the_digest_is_efault(int fd, const struct t_alg *alg)
{
	size_t at = 0;
	const struct t_vector *v = next(alg, &at);
	uint32_t ses = session(fd, v);

	assert_errno(EFAULT, t_hash(fd, ses, 0, "text", 4, NULL));
	assert_errno(EFAULT, t_hash(fd, ses, COP_FLAG_FINAL, "text", 4, NULL));
	assert_errno(EFAULT, t_hash(fd, ses, COP_FLAG_UPDATE, NULL, 0, NULL));
	expect_digest(fd, ses, COP_ENCRYPT, 0, v->text.data, v->text.len, v);
}

static void weak_hashes_are_einval_unless_allowed(void **state)
{
	const struct t_alg *alg;
	uint32_t ses;

	for (alg = t_algs; alg->name; alg++) {
		if (!alg->weak || alg->type < T_HASH)
			continue;
		t_note("%s", alg->name);
		assert_errno(EINVAL, t_session(t_fd(state), 0, NULL, 0, alg->id,
					       "key", 3, &ses));
	}
}

static void named_but_absent_hashes_are_einval(void **state)
{
	static const uint32_t ids[] = {
		CRYPTO_MD5_KPDK,      CRYPTO_SHA1_KPDK,
		CRYPTO_AES_CBC, /* no hash */
		CRYPTO_ALGORITHM_ALL, 0xffffffff,
	};
	uint32_t ses;
	size_t i;

	for (i = 0; i < T_ARRAY_SIZE(ids); i++) {
		t_note("id %u", ids[i]);
		assert_errno(EINVAL, t_session(t_fd(state), 0, NULL, 0, ids[i],
					       "key", 3, &ses));
	}
}

/* The key of a hash that has none: read, so it must be there, and unused. */
static void key_of_a_plain_hash_is_ignored(void **state)
{
	const struct t_alg *alg = t_alg("sha256");
	uint8_t mac[32], want[32];
	int fd = t_fd(state);
	uint32_t ses;

	ses = t_mac_ok(fd, alg->id, "some key", 8);
	assert_ok(t_hash(fd, ses, 0, "text", 4, mac));
	assert_ok(t_ref_hash(alg, NULL, 0, "text", 4, want));
	assert_bytes(mac, want, sizeof(mac));
	assert_errno(EFAULT, t_session(fd, 0, NULL, 0, alg->id, NULL, 8, &ses));
}

static int run(void)
{
	static const struct t_case cases[] = {
		T_CASE(vectors_agree_with_openssl),
		T_CASE(one_shot_gives_the_known_answers),
		T_CASE(has_no_direction),
		T_CASE(pieces_and_final_give_the_known_answers),
		T_CASE(final_takes_the_last_piece),
		T_CASE(reset_with_update_starts_anew),
		T_CASE(update_leaves_the_digest_pointer_alone),
		T_CASE(copy_goes_on_beside_its_source),
		T_CASE(copy_of_a_fresh_session_is_fresh),
		T_CASE(copy_between_algorithms_is_einval),
		T_CASE(digest_ends_where_memory_ends),
		T_CASE(no_place_for_the_digest_is_efault),
	};
	static const struct t_case keyed[] = {
		T_CASE(takes_keys_up_to_512_bytes),
	};
	static const struct CMUnitTest others[] = {
		cmocka_unit_test(weak_hashes_are_einval_unless_allowed),
		cmocka_unit_test(named_but_absent_hashes_are_einval),
		cmocka_unit_test(key_of_a_plain_hash_is_ignored),
	};
	int ret;

	ret = t_run_matrix("hashes and MACs", 1 << T_HASH | 1 << T_MAC, cases,
			   T_ARRAY_SIZE(cases), others, T_ARRAY_SIZE(others));
	return ret + t_run_matrix("keys of MACs", 1 << T_MAC, keyed,
				  T_ARRAY_SIZE(keyed), NULL, 0);
}

int main(void)
{
	int ret;

	hashes = t_vectors_load_ok("hash.txt");
	macs = t_vectors_load_ok("mac.txt");
	ret = run();
	t_vectors_free(hashes);
	t_vectors_free(macs);
	return ret;
}
