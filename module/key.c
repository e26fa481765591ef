// SPDX-License-Identifier: GPL-2.0-only
/*
 * Keys from the kernel's keyring: a program names a key by its serial number
 * and never sees what it says.
 */
#include <linux/key.h>
#include <linux/key-type.h>
#include <linux/slab.h>
#include <keys/encrypted-type.h>
#include <keys/trusted-type.h>
#include <keys/user-type.h>

#include "native.h"

/*
 * Types are told by name: a reference to key_type_encrypted or _trusted would
 * tie this module to modules that may not be there.
 */
static const u8 *payload(const struct key *key, unsigned int *len)
{
	const char *type = key->type->name;

	if (!strcmp(type, "user") || !strcmp(type, "logon")) {
		const struct user_key_payload *data =
			user_key_payload_locked(key);

		*len = data ? data->datalen : 0;
		return data ? data->data : NULL;
	}
	if (!strcmp(type, "encrypted")) {
		const struct encrypted_key_payload *data =
			dereference_key_locked(key);

		*len = data ? data->decrypted_datalen : 0;
		return data ? data->decrypted_data : NULL;
	}
	if (!strcmp(type, "trusted")) {
		const struct trusted_key_payload *data =
			dereference_key_locked(key);

		*len = data ? data->key_len : 0;
		return data ? data->key : NULL;
	}
	*len = 0;
	return ERR_PTR(-EOPNOTSUPP);
}

static int copy_payload(const struct key *key, struct dc_key *copy)
{
	unsigned int len;
	const u8 *data = payload(key, &len);

	if (IS_ERR(data))
		return PTR_ERR(data);
	if (!data)
		return -ENOKEY;
	copy->bytes = kmemdup(data, len, GFP_KERNEL_ACCOUNT);
	if (!copy->bytes)
		return -ENOMEM;
	copy->len = len;
	return 0;
}

/**
 * dc_key_from_keyring - take a copy of a key in the keyring
 * @copy: where it goes; to be wiped and freed
 * @serial: the key's number; the caller needs the right to search it
 *
 * Return: 0; the keyring's errno (-ENOKEY, -EKEYREVOKED, -EKEYEXPIRED,
 * -EACCES); -EOPNOTSUPP for a type that holds no bytes; -ENOMEM.
 */
int dc_key_from_keyring(struct dc_key *copy, s32 serial)
{
	key_ref_t ref = lookup_user_key(serial, 0, KEY_NEED_SEARCH);
	struct key *key;
	int ret;

	if (IS_ERR(ref))
		return PTR_ERR(ref);
	key = key_ref_to_ptr(ref);
	down_read(&key->sem);
	ret = key_validate(key);
	if (!ret)
		ret = copy_payload(key, copy);
	up_read(&key->sem);
	key_put(key);
	return ret;
}
