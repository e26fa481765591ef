// SPDX-License-Identifier: MIT
/* Files of known answers. */
#include "t.h"

#include <ctype.h>

/* What the file is read into, and where the reader is. */
struct reader {
	struct t_vectors *out;
	const struct t_alg *alg;
	struct t_vector *block; /* NULL between blocks */
	const char *file;
	int line;
};

static void wrong(const struct reader *r, const char *what)
{
	fail_msg("%s:%d: %s", r->file, r->line, what);
}

/* Makes room for more bytes and returns where they go. */
static uint8_t *grow(struct t_bytes *b, size_t len)
{
	b->data = realloc(b->data, b->len + len + 1);
	assert_non_null(b->data);
	b->len += len;
	return b->data + b->len - len;
}

/* Takes "*N" off the end of a value; without it, once. */
static size_t take_count(char *value)
{
	char *star = strrchr(value, '*');

	if (!star || !star[1] || star[1 + strspn(star + 1, "0123456789")])
		return 1;
	*star = 0;
	return strtoul(star + 1, NULL, 10);
}

/* Hexadecimal or "text", and how many times. */
static void read_value(const struct reader *r, struct t_bytes *to, char *value)
{
	size_t n = take_count(value), len = strlen(value), i;
	uint8_t *once = malloc(len + 1), *p;
	ssize_t size;

	assert_non_null(once);
	if (len >= 2 && value[0] == '"' && value[len - 1] == '"') {
		size = len - 2;
		memcpy(once, value + 1, size);
	} else {
		size = t_unhex(once, len, value);
	}
	if (size < 0)
		wrong(r, "neither hexadecimal nor text");
	p = grow(to, n * size);
	for (i = 0; i < n; i++)
		memcpy(p + i * size, once, size);
	free(once);
}

static struct t_bytes *find_field(struct t_vector *v, const char *name)
{
	const struct {
		const char *name;
		struct t_bytes *bytes;
	} fields[] = {
		{ "key", &v->key },	  { "iv", &v->iv },
		{ "aad", &v->aad },	  { "text", &v->text },
		{ "result", &v->result }, { "tag", &v->tag },
	};
	size_t i;

	for (i = 0; i < T_ARRAY_SIZE(fields); i++)
		if (!strcmp(name, fields[i].name))
			return fields[i].bytes;
	return NULL;
}

static void start_block(struct reader *r)
{
	struct t_vectors *out = r->out;
	struct t_vector *v;

	if (!r->alg)
		wrong(r, "no [algorithm] before this");
	v = realloc(out->v, (out->n + 1) * sizeof(*v));
	assert_non_null(v);
	out->v = v;
	r->block = v += out->n++;
	memset(v, 0, sizeof(*v));
	v->alg = r->alg;
	v->line = r->line;
	snprintf(v->name, sizeof(v->name), "line %d", r->line);
	grow(&v->key, 0);
	grow(&v->iv, 0);
	grow(&v->aad, 0);
	grow(&v->text, 0);
	grow(&v->result, 0);
	grow(&v->tag, 0);
}

static char *trim(char *text)
{
	char *end = text + strlen(text);

	while (end > text && isspace((unsigned char)end[-1]))
		*--end = 0;
	while (isspace((unsigned char)*text))
		text++;
	return text;
}

static void read_field(struct reader *r, char *line)
{
	char *value = strchr(line, '=');
	struct t_bytes *field;

	if (!value)
		wrong(r, "no field = value");
	*value++ = 0;
	line = trim(line);
	value = trim(value);
	if (!r->block)
		start_block(r);
	field = find_field(r->block, line);
	if (field)
		read_value(r, field, value);
	else if (!strcmp(line, "name"))
		snprintf(r->block->name, sizeof(r->block->name), "%s", value);
	else if (!strcmp(line, "verdict"))
		r->block->bad = !strcmp(value, "bad");
	else
		wrong(r, "unknown field");
}

static void read_line(struct reader *r, char *line)
{
	line = trim(line);
	if (*line == '#')
		return;
	if (!*line) {
		r->block = NULL;
	} else if (*line == '[') {
		line[strcspn(line, "]")] = 0;
		r->alg = t_alg(line + 1);
		r->block = NULL;
		if (!r->alg)
			wrong(r, "unknown algorithm");
	} else {
		read_field(r, line);
	}
}

static FILE *open_file(const char *file)
{
	const char *folders[] = { getenv("T_VECTORS"), "tests/vectors",
				  "vectors", "." };
	char path[256];
	FILE *f = NULL;
	size_t i;

	for (i = 0; !f && i < T_ARRAY_SIZE(folders); i++) {
		if (!folders[i])
			continue;
		snprintf(path, sizeof(path), "%s/%s", folders[i], file);
		f = fopen(path, "re");
	}
	return f;
}

struct t_vectors *t_vectors_load_ok(const char *file)
{
	struct reader r = { .file = file, .out = calloc(1, sizeof(*r.out)) };
	FILE *f = open_file(file);
	size_t size = 0;
	char *line = NULL;

	assert_non_null(r.out);
	if (!f)
		fail_msg("no file %s (T_VECTORS names its folder)", file);
	snprintf(r.out->file, sizeof(r.out->file), "%s", file);
	while (getline(&line, &size, f) >= 0) {
		r.line++;
		read_line(&r, line);
	}
	free(line);
	fclose(f);
	if (!r.out->n)
		fail_msg("%s has no vectors", file);
	return r.out;
}

void t_vectors_free(struct t_vectors *vectors)
{
	size_t i;

	if (!vectors)
		return;
	for (i = 0; i < vectors->n; i++) {
		struct t_vector *v = &vectors->v[i];

		free(v->key.data);
		free(v->iv.data);
		free(v->aad.data);
		free(v->text.data);
		free(v->result.data);
		free(v->tag.data);
	}
	free(vectors->v);
	free(vectors);
}
