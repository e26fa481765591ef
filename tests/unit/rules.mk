# SPDX-License-Identifier: MIT
# What the suites of the build machine are made of, beyond their own file.

# Module code that knows nothing of a running kernel, over a shim of the few
# kernel names it uses.
$(TDIR)/unit/test_sgl: UNIT_CFLAGS += -Iunit/shim -I$(TOP)/module
$(TDIR)/unit/test_sgl: $(TOP)/module/sgl.c

$(TDIR)/unit/test_harness: UNIT_CFLAGS += -Iharness
$(TDIR)/unit/test_harness: LDLIBS += -lcrypto
$(TDIR)/unit/test_harness: $(wildcard harness/*.c)
