/* SPDX-License-Identifier: MIT */
/*
 * What a first program against the header alone looks like: one AES-128-CBC
 * block, printed in hex.  It is compiled as C89, C11 and C++17 and for 32 bit,
 * so it uses nothing that only one of them has.
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <crypto/cryptodev.h>

static __u8 key[16];
static __u8 iv[16];
static __u8 text[16];

static int crypt_block(int fd)
{
	struct session_op session;
	struct crypt_op op;

	memset(&session, 0, sizeof(session));
	session.cipher = CRYPTO_AES_CBC;
	session.keylen = sizeof(key);
	session.key = key;
	if (ioctl(fd, CIOCGSESSION, &session))
		return -1;
	memset(&op, 0, sizeof(op));
	op.ses = session.ses;
	op.op = COP_ENCRYPT;
	op.len = sizeof(text);
	op.src = text;
	op.dst = text;
	op.iv = iv;
	if (ioctl(fd, CIOCCRYPT, &op))
		return -1;
	return ioctl(fd, CIOCFSESSION, &session.ses);
}

int main(void)
{
	unsigned int i;
	int fd = open("/dev/crypto", O_RDWR);

	if (fd < 0 || crypt_block(fd)) {
		perror("/dev/crypto");
		return 1;
	}
	for (i = 0; i < sizeof(text); i++)
		printf("%02x", text[i]);
	printf("\n");
	return close(fd) ? 1 : 0;
}
