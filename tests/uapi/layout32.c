// SPDX-License-Identifier: MIT
/* Prints the layout as a 32-bit program sees it; test_layout.c compares. */
#include <stddef.h>
#include <stdio.h>

#include <crypto/cryptodev.h>

int main(void)
{
#define LAYOUT(what, expression, lp64, ilp32) \
	printf("%lx %s\n", (unsigned long)(expression), what);
#include "layout.h"
	return 0;
}
