// SPDX-License-Identifier: MIT
/*
 * The parts of the harness that the guest's suites rely on, and the files of
 * known answers against OpenSSL: so a mistyped vector is found without a
 * guest, and the harness's memory errors by the sanitizers.
 */
#include "t.h"

#include <signal.h>
#include <sys/wait.h>

static void hex_is_read_with_and_without_blanks(void **state)
{
	uint8_t out[4];

	(void)state;
	assert_int_equal(t_unhex(out, 4, "00fF 10\ta5"), 4);
	assert_memory_equal(out, "\x00\xff\x10\xa5", 4);
	assert_int_equal(t_unhex(out, 4, ""), 0);
}

static void what_is_no_hex_is_refused(void **state)
{
	uint8_t out[4];

	(void)state;
	assert_int_equal(t_unhex(out, 4, "0"), -1);
	assert_int_equal(t_unhex(out, 4, "0g"), -1);
	assert_int_equal(t_unhex(out, 4, "0 0"), -1);
	assert_int_equal(t_unhex(out, 4, "0001020304"), -1);
}

static void random_numbers_depend_on_the_seed_alone(void **state)
{
	uint8_t a[100], b[100], c[100];

	(void)state;
	t_fill(a, sizeof(a), 5);
	t_fill(b, sizeof(b), 5);
	t_fill(c, sizeof(c), 6);
	assert_memory_equal(a, b, sizeof(a));
	assert_memory_not_equal(a, c, sizeof(a));
}

static void random_numbers_stay_below_their_bound(void **state)
{
	struct t_random rnd;
	unsigned int seen = 0, i;

	(void)state;
	t_random_init(&rnd, 1);
	for (i = 0; i < 1000; i++) {
		uint32_t n = t_random_below(&rnd, 7);

		assert_in_range(n, 0, 6);
		seen |= 1U << n;
	}
	assert_int_equal(seen, 0x7f);
	assert_int_equal(t_random_below(&rnd, 1), 0);
}

/* Whether touching a byte kills a child. */
static bool faults(volatile uint8_t *at)
{
	int status;
	pid_t pid = fork();

	if (!pid) {
		signal(SIGSEGV, SIG_DFL);
		*at = 1;
		_exit(0);
	}
	waitpid(pid, &status, 0);
	return WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV;
}

static void guarded_buffers_end_at_a_page_that_faults(void **state)
{
	uint8_t *buf = t_guard_alloc(5000, 0);

	(void)state;
	memset(buf, 1, 5000);
	assert_false(faults(buf + 4999));
	assert_true(faults(buf + 5000));
	t_guard_free(buf);
	buf = t_guard_alloc(100, 3);
	assert_false(faults(buf + 102));
	assert_true(faults(buf + 103));
	t_guard_free(buf);
	t_guard_free(NULL);
}

static void guarded_buffers_begin_behind_one_too(void **state)
{
	uint8_t *buf = t_guard_alloc(4096, 0);

	(void)state;
	assert_false(faults(buf));
	assert_true(faults(buf - 1));
	t_guard_free(buf);
}

/* Text to result and back, by OpenSSL. */
static int check_cipher(const struct t_vector *v, uint8_t *out)
{
	size_t len = v->text.len;

	if (len != v->result.len || v->iv.len != v->alg->ivsize ||
	    t_ref_cipher(v->alg, true, v->key.data, v->key.len, v->iv.data,
			 v->text.data, len, out) ||
	    memcmp(out, v->result.data, len))
		return -1;
	if (t_ref_cipher(v->alg, false, v->key.data, v->key.len, v->iv.data,
			 v->result.data, len, out))
		return -1;
	return memcmp(out, v->text.data, len);
}

static int check_hash(const struct t_vector *v, uint8_t *out)
{
	if (v->result.len != v->alg->size ||
	    t_ref_hash(v->alg, v->key.data, v->key.len, v->text.data,
		       v->text.len, out))
		return -1;
	return memcmp(out, v->result.data, v->alg->size);
}

static int check_aead(const struct t_vector *v, uint8_t *out)
{
	struct t_aead a = { v->key.data, v->key.len, v->iv.data, v->iv.len,
			    v->aad.data, v->aad.len, v->tag.len };
	uint8_t sealed[256];
	size_t len = v->result.len;

	memcpy(sealed, v->result.data, len);
	memcpy(sealed + len, v->tag.data, v->tag.len);
	if (v->bad)
		return !t_ref_open(v->alg, &a, sealed, len + v->tag.len, out);
	if (t_ref_open(v->alg, &a, sealed, len + v->tag.len, out) ||
	    len != v->text.len || memcmp(out, v->text.data, len) ||
	    t_ref_seal(v->alg, &a, v->text.data, len, out))
		return -1;
	return memcmp(out, sealed, len + v->tag.len);
}

static void check_file(const char *file)
{
	struct t_vectors *vectors = t_vectors_load_ok(file);
	size_t i;

	for (i = 0; i < vectors->n; i++) {
		const struct t_vector *v = &vectors->v[i];
		uint8_t *out = malloc(v->text.len + v->result.len + 64);
		int ret;

		assert_non_null(out);
		if (v->alg->type == T_CIPHER)
			ret = check_cipher(v, out);
		else if (v->alg->type == T_AEAD)
			ret = check_aead(v, out);
		else
			ret = check_hash(v, out);
		if (ret)
			fail_msg("%s:%d: OpenSSL says otherwise: %s", file,
				 v->line, v->name);
		free(out);
	}
	t_vectors_free(vectors);
}

static void known_answers_are_those_of_openssl(void **state)
{
	(void)state;
	check_file("cipher.txt");
	check_file("hash.txt");
	check_file("mac.txt");
	check_file("aead.txt");
}

static bool has_vector(const struct t_vectors *vectors, const struct t_alg *alg)
{
	size_t i;

	for (i = 0; i < vectors->n; i++)
		if (vectors->v[i].alg == alg)
			return true;
	return false;
}

static void every_algorithm_has_known_answers(void **state)
{
	static const char *const files[] = {
		[T_CIPHER] = "cipher.txt",
		[T_AEAD] = "aead.txt",
		[T_HASH] = "hash.txt",
		[T_MAC] = "mac.txt",
	};
	const struct t_alg *alg;

	(void)state;
	for (alg = t_algs; alg->name; alg++) {
		struct t_vectors *vectors = t_vectors_load_ok(files[alg->type]);

		if (!has_vector(vectors, alg))
			fail_msg("%s: none of %s", files[alg->type], alg->name);
		t_vectors_free(vectors);
	}
}

/* What was opened is not what was sealed: the reference must say so. */
static void reference_refuses_a_wrong_tag(void **state)
{
	const struct t_alg *alg = t_alg("gcm(aes)");
	uint8_t key[16] = { 1 }, iv[12] = { 2 }, out[20], back[20];
	struct t_aead a = { key, 16, iv, 12, NULL, 0, 16 };

	(void)state;
	assert_int_equal(t_ref_seal(alg, &a, "text", 4, out), 0);
	assert_int_equal(t_ref_open(alg, &a, out, 20, back), 0);
	assert_memory_equal(back, "text", 4);
	out[19] ^= 1;
	assert_int_equal(t_ref_open(alg, &a, out, 20, back), -1);
}

static void algorithms_are_found_by_name_and_number(void **state)
{
	(void)state;
	assert_int_equal(t_alg("sha256")->id, CRYPTO_SHA2_256);
	assert_string_equal(t_alg_by_id(CRYPTO_AES_XTS)->name, "xts(aes)");
	assert_null(t_alg("rot13"));
	assert_null(t_alg_by_id(0));
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(hex_is_read_with_and_without_blanks),
		cmocka_unit_test(what_is_no_hex_is_refused),
		cmocka_unit_test(random_numbers_depend_on_the_seed_alone),
		cmocka_unit_test(random_numbers_stay_below_their_bound),
		cmocka_unit_test(guarded_buffers_end_at_a_page_that_faults),
		cmocka_unit_test(guarded_buffers_begin_behind_one_too),
		cmocka_unit_test(known_answers_are_those_of_openssl),
		cmocka_unit_test(every_algorithm_has_known_answers),
		cmocka_unit_test(reference_refuses_a_wrong_tag),
		cmocka_unit_test(algorithms_are_found_by_name_and_number),
	};

	return cmocka_run_group_tests_name("harness", tests, NULL, NULL);
}
