// SPDX-License-Identifier: MIT
/*
 * Keys and data do not stay in the kernel's memory.  One pattern is used as
 * key, IV, associated data and text, and then looked for in all of memory
 * through /proc/kcore.  This program itself knows the pattern masked alone.
 */
#include "t.h"

#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>

#define NEEDLE 16
#define MASK 0xa55a3cc396695aa5ull
#define CHUNK (1u << 20)
#define MAX_KB (2l << 20)

static uint64_t masked[2];
static uint8_t secret[64]; /* needles while a call runs, else zeros */
static uint8_t text[16384];
static uint64_t chunk[CHUNK / 8];

/* Byte by byte, so that no vector register holds it afterwards. */
static void put_needles(volatile uint8_t *p, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		p[i] = (masked[i / 8 % 2] ^ MASK) >> i % 8 * 8;
}

static void wipe(volatile void *p, size_t len)
{
	volatile uint8_t *byte = p;

	while (len--)
		*byte++ = 0;
}

static long needles_in_chunk(size_t bytes)
{
	const uint64_t first = masked[0] ^ MASK;
	size_t i, words = bytes / 8;
	long found = 0;

	for (i = 0; i + 1 < words; i++)
		if (chunk[i] == first && (chunk[i + 1] ^ MASK) == masked[1])
			found++;
	return found;
}

static long needles_in_segment(int kcore, const Elf64_Phdr *segment)
{
	uint64_t at;
	long found = 0;

	for (at = 0; at < segment->p_filesz; at += CHUNK) {
		ssize_t n = pread(kcore, chunk, CHUNK, segment->p_offset + at);

		if (n > 0)
			found += needles_in_chunk(n);
	}
	return found;
}

/* How often the pattern stands in memory, on 8-byte boundaries. */
static long needles(void)
{
	int kcore = open("/proc/kcore", O_RDONLY | O_CLOEXEC), i;
	Elf64_Phdr segments[64];
	Elf64_Ehdr head;
	long found = 0;

	if (kcore < 0 || pread(kcore, &head, sizeof(head), 0) != sizeof(head))
		t_skip("/proc/kcore: %s", strerror(errno));
	assert_in_range(head.e_phnum, 1, 64);
	assert_int_equal(head.e_phnum * sizeof(segments[0]),
			 pread(kcore, segments,
			       head.e_phnum * sizeof(segments[0]),
			       head.e_phoff));
	for (i = 0; i < head.e_phnum; i++) /* memory has a physical address */
		if (segments[i].p_type == PT_LOAD &&
		    segments[i].p_paddr != UINT64_MAX)
			found += needles_in_segment(kcore, &segments[i]);
	close(kcore);
	wipe(chunk, sizeof(chunk));
	return found;
}

static void new_needle(uint64_t seed)
{
	struct t_random rnd;

	if (t_meminfo("MemTotal") > MAX_KB)
		t_skip("too much memory to look through");
	t_random_init(&rnd, seed);
	masked[0] = t_random64(&rnd);
	masked[1] = t_random64(&rnd);
}

/* A session whose keys are the pattern. */
static uint32_t secret_session(int fd, uint32_t cipher, uint32_t mac)
{
	uint32_t ses;

	put_needles(secret, sizeof(secret));
	ses = t_session_ok(fd, cipher, secret, cipher ? 32 : 0, mac, secret,
			   mac ? 64 : 0);
	wipe(secret, sizeof(secret));
	return ses;
}

static struct crypt_auth_op secret_auth(uint32_t ses, uint16_t direction,
					uint32_t len)
{
	put_needles(secret, sizeof(secret));
	return (struct crypt_auth_op){
		.ses = ses,
		.op = direction,
		.len = len,
		.auth_len = 48,
		.auth_src = secret,
		.src = text,
		.dst = text,
		.iv = secret,
	};
}

static void fault_09_keys_are_gone_with_their_sessions(void **state)
{
	uint32_t ses[5];
	int fd = t_fd(state);
	size_t i;

	new_needle(t_seed() + 1);
	ses[0] = secret_session(fd, CRYPTO_AES_CBC, 0);
	ses[1] = secret_session(fd, CRYPTO_AES_GCM, 0);
	ses[2] = secret_session(fd, CRYPTO_AES_XTS, 0);
	ses[3] = secret_session(fd, 0, CRYPTO_SHA2_256_HMAC);
	ses[4] = secret_session(fd, CRYPTO_AES_CTR, CRYPTO_SHA1_HMAC);
	assert_true(needles() >= 3); /* or this test sees nothing */
	for (i = 0; i < T_ARRAY_SIZE(ses); i++)
		assert_ok(t_session_free(fd, ses[i]));
	assert_int_equal(0, needles());
}

static void fault_09_a_refused_key_is_wiped(void **state)
{
	uint32_t ses;
	int i, fd = t_fd(state);

	new_needle(t_seed() + 2);
	for (i = 0; i < 100; i++) {
		put_needles(secret, sizeof(secret));
		assert_errno(EINVAL, t_session(fd, CRYPTO_AES_CBC, secret, 33,
					       0, NULL, 0, &ses));
		assert_errno(EINVAL, t_session(fd, CRYPTO_AES_GCM, secret, 31,
					       0, NULL, 0, &ses));
		assert_errno(EFAULT,
			     t_session(fd, CRYPTO_AES_CBC, secret, 32,
				       CRYPTO_SHA1_HMAC, NULL, 64, &ses));
		wipe(secret, sizeof(secret));
	}
	assert_int_equal(0, needles());
}

static void use_secret_text(int fd, uint32_t cbc, uint32_t gcm, uint32_t hash,
			    size_t len)
{
	struct crypt_auth_op op;
	uint8_t mac[64];

	put_needles(text, len);
	put_needles(secret, 16);
	assert_ok(t_hash(fd, hash, 0, text, len, mac));
	assert_ok(t_encrypt(fd, cbc, text, len, text, secret));
	put_needles(text, len);
	op = secret_auth(gcm, COP_ENCRYPT, len);
	assert_ok(t_auth(fd, &op));
	wipe(secret, sizeof(secret));
}

static void fault_09_data_is_gone_with_the_sessions(void **state)
{
	uint32_t cbc, gcm, hash;
	int fd = t_fd(state);

	new_needle(t_seed() + 3);
	cbc = secret_session(fd, CRYPTO_AES_CBC, 0);
	gcm = secret_session(fd, CRYPTO_AES_GCM, 0);
	hash = secret_session(fd, 0, CRYPTO_SHA2_256_HMAC);
	use_secret_text(fd, cbc, gcm, hash, 1024);
	use_secret_text(fd, cbc, gcm, hash, 8192);
	assert_ok(t_session_free(fd, cbc));
	assert_ok(t_session_free(fd, gcm));
	assert_ok(t_session_free(fd, hash));
	wipe(text, sizeof(text));
	assert_int_equal(0, needles());
}

/* The session lives on here: what failed is wiped at once. */
static void fault_09_data_of_failed_calls_is_wiped(void **state)
{
	static const uint8_t key[32] = { 4 };
	uint32_t gcm = t_cipher_ok(t_fd(state), CRYPTO_AES_GCM, key, 32);
	uint32_t cbc = t_cipher_ok(t_fd(state), CRYPTO_AES_CBC, key, 32);
	static const uint32_t sizes[] = { 1024, 8192 };
	int fd = t_fd(state), i;

	new_needle(t_seed() + 4);
	for (i = 0; i < 20; i++) {
		uint32_t len = sizes[i & 1];
		struct crypt_auth_op op = secret_auth(gcm, COP_ENCRYPT, len);

		op.flags = i & 2 ? COP_FLAG_NO_ZC : 0;
		put_needles(text, len);
		assert_errno(EFAULT, t_encrypt(fd, cbc, text, len,
					       (void *)0x1000, secret));
		assert_ok(t_auth(fd, &op));
		text[len + 3] ^= 1; /* in the tag */
		op.op = COP_DECRYPT;
		assert_errno(EBADMSG, t_auth(fd, &op));
		assert_all(text, 0, len);
	}
	wipe(secret, sizeof(secret));
	wipe(text, sizeof(text));
	assert_int_equal(0, needles());
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fault_09_keys_are_gone_with_their_sessions),
		cmocka_unit_test(fault_09_a_refused_key_is_wiped),
		cmocka_unit_test(fault_09_data_is_gone_with_the_sessions),
		cmocka_unit_test(fault_09_data_of_failed_calls_is_wiped),
	};

	return cmocka_run_group_tests(tests, t_setup, t_teardown);
}
