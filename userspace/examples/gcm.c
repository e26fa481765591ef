// SPDX-License-Identifier: MIT
/* AES-128-GCM through /dev/crypto: seal a message, open it, spoil it. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "devcrypto.h"

#define TEXT_LEN 15
#define TAG_LEN 16

static int seal_and_open(struct devcrypto_session *session)
{
	const char text[TEXT_LEN + 1] = "attack at dawn.";
	const char header[] = "to: all"; /* authenticated, not encrypted */
	unsigned char nonce[12] = { 1 }; /* never twice with one key */
	unsigned char sealed[TEXT_LEN + TAG_LEN];
	char opened[TEXT_LEN];
	int rc;

	rc = devcrypto_aead_encrypt(session, nonce, header, sizeof(header),
				    text, TEXT_LEN, sealed);
	if (rc)
		return rc;
	rc = devcrypto_aead_decrypt(session, nonce, header, sizeof(header),
				    sealed, TEXT_LEN, opened);
	if (rc)
		return rc;
	printf("%.15s\n", opened);

	sealed[0] ^= 1;
	rc = devcrypto_aead_decrypt(session, nonce, header, sizeof(header),
				    sealed, TEXT_LEN, opened);
	if (rc != -EBADMSG)
		return rc ? rc : -EPROTO;
	puts("a changed message was refused");
	return 0;
}

int main(void)
{
	const unsigned char key[16] = "not a secret key";
	struct devcrypto_session *session = NULL;
	struct devcrypto *device = NULL;
	int rc;

	rc = devcrypto_open(NULL, &device);
	if (!rc)
		rc = devcrypto_session_new(device, "gcm(aes)", key, sizeof(key),
					   &session);
	if (!rc)
		rc = seal_and_open(session);
	if (rc)
		fprintf(stderr, "gcm: %s\n", strerror(-rc));
	devcrypto_session_free(session);
	devcrypto_close(device);
	return rc ? 1 : 0;
}
