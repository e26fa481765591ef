// SPDX-License-Identifier: GPL-2.0-only
/*
 * The TLS and SRTP forms of CIOCAUTHCRYPT: a cipher and a MAC around one
 * record or packet, in place, always on a kernel copy.
 *
 * Opening a TLS record must not tell where its padding ends (RFC 5246,
 * 6.2.3.2, and the attack known as Lucky Thirteen).  From decryption to the
 * one verdict this code therefore neither branches nor indexes by anything
 * taken from the plaintext; and the hash works on as many blocks for one
 * record length, whatever the padding says.
 */
#include <linux/log2.h>
#include <linux/mm.h>

#include "buffer.h"
#include "legacy.h"

/* Longest TLS padding, its length byte included (RFC 5246, 6.2.3.2). */
#define MAX_PAD 256
/* How far inside the packet the encrypted part of SRTP may begin. */
#define MAX_SRTP_HEAD 256

/* ----------------------------------------------- masks: all ones or zero */

static u32 mask_lt(u32 a, u32 b)
{
	u32 lt = (a ^ ((a ^ b) | ((a - b) ^ b))) >> 31;

	OPTIMIZER_HIDE_VAR(lt);
	return -lt;
}

static u32 mask_eq(u32 a, u32 b)
{
	return mask_lt(a ^ b, 1);
}

/* The kernel's copy of @n bytes, with room for @room. */
static int load(struct dc_request *req, const u8 __user *from, unsigned int n,
		unsigned int room)
{
	int ret = dc_buffer_bounce(req, room);

	return ret ?: dc_buffer_read(req, from, n);
}

/* --------------------------------------------------------------- TLS, out */

static int seal(struct dc_request *req)
{
	struct dc_session *sess = req->sess;
	u8 trailer[HASH_MAX_DIGESTSIZE + DC_MAX_IV];
	unsigned int tag_len = req->tag_len;
	unsigned int pad = 0, total;
	struct scatterlist *sg;
	int ret;

	if (sess->blocksize > 1)
		pad = sess->blocksize - (req->len + tag_len) % sess->blocksize;
	total = req->len + tag_len + pad;
	if (total > READ_ONCE(dc_max_request))
		return -EMSGSIZE;
	ret = load(req, req->usrc, req->len, total);
	if (ret)
		return ret;
	sg = dc_buffer_slice(req, 0, req->len);
	if (IS_ERR(sg))
		return PTR_ERR(sg);
	ret = dc_hash_digest(req, sg, req->aad_len + req->len);
	if (ret)
		return ret;
	memcpy(trailer, req->digest, tag_len);
	memset(trailer + tag_len, pad - 1, pad);
	sg_pcopy_from_buffer(req->src, sg_nents(req->src), trailer,
			     tag_len + pad, req->len);
	memzero_explicit(trailer, sizeof(trailer));
	ret = dc_cipher_run(req, req->src, req->src, total);
	if (ret)
		return ret;
	req->len = total;
	return dc_buffer_write(req, req->udst, 0, total);
}

/* --------------------------------------------------------------- TLS, in */

/**
 * struct opened - what is secret about a decrypted record
 * @tail: its last bytes, as far as padding and MAC can reach
 * @tail_len: bytes in @tail; not secret
 * @pad: bytes of padding, 0 if it is bad
 * @good: mask: the padding is right
 * @mac: the MAC that the record carries
 * @digest: the MAC that it should carry
 */
struct opened {
	u8 tail[MAX_PAD + HASH_MAX_DIGESTSIZE];
	u32 tail_len;
	u32 pad;
	u32 good;
	u8 mac[HASH_MAX_DIGESTSIZE];
	u8 digest[HASH_MAX_DIGESTSIZE];
};

/* @room: bytes of the record that are not MAC; not secret. */
static void check_padding(struct opened *o, u32 room)
{
	u32 last = o->tail[o->tail_len - 1];
	u32 reach = min_t(u32, o->tail_len, MAX_PAD);
	u32 i;

	o->pad = last + 1;
	o->good = ~mask_lt(room, o->pad);
	for (i = 0; i < reach; i++) {
		u32 byte = o->tail[o->tail_len - 1 - i];

		o->good &= ~mask_lt(i, o->pad) | mask_eq(byte, last);
	}
	o->pad &= o->good;
}

/*
 * Takes the MAC out of the tail: first every byte of it, in a ring that is
 * turned by where it began, then the ring turned back bit by bit.
 */
static void extract_mac(struct opened *o, u32 tag_len)
{
	u32 start = o->tail_len - tag_len - o->pad;
	u8 turned[HASH_MAX_DIGESTSIZE];
	u32 i, j, bit, inside = 0, turn = 0;

	memset(o->mac, 0, tag_len);
	for (i = 0, j = 0; i < o->tail_len; i++) {
		u32 begins = mask_eq(i, start);

		inside = (inside | begins) & mask_lt(i, start + tag_len);
		turn |= j & begins;
		o->mac[j] |= o->tail[i] & inside;
		if (++j == tag_len)
			j = 0;
	}
	for (bit = 1; bit < tag_len; bit <<= 1) {
		u32 set = ~mask_eq(turn & bit, 0);

		for (i = 0; i < tag_len; i++)
			turned[i] = (o->mac[(i + bit) % tag_len] & set) |
				    (o->mac[i] & ~set);
		memcpy(o->mac, turned, tag_len);
	}
	memzero_explicit(turned, sizeof(turned));
}

static u32 block_size(struct crypto_ahash *hash)
{
	return crypto_tfm_alg_blocksize(crypto_ahash_tfm(hash));
}

/* Blocks that the hash works on for a message of @n bytes. */
static u32 hash_blocks(struct crypto_ahash *hash, u32 n)
{
	u32 size = block_size(hash);

	/* 0x80 and a length of an eighth of a block (FIPS 180-4, 5.1). */
	return (n + 1 + size / 8 + size - 1) >> ilog2(size);
}

/*
 * The MAC over associated data and the @n bytes before MAC and padding, and
 * behind it as many idle blocks as a record without padding would have had,
 * and one more, since hashing nothing takes another way through the kernel.
 * @n is secret, @room is not.
 */
static int digest_record(struct dc_request *req, struct opened *o, u32 room,
			 u32 n)
{
	struct crypto_ahash *hash = req->sess->hash;
	u32 idle = hash_blocks(hash, req->aad_len + room) -
		   hash_blocks(hash, req->aad_len + n);
	struct scatterlist *sg;
	int ret;

	sg = dc_buffer_slice(req, 0, room);
	if (IS_ERR(sg))
		return PTR_ERR(sg);
	ret = dc_hash_digest(req, sg, req->aad_len + n);
	if (ret)
		return ret;
	memcpy(o->digest, req->digest, crypto_ahash_digestsize(hash));

	sg_init_table(req->in.sg, 1);
	sg_set_page(req->in.sg, ZERO_PAGE(0), PAGE_SIZE, 0);
	return dc_hash_digest(req, req->in.sg,
			      (idle + 1) << ilog2(block_size(hash)));
}

static int verify(struct dc_request *req, struct opened *o)
{
	u32 tag_len = req->tag_len;
	u32 room = req->len - tag_len;
	u32 n;
	int ret;

	o->tail_len = min_t(u32, req->len, MAX_PAD + tag_len);
	sg_pcopy_to_buffer(req->src, sg_nents(req->src), o->tail, o->tail_len,
			   req->len - o->tail_len);
	o->pad = 0;
	o->good = ~0;
	if (req->sess->blocksize > 1)
		check_padding(o, room);
	n = room - o->pad;
	extract_mac(o, tag_len);
	ret = digest_record(req, o, room, n);
	if (ret)
		return ret;
	o->good &= mask_eq(crypto_memneq(o->mac, o->digest, tag_len) != 0, 0);
	if (!o->good)
		return -EBADMSG;
	req->len = n;
	return 0;
}

static int open_record(struct dc_request *req)
{
	unsigned int block = req->sess->blocksize;
	unsigned int total = req->len;
	struct opened o;
	int ret;

	if (total % block || total < req->tag_len + (block > 1 ? 1 : 0))
		return -EINVAL;
	ret = load(req, req->usrc, total, total);
	if (ret)
		return ret;
	ret = dc_cipher_run(req, req->src, req->src, total);
	if (ret)
		return ret;
	ret = verify(req, &o);
	memzero_explicit(&o, sizeof(o));
	if (!ret)
		return dc_buffer_write(req, req->udst, 0, total);
	if (ret == -EBADMSG)
		dc_buffer_zero(req, req->udst, total);
	return ret;
}

/**
 * dc_legacy_tls - MAC, pad and encrypt a TLS record, or the way back
 * @req: the request, with direction, IV and tag size; on success @len is the
 *	length of the result
 *
 * Return: 0; -EBADMSG for bad padding and bad MAC alike, with the record
 * zeroed; or another errno.
 */
int dc_legacy_tls(struct dc_request *req)
{
	int ret = dc_request_copy_aad(req);

	if (ret)
		return ret;
	return req->encrypt ? seal(req) : open_record(req);
}

/* ------------------------------------------------------------------ SRTP */

static int srtp_cipher(struct dc_request *req, unsigned int head,
		       unsigned int len)
{
	struct scatterlist *sg;

	if (!len)
		return 0;
	sg = dc_buffer_slice(req, head, len);
	if (IS_ERR(sg))
		return PTR_ERR(sg);
	return dc_cipher_run(req, sg, sg, len);
}

static int srtp_seal(struct dc_request *req, unsigned int head,
		     unsigned int packet)
{
	int ret;

	ret = srtp_cipher(req, head, req->len);
	if (ret)
		return ret;
	ret = dc_hash_digest(req, req->src, packet);
	if (ret)
		return ret;
	ret = dc_buffer_write(req, req->udst, head, req->len);
	return ret ?: dc_copy_out(req->utag, req->digest, req->tag_len);
}

static int srtp_open(struct dc_request *req, unsigned int head,
		     unsigned int packet)
{
	u8 tag[HASH_MAX_DIGESTSIZE];
	int ret;

	if (dc_copy_in(tag, req->utag, req->tag_len))
		return -EFAULT;
	ret = dc_hash_digest(req, req->src, packet);
	if (ret)
		return ret;
	if (crypto_memneq(tag, req->digest, req->tag_len))
		return -EBADMSG;
	ret = srtp_cipher(req, head, req->len);
	return ret ?: dc_buffer_write(req, req->udst, head, req->len);
}

/**
 * dc_legacy_srtp - encrypt and MAC an SRTP packet, or verify and decrypt it
 * @req: the request, with direction, IV and tag size; what would be associated
 *	data is the packet that the text lies in
 *
 * Return: 0; -EBADMSG for a tag that does not fit, with the packet left as it
 * is; or another errno.
 */
int dc_legacy_srtp(struct dc_request *req)
{
	unsigned long head = req->usrc - req->uaad;
	unsigned int packet = req->aad_len;
	int ret;

	if (req->usrc < req->uaad || head > MAX_SRTP_HEAD ||
	    (u64)head + req->len > packet)
		return -EINVAL;
	if (packet > READ_ONCE(dc_max_request))
		return -EMSGSIZE;
	req->aad_len = 0;
	ret = load(req, req->uaad, packet, packet);
	if (ret)
		return ret;
	return req->encrypt ? srtp_seal(req, head, packet) :
			      srtp_open(req, head, packet);
}
