// SPDX-License-Identifier: MIT
/*
 * Memory that can be read and written but not pinned (device memory, frame
 * buffers): the same answers as for other memory, whether the module would
 * copy or pin.  The mapping comes from the test engine.
 */
/* suites: engine */
#include "t.h"

#include <fcntl.h>
#include <sys/mman.h>

#define SIZE (256u << 10)

static const uint8_t key[64] = { 5 };
static uint8_t iv[16], mac[64];
static uint8_t *pfn, *plain;
static char copy_max[32];

static const char *const crossovers[] = { "0", "2560", "4294967295" };
static const size_t sizes[] = { 16, 2048, 4096, 65536, 131072 };

static void answers_alike(int fd, uint32_t ses, size_t n, const uint8_t *want)
{
	assert_ok(t_encrypt(fd, ses, pfn, n, plain, iv));
	assert_bytes(plain, want, n);
	assert_ok(t_encrypt(fd, ses, pfn, n, pfn + 131072, iv));
	assert_bytes(pfn + 131072, want, n);
	memcpy(plain, pfn, n);
	memset(pfn + 131072, 0, n);
	assert_ok(t_encrypt(fd, ses, plain, n, pfn + 131072, iv));
	assert_bytes(pfn + 131072, want, n);
}

static void fault_01_memory_that_cannot_be_pinned_is_used_alike(void **state)
{
	static uint8_t want[131072];
	const struct t_alg *alg = t_alg("xts(aes)");
	uint32_t ses = t_cipher_ok(t_fd(state), alg->id, key, 32);
	size_t i, j;

	t_fill(pfn, 131072, 1);
	for (j = 0; j < T_ARRAY_SIZE(sizes); j++) {
		memcpy(plain, pfn, sizes[j]);
		assert_ok(t_ref_cipher(alg, true, key, 32, iv, plain, sizes[j],
				       want));
		for (i = 0; i < T_ARRAY_SIZE(crossovers); i++) {
			assert_ok(t_param_write("copy_max", crossovers[i]));
			answers_alike(t_fd(state), ses, sizes[j], want);
		}
	}
}

static void fault_01_hashing_what_cannot_be_pinned_is_alike(void **state)
{
	uint32_t ses = t_mac_ok(t_fd(state), CRYPTO_SHA1, NULL, 0);
	uint8_t want[20];
	size_t i, j;

	for (j = 0; j < T_ARRAY_SIZE(sizes); j++) {
		memcpy(plain, pfn, sizes[j]);
		assert_ok(t_ref_hash(t_alg("sha1"), NULL, 0, plain, sizes[j],
				     want));
		for (i = 0; i < T_ARRAY_SIZE(crossovers); i++) {
			assert_ok(t_param_write("copy_max", crossovers[i]));
			assert_ok(t_hash(t_fd(state), ses, 0, pfn, sizes[j],
					 mac));
			assert_bytes(mac, want, 20);
		}
	}
}

static void fault_15_a_wrong_tag_zeroes_what_cannot_be_pinned(void **state)
{
	uint32_t ses = t_cipher_ok(t_fd(state), CRYPTO_AES_GCM, key, 16);
	size_t i, j;

	for (i = 0; i < T_ARRAY_SIZE(crossovers); i++) {
		assert_ok(t_param_write("copy_max", crossovers[i]));
		for (j = 0; j < T_ARRAY_SIZE(sizes); j++) {
			struct crypt_auth_op op = {
				.ses = ses,
				.op = COP_DECRYPT,
				.len = sizes[j] + 16,
				.src = plain,
				.dst = pfn,
				.iv = iv,
			};

			memset(pfn, 0x44, SIZE);
			assert_errno(EBADMSG, t_auth(t_fd(state), &op));
			assert_all(pfn, 0, sizes[j]);
			assert_all(pfn + sizes[j], 0x44, 16);
		}
	}
}

static void fault_04_readonly_device_memory_is_efault_alike(void **state)
{
	uint32_t ses = t_cipher_ok(t_fd(state), CRYPTO_AES_CBC, key, 16);
	size_t i, j;

	memset(pfn, 0x44, SIZE);
	assert_ok(mprotect(pfn, SIZE, PROT_READ));
	for (i = 0; i < T_ARRAY_SIZE(crossovers); i++) {
		assert_ok(t_param_write("copy_max", crossovers[i]));
		for (j = 0; j < T_ARRAY_SIZE(sizes); j++)
			assert_errno(EFAULT, t_encrypt(t_fd(state), ses, plain,
						       sizes[j], pfn, iv));
	}
	assert_all(pfn, 0x44, SIZE);
	assert_ok(mprotect(pfn, SIZE, PROT_READ | PROT_WRITE));
}

static int map_memory(void **state)
{
	int fd = open("/dev/dc_test_pfn", O_RDWR);

	(void)state;
	plain = malloc(SIZE);
	if (!plain || t_param_read("copy_max", copy_max, sizeof(copy_max)))
		return -1;
	memset(plain, 0, SIZE);
	pfn = fd < 0 ? NULL :
		       mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, fd,
			    0);
	if (fd >= 0)
		close(fd);
	return pfn == MAP_FAILED ? -1 : t_setup(state);
}

static int unmap_memory(void **state)
{
	t_teardown(state);
	free(plain);
	if (pfn)
		munmap(pfn, SIZE);
	return t_param_write("copy_max", copy_max);
}

static int need_memory(void **state)
{
	(void)state;
	if (!pfn)
		t_skip("no /dev/dc_test_pfn: dc_test_engine is not loaded");
	return 0;
}

#define PFN_TEST(f) cmocka_unit_test_setup(f, need_memory)

int main(void)
{
	const struct CMUnitTest tests[] = {
		PFN_TEST(fault_01_memory_that_cannot_be_pinned_is_used_alike),
		PFN_TEST(fault_01_hashing_what_cannot_be_pinned_is_alike),
		PFN_TEST(fault_15_a_wrong_tag_zeroes_what_cannot_be_pinned),
		PFN_TEST(fault_04_readonly_device_memory_is_efault_alike),
	};

	return cmocka_run_group_tests(tests, map_memory, unmap_memory);
}
