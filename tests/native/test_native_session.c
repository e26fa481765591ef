// SPDX-License-Identifier: MIT
/* Sessions of the native interface: how they are asked for, and refused. */
#include "n.h"

static const uint8_t key[N_MAX_KEY] = "key of the cipher, of 64 bytes..";
static const uint8_t mac_key[N_MAX_KEY] = "key of the MAC.";

static struct devcrypto_session cbc(void)
{
	return n_cipher("cbc(aes)", key, 16);
}

static struct devcrypto_session chain(void)
{
	return n_chain("cbc(aes)", key, 16, "hmac(sha256)", mac_key, 32,
		       DEVCRYPTO_ENCRYPT_THEN_MAC);
}

static struct devcrypto_session hmac(void)
{
	return n_mac("hmac(sha256)", mac_key, 32);
}

static void refused(int fd, int err, struct devcrypto_session arg)
{
	t_note("cipher \"%s\", mac \"%s\"", arg.cipher, arg.mac);
	assert_errno(err, n_create(fd, &arg));
	assert_int_equal(n_sessions(fd), 0);
}

/* The same with one field set. */
#define REFUSED(err, base, field, value)           \
	do {                                       \
		struct devcrypto_session s = base; \
		s.field = (value);                 \
		t_note(#base " with " #field);     \
		refused(t_fd(state), err, s);      \
	} while (0)

/* ---------------------------------------------------------- EOPNOTSUPP -- */

static void unknown_flags_are_eopnotsupp(void **state)
{
	unsigned int bit;

	for (bit = 2; bit < 32; bit++)
		REFUSED(EOPNOTSUPP, cbc(), flags, 1U << bit);
}

static void unknown_orders_are_eopnotsupp(void **state)
{
	REFUSED(EOPNOTSUPP, chain(), order, 3);
	REFUSED(EOPNOTSUPP, chain(), order, 0xffffffff);
}

static void unknown_classes_are_eopnotsupp(void **state)
{
	REFUSED(EOPNOTSUPP, cbc(), driver_class, 3);
	REFUSED(EOPNOTSUPP, cbc(), driver_class, 0xffffffff);
}

static const char *const weak[] = { "cbc(des)", "cbc(des3_ede)",
				    "cbc(blowfish)", "md5", "hmac(md5)" };

static struct devcrypto_session weak_session(const char *name)
{
	static const size_t lengths[] = { 8, 24, 16 };
	size_t i;

	for (i = 0; i < 3; i++)
		if (!strcmp(name, weak[i]))
			return n_cipher(name, key, lengths[i]);
	return strchr(name, '(') ? n_mac(name, key, 16) : n_mac(name, NULL, 0);
}

static void weak_algorithms_are_eopnotsupp_unless_allowed(void **state)
{
	size_t i;

	n_rows_ok(t_fd(state), &i);
	for (i = 0; i < T_ARRAY_SIZE(weak); i++) {
		t_note("%s", weak[i]);
		assert_null(n_row(t_fd(state), weak[i]));
		refused(t_fd(state), EOPNOTSUPP, weak_session(weak[i]));
	}
}

static int forbid_weak(void **state)
{
	return t_param_write("weak", "N") | t_teardown(state);
}

static void weak_algorithms_work_once_allowed(void **state)
{
	uint32_t ids[T_ARRAY_SIZE(weak)];
	size_t i;

	t_weak_ok(true);
	n_rows_ok(t_fd(state), &i);
	for (i = 0; i < T_ARRAY_SIZE(weak); i++) {
		t_note("%s", weak[i]);
		ids[i] = 0;
		if (n_row(t_fd(state), weak[i]))
			ids[i] =
				n_create_ok(t_fd(state), weak_session(weak[i]));
	}
	assert_int_not_equal(ids[3], 0); /* every kernel has MD5 */
	t_weak_ok(false);
	for (i = 0; i < T_ARRAY_SIZE(weak); i++)
		if (ids[i]) /* made is made */
			n_destroy_ok(t_fd(state), ids[i]);
}

/* -------------------------------------------------------------- ENOENT -- */

/* Neither made up names nor the kernel's templates are for programs. */
static void names_that_are_not_listed_are_enoent(void **state)
{
	static const char *const names[] = {
		"no(such)",
		"cbc(no)",
		"CBC(AES)",
		" cbc(aes)",
		"cbc(aes) ",
		"cryptd(cbc(aes))",
		"pcrypt(gcm(aes))",
		"__cbc(aes)",
		"authenc(hmac(sha256),cbc(aes))",
		"cbc-aes-aesni",
		"aes",
		"lrw(aes)",
		"rfc4106(gcm(aes))",
		"stdrng",
		"deflate",
	};
	size_t i;

	for (i = 0; i < T_ARRAY_SIZE(names); i++) {
		refused(t_fd(state), ENOENT, n_cipher(names[i], key, 16));
		refused(t_fd(state), ENOENT, n_mac(names[i], key, 16));
	}
}

static void algorithms_that_the_kernel_lacks_are_enoent(void **state)
{
	static const struct {
		const char *name;
		bool mac;
		size_t len;
	} algs[] = {
		{ "cbc(sm4)", false, 16 },  { "ctr(sm4)", false, 16 },
		{ "sm3", true, 0 },	    { "hmac(sm3)", true, 32 },
		{ "cfb(aes)", false, 16 },  { "ofb(aes)", false, 16 },
		{ "blake2b-512", true, 0 }, { "xcbc(aes)", true, 16 },
	};
	size_t i, lacking = 0;

	for (i = 0; i < T_ARRAY_SIZE(algs); i++) {
		if (n_row(t_fd(state), algs[i].name))
			continue;
		lacking++;
		refused(t_fd(state), ENOENT,
			algs[i].mac ?
				n_mac(algs[i].name, algs[i].len ? key : NULL,
				      algs[i].len) :
				n_cipher(algs[i].name, key, algs[i].len));
	}
	if (!lacking)
		t_skip("this kernel has every algorithm of the table");
}

static void sessions_that_are_not_there_are_enoent(void **state)
{
	static const uint32_t ids[] = { 0,	1,	    2,	       262143,
					262144, 0x7fffffff, 0xffffffff };
	struct devcrypto_session_info info;
	uint8_t data[16];
	struct devcrypto_op op;
	size_t i;

	for (i = 0; i < T_ARRAY_SIZE(ids); i++) {
		t_note("session %u", ids[i]);
		assert_errno(ENOENT, n_destroy(t_fd(state), ids[i]));
		assert_errno(ENOENT, n_info(t_fd(state), ids[i], &info));
		op = n_text(ids[i], DEVCRYPTO_OP_ENCRYPT, key, 16, data, 16,
			    data);
		assert_errno(ENOENT, n_op(t_fd(state), &op));
	}
}

static void destroyed_session_is_enoent(void **state)
{
	uint32_t id = n_create_ok(t_fd(state), cbc());
	uint8_t data[16] = { 0 };
	struct devcrypto_op op =
		n_text(id, DEVCRYPTO_OP_ENCRYPT, key, 16, data, 16, data);
	struct devcrypto_session_info info;

	assert_ok(n_op(t_fd(state), &op));
	n_destroy_ok(t_fd(state), id);
	assert_errno(ENOENT, n_op(t_fd(state), &op));
	assert_errno(ENOENT, n_info(t_fd(state), id, &info));
	assert_errno(ENOENT, n_destroy(t_fd(state), id));
}

static void session_of_another_file_is_enoent(void **state)
{
	uint32_t id = n_create_ok(t_fd(state), cbc());
	struct devcrypto_session_info info;
	uint8_t data[16] = { 0 };
	struct devcrypto_op op =
		n_text(id, DEVCRYPTO_OP_ENCRYPT, key, 16, data, 16, data);
	int other = t_open_ok();

	assert_errno(ENOENT, n_info(other, id, &info));
	assert_errno(ENOENT, n_op(other, &op));
	assert_errno(ENOENT, n_destroy(other, id));
	close(other);
	assert_ok(n_op(t_fd(state), &op));
}

/* -------------------------------------------------------------- EINVAL -- */

static void fields_that_do_not_go_together_are_einval(void **state)
{
	REFUSED(EINVAL, n_cipher("", NULL, 0), order, 0);
	REFUSED(EINVAL, cbc(), order, DEVCRYPTO_ENCRYPT_THEN_MAC);
	REFUSED(EINVAL, hmac(), order, DEVCRYPTO_ENCRYPT_AND_MAC);
	REFUSED(EINVAL, chain(), order, DEVCRYPTO_ORDER_NONE);
	REFUSED(EINVAL, cbc(), mac_driver[0], 'x');
	REFUSED(EINVAL, hmac(), cipher_driver[0], 'x');
	REFUSED(EINVAL, cbc(), mac_key, N_PTR(mac_key));
	REFUSED(EINVAL, cbc(), mac_key_len, 16);
	REFUSED(EINVAL, hmac(), key, N_PTR(key));
	REFUSED(EINVAL, hmac(), key_len, 16);
	REFUSED(EINVAL, cbc(), flags, DEVCRYPTO_SESSION_MAC_SERIAL);
	REFUSED(EINVAL, hmac(), flags, DEVCRYPTO_SESSION_KEY_SERIAL);
	REFUSED(EINVAL, cbc(), tag_len, 16);
}

static void names_in_the_wrong_place_are_einval(void **state)
{
	refused(t_fd(state), EINVAL, n_cipher("sha256", NULL, 0));
	refused(t_fd(state), EINVAL, n_cipher("hmac(sha256)", key, 16));
	refused(t_fd(state), EINVAL, n_mac("cbc(aes)", key, 16));
	refused(t_fd(state), EINVAL, n_mac("gcm(aes)", key, 16));
}

static void chain_of_other_than_cipher_and_mac_is_einval(void **state)
{
	refused(t_fd(state), EINVAL,
		n_chain("gcm(aes)", key, 16, "hmac(sha256)", mac_key, 16,
			DEVCRYPTO_ENCRYPT_THEN_MAC));
	refused(t_fd(state), EINVAL,
		n_chain("cbc(aes)", key, 16, "sha256", NULL, 0,
			DEVCRYPTO_ENCRYPT_AND_MAC));
}

static void names_without_an_end_are_einval(void **state)
{
	static const size_t names[] = {
		offsetof(struct devcrypto_session, cipher),
		offsetof(struct devcrypto_session, mac),
		offsetof(struct devcrypto_session, cipher_driver),
		offsetof(struct devcrypto_session, mac_driver),
	};
	struct devcrypto_session arg;
	size_t i;

	for (i = 0; i < T_ARRAY_SIZE(names); i++) {
		arg = chain();
		memset((char *)&arg + names[i], 'x', DEVCRYPTO_MAX_NAME);
		assert_errno(EINVAL, n_create(t_fd(state), &arg));
	}
}

static void names_of_full_length_are_only_unknown(void **state)
{
	struct devcrypto_session arg = cbc();

	memset(arg.cipher, 'x', DEVCRYPTO_MAX_NAME - 1);
	refused(t_fd(state), ENOENT, arg);
	arg = cbc();
	memset(arg.cipher_driver, 'x', DEVCRYPTO_MAX_NAME - 1);
	refused(t_fd(state), ENOENT, arg);
}

static void hash_without_a_key_takes_none(void **state)
{
	refused(t_fd(state), EINVAL, n_mac("sha256", key, 16));
	refused(t_fd(state), EINVAL, n_mac("sha256", key, 0));
	refused(t_fd(state), EINVAL, n_mac("sha256", NULL, 16));
	REFUSED(EINVAL, n_mac("sha256", NULL, 0), flags,
		DEVCRYPTO_SESSION_MAC_SERIAL);
}

/* QUERY tells the truth about key lengths, for everything it lists. */
static void key_lengths_are_those_that_query_tells(void **state)
{
	const struct devcrypto_algorithm *rows;
	size_t n, i, len;

	rows = n_rows_ok(t_fd(state), &n);
	for (i = 0; i < n; i++) {
		const struct devcrypto_algorithm *row = &rows[i];

		if (row->type == DEVCRYPTO_TYPE_HASH)
			continue;
		for (len = 0; len <= N_MAX_KEY; len++) {
			bool fits = len >= row->key_min && len <= row->key_max;
			struct devcrypto_session arg =
				row->type == DEVCRYPTO_TYPE_MAC ?
					n_mac(row->name, key, len) :
					n_cipher(row->name, key, len);

			if (row->key_step)
				fits &= !((len - row->key_min) % row->key_step);
			t_note("%s with %zu bytes of key", row->name, len);
			if (fits)
				n_destroy_ok(t_fd(state),
					     n_create_ok(t_fd(state), arg));
			else
				assert_errno(EINVAL,
					     n_create(t_fd(state), &arg));
		}
	}
}

static void key_beyond_the_longest_is_einval(void **state)
{
	const struct devcrypto_algorithm *row =
		n_need(t_fd(state), "hmac(sha256)");
	uint8_t *long_key = calloc(1, row->key_max + 1);

	assert_non_null(long_key);
	n_destroy_ok(t_fd(state),
		     n_mac_ok(t_fd(state), row->name, long_key, row->key_max));
	refused(t_fd(state), EINVAL,
		n_mac(row->name, long_key, row->key_max + 1));
	free(long_key);
	REFUSED(EINVAL, n_mac("hmac(sha1)", key, 1), mac_key_len, 0xffffffff);
}

/* ----------------------------------------------------------- tag sizes -- */

static bool can_have_tag(int fd, struct devcrypto_session arg, uint32_t len)
{
	struct devcrypto_session_info info;

	arg.tag_len = len;
	if (n_create(fd, &arg)) {
		assert_int_equal(errno, EINVAL);
		return false;
	}
	assert_ok(n_info(fd, arg.id, &info));
	if (len)
		assert_int_equal(info.tag_len, len);
	n_destroy_ok(fd, arg.id);
	return true;
}

static void gcm_tags_have_the_sizes_of_its_standard(void **state)
{
	struct devcrypto_session arg = n_cipher("gcm(aes)", key, 16);
	uint32_t len;

	for (len = 0; len <= 300; len++) {
		t_note("%u bytes", len);
		assert_int_equal(can_have_tag(t_fd(state), arg, len),
				 !len || len == 4 || len == 8 ||
					 (len >= 12 && len <= 16));
	}
}

static void ccm_tags_have_the_sizes_of_its_standard(void **state)
{
	struct devcrypto_session arg = n_cipher("ccm(aes)", key, 16);
	uint32_t len;

	for (len = 0; len <= 300; len++) {
		t_note("%u bytes", len);
		assert_int_equal(can_have_tag(t_fd(state), arg, len),
				 !len || (len >= 4 && len <= 16 && !(len % 2)));
	}
}

static void digests_may_be_cut_but_not_grow(void **state)
{
	uint32_t len;

	for (len = 0; len <= 300; len++) {
		t_note("%u bytes", len);
		assert_int_equal(can_have_tag(t_fd(state), hmac(), len),
				 len <= 32);
		assert_int_equal(can_have_tag(t_fd(state), chain(), len),
				 len <= 32);
		assert_int_equal(can_have_tag(t_fd(state),
					      n_mac("sha1", NULL, 0), len),
				 len <= 20);
	}
	REFUSED(EINVAL, hmac(), tag_len, 0xffffffff);
}

/* ---------------------------------------------------------------- INFO -- */

static struct devcrypto_session of_row(const struct devcrypto_algorithm *row)
{
	if (row->type == DEVCRYPTO_TYPE_HASH)
		return n_mac(row->name, NULL, 0);
	if (row->type == DEVCRYPTO_TYPE_MAC)
		return n_mac(row->name, key, row->key_min);
	return n_cipher(row->name, key, row->key_min);
}

static void info_tells_what_query_told(void **state)
{
	const struct devcrypto_algorithm *rows, *row;
	struct devcrypto_session_info info, want;
	size_t n, i;

	rows = n_rows_ok(t_fd(state), &n);
	for (i = 0; i < n; i++) {
		uint32_t id = n_create_ok(t_fd(state), of_row(&rows[i]));
		bool mac = rows[i].type >= DEVCRYPTO_TYPE_HASH;

		row = &rows[i];
		t_note("%s", row->name);
		want = N_NEW(devcrypto_session_info, .id = id,
			     .iv_len = row->iv, .block_len = row->block,
			     .tag_len = row->tag);
		strcpy(mac ? want.mac : want.cipher, row->name);
		strcpy(mac ? want.mac_driver : want.cipher_driver, row->driver);
		*(mac ? &want.mac_class : &want.cipher_class) =
			row->driver_class;
		*(mac ? &want.mac_flags : &want.cipher_flags) = row->flags;
		assert_ok(n_info(t_fd(state), id, &info));
		assert_bytes(&info, &want, sizeof(info));
		n_destroy_ok(t_fd(state), id);
	}
}

static void info_of_a_chain_tells_both_parts(void **state)
{
	struct devcrypto_session_info info;
	struct devcrypto_session arg = chain();
	uint32_t order;

	for (order = 1; order <= 2; order++) {
		arg.order = order;
		arg.tag_len = 16;
		assert_ok(n_info(t_fd(state), n_create_ok(t_fd(state), arg),
				 &info));
		assert_string_equal(info.cipher, "cbc(aes)");
		assert_string_equal(info.mac, "hmac(sha256)");
		assert_int_equal(info.order, order);
		assert_int_equal(info.tag_len, 16);
		assert_int_equal(info.iv_len, 16);
		assert_int_equal(info.block_len, 16);
	}
}

/* What the caller left in the structure is not taken for an answer. */
static void info_overwrites_everything_but_size_and_id(void **state)
{
	struct devcrypto_session_info info, clean;
	uint32_t id = n_create_ok(t_fd(state), hmac());

	assert_ok(n_info(t_fd(state), id, &clean));
	memset(&info, 0xee, sizeof(info));
	info.size = sizeof(info);
	info.id = id;
	assert_ok(ioctl(t_fd(state), DEVCRYPTO_SESSION_INFO, &info));
	assert_bytes(&info, &clean, sizeof(info));
}

static void create_writes_nothing_but_the_id(void **state)
{
	struct devcrypto_session arg = chain(), want = chain();

	assert_ok(n_create(t_fd(state), &arg));
	want.id = arg.id;
	assert_bytes(&arg, &want, sizeof(arg));
}

static void id_of_the_argument_does_not_matter(void **state)
{
	struct devcrypto_session arg = cbc();

	arg.id = 0xffffffff;
	assert_in_range(n_create_ok(t_fd(state), arg), 1, 262143);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, t_setup, t_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(unknown_flags_are_eopnotsupp),
		TEST(unknown_orders_are_eopnotsupp),
		TEST(unknown_classes_are_eopnotsupp),
		TEST(weak_algorithms_are_eopnotsupp_unless_allowed),
		cmocka_unit_test_setup_teardown(
			weak_algorithms_work_once_allowed, t_setup,
			forbid_weak),
		TEST(names_that_are_not_listed_are_enoent),
		TEST(algorithms_that_the_kernel_lacks_are_enoent),
		TEST(sessions_that_are_not_there_are_enoent),
		TEST(destroyed_session_is_enoent),
		TEST(session_of_another_file_is_enoent),
		TEST(fields_that_do_not_go_together_are_einval),
		TEST(names_in_the_wrong_place_are_einval),
		TEST(chain_of_other_than_cipher_and_mac_is_einval),
		TEST(names_without_an_end_are_einval),
		TEST(names_of_full_length_are_only_unknown),
		TEST(hash_without_a_key_takes_none),
		TEST(key_lengths_are_those_that_query_tells),
		TEST(key_beyond_the_longest_is_einval),
		TEST(gcm_tags_have_the_sizes_of_its_standard),
		TEST(ccm_tags_have_the_sizes_of_its_standard),
		TEST(digests_may_be_cut_but_not_grow),
		TEST(info_tells_what_query_told),
		TEST(info_of_a_chain_tells_both_parts),
		TEST(info_overwrites_everything_but_size_and_id),
		TEST(create_writes_nothing_but_the_id),
		TEST(id_of_the_argument_does_not_matter),
	};

	return cmocka_run_group_tests_name("native session", tests, NULL, NULL);
}
