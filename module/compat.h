/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Every difference between kernels that the module knows.  What a kernel
 * offers is found out by probe.sh; the rest of the code sees one face.
 */
#ifndef DC_COMPAT_H
#define DC_COMPAT_H

#include "compat_probe.h"

#include <linux/cache.h>
#include <linux/list.h>
#include <linux/rwsem.h>
#include <linux/slab.h>
#include <crypto/hash.h>

/* 6.4 moved crypto_memneq() out of the header for algorithm writers. */
#if DC_HAS_CRYPTO_UTILS_H
#include <crypto/utils.h>
#else
#include <crypto/algapi.h>
#endif

/* 6.3 changed the callback's first argument from the request to its data. */
#if DC_COMPLETION_TAKES_DATA
#define dc_completion_data(arg) (arg)
#else
#define dc_completion_data(arg) ((arg)->data)
#endif

/* 6.7 freed hashes of alignment: whatever is given is fine. */
static inline unsigned int dc_ahash_alignmask(struct crypto_ahash *tfm)
{
#if DC_AHASH_HAS_ALIGNMASK
	return crypto_ahash_alignmask(tfm);
#else
	return 0;
#endif
}

/* Memory that a device writes to has cache lines of its own. */
#ifdef ARCH_DMA_MINALIGN
#define DC_DMA_ALIGN ARCH_DMA_MINALIGN
#else
#define DC_DMA_ALIGN 8
#endif

/*
 * For a structure whose every field is assigned before it is read, on a path
 * where zeroing it first, as hardened configurations do, would be felt.
 */
#if __has_attribute(__uninitialized__)
#define dc_uninitialized __attribute__((__uninitialized__))
#else
#define dc_uninitialized
#endif

/*
 * The kernel exports its list of algorithms but ships no header that says so
 * (crypto/internal.h).  Readers hold the semaphore.
 */
extern struct list_head crypto_alg_list;
extern struct rw_semaphore crypto_alg_sem;

#endif /* DC_COMPAT_H */
