// SPDX-License-Identifier: MIT
/* Bad pointers, holes, overflowing lengths and memory that changes. */
/* suites: sweep */
#include "t.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>

#include "steady.h"

#define PAGE 4096u
#define WINDOW (64u << 10)

static const uint8_t key[64] = { 7 };
static uint8_t iv[16], mac[64];

/* Bytes with one page in the middle that cannot be touched, or not written. */
static uint8_t *map_with_hole(size_t size, int hole_prot)
{
	uint8_t *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);

	assert_ptr_not_equal(p, MAP_FAILED);
	assert_ok(mprotect(p + size / 2, PAGE, hole_prot));
	return p;
}

static uint8_t *map(size_t size)
{
	uint8_t *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	assert_ptr_not_equal(p, MAP_FAILED);
	return p;
}

static struct crypt_auth_op gcm_op(int fd, void *src, void *dst, uint32_t len)
{
	return (struct crypt_auth_op){
		.ses = t_cipher_ok(fd, CRYPTO_AES_GCM, key, 16),
		.len = len,
		.src = src,
		.dst = dst,
		.iv = iv,
		.iv_len = 12,
	};
}

static void
fault_01_null_and_unmapped_memory_is_efault_at_any_size(void **state)
{
	static const size_t sizes[] = { 16, 4096, 8192, WINDOW, 1 << 20 };
	uint32_t ses = t_cipher_ok(t_fd(state), CRYPTO_AES_CBC, key, 16);
	uint32_t hash = t_mac_ok(t_fd(state), CRYPTO_SHA1, NULL, 0);
	uint8_t *good = map(1 << 20), *gone = map(1 << 20);
	int fd = t_fd(state);
	size_t i;

	munmap(gone, 1 << 20);
	for (i = 0; i < T_ARRAY_SIZE(sizes); i++) {
		size_t n = sizes[i];

		assert_ok(t_encrypt(fd, ses, good, n, good, iv));
		assert_errno(EFAULT, t_encrypt(fd, ses, NULL, n, good, iv));
		assert_errno(EFAULT, t_encrypt(fd, ses, good, n, NULL, iv));
		assert_errno(EFAULT, t_encrypt(fd, ses, NULL, n, NULL, iv));
		assert_errno(EFAULT, t_encrypt(fd, ses, gone, n, good, iv));
		assert_errno(EFAULT, t_encrypt(fd, ses, good, n, gone, iv));
		assert_errno(EFAULT, t_hash(fd, hash, 0, NULL, n, mac));
		assert_errno(EFAULT, t_hash(fd, hash, 0, gone, n, mac));
	}
	munmap(good, 1 << 20);
}

/* The pages of the call before are the ones that must not be used instead. */
static void fault_01_a_bad_call_leaves_the_memory_of_the_last_one(void **state)
{
	uint32_t ses = t_cipher_ok(t_fd(state), CRYPTO_AES_CBC, key, 16);
	uint8_t *src = map(WINDOW), *dst = map(WINDOW);
	int fd = t_fd(state);

	assert_ok(t_encrypt(fd, ses, src, WINDOW, dst, iv));
	memset(src, 0x11, WINDOW);
	memset(dst, 0x22, WINDOW);
	assert_errno(EFAULT, t_encrypt(fd, ses, NULL, WINDOW, dst, iv));
	assert_errno(EFAULT, t_encrypt(fd, ses, src, WINDOW, NULL, iv));
	assert_errno(EFAULT, t_encrypt(fd, ses, NULL, WINDOW, NULL, iv));
	assert_all(src, 0x11, WINDOW);
	assert_all(dst, 0x22, WINDOW);
	munmap(src, WINDOW);
	munmap(dst, WINDOW);
}

static void fault_01_an_aead_without_memory_is_efault_at_any_size(void **state)
{
	static const size_t sizes[] = { 16, 4096, 8192, WINDOW, 1 << 20 };
	uint8_t *good = map((1 << 20) + 16), *old = map((1 << 20) + 16);
	struct crypt_auth_op op;
	size_t i;

	for (i = 0; i < T_ARRAY_SIZE(sizes) * 2; i++) {
		op = gcm_op(t_fd(state), good, old, sizes[i / 2]);
		assert_ok(t_auth(t_fd(state), &op));
		memset(old, 0x33, 1 << 20);
		op = gcm_op(t_fd(state), good, NULL, sizes[i / 2]);
		op.op = i & 1 ? COP_DECRYPT : COP_ENCRYPT;
		op.len += 16;
		assert_int_equal(-1, t_auth(t_fd(state), &op));
		assert_true(errno == EFAULT || (i & 1 && errno == EBADMSG));
		assert_all(old, 0x33, 1 << 20);
		op.src = NULL;
		op.dst = good;
		assert_errno(EFAULT, t_auth(t_fd(state), &op));
	}
	munmap(good, (1 << 20) + 16);
	munmap(old, (1 << 20) + 16);
}

static void pin_in_part(int fd, uint32_t ses, int prot, bool as_source)
{
	uint8_t *hole = map_with_hole(WINDOW, prot), *good = map(WINDOW);

	if (as_source)
		assert_errno(EFAULT,
			     t_encrypt(fd, ses, hole, WINDOW, good, iv));
	else
		assert_errno(EFAULT,
			     t_encrypt(fd, ses, good, WINDOW, hole, iv));
	munmap(hole, WINDOW);
	munmap(good, WINDOW);
}

/* Each round maps fresh pages, so one page kept per call is 40 MB. */
static void pin_in_part_10000_times(void **state, int prot, bool as_source)
{
	uint32_t ses = t_cipher_ok(t_fd(state), CRYPTO_NULL, NULL, 0);
	long before, lost;
	int i;

	assert_ok(steady_memory(1));
	for (i = 0; i < 2000; i++)
		pin_in_part(t_fd(state), ses, prot, as_source);
	before = t_meminfo("MemFree");
	for (i = 0; i < 10000; i++)
		pin_in_part(t_fd(state), ses, prot, as_source);
	lost = before - t_meminfo("MemFree");
	assert_ok(steady_memory(0));
	if (lost > 2048)
		fail_msg("%ld KiB of memory did not come back", lost);
}

static void fault_02_a_hole_in_the_source_leaks_no_page(void **state)
{
	pin_in_part_10000_times(state, PROT_NONE, true);
}

static void fault_02_a_hole_in_the_destination_leaks_no_page(void **state)
{
	pin_in_part_10000_times(state, PROT_NONE, false);
}

static void fault_02_a_readonly_destination_page_leaks_no_page(void **state)
{
	pin_in_part_10000_times(state, PROT_READ, false);
}

static void fault_05_associated_data_without_pointer_is_efault(void **state)
{
	static const uint32_t lens[] = { 1, 16, 64, 65, 4096, 65536 };
	struct crypt_auth_op op;
	uint8_t text[64];
	size_t i;

	for (i = 0; i < T_ARRAY_SIZE(lens); i++) {
		op = gcm_op(t_fd(state), text, text, 16);
		op.auth_len = lens[i];
		assert_errno(EFAULT, t_auth(t_fd(state), &op));
		op.auth_src = (void *)0x1000;
		assert_errno(EFAULT, t_auth(t_fd(state), &op));
	}
}

/* The whole of it counts: each byte changed changes the tag. */
static void
fault_05_long_associated_data_is_authenticated_to_the_end(void **state)
{
	struct t_aead ref = { key, 16, iv, 12, NULL, 65536, 16 };
	uint8_t *aad = map(65536), want[32], got[32], text[16] = { 0 };
	struct crypt_auth_op op = gcm_op(t_fd(state), text, got, 16);

	t_fill(aad, 65536, 5);
	ref.aad = aad;
	op.auth_src = aad;
	op.auth_len = 65536;
	assert_ok(t_ref_seal(t_alg("gcm(aes)"), &ref, text, 16, want));
	assert_ok(t_auth(t_fd(state), &op));
	assert_bytes(got, want, 32);
	munmap(aad, 65536);
}

static void fault_05_too_much_associated_data_is_emsgsize(void **state)
{
	struct crypt_auth_op op = gcm_op(t_fd(state), mac, mac, 16);

	t_klog_mark();
	op.auth_src = (void *)key;
	op.auth_len = 65537;
	assert_errno(EMSGSIZE, t_auth(t_fd(state), &op));
	op.auth_len = 0x80000000;
	assert_errno(EMSGSIZE, t_auth(t_fd(state), &op));
	assert_int_equal(0, t_klog_lines(4));
}

static void refused_for_length(long rc)
{
	assert_int_equal(-1, rc);
	if (errno != EMSGSIZE && errno != EINVAL)
		fail_msg("%s", strerror(errno));
}

static void fault_06_lengths_near_2_to_the_32_are_refused(void **state)
{
	static const uint32_t lens[] = { 0xffffffff, 0xfffffff0, 0xfffff000,
					 0x80000000, 0x7ffffff0, 0x04000010 };
	uint32_t cbc = t_cipher_ok(t_fd(state), CRYPTO_AES_CBC, key, 16);
	uint32_t xts = t_cipher_ok(t_fd(state), CRYPTO_AES_XTS, key, 64);
	uint32_t sha = t_mac_ok(t_fd(state), CRYPTO_SHA1, NULL, 0);
	struct crypt_auth_op op;
	uint8_t *p = map(WINDOW);
	int fd = t_fd(state);
	size_t i;

	t_klog_mark();
	for (i = 0; i < T_ARRAY_SIZE(lens); i++) {
		refused_for_length(t_encrypt(fd, cbc, p, lens[i], p, iv));
		refused_for_length(t_encrypt(fd, xts, p, lens[i], p, iv));
		refused_for_length(t_hash(fd, sha, 0, p, lens[i], mac));
		op = gcm_op(fd, p, p, lens[i]);
		refused_for_length(t_auth(fd, &op));
		op.op = COP_DECRYPT;
		refused_for_length(t_auth(fd, &op));
	}
	assert_int_equal(0, t_klog_lines(4));
	munmap(p, WINDOW);
}

static void fault_06_record_lengths_near_2_to_the_32_are_refused(void **state)
{
	static const uint32_t lens[] = { 0xffffffff, 0xfffffff0, 0xffffffec };
	uint8_t *p = map(WINDOW);
	size_t i;

	t_klog_mark();
	for (i = 0; i < T_ARRAY_SIZE(lens); i++) {
		struct crypt_auth_op op = gcm_op(t_fd(state), p, p, lens[i]);

		op.ses = t_session_ok(t_fd(state), CRYPTO_AES_CTR, key, 16,
				      CRYPTO_SHA1_HMAC, key, 20);
		op.tag = mac;
		op.auth_src = p;
		op.auth_len = 64;
		op.flags = COP_FLAG_AEAD_TLS_TYPE;
		refused_for_length(t_auth(t_fd(state), &op));
		op.flags = COP_FLAG_AEAD_SRTP_TYPE;
		refused_for_length(t_auth(t_fd(state), &op));
		op.auth_len = lens[i];
		refused_for_length(t_auth(t_fd(state), &op));
	}
	assert_int_equal(0, t_klog_lines(4));
	munmap(p, WINDOW);
}

static void fault_06_memory_that_wraps_around_is_efault(void **state)
{
	uint32_t ses = t_cipher_ok(t_fd(state), CRYPTO_AES_CBC, key, 16);
	uint8_t *top = (uint8_t *)-4096l, *p = map(WINDOW);
	int fd = t_fd(state);

	assert_errno(EFAULT, t_encrypt(fd, ses, top, WINDOW, p, iv));
	assert_errno(EFAULT, t_encrypt(fd, ses, p, WINDOW, top, iv));
	assert_errno(EFAULT, t_encrypt(fd, ses, top, WINDOW, top, iv));
	munmap(p, WINDOW);
}

/* ---------------------------------------------------------------- fault 7 -- */

static struct crypt_auth_op racing; /* what the other thread rewrites */
static uint8_t racing_text[8192], racing_aad[4096], racing_iv[16];
static atomic_bool racing_on;

static void *rewrite(void *arg)
{
	volatile struct crypt_auth_op *op = &racing;
	struct t_random rnd;

	(void)arg;
	t_random_init(&rnd, 7);
	while (atomic_load(&racing_on)) {
		op->len = t_random_below(&rnd, 8) ? 4096 : 0xfffffff0;
		op->auth_len = t_random_below(&rnd, 8) ? 16 : 0x7fffffff;
		op->tag_len =
			t_random_below(&rnd, 2) ? 0 : t_random_below(&rnd, 20);
		op->dst = t_random_below(&rnd, 8) ? racing_text : NULL;
		racing_text[t_random_below(&rnd, 8192)]++;
		racing_aad[t_random_below(&rnd, 4096)]++;
		racing_iv[t_random_below(&rnd, 16)]++;
	}
	return NULL;
}

static void race(void **state, uint32_t ses, uint16_t flags)
{
	pthread_t thread;
	int i;

	racing = (struct crypt_auth_op){
		.ses = ses,
		.len = 4096,
		.src = racing_text,
		.dst = racing_text,
		.auth_src = racing_aad,
		.tag = mac,
		.iv = racing_iv,
		.flags = flags,
	};
	t_klog_mark();
	atomic_store(&racing_on, true);
	pthread_create(&thread, NULL, rewrite, NULL);
	for (i = 0; i < 10000; i++) {
		racing.op = i & 1;
		assert_in_range(ioctl(t_fd(state), CIOCAUTHCRYPT, &racing) + 1,
				0, 1);
	}
	atomic_store(&racing_on, false);
	pthread_join(thread, NULL);
	assert_int_equal(0, t_klog_lines(4));
}

static void fault_07_rewriting_an_aead_call_changes_data_alone(void **state)
{
	race(state, t_cipher_ok(t_fd(state), CRYPTO_AES_GCM, key, 16), 0);
}

static void fault_07_rewriting_a_tls_call_changes_data_alone(void **state)
{
	race(state,
	     t_session_ok(t_fd(state), CRYPTO_AES_CBC, key, 16,
			  CRYPTO_SHA1_HMAC, key, 20),
	     COP_FLAG_AEAD_TLS_TYPE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			fault_01_null_and_unmapped_memory_is_efault_at_any_size),
		cmocka_unit_test(
			fault_01_a_bad_call_leaves_the_memory_of_the_last_one),
		cmocka_unit_test(
			fault_01_an_aead_without_memory_is_efault_at_any_size),
		cmocka_unit_test(fault_02_a_hole_in_the_source_leaks_no_page),
		cmocka_unit_test(
			fault_02_a_hole_in_the_destination_leaks_no_page),
		cmocka_unit_test(
			fault_02_a_readonly_destination_page_leaks_no_page),
		cmocka_unit_test(
			fault_05_associated_data_without_pointer_is_efault),
		cmocka_unit_test(
			fault_05_long_associated_data_is_authenticated_to_the_end),
		cmocka_unit_test(fault_05_too_much_associated_data_is_emsgsize),
		cmocka_unit_test(fault_06_lengths_near_2_to_the_32_are_refused),
		cmocka_unit_test(
			fault_06_record_lengths_near_2_to_the_32_are_refused),
		cmocka_unit_test(fault_06_memory_that_wraps_around_is_efault),
		cmocka_unit_test(
			fault_07_rewriting_an_aead_call_changes_data_alone),
		cmocka_unit_test(
			fault_07_rewriting_a_tls_call_changes_data_alone),
	};

	return cmocka_run_group_tests(tests, t_setup, t_teardown);
}
