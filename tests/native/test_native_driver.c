// SPDX-License-Identifier: MIT
/*
 * Drivers by name and by class.
 * suites: engine
 */
#include "n.h"

#include "../stress/engine.h"

static const uint8_t key[N_MAX_KEY] = "whatever may be the key of it...";

/* What the kernel lists of one implementation in /proc/crypto. */
struct listed {
	char name[128], driver[128], type[32];
	int priority;
	bool usable;
};

static bool take_field(struct listed *l, const char *line)
{
	char value[128] = "", field[32] = "";

	if (sscanf(line, "%31s : %127[^\n]", field, value) < 1)
		return false;
	if (!strcmp(field, "name"))
		*l = (struct listed){ .usable = true };
	if (!strcmp(field, "name"))
		strcpy(l->name, value);
	else if (!strcmp(field, "driver"))
		strcpy(l->driver, value);
	else if (!strcmp(field, "priority"))
		l->priority = atoi(value);
	else if (!strcmp(field, "type"))
		snprintf(l->type, sizeof(l->type), "%s", value);
	else if (!strcmp(field, "selftest"))
		l->usable &= !strcmp(value, "passed");
	else if (!strcmp(field, "internal"))
		l->usable &= !strcmp(value, "no");
	return true;
}

/* All of /proc/crypto; the caller frees it. */
static struct listed *list_ok(size_t *n)
{
	FILE *file = fopen("/proc/crypto", "re");
	struct listed *all = NULL, now = { .name = "" };
	char line[512];

	assert_non_null(file);
	*n = 0;
	while (fgets(line, sizeof(line), file)) {
		if (take_field(&now, line))
			continue;
		all = realloc(all, (*n + 1) * sizeof(*all));
		assert_non_null(all);
		all[(*n)++] = now;
	}
	fclose(file);
	return all;
}

static const struct listed *find(const struct listed *all, size_t n,
				 const char *driver)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (!strcmp(all[i].driver, driver))
			return &all[i];
	return NULL;
}

static struct devcrypto_session of_row(const struct devcrypto_algorithm *row)
{
	if (row->type == DEVCRYPTO_TYPE_HASH)
		return n_mac(row->name, NULL, 0);
	if (row->type == DEVCRYPTO_TYPE_MAC)
		return n_mac(row->name, key, row->key_min);
	return n_cipher(row->name, key, row->key_min);
}

static void set_driver(struct devcrypto_session *arg, const char *driver)
{
	strcpy(*arg->cipher ? arg->cipher_driver : arg->mac_driver, driver);
}

static const char *info_ok(int fd, uint32_t id, uint32_t *class)
{
	static struct devcrypto_session_info info;
	bool mac;

	assert_ok(n_info(fd, id, &info));
	mac = !*info.cipher;
	*class = mac ? info.mac_class : info.cipher_class;
	return mac ? info.mac_driver : info.cipher_driver;
}

/* ------------------------------------------------------------- by name -- */

/* Whatever is registered for a listed algorithm can be had by its name. */
static void every_registered_driver_can_be_named(void **state)
{
	const struct devcrypto_algorithm *row;
	struct devcrypto_session arg;
	size_t n, i, seen = 0;
	struct listed *all;
	uint32_t class;

	n_rows_ok(t_fd(state), &n); /* the kernel has loaded what it will */
	all = list_ok(&n);
	for (i = 0; i < n; i++) {
		row = n_row(t_fd(state), all[i].name);
		if (!row || !all[i].usable || strstr(all[i].type, "compress"))
			continue;
		seen++;
		t_note("%s for %s", all[i].driver, row->name);
		arg = of_row(row);
		set_driver(&arg, all[i].driver);
		assert_ok(n_create(t_fd(state), &arg));
		assert_string_equal(info_ok(t_fd(state), arg.id, &class),
				    all[i].driver);
		n_destroy_ok(t_fd(state), arg.id);
	}
	free(all);
	assert_in_range(seen, 10, 1000);
}

static void default_driver_is_the_one_that_query_names(void **state)
{
	const struct devcrypto_algorithm *rows;
	uint32_t class;
	size_t n, i;

	rows = n_rows_ok(t_fd(state), &n);
	for (i = 0; i < n; i++) {
		uint32_t id = n_create_ok(t_fd(state), of_row(&rows[i]));

		t_note("%s", rows[i].name);
		assert_string_equal(info_ok(t_fd(state), id, &class),
				    rows[i].driver);
		assert_int_equal(class, rows[i].driver_class);
		n_destroy_ok(t_fd(state), id);
	}
}

/* Drivers of others, inner ones, templates not in use, and mere inventions. */
static void other_drivers_are_enoent_and_nothing_is_made(void **state)
{
	static const char *const names[] = {
		"cryptd(cbc-aes-aesni)",
		"cryptd(cbc(aes-generic))",
		"cryptd(__cbc-aes-aesni)",
		"pcrypt(cbc-aes-aesni)",
		"__cbc-aes-aesni",
		"ctr-aes-aesni",
		"cbc(aes)",
		"cbc(aes-fixed-time)",
		"cbc(cast5-generic)",
		"aes-generic",
		"no-such-driver",
		"cbc-aes-aesni ",
		"CBC-AES-AESNI",
		"sha256-generic",
	};
	struct devcrypto_session arg;
	struct listed *before, *after;
	size_t n, m, i;

	n_rows_ok(t_fd(state), &n);
	before = list_ok(&n);
	for (i = 0; i < T_ARRAY_SIZE(names); i++) {
		const struct listed *l = find(before, n, names[i]);

		if (l && l->usable && !strcmp(l->name, "cbc(aes)"))
			continue;
		t_note("%s", names[i]);
		arg = n_cipher("cbc(aes)", key, 16);
		set_driver(&arg, names[i]);
		assert_errno(ENOENT, n_create(t_fd(state), &arg));
		arg.driver_class = DEVCRYPTO_CLASS_CPU;
		assert_errno(ENOENT, n_create(t_fd(state), &arg));
	}
	after = list_ok(&m);
	assert_int_equal(m, n);
	for (i = 0; i < n; i++)
		assert_string_equal(before[i].driver, after[i].driver);
	free(before);
	free(after);
}

static void templates_of_other_types_are_enoent(void **state)
{
	static const struct {
		const char *name, *driver;
	} made_up[] = {
		{ "gcm(aes)", "cryptd(generic-gcm-aesni)" },
		{ "gcm(aes)", "pcrypt(generic-gcm-aesni)" },
		{ "gcm(aes)", "pcrypt(gcm_base(ctr-aes-aesni,ghash-generic))" },
		{ "sha256", "cryptd(sha256-generic)" },
		{ "hmac(sha256)", "hmac(cryptd(sha256-generic))" },
	};
	struct devcrypto_session arg;
	struct listed *all;
	size_t i, n;

	for (i = 0; i < T_ARRAY_SIZE(made_up); i++) {
		t_note("%s for %s", made_up[i].driver, made_up[i].name);
		arg = of_row(n_need(t_fd(state), made_up[i].name));
		set_driver(&arg, made_up[i].driver);
		assert_errno(ENOENT, n_create(t_fd(state), &arg));
		all = list_ok(&n);
		assert_null(find(all, n, made_up[i].driver));
		free(all);
	}
}

static void chain_names_a_driver_of_either_part(void **state)
{
	struct devcrypto_session arg = n_chain("cbc(aes)", key, 16,
					       "hmac(sha256)", key, 16,
					       DEVCRYPTO_ENCRYPT_THEN_MAC);
	struct devcrypto_session_info info;
	uint32_t id = n_create_ok(t_fd(state), arg);

	assert_ok(n_info(t_fd(state), id, &info));
	strcpy(arg.cipher_driver, info.cipher_driver);
	strcpy(arg.mac_driver, info.mac_driver);
	n_create_ok(t_fd(state), arg);
	strcpy(arg.mac_driver, info.cipher_driver);
	assert_errno(ENOENT, n_create(t_fd(state), &arg));
	strcpy(arg.mac_driver, info.mac_driver);
	strcpy(arg.cipher_driver, info.mac_driver);
	assert_errno(ENOENT, n_create(t_fd(state), &arg));
}

/* ------------------------------------------------------------ by class -- */

static void class_cpu_gives_a_cpu_driver_for_everything(void **state)
{
	const struct devcrypto_algorithm *rows;
	struct devcrypto_session arg;
	uint32_t class;
	size_t n, i;

	rows = n_rows_ok(t_fd(state), &n);
	for (i = 0; i < n; i++) {
		t_note("%s", rows[i].name);
		arg = of_row(&rows[i]);
		arg.driver_class = DEVCRYPTO_CLASS_CPU;
		assert_ok(n_create(t_fd(state), &arg));
		info_ok(t_fd(state), arg.id, &class);
		assert_int_equal(class, DEVCRYPTO_CLASS_CPU);
		n_destroy_ok(t_fd(state), arg.id);
	}
}

static void class_engine_without_an_engine_is_enoent(void **state)
{
	struct devcrypto_session arg = of_row(n_need(t_fd(state), "sha512"));

	arg.driver_class = DEVCRYPTO_CLASS_ENGINE;
	assert_errno(ENOENT, n_create(t_fd(state), &arg));
	arg = n_chain("cbc(aes)", key, 16, "hmac(sha512)", key, 16,
		      DEVCRYPTO_ENCRYPT_THEN_MAC);
	arg.driver_class = DEVCRYPTO_CLASS_ENGINE;
	assert_errno(ENOENT, n_create(t_fd(state), &arg));
	assert_int_equal(n_sessions(t_fd(state)), 0);
}

static void driver_of_the_other_class_is_enoent(void **state)
{
	const struct devcrypto_algorithm *rows;
	struct devcrypto_session arg;
	size_t n, i;

	rows = n_rows_ok(t_fd(state), &n);
	for (i = 0; i < n; i++) {
		t_note("%s", rows[i].name);
		arg = of_row(&rows[i]);
		set_driver(&arg, rows[i].driver);
		arg.driver_class = rows[i].driver_class;
		n_destroy_ok(t_fd(state), n_create_ok(t_fd(state), arg));
		arg.driver_class = DEVCRYPTO_CLASS_CPU +
				   DEVCRYPTO_CLASS_ENGINE -
				   rows[i].driver_class;
		assert_errno(ENOENT, n_create(t_fd(state), &arg));
	}
}

/* The engine of the tests registers these, at the lowest priority. */
static const struct {
	const char *name, *driver;
} engine[] = {
	{ "cbc(aes)", "cbc-aes-dctest" },
	{ "ctr(aes)", "ctr-aes-dctest" },
	{ "gcm(aes)", "gcm-aes-dctest" },
	{ "sha256", "sha256-dctest" },
	{ "hmac(sha256)", "hmac-sha256-dctest" },
	{ "ecb(cipher_null)", "ecb-null-dctest" },
};

static void need_engine(void)
{
	if (engine_read("inflight") < 0)
		t_skip("dc_test_engine is not loaded");
}

static void class_engine_wins_over_priority(void **state)
{
	const struct devcrypto_algorithm *row;
	struct devcrypto_session arg;
	uint32_t class;
	size_t i;

	need_engine();
	for (i = 0; i < T_ARRAY_SIZE(engine); i++) {
		row = n_need(t_fd(state), engine[i].name);
		t_note("%s", row->name);
		assert_true(row->priority >= engine_read("priority"));
		arg = of_row(row);
		arg.driver_class = DEVCRYPTO_CLASS_ENGINE;
		assert_ok(n_create(t_fd(state), &arg));
		assert_string_equal(info_ok(t_fd(state), arg.id, &class),
				    engine[i].driver);
		assert_int_equal(class, DEVCRYPTO_CLASS_ENGINE);
		n_destroy_ok(t_fd(state), arg.id);
	}
}

static void class_any_goes_by_priority(void **state)
{
	uint32_t class;

	need_engine();
	if (engine_read("priority") > 100)
		t_skip("the engine has the highest priority");
	info_ok(t_fd(state), n_cipher_ok(t_fd(state), "cbc(aes)", key, 16),
		&class);
	assert_int_equal(class, DEVCRYPTO_CLASS_CPU);
}

static void engine_is_asynchronous_by_its_flags(void **state)
{
	struct devcrypto_session arg = n_cipher("cbc(aes)", key, 16);
	struct devcrypto_session_info info;

	need_engine();
	arg.driver_class = DEVCRYPTO_CLASS_ENGINE;
	assert_ok(n_info(t_fd(state), n_create_ok(t_fd(state), arg), &info));
	assert_int_equal(info.cipher_flags, DEVCRYPTO_ALG_ASYNC);
}

/* It is the engine that computes, and it computes the same. */
static void engine_by_class_does_the_work(void **state)
{
	struct devcrypto_session arg = n_cipher("cbc(aes)", key, 16);
	uint8_t in[64], out[64], want[64];
	struct devcrypto_op op;
	long done;

	need_engine();
	arg.driver_class = DEVCRYPTO_CLASS_ENGINE;
	t_fill(in, sizeof(in), 1);
	assert_ok(n_ref_cipher("cbc(aes)", true, key, 16, key, in, 64, want));
	op = n_text(n_create_ok(t_fd(state), arg), DEVCRYPTO_OP_ENCRYPT, key,
		    16, in, 64, out);
	done = engine_read("done");
	assert_ok(n_op(t_fd(state), &op));
	assert_int_equal(engine_read("done"), done + 1);
	assert_bytes(out, want, 64);
}

static void chain_on_the_engine_has_both_parts_there(void **state)
{
	struct devcrypto_session arg = n_chain("cbc(aes)", key, 16,
					       "hmac(sha256)", key, 16,
					       DEVCRYPTO_ENCRYPT_THEN_MAC);
	struct devcrypto_session_info info;

	need_engine();
	arg.driver_class = DEVCRYPTO_CLASS_ENGINE;
	assert_ok(n_info(t_fd(state), n_create_ok(t_fd(state), arg), &info));
	assert_string_equal(info.cipher_driver, "cbc-aes-dctest");
	assert_string_equal(info.mac_driver, "hmac-sha256-dctest");
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, t_setup, t_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(every_registered_driver_can_be_named),
		TEST(default_driver_is_the_one_that_query_names),
		TEST(other_drivers_are_enoent_and_nothing_is_made),
		TEST(templates_of_other_types_are_enoent),
		TEST(chain_names_a_driver_of_either_part),
		TEST(class_cpu_gives_a_cpu_driver_for_everything),
		TEST(class_engine_without_an_engine_is_enoent),
		TEST(driver_of_the_other_class_is_enoent),
		TEST(class_engine_wins_over_priority),
		TEST(class_any_goes_by_priority),
		TEST(engine_is_asynchronous_by_its_flags),
		TEST(engine_by_class_does_the_work),
		TEST(chain_on_the_engine_has_both_parts_there),
	};

	return cmocka_run_group_tests_name("native driver", tests, NULL, NULL);
}
