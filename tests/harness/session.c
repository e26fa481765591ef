// SPDX-License-Identifier: MIT
/* The device, its sessions, and one call for each ioctl that computes. */
#include "t.h"

#include <fcntl.h>

struct t_device {
	int fd;
};

int t_open(void)
{
	return open("/dev/crypto", O_RDWR | O_CLOEXEC);
}

int t_open_ok(void)
{
	int fd = t_open();

	if (fd < 0) {
		print_error("/dev/crypto: %s\n", strerror(errno));
		fail();
	}
	return fd;
}

int t_setup(void **state)
{
	struct t_device *dev = malloc(sizeof(*dev));

	if (!dev)
		return -1;
	dev->fd = t_open();
	if (dev->fd < 0) {
		print_error("/dev/crypto: %s\n", strerror(errno));
		free(dev);
		return -1;
	}
	*state = dev;
	return 0;
}

int t_teardown(void **state)
{
	struct t_device *dev = *state;

	close(dev->fd);
	free(dev);
	*state = NULL;
	return 0;
}

int t_fd(void **state)
{
	return ((struct t_device *)*state)->fd;
}

int t_session(int fd, uint32_t cipher, const void *key, size_t keylen,
	      uint32_t mac, const void *mackey, size_t mackeylen, uint32_t *ses)
{
	struct session_op op = {
		.cipher = cipher,
		.mac = mac,
		.keylen = keylen,
		.key = (void *)key,
		.mackeylen = mackeylen,
		.mackey = (void *)mackey,
	};

	if (ioctl(fd, CIOCGSESSION, &op))
		return -1;
	*ses = op.ses;
	return 0;
}

uint32_t t_session_ok(int fd, uint32_t cipher, const void *key, size_t keylen,
		      uint32_t mac, const void *mackey, size_t mackeylen)
{
	uint32_t ses = 0;

	if (t_session(fd, cipher, key, keylen, mac, mackey, mackeylen, &ses)) {
		print_error("no session for cipher %u, mac %u: %s\n", cipher,
			    mac, strerror(errno));
		fail();
	}
	return ses;
}

uint32_t t_cipher_ok(int fd, uint32_t cipher, const void *key, size_t keylen)
{
	return t_session_ok(fd, cipher, key, keylen, 0, NULL, 0);
}

uint32_t t_mac_ok(int fd, uint32_t mac, const void *key, size_t keylen)
{
	return t_session_ok(fd, 0, NULL, 0, mac, key, keylen);
}

int t_session_free(int fd, uint32_t ses)
{
	return ioctl(fd, CIOCFSESSION, &ses);
}

int t_crypt(int fd, uint32_t ses, uint16_t op, uint16_t flags, const void *src,
	    size_t len, void *dst, void *mac, void *iv)
{
	struct crypt_op arg = {
		.ses = ses,
		.op = op,
		.flags = flags,
		.len = len,
		.src = (void *)src,
		.dst = dst,
		.mac = mac,
		.iv = iv,
	};

	return ioctl(fd, CIOCCRYPT, &arg);
}

int t_encrypt(int fd, uint32_t ses, const void *src, size_t len, void *dst,
	      const void *iv)
{
	return t_crypt(fd, ses, COP_ENCRYPT, 0, src, len, dst, NULL,
		       (void *)iv);
}

int t_decrypt(int fd, uint32_t ses, const void *src, size_t len, void *dst,
	      const void *iv)
{
	return t_crypt(fd, ses, COP_DECRYPT, 0, src, len, dst, NULL,
		       (void *)iv);
}

int t_hash(int fd, uint32_t ses, uint16_t flags, const void *src, size_t len,
	   void *mac)
{
	return t_crypt(fd, ses, COP_ENCRYPT, flags, src, len, NULL, mac, NULL);
}

int t_copy_hash(int fd, uint32_t dst_ses, uint32_t src_ses)
{
	struct cphash_op op = { .dst_ses = dst_ses, .src_ses = src_ses };

	return ioctl(fd, CIOCCPHASH, &op);
}

int t_auth(int fd, struct crypt_auth_op *op)
{
	return ioctl(fd, CIOCAUTHCRYPT, op);
}
