// SPDX-License-Identifier: MIT
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "fake_device.h"

struct fake_device fake;

int __wrap_open(const char *path, int flags, ...);
int __wrap_close(int fd);
int __wrap_ioctl(int fd, unsigned long request, ...);

int __wrap_open(const char *path, int flags, ...)
{
	(void)flags;
	if (fake.open_error) {
		errno = fake.open_error;
		return -1;
	}
	snprintf(fake.path, sizeof(fake.path), "%s", path);
	fake.opened++;
	return FAKE_FD;
}

int __wrap_close(int fd)
{
	assert_int_equal(fd, FAKE_FD);
	fake.closed++;
	return 0;
}

static void create(struct session_op *op)
{
	fake.session = *op;
	if (op->keylen)
		memcpy(fake.key, op->key, op->keylen);
	if (op->mackeylen)
		memcpy(fake.key, op->mackey, op->mackeylen);
	op->ses = 1000 + ++fake.sessions;
}

static void describe(struct session_info_op *op)
{
	strcpy(op->cipher_info.cra_name, "a-cipher");
	strcpy(op->cipher_info.cra_driver_name, "a-cipher-driver");
	strcpy(op->hash_info.cra_name, "a-hash");
	strcpy(op->hash_info.cra_driver_name, "a-hash-driver");
	op->alignmask = 15;
	op->flags = SIOP_FLAG_KERNEL_DRIVER_ONLY;
}

int __wrap_ioctl(int fd, unsigned long request, ...)
{
	va_list args;
	void *arg;

	va_start(args, request);
	arg = va_arg(args, void *);
	va_end(args);
	assert_int_equal(fd, FAKE_FD);
	if (request == fake.fail_request) {
		errno = fake.fail_error;
		return -1;
	}
	if (request == CIOCGSESSION)
		create(arg);
	else if (request == CIOCFSESSION)
		fake.sessions--;
	else if (request == CIOCGSESSINFO)
		describe(arg);
	else if (request == CIOCCRYPT)
		fake.crypt = *(struct crypt_op *)arg;
	else if (request == CIOCAUTHCRYPT)
		fake.auth = *(struct crypt_auth_op *)arg;
	else if (request == CIOCCPHASH)
		fake.copy = *(struct cphash_op *)arg;
	else
		assert_int_equal(request, CIOCASYMFEAT);
	if (request == CIOCCRYPT || request == CIOCAUTHCRYPT)
		fake.crypts++;
	return 0;
}

int fake_setup(void **state)
{
	struct devcrypto *device;

	memset(&fake, 0, sizeof(fake));
	if (devcrypto_open(NULL, &device))
		return -1;
	*state = device;
	return 0;
}

int fake_teardown(void **state)
{
	devcrypto_close(*state);
	return fake.sessions == 0 && fake.closed == fake.opened ? 0 : -1;
}

struct devcrypto_session *fake_session(struct devcrypto *device,
				       const char *algorithm)
{
	static const uint8_t key[16] = { 1, 2, 3, 4 };
	struct devcrypto_session *session;

	assert_int_equal(devcrypto_session_new(device, algorithm, key,
					       sizeof(key), &session),
			 0);
	return session;
}
