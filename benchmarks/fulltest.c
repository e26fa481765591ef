// SPDX-License-Identifier: MIT
/*
 * What an operation costs from user buffer to result, by algorithm, size and
 * way.  Every operation is verified against OpenSSL before it is timed.
 */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"

struct run {
	struct selection selection;
	struct machine machine;
	struct results results;
	struct plan plan;
	const char *csv; /* NULL, or the file */
	bool verify_only;
	bool targets_only;
	bool huge; /* buffers in huge pages */
	size_t done;
	size_t total;
};

static const char usage[] =
	"usage: fulltest [OPTION]...\n"
	"Time kernel crypto from user space, one operation per call, and verify it.\n"
	"\n"
	"  -a, --algorithm NAME  only this algorithm (may be repeated)\n"
	"  -s, --size BYTES      only this size (may be repeated)\n"
	"  -b, --backend NAME    only this way (may be repeated)\n"
	"  -q, --quick           four sizes, short repetitions\n"
	"  -t, --targets         only what the table of targets needs\n"
	"  -H, --huge            buffers in huge pages: each one piece of memory\n"
	"  -n, --verify          verify, do not time\n"
	"  -c, --csv FILE        write the figures there too; - for standard output\n"
	"                        instead of the tables\n"
	"  -l, --list            list algorithms and ways\n"
	"  -h, --help            this\n"
	"\n"
	"Exit status: 0 all results right, 1 a result was wrong, 2 bad option.\n";

static const struct option options[] = {
	{ "algorithm", required_argument, NULL, 'a' },
	{ "size", required_argument, NULL, 's' },
	{ "backend", required_argument, NULL, 'b' },
	{ "quick", no_argument, NULL, 'q' },
	{ "targets", no_argument, NULL, 't' },
	{ "huge", no_argument, NULL, 'H' },
	{ "verify", no_argument, NULL, 'n' },
	{ "csv", required_argument, NULL, 'c' },
	{ "list", no_argument, NULL, 'l' },
	{ "help", no_argument, NULL, 'h' },
	{ NULL, 0, NULL, 0 },
};

int why_errno(char why[WHY_MAX], const char *what, int error)
{
	snprintf(why, WHY_MAX, "%s: %s", what, strerror(-error));
	return error;
}

static void list_names(void)
{
	size_t i;

	puts("algorithms:");
	for (i = 0; i < algorithm_count; i++)
		printf("  %s\n", algorithms[i].name);
	puts("ways (--backend):");
	for (i = 0; i < backend_count; i++)
		printf("  %s\n", backends[i]->name);
}

static void bad_option(const char *what, const char *value)
{
	fprintf(stderr, "fulltest: unknown %s '%s'; see --list and --help\n",
		what, value);
	exit(2);
}

static void add_algorithm(struct selection *s, const char *name)
{
	const struct algorithm *alg = algorithm_find(name);

	if (!alg || s->alg_count == ARRAY_SIZE(s->algs))
		bad_option("algorithm", name);
	s->algs[s->alg_count++] = alg;
}

static void add_backend(struct selection *s, const char *name)
{
	size_t i;

	for (i = 0; i < backend_count; i++)
		if (!strcmp(backends[i]->name, name))
			break;
	if (i == backend_count || s->backend_count == ARRAY_SIZE(s->backends))
		bad_option("backend", name);
	s->backends[s->backend_count++] = backends[i];
}

/* Whole cipher blocks, and no more than the floor module takes. */
static void add_size(struct selection *s, const char *text)
{
	char *end;
	unsigned long size = strtoul(text, &end, 0);

	if (*end || !size || size % 16 || size > 1 << 20 ||
	    s->size_count == ARRAY_SIZE(s->sizes))
		bad_option("size (multiples of 16 up to 1 MiB)", text);
	s->sizes[s->size_count++] = size;
}

static void fill_defaults(struct run *run, bool quick)
{
	struct selection *s = &run->selection;
	bool counting = run->machine.clock == CLOCK_INSTRUCTIONS;
	const size_t *sizes = quick ? target_sizes : default_sizes;
	size_t count = quick ? ARRAY_SIZE(target_sizes) : default_size_count;
	size_t i;

	if (run->targets_only)
		select_targets(s);
	for (i = 0; !s->alg_count && i < algorithm_count; i++)
		s->algs[i] = &algorithms[i];
	s->alg_count = s->alg_count ? s->alg_count : i;
	for (i = 0; !s->size_count && i < count; i++)
		s->sizes[i] = sizes[i];
	s->size_count = s->size_count ? s->size_count : i;
	for (i = 0; !s->backend_count && i < backend_count; i++)
		s->backends[i] = backends[i];
	s->backend_count = s->backend_count ? s->backend_count : i;
	/* Instructions hardly vary; time does, so it gets more of itself. */
	run->plan.warm_ns = counting ? 20000 : 2000000;
	run->plan.repeat_ns = counting ? 60000 : quick ? 500000 : 2000000;
	run->plan.repeats = counting ? 11 : 15;
	if (run->machine.clock == CLOCK_EMULATED)
		run->verify_only = true;
	for (i = 0; i < s->alg_count; i++)
		run->total += s->size_count * s->backend_count *
			      (s->algs[i]->also_out_of_place ? 2 : 1);
}

static void parse(struct run *run, int argc, char **argv)
{
	bool quick = false;
	int c;

	while ((c = getopt_long(argc, argv, "a:s:b:qtHnc:lh", options, NULL)) !=
	       -1) {
		switch (c) {
		case 'a':
			add_algorithm(&run->selection, optarg);
			break;
		case 's':
			add_size(&run->selection, optarg);
			break;
		case 'b':
			add_backend(&run->selection, optarg);
			break;
		case 'q':
			quick = true;
			break;
		case 't':
			run->targets_only = true;
			break;
		case 'H':
			run->huge = true;
			break;
		case 'n':
			run->verify_only = true;
			break;
		case 'c':
			run->csv = optarg;
			break;
		case 'l':
			list_names();
			exit(0);
		case 'h':
			fputs(usage, stdout);
			exit(0);
		default:
			exit(2);
		}
	}
	if (optind < argc)
		bad_option("argument", argv[optind]);
	fill_defaults(run, quick);
}

static void show_progress(struct run *run, const struct result *x)
{
	run->done++;
	if (!isatty(STDERR_FILENO))
		return;
	fprintf(stderr, "\r\033[K[%zu/%zu] %s %zu %s", run->done, run->total,
		x->alg->name, x->size, x->backend->name);
	if (run->done == run->total)
		fputs("\r\033[K", stderr);
}

/* A wrong result is no result: nothing is timed, and the run fails. */
static void verify_and_time(struct run *run, struct job *job, void *context,
			    struct result *x)
{
	int rc;

	job_reset(job);
	rc = x->backend->run(context);
	if (rc) {
		x->state = STATE_ABSENT;
		why_errno(x->why, "operation", rc);
		return;
	}
	if (job_check(job, x->why)) {
		x->state = STATE_WRONG;
		return;
	}
	x->state = STATE_VERIFIED;
	if (run->verify_only)
		return;
	rc = measure(x->backend, context, &run->plan, &x->sample);
	if (rc) {
		x->state = STATE_ABSENT;
		why_errno(x->why, "timed operation", rc);
		return;
	}
	x->state = STATE_TIMED;
}

static void run_cell(struct run *run, struct job *job,
		     const struct backend *backend)
{
	struct result *x = results_add(&run->results);
	void *context;

	if (!x) {
		fputs("fulltest: out of memory\n", stderr);
		exit(1);
	}
	x->alg = job->alg;
	x->backend = backend;
	x->size = job->size;
	x->in_place = job->in_place;
	show_progress(run, x);
	if (backend->open(job, &context, x->driver, x->why)) {
		x->state = STATE_ABSENT;
		return;
	}
	verify_and_time(run, job, context, x);
	backend->close(context);
}

static void run_block(struct run *run, const struct algorithm *alg,
		      bool in_place)
{
	const struct selection *s = &run->selection;
	struct job job;
	size_t i, j;

	for (i = 0; i < s->size_count; i++) {
		if (job_open(&job, alg, s->sizes[i], in_place, run->huge)) {
			fprintf(stderr, "fulltest: OpenSSL cannot do %s\n",
				alg->name);
			exit(1);
		}
		for (j = 0; j < s->backend_count; j++)
			run_cell(run, &job, s->backends[j]);
		job_close(&job);
	}
	if (!run->csv || strcmp(run->csv, "-"))
		report_block(stdout, &run->results, s, &run->machine, alg,
			     in_place);
	fflush(stdout);
}

static int write_csv(struct run *run)
{
	bool to_stdout = !strcmp(run->csv, "-");
	FILE *out = to_stdout ? stdout : fopen(run->csv, "w");

	if (!out) {
		fprintf(stderr, "fulltest: %s: %s\n", run->csv,
			strerror(errno));
		return 1;
	}
	report_csv(out, &run->results, &run->machine);
	if (to_stdout)
		return 0;
	if (fclose(out)) {
		fprintf(stderr, "fulltest: %s: %s\n", run->csv,
			strerror(errno));
		return 1;
	}
	return 0;
}

static int finish(struct run *run)
{
	int status = 0;
	size_t i;

	if (run->csv)
		status = write_csv(run);
	for (i = 0; i < run->results.count; i++)
		if (run->results.list[i].state == STATE_WRONG)
			status = 1;
	if (run->csv && !strcmp(run->csv, "-")) {
		report_notes(stderr, &run->results);
		return status;
	}
	report_notes(stdout, &run->results);
	if (!run->verify_only)
		report_targets(stdout, &run->results);
	return status;
}

int main(int argc, char **argv)
{
	struct run run = { .csv = NULL };
	const struct algorithm *alg;
	int status;
	size_t i;

	machine_read(&run.machine);
	parse(&run, argc, argv);
	if (!run.csv || strcmp(run.csv, "-")) {
		machine_print(&run.machine, stdout);
		printf("buffers     page-aligned, in %s pages\n",
		       run.huge ? "huge" : "small");
	}
	for (i = 0; i < run.selection.alg_count; i++) {
		alg = run.selection.algs[i];
		run_block(&run, alg, true);
		if (alg->also_out_of_place)
			run_block(&run, alg, false);
	}
	status = finish(&run);
	results_free(&run.results);
	return status;
}
