// SPDX-License-Identifier: GPL-2.0-only
/*
 * CIOCCRYPT and CIOCAUTHCRYPT.
 *
 * In this interface a session remembers: the IV that an operation leaves is
 * where the next one without an IV goes on, and a hash may be fed in parts.
 * Both live in the session's stream.  Only operations that need what was
 * before take its lock; all others run side by side.
 */
#include "buffer.h"
#include "legacy.h"

/* Flags that make an operation one of several on a running hash. */
#define HASH_PARTS (COP_FLAG_UPDATE | COP_FLAG_FINAL)
#define HASH_STREAM (HASH_PARTS | COP_FLAG_RESET)

static void load_iv(struct dc_request *req)
{
	struct dc_stream *stream = req->sess->stream;

	lockdep_assert_held(&stream->lock);
	spin_lock(&stream->iv_lock);
	memcpy(req->iv, stream->iv, DC_MAX_IV);
	spin_unlock(&stream->iv_lock);
}

static inline void store_iv(struct dc_request *req)
{
	struct dc_stream *stream = req->sess->stream;

	spin_lock(&stream->iv_lock);
	memcpy(stream->iv, req->iv, DC_MAX_IV);
	spin_unlock(&stream->iv_lock);
}

/* Takes the IV from the user, or from the stream that the caller locked. */
static __always_inline int get_iv(struct dc_request *req)
{
	if (req->uiv)
		return dc_copy_iv_in(req->iv, req->uiv, req->sess->ivsize);
	load_iv(req);
	return 0;
}

static int run_crypt(struct dc_request *req)
{
	struct dc_session *sess = req->sess;
	int ret;

	if (sess->ivsize) {
		ret = get_iv(req);
		if (ret)
			return ret;
	}
	ret = dc_request_run(req);
	if (ret)
		return ret;
	if (sess->ivsize) {
		store_iv(req);
		if ((req->flags & COP_FLAG_WRITE_IV) && req->uiv && req->len &&
		    dc_copy_out(req->uiv, req->iv, sess->ivsize))
			return -EFAULT;
	}
	if (sess->hash && req->hash_final)
		return dc_copy_out(req->umac, req->digest,
				   crypto_ahash_digestsize(sess->hash));
	return 0;
}

/* An operation on the running hash: brings it in and puts it aside again. */
static int run_hash_part(struct dc_request *req)
{
	struct dc_stream *stream = req->sess->stream;
	unsigned int statesize = crypto_ahash_statesize(req->sess->hash);
	int ret;

	lockdep_assert_held(&stream->lock);
	if (stream->hashing) {
		req->hash_new = false;
		ret = dc_hash_import(req, stream->state);
		if (ret)
			return ret;
	}
	ret = run_crypt(req);
	if (ret)
		return ret;
	if (req->hash_final) {
		memzero_explicit(stream->state, statesize);
		stream->hashing = false;
		return 0;
	}
	ret = dc_hash_export(req, stream->state);
	stream->hashing = !ret;
	return ret;
}

static int run_stream(struct dc_request *req)
{
	struct dc_stream *stream = req->sess->stream;
	int ret;

	if (mutex_lock_killable(&stream->lock))
		return -EINTR;
	if (req->flags & COP_FLAG_RESET)
		stream->hashing = false;
	if (req->sess->hash && req->hash_final && !req->umac)
		ret = -EFAULT;
	else if (req->sess->hash && (req->flags & HASH_PARTS))
		ret = run_hash_part(req);
	else
		ret = run_crypt(req);
	mutex_unlock(&stream->lock);
	return ret;
}

static inline int check_crypt(const struct dc_session *sess,
			      const struct crypt_op *op)
{
	if (sess->aead || op->op > COP_DECRYPT)
		return -EINVAL;
	if (op->len > READ_ONCE(dc_max_request))
		return -EMSGSIZE;
	if (sess->cipher && op->len & (sess->blocksize - 1))
		return -EINVAL;
	return 0;
}

static inline void fill_crypt(struct dc_request *req, const struct crypt_op *op)
{
	req->encrypt = op->op == COP_ENCRYPT;
	req->copy = op->flags & COP_FLAG_NO_ZC;
	req->flags = op->flags;
	req->len = op->len;
	req->usrc = op->src;
	req->udst = req->sess->cipher ? op->dst : NULL;
	req->uiv = op->iv;
	req->umac = op->mac;
	req->hash_new = true;
	req->hash_final = !(op->flags & COP_FLAG_UPDATE) ||
			  (op->flags & COP_FLAG_FINAL) || !op->len;
}

static inline int start_crypt(struct dc_request *req)
{
	struct dc_session *sess = req->sess;

	if (sess->hash) {
		if (req->flags & HASH_STREAM)
			return run_stream(req);
		if (!req->umac)
			return -EFAULT;
	}
	if (unlikely(!req->uiv && sess->ivsize))
		return run_stream(req);
	return run_crypt(req);
}

/* Old programs know one errno for all that is wrong with their argument. */
static int no_request(const struct dc_request *req)
{
	return PTR_ERR(req) == -ENOENT ? -EINVAL : PTR_ERR(req);
}

static __always_inline int do_crypt(struct dc_file *file,
				    const struct crypt_op *op)
{
	struct dc_request *req = dc_request_get(file, op->ses);
	int ret;

	if (IS_ERR(req))
		return no_request(req);
	ret = check_crypt(req->sess, op);
	if (unlikely(ret)) {
		dc_request_put(file, req, 0);
		return ret;
	}
	fill_crypt(req, op);
	ret = start_crypt(req);
	dc_request_put(file, req, ret);
	return ret;
}

/**
 * dc_legacy_crypt - CIOCCRYPT
 * @file: the open file
 * @op: kernel copy of the argument
 *
 * Return: 0 or an errno; see docs/abi-v1.md.
 */
int dc_legacy_crypt(struct dc_file *file, const struct crypt_op *op)
{
	return do_crypt(file, op);
}

/**
 * dc_legacy_crypt_user - CIOCCRYPT of a program of the kernel's word size
 * @file: the open file
 * @arg: the argument; nothing in it changes, so nothing is written back
 *
 * The busiest call of the interface: the fields are read one by one, each
 * once, into registers.
 *
 * Return: as dc_legacy_crypt().
 */
int dc_legacy_crypt_user(struct dc_file *file,
			 const struct crypt_op __user *arg)
{
	struct crypt_op op dc_uninitialized;

	if (!user_access_begin(arg, sizeof(*arg)))
		return -EFAULT;
	unsafe_get_user(op.ses, &arg->ses, fault);
	unsafe_get_user(op.op, &arg->op, fault);
	unsafe_get_user(op.flags, &arg->flags, fault);
	unsafe_get_user(op.len, &arg->len, fault);
	unsafe_get_user(op.src, &arg->src, fault);
	unsafe_get_user(op.dst, &arg->dst, fault);
	unsafe_get_user(op.mac, &arg->mac, fault);
	unsafe_get_user(op.iv, &arg->iv, fault);
	user_access_end();
	return do_crypt(file, &op);
fault:
	user_access_end();
	return -EFAULT;
}

static int get_ccm_nonce(struct dc_request *req)
{
	u8 nonce[DC_MAX_IV];

	if (req->iv_len > sizeof(nonce))
		return -EINVAL;
	if (dc_copy_in(nonce, req->uiv, req->iv_len))
		return -EFAULT;
	return dc_aead_ccm_iv(req->iv, nonce, req->iv_len);
}

static int get_aead_iv(struct dc_request *req)
{
	const struct dc_session *sess = req->sess;

	if (likely(!req->iv_len || req->iv_len == sess->ivsize))
		return get_iv(req);
	if (!sess->cipher_alg->ccm || req->iv_len < 7 || req->iv_len > 13)
		return -EINVAL;
	return req->uiv ? get_ccm_nonce(req) : get_iv(req);
}

/* The tag stands behind the text, on the side where there is one. */
static int run_aead(struct dc_request *req)
{
	struct crypto_aead *tfm;
	int ret;

	tfm = dc_aead_get(req->sess->aead, req->tag_len);
	if (IS_ERR(tfm))
		return PTR_ERR(tfm);
	req->tag_len = crypto_aead_authsize(tfm);
	if (req->encrypt) {
		req->utag = req->udst + req->len;
	} else {
		if (req->len < req->tag_len)
			return -EINVAL;
		req->len -= req->tag_len;
		req->utag = (u8 __user *)req->usrc + req->len;
	}
	ret = get_aead_iv(req) ?: dc_aead_run(req, tfm);
	if (ret)
		return ret;
	store_iv(req);
	req->utag = req->udst + req->len;
	if (req->encrypt)
		req->len += req->tag_len;
	return 0;
}

/* TLS and SRTP chain a cipher and a MAC; the IV goes on as in CIOCCRYPT. */
static noinline int run_record(struct dc_request *req)
{
	unsigned int digestsize = crypto_ahash_digestsize(req->sess->hash);
	int ret = 0;

	if (!req->tag_len)
		req->tag_len = digestsize;
	if (req->tag_len > digestsize)
		return -EINVAL;
	if (req->sess->ivsize)
		ret = get_iv(req);
	if (ret)
		return ret;
	ret = req->flags & COP_FLAG_AEAD_SRTP_TYPE ? dc_legacy_srtp(req) :
						     dc_legacy_tls(req);
	if (ret || !req->sess->ivsize)
		return ret;
	store_iv(req);
	if ((req->flags & COP_FLAG_WRITE_IV) && req->uiv)
		return dc_copy_out(req->uiv, req->iv, req->sess->ivsize);
	return 0;
}

static inline int run_auth(struct dc_request *req)
{
	return likely(req->sess->aead) ? run_aead(req) : run_record(req);
}

static noinline int run_auth_stream(struct dc_request *req)
{
	struct dc_stream *stream = req->sess->stream;
	int ret;

	if (mutex_lock_killable(&stream->lock))
		return -EINTR;
	ret = run_auth(req);
	mutex_unlock(&stream->lock);
	return ret;
}

/* Which kind of session goes with which mode is settled here, before all. */
static inline int check_auth(const struct dc_session *sess,
			     const struct crypt_auth_op *op)
{
	if (op->op > COP_DECRYPT)
		return -EINVAL;
	if (likely(sess->aead)) {
		if (op->flags & COP_FLAG_AEAD_SRTP_TYPE)
			return -EINVAL;
	} else if (!sess->cipher || !sess->hash || op->src != op->dst) {
		return -EINVAL;
	} else if (op->flags & COP_FLAG_AEAD_SRTP_TYPE) {
		if (!sess->cipher_alg->stream)
			return -EINVAL;
	} else if (!(op->flags & COP_FLAG_AEAD_TLS_TYPE) ||
		   !sess->cipher_alg->windowed) {
		return -EINVAL;
	}
	if (op->len > READ_ONCE(dc_max_request))
		return -EMSGSIZE;
	return 0;
}

static inline void fill_auth(struct dc_request *req,
			     const struct crypt_auth_op *op)
{
	req->encrypt = op->op == COP_ENCRYPT;
	req->copy = op->flags & COP_FLAG_NO_ZC;
	req->flags = op->flags;
	req->len = op->len;
	req->usrc = op->src;
	req->udst = op->dst;
	req->uaad = op->auth_src;
	req->aad_len = op->auth_len;
	req->utag = op->tag;
	req->tag_len = op->tag_len;
	req->uiv = op->iv;
	req->iv_len = op->iv_len;
}

static __always_inline int do_auth(struct dc_file *file,
				   struct crypt_auth_op *op)
{
	struct dc_request *req = dc_request_get(file, op->ses);
	int ret;

	if (IS_ERR(req))
		return no_request(req);
	ret = check_auth(req->sess, op);
	if (unlikely(ret)) {
		dc_request_put(file, req, 0);
		return ret;
	}
	fill_auth(req, op);
	if (likely(req->uiv || !req->sess->ivsize))
		ret = run_auth(req);
	else
		ret = run_auth_stream(req);
	op->len = req->len;
	op->tag = req->utag;
	op->tag_len = req->tag_len;
	dc_request_put(file, req, ret);
	return ret;
}

/**
 * dc_legacy_auth - CIOCAUTHCRYPT
 * @file: the open file
 * @op: kernel copy of the argument; length and tag fields are updated
 *
 * Return: 0 or an errno; see docs/abi-v1.md.
 */
int dc_legacy_auth(struct dc_file *file, struct crypt_auth_op *op)
{
	return do_auth(file, op);
}

/**
 * dc_legacy_auth_user - CIOCAUTHCRYPT of a program of the kernel's word size
 * @file: the open file
 * @arg: the argument; on success its length and tag fields are updated
 *
 * Return: as dc_legacy_auth().
 */
int dc_legacy_auth_user(struct dc_file *file, struct crypt_auth_op __user *arg)
{
	struct crypt_auth_op op dc_uninitialized;
	int ret;

	if (!user_access_begin(arg, sizeof(*arg)))
		return -EFAULT;
	unsafe_get_user(op.ses, &arg->ses, fault);
	unsafe_get_user(op.op, &arg->op, fault);
	unsafe_get_user(op.flags, &arg->flags, fault);
	unsafe_get_user(op.len, &arg->len, fault);
	unsafe_get_user(op.auth_len, &arg->auth_len, fault);
	unsafe_get_user(op.auth_src, &arg->auth_src, fault);
	unsafe_get_user(op.src, &arg->src, fault);
	unsafe_get_user(op.dst, &arg->dst, fault);
	unsafe_get_user(op.tag, &arg->tag, fault);
	unsafe_get_user(op.tag_len, &arg->tag_len, fault);
	unsafe_get_user(op.iv, &arg->iv, fault);
	unsafe_get_user(op.iv_len, &arg->iv_len, fault);
	user_access_end();

	ret = do_auth(file, &op);
	if (ret)
		return ret;

	if (!user_access_begin(arg, sizeof(*arg)))
		return -EFAULT;
	unsafe_put_user(op.len, &arg->len, fault);
	unsafe_put_user(op.tag, &arg->tag, fault);
	unsafe_put_user(op.tag_len, &arg->tag_len, fault);
	user_access_end();
	return 0;
fault:
	user_access_end();
	return -EFAULT;
}
