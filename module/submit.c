// SPDX-License-Identifier: GPL-2.0-only
/*
 * DEVCRYPTO_SUBMIT: many operations in one call, each with a result of its
 * own.
 */
#include <linux/sched/signal.h>
#include <linux/sizes.h>
#include <linux/uaccess.h>

#include "buffer.h"
#include "native.h"

/*
 * Takes the kernel's copy of an operation: ten words, read without a call.
 */
static int copy_op(struct devcrypto_op *op, const void __user *from)
{
#ifdef CONFIG_64BIT
	const u64 __user *word = from;
	u64 *to = (u64 *)op;

	BUILD_BUG_ON(sizeof(*op) != 10 * sizeof(u64));
	if (!user_access_begin(from, sizeof(*op)))
		return -EFAULT;
	unsafe_get_user(to[0], word + 0, fault);
	unsafe_get_user(to[1], word + 1, fault);
	unsafe_get_user(to[2], word + 2, fault);
	unsafe_get_user(to[3], word + 3, fault);
	unsafe_get_user(to[4], word + 4, fault);
	unsafe_get_user(to[5], word + 5, fault);
	unsafe_get_user(to[6], word + 6, fault);
	unsafe_get_user(to[7], word + 7, fault);
	unsafe_get_user(to[8], word + 8, fault);
	unsafe_get_user(to[9], word + 9, fault);
	user_access_end();
	return 0;
fault:
	user_access_end();
	return -EFAULT;
#else
	return copy_from_user(op, from, sizeof(*op)) ? -EFAULT : 0;
#endif
}

/* What a later version put behind the operation has to be zero. */
static int check_tail(const u8 __user *ops, u32 op_size)
{
	const size_t known = sizeof(struct devcrypto_op);
	int ret;

	if (likely(op_size == known))
		return 0;
	ret = check_zeroed_user(ops + known, op_size - known);
	if (ret < 0)
		return ret;
	return ret ? 0 : -E2BIG;
}

static int check_op(const struct dc_session *sess,
		    const struct devcrypto_op *op)
{
	bool crypt = op->op <= DEVCRYPTO_OP_DECRYPT;

	if (op->op > DEVCRYPTO_OP_VERIFY || op->flags & ~DEVCRYPTO_OP_COPY)
		return -EOPNOTSUPP;
	if (op->src_buf | op->dst_buf | op->reserved[0] | op->reserved[1] |
	    op->reserved[2])
		return -EINVAL;
	if (crypt != !!sess->cipher_alg)
		return -EINVAL;
	if (op->tag_len && op->tag_len != sess->tag_len)
		return -EINVAL;
	if (op->aad_len && !(sess->aead || (sess->cipher && sess->hash)))
		return -EINVAL;
	if (op->op == DEVCRYPTO_OP_VERIFY && !sess->hash_alg->keyed)
		return -EINVAL;
	if (op->len > READ_ONCE(dc_max_request) ||
	    op->aad_len > READ_ONCE(dc_max_aad))
		return -EMSGSIZE;
	if (sess->cipher && op->len & (sess->blocksize - 1))
		return -EINVAL;
	return 0;
}

static int set_iv(struct dc_request *req, const struct devcrypto_op *op)
{
	const struct dc_session *sess = req->sess;

	if (likely(op->iv_len == sess->ivsize)) {
		memcpy(req->iv, op->iv, sizeof(req->iv));
		return 0;
	}
	if (!sess->cipher_alg || !sess->cipher_alg->ccm)
		return -EINVAL;
	return dc_aead_ccm_iv(req->iv, op->iv, op->iv_len);
}

static void fill_request(struct dc_request *req, const struct devcrypto_op *op)
{
	req->encrypt = op->op == DEVCRYPTO_OP_ENCRYPT;
	req->copy = op->flags & DEVCRYPTO_OP_COPY;
	req->len = op->len;
	req->usrc = dc_user_pointer(op->src);
	req->udst = req->sess->cipher_alg ? dc_user_pointer(op->dst) : NULL;
	req->utag = dc_user_pointer(op->tag);
	req->uaad = dc_user_pointer(op->aad);
	req->aad_len = op->aad_len;
	req->tag_len = req->sess->tag_len;
	req->hash_new = true;
	req->hash_final = true;
}

/* What a chain decrypted and did not verify is not to be seen. */
static int hide_text(struct dc_request *req, int err)
{
	/* Where it cannot be cleared, it was not written either. */
	if (req->udst && clear_user(req->udst, req->len))
		pr_debug("a destination went away\n");
	return err;
}

static int compare_tag(struct dc_request *req, const u8 *tag)
{
	if (!crypto_memneq(tag, req->digest, req->tag_len))
		return 0;
	return hide_text(req, -EBADMSG);
}

/* A hash or MAC, alone or beside a cipher. */
static noinline int run_hashed(struct dc_request *req,
			       const struct devcrypto_op *op)
{
	bool give = op->op == DEVCRYPTO_OP_ENCRYPT ||
		    op->op == DEVCRYPTO_OP_DIGEST;
	u8 tag[HASH_MAX_DIGESTSIZE];
	int ret;

	/* The tag to compare with is read once, before all else. */
	if (!give && dc_copy_in(tag, req->utag, req->tag_len))
		return -EFAULT;
	/* What is verified and decrypted is one and the same copy. */
	if (op->op == DEVCRYPTO_OP_DECRYPT)
		req->copy = true;
	ret = dc_request_hash_aad(req);
	if (ret)
		return ret;
	ret = dc_request_run(req);
	if (ret && op->op == DEVCRYPTO_OP_DECRYPT)
		return hide_text(req, ret);
	if (ret)
		return ret;
	if (give)
		return dc_copy_out(req->utag, req->digest, req->tag_len);
	return compare_tag(req, tag);
}

static int run_op(struct dc_request *req, const struct devcrypto_op *op)
{
	struct dc_session *sess = req->sess;
	int ret;

	ret = set_iv(req, op);
	if (unlikely(ret))
		return ret;
	fill_request(req, op);
	if (sess->aead)
		return dc_aead_run(req, dc_aead_get(sess->aead, sess->tag_len));
	if (sess->hash)
		return run_hashed(req, op);
	return dc_request_run(req);
}

/*
 * Runs one operation with the request of the one before it, if that fits;
 * *kept is what the next one may use.
 */
static int one_op(struct dc_file *file, const struct devcrypto_op *op,
		  struct dc_request **kept)
{
	struct dc_request *req = *kept;
	int ret;

	if (!req || req->sess->id != op->id || READ_ONCE(req->sess->dead)) {
		if (req)
			dc_request_put(file, req, 0);
		*kept = NULL;
		req = dc_request_get(file, op->id);
		if (IS_ERR(req))
			return PTR_ERR(req);
	}
	ret = check_op(req->sess, op);
	if (likely(!ret))
		ret = run_op(req, op);
	if (unlikely(ret || req->held)) {
		dc_request_put(file, req, ret);
		req = NULL;
	}
	*kept = req;
	return ret;
}

static int put_result(struct devcrypto_result __user *to, u64 user_data,
		      int res)
{
	if (!user_access_begin(to, sizeof(*to)))
		return -EFAULT;
	unsafe_put_user(user_data, &to->user_data, fault);
	unsafe_put_user(res, &to->res, fault);
	unsafe_put_user(0, &to->flags, fault);
	user_access_end();
	return 0;
fault:
	user_access_end();
	return -EFAULT;
}

/**
 * dc_native_submit - DEVCRYPTO_SUBMIT
 * @file: the open file
 * @arg: kernel copy of struct devcrypto_submit; its count of results is set
 *
 * Return: 0 if at least one operation has a result or there was none to do;
 * else -EINVAL, -EOPNOTSUPP, -EFAULT, -E2BIG or -EINTR.
 */
int dc_native_submit(struct dc_file *file, void *arg)
{
	struct devcrypto_submit *submit = arg;
	struct devcrypto_result __user *results =
		dc_user_pointer(submit->results);
	const u8 __user *ops = dc_user_pointer(submit->ops);
	struct dc_request *kept = NULL;
	int ret = 0;
	u32 i;

	if (submit->flags != DEVCRYPTO_SUBMIT_WAIT)
		return -EOPNOTSUPP;
	if (submit->reserved || submit->op_size < sizeof(struct devcrypto_op) ||
	    submit->op_size > SZ_4K || submit->count > DC_MAX_BATCH)
		return -EINVAL;

	for (i = 0; i < submit->count; i++) {
		struct devcrypto_op op dc_uninitialized;

		ret = copy_op(&op, ops);
		if (unlikely(ret))
			break;
		ret = check_tail(ops, submit->op_size);
		if (likely(!ret))
			ret = one_op(file, &op, &kept);
		ret = put_result(results, op.user_data, ret);
		if (unlikely(ret))
			break;
		ops += submit->op_size;
		results++;
		if (i % 16 == 15)
			cond_resched();
		if (signal_pending(current)) {
			ret = -EINTR;
			i++;
			break;
		}
	}
	if (kept)
		dc_request_put(file, kept, 0);
	submit->done = i;
	return i ? 0 : ret;
}
