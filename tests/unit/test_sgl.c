// SPDX-License-Identifier: MIT
/*
 * module/sgl.c on the build machine.  A list is right if it names the same
 * bytes of physical memory, in the same order, as the array of pages it was
 * made from, and no entry more than it needs.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sgl.h"

#define ENTRIES 40

struct page shim_memory[SHIM_PAGES];

/* Longer than any list here, with the marks of an earlier one in every entry. */
static struct scatterlist sg[ENTRIES];
static struct page *pages[ENTRIES];

/* The pages of a buffer, by their numbers. */
static void use_pages(const int *numbers, size_t n)
{
	size_t i;

	memset(pages, 0, sizeof(pages));
	for (i = 0; i < n; i++)
		pages[i] = &shim_memory[numbers[i]];
	for (i = 0; i < ENTRIES; i++) {
		sg[i].page_link = ~0UL;
		sg[i].length = 0xdead;
	}
}

#define USE_PAGES(...)                                               \
	do {                                                         \
		static const int numbers_[] = { __VA_ARGS__ };       \
		use_pages(numbers_, sizeof(numbers_) / sizeof(int)); \
	} while (0)

static unsigned long address(const struct page *page, unsigned int offset)
{
	return page_to_pfn(page) * PAGE_SIZE + offset;
}

/* Walks from first to last and compares every byte's physical address. */
static void assert_names(const struct scatterlist *first,
			 const struct scatterlist *last, unsigned int skip,
			 unsigned int len)
{
	const struct scatterlist *at;
	unsigned int i;

	for (at = first; at <= last; at++) {
		assert_true(at->length > 0);
		for (i = 0; i < at->length; i++, skip++, len--)
			assert_int_equal(address(sg_page(at), at->offset) + i,
					 address(pages[skip >> PAGE_SHIFT],
						 offset_in_page(skip)));
	}
	assert_int_equal(len, 0);
}

static void assert_entry(const struct scatterlist *at, int number,
			 unsigned int offset, unsigned int len)
{
	assert_ptr_equal(sg_page(at), &shim_memory[number]);
	assert_int_equal(at->offset, offset);
	assert_int_equal(at->length, len);
}

static void bytes_inside_one_page_are_one_entry(void **state)
{
	(void)state;
	USE_PAGES(7);
	assert_ptr_equal(dc_sgl_from_pages(sg, pages, 100, 50), sg);
	assert_entry(sg, 7, 100, 50);
}

static void one_byte_at_the_end_of_a_page_is_one_entry(void **state)
{
	(void)state;
	USE_PAGES(7);
	assert_ptr_equal(dc_sgl_from_pages(sg, pages, 4095, 1), sg);
	assert_entry(sg, 7, 4095, 1);
}

static void a_whole_page_is_one_entry(void **state)
{
	(void)state;
	USE_PAGES(7, 9);
	assert_ptr_equal(dc_sgl_from_pages(sg, pages, 0, 4096), sg);
	assert_entry(sg, 7, 0, 4096);
}

static void pages_that_are_apart_are_an_entry_each(void **state)
{
	(void)state;
	USE_PAGES(7, 3, 30);
	assert_ptr_equal(dc_sgl_from_pages(sg, pages, 4000, 96 + 4096 + 5),
			 sg + 2);
	assert_entry(sg, 7, 4000, 96);
	assert_entry(sg + 1, 3, 0, 4096);
	assert_entry(sg + 2, 30, 0, 5);
}

static void neighbours_become_one_entry(void **state)
{
	(void)state;
	USE_PAGES(7, 8, 9);
	assert_ptr_equal(dc_sgl_from_pages(sg, pages, 4000, 96 + 4096 + 5), sg);
	assert_entry(sg, 7, 4000, 96 + 4096 + 5);
}

/* 8 follows 7, and 7 is before 8: only the first pair are neighbours. */
static void only_rising_neighbours_are_merged(void **state)
{
	(void)state;
	USE_PAGES(7, 8, 7, 6, 7);
	assert_ptr_equal(dc_sgl_from_pages(sg, pages, 0, 5 * 4096), sg + 2);
	assert_entry(sg, 7, 0, 8192);
	assert_entry(sg + 1, 7, 0, 4096);
	assert_entry(sg + 2, 6, 0, 8192);
}

static void the_same_page_twice_is_two_entries(void **state)
{
	(void)state;
	USE_PAGES(5, 5);
	assert_ptr_equal(dc_sgl_from_pages(sg, pages, 0, 8192), sg + 1);
	assert_entry(sg, 5, 0, 4096);
	assert_entry(sg + 1, 5, 0, 4096);
}

static void runs_begin_again_after_a_gap(void **state)
{
	(void)state;
	USE_PAGES(1, 2, 10, 11, 12, 20, 13);
	assert_ptr_equal(dc_sgl_from_pages(sg, pages, 16, 7 * 4096 - 16),
			 sg + 3);
	assert_entry(sg, 1, 16, 8192 - 16);
	assert_entry(sg + 1, 10, 0, 3 * 4096);
	assert_entry(sg + 2, 20, 0, 4096);
	assert_entry(sg + 3, 13, 0, 4096);
}

/* The end is the caller's to mark, and marks of an earlier list are gone. */
static void no_entry_is_marked_as_the_end(void **state)
{
	struct scatterlist *at, *last;

	(void)state;
	USE_PAGES(7, 3, 30, 2);
	last = dc_sgl_from_pages(sg, pages, 1, 4 * 4096 - 1);
	for (at = sg; at <= last; at++)
		assert_false(sg_is_last(at));
}

static void entries_behind_the_list_stay(void **state)
{
	struct scatterlist *last;

	(void)state;
	USE_PAGES(7, 3, 30);
	last = dc_sgl_from_pages(sg, pages, 0, 8192);
	assert_int_equal(last[1].length, 0xdead);
	assert_int_equal(last[1].page_link, ~0UL);
}

static void a_slice_begins_and_ends_inside_pages(void **state)
{
	struct scatterlist *last;

	(void)state;
	USE_PAGES(7, 3, 30, 2);
	last = dc_sgl_slice(sg, pages, 4096 + 4000, 96 + 4096 + 1);
	assert_ptr_equal(last, sg + 2);
	assert_entry(sg, 3, 4000, 96);
	assert_entry(sg + 1, 30, 0, 4096);
	assert_entry(sg + 2, 2, 0, 1);
}

static void a_slice_at_the_start_of_a_page_skips_those_before(void **state)
{
	(void)state;
	USE_PAGES(7, 3, 30, 2);
	assert_ptr_equal(dc_sgl_slice(sg, pages, 8192, 10), sg);
	assert_entry(sg, 30, 0, 10);
}

static void a_slice_has_its_last_entry_marked_and_no_other(void **state)
{
	struct scatterlist *at, *last;

	(void)state;
	USE_PAGES(7, 3, 30, 2);
	last = dc_sgl_slice(sg, pages, 5, 3 * 4096);
	assert_true(sg_is_last(last));
	for (at = sg; at < last; at++)
		assert_false(sg_is_last(at));
}

/* As AEAD requests use it: an entry before the text and one behind it. */
static void associated_data_and_tag_stand_around_the_text(void **state)
{
	struct scatterlist *end;

	(void)state;
	USE_PAGES(7, 3, 4, 30);
	end = dc_sgl_from_pages(sg + 1, pages, 4090, 6 + 2 * 4096 + 9);
	dc_sgl_set(sg, &shim_memory[50], 13, 64);
	dc_sgl_set(++end, &shim_memory[51], 16, 128);
	sg_mark_end(end);
	assert_ptr_equal(end, sg + 4);
	assert_entry(sg, 50, 64, 13);
	assert_entry(sg + 1, 7, 4090, 6);
	assert_entry(sg + 2, 3, 0, 8192);
	assert_entry(sg + 3, 30, 0, 9);
	assert_entry(sg + 4, 51, 128, 16);
	assert_true(sg_is_last(end));
	assert_false(sg_is_last(sg));
	assert_false(sg_is_last(sg + 3));
}

/* A list that was longer before: its old end is no end any more. */
static void a_list_can_be_used_again(void **state)
{
	(void)state;
	USE_PAGES(7, 3, 30, 2);
	assert_ptr_equal(dc_sgl_slice(sg, pages, 0, 8192), sg + 1);
	assert_true(sg_is_last(sg + 1));
	assert_ptr_equal(dc_sgl_slice(sg, pages, 0, 4 * 4096), sg + 3);
	assert_false(sg_is_last(sg + 1));
	assert_true(sg_is_last(sg + 3));
}

static unsigned int entries_needed(unsigned int skip, unsigned int len)
{
	unsigned int first = skip >> PAGE_SHIFT, n = 1, i;

	for (i = first + 1; i <= (skip + len - 1) >> PAGE_SHIFT; i++)
		if (pages[i] != pages[i - 1] + 1)
			n++;
	return n;
}

static void random_lists_name_the_right_bytes(void **state)
{
	int numbers[16], round, i;

	(void)state;
	srandom(1);
	for (round = 0; round < 400; round++) {
		unsigned int skip = random() % (8 * 4096), len;
		struct scatterlist *last;

		/* Every other page follows the one before it. */
		for (i = 0; i < 16; i++)
			numbers[i] = i && random() % 2 ?
					     (numbers[i - 1] + 1) % SHIM_PAGES :
					     random() % SHIM_PAGES;
		use_pages(numbers, 16);
		len = 1 + random() % (16 * 4096 - skip);
		last = dc_sgl_slice(sg, pages, skip, len);
		assert_names(sg, last, skip, len);
		assert_int_equal(last - sg + 1, entries_needed(skip, len));
	}
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(bytes_inside_one_page_are_one_entry),
		cmocka_unit_test(one_byte_at_the_end_of_a_page_is_one_entry),
		cmocka_unit_test(a_whole_page_is_one_entry),
		cmocka_unit_test(pages_that_are_apart_are_an_entry_each),
		cmocka_unit_test(neighbours_become_one_entry),
		cmocka_unit_test(only_rising_neighbours_are_merged),
		cmocka_unit_test(the_same_page_twice_is_two_entries),
		cmocka_unit_test(runs_begin_again_after_a_gap),
		cmocka_unit_test(no_entry_is_marked_as_the_end),
		cmocka_unit_test(entries_behind_the_list_stay),
		cmocka_unit_test(a_slice_begins_and_ends_inside_pages),
		cmocka_unit_test(
			a_slice_at_the_start_of_a_page_skips_those_before),
		cmocka_unit_test(
			a_slice_has_its_last_entry_marked_and_no_other),
		cmocka_unit_test(associated_data_and_tag_stand_around_the_text),
		cmocka_unit_test(a_list_can_be_used_again),
		cmocka_unit_test(random_lists_name_the_right_bytes),
	};

	return cmocka_run_group_tests_name("scatterlists", tests, NULL, NULL);
}
