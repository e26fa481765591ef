// SPDX-License-Identifier: MIT
/*
 * Take a file through /dev/crypto and check every byte against OpenSSL:
 *
 *	AES-256-CBC	one message, encrypted and decrypted piece by piece
 *	AES-256-GCM	each piece a message of its own, with its own nonce, the
 *			position in the file as associated data, and a tag
 *	SHA-256, HMAC-SHA256	of the whole file, piece by piece
 *
 * usage: dcdemo FILE
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include "devcrypto.h"

#define PIECE (1024 * 1024)
#define TAG 16
#define PIECES(size) (((size) + PIECE - 1) / PIECE)

struct demo {
	struct devcrypto *device;
	const uint8_t *file;
	size_t size;
	size_t padded; /* whole cipher blocks, the last one filled with zeros */
	uint8_t key[32];
	uint8_t iv[16];
	uint8_t *plain; /* padded */
	uint8_t *ours; /* room for all pieces with tags */
	uint8_t *theirs; /* the same, for OpenSSL */
};

static void __attribute__((noreturn, format(printf, 1, 2)))
fail(const char *format, ...)
{
	va_list args;

	fflush(stdout);
	fputs("\nFAILED: ", stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	exit(1);
}

static void must(int rc, const char *what)
{
	if (rc)
		fail("%s: %s", what, strerror(-rc));
}

static void must_openssl(int ok, const char *what)
{
	if (ok <= 0)
		fail("OpenSSL: %s", what);
}

static void progress(const char *what, size_t done, size_t size)
{
	if (!isatty(STDERR_FILENO))
		return;
	if (done < size)
		fprintf(stderr, "\r%-24s %3zu %%", what, done * 100 / size);
	else
		fprintf(stderr, "\r%30s\r", "");
}

static size_t piece_at(size_t offset, size_t size)
{
	return size - offset < PIECE ? size - offset : PIECE;
}

static void same(const char *what, const uint8_t *ours, const uint8_t *theirs,
		 size_t size)
{
	size_t i;

	for (i = 0; i < size; i++)
		if (ours[i] != theirs[i])
			fail("%s: byte %zu of %zu is %02x, OpenSSL says %02x",
			     what, i, size, ours[i], theirs[i]);
}

static void report(const char *what, size_t size, const char *with)
{
	printf("ok  %-24s %10zu bytes  %s\n", what, size, with);
	fflush(stdout);
}

static struct devcrypto_session *session(struct demo *d, const char *algorithm,
					 size_t key_len, char driver[80])
{
	struct devcrypto_session_info *info;
	struct devcrypto_session *s;

	must(devcrypto_session_new(d->device, algorithm, d->key, key_len, &s),
	     algorithm);
	must(devcrypto_session_get_info(s, &info), "session info");
	snprintf(driver, 80, "same as OpenSSL; driver %s",
		 devcrypto_session_info_driver(info));
	devcrypto_session_info_free(info);
	return s;
}

static void openssl_cbc(struct demo *d)
{
	EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
	size_t done, n;
	int out;

	must_openssl(EVP_EncryptInit_ex(ctx, EVP_aes_256_cbc(), NULL, d->key,
					d->iv),
		     "AES-256-CBC");
	EVP_CIPHER_CTX_set_padding(ctx, 0);
	for (done = 0; done < d->padded; done += n) {
		n = piece_at(done, d->padded);
		must_openssl(EVP_EncryptUpdate(ctx, d->theirs + done, &out,
					       d->plain + done, n),
			     "AES-256-CBC");
	}
	EVP_CIPHER_CTX_free(ctx);
}

static void demo_cbc(struct demo *d)
{
	struct devcrypto_session *s;
	uint8_t iv[sizeof(d->iv)];
	size_t done, n;
	char with[80];

	s = session(d, "cbc(aes)", 32, with);
	memcpy(iv, d->iv, sizeof(iv));
	for (done = 0; done < d->padded; done += n) {
		n = piece_at(done, d->padded);
		progress("AES-256-CBC encrypt", done, d->padded);
		must(devcrypto_encrypt(s, iv, d->plain + done, d->ours + done,
				       n),
		     "AES-256-CBC encrypt");
	}
	progress("AES-256-CBC encrypt", done, d->padded);
	openssl_cbc(d);
	same("AES-256-CBC encrypt", d->ours, d->theirs, d->padded);
	report("AES-256-CBC encrypt", d->padded, with);

	/* Back, in place. */
	memcpy(iv, d->iv, sizeof(iv));
	for (done = 0; done < d->padded; done += n) {
		n = piece_at(done, d->padded);
		progress("AES-256-CBC decrypt", done, d->padded);
		must(devcrypto_decrypt(s, iv, d->ours + done, d->ours + done,
				       n),
		     "AES-256-CBC decrypt");
	}
	progress("AES-256-CBC decrypt", done, d->padded);
	same("AES-256-CBC decrypt", d->ours, d->plain, d->padded);
	report("AES-256-CBC decrypt", d->padded, "the file again");
	devcrypto_session_free(s);
}

/* A nonce is used once: it carries the number of the piece. */
static void gcm_nonce(const struct demo *d, uint64_t piece, uint8_t nonce[12])
{
	memcpy(nonce, d->iv, 4);
	memcpy(nonce + 4, &piece, sizeof(piece));
}

static void openssl_gcm(struct demo *d, uint64_t piece, const uint8_t *src,
			size_t n, uint8_t *dst)
{
	EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
	uint8_t nonce[12];
	int out;

	gcm_nonce(d, piece, nonce);
	must_openssl(EVP_EncryptInit_ex(ctx, EVP_aes_256_gcm(), NULL, d->key,
					nonce),
		     "AES-256-GCM");
	must_openssl(EVP_EncryptUpdate(ctx, NULL, &out, (uint8_t *)&piece,
				       sizeof(piece)),
		     "AES-256-GCM");
	must_openssl(EVP_EncryptUpdate(ctx, dst, &out, src, n), "AES-256-GCM");
	must_openssl(EVP_EncryptFinal_ex(ctx, dst + n, &out), "AES-256-GCM");
	must_openssl(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, TAG,
					 dst + n),
		     "AES-256-GCM");
	EVP_CIPHER_CTX_free(ctx);
}

static void gcm_encrypt(struct demo *d, struct devcrypto_session *s)
{
	uint8_t nonce[12], *to;
	uint64_t piece = 0;
	size_t done, n;

	for (done = 0; done < d->size; done += n, piece++) {
		n = piece_at(done, d->size);
		to = d->ours + done + piece * TAG;
		progress("AES-256-GCM encrypt", done, d->size);
		gcm_nonce(d, piece, nonce);
		must(devcrypto_aead_encrypt(s, nonce, &piece, sizeof(piece),
					    d->plain + done, n, to),
		     "AES-256-GCM encrypt");
		openssl_gcm(d, piece, d->plain + done, n,
			    d->theirs + done + piece * TAG);
	}
	progress("AES-256-GCM encrypt", done, d->size);
}

/* Piece by piece to where the plaintext belongs, which is further left. */
static void gcm_decrypt(struct demo *d, struct devcrypto_session *s)
{
	uint64_t piece = 0;
	uint8_t nonce[12];
	size_t done, n;

	for (done = 0; done < d->size; done += n, piece++) {
		n = piece_at(done, d->size);
		progress("AES-256-GCM decrypt", done, d->size);
		gcm_nonce(d, piece, nonce);
		must(devcrypto_aead_decrypt(s, nonce, &piece, sizeof(piece),
					    d->ours + done + piece * TAG, n,
					    d->theirs + done),
		     "AES-256-GCM decrypt");
	}
	progress("AES-256-GCM decrypt", done, d->size);
}

static void gcm_forged(struct demo *d, struct devcrypto_session *s)
{
	size_t n = piece_at(0, d->size);
	uint64_t piece = 0;
	uint8_t nonce[12];
	int rc;

	gcm_nonce(d, piece, nonce);
	d->ours[n / 2] ^= 1;
	rc = devcrypto_aead_decrypt(s, nonce, &piece, sizeof(piece), d->ours, n,
				    d->theirs);
	if (rc != -EBADMSG)
		fail("AES-256-GCM: one flipped bit gave \"%s\", not EBADMSG",
		     strerror(-rc));
	report("AES-256-GCM flipped bit", n, "refused");
}

static void demo_gcm(struct demo *d)
{
	size_t with_tags = d->size + PIECES(d->size) * TAG;
	struct devcrypto_session *s;
	char with[80];

	s = session(d, "gcm(aes)", 32, with);
	gcm_encrypt(d, s);
	same("AES-256-GCM encrypt", d->ours, d->theirs, with_tags);
	report("AES-256-GCM encrypt", with_tags, with);
	gcm_decrypt(d, s);
	same("AES-256-GCM decrypt", d->theirs, d->plain, d->size);
	report("AES-256-GCM decrypt", d->size, "the file again");
	gcm_forged(d, s);
	devcrypto_session_free(s);
}

static void demo_hash(struct demo *d, const char *what, const char *algorithm,
		      size_t key_len)
{
	uint8_t ours[DEVCRYPTO_DIGEST_MAX], theirs[EVP_MAX_MD_SIZE];
	struct devcrypto_session *s;
	struct devcrypto_hash *h;
	size_t done, n;
	char with[80];

	s = session(d, algorithm, key_len, with);
	must(devcrypto_hash_new(s, &h), what);
	for (done = 0; done < d->size; done += n) {
		n = piece_at(done, d->size);
		progress(what, done, d->size);
		must(devcrypto_hash_update(h, d->file + done, n), what);
	}
	progress(what, done, d->size);
	must(devcrypto_hash_final(h, ours), what);
	if (key_len)
		must_openssl(!!HMAC(EVP_sha256(), d->key, key_len, d->file,
				    d->size, theirs, NULL),
			     what);
	else
		must_openssl(EVP_Digest(d->file, d->size, theirs, NULL,
					EVP_sha256(), NULL),
			     what);
	same(what, ours, theirs, devcrypto_session_digest_size(s));
	report(what, d->size, with);
	devcrypto_hash_free(h);
	devcrypto_session_free(s);
}

static void read_file(struct demo *d, const char *path)
{
	struct stat st;
	int fd;

	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0 || fstat(fd, &st))
		fail("%s: %s", path, strerror(errno));
	if (!S_ISREG(st.st_mode) || !st.st_size)
		fail("%s: an ordinary file with something in it, please", path);
	d->size = st.st_size;
	d->file = mmap(NULL, d->size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (d->file == MAP_FAILED)
		fail("%s: %s", path, strerror(errno));
	close(fd);
}

static void prepare(struct demo *d)
{
	size_t room;

	d->padded = (d->size + 15) / 16 * 16;
	room = d->padded + PIECES(d->size) * TAG;
	d->plain = calloc(1, d->padded);
	d->ours = malloc(room);
	d->theirs = malloc(room);
	if (!d->plain || !d->ours || !d->theirs)
		fail("out of memory");
	memcpy(d->plain, d->file, d->size);
	if (getrandom(d->key, sizeof(d->key), 0) != sizeof(d->key) ||
	    getrandom(d->iv, sizeof(d->iv), 0) != sizeof(d->iv))
		fail("no random key");
}

int main(int argc, char **argv)
{
	struct demo d = { .device = NULL };
	int rc;

	if (argc != 2) {
		fputs("usage: dcdemo FILE\n", stderr);
		return 2;
	}
	read_file(&d, argv[1]);
	prepare(&d);
	rc = devcrypto_open(NULL, &d.device);
	if (rc)
		fail("/dev/crypto: %s%s", strerror(-rc),
		     rc == -ENOENT ? " (is the module loaded?)" : "");
	printf("%s: %zu bytes, in pieces of %d; GCM: each piece one message\n",
	       argv[1], d.size, PIECE);
	demo_cbc(&d);
	demo_gcm(&d);
	demo_hash(&d, "SHA-256", "sha256", 0);
	demo_hash(&d, "HMAC-SHA256", "hmac(sha256)", 32);
	devcrypto_close(d.device);
	free(d.plain);
	free(d.ours);
	free(d.theirs);
	puts("every byte is the same");
	return 0;
}
