// SPDX-License-Identifier: MIT
/*
 * calls NAME: makes one group of /dev/crypto calls and prints every result.
 * Built for 32 and for 64 bit without any library but libc; test_compat32.c
 * compares what the two print, line by line.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <crypto/cryptodev.h>

static int fd;
static __u8 key[64], iv[16], data[256], out[256], mac[64];

/* Print what a call gave; the name is for whoever reads a difference. */
static int call(const char *name, unsigned long code, void *arg)
{
	int rc = ioctl(fd, code, arg);

	printf("%s: %d %s\n", name, rc, rc ? strerror(errno) : "");
	return rc;
}

static void print_hex(const char *name, const void *bytes, size_t len)
{
	const __u8 *p = bytes;

	printf("%s: ", name);
	while (len--)
		printf("%02x", *p++);
	printf("\n");
}

static void fill(void)
{
	size_t i;

	for (i = 0; i < sizeof(key); i++)
		key[i] = i;
	for (i = 0; i < sizeof(data); i++)
		data[i] = 3 * i;
	memset(iv, 0xff, sizeof(iv));
}

static __u32 session(__u32 cipher, __u32 keylen, __u32 hash, __u32 mackeylen)
{
	struct session_op s;

	memset(&s, 0, sizeof(s));
	s.cipher = cipher;
	s.keylen = keylen;
	s.key = key;
	s.mac = hash;
	s.mackeylen = mackeylen;
	s.mackey = key;
	call("CIOCGSESSION", CIOCGSESSION, &s);
	if (!s.ses)
		printf("no session id\n");
	return s.ses;
}

static struct crypt_op crypt_op(__u32 ses, __u32 len)
{
	struct crypt_op op;

	memset(&op, 0, sizeof(op));
	op.ses = ses;
	op.len = len;
	op.src = data;
	op.dst = out;
	op.mac = mac;
	op.iv = iv;
	return op;
}

static void print_crypt_op(const struct crypt_op *op)
{
	printf("op %u flags %u len %u pointers %d%d%d%d\n", op->op, op->flags,
	       op->len, op->src == data, op->dst == out, op->mac == mac,
	       op->iv == iv);
}

static void calls_crioget(void)
{
	__u32 new_fd = -1;

	call("CRIOGET", CRIOGET, &new_fd);
	printf("another descriptor: %d\n", (int)new_fd > fd);
	printf("close: %d\n", close(new_fd));
	call("CRIOGET NULL", CRIOGET, NULL);
}

static void calls_session(void)
{
	__u32 ses = session(CRYPTO_AES_CBC, 16, CRYPTO_SHA1_HMAC, 20);
	struct session_op s;

	call("CIOCFSESSION", CIOCFSESSION, &ses);
	call("CIOCFSESSION again", CIOCFSESSION, &ses);
	call("CIOCFSESSION NULL", CIOCFSESSION, NULL);
	call("CIOCGSESSION NULL", CIOCGSESSION, NULL);
	session(CRYPTO_AES_CBC, 17, 0, 0);
	session(0, 0, 0, 0);
	memset(&s, 0, sizeof(s));
	s.cipher = CRYPTO_AES_CBC;
	s.keylen = 16;
	call("key NULL", CIOCGSESSION, &s);
	s.key = (__u8 *)(unsigned long)0xfffff000UL;
	call("key in the kernel", CIOCGSESSION, &s);
}

static void calls_info(void)
{
	struct session_info_op info;

	memset(&info, 0, sizeof(info));
	info.ses = session(CRYPTO_AES_CBC, 32, CRYPTO_SHA2_256, 0);
	call("CIOCGSESSINFO", CIOCGSESSINFO, &info);
	printf("%s %s %s %s %u %u\n", info.cipher_info.cra_name,
	       info.cipher_info.cra_driver_name, info.hash_info.cra_name,
	       info.hash_info.cra_driver_name, info.alignmask, info.flags);
	call("CIOCGSESSINFO NULL", CIOCGSESSINFO, NULL);
}

static void calls_cipher(void)
{
	struct crypt_op op = crypt_op(session(CRYPTO_AES_CBC, 16, 0, 0), 64);

	op.flags = COP_FLAG_WRITE_IV;
	call("encrypt", CIOCCRYPT, &op);
	print_hex("out", out, 64);
	print_hex("iv", iv, 16);
	print_crypt_op(&op);
	op.iv = NULL;
	call("continue", CIOCCRYPT, &op);
	print_hex("out", out, 64);
	op.op = COP_DECRYPT;
	op.src = op.dst;
	call("decrypt in place", CIOCCRYPT, &op);
	print_hex("out", out, 64);
	op.len = 17;
	call("17 bytes", CIOCCRYPT, &op);
	op.len = 16;
	op.src = NULL;
	call("src NULL", CIOCCRYPT, &op);
	op.src = (__u8 *)(unsigned long)0xfffff000UL;
	call("src in the kernel", CIOCCRYPT, &op);
}

static void calls_hash(void)
{
	struct crypt_op op = crypt_op(session(0, 0, CRYPTO_SHA2_256, 0), 100);

	call("one shot", CIOCCRYPT, &op);
	print_hex("mac", mac, 32);
	op.flags = COP_FLAG_UPDATE;
	op.mac = NULL;
	call("update", CIOCCRYPT, &op);
	op.flags = COP_FLAG_FINAL;
	op.mac = mac;
	call("final", CIOCCRYPT, &op);
	print_hex("mac", mac, 32);
	op.flags = 0;
	op.mac = NULL;
	call("mac NULL", CIOCCRYPT, &op);
}

static void calls_cipher_mac(void)
{
	__u32 ses = session(CRYPTO_AES_CBC, 16, CRYPTO_SHA1_HMAC, 20);
	struct crypt_op op = crypt_op(ses, 48);

	call("encrypt", CIOCCRYPT, &op);
	print_hex("out", out, 48);
	print_hex("mac", mac, 20);
	memset(mac, 0, sizeof(mac));
	op.op = COP_DECRYPT;
	op.src = out;
	call("decrypt", CIOCCRYPT, &op);
	print_hex("out", out, 48);
	print_hex("mac", mac, 20);
}

static void print_auth_op(const struct crypt_auth_op *op)
{
	printf("len %u tag_len %u tag at %ld\n", op->len, op->tag_len,
	       (long)(op->tag - op->dst));
}

static void calls_gcm(void)
{
	struct crypt_auth_op op, back;

	memset(&op, 0, sizeof(op));
	op.ses = session(CRYPTO_AES_GCM, 16, 0, 0);
	op.len = 50;
	op.auth_len = 20;
	op.auth_src = key;
	op.src = data;
	op.dst = out;
	op.iv = iv;
	op.iv_len = 12;
	back = op;
	call("encrypt", CIOCAUTHCRYPT, &back);
	print_auth_op(&back);
	print_hex("out", out, 66);
	op.op = COP_DECRYPT;
	op.len = 66;
	op.src = out;
	back = op;
	call("decrypt", CIOCAUTHCRYPT, &back);
	print_auth_op(&back);
	print_hex("out", out, 50);
	call("decrypt plain text", CIOCAUTHCRYPT, &op);
	print_hex("out", out, 50);
	op.auth_src = NULL;
	call("auth_src NULL", CIOCAUTHCRYPT, &op);
	op.iv_len = 11;
	call("iv_len 11", CIOCAUTHCRYPT, &op);
}

static void calls_tls(void)
{
	struct crypt_auth_op op;

	memset(&op, 0, sizeof(op));
	op.ses = session(CRYPTO_AES_CBC, 16, CRYPTO_SHA1_HMAC, 20);
	op.flags = COP_FLAG_AEAD_TLS_TYPE;
	op.len = 100;
	op.auth_len = 13;
	op.auth_src = key;
	op.src = data;
	op.dst = data;
	op.iv = iv;
	op.tag_len = 20;
	call("encrypt", CIOCAUTHCRYPT, &op);
	printf("len %u tag_len %u\n", op.len, op.tag_len);
	print_hex("data", data, 128);
	op.op = COP_DECRYPT;
	call("decrypt", CIOCAUTHCRYPT, &op);
	printf("len %u tag_len %u\n", op.len, op.tag_len);
	print_hex("data", data, 100);
}

static void calls_srtp(void)
{
	struct crypt_auth_op op;

	memset(&op, 0, sizeof(op));
	op.ses = session(CRYPTO_AES_CTR, 16, CRYPTO_SHA1_HMAC, 20);
	op.flags = COP_FLAG_AEAD_SRTP_TYPE;
	op.len = 100;
	op.auth_len = 112;
	op.auth_src = data;
	op.src = data + 12;
	op.dst = op.src;
	op.tag = mac;
	op.tag_len = 10;
	op.iv = iv;
	call("encrypt", CIOCAUTHCRYPT, &op);
	printf("len %u tag_len %u tag %d\n", op.len, op.tag_len, op.tag == mac);
	print_hex("data", data, 112);
	print_hex("tag", mac, 20);
	op.op = COP_DECRYPT;
	call("decrypt", CIOCAUTHCRYPT, &op);
	print_hex("data", data, 112);
	mac[0] ^= 1;
	call("wrong tag", CIOCAUTHCRYPT, &op);
}

static void calls_cphash(void)
{
	struct cphash_op cp;
	struct crypt_op op;

	cp.src_ses = session(0, 0, CRYPTO_SHA1, 0);
	cp.dst_ses = session(0, 0, CRYPTO_SHA1, 0);
	op = crypt_op(cp.src_ses, 77);
	op.flags = COP_FLAG_UPDATE;
	call("update", CIOCCRYPT, &op);
	call("CIOCCPHASH", CIOCCPHASH, &cp);
	op.ses = cp.dst_ses;
	op.len = 0;
	op.flags = COP_FLAG_FINAL;
	call("final", CIOCCRYPT, &op);
	print_hex("mac", mac, 20);
	cp.src_ses = cp.dst_ses;
	call("onto itself", CIOCCPHASH, &cp);
	call("CIOCCPHASH NULL", CIOCCPHASH, NULL);
}

static void calls_others(void)
{
	struct crypt_kop kop;
	__u32 features = 77;

	call("CIOCASYMFEAT", CIOCASYMFEAT, &features);
	printf("features %u\n", features);
	call("CIOCASYMFEAT NULL", CIOCASYMFEAT, NULL);
	memset(&kop, 0, sizeof(kop));
	call("CIOCKEY", CIOCKEY, &kop);
	call("number 108", _IOWR('c', 108, __u32), &features);
	call("number 255", _IO('c', 255), NULL);
}

static const struct {
	const char *name;
	void (*run)(void);
} groups[] = {
	{ "crioget", calls_crioget }, { "session", calls_session },
	{ "info", calls_info },	      { "cipher", calls_cipher },
	{ "hash", calls_hash },	      { "cipher_mac", calls_cipher_mac },
	{ "gcm", calls_gcm },	      { "tls", calls_tls },
	{ "srtp", calls_srtp },	      { "cphash", calls_cphash },
	{ "others", calls_others },
};

int main(int argc, char **argv)
{
	size_t i;

	fd = open("/dev/crypto", O_RDWR);
	if (fd < 0 || argc != 2)
		return 2;
	fill();
	for (i = 0; i < sizeof(groups) / sizeof(groups[0]); i++) {
		if (strcmp(groups[i].name, argv[1]))
			continue;
		groups[i].run();
		return 0;
	}
	return 2;
}
