// SPDX-License-Identifier: MIT
/*
 * Sessions of a cipher and a hash through CIOCCRYPT: the hash is over the
 * plaintext both ways, and given back, never compared.
 */
#include "t.h"

#define MAX_LEN 70000

static const uint8_t key[32] = "the cipher's part of the session";
static const uint8_t mackey[20] = "and the part of MAC.";
static const uint8_t iv[16] = "where it begins.";

struct combined {
	int fd;
	uint32_t ses;
	const struct t_alg *cipher, *mac;
	uint8_t text[MAX_LEN], want[MAX_LEN], out[MAX_LEN];
	uint8_t mac_want[64], mac_out[64];
};

static struct combined c;

static void start(void **state, const char *cipher, const char *mac)
{
	c.fd = t_fd(state);
	c.cipher = t_need(c.fd, cipher);
	c.mac = t_need(c.fd, mac);
	c.ses = t_session_ok(c.fd, c.cipher->id, key, c.cipher->keys[0],
			     c.mac->id, mackey, sizeof(mackey));
	t_fill(c.text, sizeof(c.text), 9);
}

static void compute(size_t len)
{
	t_note("%zu bytes", len);
	assert_ok(t_ref_cipher(c.cipher, true, key, c.cipher->keys[0], iv,
			       c.text, len, c.want));
	assert_ok(t_ref_hash(c.mac, mackey, sizeof(mackey), c.text, len,
			     c.mac_want));
}

static void run(uint16_t op, uint16_t flags, const uint8_t *src, size_t len,
		uint8_t *dst)
{
	memset(c.mac_out, 0xee, sizeof(c.mac_out));
	assert_ok(t_crypt(c.fd, c.ses, op, flags, src, len, dst, c.mac_out,
			  (void *)iv));
	assert_bytes(c.mac_out, c.mac_want, c.mac->size);
	assert_all(c.mac_out + c.mac->size, 0xee, 64 - c.mac->size);
}

static void both_ways(size_t len, uint16_t flags)
{
	compute(len);
	run(COP_ENCRYPT, flags, c.text, len, c.out);
	assert_bytes(c.out, c.want, len);
	run(COP_DECRYPT, flags, c.want, len, c.out);
	assert_bytes(c.out, c.text, len);
}

static void in_place(size_t len, uint16_t flags)
{
	compute(len);
	memcpy(c.out, c.text, len);
	run(COP_ENCRYPT, flags, c.out, len, c.out);
	assert_bytes(c.out, c.want, len);
	run(COP_DECRYPT, flags, c.out, len, c.out);
	assert_bytes(c.out, c.text, len);
}

static void all_lengths(void **state, const char *cipher, const char *mac)
{
	static const size_t more[] = { 512,  1024,  4080,  4096,
				       4112, 16384, 65536, 69984 };
	size_t i;

	start(state, cipher, mac);
	for (i = 0; i <= 256; i += c.cipher->block) {
		both_ways(i, 0);
		in_place(i, 0);
	}
	for (i = 0; i < T_ARRAY_SIZE(more); i++) {
		both_ways(more[i], 0);
		both_ways(more[i], COP_FLAG_NO_ZC);
		in_place(more[i], 0);
		in_place(more[i], COP_FLAG_NO_ZC);
	}
}

static void cbc_with_hmac_sha1_is_as_openssl_says(void **state)
{
	all_lengths(state, "cbc(aes)", "hmac(sha1)");
}

static void ctr_with_hmac_sha256_is_as_openssl_says(void **state)
{
	all_lengths(state, "ctr(aes)", "hmac(sha256)");
}

static void xts_with_hmac_sha512_is_as_openssl_says(void **state)
{
	all_lengths(state, "xts(aes)", "hmac(sha512)");
}

static void ecb_with_plain_sha384_is_as_openssl_says(void **state)
{
	all_lengths(state, "ecb(aes)", "sha384");
}

static void null_with_hmac_sha256_is_as_openssl_says(void **state)
{
	all_lengths(state, "ecb(cipher_null)", "hmac(sha256)");
}

/* What stands at mac before the call has no part in it. */
static void mac_is_given_back_and_never_verified(void **state)
{
	start(state, "cbc(aes)", "hmac(sha1)");
	compute(64);
	memcpy(c.out, c.want, 64);
	c.out[0] ^= 1; /* another plaintext */
	assert_ok(
		t_ref_cipher(c.cipher, false, key, 16, iv, c.out, 64, c.text));
	assert_ok(t_ref_hash(c.mac, mackey, 20, c.text, 64, c.mac_want));
	run(COP_DECRYPT, 0, c.out, 64, c.out);
	assert_bytes(c.out, c.text, 64);
}

static void write_iv_works_beside_a_mac(void **state)
{
	uint8_t next[16];

	start(state, "cbc(aes)", "hmac(sha1)");
	compute(64);
	memcpy(next, iv, 16);
	assert_ok(t_crypt(c.fd, c.ses, COP_ENCRYPT, COP_FLAG_WRITE_IV, c.text,
			  64, c.out, c.mac_out, next));
	assert_bytes(next, c.want + 48, 16);
	assert_bytes(c.mac_out, c.mac_want, 20);
}

/* Cipher and hash both go on: the MAC is that of all the plaintext. */
static void pieces(uint16_t op)
{
	const uint8_t *in = op == COP_ENCRYPT ? c.text : c.want;
	size_t i;

	for (i = 0; i < 960; i += 96)
		assert_ok(t_crypt(c.fd, c.ses, op, COP_FLAG_UPDATE, in + i, 96,
				  c.out + i, NULL, i ? NULL : (void *)iv));
	assert_ok(t_crypt(c.fd, c.ses, op, COP_FLAG_FINAL, in + 960, 64,
			  c.out + 960, c.mac_out, NULL));
	assert_bytes(c.mac_out, c.mac_want, c.mac->size);
	assert_bytes(c.out, op == COP_ENCRYPT ? c.want : c.text, 1024);
}

static void update_and_final_run_over_several_operations(void **state)
{
	start(state, "cbc(aes)", "hmac(sha256)");
	compute(1024);
	pieces(COP_ENCRYPT);
	pieces(COP_DECRYPT);
}

static void final_without_data_gives_the_mac(void **state)
{
	start(state, "cbc(aes)", "hmac(sha1)");
	compute(64);
	assert_ok(t_crypt(c.fd, c.ses, COP_ENCRYPT, COP_FLAG_UPDATE, c.text, 64,
			  c.out, NULL, (void *)iv));
	assert_ok(t_crypt(c.fd, c.ses, COP_ENCRYPT, COP_FLAG_FINAL, NULL, 0,
			  NULL, c.mac_out, NULL));
	assert_bytes(c.out, c.want, 64);
	assert_bytes(c.mac_out, c.mac_want, 20);
}

static void no_place_for_the_mac_is_efault(void **state)
{
	start(state, "cbc(aes)", "hmac(sha1)");
	compute(64);
	assert_errno(EFAULT, t_encrypt(c.fd, c.ses, c.text, 64, c.out, iv));
	assert_errno(EFAULT, t_decrypt(c.fd, c.ses, c.text, 64, c.out, iv));
	both_ways(64, 0);
}

static void bad_buffers_are_efault_and_session_goes_on(void **state)
{
	start(state, "cbc(aes)", "hmac(sha1)");
	compute(64);
	assert_errno(EFAULT, t_crypt(c.fd, c.ses, COP_ENCRYPT, 0, NULL, 64,
				     c.out, c.mac_out, (void *)iv));
	assert_errno(EFAULT, t_crypt(c.fd, c.ses, COP_ENCRYPT, 0, c.text, 64,
				     NULL, c.mac_out, (void *)iv));
	assert_errno(EFAULT, t_crypt(c.fd, c.ses, COP_DECRYPT, 0, c.text, 64,
				     c.out, (void *)16, (void *)iv));
	both_ways(64, 0);
}

static void part_of_a_block_is_einval(void **state)
{
	start(state, "cbc(aes)", "hmac(sha1)");
	assert_errno(EINVAL, t_crypt(c.fd, c.ses, COP_ENCRYPT, 0, c.text, 17,
				     c.out, c.mac_out, (void *)iv));
	both_ways(16, 0);
}

/* A buffer of its own for dst and mac in all orders: one after the other. */
static void mac_may_follow_the_text(void **state)
{
	start(state, "cbc(aes)", "hmac(sha1)");
	compute(4096);
	memcpy(c.out, c.text, 4096);
	assert_ok(t_crypt(c.fd, c.ses, COP_ENCRYPT, 0, c.out, 4096, c.out,
			  c.out + 4096, (void *)iv));
	assert_bytes(c.out, c.want, 4096);
	assert_bytes(c.out + 4096, c.mac_want, 20);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(cbc_with_hmac_sha1_is_as_openssl_says),
		cmocka_unit_test(ctr_with_hmac_sha256_is_as_openssl_says),
		cmocka_unit_test(xts_with_hmac_sha512_is_as_openssl_says),
		cmocka_unit_test(ecb_with_plain_sha384_is_as_openssl_says),
		cmocka_unit_test(null_with_hmac_sha256_is_as_openssl_says),
		cmocka_unit_test(mac_is_given_back_and_never_verified),
		cmocka_unit_test(write_iv_works_beside_a_mac),
		cmocka_unit_test(update_and_final_run_over_several_operations),
		cmocka_unit_test(final_without_data_gives_the_mac),
		cmocka_unit_test(no_place_for_the_mac_is_efault),
		cmocka_unit_test(bad_buffers_are_efault_and_session_goes_on),
		cmocka_unit_test(part_of_a_block_is_einval),
		cmocka_unit_test(mac_may_follow_the_text),
	};

	return cmocka_run_group_tests_name("cipher and MAC", tests, t_setup,
					   t_teardown);
}
