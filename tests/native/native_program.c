/* SPDX-License-Identifier: MIT */
/*
 * What a first program against the header alone looks like: one AES-128-CBC
 * block, printed in hex.  It is compiled as C89, C11 and C++17 and for 32 bit,
 * so it uses nothing that only one of them has.
 *
 * With an argument it adds 4 GiB to each pointer in turn and prints the errno:
 * a pointer is refused, not cut to what a 32-bit program has.
 */
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <crypto/devcrypto.h>

static __u8 key[16];
static __u8 text[16];

enum pointer { NONE, KEY, OPS, RESULTS, SRC, DST, POINTERS };

/* A pointer as the interface carries it; the one to try stands too high. */
static __u64 to_number(const void *p, int high)
{
	__u64 number = (size_t)p;

	return high ? number + ((__u64)1 << 32) : number;
}

static int create(int fd, __u32 *id, enum pointer high)
{
	struct devcrypto_session session;

	memset(&session, 0, sizeof(session));
	session.size = sizeof(session);
	strcpy(session.cipher, "cbc(aes)");
	session.key = to_number(key, high == KEY);
	session.key_len = sizeof(key);
	if (ioctl(fd, DEVCRYPTO_SESSION_CREATE, &session))
		return errno;
	*id = session.id;
	return 0;
}

static int encrypt_block(int fd, __u32 id, enum pointer high)
{
	struct devcrypto_submit submit;
	struct devcrypto_result result;
	struct devcrypto_op op;

	memset(&op, 0, sizeof(op));
	op.id = id;
	op.op = DEVCRYPTO_OP_ENCRYPT;
	op.src = to_number(text, high == SRC);
	op.dst = to_number(text, high == DST);
	op.len = sizeof(text);
	op.iv_len = sizeof(op.iv);
	memset(&submit, 0, sizeof(submit));
	submit.size = sizeof(submit);
	submit.flags = DEVCRYPTO_SUBMIT_WAIT;
	submit.ops = to_number(&op, high == OPS);
	submit.results = to_number(&result, high == RESULTS);
	submit.op_size = sizeof(op);
	submit.count = 1;
	if (ioctl(fd, DEVCRYPTO_SUBMIT, &submit))
		return errno;
	return submit.done == 1 ? -result.res : EPROTO;
}

static int run(int fd, enum pointer high)
{
	__u32 id = 0;
	int ret = create(fd, &id, high);

	return ret ? ret : encrypt_block(fd, id, high);
}

static int supported(int fd)
{
	struct devcrypto_query query;

	memset(&query, 0, sizeof(query));
	query.size = sizeof(query);
	return !ioctl(fd, DEVCRYPTO_QUERY, &query) &&
	       query.version == DEVCRYPTO_ABI_VERSION &&
	       (query.features & DEVCRYPTO_FEATURE_SUBMIT);
}

int main(int argc, char **argv)
{
	int fd = open("/dev/crypto", O_RDWR);
	unsigned int i;

	(void)argv;
	if (fd < 0 || !supported(fd)) {
		perror("/dev/crypto");
		return 1;
	}
	if (argc > 1) {
		for (i = KEY; i < POINTERS; i++)
			printf("%s\n", strerror(run(fd, (enum pointer)i)));
		return 0;
	}
	if (run(fd, NONE))
		return 1;
	for (i = 0; i < sizeof(text); i++)
		printf("%02x", text[i]);
	printf("\n");
	return close(fd) ? 1 : 0;
}
