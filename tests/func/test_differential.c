// SPDX-License-Identifier: MIT
/*
 * Random operations of all algorithms, each compared with OpenSSL's result.
 *
 * The seed is printed and can be given as T_SEED; T_OPS is the number of
 * operations.  Sessions live for many operations, so what one leaves behind
 * (a running hash, an IV, a tag size) meets the next.
 */
#include "t.h"

#define MAX_LEN (200 * 1024)
#define MAX_AAD 65536
#define SLACK 4096 /* room for the offset of a buffer */
#define OPERATIONS 3000

/* One session of each algorithm, and what the test knows of it. */
struct slot {
	const struct t_alg *alg;
	uint32_t ses;
	uint8_t key[64];
	size_t keylen;
	bool iv_known;
	uint8_t iv[16]; /* left behind by the last operation */
	size_t hashed; /* bytes of running_text in the running hash */
};

static struct t_random rnd;
static struct slot slots[32];
static size_t n_slots;
static uint8_t *text, *want, *arena[2], *aad;

static uint32_t below(uint32_t bound)
{
	return t_random_below(&rnd, bound);
}

/* Mostly short, often near a page, sometimes as long as it gets. */
static size_t any_length(void)
{
	switch (below(16)) {
	case 0:
		return below(MAX_LEN + 1);
	case 1:
	case 2:
		return below(20000);
	case 3:
	case 4:
		return 4096 * (1 + below(4)) - 20 + below(40);
	case 5:
		return below(2);
	default:
		return below(600);
	}
}

static uint16_t any_zc(void)
{
	return below(3) ? 0 : COP_FLAG_NO_ZC;
}

/* ------------------------------------------------------------- sessions */

static void renew(struct slot *s, int fd)
{
	const struct t_alg *alg = s->alg;
	size_t n = 0;

	if (s->ses)
		t_session_free(fd, s->ses);
	while (n < T_ARRAY_SIZE(alg->keys) && alg->keys[n])
		n++;
	s->keylen = n ? alg->keys[below(n)] : 0;
	if (alg->type == T_MAC)
		s->keylen = below(65);
	t_random_fill(&rnd, s->key, sizeof(s->key));
	if (alg->type == T_HASH || alg->type == T_MAC)
		s->ses = t_mac_ok(fd, alg->id, s->key, s->keylen);
	else
		s->ses = t_cipher_ok(fd, alg->id, s->key, s->keylen);
	s->iv_known = false;
	s->hashed = 0;
}

static void make_slots(int fd)
{
	const struct t_alg *alg;

	memset(slots, 0, sizeof(slots));
	n_slots = 0;
	for (alg = t_algs; alg->name; alg++) {
		if (!t_have(fd, alg)) {
			print_message("without %s\n", alg->name);
			continue;
		}
		slots[n_slots].alg = alg;
		renew(&slots[n_slots++], fd);
	}
	assert_true(n_slots > 15);
}

/* ----------------------------------------------------------- operations */

/* Places for a source and a destination: apart, the same, overlapping. */
static void any_places(uint8_t **src, uint8_t **dst)
{
	*src = arena[0] + below(SLACK);
	switch (below(4)) {
	case 0:
		*dst = arena[1] + below(SLACK);
		break;
	case 1:
		*dst = arena[0] + below(SLACK);
		break;
	default:
		*dst = *src;
	}
}

static void run_cipher(struct slot *s, int fd)
{
	uint16_t op = below(2), flags = any_zc();
	size_t len = any_length() / s->alg->block * s->alg->block;
	uint8_t iv[16], *src, *dst;
	bool go_on = s->iv_known && !below(3);

	any_places(&src, &dst);
	t_random_fill(&rnd, iv, sizeof(iv));
	if (go_on)
		memcpy(iv, s->iv, sizeof(iv));
	if (!go_on && below(2))
		flags |= COP_FLAG_WRITE_IV;
	t_note("%s op %u flags %#x len %zu src %p dst %p%s", s->alg->name, op,
	       flags, len, (void *)src, (void *)dst, go_on ? " goes on" : "");
	assert_ok(t_ref_cipher(s->alg, op == COP_ENCRYPT, s->key, s->keylen, iv,
			       text, len, want));
	memcpy(src, text, len);
	assert_ok(t_crypt(fd, s->ses, op, flags, src, len, dst, NULL,
			  go_on ? NULL : iv));
	assert_bytes(dst, want, len);
	s->iv_known = len && (flags & COP_FLAG_WRITE_IV);
	memcpy(s->iv, iv, sizeof(iv));
}

static void run_one_shot(struct slot *s, int fd)
{
	uint8_t mac[64], right[64], *src = arena[0] + below(SLACK);
	uint16_t flags = any_zc() | (below(4) ? 0 : COP_FLAG_RESET);
	size_t len = any_length();

	t_note("%s one-shot flags %#x len %zu", s->alg->name, flags, len);
	memcpy(src, text, len);
	assert_ok(t_ref_hash(s->alg, s->key, s->keylen, text, len, right));
	assert_ok(t_crypt(fd, s->ses, below(2), flags, src, len, NULL, mac,
			  NULL));
	assert_bytes(mac, right, s->alg->size);
	if (flags & COP_FLAG_RESET)
		s->hashed = 0;
}

/* The running hash of every session is over the start of the one text. */
static void run_part(struct slot *s, int fd)
{
	uint8_t mac[64], right[64], *src = arena[0] + below(SLACK);
	uint16_t flags = any_zc() |
			 (below(3) ? COP_FLAG_UPDATE : COP_FLAG_FINAL);
	size_t len = any_length();

	if (len > MAX_LEN - s->hashed)
		len = MAX_LEN - s->hashed;
	t_note("%s part flags %#x len %zu after %zu", s->alg->name, flags, len,
	       s->hashed);
	memcpy(src, text + s->hashed, len);
	assert_ok(t_hash(fd, s->ses, flags, src, len, mac));
	s->hashed += len;
	if (len && !(flags & COP_FLAG_FINAL))
		return;
	assert_ok(
		t_ref_hash(s->alg, s->key, s->keylen, text, s->hashed, right));
	assert_bytes(mac, right, s->alg->size);
	s->hashed = 0;
}

/* A copy must end as the session itself would. */
static void run_copy(struct slot *s, int fd)
{
	uint32_t copy = t_mac_ok(fd, s->alg->id, s->key, s->keylen);
	uint8_t mac[64], right[64];

	t_note("%s copy after %zu", s->alg->name, s->hashed);
	assert_ok(t_copy_hash(fd, copy, s->ses));
	assert_ok(t_hash(fd, copy, COP_FLAG_FINAL, NULL, 0, mac));
	assert_ok(
		t_ref_hash(s->alg, s->key, s->keylen, text, s->hashed, right));
	assert_bytes(mac, right, s->alg->size);
	t_session_free(fd, copy);
}

static void run_hash(struct slot *s, int fd)
{
	switch (below(6)) {
	case 0:
	case 1:
		run_one_shot(s, fd);
		break;
	case 2:
		run_copy(s, fd);
		break;
	default:
		run_part(s, fd);
	}
}

static void any_aead(const struct slot *s, struct t_aead *a, uint8_t *iv)
{
	static const uint8_t gcm_tags[] = { 4, 8, 12, 13, 14, 15, 16, 16 };
	bool ccm = s->alg->id == CRYPTO_AES_CCM;

	t_random_fill(&rnd, iv, 16);
	a->key = s->key;
	a->keylen = s->keylen;
	a->iv = iv;
	a->ivlen = ccm ? 7 + below(7) : 12;
	a->aad = aad;
	a->aadlen = below(8) ? below(64) : below(MAX_AAD + 1);
	a->taglen = ccm ? 4 + 2 * below(7) : gcm_tags[below(8)];
}

static struct crypt_auth_op aead_call(const struct slot *s, uint16_t op,
				      const struct t_aead *a)
{
	struct crypt_auth_op arg = {
		.ses = s->ses,
		.op = op,
		.flags = any_zc(),
		.auth_len = a->aadlen,
		.auth_src = (void *)a->aad,
		.tag_len = a->taglen,
		.iv = (void *)a->iv,
		.iv_len = a->ivlen,
	};

	return arg;
}

static void run_seal(struct slot *s, int fd)
{
	size_t len = any_length();
	struct crypt_auth_op op;
	struct t_aead a;
	uint8_t iv[16];

	/* A nonce of 13 bytes leaves CCM a length of two bytes. */
	any_aead(s, &a, iv);
	if (s->alg->id == CRYPTO_AES_CCM && a.ivlen == 13)
		len %= 65536;
	op = aead_call(s, COP_ENCRYPT, &a);
	any_places(&op.src, &op.dst);
	op.len = len;
	t_note("%s seal len %zu aad %zu tag %zu flags %#x", s->alg->name, len,
	       a.aadlen, a.taglen, op.flags);
	assert_ok(t_ref_seal(s->alg, &a, text, len, want));
	memcpy(op.src, text, len);
	assert_ok(t_auth(fd, &op));
	assert_bytes(op.dst, want, len + a.taglen);
	assert_int_equal(op.len, len + a.taglen);
}

/* One in four is changed in a bit: of text, tag, associated data or IV. */
static bool spoil(struct crypt_auth_op *op, const struct t_aead *a)
{
	uint8_t *at = op->src + below(op->len);

	if (below(4))
		return false;
	if (!below(3))
		at = (uint8_t *)a->iv + below(a->ivlen);
	*at ^= 1 << below(8);
	return true;
}

static void run_open(struct slot *s, int fd)
{
	size_t len = any_length() % 65536;
	struct crypt_auth_op op;
	struct t_aead a;
	uint8_t iv[16];

	any_aead(s, &a, iv);
	op = aead_call(s, COP_DECRYPT, &a);
	any_places(&op.src, &op.dst);
	op.len = len + a.taglen;
	t_note("%s open len %zu aad %zu tag %zu flags %#x", s->alg->name, len,
	       a.aadlen, a.taglen, op.flags);
	assert_ok(t_ref_seal(s->alg, &a, text, len, want));
	memcpy(op.src, want, op.len);
	if (spoil(&op, &a)) {
		assert_errno(EBADMSG, t_auth(fd, &op));
		assert_all(op.dst, 0, len);
		return;
	}
	assert_ok(t_auth(fd, &op));
	assert_bytes(op.dst, text, len);
	assert_int_equal(op.len, len);
}

static void run_aead(struct slot *s, int fd)
{
	if (below(2))
		run_seal(s, fd);
	else
		run_open(s, fd);
}

static void run_any(int fd)
{
	struct slot *s = &slots[below(n_slots)];

	if (!below(20))
		renew(s, fd);
	switch (s->alg->type) {
	case T_CIPHER:
		run_cipher(s, fd);
		break;
	case T_AEAD:
		run_aead(s, fd);
		break;
	default:
		run_hash(s, fd);
	}
}

static void random_operations_are_as_openssl_says(void **state)
{
	const char *ops = getenv("T_OPS");
	long n = ops ? atol(ops) : OPERATIONS, i;

	t_random_init(&rnd, t_seed());
	t_weak_ok(true);
	make_slots(t_fd(state));
	for (i = 0; i < n; i++)
		run_any(t_fd(state));
	print_message("%ld operations, %zu algorithms\n", n, n_slots);
}

static int setup(void **state)
{
	text = malloc(MAX_LEN);
	want = malloc(MAX_LEN + 16);
	aad = malloc(MAX_AAD);
	arena[0] = malloc(MAX_LEN + SLACK + 16);
	arena[1] = malloc(MAX_LEN + SLACK + 16);
	if (!text || !want || !aad || !arena[0] || !arena[1])
		return -1;
	t_fill(text, MAX_LEN, t_seed() + 1);
	t_fill(aad, MAX_AAD, t_seed() + 2);
	return t_setup(state);
}

static int teardown(void **state)
{
	free(text);
	free(want);
	free(aad);
	free(arena[0]);
	free(arena[1]);
	t_param_write("weak", "N");
	return t_teardown(state);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_operations_are_as_openssl_says),
	};

	return cmocka_run_group_tests_name("differential", tests, setup,
					   teardown);
}
