/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the files of the native interface share.
 */
#ifndef DC_NATIVE_H
#define DC_NATIVE_H

#include <linux/types.h>
#include <crypto/devcrypto.h>

#include "internal.h"

/* Most operations of one SUBMIT: what a signal has to wait for at most. */
#define DC_MAX_BATCH 1024

/**
 * struct dc_key - kernel copy of a key
 * @bytes: the key, or NULL
 * @len: bytes at @bytes
 */
struct dc_key {
	u8 *bytes;
	unsigned int len;
};

/**
 * dc_user_pointer - what a 64-bit number of the interface points at
 * @number: the number
 *
 * Return: the pointer; for a number above the address space one that no copy
 * accepts, so that the copy ends in -EFAULT.
 */
static inline void __user *dc_user_pointer(u64 number)
{
	unsigned long address = number;

	return (void __user *)(address == number ? address : ~0UL);
}

#ifdef CONFIG_KEYS
/* key.c */
int dc_key_from_keyring(struct dc_key *copy, s32 serial);
#else
static inline int dc_key_from_keyring(struct dc_key *copy, s32 serial)
{
	return -EOPNOTSUPP;
}
#endif

/* query.c */
int dc_native_query(struct dc_file *file, void *arg);

/* native.c */
int dc_native_session(struct dc_file *file, void *arg);
int dc_native_session_undo(struct dc_file *file, void *arg);
int dc_native_info(struct dc_file *file, void *arg);
int dc_native_destroy(struct dc_file *file, void *arg);
int dc_native_rekey(struct dc_file *file, void *arg);

/* submit.c */
int dc_native_submit(struct dc_file *file, void *arg);

#endif /* DC_NATIVE_H */
