# SPDX-License-Identifier: MIT
# Programs that know nothing but the header, built as its users would.
UAPI_CFLAGS := -O2 -Wall -Wextra -pedantic -Werror -I$(TOP)/include/uapi

UAPI_PROGRAMS := $(addprefix $(TDIR)/,calls64 calls32 layout32 \
	      header_c89 header_c11 header_cxx17 header_m32)
PROGRAMS += $(UAPI_PROGRAMS)

$(TDIR)/calls64 $(TDIR)/calls32: uapi/calls.c
$(TDIR)/layout32: uapi/layout32.c uapi/layout.h
$(TDIR)/header_c89 $(TDIR)/header_c11 $(TDIR)/header_m32 \
$(TDIR)/header_cxx17: uapi/header_cbc.c

$(TDIR)/calls64: MODE := -std=gnu11
$(TDIR)/calls32: MODE := -std=gnu11 -m32
$(TDIR)/layout32: MODE := -std=gnu11 -m32
$(TDIR)/header_c89: MODE := -std=c89
$(TDIR)/header_c11: MODE := -std=c11
$(TDIR)/header_m32: MODE := -std=c11 -m32
$(TDIR)/header_cxx17: MODE := -x c++ -std=c++17

$(UAPI_PROGRAMS): $(TOP)/include/uapi/crypto/cryptodev.h
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) $(UAPI_CFLAGS) $(MODE) -o $@ $(filter %.c,$^)
