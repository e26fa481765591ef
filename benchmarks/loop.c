// SPDX-License-Identifier: MIT
/*
 * One operation through /dev/crypto for ever, for profile.py: the loop makes
 * one system call a round and nothing else.
 *
 *	loop ALGORITHM BYTES [out]
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

#include <crypto/cryptodev.h>

#define TAG_LEN 16

struct algorithm {
	const char *name;
	__u32 cipher;
	__u32 mac;
	__u32 key_len;
	__u32 mac_key_len;
};

static const struct algorithm algorithms[] = {
	{ "null", CRYPTO_NULL, 0, 0, 0 },
	{ "cbc", CRYPTO_AES_CBC, 0, 16, 0 },
	{ "gcm", CRYPTO_AES_GCM, 0, 16, 0 },
	{ "sha256", 0, CRYPTO_SHA2_256, 0, 0 },
	{ "hmac", 0, CRYPTO_SHA2_256_HMAC, 0, 32 },
	{ "cbc+hmac", CRYPTO_AES_CBC, CRYPTO_SHA1_HMAC, 16, 20 },
	{ NULL, 0, 0, 0, 0 },
};

static void die(const char *what)
{
	perror(what);
	exit(1);
}

static __u8 *pages(size_t size)
{
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);

	if (p == MAP_FAILED)
		die("mmap");
	return p;
}

static __u32 open_session(int fd, const struct algorithm *alg)
{
	static __u8 key[64];
	struct session_op op;

	memset(&op, 0, sizeof(op));
	op.cipher = alg->cipher;
	op.mac = alg->mac;
	op.keylen = alg->key_len;
	op.key = key;
	op.mackeylen = alg->mac_key_len;
	op.mackey = key;
	if (ioctl(fd, CIOCGSESSION, &op))
		die("CIOCGSESSION");
	return op.ses;
}

static void loop_crypt(int fd, struct crypt_op op)
{
	while (!ioctl(fd, CIOCCRYPT, &op))
		;
	die("CIOCCRYPT");
}

static void loop_auth(int fd, const struct crypt_op *crypt)
{
	struct crypt_auth_op op;

	memset(&op, 0, sizeof(op));
	op.ses = crypt->ses;
	op.src = crypt->src;
	op.dst = crypt->dst;
	op.iv = crypt->iv;
	op.iv_len = 12;
	do {
		op.len = crypt->len;
		op.tag_len = TAG_LEN;
	} while (!ioctl(fd, CIOCAUTHCRYPT, &op));
	die("CIOCAUTHCRYPT");
}

int main(int argc, char **argv)
{
	static __u8 iv[16], mac[64];
	const struct algorithm *alg = algorithms;
	struct crypt_op op;
	int fd;

	while (argc > 2 && alg->name && strcmp(alg->name, argv[1]))
		alg++;
	if (argc < 3 || !alg->name) {
		fputs("usage: loop null|cbc|gcm|sha256|hmac|cbc+hmac BYTES [out]\n",
		      stderr);
		return 2;
	}
	fd = open("/dev/crypto", O_RDWR);
	if (fd < 0)
		die("/dev/crypto");
	memset(&op, 0, sizeof(op));
	op.ses = open_session(fd, alg);
	op.len = strtoul(argv[2], NULL, 0);
	op.src = pages(op.len + TAG_LEN);
	op.dst = argc > 3 ? pages(op.len + TAG_LEN) : op.src;
	op.iv = alg->cipher && alg->cipher != CRYPTO_NULL ? iv : NULL;
	op.mac = alg->mac ? mac : NULL;
	if (alg->cipher == CRYPTO_AES_GCM)
		loop_auth(fd, &op);
	else
		loop_crypt(fd, op);
}
