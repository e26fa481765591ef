// SPDX-License-Identifier: MIT
/* SRTP packets through CIOCAUTHCRYPT. */
#include "record.h"

struct packet {
	uint8_t data[2048 + BEYOND]; /* head, text, trailer */
	uint8_t plain[2048], want[2048];
	size_t head, len, total;
	uint8_t tag[64], right_tag[64];
};

static struct packet k;

static void make_packet(const struct pair *p, size_t head, size_t len,
			size_t trailer)
{
	k.head = head;
	k.len = len;
	k.total = head + len + trailer;
	t_fill(k.plain, k.total, k.total);
	memcpy(k.want, k.plain, k.total);
	if (len)
		encrypt(p, iv, k.want + head, len);
	mac_of(p, k.want, k.total, NULL, 0, k.right_tag);
	memset(k.tag, 0xee, sizeof(k.tag));
	memset(k.data, 0xee, sizeof(k.data));
	memcpy(k.data, k.plain, k.total);
}

static struct crypt_auth_op srtp_call(const struct pair *p, uint16_t op)
{
	struct crypt_auth_op arg = {
		.ses = p->ses,
		.op = op,
		.flags = COP_FLAG_AEAD_SRTP_TYPE,
		.len = k.len,
		.auth_len = k.total,
		.auth_src = k.data,
		.src = k.data + k.head,
		.dst = k.data + k.head,
		.tag = k.tag,
		.iv = (void *)iv,
	};

	return arg;
}

static void protect(const struct pair *p, uint32_t tag_len)
{
	struct crypt_auth_op op = srtp_call(p, COP_ENCRYPT);
	uint32_t size = tag_len ? tag_len : p->mac->size;

	t_note("head %zu, text %zu, packet %zu, tag %u", k.head, k.len, k.total,
	       tag_len);
	op.tag_len = tag_len;
	assert_ok(t_auth(p->fd, &op));
	assert_int_equal(op.len, k.len);
	assert_int_equal(op.tag_len, size);
	assert_ptr_equal(op.tag, k.tag);
	assert_bytes(k.data, k.want, k.total);
	assert_all(k.data + k.total, 0xee, BEYOND);
	assert_bytes(k.tag, k.right_tag, size);
	assert_all(k.tag + size, 0xee, sizeof(k.tag) - size);
}

static void unprotect(const struct pair *p, uint32_t tag_len)
{
	struct crypt_auth_op op = srtp_call(p, COP_DECRYPT);

	op.tag_len = tag_len;
	assert_ok(t_auth(p->fd, &op));
	assert_int_equal(op.len, k.len);
	assert_int_equal(op.tag_len, tag_len ? tag_len : p->mac->size);
	assert_bytes(k.data, k.plain, k.total);
	assert_all(k.data + k.total, 0xee, BEYOND);
}

static void all_packets(const struct pair *p)
{
	static const size_t heads[] = { 12, 0, 1, 16, 72, 256 };
	static const uint32_t tags[] = { 0, 10, 4, 1, SHA1 };
	size_t len, i = 0;

	for (len = 0; len < 1500; len += len < 40 ? 1 : 97, i++) {
		uint32_t tag_len = tags[i % T_ARRAY_SIZE(tags)];

		make_packet(p, heads[i % T_ARRAY_SIZE(heads)], len, i % 3 * 4);
		protect(p, tag_len);
		unprotect(p, tag_len);
	}
}

static void srtp_packets_are_as_openssl_makes_them(void **state)
{
	struct pair p = pair(state, "ctr(aes)", "hmac(sha1)");

	all_packets(&p);
	p = pair(state, "ctr(aes)", "hmac(sha256)");
	all_packets(&p);
}

/* Authentication without encryption. */
static void srtp_with_the_null_cipher_only_authenticates(void **state)
{
	struct pair p = pair(state, "ecb(cipher_null)", "hmac(sha1)");

	all_packets(&p);
}

/* As it travels: the tag stands right behind the packet. */
static void srtp_tag_may_follow_the_packet(void **state)
{
	struct pair p = pair(state, "ctr(aes)", "hmac(sha1)");
	struct crypt_auth_op op;

	make_packet(&p, 12, 160, 0);
	op = srtp_call(&p, COP_ENCRYPT);
	op.tag = k.data + k.total;
	op.tag_len = 10;
	assert_ok(t_auth(p.fd, &op));
	assert_bytes(k.data, k.want, k.total);
	assert_bytes(k.data + k.total, k.right_tag, 10);
	op = srtp_call(&p, COP_DECRYPT);
	op.tag = k.data + k.total;
	op.tag_len = 10;
	assert_ok(t_auth(p.fd, &op));
	assert_bytes(k.data, k.plain, k.total);
}

/* EBADMSG, and neither packet nor tag is touched: it verifies first. */
static void refuse_packet(const struct pair *p, uint32_t tag_len)
{
	struct crypt_auth_op op = srtp_call(p, COP_DECRYPT), before;
	uint8_t data[sizeof(k.data)], tag[sizeof(k.tag)];

	memcpy(data, k.data, sizeof(data));
	memcpy(tag, k.tag, sizeof(tag));
	op.tag_len = tag_len;
	before = op;
	assert_errno(EBADMSG, t_auth(p->fd, &op));
	assert_bytes(k.data, data, sizeof(data));
	assert_bytes(k.tag, tag, sizeof(tag));
	assert_memory_equal(&op, &before, sizeof(op));
}

static void srtp_bad_tag_is_ebadmsg_and_leaves_the_packet(void **state)
{
	struct pair p = pair(state, "ctr(aes)", "hmac(sha1)");
	size_t i;

	make_packet(&p, 12, 160, 4);
	protect(&p, 10);
	for (i = 0; i < 10 * 8; i++) {
		t_note("bit %zu of the tag", i);
		k.tag[i / 8] ^= 1 << i % 8;
		refuse_packet(&p, 10);
		k.tag[i / 8] ^= 1 << i % 8;
	}
	unprotect(&p, 10);
}

static void srtp_any_changed_byte_is_ebadmsg(void **state)
{
	struct pair p = pair(state, "ctr(aes)", "hmac(sha1)");
	size_t i;

	make_packet(&p, 12, 60, 4);
	protect(&p, 0);
	for (i = 0; i < k.total; i++) {
		t_note("byte %zu of the packet", i);
		k.data[i] ^= 0x10;
		refuse_packet(&p, 0);
		k.data[i] ^= 0x10;
	}
	unprotect(&p, 0);
}

static void srtp_text_outside_the_packet_is_einval(void **state)
{
	struct pair p = pair(state, "ctr(aes)", "hmac(sha1)");
	struct crypt_auth_op op;

	make_packet(&p, 256, 100, 0);
	op = srtp_call(&p, COP_ENCRYPT);
	op.len = 101;
	assert_errno(EINVAL, t_auth(p.fd, &op));
	op.len = 100;
	op.auth_len--;
	assert_errno(EINVAL, t_auth(p.fd, &op));
	op.auth_len = 0;
	assert_errno(EINVAL, t_auth(p.fd, &op));
	op.auth_len = 2048;
	op.src = op.dst = k.data + 257;
	assert_errno(EINVAL, t_auth(p.fd, &op));
	op.auth_src = k.data + 258;
	assert_errno(EINVAL, t_auth(p.fd, &op));
	op.auth_src = NULL;
	assert_errno(EINVAL, t_auth(p.fd, &op));
	assert_bytes(k.data, k.plain, k.total);
}

/* 16 + 0xfffffff0 is 0 in 32 bits; the limit of a request is far below. */
static void srtp_lengths_that_would_wrap_are_emsgsize(void **state)
{
	struct pair p = pair(state, "ctr(aes)", "hmac(sha1)");
	struct crypt_auth_op op;

	make_packet(&p, 16, 100, 0);
	op = srtp_call(&p, COP_ENCRYPT);
	op.len = 0xfffffff0;
	assert_errno(EMSGSIZE, t_auth(p.fd, &op));
	op.auth_len = 0xffffffff;
	op.len = 100;
	assert_errno(EMSGSIZE, t_auth(p.fd, &op));
	assert_bytes(k.data, k.plain, k.total);
}

static void srtp_packet_at_the_top_of_memory_is_efault(void **state)
{
	struct pair p = pair(state, "ctr(aes)", "hmac(sha1)");
	struct crypt_auth_op op;

	make_packet(&p, 16, 100, 0);
	op = srtp_call(&p, COP_ENCRYPT);
	op.src = (void *)-16L;
	op.dst = (void *)-16L;
	op.auth_src = (void *)-32L;
	assert_errno(EFAULT, t_auth(p.fd, &op));
}

static void srtp_wrong_calls_are_refused(void **state)
{
	struct pair p = pair(state, "ctr(aes)", "hmac(sha1)");
	struct crypt_auth_op op;

	make_packet(&p, 12, 100, 0);
	op = srtp_call(&p, COP_ENCRYPT);
	op.dst = op.src + 1;
	assert_errno(EINVAL, t_auth(p.fd, &op));
	op.dst = op.src;
	op.tag_len = SHA1 + 1;
	assert_errno(EINVAL, t_auth(p.fd, &op));
	op.tag_len = 0;
	op.op = 2;
	assert_errno(EINVAL, t_auth(p.fd, &op));
	op.op = COP_DECRYPT;
	op.tag = NULL;
	assert_errno(EFAULT, t_auth(p.fd, &op));
	assert_bytes(k.data, k.plain, k.total);
	op = srtp_call(&p, COP_ENCRYPT);
	op.ses = t_cipher_ok(p.fd, p.cipher->id, key, 16);
	assert_errno(EINVAL, t_auth(p.fd, &op));
	op.ses = t_mac_ok(p.fd, p.mac->id, mackey, SHA1);
	assert_errno(EINVAL, t_auth(p.fd, &op));
	p = pair(state, "cbc(aes)", "hmac(sha1)");
	op.ses = p.ses;
	op.len = 96;
	assert_errno(EINVAL, t_auth(p.fd, &op));
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(srtp_packets_are_as_openssl_makes_them),
		cmocka_unit_test(srtp_with_the_null_cipher_only_authenticates),
		cmocka_unit_test(srtp_tag_may_follow_the_packet),
		cmocka_unit_test(srtp_bad_tag_is_ebadmsg_and_leaves_the_packet),
		cmocka_unit_test(srtp_any_changed_byte_is_ebadmsg),
		cmocka_unit_test(srtp_text_outside_the_packet_is_einval),
		cmocka_unit_test(srtp_lengths_that_would_wrap_are_emsgsize),
		cmocka_unit_test(srtp_packet_at_the_top_of_memory_is_efault),
		cmocka_unit_test(srtp_wrong_calls_are_refused),
	};

	return cmocka_run_group_tests_name("SRTP packets", tests, t_setup,
					   t_teardown);
}
