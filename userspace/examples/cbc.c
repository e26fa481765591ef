// SPDX-License-Identifier: MIT
/* Encrypt and decrypt two blocks with AES-128-CBC through /dev/crypto. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "devcrypto.h"

static int round_trip(struct devcrypto_session *session)
{
	const char text[32] = "thirty-one characters of secret";
	unsigned char buffer[sizeof(text)];
	unsigned char iv[16] = { 1 }; /* in real life: random */
	int rc;

	rc = devcrypto_encrypt(session, iv, text, buffer, sizeof(text));
	if (rc)
		return rc;
	/* The call left the IV for the next piece; start over. */
	memset(iv, 0, sizeof(iv));
	iv[0] = 1;
	rc = devcrypto_decrypt(session, iv, buffer, buffer, sizeof(buffer));
	if (rc)
		return rc;
	printf("%.32s\n", (char *)buffer);
	return memcmp(buffer, text, sizeof(text)) ? -EIO : 0;
}

int main(void)
{
	const unsigned char key[16] = "not a secret key";
	struct devcrypto_session *session = NULL;
	struct devcrypto *device = NULL;
	int rc;

	rc = devcrypto_open(NULL, &device);
	if (!rc)
		rc = devcrypto_session_new(device, "cbc(aes)", key, sizeof(key),
					   &session);
	if (!rc)
		rc = round_trip(session);
	if (rc)
		fprintf(stderr, "cbc: %s\n", strerror(-rc));
	devcrypto_session_free(session);
	devcrypto_close(device);
	return rc ? 1 : 0;
}
