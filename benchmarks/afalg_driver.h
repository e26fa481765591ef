/* SPDX-License-Identifier: MIT */
/*
 * AF_ALG does not say which driver it bound; /proc/crypto tells which one it
 * has to be: of that type and name the one of highest priority that is not
 * internal.
 */
#ifndef AFALG_DRIVER_H
#define AFALG_DRIVER_H

#include "bench.h"

void afalg_driver(const char *type, const char *name, char driver[DRIVER_MAX]);

#endif /* AFALG_DRIVER_H */
