/* SPDX-License-Identifier: MIT */
/*
 * The frozen numbers of the /dev/crypto interface, 64-bit and 32-bit.
 * Including files define LAYOUT(what, expression, lp64, ilp32) and get one
 * use of it per number.
 */
#ifndef LAYOUT
#error "define LAYOUT(what, expression, lp64, ilp32) first"
#endif

#define LAYOUT_SIZE(s, lp64, ilp32) \
	LAYOUT("sizeof " #s, sizeof(struct s), lp64, ilp32)
#define LAYOUT_AT(s, m, lp64, ilp32) \
	LAYOUT(#s "." #m, offsetof(struct s, m), lp64, ilp32)
#define LAYOUT_CODE(c, lp64, ilp32) \
	LAYOUT(#c, (unsigned long)(c), lp64, ilp32)

LAYOUT_CODE(CRIOGET, 0xc0046365, 0xc0046365)
LAYOUT_CODE(CIOCGSESSION, 0xc0306366, 0xc01c6366)
LAYOUT_CODE(CIOCFSESSION, 0x40046367, 0x40046367)
LAYOUT_CODE(CIOCCRYPT, 0xc0306368, 0xc01c6368)
LAYOUT_CODE(CIOCKEY, 0xc0906369, 0xc0506369)
LAYOUT_CODE(CIOCASYMFEAT, 0x8004636a, 0x8004636a)
LAYOUT_CODE(CIOCGSESSINFO, 0xc10c636b, 0xc10c636b)
LAYOUT_CODE(CIOCAUTHCRYPT, 0xc048636d, 0xc02c636d)
LAYOUT_CODE(CIOCASYNCCRYPT, 0x4030636e, 0x401c636e)
LAYOUT_CODE(CIOCASYNCFETCH, 0x8030636f, 0x801c636f)
LAYOUT_CODE(CIOCCPHASH, 0x40086370, 0x40086370)

LAYOUT_SIZE(session_op, 48, 28)
LAYOUT_AT(session_op, cipher, 0, 0)
LAYOUT_AT(session_op, mac, 4, 4)
LAYOUT_AT(session_op, keylen, 8, 8)
LAYOUT_AT(session_op, key, 16, 12)
LAYOUT_AT(session_op, mackeylen, 24, 16)
LAYOUT_AT(session_op, mackey, 32, 20)
LAYOUT_AT(session_op, ses, 40, 24)

LAYOUT_SIZE(session_info_op, 268, 268)
LAYOUT_AT(session_info_op, ses, 0, 0)
LAYOUT_AT(session_info_op, cipher_info, 4, 4)
LAYOUT_AT(session_info_op, cipher_info.cra_driver_name, 68, 68)
LAYOUT_AT(session_info_op, hash_info, 132, 132)
LAYOUT_AT(session_info_op, hash_info.cra_driver_name, 196, 196)
LAYOUT_AT(session_info_op, alignmask, 260, 260)
LAYOUT_AT(session_info_op, flags, 264, 264)

LAYOUT_SIZE(crypt_op, 48, 28)
LAYOUT_AT(crypt_op, ses, 0, 0)
LAYOUT_AT(crypt_op, op, 4, 4)
LAYOUT_AT(crypt_op, flags, 6, 6)
LAYOUT_AT(crypt_op, len, 8, 8)
LAYOUT_AT(crypt_op, src, 16, 12)
LAYOUT_AT(crypt_op, dst, 24, 16)
LAYOUT_AT(crypt_op, mac, 32, 20)
LAYOUT_AT(crypt_op, iv, 40, 24)

LAYOUT_SIZE(crypt_auth_op, 72, 44)
LAYOUT_AT(crypt_auth_op, ses, 0, 0)
LAYOUT_AT(crypt_auth_op, op, 4, 4)
LAYOUT_AT(crypt_auth_op, flags, 6, 6)
LAYOUT_AT(crypt_auth_op, len, 8, 8)
LAYOUT_AT(crypt_auth_op, auth_len, 12, 12)
LAYOUT_AT(crypt_auth_op, auth_src, 16, 16)
LAYOUT_AT(crypt_auth_op, src, 24, 20)
LAYOUT_AT(crypt_auth_op, dst, 32, 24)
LAYOUT_AT(crypt_auth_op, tag, 40, 28)
LAYOUT_AT(crypt_auth_op, tag_len, 48, 32)
LAYOUT_AT(crypt_auth_op, iv, 56, 36)
LAYOUT_AT(crypt_auth_op, iv_len, 64, 40)

LAYOUT_SIZE(crypt_kop, 144, 80)
LAYOUT_AT(crypt_kop, crk_op, 0, 0)
LAYOUT_AT(crypt_kop, crk_status, 4, 4)
LAYOUT_AT(crypt_kop, crk_iparams, 8, 8)
LAYOUT_AT(crypt_kop, crk_oparams, 10, 10)
LAYOUT_AT(crypt_kop, crk_pad1, 12, 12)
LAYOUT_AT(crypt_kop, crk_param, 16, 16)
LAYOUT_SIZE(crparam, 16, 8)
LAYOUT_AT(crparam, crp_p, 0, 0)
LAYOUT_AT(crparam, crp_nbits, 8, 4)

LAYOUT_SIZE(cphash_op, 8, 8)
LAYOUT_AT(cphash_op, dst_ses, 0, 0)
LAYOUT_AT(cphash_op, src_ses, 4, 4)
