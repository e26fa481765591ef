// SPDX-License-Identifier: GPL-2.0-only
/*
 * Scatterlists over arrays of pages.
 *
 * Neighbours in physical memory become one entry, up to a length that engines
 * can express: a driver then programs one segment instead of many and the walk
 * over the list is shorter.  Both page and frame have to be neighbours, since a
 * list steps from page to page and the memory map may have seams.
 */
#include "sgl.h"

/**
 * dc_sgl_from_pages - list @len bytes that start in the first page
 * @sg: first entry to fill; one entry per page is always enough
 * @pages: the pages, in the order of the data
 * @offset: where the data starts in the first page, less than PAGE_SIZE
 * @len: bytes of data, at least 1
 *
 * Return: the last entry filled.  It is not marked as the end, since an
 * entry for a tag may follow.
 */
struct scatterlist *dc_sgl_from_pages(struct scatterlist *sg,
				      struct page **pages, unsigned int offset,
				      unsigned int len)
{
	unsigned int n = min_t(unsigned int, len, PAGE_SIZE - offset);
	unsigned long next = page_to_pfn(*pages) + 1;

	dc_sgl_set(sg, *pages, n, offset);
	for (len -= n; len; len -= n, next++) {
		unsigned long pfn = page_to_pfn(*++pages);

		n = min_t(unsigned int, len, PAGE_SIZE);
		if (pfn == next && *pages == pages[-1] + 1 &&
		    sg->length + n <= DC_SGL_MAX) {
			sg->length += n;
			continue;
		}
		dc_sgl_set(++sg, *pages, n, 0);
		next = pfn;
	}
	return sg;
}

/**
 * dc_sgl_slice - list @len bytes that start @skip bytes into the pages
 * @sg: first entry to fill
 * @pages: the pages, whose data starts at the beginning of the first
 * @skip: bytes before the slice
 * @len: bytes of the slice, at least 1
 *
 * Return: the last entry filled, marked as the end of the list.
 */
struct scatterlist *dc_sgl_slice(struct scatterlist *sg, struct page **pages,
				 unsigned int skip, unsigned int len)
{
	struct scatterlist *last;

	last = dc_sgl_from_pages(sg, pages + (skip >> PAGE_SHIFT),
				 offset_in_page(skip), len);
	sg_mark_end(last);
	return last;
}
