// SPDX-License-Identifier: MIT
/*
 * What each combination of flags does to a running hash, as a table: all flag
 * combinations x the state the session is in x with and without data.  The
 * table is computed by a model of a few lines that knows no kernel.
 */
#include "t.h"

enum stage { FRESH, RUNNING, FINISHED, STAGES };

static const char *const stage_names[] = { "fresh", "running", "finished" };

static const uint8_t key[32] = "a key for the keyed hash, 32 by";

/* The model: a running hash is the text that went into it. */
struct model {
	const struct t_alg *alg;
	char text[64];
	size_t len;
};

static void digest(const struct model *m, const void *text, size_t len,
		   uint8_t *out)
{
	assert_ok(t_ref_hash(m->alg, key, sizeof(key), text, len, out));
}

/* Returns whether a digest is due, and which. */
static bool step(struct model *m, uint16_t flags, const char *text, size_t len,
		 uint8_t *out)
{
	if (flags & COP_FLAG_RESET)
		m->len = 0;
	if (!(flags & (COP_FLAG_UPDATE | COP_FLAG_FINAL))) {
		digest(m, text, len, out);
		return true;
	}
	memcpy(m->text + m->len, text, len);
	m->len += len;
	if (!(flags & COP_FLAG_FINAL) && len)
		return false;
	digest(m, m->text, m->len, out);
	m->len = 0;
	return true;
}

static uint32_t start(int fd, struct model *m, enum stage stage)
{
	uint32_t ses = t_mac_ok(fd, m->alg->id, key, sizeof(key));
	uint8_t mac[32];

	m->len = 0;
	if (stage == FRESH)
		return ses;
	assert_ok(t_hash(fd, ses, COP_FLAG_UPDATE, "before", 6, NULL));
	if (stage == FINISHED) {
		assert_ok(t_hash(fd, ses, COP_FLAG_FINAL, NULL, 0, mac));
		return ses;
	}
	memcpy(m->text, "before", 6);
	m->len = 6;
	return ses;
}

/* One line of the table, then FINAL to see what the session is left with. */
static void check_line(int fd, const struct t_alg *alg, enum stage stage,
		       uint16_t flags, size_t len)
{
	struct model m = { .alg = alg };
	uint32_t ses = start(fd, &m, stage);
	uint8_t mac[64], want[32];

	t_note("%s, flags %#x, %zu bytes", stage_names[stage], flags, len);
	memset(mac, 0xee, sizeof(mac));
	assert_ok(t_hash(fd, ses, flags, "textual", len, mac));
	if (step(&m, flags, "textual", len, want))
		assert_bytes(mac, want, 32);
	else
		assert_all(mac, 0xee, 32);
	assert_all(mac + 32, 0xee, 32);

	t_note("%s, flags %#x, %zu bytes, then FINAL", stage_names[stage],
	       flags, len);
	assert_ok(t_hash(fd, ses, COP_FLAG_FINAL, NULL, 0, mac));
	step(&m, COP_FLAG_FINAL, "", 0, want);
	assert_bytes(mac, want, 32);
	t_session_free(fd, ses);
}

static uint16_t spread(unsigned int bits)
{
	return (bits & 1 ? COP_FLAG_UPDATE : 0) |
	       (bits & 2 ? COP_FLAG_FINAL : 0) |
	       (bits & 4 ? COP_FLAG_RESET : 0) |
	       (bits & 8 ? COP_FLAG_NO_ZC : 0) |
	       (bits & 16 ? COP_FLAG_WRITE_IV : 0);
}

static void every_flag_does_what_the_table_says(int fd, const struct t_alg *alg)
{
	unsigned int bits, stage;

	for (bits = 0; bits < 32; bits++) {
		for (stage = 0; stage < STAGES; stage++) {
			check_line(fd, alg, stage, spread(bits), 0);
			check_line(fd, alg, stage, spread(bits), 7);
		}
	}
}

/* The same lines without a place for the digest. */
static void digest_due_without_a_place_is_efault(int fd,
						 const struct t_alg *alg)
{
	unsigned int bits, stage;
	uint8_t mac[32], want[32];

	for (bits = 0; bits < 64; bits++) {
		uint16_t flags = spread(bits);
		size_t len = bits & 32 ? 7 : 0;

		for (stage = 0; stage < STAGES; stage++) {
			struct model m = { .alg = alg };
			uint32_t ses = start(fd, &m, stage);

			t_note("%s, flags %#x, %zu bytes", stage_names[stage],
			       flags, len);
			if (step(&m, flags, "textual", len, want))
				assert_errno(EFAULT,
					     t_hash(fd, ses, flags, "textual",
						    len, NULL));
			else
				assert_ok(t_hash(fd, ses, flags, "textual", len,
						 NULL));
			assert_ok(t_hash(fd, ses, COP_FLAG_RESET, "a", 1, mac));
			digest(&m, "a", 1, want);
			assert_bytes(mac, want, 32);
			t_session_free(fd, ses);
		}
	}
}

static void bad_source_is_efault_and_session_goes_on(int fd,
						     const struct t_alg *alg)
{
	struct model m = { .alg = alg };
	unsigned int bits, stage;
	uint8_t mac[32], want[32];

	digest(&m, "a", 1, want);
	for (bits = 0; bits < 32; bits++) {
		for (stage = 0; stage < STAGES; stage++) {
			uint32_t ses = start(fd, &m, stage);

			t_note("%s, flags %#x", stage_names[stage],
			       spread(bits));
			assert_errno(EFAULT, t_hash(fd, ses, spread(bits),
						    (void *)16, 7, mac));
			assert_ok(t_hash(fd, ses,
					 COP_FLAG_RESET | COP_FLAG_UPDATE, "a",
					 1, NULL));
			assert_ok(
				t_hash(fd, ses, COP_FLAG_FINAL, NULL, 0, mac));
			assert_bytes(mac, want, 32);
			t_session_free(fd, ses);
		}
	}
}

static void fault_of_a_one_shot_leaves_the_running_hash(int fd,
							const struct t_alg *alg)
{
	struct model m = { .alg = alg };
	uint32_t ses = start(fd, &m, RUNNING);
	uint8_t mac[32], want[32];

	assert_errno(EFAULT, t_hash(fd, ses, 0, (void *)16, 7, mac));
	assert_errno(EFAULT, t_hash(fd, ses, 0, "text", 4, NULL));
	assert_ok(t_hash(fd, ses, COP_FLAG_FINAL, NULL, 0, mac));
	step(&m, COP_FLAG_FINAL, "", 0, want);
	assert_bytes(mac, want, 32);
}

static void run_for(void **state, const char *name,
		    void (*claim)(int fd, const struct t_alg *alg))
{
	claim(t_fd(state), t_need(t_fd(state), name));
}

/* A test for the claim about each of the two algorithms. */
#define CLAIM(claim)                                   \
	static void sha256_##claim(void **state)       \
	{                                              \
		run_for(state, "sha256", claim);       \
	}                                              \
	static void hmac_sha256_##claim(void **state)  \
	{                                              \
		run_for(state, "hmac(sha256)", claim); \
	}

CLAIM(every_flag_does_what_the_table_says)
CLAIM(digest_due_without_a_place_is_efault)
CLAIM(bad_source_is_efault_and_session_goes_on)
CLAIM(fault_of_a_one_shot_leaves_the_running_hash)

#define TESTS(claim) \
	cmocka_unit_test(sha256_##claim), cmocka_unit_test(hmac_sha256_##claim)

int main(void)
{
	static const struct CMUnitTest tests[] = {
		TESTS(every_flag_does_what_the_table_says),
		TESTS(digest_due_without_a_place_is_efault),
		TESTS(bad_source_is_efault_and_session_goes_on),
		TESTS(fault_of_a_one_shot_leaves_the_running_hash),
	};

	return cmocka_run_group_tests_name("hash flags", tests, t_setup,
					   t_teardown);
}
