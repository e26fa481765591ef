// SPDX-License-Identifier: MIT
/*
 * Buffers of every size at every offset from the end of memory.
 *
 * Source and destination live in two arenas that end at a page which cannot
 * be touched.  For each size and a choice of offsets the same operation runs
 * from one arena to the other, in place, and with a destination that overlaps
 * the source from either side; the result must always be that of a copied
 * source, and the bytes around the destination must stay.
 */
#include "t.h"

#define MAX_LEN (1048576 + 64)
#define MARGIN 80 /* bytes looked at on either side of a destination */
#define MAX_TAG 20
#define OFFSETS 64

static const uint8_t key[32] = "thirty-two bytes of key material";
static uint8_t iv[16] = "initial vectors";
static uint8_t aad[13] = "header fields";

/* The text, always the same, and the two arenas, each with its end. */
static uint8_t *text, *arena[2], *end[2];

/* One kind of operation and what it has to give for one size. */
struct kind {
	size_t step; /* lengths are multiples of this */
	bool has_dst;
	/* Runs the operation on in_len bytes. */
	int (*run)(const struct kind *k, uint16_t flags, const void *src,
		   void *dst, void *mac);
	/* Sets the four fields below for texts of len bytes. */
	void (*expect)(struct kind *k, size_t len);
	size_t in_len, out_len;
	const uint8_t *in;
	uint8_t *out;
	uint8_t mac[MAX_TAG + 12];
	size_t mac_len;

	int fd;
	uint32_t ses;
	uint16_t op;
	const struct t_alg *alg, *mac_alg;
	uint8_t *sealed;
};

/* -------------------------------------------------- one layout of buffers */

/* Where things are in one operation; bytes around dst are known. */
struct layout {
	uint8_t *src, *dst;
	size_t behind; /* bytes between the end of dst and the end of memory */
};

static void paint(const struct kind *k, const struct layout *l)
{
	size_t behind = l->behind < MARGIN ? l->behind : MARGIN;

	if (k->has_dst)
		memset(l->dst - MARGIN, 0xee, MARGIN + k->out_len + behind);
	memcpy(l->src, k->in, k->in_len);
}

static bool overlapping(const struct kind *k, const struct layout *l)
{
	return l->src < l->dst + k->out_len + MARGIN &&
	       l->dst < l->src + k->in_len + MARGIN;
}

/* The margins, as far as the source does not reach into them. */
static void check_margins(const struct kind *k, const struct layout *l)
{
	size_t behind = l->behind < MARGIN ? l->behind : MARGIN;
	const uint8_t *after = l->dst + k->out_len, *stop = after + behind;

	if (overlapping(k, l) && after < l->src + k->in_len)
		after = l->src + k->in_len;
	if (after < stop)
		assert_all(after, 0xee, stop - after);
	if (!overlapping(k, l) || l->src >= l->dst)
		assert_all(l->dst - MARGIN, 0xee, MARGIN);
}

static void check(const struct kind *k, const struct layout *l, uint16_t flags)
{
	uint8_t mac[sizeof(k->mac)];

	t_note("%zu bytes, source %#lx, destination %#lx, flags %#x", k->in_len,
	       (unsigned long)l->src & 0xfff, (unsigned long)l->dst & 0xfff,
	       flags);
	paint(k, l);
	assert_ok(k->run(k, flags, l->src, l->dst, mac));
	if (k->mac_len)
		assert_bytes(mac, k->mac, k->mac_len);
	if (k->has_dst) {
		assert_bytes(l->dst, k->out, k->out_len);
		check_margins(k, l);
	}
	if (!k->has_dst || !overlapping(k, l))
		assert_bytes(l->src, k->in, k->in_len);
}

static void check_both(const struct kind *k, const struct layout *l)
{
	check(k, l, 0);
	check(k, l, COP_FLAG_NO_ZC);
}

/* From one arena to the other, each so many bytes before its end. */
static void apart(const struct kind *k, size_t src_offset, size_t dst_offset)
{
	struct layout l = {
		.src = end[0] - src_offset - k->in_len,
		.dst = end[1] - dst_offset - k->out_len,
		.behind = dst_offset,
	};

	check_both(k, &l);
}

/* In one arena, the destination shift bytes behind the source (or before). */
static void together(const struct kind *k, size_t offset, long shift)
{
	size_t src_end = (shift < 0 ? -shift : 0) + k->in_len;
	size_t dst_end = (shift > 0 ? shift : 0) + k->out_len;
	size_t span = src_end > dst_end ? src_end : dst_end;
	uint8_t *start = end[1] - offset - span;
	struct layout l = {
		.src = start + (shift < 0 ? -shift : 0),
		.dst = start + (shift > 0 ? shift : 0),
		.behind = offset + span - dst_end,
	};

	if (k->has_dst)
		check_both(k, &l);
}

/* ---------------------------------------------------------------- sweeps */

static void sweep_offsets(struct kind *k, size_t len, unsigned int turn)
{
	static const int shifts[] = { 1, 16, 17, 3, 64, 4095, 15, 4096, 33 };
	int shift = shifts[turn % T_ARRAY_SIZE(shifts)];
	unsigned int a = turn * 7 % OFFSETS, b = (turn * 29 + 5) % OFFSETS;

	k->expect(k, len);
	apart(k, 0, 0);
	apart(k, a, b);
	together(k, b, 0);
	together(k, a, turn % 2 ? shift : -shift);
	if (len > 65536 + 17)
		return;
	apart(k, 0, turn % OFFSETS);
	apart(k, turn % OFFSETS, 0);
	together(k, 0, 0);
	together(k, 0, turn % 2 ? -shift : shift);
}

static void all_small_sizes(struct kind *k)
{
	unsigned int turn = 0;
	size_t len;

	for (len = 0; len <= 600; len += k->step)
		sweep_offsets(k, len, turn++);
	/* 37 has no factor in common with a block or a page. */
	for (len = 601; len <= 4096 + 17; len += 37)
		sweep_offsets(k, len / k->step * k->step, turn++);
}

static void neighbours_of_page_multiples(struct kind *k)
{
	static const size_t sizes[] = { 4096, 8192, 65536, 1048576 };
	static const int near[] = { 0, -16, 16, -1, 1, 17 };
	unsigned int turn = 11;
	size_t i, j;

	for (i = 0; i < T_ARRAY_SIZE(sizes); i++)
		for (j = 0; j < T_ARRAY_SIZE(near); j++)
			if (!((sizes[i] + near[j]) % k->step))
				sweep_offsets(k, sizes[i] + near[j], turn++);
}

static void all_offsets(struct kind *k)
{
	static const size_t sizes[] = { 16, 48, 4080, 4096, 4112, 8192 };
	unsigned int offset;
	size_t i;

	for (i = 0; i < T_ARRAY_SIZE(sizes); i++) {
		k->expect(k, sizes[i]);
		for (offset = 0; offset < OFFSETS; offset++) {
			apart(k, offset, OFFSETS - 1 - offset);
			together(k, offset, 0);
		}
	}
}

static void sweep(struct kind *k)
{
	all_small_sizes(k);
	neighbours_of_page_multiples(k);
	all_offsets(k);
	free(k->out);
	free(k->sealed);
	t_session_free(k->fd, k->ses);
}

/* ---------------------------------------------------------- CIOCCRYPT */

static int run_crypt(const struct kind *k, uint16_t flags, const void *src,
		     void *dst, void *mac)
{
	return t_crypt(k->fd, k->ses, k->op, flags, src, k->in_len,
		       k->has_dst ? dst : NULL, mac, iv);
}

/* The start of the longest result is the result of a shorter text. */
static void expect_crypt(struct kind *k, size_t len)
{
	k->in = text;
	k->in_len = k->out_len = len;
	if (!k->mac_alg)
		return;
	k->mac_len = k->mac_alg->size;
	assert_ok(t_ref_hash(k->mac_alg, key, sizeof(key),
			     k->op == COP_ENCRYPT ? text : k->out, len,
			     k->mac));
}

static void sweep_crypt(void **state, const char *cipher, const char *mac,
			uint16_t op)
{
	struct kind k = { .run = run_crypt, .expect = expect_crypt, .op = op };
	size_t keylen = 0;

	k.fd = t_fd(state);
	k.step = 1;
	if (cipher) {
		k.alg = t_need(k.fd, cipher);
		k.has_dst = true;
		k.step = k.alg->block;
		keylen = k.alg->keys[0];
		k.out = malloc(MAX_LEN);
		assert_non_null(k.out);
		assert_ok(t_ref_cipher(k.alg, op == COP_ENCRYPT, key, keylen,
				       iv, text, MAX_LEN, k.out));
	}
	if (mac)
		k.mac_alg = t_need(k.fd, mac);
	k.ses = t_session_ok(k.fd, cipher ? k.alg->id : 0, key, keylen,
			     mac ? k.mac_alg->id : 0, key,
			     mac ? sizeof(key) : 0);
	sweep(&k);
}

static void cbc_encryption_is_right_at_page_edges(void **state)
{
	sweep_crypt(state, "cbc(aes)", NULL, COP_ENCRYPT);
}

static void cbc_decryption_is_right_at_page_edges(void **state)
{
	sweep_crypt(state, "cbc(aes)", NULL, COP_DECRYPT);
}

static void ctr_is_right_at_page_edges(void **state)
{
	sweep_crypt(state, "ctr(aes)", NULL, COP_ENCRYPT);
}

static void xts_encryption_is_right_at_page_edges(void **state)
{
	sweep_crypt(state, "xts(aes)", NULL, COP_ENCRYPT);
}

static void xts_decryption_is_right_at_page_edges(void **state)
{
	sweep_crypt(state, "xts(aes)", NULL, COP_DECRYPT);
}

static void null_is_right_at_page_edges(void **state)
{
	sweep_crypt(state, "ecb(cipher_null)", NULL, COP_ENCRYPT);
}

static void sha256_is_right_at_page_edges(void **state)
{
	sweep_crypt(state, NULL, "sha256", COP_ENCRYPT);
}

static void cbc_with_hmac_encryption_is_right_at_page_edges(void **state)
{
	sweep_crypt(state, "cbc(aes)", "hmac(sha1)", COP_ENCRYPT);
}

static void cbc_with_hmac_decryption_is_right_at_page_edges(void **state)
{
	sweep_crypt(state, "cbc(aes)", "hmac(sha1)", COP_DECRYPT);
}

/* ------------------------------------------------------- CIOCAUTHCRYPT */

static int run_auth(const struct kind *k, uint16_t flags, const void *src,
		    void *dst, void *mac)
{
	struct crypt_auth_op op = {
		.ses = k->ses,
		.op = k->op,
		.flags = flags,
		.len = k->in_len,
		.auth_len = sizeof(aad),
		.auth_src = aad,
		.src = (void *)src,
		.dst = dst,
		.iv = iv,
	};

	(void)mac;
	if (t_auth(k->fd, &op))
		return -1;
	assert_int_equal(op.len, k->out_len);
	return 0;
}

static void expect_auth(struct kind *k, size_t len)
{
	struct t_aead a = {
		.key = key,
		.keylen = 16,
		.iv = iv,
		.ivlen = 12,
		.aad = aad,
		.aadlen = sizeof(aad),
		.taglen = 16,
	};

	assert_ok(t_ref_seal(k->alg, &a, text, len, k->sealed));
	if (k->op == COP_ENCRYPT) {
		k->in = text;
		k->in_len = len;
		memcpy(k->out, k->sealed, len + 16);
		k->out_len = len + 16;
	} else {
		k->in = k->sealed;
		k->in_len = len + 16;
		memcpy(k->out, text, len);
		k->out_len = len;
	}
}

static void sweep_gcm(void **state, uint16_t op)
{
	struct kind k = {
		.step = 1,
		.has_dst = true,
		.run = run_auth,
		.expect = expect_auth,
		.op = op,
		.fd = t_fd(state),
	};

	k.alg = t_need(k.fd, "gcm(aes)");
	k.ses = t_cipher_ok(k.fd, k.alg->id, key, 16);
	k.out = malloc(MAX_LEN + 16);
	k.sealed = malloc(MAX_LEN + 16);
	assert_non_null(k.out);
	assert_non_null(k.sealed);
	sweep(&k);
}

static void gcm_sealing_is_right_at_page_edges(void **state)
{
	sweep_gcm(state, COP_ENCRYPT);
}

static void gcm_opening_is_right_at_page_edges(void **state)
{
	sweep_gcm(state, COP_DECRYPT);
}

/* ----------------------------------------------------------------- main */

static int make_arenas(void **state)
{
	size_t size = MAX_LEN + 3 * t_page_size();
	int i;

	text = malloc(MAX_LEN);
	if (!text)
		return -1;
	t_fill(text, MAX_LEN, 7);
	for (i = 0; i < 2; i++) {
		arena[i] = t_guard_alloc(size, 0);
		end[i] = arena[i] + size;
	}
	return t_setup(state);
}

static int free_arenas(void **state)
{
	t_guard_free(arena[0]);
	t_guard_free(arena[1]);
	free(text);
	return t_teardown(state);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(cbc_encryption_is_right_at_page_edges),
		cmocka_unit_test(cbc_decryption_is_right_at_page_edges),
		cmocka_unit_test(ctr_is_right_at_page_edges),
		cmocka_unit_test(xts_encryption_is_right_at_page_edges),
		cmocka_unit_test(xts_decryption_is_right_at_page_edges),
		cmocka_unit_test(null_is_right_at_page_edges),
		cmocka_unit_test(gcm_sealing_is_right_at_page_edges),
		cmocka_unit_test(gcm_opening_is_right_at_page_edges),
		cmocka_unit_test(sha256_is_right_at_page_edges),
		cmocka_unit_test(
			cbc_with_hmac_encryption_is_right_at_page_edges),
		cmocka_unit_test(
			cbc_with_hmac_decryption_is_right_at_page_edges),
	};

	return cmocka_run_group_tests_name("page edges", tests, make_arenas,
					   free_arenas);
}
