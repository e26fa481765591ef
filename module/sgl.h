/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Scatterlists over arrays of pages.  Nothing here knows of requests, users
 * or transforms: the same code is compiled into the unit tests on the host.
 */
#ifndef DC_SGL_H
#define DC_SGL_H

#include <linux/mm.h>
#include <linux/scatterlist.h>

/*
 * Longest entry: engines keep an entry's length in 16 bits, their DMA mappings
 * in bounded bounce buffers (cavium/nitrox, inside-secure, swiotlb).
 */
#define DC_SGL_MAX (32U << 10)

/*
 * Fills one entry and takes off what an earlier list left in it: the mark of
 * a list's end lives in the low bits of the page pointer.
 */
static inline void dc_sgl_set(struct scatterlist *sg, struct page *page,
			      unsigned int len, unsigned int offset)
{
	sg->page_link = (unsigned long)page;
	sg->offset = offset;
	sg->length = len;
}

struct scatterlist *dc_sgl_from_pages(struct scatterlist *sg,
				      struct page **pages, unsigned int offset,
				      unsigned int len);
struct scatterlist *dc_sgl_slice(struct scatterlist *sg, struct page **pages,
				 unsigned int skip, unsigned int len);

#endif /* DC_SGL_H */
