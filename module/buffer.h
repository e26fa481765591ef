/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The user's data of a request: see buffer.c.
 */
#ifndef DC_BUFFER_H
#define DC_BUFFER_H

#include <linux/uaccess.h>

#include "request.h"
#include "sgl.h"

/*
 * Copies between users and memory whose room the caller has checked: pages of
 * our own and fixed arrays.  The bounds check that copy_from_user() makes for
 * a length known only at run time costs more than a small copy itself.
 */
static inline int dc_copy_in(void *to, const void __user *from, size_t n)
{
	return unlikely(_copy_from_user(to, from, n)) ? -EFAULT : 0;
}

static inline int dc_copy_out(void __user *to, const void *from, size_t n)
{
	return unlikely(_copy_to_user(to, from, n)) ? -EFAULT : 0;
}

/* IVs are short and of few sizes: no call is made for the common ones. */
static inline int dc_copy_iv_in(u8 *iv, const u8 __user *from, unsigned int n)
{
#if defined(CONFIG_HAVE_EFFICIENT_UNALIGNED_ACCESS) && defined(CONFIG_64BIT)
	if (likely(n == 16 || n == 12)) {
		if (!user_access_begin(from, n))
			return -EFAULT;
		unsafe_get_user(((u64 *)iv)[0], (u64 __user *)from, fault);
		if (n == 16)
			unsafe_get_user(((u64 *)iv)[1],
					(u64 __user *)(from + 8), fault);
		else
			unsafe_get_user(((u32 *)iv)[2],
					(u32 __user *)(from + 8), fault);
		user_access_end();
		return 0;
fault:
		user_access_end();
		return -EFAULT;
	}
#endif
	return dc_copy_in(iv, from, n);
}

/**
 * dc_buffer_small - lay out a piece of the first bounce page, in place
 * @req: the request; @src and @dst become a list of one entry
 * @n: bytes, at most PAGE_SIZE
 */
static inline void dc_buffer_small(struct dc_request *req, unsigned int n)
{
	struct scatterlist *sg = req->bounce.sg + 1;

	dc_sgl_set(sg, req->bounce.pages[0], n, 0);
	sg_mark_end(sg);
	req->src = sg;
	req->dst = sg;
	req->src_end = sg;
	req->dst_end = sg;
	req->copied = true;
	if (req->dirty < n)
		req->dirty = n;
}

int dc_buffer_map(struct dc_request *req, const u8 __user *usrc,
		  u8 __user *udst, unsigned int n);
int dc_buffer_unmap(struct dc_request *req, u8 __user *udst, unsigned int n,
		    int err);
int dc_buffer_bounce(struct dc_request *req, unsigned int n);
int dc_buffer_read(struct dc_request *req, const u8 __user *from,
		   unsigned int n);
int dc_buffer_write(struct dc_request *req, u8 __user *to, unsigned int skip,
		    unsigned int n);
struct scatterlist *dc_buffer_add_aad(struct dc_request *req,
				      struct scatterlist *text);
void dc_buffer_add_tag(struct dc_request *req, struct scatterlist *end);
struct scatterlist *dc_buffer_slice(struct dc_request *req, unsigned int skip,
				    unsigned int n);
void dc_buffer_zero(struct dc_request *req, u8 __user *to, unsigned int n);
void dc_buffer_unpin(struct dc_request *req);
void dc_buffer_release(struct dc_request *req);
void dc_buffer_wipe(struct dc_request *req);
int dc_buffer_init(struct dc_request *req);

#endif /* DC_BUFFER_H */
