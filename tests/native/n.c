// SPDX-License-Identifier: MIT
/* The calls of the native interface, and arguments for them. */
#include "n.h"

static void set_name(char *to, const char *name)
{
	snprintf(to, DEVCRYPTO_MAX_NAME, "%s", name);
}

struct devcrypto_session n_cipher(const char *name, const void *key, size_t len)
{
	struct devcrypto_session arg =
		N_NEW(devcrypto_session, .key = N_PTR(key), .key_len = len);

	set_name(arg.cipher, name);
	return arg;
}

struct devcrypto_session n_mac(const char *name, const void *key, size_t len)
{
	struct devcrypto_session arg = N_NEW(
		devcrypto_session, .mac_key = N_PTR(key), .mac_key_len = len);

	set_name(arg.mac, name);
	return arg;
}

struct devcrypto_session n_chain(const char *cipher, const void *key,
				 size_t len, const char *mac,
				 const void *mac_key, size_t mac_len,
				 uint32_t order)
{
	struct devcrypto_session arg = n_cipher(cipher, key, len);

	set_name(arg.mac, mac);
	arg.mac_key = N_PTR(mac_key);
	arg.mac_key_len = mac_len;
	arg.order = order;
	return arg;
}

int n_create(int fd, struct devcrypto_session *arg)
{
	return ioctl(fd, DEVCRYPTO_SESSION_CREATE, arg);
}

int n_info(int fd, uint32_t id, struct devcrypto_session_info *info)
{
	*info = N_NEW(devcrypto_session_info, .id = id);
	return ioctl(fd, DEVCRYPTO_SESSION_INFO, info);
}

int n_destroy(int fd, uint32_t id)
{
	struct devcrypto_id arg = N_NEW(devcrypto_id, .id = id);

	return ioctl(fd, DEVCRYPTO_SESSION_DESTROY, &arg);
}

uint32_t n_create_ok(int fd, struct devcrypto_session arg)
{
	if (n_create(fd, &arg)) {
		print_error("no session for \"%s\", \"%s\": %s\n", arg.cipher,
			    arg.mac, strerror(errno));
		fail();
	}
	assert_int_not_equal(arg.id, 0);
	return arg.id;
}

uint32_t n_cipher_ok(int fd, const char *name, const void *key, size_t len)
{
	return n_create_ok(fd, n_cipher(name, key, len));
}

uint32_t n_mac_ok(int fd, const char *name, const void *key, size_t len)
{
	return n_create_ok(fd, n_mac(name, key, len));
}

void n_destroy_ok(int fd, uint32_t id)
{
	assert_ok(n_destroy(fd, id));
}

long n_sessions(int fd)
{
	char path[64], line[128];
	long count = -1;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/self/fdinfo/%d", fd);
	file = fopen(path, "re");
	while (file && fgets(line, sizeof(line), file))
		sscanf(line, "sessions: %ld", &count);
	if (file)
		fclose(file);
	return count;
}

int n_submit(int fd, const struct devcrypto_op *ops,
	     struct devcrypto_result *results, uint32_t count)
{
	struct devcrypto_submit arg =
		N_NEW(devcrypto_submit, .flags = DEVCRYPTO_SUBMIT_WAIT,
		      .ops = N_PTR(ops), .results = N_PTR(results),
		      .op_size = sizeof(*ops), .count = count);

	return ioctl(fd, DEVCRYPTO_SUBMIT, &arg) ? -1 : (int)arg.done;
}

int n_op(int fd, const struct devcrypto_op *op)
{
	struct devcrypto_result result = { .res = -EPROTO };
	int done = n_submit(fd, op, &result, 1);

	if (done < 0)
		return -1;
	errno = done == 1 ? -result.res : EPROTO;
	return errno ? -1 : 0;
}

struct devcrypto_op n_text(uint32_t id, uint8_t code, const void *iv,
			   size_t iv_len, const void *src, size_t len,
			   void *dst)
{
	struct devcrypto_op op = {
		.id = id,
		.op = code,
		.src = N_PTR(src),
		.dst = N_PTR(dst),
		.len = len,
		.iv_len = iv_len,
	};

	memcpy(op.iv, iv, iv_len <= sizeof(op.iv) ? iv_len : sizeof(op.iv));
	return op;
}

struct devcrypto_op n_digest(uint32_t id, uint8_t code, const void *src,
			     size_t len, void *tag)
{
	struct devcrypto_op op = {
		.id = id,
		.op = code,
		.src = N_PTR(src),
		.len = len,
		.tag = N_PTR(tag),
	};

	return op;
}

static struct devcrypto_algorithm rows[128];
static size_t n_rows;

const struct devcrypto_algorithm *n_rows_ok(int fd, size_t *count)
{
	struct devcrypto_query query = N_NEW(devcrypto_query,
					     .algorithms = N_PTR(rows),
					     .algorithm_size = sizeof(rows[0]),
					     .count = T_ARRAY_SIZE(rows));

	assert_ok(ioctl(fd, DEVCRYPTO_QUERY, &query));
	assert_in_range(query.count, 1, T_ARRAY_SIZE(rows));
	n_rows = query.count;
	*count = n_rows;
	return rows;
}

const struct devcrypto_algorithm *n_row(int fd, const char *name)
{
	size_t i;

	if (!n_rows)
		n_rows_ok(fd, &i);
	for (i = 0; i < n_rows; i++)
		if (!strcmp(rows[i].name, name))
			return &rows[i];
	return NULL;
}

const struct devcrypto_algorithm *n_need(int fd, const char *name)
{
	const struct devcrypto_algorithm *row = n_row(fd, name);

	if (!row)
		t_skip("this kernel has no %s", name);
	return row;
}

size_t n_next_key(const struct devcrypto_algorithm *row, size_t len)
{
	if (!row->key_step || len + row->key_step > row->key_max)
		return 0;
	return len + row->key_step;
}
