// SPDX-License-Identifier: MIT
/* TLS records through CIOCAUTHCRYPT. */
#include "record.h"

#define MAX_RECORD (70000 + 512)

struct record {
	uint8_t aad[4200];
	size_t aad_len;
	uint8_t text[MAX_RECORD]; /* text, MAC, padding in the clear */
	uint8_t data[MAX_RECORD + BEYOND]; /* what the kernel works on */
	uint8_t want[MAX_RECORD]; /* the record as it has to be */
	size_t len, total;
	uint32_t tag_len;
};

static struct record r;

/* Lays text, MAC and so many bytes of padding in r.text, sealed in r.want. */
static void make_record(const struct pair *p, size_t len, uint32_t tag_len,
			size_t pad)
{
	uint8_t mac[64];

	r.len = len;
	r.tag_len = tag_len ? tag_len : p->mac->size;
	r.total = len + r.tag_len + pad;
	t_fill(r.text, len, len);
	mac_of(p, r.aad, r.aad_len, r.text, len, mac);
	memcpy(r.text + len, mac, r.tag_len);
	memset(r.text + len + r.tag_len, pad - 1, pad);
	memcpy(r.want, r.text, r.total);
	encrypt(p, iv, r.want, r.total);
}

/* Bytes of padding that fill the block: 1 to all of it. */
static size_t usual_pad(const struct pair *p, size_t len, uint32_t tag_len)
{
	size_t block = p->cipher->block;

	if (block == 1)
		return 0;
	return block - (len + (tag_len ? tag_len : p->mac->size)) % block;
}

static struct crypt_auth_op tls_call(const struct pair *p, uint16_t op)
{
	struct crypt_auth_op arg = {
		.ses = p->ses,
		.op = op,
		.flags = COP_FLAG_AEAD_TLS_TYPE,
		.len = op == COP_ENCRYPT ? r.len : r.total,
		.auth_len = r.aad_len,
		.auth_src = r.aad,
		.src = r.data,
		.dst = r.data,
		.tag_len = r.tag_len == p->mac->size ? 0 : r.tag_len,
		.iv = (void *)iv,
	};

	return arg;
}

static void load_data(const uint8_t *from, size_t len)
{
	memset(r.data, 0xee, r.total + BEYOND);
	memcpy(r.data, from, len);
}

static void seal_and_open(const struct pair *p, size_t len, uint32_t tag_len)
{
	struct crypt_auth_op op;

	t_note("%zu bytes, tag of %u, %zu of associated data", len, tag_len,
	       r.aad_len);
	make_record(p, len, tag_len, usual_pad(p, len, tag_len));
	load_data(r.text, len);
	op = tls_call(p, COP_ENCRYPT);
	assert_ok(t_auth(p->fd, &op));
	assert_int_equal(op.len, r.total);
	assert_int_equal(op.tag_len, r.tag_len);
	assert_bytes(r.data, r.want, r.total);
	assert_all(r.data + r.total, 0xee, BEYOND);

	op = tls_call(p, COP_DECRYPT);
	assert_ok(t_auth(p->fd, &op));
	assert_int_equal(op.len, len);
	assert_int_equal(op.tag_len, r.tag_len);
	assert_bytes(r.data, r.text, r.total);
	assert_all(r.data + r.total, 0xee, BEYOND);
}

static void all_records(void **state, const char *cipher, const char *mac)
{
	static const size_t more[] = { 100,   108,   255,   256,   257,
				       1023,  4060,  4096,  4097,  8191,
				       16384, 16385, 65535, 65536, 70000 };
	static const size_t aads[] = { 0, 13, 4095, 4200 };
	struct pair p = pair(state, cipher, mac);
	size_t i;

	t_fill(r.aad, sizeof(r.aad), 1);
	for (i = 0; i < 70; i++) {
		r.aad_len = i % 3 ? 13 : 5;
		seal_and_open(&p, i, 0);
	}
	for (i = 0; i < T_ARRAY_SIZE(more); i++) {
		r.aad_len = aads[i % T_ARRAY_SIZE(aads)];
		seal_and_open(&p, more[i], 0);
		seal_and_open(&p, more[i], 10);
	}
	for (i = 1; i <= p.mac->size; i++)
		seal_and_open(&p, 77, i);
}

static void tls_aes_cbc_sha1_records_are_as_openssl_makes_them(void **state)
{
	all_records(state, "cbc(aes)", "hmac(sha1)");
}

static void tls_aes_cbc_sha256_records_are_as_openssl_makes_them(void **state)
{
	all_records(state, "cbc(aes)", "hmac(sha256)");
}

static void tls_aes_cbc_sha384_records_are_as_openssl_makes_them(void **state)
{
	all_records(state, "cbc(aes)", "hmac(sha384)");
}

static void tls_camellia_records_are_as_openssl_makes_them(void **state)
{
	all_records(state, "cbc(camellia)", "hmac(sha1)");
}

/* A stream cipher needs no padding and gets none. */
static void tls_ctr_records_are_as_openssl_makes_them(void **state)
{
	all_records(state, "ctr(aes)", "hmac(sha1)");
}

static void tls_padding_is_1_to_16_bytes(void **state)
{
	struct pair p = pair(state, "cbc(aes)", "hmac(sha1)");
	struct crypt_auth_op op;

	r.aad_len = 13;
	make_record(&p, 100, 0, usual_pad(&p, 100, 0));
	op = tls_call(&p, COP_ENCRYPT);
	assert_ok(t_auth(p.fd, &op));
	assert_int_equal(op.len, 128);
	make_record(&p, 108, 0, usual_pad(&p, 108, 0));
	op = tls_call(&p, COP_ENCRYPT);
	assert_ok(t_auth(p.fd, &op));
	assert_int_equal(op.len, 144);
	make_record(&p, 107, 0, usual_pad(&p, 107, 0));
	op = tls_call(&p, COP_ENCRYPT);
	assert_ok(t_auth(p.fd, &op));
	assert_int_equal(op.len, 128);
}

static void tls_longer_padding_is_taken_up_to_256_bytes(void **state)
{
	struct pair p = pair(state, "cbc(aes)", "hmac(sha256)");
	struct crypt_auth_op op;
	size_t pad;

	r.aad_len = 13;
	for (pad = usual_pad(&p, 200, 0); pad <= 256; pad += 16) {
		t_note("%zu bytes of padding", pad);
		make_record(&p, 200, 0, pad);
		load_data(r.want, r.total);
		op = tls_call(&p, COP_DECRYPT);
		assert_ok(t_auth(p.fd, &op));
		assert_int_equal(op.len, 200);
		assert_bytes(r.data, r.text, r.total);
	}
}

/* The record in r.want is refused, all of it zeroed, the argument as it was. */
static void refuse_record(const struct pair *p)
{
	struct crypt_auth_op op = tls_call(p, COP_DECRYPT), before = op;

	load_data(r.want, r.total);
	assert_errno(EBADMSG, t_auth(p->fd, &op));
	assert_all(r.data, 0, r.total);
	assert_all(r.data + r.total, 0xee, BEYOND);
	assert_memory_equal(&op, &before, sizeof(op));
}

static void flip_every_bit(const struct pair *p, size_t len)
{
	size_t i;

	r.aad_len = 13;
	make_record(p, len, 0, usual_pad(p, len, 0));
	for (i = 0; i < r.total * 8; i++) {
		t_note("bit %zu of %zu", i, r.total * 8);
		r.want[i / 8] ^= 1 << i % 8;
		refuse_record(p);
		r.want[i / 8] ^= 1 << i % 8;
	}
	load_data(r.want, r.total);
}

static void tls_any_flipped_bit_is_ebadmsg_and_gives_zeros(void **state)
{
	struct pair p = pair(state, "cbc(aes)", "hmac(sha1)");

	flip_every_bit(&p, 25);
	flip_every_bit(&p, 28);
	p = pair(state, "ctr(aes)", "hmac(sha256)");
	flip_every_bit(&p, 25);
}

/* Padding that is wrong in the clear, under a MAC that is right. */
static void tls_any_wrong_padding_is_ebadmsg(void **state)
{
	struct pair p = pair(state, "cbc(aes)", "hmac(sha1)");
	size_t pad = 16, i;

	r.aad_len = 13;
	for (i = 0; i < pad; i++) {
		t_note("byte %zu from the end", i);
		make_record(&p, 44, 0, pad);
		memcpy(r.want, r.text, r.total);
		r.want[r.total - 1 - i] ^= 1;
		encrypt(&p, iv, r.want, r.total);
		refuse_record(&p);
	}
}

/* As in SSL 3, where all padding bytes but the last may be anything. */
static void tls_padding_that_is_not_uniform_is_ebadmsg(void **state)
{
	struct pair p = pair(state, "cbc(aes)", "hmac(sha1)");

	r.aad_len = 13;
	make_record(&p, 44, 0, 16);
	memcpy(r.want, r.text, r.total);
	memset(r.want + r.total - 16, 0, 15);
	encrypt(&p, iv, r.want, r.total);
	refuse_record(&p);
}

static void tls_padding_longer_than_the_record_is_ebadmsg(void **state)
{
	struct pair p = pair(state, "cbc(aes)", "hmac(sha1)");
	unsigned int last;

	r.aad_len = 13;
	for (last = 12; last < 256; last++) {
		t_note("a record of 32 bytes %02x", last);
		make_record(&p, 0, 0, 12);
		memset(r.want, last, 32);
		encrypt(&p, iv, r.want, 32);
		refuse_record(&p);
	}
}

static void tls_wrong_mac_under_right_padding_is_ebadmsg(void **state)
{
	struct pair p = pair(state, "cbc(aes)", "hmac(sha1)");
	size_t i;

	r.aad_len = 13;
	for (i = 0; i < SHA1; i++) {
		t_note("byte %zu of the MAC", i);
		make_record(&p, 1000, 0, usual_pad(&p, 1000, 0));
		memcpy(r.want, r.text, r.total);
		r.want[1000 + i] ^= 0x80;
		encrypt(&p, iv, r.want, r.total);
		refuse_record(&p);
	}
}

static void tls_other_aad_is_ebadmsg(void **state)
{
	struct pair p = pair(state, "cbc(aes)", "hmac(sha1)");

	r.aad_len = 13;
	make_record(&p, 100, 0, usual_pad(&p, 100, 0));
	r.aad[12] ^= 1;
	refuse_record(&p);
	r.aad[12] ^= 1;
	r.aad_len = 12;
	refuse_record(&p);
}

static void tls_cut_record_is_ebadmsg(void **state)
{
	struct pair p = pair(state, "cbc(aes)", "hmac(sha1)");

	r.aad_len = 13;
	make_record(&p, 100, 0, usual_pad(&p, 100, 0));
	for (r.total -= 16; r.total >= 32; r.total -= 16) {
		t_note("cut to %zu bytes", r.total);
		refuse_record(&p);
	}
}

/* No room for MAC and padding, or no whole blocks: nothing is decrypted. */
static void tls_record_that_cannot_be_one_is_einval(void **state)
{
	static const size_t lens[] = { 0, 1, 15, 16, 17, 20, 31, 33, 100 };
	struct pair p = pair(state, "cbc(aes)", "hmac(sha1)");
	struct crypt_auth_op op;
	size_t i;

	r.aad_len = 13;
	make_record(&p, 100, 0, usual_pad(&p, 100, 0));
	load_data(r.want, r.total);
	for (i = 0; i < T_ARRAY_SIZE(lens); i++) {
		t_note("%zu bytes", lens[i]);
		op = tls_call(&p, COP_DECRYPT);
		op.len = lens[i];
		assert_errno(EINVAL, t_auth(p.fd, &op));
	}
	assert_bytes(r.data, r.want, r.total);
}

static void tls_without_an_iv_goes_on_from_the_last_record(void **state)
{
	struct pair p = pair(state, "cbc(aes)", "hmac(sha1)");
	struct crypt_auth_op op;
	uint8_t last[16];

	r.aad_len = 13;
	make_record(&p, 100, 0, usual_pad(&p, 100, 0));
	load_data(r.text, 100);
	op = tls_call(&p, COP_ENCRYPT);
	assert_ok(t_auth(p.fd, &op));
	memcpy(last, r.want + r.total - 16, 16);
	memcpy(r.want, r.text, r.total);
	encrypt(&p, last, r.want, r.total);
	load_data(r.text, 100);
	op = tls_call(&p, COP_ENCRYPT);
	op.iv = NULL;
	assert_ok(t_auth(p.fd, &op));
	assert_bytes(r.data, r.want, r.total);
}

static void tls_record_ends_where_memory_ends(void **state)
{
	struct pair p = pair(state, "cbc(aes)", "hmac(sha1)");
	struct crypt_auth_op op;
	uint8_t *buf;

	r.aad_len = 13;
	make_record(&p, 5000, 0, usual_pad(&p, 5000, 0));
	buf = t_guard_alloc(r.total, 0);
	memcpy(buf, r.text, r.len);
	op = tls_call(&p, COP_ENCRYPT);
	op.src = op.dst = buf;
	assert_ok(t_auth(p.fd, &op));
	assert_bytes(buf, r.want, r.total);
	op = tls_call(&p, COP_DECRYPT);
	op.src = op.dst = buf;
	assert_ok(t_auth(p.fd, &op));
	assert_bytes(buf, r.text, r.total);
	t_guard_free(buf);
}

static void tls_wrong_calls_are_einval(void **state)
{
	struct pair p = pair(state, "cbc(aes)", "hmac(sha1)");
	struct crypt_auth_op op;

	r.aad_len = 13;
	make_record(&p, 100, 0, usual_pad(&p, 100, 0));
	op = tls_call(&p, COP_ENCRYPT);
	op.dst = r.want;
	assert_errno(EINVAL, t_auth(p.fd, &op));
	op.dst = op.src;
	op.tag_len = SHA1 + 1;
	assert_errno(EINVAL, t_auth(p.fd, &op));
	op.tag_len = 0;
	op.op = 2;
	assert_errno(EINVAL, t_auth(p.fd, &op));
	op.op = COP_ENCRYPT;
	op.flags = 0;
	assert_errno(EINVAL, t_auth(p.fd, &op));
	op.flags = COP_FLAG_AEAD_TLS_TYPE;
	op.ses = t_cipher_ok(p.fd, p.cipher->id, key, 16);
	assert_errno(EINVAL, t_auth(p.fd, &op));
	op.ses = t_mac_ok(p.fd, p.mac->id, mackey, SHA1);
	assert_errno(EINVAL, t_auth(p.fd, &op));
	op.auth_len = 65537;
	op.ses = p.ses;
	assert_errno(EMSGSIZE, t_auth(p.fd, &op));
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			tls_aes_cbc_sha1_records_are_as_openssl_makes_them),
		cmocka_unit_test(
			tls_aes_cbc_sha256_records_are_as_openssl_makes_them),
		cmocka_unit_test(
			tls_aes_cbc_sha384_records_are_as_openssl_makes_them),
		cmocka_unit_test(
			tls_camellia_records_are_as_openssl_makes_them),
		cmocka_unit_test(tls_ctr_records_are_as_openssl_makes_them),
		cmocka_unit_test(tls_padding_is_1_to_16_bytes),
		cmocka_unit_test(tls_longer_padding_is_taken_up_to_256_bytes),
		cmocka_unit_test(
			tls_any_flipped_bit_is_ebadmsg_and_gives_zeros),
		cmocka_unit_test(tls_any_wrong_padding_is_ebadmsg),
		cmocka_unit_test(tls_padding_that_is_not_uniform_is_ebadmsg),
		cmocka_unit_test(tls_padding_longer_than_the_record_is_ebadmsg),
		cmocka_unit_test(tls_wrong_mac_under_right_padding_is_ebadmsg),
		cmocka_unit_test(tls_other_aad_is_ebadmsg),
		cmocka_unit_test(tls_cut_record_is_ebadmsg),
		cmocka_unit_test(tls_record_that_cannot_be_one_is_einval),
		cmocka_unit_test(
			tls_without_an_iv_goes_on_from_the_last_record),
		cmocka_unit_test(tls_record_ends_where_memory_ends),
		cmocka_unit_test(tls_wrong_calls_are_einval),
	};

	return cmocka_run_group_tests_name("TLS records", tests, t_setup,
					   t_teardown);
}
