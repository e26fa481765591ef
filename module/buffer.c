// SPDX-License-Identifier: GPL-2.0-only
/*
 * The one place that turns user memory into something a transform can work
 * on: a copy in pages of our own, or the user's pages, pinned.
 *
 * Three rules hold here and nowhere else:
 * - a page reaches a list that is written to only if it was pinned for
 *   writing; @in is pinned for reading and never becomes @dst;
 * - exactly the pages that were pinned are released, once;
 * - memory that cannot be pinned is copied instead, so that the same call
 *   has the same answer at every size.
 */
#include <linux/highmem.h>
#include <linux/mm.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>

#include "buffer.h"

/* Pages pinned at a time: the fast way keeps interrupts off meanwhile. */
#define PIN_BATCH 256

static void use_inline(struct dc_buf *buf)
{
	buf->pages = buf->inline_pages;
	buf->sg = buf->inline_sg;
	buf->cap = DC_INLINE_PAGES;
}

static void free_arrays(struct dc_buf *buf)
{
	if (buf->pages == buf->inline_pages)
		return;
	kvfree(buf->pages);
	kvfree(buf->sg);
	use_inline(buf);
}

/* Makes room for @npages; the pages that @buf holds stay. */
static int fit(struct dc_buf *buf, unsigned int npages)
{
	const gfp_t gfp = GFP_KERNEL_ACCOUNT | __GFP_NOWARN | __GFP_ZERO;
	struct scatterlist *sg;
	struct page **pages;

	if (likely(npages <= buf->cap))
		return 0;
	pages = kvmalloc_array(npages, sizeof(*pages), gfp);
	sg = kvmalloc_array(npages + 2, sizeof(*sg), gfp);
	if (!pages || !sg) {
		kvfree(pages);
		kvfree(sg);
		return -ENOMEM;
	}
	memcpy(pages, buf->pages, buf->npages * sizeof(*pages));
	free_arrays(buf);
	buf->pages = pages;
	buf->sg = sg;
	buf->cap = npages;
	return 0;
}

static int pin_batch(struct dc_buf *buf, unsigned long addr,
		     unsigned int npages, unsigned int gup_flags)
{
	int got = pin_user_pages_fast(addr, npages, gup_flags,
				      buf->pages + buf->npages);

	if (got > 0)
		buf->npages += got;
	if (likely(got == npages))
		return 0;
	return got < 0 ? got : -EFAULT;
}

static int pin_many(struct dc_request *req, struct dc_buf *buf,
		    unsigned long addr, unsigned int left,
		    unsigned int gup_flags)
{
	int ret;

	if (dc_session_lost_much(req->sess))
		return -EBUSY;
	req->held = true;
	ret = fit(buf, left);
	while (!ret && left) {
		unsigned int batch = min_t(unsigned int, left, PIN_BATCH);

		ret = pin_batch(buf, addr, batch, gup_flags);
		left -= batch;
		addr += batch * PAGE_SIZE;
		if (!ret && fatal_signal_pending(current))
			ret = -EINTR;
		cond_resched();
	}
	return ret;
}

static inline int pin(struct dc_request *req, struct dc_buf *buf,
		      const u8 __user *user, unsigned int n,
		      unsigned int gup_flags)
{
	unsigned long addr = (unsigned long)user & PAGE_MASK;
	unsigned int npages = DIV_ROUND_UP(offset_in_page(user) + n, PAGE_SIZE);

	if (unlikely(npages > DC_INLINE_PAGES))
		return pin_many(req, buf, addr, npages, gup_flags);
	return pin_batch(buf, addr, npages, gup_flags);
}

/**
 * dc_buffer_unpin - give back the user's pages
 * @req: the request, with which no transform works any more
 *
 * May sleep: a page is locked to be marked dirty.  Only pages pinned for
 * writing are.
 */
void dc_buffer_unpin(struct dc_request *req)
{
	if (req->in.npages) {
		unpin_user_pages(req->in.pages, req->in.npages);
		req->in.npages = 0;
	}
	if (req->out.npages) {
		unpin_user_pages_dirty_lock(req->out.pages, req->out.npages,
					    true);
		req->out.npages = 0;
	}
}

/* Lists the pages of @buf, from entry 1 on; returns the last entry. */
static struct scatterlist *list_pages(struct dc_buf *buf, unsigned int offset,
				      unsigned int n)
{
	struct scatterlist *end;

	end = dc_sgl_from_pages(buf->sg + 1, buf->pages, offset, n);
	sg_mark_end(end);
	return end;
}

static int map_pinned(struct dc_request *req, const u8 __user *usrc,
		      u8 __user *udst, unsigned int n)
{
	int ret;

	/* What an operation before this one left must not be written to. */
	req->dst = NULL;
	req->dst_end = NULL;
	if (udst) {
		ret = pin(req, &req->out, udst, n, FOLL_WRITE);
		if (ret)
			goto unpin;
		req->dst_end = list_pages(&req->out, offset_in_page(udst), n);
		req->dst = req->out.sg + 1;
		if (usrc == udst) {
			req->src = req->dst;
			req->src_end = req->dst_end;
			return 0;
		}
	}
	ret = pin(req, &req->in, usrc, n, 0);
	if (ret)
		goto unpin;
	req->src_end = list_pages(&req->in, offset_in_page(usrc), n);
	req->src = req->in.sg + 1;
	return 0;

unpin:
	dc_buffer_unpin(req);
	return ret;
}

/* Grows the bounce pages to @npages. */
static int grow(struct dc_buf *buf, unsigned int npages)
{
	int ret = fit(buf, npages);

	while (!ret && buf->npages < npages) {
		struct page *page = alloc_page(GFP_KERNEL_ACCOUNT);

		if (!page)
			return -ENOMEM;
		buf->pages[buf->npages++] = page;
		if (buf->npages % DC_INLINE_PAGES == 0) {
			if (fatal_signal_pending(current))
				ret = -EINTR;
			cond_resched();
		}
	}
	return ret;
}

/**
 * dc_buffer_bounce - lay out pages of our own as source and destination
 * @req: the request; @src and @dst become a list over @n bytes, in place
 * @n: bytes, may be 0: then the list is empty and @src_end stands before it
 *
 * Return: 0, -ENOMEM or -EINTR.
 */
int dc_buffer_bounce(struct dc_request *req, unsigned int n)
{
	struct dc_buf *buf = &req->bounce;
	int ret;

	dc_buffer_small(req, min_t(unsigned int, n, PAGE_SIZE));
	if (!n) {
		req->src_end = buf->sg;
		req->dst_end = buf->sg;
	}
	if (n <= PAGE_SIZE)
		return 0;
	if (dc_session_lost_much(req->sess))
		return -EBUSY;
	req->held = true;
	ret = grow(buf, DIV_ROUND_UP(n, PAGE_SIZE));
	if (ret)
		return ret;
	req->src = buf->sg + 1;
	req->dst = req->src;
	req->src_end = list_pages(buf, 0, n);
	req->dst_end = req->src_end;
	return 0;
}

/* Copies between users and the bounce pages, one page at a time. */
static int each_page(struct dc_request *req, u8 __user *user, unsigned int skip,
		     unsigned int n, bool in)
{
	struct page **page = req->bounce.pages + (skip >> PAGE_SHIFT);
	unsigned int offset = offset_in_page(skip);

	while (n) {
		unsigned int part = min_t(unsigned int, n, PAGE_SIZE - offset);
		u8 *addr = (u8 *)page_address(*page) + offset;
		int ret = in ? dc_copy_in(addr, user, part) :
			       dc_copy_out(user, addr, part);

		if (ret)
			return ret;
		offset = 0;
		user += part;
		n -= part;
		if (likely(!n))
			break;
		page++;
		if (fatal_signal_pending(current))
			return -EINTR;
		cond_resched();
	}
	return 0;
}

/**
 * dc_buffer_read - copy user data into the bounce pages
 * @req: the request, whose bounce pages hold at least @n bytes
 * @from: user data
 * @n: bytes
 *
 * Return: 0, -EFAULT or -EINTR.
 */
int dc_buffer_read(struct dc_request *req, const u8 __user *from,
		   unsigned int n)
{
	return each_page(req, (u8 __user *)from, 0, n, true);
}

/**
 * dc_buffer_write - copy from the bounce pages to the user
 * @req: the request
 * @to: user memory
 * @skip: bytes to leave out at the start of the bounce pages
 * @n: bytes
 *
 * Return: 0, -EFAULT or -EINTR.
 */
int dc_buffer_write(struct dc_request *req, u8 __user *to, unsigned int skip,
		    unsigned int n)
{
	return each_page(req, to, skip, n, false);
}

/**
 * dc_buffer_add_aad - put associated data before a list of text
 * @req: the request, with @aad and @aad_len
 * @text: first entry of the text in one of the request's buffers
 *
 * Return: where the list starts now.
 */
struct scatterlist *dc_buffer_add_aad(struct dc_request *req,
				      struct scatterlist *text)
{
	if (!req->aad_len)
		return text;
	text--;
	dc_sgl_set(text, virt_to_page(req->aad), req->aad_len,
		   offset_in_page(req->aad));
	return text;
}

/**
 * dc_buffer_add_tag - put the kernel's copy of the tag behind a list of text
 * @req: the request, with @tag_len
 * @end: last entry of the text
 */
void dc_buffer_add_tag(struct dc_request *req, struct scatterlist *end)
{
	sg_unmark_end(end++);
	dc_sgl_set(end, virt_to_page(req->tag), req->tag_len,
		   offset_in_page(req->tag));
	sg_mark_end(end);
}

/**
 * dc_buffer_slice - list a part of the bounce pages behind associated data
 * @req: the request; the list replaces one over pages pinned for reading,
 *	and the list over all bounce pages stays as it is
 * @skip: bytes to leave out at the start of the bounce pages
 * @n: bytes, may be 0
 *
 * Return: a list over @req->aad_len bytes and the part, or an error pointer.
 */
struct scatterlist *dc_buffer_slice(struct dc_request *req, unsigned int skip,
				    unsigned int n)
{
	struct scatterlist *sg;
	int ret = fit(&req->in, req->bounce.npages);

	req->held = true;
	if (ret)
		return ERR_PTR(ret);
	sg = req->in.sg + 1;
	if (n) {
		dc_sgl_slice(sg, req->bounce.pages, skip, n);
	} else {
		dc_sgl_set(sg, req->bounce.pages[0], 0, 0);
		sg_mark_end(sg);
	}
	sg = dc_buffer_add_aad(req, sg);
	if (!n)
		sg_mark_end(sg);
	return sg;
}

/**
 * dc_buffer_map - make one stretch of user data ready for a transform
 * @req: the request; @src, @dst and their ends are set
 * @usrc: what is read
 * @udst: what is written, NULL if nothing is
 * @n: bytes, at least 1
 *
 * Return: 0; -EFAULT if the memory is not the user's to read, -ENOMEM, or
 * -EINTR.  After an error nothing is held.
 */
int dc_buffer_map(struct dc_request *req, const u8 __user *usrc,
		  u8 __user *udst, unsigned int n)
{
	int ret;

	if (!dc_request_copies(req, n)) {
		req->copied = false;
		ret = map_pinned(req, usrc, udst, n);
		if (ret != -EFAULT)
			return ret;
	}
	ret = dc_buffer_bounce(req, n);
	return ret ?: dc_buffer_read(req, usrc, n);
}

/**
 * dc_buffer_unmap - deliver the result of one stretch and let go of it
 * @req: the request
 * @udst: where the result belongs, NULL if there is none
 * @n: bytes of result
 * @err: errno of the transform
 *
 * Return: @err, or the errno of the delivery.
 */
int dc_buffer_unmap(struct dc_request *req, u8 __user *udst, unsigned int n,
		    int err)
{
	if (unlikely(READ_ONCE(req->state) == DC_DETACHED))
		return err;
	if (!req->copied)
		dc_buffer_unpin(req);
	else if (!err && udst)
		err = dc_buffer_write(req, udst, 0, n);
	return err;
}

/**
 * dc_buffer_zero - leave nothing of a result that must not be seen
 * @req: the request, still mapped
 * @to: where the result would have been delivered
 * @n: bytes
 */
void dc_buffer_zero(struct dc_request *req, u8 __user *to, unsigned int n)
{
	if (!req->copied)
		sg_zero_buffer(req->dst, sg_nents(req->dst), n, 0);
	/* What cannot be written holds nothing of ours either. */
	else if (clear_user(to, n))
		return;
}

static void free_page_wiped(struct page *page)
{
	clear_highpage(page);
	__free_page(page);
}

/**
 * dc_buffer_release - back to what a request in the pool holds: one page
 * @req: the request
 */
void dc_buffer_release(struct dc_request *req)
{
	dc_buffer_unpin(req);
	while (unlikely(req->bounce.npages > 1))
		free_page_wiped(req->bounce.pages[--req->bounce.npages]);
	if (unlikely(req->bounce.cap != DC_INLINE_PAGES)) {
		req->bounce.inline_pages[0] = req->bounce.pages[0];
		free_arrays(&req->bounce);
	}
	free_arrays(&req->in);
	free_arrays(&req->out);
	if (unlikely(req->aad)) {
		if (req->aad != req->inline_aad)
			kfree_sensitive(req->aad);
		req->aad = NULL;
	}
	req->held = false;
}

void dc_buffer_wipe(struct dc_request *req)
{
	memzero_explicit(req->page, req->dirty);
	req->dirty = 0;
}

/**
 * dc_buffer_init - give a new request its page
 * @req: the request
 *
 * Return: 0 or -ENOMEM.
 */
int dc_buffer_init(struct dc_request *req)
{
	use_inline(&req->in);
	use_inline(&req->out);
	use_inline(&req->bounce);
	if (grow(&req->bounce, 1))
		return -ENOMEM;
	req->page = page_address(req->bounce.pages[0]);
	return 0;
}
