// SPDX-License-Identifier: MIT
/* Every figure of a run. */
#include <stdlib.h>
#include <string.h>

#include "bench.h"

struct result *results_add(struct results *r)
{
	if (r->count == r->room) {
		size_t room = r->room ? 2 * r->room : 64;
		void *list = realloc(r->list, room * sizeof(*r->list));

		if (!list)
			return NULL;
		r->list = list;
		r->room = room;
	}
	memset(&r->list[r->count], 0, sizeof(*r->list));
	return &r->list[r->count++];
}

const struct result *results_find(const struct results *r,
				  const struct algorithm *alg,
				  const struct backend *backend, size_t size,
				  bool in_place)
{
	size_t i;

	for (i = 0; i < r->count; i++) {
		const struct result *x = &r->list[i];

		if (x->alg == alg && x->backend == backend && x->size == size &&
		    x->in_place == in_place)
			return x;
	}
	return NULL;
}

double results_time(const struct results *r, const struct algorithm *alg,
		    const struct backend *backend, size_t size, bool in_place)
{
	const struct result *x;

	x = results_find(r, alg, backend, size, in_place);
	return x && x->state == STATE_TIMED ? x->sample.median : 0;
}

void results_free(struct results *r)
{
	free(r->list);
	memset(r, 0, sizeof(*r));
}
