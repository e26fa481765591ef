// SPDX-License-Identifier: MIT
/* The figures to reach, as ratios inside one run. */
#include "bench.h"

struct target {
	const char *title;
	const char *algorithm;
	bool in_place;
	bool over_afalg; /* AF_ALG over ours, at least; else ours over floor */
	double limit[ARRAY_SIZE(target_sizes)];
};

static const struct target targets[] = {
	{ "AES-CBC in place",
	  "aes-128-cbc",
	  true,
	  false,
	  { 1.4, 1.27, 1.12, 1.04 } },
	{ "AES-CBC out of place",
	  "aes-128-cbc",
	  false,
	  false,
	  { 1.4, 1.27, 1.2, 1.08 } },
	{ "NULL in place", "null", true, true, { 6, 5.6, 4.6, 5.9 } },
	{ "AES-GCM in place",
	  "aes-128-gcm",
	  true,
	  false,
	  { 1.25, 1.2, 1.15, 1.05 } },
	{ "SHA-256", "sha256", true, false, { 1.15, 1.03, 1.012, 1.004 } },
	{ "AES-CBC + HMAC-SHA1",
	  "aes-128-cbc+hmac-sha1",
	  true,
	  false,
	  { 1.3, 1.12, 1.05, 1.03 } },
};

static double ratio(const struct results *r, const struct target *t,
		    size_t size)
{
	const struct algorithm *alg = algorithm_find(t->algorithm);
	double own, other;

	own = results_time(r, alg, &backend_devcrypto, size, t->in_place);
	other = results_time(r, alg,
			     t->over_afalg ? &backend_afalg : &backend_floor,
			     size, t->in_place);
	if (!own || !other)
		return 0;
	return t->over_afalg ? other / own : own / other;
}

static void print_target(FILE *out, const struct results *r,
			 const struct target *t)
{
	unsigned int met = 0, known = 0, i;

	fprintf(out, "%-21s %s", t->title,
		t->over_afalg ? "AF_ALG/dc >=" : "dc/floor  <=");
	for (i = 0; i < ARRAY_SIZE(target_sizes); i++) {
		double x = ratio(r, t, target_sizes[i]);
		bool ok = t->over_afalg ? x >= t->limit[i] : x <= t->limit[i];

		if (!x) {
			fprintf(out, "  %5g      - ", t->limit[i]);
			continue;
		}
		fprintf(out, "  %5g %6.3f%c", t->limit[i], x, ok ? ' ' : '!');
		known++;
		met += ok;
	}
	if (!known)
		fputs("  not measured\n", out);
	else if (met == known)
		fprintf(out, "  met%s\n",
			known < ARRAY_SIZE(target_sizes) ? " where measured" :
							   "");
	else
		fprintf(out, "  NOT MET (%u of %u)\n", known - met, known);
}

void report_targets(FILE *out, const struct results *r)
{
	size_t i;

	fprintf(out, "\ntargets (target, measured; ! marks a miss)\n%34s", "");
	for (i = 0; i < ARRAY_SIZE(target_sizes); i++)
		fprintf(out, " %8zu bytes", target_sizes[i]);
	fputc('\n', out);
	for (i = 0; i < ARRAY_SIZE(targets); i++)
		print_target(out, r, &targets[i]);
}

/* Only what the targets need, for a short run. */
void select_targets(struct selection *s)
{
	size_t i;

	s->size_count = 0;
	for (i = 0; i < ARRAY_SIZE(target_sizes); i++)
		s->sizes[s->size_count++] = target_sizes[i];
	s->alg_count = 0;
	for (i = 0; i < algorithm_count; i++) {
		size_t j;

		for (j = 0; j < ARRAY_SIZE(targets); j++)
			if (algorithm_find(targets[j].algorithm) ==
			    &algorithms[i])
				break;
		if (j < ARRAY_SIZE(targets))
			s->algs[s->alg_count++] = &algorithms[i];
	}
	s->backend_count = 0;
	s->backends[s->backend_count++] = &backend_devcrypto;
	s->backends[s->backend_count++] = &backend_afalg;
	s->backends[s->backend_count++] = &backend_floor;
}
