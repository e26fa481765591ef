/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * devcrypto: parameters, the algorithm table, accounts and open files.
 *
 * Calls go down in this order: ioctl, legacy, session, request, buffer, sgl,
 * cipher/aead/hash.  A result comes back through dc_request_done() alone.
 */
#ifndef DC_INTERNAL_H
#define DC_INTERNAL_H

#include <linux/atomic.h>
#include <linux/fs.h>
#include <linux/types.h>
#include <linux/uidgid.h>
#include <linux/xarray.h>

#include "compat.h"

/* Requests kept ready per open file, found by CPU number. */
#define DC_POOL_SLOTS 16

/* main.c: parameters, see there for units and ranges */
extern bool dc_weak;
extern unsigned int dc_copy_max;
extern unsigned int dc_max_request;
extern unsigned int dc_max_aad;
extern unsigned int dc_max_sessions_file;
extern unsigned int dc_max_sessions_user;
extern unsigned int dc_engine_timeout_ms;

/* ------------------------------------------------------------ algorithm.c */

enum dc_alg_type {
	DC_CIPHER,
	DC_AEAD,
	DC_HASH,
};

/**
 * struct dc_alg - one line of the only algorithm table
 * @id: number in the cryptodev-linux interface, 0 for none
 * @type: which transform type implements it
 * @name: the kernel's name of the algorithm
 * @keyed: a hash that takes a key, that is a MAC
 * @weak: refused unless the parameter "weak" is set
 * @windowed: a long request may be cut into windows (the mode chains through
 *	the IV, or its blocks do not depend on their place)
 * @stream: a mode without padding, as SRTP needs it
 * @ccm: the nonce has to be put into a counter block
 * @key_min: shortest key, in bytes
 * @key_max: longest key
 * @key_step: keys between them differ by a multiple of this
 */
struct dc_alg {
	u16 id;
	u8 type;
	const char *name;
	bool keyed;
	bool weak;
	bool windowed;
	bool stream;
	bool ccm;
	u16 key_min;
	u16 key_max;
	u16 key_step;
};

const struct dc_alg *dc_alg_cipher(u32 id);
const struct dc_alg *dc_alg_mac(u32 id);
const struct dc_alg *dc_alg_name(const char *name);
const struct dc_alg *dc_alg_next(const struct dc_alg *alg);

/* ----------------------------------------------------------------- user.c */

/* What all open files of one user hold together; see user.c. */
struct dc_user;

struct dc_user *dc_user_get(kuid_t uid);
void dc_user_put(struct dc_user *user);
int dc_user_charge_session(struct dc_user *user, bool unlimited);
void dc_user_uncharge_session(struct dc_user *user);
void dc_user_charge_lost(struct dc_user *user, unsigned int pages);
void dc_user_uncharge_lost(struct dc_user *user, unsigned int pages);
bool dc_user_lost_much(const struct dc_user *user);

/* -------------------------------------------------------------- chardev.c */

struct dc_request;

/**
 * struct dc_file - state of one open file description
 * @sessions: sessions by id; readers take RCU, writers the xarray's lock
 * @next_id: where the search for the next id starts; xarray's lock
 * @nr_sessions: entries of @sessions, charged before they are made
 * @deaths: sessions destroyed so far; see dc_request_put()
 * @user: account of the opener; reference held until release
 * @pool: requests ready for use, each slot taken and filled atomically
 */
struct dc_file {
	struct xarray sessions;
	u32 next_id;
	atomic_t nr_sessions;
	atomic_t deaths;
	struct dc_user *user;
	struct dc_request *pool[DC_POOL_SLOTS];
};

int dc_chardev_register(void);
void dc_chardev_unregister(void);

/* --------------------------------------------------------------- legacy.c */

long dc_legacy_ioctl(struct file *filp, unsigned int cmd, void __user *arg);
#ifdef CONFIG_COMPAT
/* legacy_compat.c: the same calls from 32-bit programs */
long dc_legacy_compat_ioctl(struct file *filp, unsigned int cmd,
			    void __user *arg);
#endif

/* ---------------------------------------------------------------- ioctl.c */

long dc_ioctl(struct file *filp, unsigned int cmd, unsigned long arg);
#ifdef CONFIG_COMPAT
long dc_compat_ioctl(struct file *filp, unsigned int cmd, unsigned long arg);
#endif

#endif /* DC_INTERNAL_H */
