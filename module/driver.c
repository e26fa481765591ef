// SPDX-License-Identifier: GPL-2.0-only
/*
 * Drivers: which implementations of an algorithm the kernel has, of which
 * class they are, and which one a session gets.
 *
 * Choosing never loads or builds anything by a name that a user made up: a
 * driver has to be registered, for the very algorithm that is wanted.
 */
#include <linux/moduleparam.h>
#include <linux/rwsem.h>
#include <crypto/devcrypto.h>

#include "request.h"

/*
 * VIA's PadLock computes with instructions of the CPU, but is what its owners
 * mean by "the engine"; nothing in the kernel's flags tells (padlock-aes.c,
 * padlock-sha.c).
 */
static const char *const known_engines[] = {
	"ecb-aes-padlock", "cbc-aes-padlock",	"sha1-padlock",
	"sha256-padlock",  "sha1-padlock-nano", "sha256-padlock-nano",
};

static char *engines;
module_param(engines, charp, 0444);
MODULE_PARM_DESC(engines, "more drivers to count as engines, by commas");

static bool listed_engine(const char *driver)
{
	size_t len = strlen(driver);
	const char *at = engines;

	if (match_string(known_engines, ARRAY_SIZE(known_engines), driver) >= 0)
		return true;
	while (at && *at) {
		if (!strncmp(at, driver, len) && (!at[len] || at[len] == ','))
			return true;
		at = strchr(at, ',');
		at = at ? at + 1 : NULL;
	}
	return false;
}

/*
 * SIMD code that must not run in every context is registered twice: inside as
 * "__name", outside as an asynchronous wrapper called "name".
 */
static bool is_simd_wrapper(const struct crypto_alg *alg)
{
	const struct crypto_alg *twin;

	lockdep_assert_held(&crypto_alg_sem);
	list_for_each_entry(twin, &crypto_alg_list, cra_list)
		if (!strncmp(twin->cra_driver_name, "__", 2) &&
		    !strcmp(twin->cra_driver_name + 2, alg->cra_driver_name))
			return true;
	return false;
}

static u32 class_of(const struct crypto_alg *alg)
{
	if (listed_engine(alg->cra_driver_name) ||
	    (alg->cra_flags & CRYPTO_ALG_KERN_DRIVER_ONLY))
		return DEVCRYPTO_CLASS_ENGINE;
	/* cryptd and pcrypt are instances of templates, not devices. */
	if ((alg->cra_flags & CRYPTO_ALG_ASYNC) &&
	    !(alg->cra_flags & CRYPTO_ALG_INSTANCE) && !is_simd_wrapper(alg))
		return DEVCRYPTO_CLASS_ENGINE;
	return DEVCRYPTO_CLASS_CPU;
}

/**
 * dc_driver_class - who computes
 * @tfm: a transform
 *
 * Return: enum devcrypto_class.
 */
u32 dc_driver_class(const struct crypto_tfm *tfm)
{
	u32 class;

	down_read(&crypto_alg_sem);
	class = class_of(tfm->__crt_alg);
	up_read(&crypto_alg_sem);
	return class;
}

/**
 * dc_driver_may_lose - can a driver keep a request for ever
 * @tfm: a transform of it
 *
 * Return: true for asynchronous drivers but those wrappers that only wait for
 * the CPU's vector registers.
 */
bool dc_driver_may_lose(const struct crypto_tfm *tfm)
{
	const struct crypto_alg *alg = tfm->__crt_alg;
	bool wrapper;

	if (!(alg->cra_flags & CRYPTO_ALG_ASYNC))
		return false;
	down_read(&crypto_alg_sem);
	wrapper = is_simd_wrapper(alg);
	up_read(&crypto_alg_sem);
	return !wrapper;
}

/**
 * dc_driver_flags - what a program may want to know of a driver
 * @tfm: a transform of it
 *
 * Return: DEVCRYPTO_ALG_ bits.
 */
u32 dc_driver_flags(const struct crypto_tfm *tfm)
{
	u32 cra_flags = tfm->__crt_alg->cra_flags;
	u32 flags = 0;

	if (cra_flags & CRYPTO_ALG_ASYNC)
		flags |= DEVCRYPTO_ALG_ASYNC;
	if (cra_flags & CRYPTO_ALG_KERN_DRIVER_ONLY)
		flags |= DEVCRYPTO_ALG_KERNEL_ONLY;
	return flags;
}

static bool usable(const struct crypto_alg *alg)
{
	const u32 unusable = CRYPTO_ALG_LARVAL | CRYPTO_ALG_DEAD |
			     CRYPTO_ALG_DYING | CRYPTO_ALG_INTERNAL;

	return (alg->cra_flags & CRYPTO_ALG_TESTED) &&
	       !(alg->cra_flags & unusable);
}

static int find(char *driver, const char *name, u32 class)
{
	const struct crypto_alg *alg, *best = NULL;

	down_read(&crypto_alg_sem);
	list_for_each_entry(alg, &crypto_alg_list, cra_list) {
		if (strcmp(alg->cra_name, name) || !usable(alg))
			continue;
		if (*driver && strcmp(alg->cra_driver_name, driver))
			continue;
		if (class && class_of(alg) != class)
			continue;
		if (!best || alg->cra_priority > best->cra_priority)
			best = alg;
	}
	if (best)
		strscpy(driver, best->cra_driver_name, CRYPTO_MAX_ALG_NAME);
	up_read(&crypto_alg_sem);
	return best ? 0 : -ENOENT;
}

/* Has the kernel make what it would use without an asynchronous driver. */
static void instantiate(const struct dc_alg *alg)
{
	void *tfm;

	switch (alg->type) {
	case DC_CIPHER:
		tfm = crypto_alloc_skcipher(alg->name, 0, CRYPTO_ALG_ASYNC);
		if (!IS_ERR(tfm))
			crypto_free_skcipher(tfm);
		break;
	case DC_AEAD:
		tfm = crypto_alloc_aead(alg->name, 0, CRYPTO_ALG_ASYNC);
		if (!IS_ERR(tfm))
			crypto_free_aead(tfm);
		break;
	case DC_HASH:
		tfm = crypto_alloc_ahash(alg->name, 0, CRYPTO_ALG_ASYNC);
		if (!IS_ERR(tfm))
			crypto_free_ahash(tfm);
		break;
	}
}

/**
 * dc_driver_choose - which implementation a session gets
 * @alg: the algorithm
 * @driver: CRYPTO_MAX_ALG_NAME bytes; in: the driver that is asked for, or
 *	empty; out: the one to allocate
 * @class: enum devcrypto_class that it has to be of
 *
 * Among drivers of the class the kernel's priority decides.
 *
 * Return: 0, or -ENOENT if there is none.
 */
int dc_driver_choose(const struct dc_alg *alg, char *driver, u32 class)
{
	if (!*driver && class == DEVCRYPTO_CLASS_ANY) {
		strscpy(driver, alg->name, CRYPTO_MAX_ALG_NAME);
		return 0;
	}
	if (!find(driver, alg->name, class))
		return 0;
	if (*driver || class != DEVCRYPTO_CLASS_CPU)
		return -ENOENT;
	instantiate(alg);
	return find(driver, alg->name, class);
}
