// SPDX-License-Identifier: MIT
/* Sizes that programs give, and pointers: those of every call. */
#include "n.h"

#include <sys/mman.h>

#define ROOM 4096 /* more than any structure */

static const uint8_t key[16] = "a key for cbc.";

/* A call with an argument that works; id is a session that is there. */
struct call {
	const char *name;
	unsigned long cmd;
	size_t size;
	void (*fill)(int fd, void *arg);
};

static uint32_t session(int fd)
{
	return n_cipher_ok(fd, "cbc(aes)", key, sizeof(key));
}

static void fill_query(int fd, void *arg)
{
	(void)fd;
	*(struct devcrypto_query *)arg = N_NEW(devcrypto_query);
}

static void fill_create(int fd, void *arg)
{
	(void)fd;
	*(struct devcrypto_session *)arg =
		n_cipher("cbc(aes)", key, sizeof(key));
}

static void fill_info(int fd, void *arg)
{
	*(struct devcrypto_session_info *)arg =
		N_NEW(devcrypto_session_info, .id = session(fd));
}

static void fill_destroy(int fd, void *arg)
{
	*(struct devcrypto_id *)arg = N_NEW(devcrypto_id, .id = session(fd));
}

static void fill_rekey(int fd, void *arg)
{
	*(struct devcrypto_rekey *)arg =
		N_NEW(devcrypto_rekey, .id = session(fd), .key = N_PTR(key),
		      .key_len = sizeof(key));
}

static void fill_submit(int fd, void *arg)
{
	(void)fd;
	*(struct devcrypto_submit *)arg =
		N_NEW(devcrypto_submit, .flags = DEVCRYPTO_SUBMIT_WAIT,
		      .op_size = sizeof(struct devcrypto_op));
}

static const struct call calls[] = {
	{ "QUERY", DEVCRYPTO_QUERY, sizeof(struct devcrypto_query),
	  fill_query },
	{ "SESSION_CREATE", DEVCRYPTO_SESSION_CREATE,
	  sizeof(struct devcrypto_session), fill_create },
	{ "SESSION_INFO", DEVCRYPTO_SESSION_INFO,
	  sizeof(struct devcrypto_session_info), fill_info },
	{ "SESSION_DESTROY", DEVCRYPTO_SESSION_DESTROY,
	  sizeof(struct devcrypto_id), fill_destroy },
	{ "SESSION_REKEY", DEVCRYPTO_SESSION_REKEY,
	  sizeof(struct devcrypto_rekey), fill_rekey },
	{ "SUBMIT", DEVCRYPTO_SUBMIT, sizeof(struct devcrypto_submit),
	  fill_submit },
};

static void set_size(void *arg, uint32_t size)
{
	memcpy(arg, &size, sizeof(size));
}

/* The call with size bytes of argument, at the very end of its memory. */
static int cut_call(int fd, const struct call *call, size_t size)
{
	uint8_t whole[ROOM] = { 0 };
	uint8_t *arg = t_guard_alloc(size < 4 ? 4 : size, 0);
	int ret, err;

	call->fill(fd, whole);
	memcpy(arg, whole, size < 4 ? 4 : size);
	set_size(arg, size);
	ret = ioctl(fd, call->cmd, arg);
	err = errno;
	t_guard_free(arg);
	errno = err;
	return ret;
}

static void smaller_than_the_first_version_is_einval(void **state)
{
	size_t i, size;

	for (i = 0; i < T_ARRAY_SIZE(calls); i++) {
		for (size = 0; size < calls[i].size; size++) {
			t_note("%s of %zu bytes", calls[i].name, size);
			assert_errno(EINVAL,
				     cut_call(t_fd(state), &calls[i], size));
		}
	}
}

static void exact_size_needs_no_byte_beyond(void **state)
{
	size_t i;

	for (i = 0; i < T_ARRAY_SIZE(calls); i++) {
		t_note("%s", calls[i].name);
		assert_ok(cut_call(t_fd(state), &calls[i], calls[i].size));
	}
}

static void larger_with_zeros_works(void **state)
{
	static const size_t more[] = { 1, 3, 4, 8, 64, 1000 };
	size_t i, j;

	for (i = 0; i < T_ARRAY_SIZE(calls); i++) {
		for (j = 0; j < T_ARRAY_SIZE(more); j++) {
			t_note("%s and %zu bytes", calls[i].name, more[j]);
			assert_ok(cut_call(t_fd(state), &calls[i],
					   calls[i].size + more[j]));
		}
		t_note("%s of a page", calls[i].name);
		assert_ok(cut_call(t_fd(state), &calls[i], ROOM));
	}
}

/* Any byte beyond counts, and nothing is done. */
static void larger_with_anything_else_is_e2big(void **state)
{
	static const size_t at[] = { 0, 1, 7, 8, 63 };
	uint8_t arg[ROOM];
	long before;
	size_t i, j;

	for (i = 0; i < T_ARRAY_SIZE(calls); i++) {
		for (j = 0; j < T_ARRAY_SIZE(at); j++) {
			t_note("%s, byte %zu behind it", calls[i].name, at[j]);
			memset(arg, 0, sizeof(arg));
			calls[i].fill(t_fd(state), arg);
			set_size(arg, calls[i].size + 64);
			arg[calls[i].size + at[j]] = 1;
			before = n_sessions(t_fd(state));
			assert_errno(E2BIG,
				     ioctl(t_fd(state), calls[i].cmd, arg));
			assert_int_equal(before, n_sessions(t_fd(state)));
		}
	}
}

static void bytes_beyond_are_not_written(void **state)
{
	uint8_t arg[ROOM];
	size_t i;

	for (i = 0; i < T_ARRAY_SIZE(calls); i++) {
		t_note("%s", calls[i].name);
		memset(arg, 0xee, sizeof(arg));
		calls[i].fill(t_fd(state), arg);
		memset(arg + calls[i].size, 0, 16);
		set_size(arg, calls[i].size + 16);
		assert_ok(ioctl(t_fd(state), calls[i].cmd, arg));
		assert_int_equal(calls[i].size + 16, *(uint32_t *)arg);
		assert_all(arg + calls[i].size, 0, 16);
		assert_all(arg + calls[i].size + 16, 0xee, 64);
	}
}

static void size_beyond_the_memory_is_efault(void **state)
{
	uint8_t *arg;
	size_t i;

	for (i = 0; i < T_ARRAY_SIZE(calls); i++) {
		t_note("%s", calls[i].name);
		arg = t_guard_alloc(calls[i].size, 0);
		calls[i].fill(t_fd(state), arg);
		set_size(arg, calls[i].size + 8);
		assert_errno(EFAULT, ioctl(t_fd(state), calls[i].cmd, arg));
		t_guard_free(arg);
	}
}

/* The kernel does not read gigabytes to see that they are zero. */
static void size_of_more_than_a_page_is_e2big(void **state)
{
	static const uint32_t sizes[] = { 4097, 1 << 20, 0x80000000,
					  0xffffffff };
	size_t i, j, map = 2 << 20;
	uint8_t *arg = mmap(NULL, map, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	assert_ptr_not_equal(arg, MAP_FAILED);
	for (i = 0; i < T_ARRAY_SIZE(calls); i++) {
		for (j = 0; j < T_ARRAY_SIZE(sizes); j++) {
			t_note("%s of %u bytes", calls[i].name, sizes[j]);
			memset(arg, 0, 8192);
			calls[i].fill(t_fd(state), arg);
			set_size(arg, sizes[j]);
			assert_errno(E2BIG,
				     ioctl(t_fd(state), calls[i].cmd, arg));
		}
	}
	munmap(arg, map);
}

static void argument_that_is_not_there_is_efault(void **state)
{
	uint8_t *cut = t_guard_alloc(2, 0);
	size_t i;

	for (i = 0; i < T_ARRAY_SIZE(calls); i++) {
		t_note("%s", calls[i].name);
		assert_errno(EFAULT, ioctl(t_fd(state), calls[i].cmd, NULL));
		assert_errno(EFAULT, ioctl(t_fd(state), calls[i].cmd,
					   N_KERNEL_POINTER));
		assert_errno(EFAULT,
			     ioctl(t_fd(state), calls[i].cmd, N_LAST_POINTER));
		assert_errno(EFAULT, ioctl(t_fd(state), calls[i].cmd, cut));
	}
	t_guard_free(cut);
}

static void argument_may_stand_at_any_address(void **state)
{
	uint8_t arg[ROOM], room[ROOM];
	size_t i, off;

	for (i = 0; i < T_ARRAY_SIZE(calls); i++) {
		for (off = 1; off < 8; off++) {
			t_note("%s at %zu", calls[i].name, off);
			calls[i].fill(t_fd(state), room);
			memcpy(arg + off, room, calls[i].size);
			assert_ok(ioctl(t_fd(state), calls[i].cmd, arg + off));
		}
	}
}

/* A page that can only be read, with one argument in it. */
static void *read_only(int fd, const struct call *call)
{
	void *page = mmap(NULL, ROOM, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	assert_ptr_not_equal(page, MAP_FAILED);
	call->fill(fd, page);
	assert_ok(mprotect(page, ROOM, PROT_READ));
	return page;
}

/* What cannot tell its number is not made. */
static void session_without_a_place_for_its_id_is_not_made(void **state)
{
	void *arg = read_only(t_fd(state), &calls[1]);
	long before = n_sessions(t_fd(state));

	assert_errno(EFAULT, ioctl(t_fd(state), DEVCRYPTO_SESSION_CREATE, arg));
	assert_int_equal(before, n_sessions(t_fd(state)));
	munmap(arg, ROOM);
}

/* DESTROY and REKEY have nothing to say but their errno. */
static void argument_of_a_call_without_output_may_be_const(void **state)
{
	size_t i;

	for (i = 3; i <= 4; i++) {
		void *arg = read_only(t_fd(state), &calls[i]);

		t_note("%s", calls[i].name);
		assert_ok(ioctl(t_fd(state), calls[i].cmd, arg));
		munmap(arg, ROOM);
	}
}

static void unknown_numbers_are_enotty(void **state)
{
	uint8_t arg[ROOM] = { 0 };
	unsigned int nr, dir;

	set_size(arg, 64);
	for (nr = T_ARRAY_SIZE(calls); nr < 256; nr++)
		assert_errno(ENOTTY,
			     ioctl(t_fd(state), _IO(DEVCRYPTO_IOC, nr), arg));
	for (nr = 0; nr < T_ARRAY_SIZE(calls); nr++) {
		for (dir = 0; dir < 4; dir++)
			assert_errno(ENOTTY,
				     ioctl(t_fd(state),
					   _IOC(dir, DEVCRYPTO_IOC, nr, 8),
					   arg));
	}
}

/* ------------------------------------------------------- rows of QUERY -- */

static int ask(int fd, const void *rows, uint32_t size, uint32_t *count)
{
	struct devcrypto_query query =
		N_NEW(devcrypto_query, .algorithms = N_PTR(rows),
		      .algorithm_size = size, .count = *count);
	int ret = ioctl(fd, DEVCRYPTO_QUERY, &query);

	*count = query.count;
	return ret;
}

static void query_tells_how_many_algorithms_there_are(void **state)
{
	uint32_t count = 0, with_rows = 0;
	struct devcrypto_algorithm row;
	size_t n;

	n_rows_ok(t_fd(state), &n);
	assert_ok(ask(t_fd(state), NULL, 0, &count));
	assert_int_equal(count, n);
	memset(&row, 0xee, sizeof(row));
	assert_ok(ask(t_fd(state), &row, sizeof(row), &with_rows));
	assert_int_equal(with_rows, n);
	assert_all(&row, 0xee, sizeof(row));
}

static void query_fills_no_more_rows_than_there_is_room_for(void **state)
{
	const struct devcrypto_algorithm *rows;
	struct devcrypto_algorithm *got = t_guard_alloc(3 * sizeof(*got), 0);
	uint32_t count = 3;
	size_t n;

	rows = n_rows_ok(t_fd(state), &n);
	assert_ok(ask(t_fd(state), got, sizeof(*got), &count));
	assert_int_equal(count, n);
	assert_bytes(got, rows, 3 * sizeof(*got));
	t_guard_free(got);
}

static void query_leaves_rows_that_it_does_not_need(void **state)
{
	struct devcrypto_algorithm rows[129];
	uint32_t count = 129;

	memset(rows, 0xee, sizeof(rows));
	assert_ok(ask(t_fd(state), rows, sizeof(rows[0]), &count));
	assert_true(count < 129);
	assert_all(rows + count, 0xee, (129 - count) * sizeof(rows[0]));
}

static void larger_rows_end_in_zeros(void **state)
{
	static const uint32_t sizes[] = { 193, 200, 256, 4096 };
	const struct devcrypto_algorithm *rows;
	uint8_t *got = t_guard_alloc(2 * 4096, 0);
	uint32_t count;
	size_t n, i, j;

	rows = n_rows_ok(t_fd(state), &n);
	for (i = 0; i < T_ARRAY_SIZE(sizes); i++) {
		t_note("rows of %u bytes", sizes[i]);
		memset(got, 0xee, 2 * 4096);
		count = 2;
		assert_ok(ask(t_fd(state), got, sizes[i], &count));
		for (j = 0; j < 2; j++) {
			assert_bytes(got + j * sizes[i], rows + j, 192);
			assert_all(got + j * sizes[i] + 192, 0, sizes[i] - 192);
		}
		assert_all(got + 2 * sizes[i], 0xee, 2 * (4096 - sizes[i]));
	}
	t_guard_free(got);
}

static void rows_of_a_senseless_size_are_einval(void **state)
{
	static const uint32_t sizes[] = { 0,	1,	    4,	       191,
					  4097, 0x7fffffff, 0xffffffff };
	static uint8_t rows[8192];
	uint32_t count;
	size_t i;

	memset(rows, 0xee, sizeof(rows));
	for (i = 0; i < T_ARRAY_SIZE(sizes); i++) {
		t_note("rows of %u bytes", sizes[i]);
		count = 1;
		assert_errno(EINVAL, ask(t_fd(state), rows, sizes[i], &count));
	}
	assert_all(rows, 0xee, sizeof(rows));
}

static void rows_that_are_not_there_are_efault(void **state)
{
	static const uint64_t bad[] = { 16, N_KERNEL_POINTER, N_LAST_POINTER,
					N_LAST_POINTER - 191 };
	uint8_t *cut = t_guard_alloc(2 * 192 - 1, 0);
	uint32_t count;
	size_t i;

	for (i = 0; i < T_ARRAY_SIZE(bad); i++) {
		count = 2;
		assert_errno(EFAULT,
			     ask(t_fd(state), (void *)bad[i], 192, &count));
	}
	count = 2;
	assert_errno(EFAULT, ask(t_fd(state), cut, 192, &count));
	count = 1;
	assert_ok(ask(t_fd(state), cut, 192, &count));
	t_guard_free(cut);
}

/* ----------------------------------------------- operations of SUBMIT -- */

/* A null operation on a session that is not there: its result says so. */
static int submit(int fd, const void *ops, uint32_t op_size, uint32_t count,
		  struct devcrypto_result *results)
{
	struct devcrypto_submit arg =
		N_NEW(devcrypto_submit, .flags = DEVCRYPTO_SUBMIT_WAIT,
		      .ops = N_PTR(ops), .results = N_PTR(results),
		      .op_size = op_size, .count = count);

	return ioctl(fd, DEVCRYPTO_SUBMIT, &arg) ? -1 : (int)arg.done;
}

static void operations_of_a_senseless_size_are_einval(void **state)
{
	static const uint32_t sizes[] = { 0, 1, 8, 79, 4097, 0xffffffff };
	struct devcrypto_result result = { .res = 7 };
	uint8_t op[8192] = { 0 };
	size_t i;

	for (i = 0; i < T_ARRAY_SIZE(sizes); i++) {
		t_note("operations of %u bytes", sizes[i]);
		assert_errno(EINVAL,
			     submit(t_fd(state), op, sizes[i], 1, &result));
		assert_errno(EINVAL,
			     submit(t_fd(state), op, sizes[i], 0, &result));
	}
	assert_int_equal(result.res, 7);
}

static void larger_operations_with_zeros_work(void **state)
{
	static const uint32_t sizes[] = { 80, 81, 88, 128, 4096 };
	struct devcrypto_result result[2];
	uint8_t *ops;
	size_t i, j;

	for (i = 0; i < T_ARRAY_SIZE(sizes); i++) {
		t_note("operations of %u bytes", sizes[i]);
		ops = t_guard_alloc(2 * sizes[i], 0);
		memset(ops, 0, 2 * sizes[i]);
		*ops = 1;
		ops[sizes[i]] = 2;
		memset(result, 0xee, sizeof(result));
		assert_int_equal(2,
				 submit(t_fd(state), ops, sizes[i], 2, result));
		for (j = 0; j < 2; j++) {
			assert_int_equal(result[j].user_data, j + 1);
			assert_int_equal(result[j].res, -ENOENT);
			assert_int_equal(result[j].flags, 0);
		}
		t_guard_free(ops);
	}
}

static void larger_operation_with_anything_else_is_e2big(void **state)
{
	struct devcrypto_result result = { .res = 7 };
	uint8_t op[128] = { 0 };
	int done;

	op[127] = 1;
	done = submit(t_fd(state), op, 128, 1, &result);
	/* By the call, for nothing was done, or by the result. */
	if (done == 1)
		assert_int_equal(result.res, -E2BIG);
	else
		assert_errno(E2BIG, submit(t_fd(state), op, 128, 1, &result));
}

static void larger_operation_of_a_future_spoils_no_other(void **state)
{
	struct devcrypto_result result[3];
	uint8_t ops[3 * 128] = { 0 };

	ops[128 + 80] = 1;
	ops[128] = 5; /* user_data */
	memset(result, 0xee, sizeof(result));
	assert_int_equal(3, submit(t_fd(state), ops, 128, 3, result));
	assert_int_equal(result[0].res, -ENOENT);
	assert_int_equal(result[1].res, -E2BIG);
	assert_int_equal(result[1].user_data, 5);
	assert_int_equal(result[2].res, -ENOENT);
}

/* ------------------------------------------------------------ pointers -- */

static const uint64_t bad_pointers[] = { 16, N_KERNEL_POINTER,
					 0x0000800000000000ULL,
					 N_LAST_POINTER };

static void arrays_that_are_not_there_are_efault(void **state)
{
	struct devcrypto_result result;
	struct devcrypto_op op = { .id = 1 };
	size_t i;

	for (i = 0; i < T_ARRAY_SIZE(bad_pointers); i++) {
		void *bad = (void *)bad_pointers[i];

		t_note("pointer %p", bad);
		assert_errno(EFAULT, n_submit(t_fd(state), bad, &result, 1));
		assert_errno(EFAULT, n_submit(t_fd(state), &op, bad, 1));
	}
}

static void key_that_is_not_there_is_efault(void **state)
{
	struct devcrypto_session chain;
	size_t i;

	for (i = 0; i < T_ARRAY_SIZE(bad_pointers); i++) {
		chain = n_chain("cbc(aes)", key, 16, "hmac(sha256)", key, 16,
				DEVCRYPTO_ENCRYPT_THEN_MAC);
		chain.key = bad_pointers[i];
		assert_errno(EFAULT, n_create(t_fd(state), &chain));
		chain.key = N_PTR(key);
		chain.mac_key = bad_pointers[i];
		assert_errno(EFAULT, n_create(t_fd(state), &chain));
	}
	assert_int_equal(n_sessions(t_fd(state)), 0);
}

static void key_is_read_to_its_end_and_no_further(void **state)
{
	uint8_t *cut = t_guard_alloc(16, 0);
	struct devcrypto_session arg;

	memset(cut, 1, 16);
	n_cipher_ok(t_fd(state), "cbc(aes)", cut, 16);
	arg = n_cipher("cbc(aes)", cut + 1, 16);
	assert_errno(EFAULT, n_create(t_fd(state), &arg));
	t_guard_free(cut);
}

/* Each pointer of an operation in turn; small, and large enough to pin. */
static void data_that_is_not_there_is_efault(void **state)
{
	static const size_t pointers[] = { offsetof(struct devcrypto_op, src),
					   offsetof(struct devcrypto_op, dst),
					   offsetof(struct devcrypto_op, aad),
					   offsetof(struct devcrypto_op, tag) };
	uint32_t id = n_cipher_ok(t_fd(state), "gcm(aes)", key, 16);
	static uint8_t data[20000];
	uint8_t aad[16], tag[16];
	struct devcrypto_op op;
	size_t i, j, k;

	for (k = 0; k < 2 * T_ARRAY_SIZE(pointers); k++) {
		for (i = 0; i < T_ARRAY_SIZE(bad_pointers); i++) {
			j = k / 2;
			op = n_text(id, DEVCRYPTO_OP_ENCRYPT, key, 12, data,
				    k % 2 ? sizeof(data) : 32, data);
			op.aad = N_PTR(aad);
			op.aad_len = sizeof(aad);
			op.tag = N_PTR(tag);
			t_note("pointer %zu is %llx, %u bytes", j,
			       (unsigned long long)bad_pointers[i], op.len);
			assert_ok(n_op(t_fd(state), &op));
			memcpy((uint8_t *)&op + pointers[j], &bad_pointers[i],
			       8);
			assert_errno(EFAULT, n_op(t_fd(state), &op));
		}
	}
}

static void digest_of_what_is_not_there_is_efault(void **state)
{
	uint32_t id = n_mac_ok(t_fd(state), "sha256", NULL, 0);
	uint8_t data[32], tag[32];
	struct devcrypto_op op;
	size_t i;

	for (i = 0; i < T_ARRAY_SIZE(bad_pointers); i++) {
		void *bad = (void *)bad_pointers[i];

		op = n_digest(id, DEVCRYPTO_OP_DIGEST, bad, 32, tag);
		assert_errno(EFAULT, n_op(t_fd(state), &op));
		op = n_digest(id, DEVCRYPTO_OP_DIGEST, data, 32, bad);
		assert_errno(EFAULT, n_op(t_fd(state), &op));
	}
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, t_setup, t_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(smaller_than_the_first_version_is_einval),
		TEST(exact_size_needs_no_byte_beyond),
		TEST(larger_with_zeros_works),
		TEST(larger_with_anything_else_is_e2big),
		TEST(bytes_beyond_are_not_written),
		TEST(size_beyond_the_memory_is_efault),
		TEST(size_of_more_than_a_page_is_e2big),
		TEST(argument_that_is_not_there_is_efault),
		TEST(argument_may_stand_at_any_address),
		TEST(session_without_a_place_for_its_id_is_not_made),
		TEST(argument_of_a_call_without_output_may_be_const),
		TEST(unknown_numbers_are_enotty),
		TEST(query_tells_how_many_algorithms_there_are),
		TEST(query_fills_no_more_rows_than_there_is_room_for),
		TEST(query_leaves_rows_that_it_does_not_need),
		TEST(larger_rows_end_in_zeros),
		TEST(rows_of_a_senseless_size_are_einval),
		TEST(rows_that_are_not_there_are_efault),
		TEST(operations_of_a_senseless_size_are_einval),
		TEST(larger_operations_with_zeros_work),
		TEST(larger_operation_with_anything_else_is_e2big),
		TEST(larger_operation_of_a_future_spoils_no_other),
		TEST(arrays_that_are_not_there_are_efault),
		TEST(key_that_is_not_there_is_efault),
		TEST(key_is_read_to_its_end_and_no_further),
		TEST(data_that_is_not_there_is_efault),
		TEST(digest_of_what_is_not_there_is_efault),
	};

	return cmocka_run_group_tests_name("native lengths", tests, NULL, NULL);
}
