// SPDX-License-Identifier: GPL-2.0-only
/*
 * The floor under every user space interface to the kernel crypto API: the
 * same transform run from inside the kernel on one linear buffer with one
 * reused request, and an ioctl that does nothing.  See dc_floor.h.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <crypto/aead.h>
#include <crypto/hash.h>
#include <crypto/skcipher.h>
#include <linux/fs.h>
#include <linux/ktime.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/scatterlist.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "dc_floor.h"

#define TAG_SIZE	16

/* One measurement: its transforms, their requests and the memory they use. */
struct floor_job {
	struct dc_floor_run run;
	struct crypto_skcipher *cipher;
	struct crypto_aead *aead;
	struct crypto_ahash *hash;
	struct skcipher_request *cipher_req;
	struct aead_request *aead_req;
	struct ahash_request *hash_req;
	struct crypto_wait wait;
	struct scatterlist sg;
	u8 *buffer; /* run.size + TAG_SIZE bytes */
};

static int open_cipher(struct floor_job *job)
{
	struct dc_floor_run *run = &job->run;
	int rc;

	job->cipher = crypto_alloc_skcipher(run->cipher, 0, 0);
	if (IS_ERR(job->cipher)) {
		rc = PTR_ERR(job->cipher);
		job->cipher = NULL;
		return rc;
	}
	rc = crypto_skcipher_setkey(job->cipher, run->key, run->key_len);
	if (rc)
		return rc;
	job->cipher_req = skcipher_request_alloc(job->cipher, GFP_KERNEL);
	if (!job->cipher_req)
		return -ENOMEM;
	strscpy(run->cipher_driver,
		crypto_tfm_alg_driver_name(crypto_skcipher_tfm(job->cipher)),
		sizeof(run->cipher_driver));
	skcipher_request_set_callback(job->cipher_req, CRYPTO_TFM_REQ_MAY_SLEEP,
				      crypto_req_done, &job->wait);
	skcipher_request_set_crypt(job->cipher_req, &job->sg, &job->sg,
				   run->size, run->iv);
	return 0;
}

static int open_aead(struct floor_job *job)
{
	struct dc_floor_run *run = &job->run;
	int rc;

	job->aead = crypto_alloc_aead(run->cipher, 0, 0);
	if (IS_ERR(job->aead)) {
		rc = PTR_ERR(job->aead);
		job->aead = NULL;
		return rc;
	}
	rc = crypto_aead_setkey(job->aead, run->key, run->key_len);
	if (rc)
		return rc;
	rc = crypto_aead_setauthsize(job->aead, TAG_SIZE);
	if (rc)
		return rc;
	job->aead_req = aead_request_alloc(job->aead, GFP_KERNEL);
	if (!job->aead_req)
		return -ENOMEM;
	strscpy(run->cipher_driver,
		crypto_tfm_alg_driver_name(crypto_aead_tfm(job->aead)),
		sizeof(run->cipher_driver));
	aead_request_set_callback(job->aead_req, CRYPTO_TFM_REQ_MAY_SLEEP,
				  crypto_req_done, &job->wait);
	aead_request_set_ad(job->aead_req, 0);
	aead_request_set_crypt(job->aead_req, &job->sg, &job->sg,
			       run->decrypt ? run->size + TAG_SIZE : run->size,
			       run->iv);
	return 0;
}

static int open_hash(struct floor_job *job)
{
	struct dc_floor_run *run = &job->run;
	int rc;

	job->hash = crypto_alloc_ahash(run->hash, 0, 0);
	if (IS_ERR(job->hash)) {
		rc = PTR_ERR(job->hash);
		job->hash = NULL;
		return rc;
	}
	if (crypto_ahash_digestsize(job->hash) > sizeof(run->digest))
		return -EINVAL;
	if (run->hash_key_len) {
		rc = crypto_ahash_setkey(job->hash, run->hash_key,
					 run->hash_key_len);
		if (rc)
			return rc;
	}
	job->hash_req = ahash_request_alloc(job->hash, GFP_KERNEL);
	if (!job->hash_req)
		return -ENOMEM;
	strscpy(run->hash_driver,
		crypto_tfm_alg_driver_name(crypto_ahash_tfm(job->hash)),
		sizeof(run->hash_driver));
	ahash_request_set_callback(job->hash_req, CRYPTO_TFM_REQ_MAY_SLEEP,
				   crypto_req_done, &job->wait);
	ahash_request_set_crypt(job->hash_req, &job->sg, run->digest,
				run->size);
	return 0;
}

static int open_transforms(struct floor_job *job)
{
	int rc;

	switch (job->run.kind) {
	case DC_FLOOR_CIPHER:
		return open_cipher(job);
	case DC_FLOOR_AEAD:
		return open_aead(job);
	case DC_FLOOR_HASH:
		return open_hash(job);
	case DC_FLOOR_CIPHER_HASH:
		rc = open_cipher(job);
		return rc ? rc : open_hash(job);
	default:
		return -EINVAL;
	}
}

static int run_cipher(struct floor_job *job)
{
	int rc = job->run.decrypt ? crypto_skcipher_decrypt(job->cipher_req) :
				    crypto_skcipher_encrypt(job->cipher_req);

	return crypto_wait_req(rc, &job->wait);
}

static int run_aead(struct floor_job *job)
{
	int rc = job->run.decrypt ? crypto_aead_decrypt(job->aead_req) :
				    crypto_aead_encrypt(job->aead_req);

	return crypto_wait_req(rc, &job->wait);
}

static int run_hash(struct floor_job *job)
{
	return crypto_wait_req(crypto_ahash_digest(job->hash_req), &job->wait);
}

static int run_cipher_hash(struct floor_job *job)
{
	int rc = job->run.decrypt ? run_cipher(job) : run_hash(job);

	if (rc)
		return rc;
	return job->run.decrypt ? run_hash(job) : run_cipher(job);
}

static int run_timed(struct floor_job *job)
{
	static int (*const run_kind[])(struct floor_job *job) = {
		[DC_FLOOR_CIPHER] = run_cipher,
		[DC_FLOOR_AEAD] = run_aead,
		[DC_FLOOR_HASH] = run_hash,
		[DC_FLOOR_CIPHER_HASH] = run_cipher_hash,
	};
	int (*run)(struct floor_job *job) = run_kind[job->run.kind];
	u64 start = ktime_get_raw_ns();
	int rc = 0;
	u32 i;

	for (i = 0; i < job->run.count && !rc; i++)
		rc = run(job);
	job->run.ns = ktime_get_raw_ns() - start;
	return rc;
}

static int check_run(struct dc_floor_run *run)
{
	if (run->decrypt > 1 || !run->size || run->size > DC_FLOOR_SIZE_MAX ||
	    !run->count || (u64)run->size * run->count > DC_FLOOR_WORK_MAX ||
	    run->key_len > sizeof(run->key) ||
	    run->hash_key_len > sizeof(run->hash_key))
		return -EINVAL;
	run->cipher[sizeof(run->cipher) - 1] = '\0';
	run->hash[sizeof(run->hash) - 1] = '\0';
	memset(run->cipher_driver, 0, sizeof(run->cipher_driver));
	memset(run->hash_driver, 0, sizeof(run->hash_driver));
	memset(run->digest, 0, sizeof(run->digest));
	return 0;
}

static int run_job(struct floor_job *job)
{
	struct dc_floor_run *run = &job->run;
	bool aead = run->kind == DC_FLOOR_AEAD;
	u32 in = run->size + (aead && run->decrypt ? TAG_SIZE : 0);
	u32 out = run->size + (aead && !run->decrypt ? TAG_SIZE : 0);
	int rc;

	job->buffer = kzalloc(run->size + TAG_SIZE, GFP_KERNEL | __GFP_NOWARN);
	if (!job->buffer)
		return -ENOMEM;
	sg_init_one(&job->sg, job->buffer, run->size + TAG_SIZE);
	if (run->data &&
	    copy_from_user(job->buffer, u64_to_user_ptr(run->data), in))
		return -EFAULT;
	rc = open_transforms(job);
	if (rc)
		return rc;
	rc = run_timed(job);
	if (rc)
		return rc;
	if (run->data &&
	    copy_to_user(u64_to_user_ptr(run->data), job->buffer, out))
		return -EFAULT;
	return 0;
}

static void free_job(struct floor_job *job)
{
	ahash_request_free(job->hash_req);
	aead_request_free(job->aead_req);
	skcipher_request_free(job->cipher_req);
	if (job->hash)
		crypto_free_ahash(job->hash);
	if (job->aead)
		crypto_free_aead(job->aead);
	if (job->cipher)
		crypto_free_skcipher(job->cipher);
	kfree(job->buffer);
	kfree_sensitive(job);
}

static long ioctl_run(struct dc_floor_run __user *arg)
{
	struct floor_job *job;
	long rc;

	job = kzalloc(sizeof(*job), GFP_KERNEL);
	if (!job)
		return -ENOMEM;
	crypto_init_wait(&job->wait);
	rc = -EFAULT;
	if (copy_from_user(&job->run, arg, sizeof(job->run)))
		goto free_job;
	rc = check_run(&job->run);
	if (rc)
		goto free_job;
	rc = run_job(job);
	if (rc)
		goto free_job;
	if (copy_to_user(arg, &job->run, sizeof(job->run)))
		rc = -EFAULT;
free_job:
	free_job(job);
	return rc;
}

static long floor_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	switch (cmd) {
	case DC_FLOOR_EMPTY:
		return 0;
	case DC_FLOOR_RUN:
		return ioctl_run((struct dc_floor_run __user *)arg);
	default:
		return -ENOTTY;
	}
}

static const struct file_operations floor_fops = {
	.owner = THIS_MODULE,
	.unlocked_ioctl = floor_ioctl,
	.compat_ioctl = compat_ptr_ioctl,
};

static struct miscdevice floor_device = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "dc_floor",
	.fops = &floor_fops,
	.mode = 0600,
};

module_misc_device(floor_device);

MODULE_DESCRIPTION("Cost of kernel transforms without an interface around them");
MODULE_LICENSE("GPL");
