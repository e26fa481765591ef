// SPDX-License-Identifier: MIT
/* Prints the layout as a 32-bit program sees it; the suite compares. */
#include <stddef.h>
#include <stdio.h>

#include <crypto/devcrypto.h>

int main(void)
{
#define LAYOUT(what, expression, value) \
	printf("%lx %s\n", (unsigned long)(expression), what);
#include "layout.h"
	return 0;
}
