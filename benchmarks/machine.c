// SPDX-License-Identifier: MIT
/* What this runs on, and what its clock means. */
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

#include "bench.h"

#define LOOPS 100000

static uint64_t now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC_RAW, &ts);
	return ts.tv_sec * UINT64_C(1000000000) + ts.tv_nsec;
}

/* Two instructions a round. */
static void count_short(void)
{
	unsigned long n = LOOPS;

#if defined(__x86_64__)
	asm volatile("1: dec %0\n\tjnz 1b" : "+r"(n)::"cc");
#elif defined(__aarch64__)
	asm volatile("1: subs %0, %0, #1\n\tb.ne 1b" : "+r"(n)::"cc");
#endif
	(void)n;
}

/* Six instructions a round, four of them slow on any real processor. */
static void count_long(void)
{
	unsigned long n = LOOPS, x = 3;

#if defined(__x86_64__)
	asm volatile("1: imul %1, %1\n\timul %1, %1\n\timul %1, %1\n\t"
		     "imul %1, %1\n\tdec %0\n\tjnz 1b"
		     : "+r"(n), "+r"(x)::"cc");
#elif defined(__aarch64__)
	asm volatile("1: mul %1, %1, %1\n\tmul %1, %1, %1\n\t"
		     "mul %1, %1, %1\n\tmul %1, %1, %1\n\t"
		     "subs %0, %0, #1\n\tb.ne 1b"
		     : "+r"(n), "+r"(x)::"cc");
#endif
	(void)n;
	(void)x;
}

static double per_instruction(void (*loop)(void), int instructions)
{
	uint64_t best = UINT64_MAX;
	int i;

	for (i = 0; i < 5; i++) {
		uint64_t start = now();
		uint64_t ns;

		loop();
		ns = now() - start;
		if (ns < best)
			best = ns;
	}
	return (double)best / LOOPS / instructions;
}

/*
 * Quick and slow instructions both take one nanosecond only on a clock that
 * counts instructions.
 */
static bool clock_counts_instructions(void)
{
	double a = per_instruction(count_short, 2);
	double b = per_instruction(count_long, 6);

	return a > 0.98 && a < 1.02 && b > 0.98 && b < 1.02;
}

static bool read_line(const char *path, char *line, size_t size)
{
	FILE *f = fopen(path, "r");
	bool ok;

	if (!f)
		return false;
	ok = fgets(line, size, f);
	fclose(f);
	if (ok)
		line[strcspn(line, "\n")] = '\0';
	return ok && line[0];
}

static bool cpuinfo(const char *key, char *value, size_t size)
{
	FILE *f = fopen("/proc/cpuinfo", "r");
	char line[512];
	bool found = false;
	char *colon;

	if (!f)
		return false;
	while (!found && fgets(line, sizeof(line), f)) {
		colon = strchr(line, ':');
		if (!colon || strncmp(line, key, strlen(key)))
			continue;
		line[strcspn(line, "\n")] = '\0';
		snprintf(value, size, "%s",
			 colon + 1 + strspn(colon + 1, " \t"));
		found = true;
	}
	fclose(f);
	return found;
}

static void read_cpu(struct machine *m)
{
	char part[64] = "?";

	m->cpus = sysconf(_SC_NPROCESSORS_ONLN);
	if (cpuinfo("model name", m->cpu, sizeof(m->cpu)))
		return;
	cpuinfo("CPU part", part, sizeof(part));
	snprintf(m->cpu, sizeof(m->cpu), "part %s", part);
}

/* Name of the hypervisor as the processor tells it, "" on bare metal. */
static void hypervisor(char *name, size_t size)
{
	char value[64] = "";

	name[0] = '\0';
#if defined(__x86_64__) || defined(__i386__)
	unsigned int a, b, c, d;

	if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & (1u << 31)))
		return;
	__cpuid(0x40000000, a, b, c, d);
	memcpy(value, &b, 4);
	memcpy(value + 4, &c, 4);
	memcpy(value + 8, &d, 4);
	value[12] = '\0';
	snprintf(name, size, "%s", value);
#else
	/* Implementer 0 is no maker of processors: it is QEMU's own model. */
	if (cpuinfo("CPU implementer", value, sizeof(value)) &&
	    !strtoul(value, NULL, 0))
		snprintf(name, size, "TCGTCGTCGTCG");
#endif
}

/* From who started the guest; what the firmware says is less exact. */
static void qemu_version(char *version, size_t size)
{
	static const char *const paths[] = {
		"/sys/firmware/qemu_fw_cfg/by_name/opt/devcrypto/qemu-version/raw",
		"/sys/class/dmi/id/product_version",
	};
	const char *given = getenv("QEMU_VERSION");
	char line[64] = "of unknown version";
	size_t i;

	if (given && *given)
		snprintf(line, sizeof(line), "%s", given);
	else
		for (i = 0; i < ARRAY_SIZE(paths); i++)
			if (read_line(paths[i], line, sizeof(line)))
				break;
	snprintf(version, size, "%s", line);
}

static void read_platform(struct machine *m)
{
	char vendor[64], version[64];

	hypervisor(vendor, sizeof(vendor));
	qemu_version(version, sizeof(version));
	if (strncmp(vendor, "TCG", 3)) {
		m->clock = CLOCK_HARDWARE;
		snprintf(m->platform, sizeof(m->platform), "%s%s",
			 *vendor ? "hypervisor " : "bare metal", vendor);
		return;
	}
	m->clock = clock_counts_instructions() ? CLOCK_INSTRUCTIONS :
						 CLOCK_EMULATED;
	snprintf(m->platform, sizeof(m->platform), "emulated by QEMU %s%s",
		 version,
		 m->clock == CLOCK_INSTRUCTIONS ? ", counting instructions" :
						  "");
}

static void read_device(struct machine *m)
{
	char copy_max[32];

	if (access("/dev/crypto", F_OK))
		snprintf(m->device, sizeof(m->device), "none");
	else if (read_line("/sys/module/devcrypto/parameters/copy_max",
			   copy_max, sizeof(copy_max)))
		snprintf(m->device, sizeof(m->device),
			 "devcrypto, copies up to %s bytes and pins above",
			 copy_max);
	else if (!access("/sys/module/cryptodev", F_OK))
		snprintf(m->device, sizeof(m->device), "cryptodev-linux");
	else
		snprintf(m->device, sizeof(m->device), "unknown module");
}

void machine_read(struct machine *m)
{
	struct utsname u;
	time_t t = time(NULL);
	struct tm tm;

	memset(m, 0, sizeof(*m));
	if (gmtime_r(&t, &tm))
		strftime(m->date, sizeof(m->date), "%Y-%m-%d", &tm);
	if (!uname(&u))
		snprintf(m->kernel, sizeof(m->kernel), "%s %s", u.release,
			 u.machine);
	read_cpu(m);
	read_platform(m);
	read_device(m);
	if (!read_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor",
		       m->governor, sizeof(m->governor)))
		snprintf(m->governor, sizeof(m->governor), "none");
}

const char *machine_unit(const struct machine *m)
{
	return m->clock == CLOCK_INSTRUCTIONS ? "instructions" : "ns";
}

static const char columns[] =
	"columns     devcrypto: one ioctl; dc copy: the same, a copy asked for;\n"
	"            AF_ALG: sendmsg, read; AF_ALG spl: vmsplice, splice, read;\n"
	"            floor: the transform inside the kernel + an empty ioctl;\n"
	"            OpenSSL: in this process\n";

void machine_print(const struct machine *m, FILE *out)
{
	fprintf(out, "date        %s\n", m->date);
	fprintf(out, "kernel      %s\n", m->kernel);
	fprintf(out, "CPU         %s, %d online, governor %s\n", m->cpu,
		m->cpus, m->governor);
	fprintf(out, "platform    %s\n", m->platform);
	fprintf(out, "/dev/crypto %s\n", m->device);
	if (m->clock == CLOCK_EMULATED)
		fprintf(out,
			"figures     none: an emulator's time means nothing."
			"  Results are verified only;\n"
			"            count instructions with -icount.\n");
	if (m->clock == CLOCK_INSTRUCTIONS)
		fprintf(out,
			"figures     instructions per operation, not time\n");
	fputs(columns, out);
}
