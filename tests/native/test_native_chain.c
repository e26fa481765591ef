// SPDX-License-Identifier: MIT
/*
 * Cipher and MAC together, against the two steps by OpenSSL.
 * suites: sweep
 */
#include "n.h"

#define MAX_LEN 200000
#define MAX_AAD 65536

static const uint8_t key[32] = "the cipher's part of the session";
static const uint8_t mac_key[32] = "and the part of MAC.";
static const uint8_t iv[16] = "where it begins.";

struct pair {
	const char *cipher;
	size_t key_len, iv_len, block;
	const char *mac;
	size_t mac_len, tag_len;
};

static const struct pair pairs[] = {
	{ "cbc(aes)", 16, 16, 16, "hmac(sha256)", 32, 32 },
	{ "ctr(aes)", 32, 16, 1, "hmac(sha1)", 20, 20 },
	{ "xts(aes)", 32, 16, 16, "hmac(sha512)", 32, 64 },
	{ "cbc(aes)", 32, 16, 16, "cmac(aes)", 16, 16 },
	{ "chacha20", 32, 16, 1, "hmac(sha3-256)", 32, 32 },
	{ "ecb(cipher_null)", 0, 0, 1, "hmac(sha256)", 32, 32 },
};

/* Around nothing, a page and the windows that long requests are cut into. */
static const size_t lengths[] = { 0,	 1,	 15,	 16,	 17,	 64,
				  4079,	 4080,	 4095,	 4096,	 4097,	 4112,
				  16384, 65520,	 65535,	 65536,	 65537,	 65552,
				  69632, 131056, 131072, 131088, MAX_LEN };

/* A session and one operation of it, with what it has to give. */
struct chain {
	int fd;
	const struct pair *pair;
	uint32_t order, tag_len;
	struct devcrypto_op op;
	uint8_t tag[N_MAX_TAG + 32], want_tag[N_MAX_TAG];
};

static struct chain c;
static uint8_t text[MAX_LEN], aad[MAX_AAD], cipher[MAX_LEN];
static uint8_t out[MAX_LEN + 4096 + 32], both[MAX_AAD + MAX_LEN];

static bool start(int fd, const struct pair *pair, uint32_t order)
{
	struct devcrypto_session arg = n_chain(pair->cipher, key, pair->key_len,
					       pair->mac, mac_key,
					       pair->mac_len, order);

	memset(&c, 0, sizeof(c));
	if (!n_row(fd, pair->cipher) || !n_row(fd, pair->mac))
		return false;
	c.fd = fd;
	c.pair = pair;
	c.order = order;
	c.tag_len = pair->tag_len;
	c.op.id = n_create_ok(fd, arg);
	c.op.iv_len = pair->iv_len;
	memcpy(c.op.iv, iv, pair->iv_len);
	return true;
}

/* Two steps, by somebody else: what the chain has to give. */
static void compute(size_t len, size_t aad_len)
{
	t_note("%s and %s, order %u, %zu bytes, AAD of %zu", c.pair->cipher,
	       c.pair->mac, c.order, len, aad_len);
	assert_ok(n_ref_cipher(c.pair->cipher, true, key, c.pair->key_len, iv,
			       text, len, cipher));
	memcpy(both, aad, aad_len);
	memcpy(both + aad_len,
	       c.order == DEVCRYPTO_ENCRYPT_THEN_MAC ? cipher : text, len);
	assert_ok(n_ref_hash(c.pair->mac, mac_key, c.pair->mac_len, both,
			     aad_len + len, c.want_tag));
	c.op.len = len;
	c.op.aad = N_PTR(aad);
	c.op.aad_len = aad_len;
	c.op.tag = N_PTR(c.tag);
}

/* Encrypts from src to dst, with the result and the tag that are right. */
static void encrypt(const void *src, uint8_t *dst)
{
	memset(c.tag, 0xee, sizeof(c.tag));
	c.op.op = DEVCRYPTO_OP_ENCRYPT;
	c.op.src = N_PTR(src);
	c.op.dst = N_PTR(dst);
	assert_ok(n_op(c.fd, &c.op));
	assert_bytes(dst, cipher, c.op.len);
	assert_bytes(c.tag, c.want_tag, c.tag_len);
	assert_all(c.tag + c.tag_len, 0xee, sizeof(c.tag) - c.tag_len);
}

static int decrypt_to(const void *src, uint8_t *dst)
{
	c.op.op = DEVCRYPTO_OP_DECRYPT;
	c.op.src = N_PTR(src);
	c.op.dst = N_PTR(dst);
	return n_op(c.fd, &c.op);
}

static void decrypt(const void *src, uint8_t *dst)
{
	memcpy(c.tag, c.want_tag, c.tag_len);
	assert_ok(decrypt_to(src, dst));
	assert_bytes(dst, text, c.op.len);
}

static void both_ways(void)
{
	size_t len = c.op.len;

	memset(out + len, 0xee, 32);
	encrypt(text, out);
	decrypt(cipher, out);
	memcpy(out, text, len);
	encrypt(out, out);
	decrypt(out, out);
	assert_all(out + len, 0xee, 32);
}

static void all_pairs(int fd, uint32_t order, uint16_t flags)
{
	static const size_t aads[] = { 0, 13 };
	size_t i, j, k;

	for (i = 0; i < T_ARRAY_SIZE(pairs); i++) {
		if (!start(fd, &pairs[i], order))
			continue;
		c.op.flags = flags;
		for (j = 0; j < T_ARRAY_SIZE(lengths); j++) {
			if (lengths[j] % pairs[i].block)
				continue;
			for (k = 0; k < T_ARRAY_SIZE(aads); k++) {
				compute(lengths[j], aads[k]);
				both_ways();
			}
		}
	}
}

static void encrypt_then_mac_is_as_openssl_says(void **state)
{
	all_pairs(t_fd(state), DEVCRYPTO_ENCRYPT_THEN_MAC, 0);
}

static void encrypt_and_mac_is_as_openssl_says(void **state)
{
	all_pairs(t_fd(state), DEVCRYPTO_ENCRYPT_AND_MAC, 0);
}

static void copy_flag_changes_nothing(void **state)
{
	all_pairs(t_fd(state), DEVCRYPTO_ENCRYPT_THEN_MAC, DEVCRYPTO_OP_COPY);
}

static void all_lengths_of_aad_work(void **state)
{
	static const size_t aads[] = { 1,    16,   63,	 64,	65,
				       4095, 4096, 4097, 20000, MAX_AAD };
	uint32_t order;
	size_t i;

	for (order = 1; order <= 2; order++) {
		assert_true(start(t_fd(state), &pairs[0], order));
		for (i = 0; i < T_ARRAY_SIZE(aads); i++) {
			compute(0, aads[i]);
			both_ways();
			compute(4096, aads[i]);
			both_ways();
		}
	}
}

static void aad_beyond_the_limit_is_emsgsize(void **state)
{
	assert_true(start(t_fd(state), &pairs[0], DEVCRYPTO_ENCRYPT_THEN_MAC));
	compute(16, 16);
	c.op.aad_len = MAX_AAD + 1;
	assert_errno(EMSGSIZE, decrypt_to(cipher, out));
	c.op.aad_len = 0xffffffff;
	assert_errno(EMSGSIZE, decrypt_to(cipher, out));
}

/* ------------------------------------------------------------ refusals -- */

static const size_t some[] = { 16, 64, 4096, 65536, 65552, 131088 };

static void assert_refused(const uint8_t *src)
{
	size_t len = c.op.len;

	memset(out, 0xdd, len);
	memset(out + len, 0xee, 32);
	assert_errno(EBADMSG, decrypt_to(src, out));
	assert_all(out, 0, len);
	assert_all(out + len, 0xee, 32);
}

/* One bit anywhere; and the session goes on. */
static void flip_everything(void)
{
	size_t last = c.op.len - 1;

	memcpy(c.tag, c.want_tag, c.tag_len);
	c.tag[0] ^= 1;
	assert_refused(cipher);
	c.tag[0] ^= 1;
	c.tag[c.tag_len - 1] ^= 0x80;
	assert_refused(cipher);
	c.tag[c.tag_len - 1] ^= 0x80;
	cipher[0] ^= 1;
	assert_refused(cipher);
	cipher[0] ^= 1;
	cipher[last] ^= 0x80;
	assert_refused(cipher);
	cipher[last] ^= 0x80;
	aad[0] ^= 1;
	assert_refused(cipher);
	aad[0] ^= 1;
	c.op.aad_len--;
	assert_refused(cipher);
	c.op.aad_len++;
	decrypt(cipher, out);
}

static void flipped_bit_gives_ebadmsg_and_zeros(void **state)
{
	uint32_t order;
	size_t i, j;

	for (order = 1; order <= 2; order++) {
		for (i = 0; i < T_ARRAY_SIZE(pairs); i++) {
			if (!start(t_fd(state), &pairs[i], order))
				continue;
			for (j = 0; j < T_ARRAY_SIZE(some); j++) {
				compute(some[j], 13);
				flip_everything();
			}
		}
	}
}

static void refused_in_place_leaves_zeros(void **state)
{
	size_t i;

	assert_true(start(t_fd(state), &pairs[0], DEVCRYPTO_ENCRYPT_THEN_MAC));
	for (i = 0; i < T_ARRAY_SIZE(some); i++) {
		compute(some[i], 0);
		memcpy(c.tag, c.want_tag, c.tag_len);
		c.tag[3] ^= 4;
		memcpy(out, cipher, some[i]);
		assert_errno(EBADMSG, decrypt_to(out, out));
		assert_all(out, 0, some[i]);
	}
}

static void wrong_tag_of_no_text_is_ebadmsg(void **state)
{
	uint32_t order;

	for (order = 1; order <= 2; order++) {
		assert_true(start(t_fd(state), &pairs[0], order));
		compute(0, 13);
		memcpy(c.tag, c.want_tag, c.tag_len);
		c.tag[0] ^= 1;
		assert_errno(EBADMSG, decrypt_to(NULL, NULL));
		c.tag[0] ^= 1;
		assert_ok(decrypt_to(NULL, NULL));
	}
}

/* Whatever stops a decryption, nobody gets to see what was not verified. */
static void stopped_in_between(const uint8_t *src, uint8_t *dst, size_t there)
{
	memset(dst, 0xdd, there);
	assert_true(decrypt_to(src, dst));
	assert_true(errno == EFAULT || errno == EBADMSG);
	if (dst[0] == 0xdd)
		assert_all(dst, 0xdd, there);
	else
		assert_all(dst, 0, there);
}

static void decryption_that_fails_on_the_way_leaves_no_text(void **state)
{
	const size_t there = 65536 + 4096, len = 131072 + 16;
	uint8_t *cut = t_guard_alloc(there, 0);
	uint32_t order;

	for (order = 1; order <= 2; order++) {
		assert_true(start(t_fd(state), &pairs[0], order));
		compute(len, 0);
		memcpy(c.tag, c.want_tag, c.tag_len);
		c.tag[0] ^= 1;
		t_note("order %u, no end of the destination", order);
		stopped_in_between(cipher, cut, there);
		t_note("order %u, no end of the source", order);
		memcpy(cut, cipher, there);
		stopped_in_between(cut, out, len);
	}
	t_guard_free(cut);
}

static void tag_that_is_not_there_is_efault(void **state)
{
	assert_true(start(t_fd(state), &pairs[0], DEVCRYPTO_ENCRYPT_THEN_MAC));
	compute(64, 0);
	memset(out, 0xdd, 64);
	c.op.tag = 0;
	assert_errno(EFAULT, decrypt_to(cipher, out));
	assert_all(out, 0xdd, 64);
	c.op.op = DEVCRYPTO_OP_ENCRYPT;
	assert_errno(EFAULT, n_op(c.fd, &c.op));
}

static void operations_of_a_hash_are_einval(void **state)
{
	assert_true(start(t_fd(state), &pairs[0], DEVCRYPTO_ENCRYPT_THEN_MAC));
	compute(64, 0);
	c.op.src = N_PTR(text);
	c.op.dst = N_PTR(out);
	c.op.op = DEVCRYPTO_OP_DIGEST;
	assert_errno(EINVAL, n_op(c.fd, &c.op));
	c.op.op = DEVCRYPTO_OP_VERIFY;
	assert_errno(EINVAL, n_op(c.fd, &c.op));
}

static void part_of_a_block_is_einval(void **state)
{
	assert_true(start(t_fd(state), &pairs[0], DEVCRYPTO_ENCRYPT_THEN_MAC));
	compute(64, 0);
	c.op.len = 63;
	assert_errno(EINVAL, decrypt_to(cipher, out));
}

/* ----------------------------------------------- places and tag sizes -- */

static void cut_tag_is_the_start_of_the_full_one(void **state)
{
	struct devcrypto_session arg = n_chain("cbc(aes)", key, 16,
					       "hmac(sha256)", mac_key, 32,
					       DEVCRYPTO_ENCRYPT_THEN_MAC);

	assert_true(start(t_fd(state), &pairs[0], DEVCRYPTO_ENCRYPT_THEN_MAC));
	for (arg.tag_len = 1; arg.tag_len <= 32; arg.tag_len++) {
		c.op.id = n_create_ok(c.fd, arg);
		c.tag_len = arg.tag_len;
		compute(64, 13);
		both_ways();
		c.tag[c.tag_len - 1] ^= 1;
		assert_refused(cipher);
	}
}

static void tag_length_of_the_operation_has_to_fit(void **state)
{
	unsigned int len;

	assert_true(start(t_fd(state), &pairs[0], DEVCRYPTO_ENCRYPT_THEN_MAC));
	compute(64, 0);
	memcpy(c.tag, c.want_tag, c.tag_len);
	for (len = 0; len < 256; len++) {
		c.op.tag_len = len;
		if (!len || len == 32)
			assert_ok(decrypt_to(cipher, out));
		else
			assert_errno(EINVAL, decrypt_to(cipher, out));
	}
}

static void tag_may_follow_the_text(void **state)
{
	size_t i;

	assert_true(start(t_fd(state), &pairs[0], DEVCRYPTO_ENCRYPT_THEN_MAC));
	for (i = 0; i < T_ARRAY_SIZE(some); i++) {
		compute(some[i], 0);
		memcpy(out, text, some[i]);
		c.op.op = DEVCRYPTO_OP_ENCRYPT;
		c.op.src = c.op.dst = N_PTR(out);
		c.op.tag = N_PTR(out + some[i]);
		assert_ok(n_op(c.fd, &c.op));
		assert_bytes(out, cipher, some[i]);
		assert_bytes(out + some[i], c.want_tag, c.tag_len);
		assert_ok(decrypt_to(out, out));
		assert_bytes(out, text, some[i]);
	}
}

/* The tag is read before anything is written over it. */
static void tag_may_lie_where_the_text_goes(void **state)
{
	assert_true(start(t_fd(state), &pairs[0], DEVCRYPTO_ENCRYPT_THEN_MAC));
	compute(4096, 0);
	memcpy(out + 100, c.want_tag, c.tag_len);
	c.op.tag = N_PTR(out + 100);
	assert_ok(decrypt_to(cipher, out));
	assert_bytes(out, text, 4096);
}

static void overlap(size_t len, size_t from, size_t to)
{
	compute(len, 13);
	memmove(out + from, text, len);
	encrypt(out + from, out + to);
	memmove(out + from, cipher, len);
	decrypt(out + from, out + to);
	memmove(out + from, cipher, len);
	c.tag[0] ^= 1;
	assert_errno(EBADMSG, decrypt_to(out + from, out + to));
	assert_all(out + to, 0, len);
}

static void buffers_may_overlap(void **state)
{
	static const size_t lens[] = { 64, 4096, 69632, 131088 };
	static const size_t apart[] = { 1, 16, 48, 4096 };
	uint32_t order;
	size_t i, j;

	for (order = 1; order <= 2; order++) {
		assert_true(start(t_fd(state), &pairs[0], order));
		for (i = 0; i < T_ARRAY_SIZE(lens); i++) {
			for (j = 0; j < T_ARRAY_SIZE(apart); j++) {
				overlap(lens[i], 0, apart[j]);
				overlap(lens[i], apart[j], 0);
			}
		}
	}
}

static void no_byte_beyond_the_buffers_is_touched(void **state)
{
	size_t i;

	assert_true(start(t_fd(state), &pairs[0], DEVCRYPTO_ENCRYPT_THEN_MAC));
	for (i = 0; i < T_ARRAY_SIZE(some); i++) {
		uint8_t *src = t_guard_alloc(some[i], 0);
		uint8_t *dst = t_guard_alloc(some[i], 0);
		uint8_t *tag = t_guard_alloc(c.tag_len, 0);
		uint8_t *data = t_guard_alloc(13, 0);

		compute(some[i], 13);
		memcpy(src, text, some[i]);
		memcpy(data, aad, 13);
		c.op.op = DEVCRYPTO_OP_ENCRYPT;
		c.op.src = N_PTR(src);
		c.op.dst = N_PTR(dst);
		c.op.tag = N_PTR(tag);
		c.op.aad = N_PTR(data);
		assert_ok(n_op(c.fd, &c.op));
		assert_bytes(dst, cipher, some[i]);
		assert_ok(decrypt_to(dst, src));
		assert_bytes(src, text, some[i]);
		t_guard_free(src);
		t_guard_free(dst);
		t_guard_free(tag);
		t_guard_free(data);
	}
}

static int fill(void **state)
{
	(void)state;
	t_fill(text, sizeof(text), 1);
	t_fill(aad, sizeof(aad), 2);
	return 0;
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, t_setup, t_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(encrypt_then_mac_is_as_openssl_says),
		TEST(encrypt_and_mac_is_as_openssl_says),
		TEST(copy_flag_changes_nothing),
		TEST(all_lengths_of_aad_work),
		TEST(aad_beyond_the_limit_is_emsgsize),
		TEST(flipped_bit_gives_ebadmsg_and_zeros),
		TEST(refused_in_place_leaves_zeros),
		TEST(wrong_tag_of_no_text_is_ebadmsg),
		TEST(decryption_that_fails_on_the_way_leaves_no_text),
		TEST(tag_that_is_not_there_is_efault),
		TEST(operations_of_a_hash_are_einval),
		TEST(part_of_a_block_is_einval),
		TEST(cut_tag_is_the_start_of_the_full_one),
		TEST(tag_length_of_the_operation_has_to_fit),
		TEST(tag_may_follow_the_text),
		TEST(tag_may_lie_where_the_text_goes),
		TEST(buffers_may_overlap),
		TEST(no_byte_beyond_the_buffers_is_touched),
	};

	return cmocka_run_group_tests_name("native chains", tests, fill, NULL);
}
