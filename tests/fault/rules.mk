# SPDX-License-Identifier: MIT
# A fault without a test stops the build.
programs: $(TDIR)/.faults-covered

$(TDIR)/.faults-covered: fault/coverage $(SOURCES)
	@mkdir -p $(@D)
	$(Q)fault/coverage
	$(Q)touch $@
