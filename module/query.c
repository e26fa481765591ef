// SPDX-License-Identifier: GPL-2.0-only
/*
 * DEVCRYPTO_QUERY: what this module and this kernel offer.
 */
#include <linux/sched/signal.h>
#include <linux/sizes.h>
#include <linux/uaccess.h>

#include "native.h"
#include "session.h"

#define FEATURES                                              \
	(DEVCRYPTO_FEATURE_SUBMIT | DEVCRYPTO_FEATURE_CLASS | \
	 DEVCRYPTO_FEATURE_CHAIN |                            \
	 (IS_ENABLED(CONFIG_KEYS) ? DEVCRYPTO_FEATURE_KEYRING : 0))

static void describe_driver(struct devcrypto_algorithm *row,
			    struct crypto_tfm *tfm)
{
	strscpy(row->driver, crypto_tfm_alg_driver_name(tfm),
		sizeof(row->driver));
	row->driver_class = dc_driver_class(tfm);
	row->flags = dc_driver_flags(tfm);
	row->priority = tfm->__crt_alg->cra_priority;
}

static int describe_cipher(struct devcrypto_algorithm *row)
{
	struct crypto_skcipher *tfm = crypto_alloc_skcipher(row->name, 0, 0);

	if (IS_ERR(tfm))
		return PTR_ERR(tfm);
	row->type = DEVCRYPTO_TYPE_CIPHER;
	row->iv = crypto_skcipher_ivsize(tfm);
	row->block = crypto_skcipher_blocksize(tfm);
	row->alignment = crypto_skcipher_alignmask(tfm) + 1;
	describe_driver(row, crypto_skcipher_tfm(tfm));
	crypto_free_skcipher(tfm);
	return 0;
}

static int describe_aead(struct devcrypto_algorithm *row)
{
	struct crypto_aead *tfm = crypto_alloc_aead(row->name, 0, 0);

	if (IS_ERR(tfm))
		return PTR_ERR(tfm);
	row->type = DEVCRYPTO_TYPE_AEAD;
	row->iv = crypto_aead_ivsize(tfm);
	row->tag = crypto_aead_maxauthsize(tfm);
	row->block = 1;
	row->alignment = crypto_aead_alignmask(tfm) + 1;
	describe_driver(row, crypto_aead_tfm(tfm));
	crypto_free_aead(tfm);
	return 0;
}

static int describe_hash(struct devcrypto_algorithm *row,
			 const struct dc_alg *alg)
{
	struct crypto_ahash *tfm = crypto_alloc_ahash(row->name, 0, 0);

	if (IS_ERR(tfm))
		return PTR_ERR(tfm);
	row->type = alg->keyed ? DEVCRYPTO_TYPE_MAC : DEVCRYPTO_TYPE_HASH;
	row->tag = crypto_ahash_digestsize(tfm);
	row->block = 1;
	row->alignment = dc_ahash_alignmask(tfm) + 1;
	describe_driver(row, crypto_ahash_tfm(tfm));
	crypto_free_ahash(tfm);
	return 0;
}

/* An algorithm that the kernel lacks is not there: an error. */
static int describe(struct devcrypto_algorithm *row, const struct dc_alg *alg)
{
	memset(row, 0, sizeof(*row));
	strscpy(row->name, alg->name, sizeof(row->name));
	row->key_min = alg->key_min;
	row->key_max = alg->key_max;
	row->key_step = alg->key_step;
	row->v1_id = alg->id;
	switch (alg->type) {
	case DC_CIPHER:
		return describe_cipher(row);
	case DC_AEAD:
		return describe_aead(row);
	default:
		return describe_hash(row, alg);
	}
}

static int list_algorithms(struct devcrypto_query *query)
{
	u8 __user *to = dc_user_pointer(query->algorithms);
	const struct dc_alg *alg = NULL;
	struct devcrypto_algorithm row;
	u32 size = min_t(u32, query->algorithm_size, sizeof(row));
	u32 count = 0;

	while ((alg = dc_alg_next(alg))) {
		if (describe(&row, alg))
			continue;
		if (count++ >= query->count)
			continue;
		if (copy_to_user(to, &row, size) ||
		    clear_user(to + size, query->algorithm_size - size))
			return -EFAULT;
		to += query->algorithm_size;
		if (signal_pending(current))
			return -EINTR;
	}
	query->count = count;
	return 0;
}

/**
 * dc_native_query - DEVCRYPTO_QUERY
 * @file: the open file
 * @arg: kernel copy of struct devcrypto_query
 *
 * Return: 0, -EINVAL, -EFAULT or -EINTR.
 */
int dc_native_query(struct dc_file *file, void *arg)
{
	struct devcrypto_query *query = arg;

	/* The first version's row is the smallest; SZ_4K is plenty. */
	if (query->algorithms &&
	    (query->algorithm_size < sizeof(struct devcrypto_algorithm) ||
	     query->algorithm_size > SZ_4K))
		return -EINVAL;
	if (!query->algorithms)
		query->count = 0;
	query->version = DEVCRYPTO_ABI_VERSION;
	query->features = FEATURES;
	query->max_request = READ_ONCE(dc_max_request);
	query->max_aad = READ_ONCE(dc_max_aad);
	query->max_batch = DC_MAX_BATCH;
	query->max_sessions = READ_ONCE(dc_max_sessions_file);
	return list_algorithms(query);
}
