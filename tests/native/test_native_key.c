// SPDX-License-Identifier: MIT
/* Keys by serial number: from the kernel's keyring, unseen by the program. */
#include "n.h"

#include <sys/syscall.h>
#include <linux/keyctl.h>
#include <openssl/evp.h>

/* Permission bits of keys, which no header for programs has. */
#define KEY_POS_SEARCH 0x08000000
#define KEY_USR_ALL 0x003f0000
#define KEY_USR_SEARCH 0x00080000

static const uint8_t secret[32] = "a key that stays in the kernel..";
static const uint8_t iv[16] = "where it begins";

static int32_t add(const char *type, const char *name, const void *payload,
		   size_t len)
{
	return syscall(SYS_add_key, type, name, payload, len,
		       KEY_SPEC_PROCESS_KEYRING);
}

static int32_t add_ok(const char *type, const char *name, const void *payload,
		      size_t len)
{
	int32_t serial = add(type, name, payload, len);

	if (serial < 0) {
		print_error("no key of type %s: %s\n", type, strerror(errno));
		fail();
	}
	return serial;
}

static long keyctl(int cmd, int32_t serial, unsigned long arg)
{
	return syscall(SYS_keyctl, cmd, serial, arg, 0, 0);
}

static struct devcrypto_session by_serial(uint64_t serial)
{
	struct devcrypto_session arg = n_cipher("cbc(aes)", NULL, 0);

	arg.flags = DEVCRYPTO_SESSION_KEY_SERIAL;
	arg.key = serial;
	return arg;
}

static void refused(int fd, int err, uint64_t serial)
{
	struct devcrypto_session arg = by_serial(serial);

	assert_errno(err, n_create(fd, &arg));
	assert_int_equal(n_sessions(fd), 0);
}

/* The session computes with this key. */
static void assert_key(int fd, uint32_t id, const void *key, size_t len)
{
	uint8_t data[32] = { 0 }, want[32];
	struct devcrypto_op op =
		n_text(id, DEVCRYPTO_OP_ENCRYPT, iv, 16, data, 32, data);

	assert_ok(n_ref_cipher("cbc(aes)", true, key, len, iv, data, 32, want));
	assert_ok(n_op(fd, &op));
	assert_bytes(data, want, sizeof(want));
}

static void key_of_type_user_works(void **state)
{
	int32_t serial = add_ok("user", "dc:one", secret, 32);
	uint32_t id = n_create_ok(t_fd(state), by_serial(serial));

	assert_key(t_fd(state), id, secret, 32);
}

static void key_of_type_logon_works_and_is_not_readable(void **state)
{
	int32_t serial = add_ok("logon", "dc:two", secret, 16);
	uint32_t id = n_create_ok(t_fd(state), by_serial(serial));
	uint8_t copy[64];

	assert_key(t_fd(state), id, secret, 16);
	assert_errno(EOPNOTSUPP, syscall(SYS_keyctl, KEYCTL_READ, serial, copy,
					 sizeof(copy)));
}

/* Takes the key out of an encrypted one, whose master key is secret. */
static void open_encrypted(int32_t serial, uint8_t key[32])
{
	char text[512] = "", begin[64], data[256];
	uint8_t derived[41] = "ENC_KEY", aes[32], first[16], body[64];

	assert_ok(syscall(SYS_keyctl, KEYCTL_READ, serial, text,
			  sizeof(text) - 1));
	/* Format, master and length; IV, an idle byte, ciphertext and MAC. */
	assert_int_equal(
		2, sscanf(text, "%*s %*s %*s %32[0-9a-f]%*2[0-9a-f]%64[0-9a-f]",
			  begin, data));
	/* "ENC_KEY", a zero, the master key: hashed, it is the key inside. */
	memcpy(derived + 8, secret, 32);
	assert_ok(n_ref_hash("sha256", NULL, 0, derived, sizeof(derived), aes));
	assert_int_equal(16, t_unhex(first, sizeof(first), begin));
	assert_int_equal(32, t_unhex(body, sizeof(body), data));
	assert_ok(
		n_ref_cipher("cbc(aes)", false, aes, 32, first, body, 32, key));
}

static void key_of_type_encrypted_works(void **state)
{
	static const char *const how = "new default user:dc:master 32";
	int32_t serial;
	uint8_t key[32];

	add_ok("user", "dc:master", secret, 32);
	serial = add("encrypted", "dc:three", how, strlen(how));
	if (serial < 0 && errno == ENODEV)
		t_skip("this kernel has no encrypted keys");
	assert_ok(serial);
	open_encrypted(serial, key);
	assert_key(t_fd(state), n_create_ok(t_fd(state), by_serial(serial)),
		   key, 32);
}

static void mac_takes_its_key_by_serial(void **state)
{
	int32_t serial = add_ok("logon", "dc:mac", secret, 32);
	struct devcrypto_session arg = n_mac("hmac(sha256)", NULL, 0);
	uint8_t tag[32], want[32];
	struct devcrypto_op op;

	arg.flags = DEVCRYPTO_SESSION_MAC_SERIAL;
	arg.mac_key = serial;
	op = n_digest(n_create_ok(t_fd(state), arg), DEVCRYPTO_OP_DIGEST, iv,
		      16, tag);
	assert_ok(n_op(t_fd(state), &op));
	assert_ok(n_ref_hash("hmac(sha256)", secret, 32, iv, 16, want));
	assert_bytes(tag, want, 32);
}

/* One from the keyring, one from memory, in both ways. */
static void chain_takes_either_key_by_serial(void **state)
{
	int32_t serial = add_ok("user", "dc:part", secret, 32);
	struct devcrypto_session arg = n_chain("cbc(aes)", NULL, 0,
					       "hmac(sha256)", iv, 16,
					       DEVCRYPTO_ENCRYPT_THEN_MAC);
	uint8_t text[16] = { 0 }, tag[32], want[32];
	struct devcrypto_op op;

	arg.flags = DEVCRYPTO_SESSION_KEY_SERIAL;
	arg.key = serial;
	op = n_text(n_create_ok(t_fd(state), arg), DEVCRYPTO_OP_ENCRYPT, iv, 16,
		    text, 16, text);
	op.tag = N_PTR(tag);
	assert_ok(n_op(t_fd(state), &op));
	assert_ok(n_ref_hash("hmac(sha256)", iv, 16, text, 16, want));
	assert_bytes(tag, want, 32);
	arg.flags |= DEVCRYPTO_SESSION_MAC_SERIAL;
	arg.mac_key = serial;
	assert_errno(EINVAL, n_create(t_fd(state), &arg)); /* a length too */
	arg.mac_key_len = 0;
	op.id = n_create_ok(t_fd(state), arg);
	assert_ok(n_op(t_fd(state), &op));
	assert_ok(n_ref_hash("hmac(sha256)", secret, 32, text, 16, want));
	assert_bytes(tag, want, 32);
}

static void session_outlives_its_key_in_the_keyring(void **state)
{
	int32_t serial = add_ok("user", "dc:gone", secret, 16);
	uint32_t id = n_create_ok(t_fd(state), by_serial(serial));

	assert_ok(keyctl(KEYCTL_REVOKE, serial, 0));
	assert_key(t_fd(state), id, secret, 16);
}

static void rekey_takes_a_key_by_serial(void **state)
{
	int32_t serial = add_ok("user", "dc:next", secret, 24);
	uint32_t id = n_cipher_ok(t_fd(state), "cbc(aes)", iv, 16);
	struct devcrypto_rekey arg =
		N_NEW(devcrypto_rekey, .id = id, .key = serial,
		      .flags = DEVCRYPTO_SESSION_KEY_SERIAL);

	assert_ok(ioctl(t_fd(state), DEVCRYPTO_SESSION_REKEY, &arg));
	assert_key(t_fd(state), id, secret, 24);
}

/* -------------------------------------------------------------- errnos -- */

static void revoked_key_is_ekeyrevoked(void **state)
{
	int32_t serial = add_ok("user", "dc:revoked", secret, 16);

	assert_ok(keyctl(KEYCTL_REVOKE, serial, 0));
	refused(t_fd(state), EKEYREVOKED, serial);
}

static void expired_key_is_ekeyexpired(void **state)
{
	int32_t serial = add_ok("user", "dc:expired", secret, 16);

	assert_ok(keyctl(KEYCTL_SET_TIMEOUT, serial, 1));
	sleep(2);
	refused(t_fd(state), EKEYEXPIRED, serial);
}

static void missing_key_is_enokey(void **state)
{
	int32_t serial = add_ok("user", "dc:unlinked", secret, 16);

	assert_ok(keyctl(KEYCTL_INVALIDATE, serial, 0));
	refused(t_fd(state), ENOKEY, serial);
	refused(t_fd(state), ENOKEY, 0x7fffffff);
}

/* What counts is the right to search: it is what "use" means for a key. */
static void key_without_permission_is_eacces(void **state)
{
	int32_t serial = add_ok("user", "dc:private", secret, 16);

	assert_ok(
		keyctl(KEYCTL_SETPERM, serial, KEY_USR_ALL & ~KEY_USR_SEARCH));
	refused(t_fd(state), EACCES, serial);
	assert_ok(keyctl(KEYCTL_SETPERM, serial, KEY_POS_SEARCH));
	n_create_ok(t_fd(state), by_serial(serial));
}

static void key_of_a_wrong_size_is_einval(void **state)
{
	refused(t_fd(state), EINVAL, add_ok("user", "dc:15", secret, 15));
	refused(t_fd(state), EINVAL, add_ok("user", "dc:1", secret, 1));
}

/* The limit is that of a key in memory. */
static void key_longer_than_query_allows_is_einval(void **state)
{
	const struct devcrypto_algorithm *row =
		n_need(t_fd(state), "hmac(sha256)");
	static const uint8_t zeros[4096];
	struct devcrypto_session arg = n_mac(row->name, NULL, 0);

	assert_in_range(row->key_max, 64, sizeof(zeros) - 1);
	arg.flags = DEVCRYPTO_SESSION_MAC_SERIAL;
	arg.mac_key = add_ok("user", "dc:fits", zeros, row->key_max);
	n_create_ok(t_fd(state), arg);
	arg.mac_key = add_ok("user", "dc:long", zeros, row->key_max + 1);
	assert_errno(EINVAL, n_create(t_fd(state), &arg));
}

static void keyring_is_no_key(void **state)
{
	refused(t_fd(state), EOPNOTSUPP, add_ok("keyring", "dc:ring", NULL, 0));
	refused(t_fd(state), EOPNOTSUPP, (uint32_t)KEY_SPEC_PROCESS_KEYRING);
}

static void numbers_that_are_no_serial_are_einval(void **state)
{
	int32_t serial = add_ok("user", "dc:number", secret, 16);

	refused(t_fd(state), EINVAL, 0);
	refused(t_fd(state), EINVAL, serial + (1ULL << 32));
	refused(t_fd(state), EINVAL, N_LAST_POINTER);
	refused(t_fd(state), EINVAL, 0x80000000);
}

static void length_beside_a_serial_is_einval(void **state)
{
	struct devcrypto_session arg =
		by_serial(add_ok("user", "dc:length", secret, 16));

	arg.key_len = 16;
	assert_errno(EINVAL, n_create(t_fd(state), &arg));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, t_setup, t_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(key_of_type_user_works),
		TEST(key_of_type_logon_works_and_is_not_readable),
		TEST(key_of_type_encrypted_works),
		TEST(mac_takes_its_key_by_serial),
		TEST(chain_takes_either_key_by_serial),
		TEST(session_outlives_its_key_in_the_keyring),
		TEST(rekey_takes_a_key_by_serial),
		TEST(revoked_key_is_ekeyrevoked),
		TEST(expired_key_is_ekeyexpired),
		TEST(missing_key_is_enokey),
		TEST(key_without_permission_is_eacces),
		TEST(key_of_a_wrong_size_is_einval),
		TEST(key_longer_than_query_allows_is_einval),
		TEST(keyring_is_no_key),
		TEST(numbers_that_are_no_serial_are_einval),
		TEST(length_beside_a_serial_is_einval),
	};

	return cmocka_run_group_tests_name("native keys", tests, NULL, NULL);
}
