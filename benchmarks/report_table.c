// SPDX-License-Identifier: MIT
/* Tables for a terminal. */
#include <string.h>

#include "bench.h"

enum metric {
	METRIC_TIME, /* or instructions */
	METRIC_RATE,
	METRIC_CPU,
};

static const char *metric_name(enum metric metric, const struct machine *m)
{
	if (m->clock == CLOCK_INSTRUCTIONS)
		return "instructions per operation";
	if (m->clock == CLOCK_EMULATED)
		return "verified only";
	switch (metric) {
	case METRIC_TIME:
		return "ns per operation";
	case METRIC_RATE:
		return "MB/s";
	default:
		return "CPU ns per operation, this process";
	}
}

static void print_cell(FILE *out, const struct result *x, enum metric metric)
{
	double value;

	if (!x || x->state == STATE_ABSENT || x->state == STATE_SKIPPED) {
		fprintf(out, " %10s", "-");
		return;
	}
	if (x->state != STATE_TIMED) {
		fprintf(out, " %10s", x->state == STATE_WRONG ? "WRONG" : "ok");
		return;
	}
	value = metric == METRIC_CPU ? x->sample.cpu : x->sample.median;
	if (metric == METRIC_RATE)
		value = value ? x->size * 1e3 / value : 0;
	fprintf(out, " %10.*f", metric == METRIC_RATE ? 1 : 0, value);
}

static void print_ratio(FILE *out, double over, double under)
{
	if (over && under)
		fprintf(out, " %9.2f", over / under);
	else
		fprintf(out, " %9s", "-");
}

/* devcrypto over the floor, and AF_ALG over devcrypto. */
static void print_ratios(FILE *out, const struct results *r,
			 const struct algorithm *alg, size_t size,
			 bool in_place)
{
	double own, peer, least;

	own = results_time(r, alg, &backend_devcrypto, size, in_place);
	peer = results_time(r, alg, &backend_afalg, size, in_place);
	least = results_time(r, alg, &backend_floor, size, in_place);
	print_ratio(out, own, least);
	print_ratio(out, peer, own);
}

static void print_metric(FILE *out, const struct results *r,
			 const struct selection *s, const struct machine *m,
			 const struct algorithm *alg, bool in_place,
			 enum metric metric)
{
	size_t i, j;

	fprintf(out, "%s\n%8s", metric_name(metric, m), "bytes");
	for (j = 0; j < s->backend_count; j++)
		fprintf(out, " %10s", s->backends[j]->title);
	if (metric == METRIC_TIME)
		fprintf(out, " %9s %9s", "dc/floor", "AF_ALG/dc");
	fputc('\n', out);
	for (i = 0; i < s->size_count; i++) {
		fprintf(out, "%8zu", s->sizes[i]);
		for (j = 0; j < s->backend_count; j++)
			print_cell(out,
				   results_find(r, alg, s->backends[j],
						s->sizes[i], in_place),
				   metric);
		if (metric == METRIC_TIME)
			print_ratios(out, r, alg, s->sizes[i], in_place);
		fputc('\n', out);
	}
}

/* One line for each driver, with all the columns that ran on it. */
static void print_drivers(FILE *out, const struct results *r,
			  const struct selection *s,
			  const struct algorithm *alg, bool in_place)
{
	const struct result *a, *b;
	bool shown[16] = { false };
	size_t i, j;

	for (i = 0; i < s->backend_count; i++) {
		a = results_find(r, alg, s->backends[i], s->sizes[0], in_place);
		if (!a || !a->driver[0] || shown[i])
			continue;
		fprintf(out, "driver %s:", a->driver);
		for (j = i; j < s->backend_count; j++) {
			b = results_find(r, alg, s->backends[j], s->sizes[0],
					 in_place);
			if (!b || strcmp(a->driver, b->driver))
				continue;
			shown[j] = true;
			fprintf(out, "%s %s", j == i ? "" : ",",
				s->backends[j]->title);
		}
		fputc('\n', out);
	}
}

void report_block(FILE *out, const struct results *r, const struct selection *s,
		  const struct machine *m, const struct algorithm *alg,
		  bool in_place)
{
	const char *place = in_place ? ", in place" : ", out of place";

	if (alg->kind == KIND_HASH)
		place = "";
	fprintf(out, "\n%s%s\n", alg->title, place);
	print_drivers(out, r, s, alg, in_place);
	print_metric(out, r, s, m, alg, in_place, METRIC_TIME);
	if (m->clock != CLOCK_HARDWARE)
		return;
	print_metric(out, r, s, m, alg, in_place, METRIC_RATE);
	print_metric(out, r, s, m, alg, in_place, METRIC_CPU);
}

static bool said_before(const struct results *r, size_t i)
{
	const struct result *x = &r->list[i];
	size_t j;

	for (j = 0; j < i; j++)
		if (r->list[j].state == x->state &&
		    r->list[j].backend == x->backend &&
		    !strcmp(r->list[j].why, x->why))
			return true;
	return false;
}

void report_notes(FILE *out, const struct results *r)
{
	bool heading = false;
	size_t i;

	for (i = 0; i < r->count; i++) {
		const struct result *x = &r->list[i];

		if ((x->state != STATE_ABSENT && x->state != STATE_WRONG) ||
		    said_before(r, i))
			continue;
		if (!heading)
			fputs("\nnot measured\n", out);
		heading = true;
		fprintf(out, "%-14s %s %zu: %s\n", x->backend->name,
			x->alg->name, x->size, x->why);
	}
}
