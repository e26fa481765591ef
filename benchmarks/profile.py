#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Where the instructions of one /dev/crypto call go, by function, exactly.

Boots a guest whose only program (loop.c) repeats one operation, lets QEMU log
every instruction for a moment, and counts them by function.  Nothing in the
guest is changed or sampled.

    make; make modules
    benchmarks/profile.py cbc 16
    benchmarks/profile.py --param copy_max=0 null 65536 out

How: the guest sends its symbols over a second serial port and starts the loop.
QEMU's monitor then switches to one instruction per translated block and logs
each block as it runs.  A call begins where user code enters the kernel.
"""
import argparse
import bisect
import collections
import gzip
import os
import re
import socket
import subprocess
import sys
import tempfile
import time

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ENTRY = "entry_SYSCALL_64"
USER_END = 1 << 47

INIT = """#!/bin/sh
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
while read -r module; do insmod $module; done </vm/stock
insmod /vm/devcrypto.ko {params}
stty raw -echo </dev/ttyS1
grep -i ' [tw] ' /proc/kallsyms | gzip >/dev/ttyS1
echo READY >/dev/console
exec /vm/loop {loop}
"""


def parse_arguments():
    parser = argparse.ArgumentParser(
        description="Instructions per call of /dev/crypto, by function.")
    parser.add_argument("--kernel", default="6.1",
                        help="a name of tests/vm/kernels (default 6.1)")
    parser.add_argument("--module", help="default: build/kmod/*/devcrypto.ko")
    parser.add_argument("--loop", default=os.path.join(TOP, "build/bin/loop"),
                        help="the program to profile (static)")
    parser.add_argument("--param", action="append", default=[],
                        metavar="K=V", help="parameter of the module")
    parser.add_argument("--seconds", type=float, default=1.0,
                        help="how long to log (default 1)")
    parser.add_argument("--top", type=int, default=60,
                        help="functions to list (default 60)")
    parser.add_argument("algorithm", help="null cbc gcm sha256 hmac cbc+hmac")
    parser.add_argument("bytes", type=int)
    parser.add_argument("place", nargs="?", choices=["in", "out"],
                        default="in")
    return parser.parse_args()


def cpio_entry(number, name, mode, data):
    """One file of a cpio archive in the kernel's (newc) format."""
    name = name.encode() + b"\0"
    fields = [number, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(name), 0]
    head = b"070701" + b"".join(b"%08X" % field for field in fields) + name
    return pad(head) + pad(data)


def pad(data):
    return data + b"\0" * (-len(data) % 4)


def make_initrd(options, guest, path):
    """The base of all test guests, and on top of it ours."""
    place = [options.place] if options.place == "out" else []
    loop = " ".join([options.algorithm, str(options.bytes)] + place)
    script = INIT.format(params=" ".join(options.param), loop=loop)
    with open(os.path.join(guest, "krel")) as file:
        release = file.read().strip()
    module = options.module or os.path.join(
        TOP, "build/kmod", release, "devcrypto.ko")
    files = [("vm/profile", script.encode())]
    for name, source in (("vm/devcrypto.ko", module), ("vm/loop", options.loop)):
        with open(source, "rb") as file:
            files.append((name, file.read()))
    with open(path, "wb") as out:
        with open(os.path.join(guest, "base.cpio"), "rb") as base:
            out.write(pad(base.read()))
        for number, (name, data) in enumerate(files):
            out.write(cpio_entry(number + 1000000, name, 0o100755, data))
        out.write(cpio_entry(0, "TRAILER!!!", 0, b""))
    return release


def start_guest(guest, initrd, work):
    return subprocess.Popen([
        "qemu-system-x86_64", "-machine", "q35", "-m", "1G", "-smp", "1",
        "-accel", "tcg,thread=single", "-icount", "shift=0,sleep=off",
        "-cpu", "max,-erms,-fsrm", "-nic", "none", "-display", "none",
        "-no-reboot", "-serial", "file:" + work + "/console",
        "-serial", "file:" + work + "/symbols",
        "-monitor", "unix:" + work + "/monitor,server,nowait",
        "-D", work + "/trace", "-kernel", guest + "/image",
        "-initrd", initrd, "-append",
        "console=ttyS0 quiet panic=-1 rdinit=/vm/profile"],
        stdin=subprocess.DEVNULL)


def read_text(path):
    try:
        with open(path, errors="replace") as file:
            return file.read()
    except FileNotFoundError:
        return ""


def wait_ready(qemu, work):
    deadline = time.time() + 120
    while "READY" not in read_text(work + "/console"):
        if time.time() > deadline or qemu.poll() is not None:
            sys.exit("profile: the guest did not get ready:\n" +
                     read_text(work + "/console"))
        time.sleep(0.3)


def trace(qemu, work, seconds):
    """Log single instructions for a while; newer QEMU renamed the switch."""
    monitor = socket.socket(socket.AF_UNIX)
    monitor.connect(work + "/monitor")
    for command, pause in (("stop", 0.3), ("singlestep on", 0.2),
                           ("one-insn-per-tb on", 0.2),
                           ("log exec,nochain", 0.2), ("cont", seconds),
                           ("stop", 0.3), ("log none", 0.3), ("quit", 0)):
        monitor.sendall(command.encode() + b"\n")
        time.sleep(pause)
    # Closing the connection earlier would lose what it has not read yet.
    qemu.wait(timeout=60)
    monitor.close()


def read_symbols(path):
    symbols = []
    with gzip.open(path, "rt") as file:
        for line in file:
            address, _, name = line.split(None, 2)
            symbols.append((int(address, 16), " ".join(name.split())))
    return sorted(symbols)


def read_trace(path, symbols):
    """Name of the function of each instruction, in order."""
    starts = [address for address, _ in symbols]
    cache = {}
    with open(path, errors="replace") as file:
        for line in file:
            match = re.search(r"\[[0-9a-f]+/([0-9a-f]+)/", line)
            if not match:
                continue
            counter = match.group(1)
            if counter not in cache:
                pc = int(counter, 16)
                at = bisect.bisect(starts, pc) - 1
                cache[counter] = "(user)" if pc < USER_END else symbols[at][1]
            yield cache[counter]


def whole_calls(names):
    """Only what lies between the first and the last entry into the kernel."""
    calls, current, before = [], None, None
    for name in names:
        if before == "(user)" and name == ENTRY:
            if current is not None:
                calls.append(current)
            current = collections.Counter()
        if current is not None:
            current[name] += 1
        before = name
    return calls


def report(options, release, calls):
    calls.sort(key=lambda call: sum(call.values()))
    # Timer ticks fall into a few calls; those are no part of the operation.
    calls = calls[:len(calls) - len(calls) // 8]
    total = sum(calls, collections.Counter())
    print(f"{options.algorithm} {options.bytes} {options.place} place, "
          f"kernel {release} {' '.join(options.param)}")
    print(f"{len(calls)} calls, "
          f"{sum(total.values()) / len(calls):.1f} instructions each")
    for name, count in total.most_common(options.top):
        print(f"{count / len(calls):9.1f} {name}")


def main():
    options = parse_arguments()
    guest = os.path.join(TOP, "build/vm", options.kernel)
    subprocess.run([os.path.join(TOP, "tests/vm/kernel"), options.kernel],
                   check=True)
    with tempfile.TemporaryDirectory(prefix="profile-") as work:
        release = make_initrd(options, guest, work + "/initrd")
        qemu = start_guest(guest, work + "/initrd", work)
        try:
            wait_ready(qemu, work)
            trace(qemu, work, options.seconds)
        finally:
            qemu.kill()
            qemu.wait()
        symbols = read_symbols(work + "/symbols")
        calls = whole_calls(read_trace(work + "/trace", symbols))
    if not calls:
        sys.exit("profile: no whole call in the log; try --seconds 5")
    report(options, release, calls)


main()
