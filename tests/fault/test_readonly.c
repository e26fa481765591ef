// SPDX-License-Identifier: MIT
/*
 * Read-only file mappings: as a destination they are EFAULT and the file stays
 * as it was, for every algorithm and size; as a source they are never dirtied.
 */
/* suites: sweep */
#define _GNU_SOURCE
#include "t.h"

#include <fcntl.h>
#include <sys/mman.h>

#include "readonly.h"

static const uint8_t key[64] = { 1, 2, 3 };
static uint8_t iv[16], mac[64];
static uint8_t *plain; /* READONLY_SIZE bytes of ordinary memory */

static const uint32_t sizes[] = { 16,	 2048,	       4096,	 8192,
				  65536, 65536 + 4096, 3 * 65536 };

static unsigned int key_of(const struct t_alg *alg)
{
	return alg->keys[0];
}

static struct crypt_auth_op auth_op(uint32_t ses, uint16_t op, void *src,
				    void *dst, uint32_t len)
{
	return (struct crypt_auth_op){
		.ses = ses,
		.op = op,
		.len = len,
		.src = src,
		.dst = dst,
		.iv = iv,
	};
}

static void onto_readonly(int fd, const struct t_alg *alg,
			  const struct readonly *ro, uint32_t len)
{
	uint8_t *dst = ro->map + 512;
	struct crypt_auth_op op;
	uint32_t ses;

	ses = t_cipher_ok(fd, alg->id, key, key_of(alg));
	if (alg->type == T_AEAD) {
		memset(iv, 3, sizeof(iv));
		op = auth_op(ses, COP_ENCRYPT, plain, dst, len);
		assert_errno(EFAULT, t_auth(fd, &op));
		op = auth_op(ses, COP_ENCRYPT, dst, dst, len);
		assert_errno(EFAULT, t_auth(fd, &op));
	} else {
		assert_errno(EFAULT, t_encrypt(fd, ses, plain, len, dst, iv));
		assert_errno(EFAULT, t_decrypt(fd, ses, plain, len, dst, iv));
		assert_errno(EFAULT, t_encrypt(fd, ses, dst, len, dst, iv));
	}
	assert_ok(t_session_free(fd, ses));
}

static void
fault_04_readonly_destination_is_efault_for_all_ciphers(void **state)
{
	struct readonly ro = readonly_make(4);
	const struct t_alg *alg;
	size_t i;

	for (alg = t_algs; alg->name; alg++) {
		if (alg->type == T_HASH || alg->type == T_MAC ||
		    !t_have(t_fd(state), alg))
			continue;
		for (i = 0; i < T_ARRAY_SIZE(sizes); i++)
			onto_readonly(t_fd(state), alg, &ro, sizes[i]);
		readonly_assert_same(&ro, 4);
	}
	readonly_drop(&ro);
}

static void fault_04_readonly_room_for_a_digest_is_efault(void **state)
{
	struct readonly ro = readonly_make(4);
	const struct t_alg *alg;
	int fd = t_fd(state);

	for (alg = t_algs; alg->name; alg++) {
		uint32_t ses;

		if ((alg->type != T_HASH && alg->type != T_MAC) ||
		    !t_have(fd, alg))
			continue;
		ses = t_mac_ok(fd, alg->id, key, 20);
		assert_errno(EFAULT, t_hash(fd, ses, 0, plain, 64, ro.map));
		assert_errno(EFAULT, t_hash(fd, ses, 0, ro.map, 64, ro.map));
		assert_ok(t_hash(fd, ses, 0, ro.map, 65536, mac));
		assert_ok(t_session_free(fd, ses));
	}
	readonly_assert_same(&ro, 4);
	readonly_drop(&ro);
}

static void fault_04_readonly_room_for_an_iv_is_efault(void **state)
{
	struct readonly ro = readonly_make(4);
	uint32_t ses = t_cipher_ok(t_fd(state), CRYPTO_AES_CBC, key, 16);

	assert_errno(EFAULT,
		     t_crypt(t_fd(state), ses, COP_ENCRYPT, COP_FLAG_WRITE_IV,
			     plain, 4096, plain, NULL, ro.map));
	readonly_assert_same(&ro, 4);
	readonly_drop(&ro);
}

static void fault_04_readonly_records_are_efault(void **state)
{
	struct readonly ro = readonly_make(4);
	struct crypt_auth_op op;
	int fd = t_fd(state);
	size_t i;

	for (i = 0; i < T_ARRAY_SIZE(sizes); i++) {
		op = auth_op(t_session_ok(fd, CRYPTO_AES_CTR, key, 16,
					  CRYPTO_SHA1_HMAC, key, 20),
			     COP_ENCRYPT, ro.map, ro.map, sizes[i]);
		op.flags = COP_FLAG_AEAD_TLS_TYPE;
		assert_errno(EFAULT, t_auth(fd, &op));
		op.flags = COP_FLAG_AEAD_SRTP_TYPE;
		op.auth_src = op.src;
		op.auth_len = op.len;
		op.tag = mac;
		assert_errno(EFAULT, t_auth(fd, &op));
	}
	readonly_assert_same(&ro, 4);
	readonly_drop(&ro);
}

static void
fault_04_wrong_tag_over_readonly_source_changes_no_file(void **state)
{
	struct readonly ro = readonly_make(4);
	uint32_t gcm = t_cipher_ok(t_fd(state), CRYPTO_AES_GCM, key, 16);
	struct crypt_auth_op op;
	size_t i;

	for (i = 0; i < T_ARRAY_SIZE(sizes); i++) {
		op = auth_op(gcm, COP_DECRYPT, ro.map, plain, sizes[i]);
		assert_errno(EBADMSG, t_auth(t_fd(state), &op));
		op = auth_op(gcm, COP_DECRYPT, ro.map, ro.map, sizes[i]);
		assert_int_equal(-1, t_auth(t_fd(state), &op));
		assert_true(errno == EBADMSG || errno == EFAULT);
	}
	readonly_assert_same(&ro, 4);
	readonly_drop(&ro);
}

/* ------------------------------------------------------------ dirty pages -- */

#define KPF_DIRTY (1ull << 4)

static uint64_t word_of(const char *path, uint64_t index)
{
	uint64_t word = 0;
	int fd = open(path, O_RDONLY);

	if (fd < 0 || pread(fd, &word, 8, index * 8) != 8 || !word)
		t_skip("%s: %s", path, strerror(errno));
	close(fd);
	return word;
}

/* A file of one hole: its page is there once read, and clean until written. */
struct clean {
	int fd;
	uint8_t *map;
	uint64_t pfn;
};

static struct clean clean_page(int prot)
{
	struct clean c = { .fd = memfd_create("clean", 0) };
	uint64_t entry;

	assert_ok(c.fd);
	assert_ok(ftruncate(c.fd, 65536));
	c.map = mmap(NULL, 65536, prot, MAP_SHARED, c.fd, 0);
	assert_ptr_not_equal(c.map, MAP_FAILED);
	*(volatile uint8_t *)c.map;
	entry = word_of("/proc/self/pagemap", (uintptr_t)c.map / t_page_size());
	c.pfn = entry & ((1ull << 55) - 1);
	assert_false(word_of("/proc/kpageflags", c.pfn) & KPF_DIRTY);
	return c;
}

/* Without the mapping, so that what the CPU noted in it counts too. */
static bool is_dirty_after_unmapping(struct clean *c)
{
	bool dirty;

	munmap(c->map, 65536);
	dirty = word_of("/proc/kpageflags", c->pfn) & KPF_DIRTY;
	close(c->fd);
	return dirty;
}

static void fault_03_source_pages_stay_clean(void **state)
{
	uint32_t ses = t_cipher_ok(t_fd(state), CRYPTO_AES_CBC, key, 16);
	struct clean src = clean_page(PROT_READ);

	assert_ok(t_encrypt(t_fd(state), ses, src.map, 65536, plain, iv));
	assert_false(is_dirty_after_unmapping(&src));
}

static void fault_03_destination_pages_become_dirty(void **state)
{
	uint32_t ses = t_cipher_ok(t_fd(state), CRYPTO_AES_CBC, key, 16);
	struct clean dst = clean_page(PROT_READ | PROT_WRITE);

	assert_ok(t_encrypt(t_fd(state), ses, plain, 65536, dst.map, iv));
	assert_true(is_dirty_after_unmapping(&dst));
}

static int setup(void **state)
{
	plain = aligned_alloc(4096, READONLY_SIZE);
	if (!plain || t_param_write("weak", "Y"))
		return -1;
	memset(plain, 0, READONLY_SIZE);
	return t_setup(state);
}

static int teardown(void **state)
{
	free(plain);
	t_teardown(state);
	return t_param_write("weak", "N");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			fault_04_readonly_destination_is_efault_for_all_ciphers),
		cmocka_unit_test(fault_04_readonly_room_for_a_digest_is_efault),
		cmocka_unit_test(fault_04_readonly_room_for_an_iv_is_efault),
		cmocka_unit_test(fault_04_readonly_records_are_efault),
		cmocka_unit_test(
			fault_04_wrong_tag_over_readonly_source_changes_no_file),
		cmocka_unit_test(fault_03_source_pages_stay_clean),
		cmocka_unit_test(fault_03_destination_pages_become_dirty),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
