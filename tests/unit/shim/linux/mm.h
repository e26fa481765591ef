/* SPDX-License-Identifier: MIT */
/*
 * Pages for module code that is compiled on the build machine: numbered
 * objects without memory behind them.
 */
#ifndef SHIM_MM_H
#define SHIM_MM_H

#define PAGE_SHIFT 12
#define PAGE_SIZE (1UL << PAGE_SHIFT)

#define offset_in_page(at) ((unsigned long)(at) & (PAGE_SIZE - 1))
#define min_t(type, left, right) \
	((type)(left) < (type)(right) ? (type)(left) : (type)(right))

/* The low bits of a page's address carry marks. */
struct page {
	long unused;
};

#define SHIM_PAGES 64

/* Physical memory; a page's number is its place in it. */
extern struct page shim_memory[SHIM_PAGES];

static inline unsigned long page_to_pfn(const struct page *page)
{
	return page - shim_memory;
}

#endif /* SHIM_MM_H */
