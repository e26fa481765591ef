// SPDX-License-Identifier: MIT
/* The same claims for many algorithms: one cmocka test for each pair. */
#include "t.h"

struct cell {
	const struct t_case *claim;
	const struct t_alg *alg;
};

static int allow(void **state)
{
	const struct cell *cell = *state;

	t_note(NULL);
	return cell->alg->weak ? t_param_write("weak", "Y") : 0;
}

static int forbid(void **state)
{
	const struct cell *cell = *state;

	return cell->alg->weak ? t_param_write("weak", "N") : 0;
}

static void run(void **state)
{
	const struct cell *cell = *state;
	int fd = t_open_ok();

	t_need(fd, cell->alg->name);
	cell->claim->run(fd, cell->alg);
	close(fd);
}

static char *name(const struct cell *cell)
{
	size_t size = strlen(cell->claim->claim) + strlen(cell->alg->name) + 2;
	char *text = malloc(size);

	if (text)
		snprintf(text, size, "%s %s", cell->alg->name,
			 cell->claim->claim);
	return text;
}

/* Cells live until the process ends: cmocka prints names at the very end. */
static size_t fill(struct CMUnitTest *tests, struct cell *cells,
		   unsigned int types, const struct t_case *cases, size_t n)
{
	const struct t_alg *alg;
	size_t at = 0, i;

	for (alg = t_algs; alg->name; alg++) {
		if (!(types & 1U << alg->type))
			continue;
		for (i = 0; i < n; i++, at++) {
			cells[at].claim = &cases[i];
			cells[at].alg = alg;
			tests[at].name = name(&cells[at]);
			tests[at].test_func = run;
			tests[at].setup_func = allow;
			tests[at].teardown_func = forbid;
			tests[at].initial_state = &cells[at];
		}
	}
	return at;
}

/* cmocka has one state for a whole group: so each test gets its own. */
static void add_others(struct CMUnitTest *tests,
		       const struct CMUnitTest *others, size_t n)
{
	for (; n; n--, tests++) {
		*tests = *others++;
		tests->setup_func = t_setup;
		tests->teardown_func = t_teardown;
	}
}

int t_run_matrix(const char *group, unsigned int types,
		 const struct t_case *cases, size_t n,
		 const struct CMUnitTest *others, size_t n_others)
{
	const struct t_alg *alg;
	struct CMUnitTest *tests;
	struct cell *cells;
	size_t max = 0;

	for (alg = t_algs; alg->name; alg++)
		max += n;
	tests = calloc(max + n_others, sizeof(*tests));
	cells = calloc(max, sizeof(*cells));
	if (!tests || !cells)
		return EXIT_FAILURE;
	n = fill(tests, cells, types, cases, n);
	add_others(tests + n, others, n_others);
	return _cmocka_run_group_tests(group, tests, n + n_others, NULL, NULL);
}
