# SPDX-License-Identifier: MIT
# The suites of this folder share n.o and reference.o; beside them lie programs
# that know nothing but the header, built as its users would.
ifneq ($(filter native,$(SUITE_DIRS)),)

NATIVE_CFLAGS := -O2 -Wall -Wextra -pedantic -Werror -I$(TOP)/include/uapi

$(filter $(TDIR)/test_native_%,$(SUITES)): $(OBJDIR)/native/n.o \
					    $(OBJDIR)/native/reference.o

NATIVE_PROGRAMS := $(addprefix $(TDIR)/,native_layout32 \
	native_c89 native_c11 native_cxx17 native_m32)
PROGRAMS += $(NATIVE_PROGRAMS)

$(TDIR)/native_layout32: native/native_layout32.c native/layout.h
$(TDIR)/native_c89 $(TDIR)/native_c11 $(TDIR)/native_m32 \
$(TDIR)/native_cxx17: native/native_program.c

$(TDIR)/native_layout32: MODE := -std=gnu11 -m32
$(TDIR)/native_c89: MODE := -std=c89
$(TDIR)/native_c11: MODE := -std=c11
$(TDIR)/native_m32: MODE := -std=c11 -m32
$(TDIR)/native_cxx17: MODE := -x c++ -std=c++17

$(NATIVE_PROGRAMS): $(TOP)/include/uapi/crypto/devcrypto.h
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) $(NATIVE_CFLAGS) $(MODE) -o $@ $(filter %.c,$^)

endif
