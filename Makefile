# SPDX-License-Identifier: MIT
# devcrypto: the front door.  "make help" lists what can be made.
#
# Everything made lies under build/; the source tree stays clean.  Kernel
# modules are built in build/kmod/RELEASE/, so that several kernels can be
# served side by side; each folder of programs has a Makefile of its own.

VERSION := $(shell cat VERSION)
OUT	?= $(CURDIR)/build
DESTDIR	?=
PREFIX	?= /usr/local
KERNEL	?= 6.1
Q	:= $(if $(V),,@)

# ---- which kernel's headers: KDIR=..., the running kernel's, or the newest

RUNNING := $(wildcard /lib/modules/$(shell uname -r)/build)
NEWEST	:= $(shell ls -d /usr/src/linux-headers-* 2>/dev/null | \
	     grep -vE -- '-(common|cloud|rt)' | sort -V | tail -n 1)
KDIR	?= $(or $(RUNNING),$(NEWEST))
UTS	:= $(KDIR)/include/generated/utsrelease.h
KREL	:= $(shell sed -n 's/.*UTS_RELEASE "\(.*\)"/\1/p' $(UTS) 2>/dev/null)
KMOD	:= $(OUT)/kmod/$(KREL)
TREE	:= $(KMOD)/tree

# The guest's kernel may be another than the running one.
guest_kdir = KDIR=$(shell tests/vm/kernel --headers $(KERNEL))

need	= @scripts/need-packages --check
sub	= $(MAKE) --no-print-directory OUT=$(OUT)

all: modules lib tools tests bench ##all     module and user space

help: ##help    this list
	@sed -n 's/^[a-z_ -]*:.*##\([a-z_]*\) *\(.*\)/\1|\2/p' $(MAKEFILE_LIST) | \
		awk -F'|' '{ printf "  make %-16s %s\n", $$1, $$2 }'
	@echo "Variables: KDIR (kernel headers) KERNEL (of the guest) DESTDIR PREFIX V=1"

# ---- kernel modules

# Folders with a Kbuild file: the module itself, and those for tests.
KBUILDS := . $(patsubst %/Kbuild,%,$(wildcard tests/engine/Kbuild \
	     benchmarks/floor/Kbuild))
SOURCES := Kbuild VERSION module include \
	   $(filter-out .,$(KBUILDS))

# Compiled through a tree of links, for one kernel by one make at a time.
modules: ##modules the kernel modules, for KDIR
	$(Q)test -n "$(KREL)" || { echo "no kernel headers at KDIR=$(KDIR):" \
		"apt-get install linux-headers-$$(dpkg --print-architecture)" >&2; exit 1; }
	$(need) module
	$(Q)mkdir -p $(TREE)
	$(Q)flock $(KMOD) $(MAKE) --no-print-directory modules-locked

modules-locked:
	$(Q)set -e; for path in $(SOURCES); do \
		mkdir -p $$(dirname $(TREE)/$$path); \
		cp -rsfT $(CURDIR)/$$path $(TREE)/$$path; \
	done
	$(Q)find $(TREE) -xtype l -delete
	$(Q)set -e; for dir in $(KBUILDS); do \
		$(MAKE) --no-print-directory -C $(KDIR) M=$$(realpath $(TREE)/$$dir) \
			CONFIG_DEBUG_INFO_BTF_MODULES= modules; \
		cp $(TREE)/$$dir/*.ko $(KMOD)/; \
	done

modules_install: modules ##modules_install devcrypto.ko for the kernel of KDIR
	$(Q)install -D -m 644 $(KMOD)/devcrypto.ko \
		$(DESTDIR)/lib/modules/$(KREL)/extra/devcrypto.ko
	$(Q)if [ -z "$(DESTDIR)" ]; then depmod $(KREL); fi

# ---- user space

lib: ##lib     libdevcrypto
	$(need) build
	+$(Q)$(sub) -C userspace/lib

tools: lib ##tools   example programs
	+$(Q)$(sub) -C userspace/examples

tests: ##tests   test programs
	$(need) build test
	+$(Q)$(sub) -C tests

bench: ##bench   benchmark programs
	$(need) build
	+$(Q)$(sub) -C benchmarks

headers_install: ##headers_install <crypto/cryptodev.h>
	$(Q)install -d $(DESTDIR)$(PREFIX)/include/crypto
	$(Q)install -m 644 include/uapi/crypto/*.h $(DESTDIR)$(PREFIX)/include/crypto/

install: headers_install lib ##install headers, library, udev rule; then modules_install
	$(Q)install -d $(DESTDIR)$(PREFIX)/lib $(DESTDIR)$(PREFIX)/include
	$(Q)install -m 644 userspace/include/devcrypto.h $(DESTDIR)$(PREFIX)/include/
	$(Q)cp -P $(OUT)/lib/libdevcrypto.a $(OUT)/lib/libdevcrypto.so* \
		$(DESTDIR)$(PREFIX)/lib/
	$(Q)install -D -m 644 packaging/udev/60-devcrypto.rules \
		$(DESTDIR)/usr/lib/udev/rules.d/60-devcrypto.rules
	$(Q)install -D -m 644 packaging/sysusers/devcrypto.conf \
		$(DESTDIR)/usr/lib/sysusers.d/devcrypto.conf
	$(Q)install -D -m 644 packaging/modprobe.d/devcrypto.conf \
		$(DESTDIR)/etc/modprobe.d/devcrypto.conf

dkms_install: ##dkms_install source of the module for DKMS, in /usr/src
	$(Q)install -d $(DESTDIR)/usr/src/devcrypto-$(VERSION)
	$(Q)cp -r --parents Makefile Kbuild VERSION LICENSE LICENSES dkms.conf \
		module include scripts/need-packages \
		$(DESTDIR)/usr/src/devcrypto-$(VERSION)/

# ---- proof

check: ##check   build without warnings, style, unit tests, all suites in a guest
	$(Q)scripts/need-packages build test vm style
	$(Q)tests/check

suites: modules tests ##suites  the guest's suites alone; SUITES="test_a test_b" picks
	$(Q)KERNEL=$(KERNEL) tests/vm/run-suites $(SUITES)

demo: ##demo    a file through /dev/crypto and back, then the fulltest table
	$(Q)scripts/need-packages build vm bench
	$(Q)scripts/demo

style: ##style   checkpatch, sparse, shellcheck, kernel-doc, codespell, SPDX
	$(Q)scripts/need-packages build style
	$(Q)tests/style/run

# ---- housekeeping

dist: ##dist    source archive of the last commit
	$(Q)mkdir -p $(OUT)
	$(Q)git archive --prefix=devcrypto-$(VERSION)/ HEAD | \
		xz -T0 >$(OUT)/devcrypto-$(VERSION).tar.xz

clean: ##clean   what was made, but not what was downloaded
	$(Q)rm -rf $(OUT)/kmod $(OUT)/bin $(OUT)/lib $(OUT)/obj $(OUT)/tests

distclean: ##distclean all of build/
	$(Q)rm -rf $(OUT)

.PHONY: all help modules modules-locked modules_install dkms_install lib tools tests bench \
	headers_install install check suites demo style dist clean distclean
