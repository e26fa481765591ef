# SPDX-License-Identifier: MIT
# The fuzzer's calls are a file of their own.
$(TDIR)/fuzz_v1: $(OBJDIR)/stress/fuzzcalls.o
