#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Finds out what the kernel offers by compiling snippets against its headers,
# never by comparing version numbers: stable kernels take in newer interfaces.
#
# usage: probe.sh OUTPUT COMPILER [FLAG...]
#
# Called by Kbuild with the flags of the module's own objects.  OUTPUT becomes
# a header of 0/1 macros for compat.h.
set -eu

out=$1
shift

# probe NAME, snippet on stdin: NAME is 1 if the snippet compiles.
probe() {
	if "$@" -Werror -fsyntax-only -x c - 2>/dev/null; then
		value=1
	else
		value=0
	fi
}

say() {
	printf '#define %s %s\n' "$1" "$value" >>"$out.tmp"
}

printf '/* Made by probe.sh for the kernel at hand. */\n' >"$out.tmp"

# The compiler and its flags have to work, or every answer would be 0.
probe "$@" <<'SNIPPET'
#include <linux/module.h>
int probe_works(void);
int probe_works(void) { return 0; }
SNIPPET
if [ "$value" != 1 ]; then
	echo "probe.sh: the compiler rejects an empty module source:" >&2
	echo '#include <linux/module.h>' | "$@" -fsyntax-only -x c - >&2
	exit 1
fi

# 6.3: callbacks get the caller's data instead of the request.
probe "$@" <<'SNIPPET'
#include <linux/crypto.h>
void probe_done(void *data, int err);
void probe_done(void *data, int err) { }
crypto_completion_t probe_pointer = probe_done;
SNIPPET
say DC_COMPLETION_TAKES_DATA

# Until 6.7 a hash may ask for alignment.
probe "$@" <<'SNIPPET'
#include <crypto/hash.h>
unsigned int probe_mask(struct crypto_ahash *tfm);
unsigned int probe_mask(struct crypto_ahash *tfm)
{
	return crypto_ahash_alignmask(tfm);
}
SNIPPET
say DC_AHASH_HAS_ALIGNMASK

# 6.4: crypto_memneq() has a header of its own.
probe "$@" <<'SNIPPET'
#include <crypto/utils.h>
unsigned long probe_memneq(const void *a, const void *b);
unsigned long probe_memneq(const void *a, const void *b)
{
	return crypto_memneq(a, b, 1);
}
SNIPPET
say DC_HAS_CRYPTO_UTILS_H

mv "$out.tmp" "$out"
