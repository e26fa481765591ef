/* SPDX-License-Identifier: MIT */
/*
 * Entries of a scatterlist, as far as module code that is compiled on the
 * build machine uses them: a page, a stretch of it, a mark for the last.
 */
#ifndef SHIM_SCATTERLIST_H
#define SHIM_SCATTERLIST_H

#include <stdbool.h>

#include <linux/mm.h>

#define SHIM_MARKS 3UL
#define SHIM_LAST 2UL

struct scatterlist {
	unsigned long page_link;
	unsigned int offset;
	unsigned int length;
};

static inline struct page *sg_page(const struct scatterlist *sg)
{
	return (struct page *)(sg->page_link & ~SHIM_MARKS);
}

static inline void sg_set_page(struct scatterlist *sg, struct page *page,
			       unsigned int len, unsigned int offset)
{
	sg->page_link = (sg->page_link & SHIM_MARKS) | (unsigned long)page;
	sg->offset = offset;
	sg->length = len;
}

static inline void sg_mark_end(struct scatterlist *sg)
{
	sg->page_link |= SHIM_LAST;
}

static inline void sg_unmark_end(struct scatterlist *sg)
{
	sg->page_link &= ~SHIM_LAST;
}

static inline bool sg_is_last(const struct scatterlist *sg)
{
	return sg->page_link & SHIM_LAST;
}

#endif /* SHIM_SCATTERLIST_H */
