// SPDX-License-Identifier: MIT
/*
 * Many operations in one call.
 * suites: engine
 */
#include "n.h"

#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>

#include "../stress/engine.h"

#define MAX_BATCH 1024
#define LEN 48 /* bytes of one operation */

static const uint8_t key[16] = "the same for all";
static const uint8_t iv[16] = "and so is the IV";

static uint8_t text[MAX_BATCH][LEN], out[MAX_BATCH][LEN], want[MAX_BATCH][LEN];
static struct devcrypto_op ops[MAX_BATCH + 1];
static struct devcrypto_result results[MAX_BATCH + 1];

/* Operation i of a batch: the text of its own number. */
static struct devcrypto_op number(uint32_t id, uint32_t i)
{
	struct devcrypto_op op =
		n_text(id, DEVCRYPTO_OP_ENCRYPT, iv, 16, text[i], LEN, out[i]);

	op.user_data = ~0ULL - i * 0x100000001ULL;
	return op;
}

static uint32_t start(int fd)
{
	uint32_t id = n_cipher_ok(fd, "cbc(aes)", key, 16), i;

	for (i = 0; i < MAX_BATCH; i++)
		ops[i] = number(id, i);
	ops[MAX_BATCH] = ops[0];
	memset(out, 0xdd, sizeof(out));
	memset(results, 0xee, sizeof(results));
	return id;
}

static void assert_result(uint32_t i, int res)
{
	t_note("operation %u", i);
	assert_int_equal(results[i].user_data, ops[i].user_data);
	assert_int_equal(results[i].res, res);
	assert_int_equal(results[i].flags, 0);
}

static void assert_done(uint32_t i)
{
	assert_result(i, 0);
	assert_bytes(out[i], want[i], LEN);
}

/* Neither result nor output from here on. */
static void assert_untouched(uint32_t i, uint32_t count)
{
	assert_all(&results[i], 0xee, (count - i) * sizeof(results[0]));
	assert_all(out[i], 0xdd, (count - i) * LEN);
}

static void batches_of_every_size_give_their_results_in_order(void **state)
{
	static const uint32_t counts[] = { 0, 1, 2, 3, 64, 1000, MAX_BATCH };
	uint32_t i, j;

	for (i = 0; i < T_ARRAY_SIZE(counts); i++) {
		start(t_fd(state));
		assert_int_equal(counts[i], n_submit(t_fd(state), ops, results,
						     counts[i]));
		for (j = 0; j < counts[i]; j++)
			assert_done(j);
		assert_untouched(counts[i], MAX_BATCH);
	}
}

static void more_than_query_allows_is_einval(void **state)
{
	struct devcrypto_query query = N_NEW(devcrypto_query);

	assert_ok(ioctl(t_fd(state), DEVCRYPTO_QUERY, &query));
	assert_int_equal(query.max_batch, MAX_BATCH);
	start(t_fd(state));
	assert_errno(EINVAL,
		     n_submit(t_fd(state), ops, results, MAX_BATCH + 1));
	assert_errno(EINVAL, n_submit(t_fd(state), ops, results, 0xffffffff));
	assert_untouched(0, MAX_BATCH);
}

static void batch_of_nothing_needs_no_memory(void **state)
{
	assert_int_equal(0, n_submit(t_fd(state), NULL, NULL, 0));
	assert_int_equal(0, n_submit(t_fd(state), (void *)N_KERNEL_POINTER,
				     (void *)N_LAST_POINTER, 0));
}

static int submit_with(int fd, uint32_t flags, uint32_t reserved)
{
	struct devcrypto_submit arg =
		N_NEW(devcrypto_submit, .flags = flags, .ops = N_PTR(ops),
		      .results = N_PTR(results), .op_size = sizeof(ops[0]),
		      .count = 1, .reserved = reserved);

	return ioctl(fd, DEVCRYPTO_SUBMIT, &arg);
}

static void flags_other_than_wait_are_eopnotsupp(void **state)
{
	unsigned int bit;

	start(t_fd(state));
	assert_errno(EOPNOTSUPP, submit_with(t_fd(state), 0, 0));
	for (bit = 1; bit < 32; bit++)
		assert_errno(EOPNOTSUPP,
			     submit_with(t_fd(state), 1U << bit | 1, 0));
	assert_errno(EINVAL, submit_with(t_fd(state), 1, 1));
	assert_untouched(0, MAX_BATCH);
}

static void submit_writes_nothing_but_done(void **state)
{
	struct devcrypto_submit arg, before;

	start(t_fd(state));
	arg = N_NEW(devcrypto_submit, .flags = DEVCRYPTO_SUBMIT_WAIT,
		    .ops = N_PTR(ops), .results = N_PTR(results),
		    .op_size = sizeof(ops[0]), .count = 5, .done = 77);
	before = arg;
	assert_ok(ioctl(t_fd(state), DEVCRYPTO_SUBMIT, &arg));
	before.done = 5;
	assert_bytes(&arg, &before, sizeof(arg));
}

/* ------------------------------------------------------ mixed sessions -- */

/* What each kind of session is to give for text[i]. */
static void mixed_op(uint32_t kind, uint32_t id, uint32_t i, uint8_t *tag)
{
	static const uint8_t codes[] = { DEVCRYPTO_OP_ENCRYPT,
					 DEVCRYPTO_OP_ENCRYPT,
					 DEVCRYPTO_OP_DIGEST,
					 DEVCRYPTO_OP_ENCRYPT };

	ops[i] = number(id, i);
	ops[i].op = codes[kind];
	ops[i].tag = N_PTR(tag);
	ops[i].iv_len = kind == 1 ? 12 : kind == 2 ? 0 : 16;
	if (kind == 2)
		ops[i].dst = 0;
}

static void assert_mixed(uint32_t kind, uint32_t i, const uint8_t *tag)
{
	struct t_aead a = { key, 16, iv, 12, NULL, 0, 16 };
	uint8_t sealed[LEN + 16], mac[32];

	assert_result(i, 0);
	if (kind == 1) {
		assert_ok(n_ref_seal("gcm(aes)", &a, text[i], LEN, sealed));
		assert_bytes(out[i], sealed, LEN);
		assert_bytes(tag, sealed + LEN, 16);
		return;
	}
	assert_ok(n_ref_hash("hmac(sha256)", key, 16,
			     kind == 2 ? text[i] : want[i], LEN, mac));
	if (kind >= 2)
		assert_bytes(tag, mac, 32);
	if (kind != 2)
		assert_bytes(out[i], want[i], LEN);
}

static void sessions_may_be_mixed_in_any_order(void **state)
{
	static uint8_t tags[200][32];
	struct t_random rnd;
	uint32_t kinds[200], ids[4], i;

	t_random_init(&rnd, t_seed());
	ids[0] = start(t_fd(state));
	ids[1] = n_cipher_ok(t_fd(state), "gcm(aes)", key, 16);
	ids[2] = n_mac_ok(t_fd(state), "hmac(sha256)", key, 16);
	ids[3] = n_create_ok(t_fd(state),
			     n_chain("cbc(aes)", key, 16, "hmac(sha256)", key,
				     16, DEVCRYPTO_ENCRYPT_THEN_MAC));
	for (i = 0; i < 200; i++) {
		kinds[i] = t_random_below(&rnd, 4);
		mixed_op(kinds[i], ids[kinds[i]], i, tags[i]);
	}
	assert_int_equal(200, n_submit(t_fd(state), ops, results, 200));
	for (i = 0; i < 200; i++)
		assert_mixed(kinds[i], i, tags[i]);
}

static void later_operation_sees_what_an_earlier_one_wrote(void **state)
{
	uint32_t id = start(t_fd(state)), i;

	for (i = 1; i < 10; i++) {
		ops[i] = n_text(
			id, i % 2 ? DEVCRYPTO_OP_DECRYPT : DEVCRYPTO_OP_ENCRYPT,
			iv, 16, out[0], LEN, out[0]);
	}
	assert_int_equal(9, n_submit(t_fd(state), ops, results, 9));
	assert_bytes(out[0], want[0], LEN);
	assert_int_equal(10, n_submit(t_fd(state), ops, results, 10));
	assert_bytes(out[0], text[0], LEN);
}

/* --------------------------------------------------- failed operations -- */

/* All the ways in which one operation can be wrong, and what it says. */
static const struct bad {
	int err;
	size_t offset, size;
	uint64_t value;
} bad[] = {
#define BAD(err, field, value)                                           \
	{                                                                \
		err, offsetof(struct devcrypto_op, field),               \
			sizeof(((struct devcrypto_op *)0)->field), value \
	}
	BAD(ENOENT, id, 0),
	BAD(ENOENT, id, 262143),
	BAD(ENOENT, id, 0xffffffff),
	BAD(EOPNOTSUPP, op, 4),
	BAD(EOPNOTSUPP, op, 255),
	BAD(EOPNOTSUPP, flags, 2),
	BAD(EOPNOTSUPP, flags, 0x8000),
	BAD(EINVAL, op, DEVCRYPTO_OP_DIGEST),
	BAD(EINVAL, op, DEVCRYPTO_OP_VERIFY),
	BAD(EINVAL, src_buf, 1),
	BAD(EINVAL, dst_buf, 1),
	BAD(EINVAL, reserved[0], 1),
	BAD(EINVAL, reserved[1], 1),
	BAD(EINVAL, reserved[2], 1),
	BAD(EINVAL, tag_len, 16),
	BAD(EINVAL, aad_len, 1),
	BAD(EINVAL, iv_len, 0),
	BAD(EINVAL, iv_len, 12),
	BAD(EINVAL, iv_len, 17),
	BAD(EINVAL, len, LEN - 1),
	BAD(EMSGSIZE, len, 0x40000000),
	BAD(EMSGSIZE, len, 0xfffffff0),
	BAD(EFAULT, src, 0),
	BAD(EFAULT, dst, 0),
	BAD(EFAULT, src, N_KERNEL_POINTER),
	BAD(EFAULT, dst, N_LAST_POINTER),
};

static void one_bad_operation_spoils_no_other(void **state)
{
	uint32_t i, j, count = 2 * T_ARRAY_SIZE(bad) + 1;

	start(t_fd(state));
	for (i = 0; i < T_ARRAY_SIZE(bad); i++)
		memcpy((uint8_t *)&ops[2 * i + 1] + bad[i].offset,
		       &bad[i].value, bad[i].size);
	assert_int_equal(count, n_submit(t_fd(state), ops, results, count));
	for (i = 0; i < count; i++) {
		j = i / 2;
		if (i % 2)
			assert_result(i, -bad[j].err);
		else
			assert_done(i);
	}
}

static void each_bad_operation_says_the_same_when_alone(void **state)
{
	struct devcrypto_op op;
	uint32_t i;

	start(t_fd(state));
	for (i = 0; i < T_ARRAY_SIZE(bad); i++) {
		op = ops[0];
		memcpy((uint8_t *)&op + bad[i].offset, &bad[i].value,
		       bad[i].size);
		t_note("line %u", i);
		assert_errno(bad[i].err, n_op(t_fd(state), &op));
	}
	assert_ok(n_op(t_fd(state), &ops[0]));
	assert_bytes(out[0], want[0], LEN);
}

static void batch_of_failures_alone_is_no_failure(void **state)
{
	uint32_t i;

	start(t_fd(state));
	for (i = 0; i < 100; i++)
		ops[i].id = 0;
	assert_int_equal(100, n_submit(t_fd(state), ops, results, 100));
	for (i = 0; i < 100; i++)
		assert_result(i, -ENOENT);
	assert_all(out, 0xdd, sizeof(out));
}

/* ---------------------------------------------------- memory that ends -- */

static void operations_that_end_in_between_give_a_prefix(void **state)
{
	size_t cut;
	uint32_t i;

	for (cut = 0; cut < sizeof(ops[0]); cut += 8) {
		size_t size = 10 * sizeof(ops[0]) + cut;
		struct devcrypto_op *few = t_guard_alloc(size, 0);

		start(t_fd(state));
		memcpy(few, ops, size);
		assert_int_equal(10, n_submit(t_fd(state), few, results, 20));
		for (i = 0; i < 10; i++)
			assert_done(i);
		assert_untouched(10, MAX_BATCH);
		t_guard_free(few);
	}
}

static void results_that_end_in_between_give_a_prefix(void **state)
{
	size_t cut;
	uint32_t i;

	for (cut = 0; cut < sizeof(results[0]); cut += 4) {
		size_t size = 10 * sizeof(results[0]) + cut;
		struct devcrypto_result *few = t_guard_alloc(size, 0);

		start(t_fd(state));
		assert_int_equal(10, n_submit(t_fd(state), ops, few, 20));
		memcpy(results, few, 10 * sizeof(results[0]));
		for (i = 0; i < 10; i++)
			assert_done(i);
		/* The one without a result may be done; none behind it is. */
		assert_untouched(11, MAX_BATCH);
		t_guard_free(few);
	}
}

static void nothing_to_start_with_is_efault(void **state)
{
	struct devcrypto_op *no_op = t_guard_alloc(sizeof(ops[0]) - 1, 0);
	struct devcrypto_result *none = t_guard_alloc(8, 0);

	start(t_fd(state));
	assert_errno(EFAULT, n_submit(t_fd(state), no_op, results, 2));
	assert_errno(EFAULT, n_submit(t_fd(state), ops, none, 2));
	assert_untouched(1, MAX_BATCH);
	t_guard_free(no_op);
	t_guard_free(none);
}

/* Results may stand in the operations: each is read before it is done. */
static void results_may_lie_over_operations_already_read(void **state)
{
	uint32_t i;

	start(t_fd(state));
	assert_int_equal(64, n_submit(t_fd(state), ops, (void *)ops, 64));
	memcpy(results, ops, 64 * sizeof(results[0]));
	start(t_fd(state));
	n_submit(t_fd(state), ops, results, 64);
	for (i = 0; i < 64; i++)
		assert_done(i);
}

/* ------------------------------------------------- threads and signals -- */

static struct {
	int fd;
	uint32_t id;
	volatile bool go, gone;
	const char *failed;
} shared;

static void *destroy_soon(void *arg)
{
	(void)arg;
	while (!shared.go)
		;
	usleep(500);
	if (n_destroy(shared.fd, shared.id))
		shared.failed = "destroy";
	shared.gone = true;
	return NULL;
}

/* Each operation is right or finds no session; and none comes back. */
static bool check_cut(void)
{
	uint32_t i = 0;

	while (i < MAX_BATCH && !results[i].res)
		assert_done(i++);
	if (i == MAX_BATCH)
		return false;
	for (; i < MAX_BATCH; i++)
		assert_result(i, -ENOENT);
	return true;
}

static void session_destroyed_in_a_batch_is_enoent_from_there(void **state)
{
	pthread_t thread;
	int round, cut = 0;

	for (round = 0; round < 50; round++) {
		shared.fd = t_fd(state);
		shared.id = start(shared.fd);
		shared.go = shared.gone = false;
		assert_int_equal(0, pthread_create(&thread, NULL, destroy_soon,
						   NULL));
		shared.go = true;
		do {
			memset(results, 0xee, sizeof(results));
			assert_int_equal(MAX_BATCH,
					 n_submit(shared.fd, ops, results,
						  MAX_BATCH));
		} while (!check_cut() && !shared.gone);
		cut += results[0].res == 0 &&
		       results[MAX_BATCH - 1].res == -ENOENT;
		pthread_join(thread, NULL);
		assert_null(shared.failed);
	}
	print_message("%d of %d batches were cut in between\n", cut, round);
	assert_int_equal(n_sessions(t_fd(state)), 0);
}

static volatile sig_atomic_t signals;

static void on_signal(int signal)
{
	(void)signal;
	signals++;
}

static void tick(long us)
{
	struct sigaction action = { .sa_handler = on_signal,
				    .sa_flags = SA_RESTART };
	struct itimerval timer = { { 0, us }, { 0, us } };

	sigaction(SIGALRM, &action, NULL);
	signals = 0;
	assert_ok(setitimer(ITIMER_REAL, &timer, NULL));
}

/* Goes on where the last call stopped; counts calls that stopped early. */
static void signal_ends_a_batch_behind_some_operation(void **state)
{
	uint32_t at = 0, early = 0, i;
	int done;

	start(t_fd(state));
	for (i = 0; i < MAX_BATCH; i++) {
		ops[i].src = N_PTR(text[0]);
		ops[i].dst = N_PTR(text[0]);
		ops[i].len = sizeof(text) / LEN * LEN;
	}
	tick(5000);
	while (at < MAX_BATCH) {
		done = n_submit(t_fd(state), ops + at, results + at,
				MAX_BATCH - at);
		if (done < 0) {
			assert_int_equal(errno, EINTR);
			continue;
		}
		at += done;
		early += at < MAX_BATCH;
	}
	print_message("%d signals, %u early ends\n", (int)signals, early);
	tick(0);
	for (i = 0; i < MAX_BATCH; i++)
		assert_result(i, 0);
	assert_int_not_equal(early, 0);
}

static void killed_program_ends_at_once(void **state)
{
	static uint8_t much[1 << 20];
	uint32_t id = start(t_fd(state)), i;
	struct timespec then;
	int status;
	pid_t pid;

	for (i = 0; i < MAX_BATCH; i++)
		ops[i] = n_text(id, DEVCRYPTO_OP_ENCRYPT, iv, 16, much,
				sizeof(much), much);
	pid = fork();
	assert_ok(pid);
	if (!pid)
		_exit(n_submit(t_fd(state), ops, results, MAX_BATCH) < 0);
	usleep(200000);
	clock_gettime(CLOCK_MONOTONIC, &then);
	assert_ok(kill(pid, SIGKILL));
	assert_int_equal(pid, waitpid(pid, &status, 0));
	assert_true(WIFSIGNALED(status));
	assert_in_range(ms_since(&then), 0, 2000);
}

/* ---------------------------------------------------------- the engine -- */

static uint32_t engine_session(int fd)
{
	struct devcrypto_session arg = n_cipher("cbc(aes)", key, 16);

	if (engine_read("inflight") < 0)
		t_skip("dc_test_engine is not loaded");
	arg.driver_class = DEVCRYPTO_CLASS_ENGINE;
	return n_create_ok(fd, arg);
}

/* Every other operation on the engine, the rest on the CPU. */
static void start_engine(int fd, uint32_t count)
{
	uint32_t id = engine_session(fd), i;

	start(fd);
	for (i = 0; i < count; i += 2)
		ops[i].id = id;
}

static int reset_engine(void **state)
{
	return (engine_read("inflight") < 0 ? 0 : engine_reset(state)) |
	       t_param_write("engine_timeout_ms", "10000") | t_teardown(state);
}

static void slow_engine_is_waited_for(void **state)
{
	uint32_t i;

	start_engine(t_fd(state), 10);
	assert_ok(engine_write("delay_ms", "20"));
	assert_int_equal(10, n_submit(t_fd(state), ops, results, 10));
	for (i = 0; i < 10; i++)
		assert_done(i);
}

static void engine_with_a_backlog_gives_the_same(void **state)
{
	uint32_t i;

	start_engine(t_fd(state), 10);
	assert_ok(engine_write("busy", "1"));
	assert_ok(engine_write("full", "3"));
	assert_int_equal(10, n_submit(t_fd(state), ops, results, 10));
	for (i = 0; i < 10; i++)
		assert_done(i);
}

static void failing_engine_spoils_its_own_operations_alone(void **state)
{
	uint32_t i;

	start_engine(t_fd(state), 10);
	assert_ok(engine_write("fail", "19")); /* ENODEV */
	assert_int_equal(10, n_submit(t_fd(state), ops, results, 10));
	for (i = 0; i < 10; i++) {
		if (i % 2)
			assert_done(i);
		else
			assert_result(i, -ENODEV);
	}
}

static void silent_engine_is_etimedout_for_its_own_alone(void **state)
{
	uint32_t i;

	start_engine(t_fd(state), 4);
	assert_ok(t_param_write("engine_timeout_ms", "100"));
	assert_ok(engine_write("never", "1"));
	assert_int_equal(4, n_submit(t_fd(state), ops, results, 4));
	for (i = 0; i < 4; i++) {
		if (i % 2)
			assert_done(i);
		else
			assert_result(i, -ETIMEDOUT);
	}
	assert_ok(engine_write("never", "0"));
	assert_true(engine_wait("inflight", 0));
}

static int fill(void **state)
{
	uint32_t i;

	(void)state;
	t_fill(text, sizeof(text), 1);
	for (i = 0; i < MAX_BATCH; i++)
		if (n_ref_cipher("cbc(aes)", true, key, 16, iv, text[i], LEN,
				 want[i]))
			return -1;
	return 0;
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, t_setup, t_teardown)
#define ENGINE_TEST(f) cmocka_unit_test_setup_teardown(f, t_setup, reset_engine)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(batches_of_every_size_give_their_results_in_order),
		TEST(more_than_query_allows_is_einval),
		TEST(batch_of_nothing_needs_no_memory),
		TEST(flags_other_than_wait_are_eopnotsupp),
		TEST(submit_writes_nothing_but_done),
		TEST(sessions_may_be_mixed_in_any_order),
		TEST(later_operation_sees_what_an_earlier_one_wrote),
		TEST(one_bad_operation_spoils_no_other),
		TEST(each_bad_operation_says_the_same_when_alone),
		TEST(batch_of_failures_alone_is_no_failure),
		TEST(operations_that_end_in_between_give_a_prefix),
		TEST(results_that_end_in_between_give_a_prefix),
		TEST(nothing_to_start_with_is_efault),
		TEST(results_may_lie_over_operations_already_read),
		TEST(session_destroyed_in_a_batch_is_enoent_from_there),
		ENGINE_TEST(slow_engine_is_waited_for),
		ENGINE_TEST(engine_with_a_backlog_gives_the_same),
		ENGINE_TEST(failing_engine_spoils_its_own_operations_alone),
		ENGINE_TEST(silent_engine_is_etimedout_for_its_own_alone),
		TEST(killed_program_ends_at_once),
		TEST(signal_ends_a_batch_behind_some_operation),
	};

	return cmocka_run_group_tests_name("native batch", tests, fill, NULL);
}
