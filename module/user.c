// SPDX-License-Identifier: GPL-2.0-only
/*
 * Accounts: what all open files of one user hold together.
 *
 * The kernel's own per-user counters are not open to modules, so there is a
 * table here.  An account lives as long as a file or a session holds it.
 */
#include <linux/hashtable.h>
#include <linux/mm.h>
#include <linux/slab.h>

#include "internal.h"

/**
 * struct dc_user - account of one user
 * @node: entry of accounts; accounts_lock
 * @ref: one for each open file and each session
 * @uid: whose it is
 * @nr_sessions: sessions alive, also those that only a request still holds
 * @lost: requests that a driver keeps although nobody waits for them
 * @lost_pages: pages that these hold
 */
struct dc_user {
	struct hlist_node node;
	refcount_t ref;
	kuid_t uid;
	atomic_t nr_sessions;
	atomic_t lost;
	atomic_long_t lost_pages;
};

/* Most requests of one user that drivers may have lost. */
#define MAX_LOST 64

static DEFINE_HASHTABLE(accounts, 6);
static DEFINE_SPINLOCK(accounts_lock);

static struct dc_user *find_account(kuid_t uid)
{
	struct dc_user *user;

	lockdep_assert_held(&accounts_lock);
	hash_for_each_possible(accounts, user, node, __kuid_val(uid))
		if (uid_eq(user->uid, uid)) {
			refcount_inc(&user->ref);
			return user;
		}
	return NULL;
}

/**
 * dc_user_get - find or open the account of a user
 * @uid: the user
 *
 * Return: the account with a reference, or NULL if there is no memory.
 */
struct dc_user *dc_user_get(kuid_t uid)
{
	struct dc_user *fresh, *user;

	fresh = kzalloc(sizeof(*fresh), GFP_KERNEL_ACCOUNT);
	if (!fresh)
		return NULL;
	refcount_set(&fresh->ref, 1);
	fresh->uid = uid;

	spin_lock(&accounts_lock);
	user = find_account(uid);
	if (!user) {
		hash_add(accounts, &fresh->node, __kuid_val(uid));
		swap(user, fresh);
	}
	spin_unlock(&accounts_lock);
	kfree(fresh);
	return user;
}

void dc_user_put(struct dc_user *user)
{
	bool last;

	/* Under the lock, so that nobody finds the account at zero. */
	spin_lock(&accounts_lock);
	last = refcount_dec_and_test(&user->ref);
	if (last)
		hash_del(&user->node);
	spin_unlock(&accounts_lock);
	if (last)
		kfree(user);
}

/**
 * dc_user_charge_session - count one more session of a user
 * @user: the account; a reference is taken with the charge
 * @unlimited: the session takes the place of another one
 *
 * Return: 0, or -ENOSPC if the user has as many as allowed.
 */
int dc_user_charge_session(struct dc_user *user, bool unlimited)
{
	if (atomic_inc_return(&user->nr_sessions) >
		    READ_ONCE(dc_max_sessions_user) &&
	    !unlimited) {
		atomic_dec(&user->nr_sessions);
		return -ENOSPC;
	}
	refcount_inc(&user->ref);
	return 0;
}

void dc_user_uncharge_session(struct dc_user *user)
{
	atomic_dec(&user->nr_sessions);
	dc_user_put(user);
}

/**
 * dc_user_charge_lost - count a request that its driver keeps
 * @user: the account
 * @pages: pages that it holds
 */
void dc_user_charge_lost(struct dc_user *user, unsigned int pages)
{
	atomic_inc(&user->lost);
	atomic_long_add(pages, &user->lost_pages);
}

void dc_user_uncharge_lost(struct dc_user *user, unsigned int pages)
{
	atomic_long_sub(pages, &user->lost_pages);
	atomic_dec(&user->lost);
}

/**
 * dc_user_lost_much - has the user lost so much that no more is to follow
 * @user: the account
 *
 * Pages are measured by the largest request that is allowed.
 *
 * Return: true until a driver gives something back.
 */
bool dc_user_lost_much(const struct dc_user *user)
{
	return atomic_read(&user->lost) >= MAX_LOST ||
	       atomic_long_read(&user->lost_pages) >=
		       READ_ONCE(dc_max_request) >> PAGE_SHIFT;
}
