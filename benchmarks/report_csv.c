// SPDX-License-Identifier: MIT
/* The same figures for programs: one line each, the machine on every line. */
#include <ctype.h>

#include "bench.h"

static void put_text(FILE *out, const char *text)
{
	fputc('"', out);
	for (; *text; text++)
		if (*text != '"' && isprint((unsigned char)*text))
			fputc(*text, out);
	fputs("\",", out);
}

void report_csv(FILE *out, const struct results *r, const struct machine *m)
{
	const struct result *x;
	size_t i;

	fputs("date,kernel,cpu,platform,backend,driver,algorithm,place,bytes,"
	      "unit,repeats,operations,median,mad,cpu_time\n",
	      out);
	for (i = 0; i < r->count; i++) {
		x = &r->list[i];
		if (x->state != STATE_TIMED)
			continue;
		put_text(out, m->date);
		put_text(out, m->kernel);
		put_text(out, m->cpu);
		put_text(out, m->platform);
		put_text(out, x->backend->name);
		put_text(out, x->driver);
		put_text(out, x->alg->name);
		put_text(out, x->in_place ? "in" : "out");
		fprintf(out, "%zu,%s,%u,%llu,%.1f,%.1f,", x->size,
			machine_unit(m), x->sample.repeats,
			(unsigned long long)x->sample.operations,
			x->sample.median, x->sample.mad);
		/* An emulator's CPU time is no figure. */
		if (m->clock == CLOCK_HARDWARE)
			fprintf(out, "%.1f", x->sample.cpu);
		fputc('\n', out);
	}
}
