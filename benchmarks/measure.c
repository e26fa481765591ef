// SPDX-License-Identifier: MIT
/* Time a back end: warm-up, repetitions, median and spread. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "bench.h"

#define REPEATS_MAX 64

static uint64_t now(clockid_t clock)
{
	struct timespec ts;

	clock_gettime(clock, &ts);
	return ts.tv_sec * UINT64_C(1000000000) + ts.tv_nsec;
}

/* What reading the clock twice costs: part of every interval. */
static uint64_t clock_cost(void)
{
	static uint64_t cost;
	uint64_t best = UINT64_MAX;
	int i;

	for (i = 0; i < 32 && !cost; i++) {
		uint64_t start = now(CLOCK_MONOTONIC_RAW);
		uint64_t ns = now(CLOCK_MONOTONIC_RAW) - start;

		if (ns < best)
			best = ns;
	}
	if (best != UINT64_MAX)
		cost = best;
	return cost;
}

int measure_loop(int (*run)(void *context), void *context, uint64_t count,
		 uint64_t *ns)
{
	uint64_t cost = clock_cost();
	uint64_t start, i;
	int rc = 0;

	start = now(CLOCK_MONOTONIC_RAW);
	for (i = 0; i < count && !rc; i++)
		rc = run(context);
	*ns = now(CLOCK_MONOTONIC_RAW) - start;
	*ns = *ns > cost ? *ns - cost : 0;
	return rc;
}

static int time_operations(const struct backend *backend, void *context,
			   uint64_t count, uint64_t *ns)
{
	if (backend->time)
		return backend->time(context, count, ns);
	return measure_loop(backend->run, context, count, ns);
}

/* Run until the caches are warm, and learn how many fill a repetition. */
static int warm_up(const struct backend *backend, void *context,
		   const struct plan *plan, uint64_t *count)
{
	uint64_t spent = 0, done = 0, batch = 1, ns = 0;
	int rc;

	while (done < 3 || spent < plan->warm_ns) {
		rc = time_operations(backend, context, batch, &ns);
		if (rc)
			return rc;
		spent += ns;
		done += batch;
		if (ns < plan->warm_ns / 4)
			batch *= 2;
	}
	ns = ns / batch ? ns / batch : 1;
	*count = plan->repeat_ns / ns ? plan->repeat_ns / ns : 1;
	return 0;
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median(double *values, unsigned int count)
{
	qsort(values, count, sizeof(*values), by_value);
	if (count % 2)
		return values[count / 2];
	return (values[count / 2 - 1] + values[count / 2]) / 2;
}

int measure(const struct backend *backend, void *context,
	    const struct plan *plan, struct sample *sample)
{
	double values[REPEATS_MAX];
	uint64_t count, ns, cpu;
	unsigned int i;
	int rc;

	if (plan->repeats > REPEATS_MAX)
		return -EINVAL;
	rc = warm_up(backend, context, plan, &count);
	if (rc)
		return rc;
	cpu = now(CLOCK_PROCESS_CPUTIME_ID);
	for (i = 0; i < plan->repeats; i++) {
		rc = time_operations(backend, context, count, &ns);
		if (rc)
			return rc;
		values[i] = (double)ns / count;
	}
	cpu = now(CLOCK_PROCESS_CPUTIME_ID) - cpu;
	sample->repeats = plan->repeats;
	sample->operations = count;
	sample->cpu = (double)cpu / count / plan->repeats;
	sample->median = median(values, plan->repeats);
	for (i = 0; i < plan->repeats; i++)
		values[i] = fabs(values[i] - sample->median);
	sample->mad = median(values, plan->repeats);
	return 0;
}
