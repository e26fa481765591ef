// SPDX-License-Identifier: MIT
/*
 * First process of a test guest: loads modules, runs one command, reports.
 *
 * What it is to do stands in files of the initramfs:
 *   /vm/ports  modules to load before the ports can be opened
 *   /vm/stock  further modules of the kernel's own
 *   /vm/load   modules under test; they have to unload again at the end
 *   /vm/argv   the command, its words ended by NUL bytes
 *   /vm/merge  if present, stdout and stderr are one stream
 * A list of modules has one "PATH PARAMETER..." a line.
 *
 * Three virtio ports lead out: "out" and "err" carry the command's output
 * unchanged, "verdict" carries its exit status.  The status is written last
 * of all, so a guest that dies on the way has none, and cannot pass.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/klog.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define WORK_DIR	"/srv"
#define CRYPTO_GID	999	/* as in the guest's /etc/group */
#define MAX_MODULES	128
#define MAX_WORDS	1024

/* Exit statuses of our own; tests/vm/run knows them too. */
#define STATUS_STUCK	122	/* a process or module could not be removed */
#define STATUS_SETUP	125	/* the command was never started */

static int out_port = -1;
static int err_port = -1;
static int verdict_port = -1;

/* Modules in order of loading, to be removed in reverse. */
static char *loaded[MAX_MODULES];
static int n_loaded;

static void write_all(int fd, const char *data, size_t len)
{
	while (len) {
		ssize_t n = write(fd, data, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return;
		data += n;
		len -= n;
	}
}

__attribute__((format(printf, 1, 2)))
static void say(const char *format, ...)
{
	char line[512];
	va_list args;

	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	write_all(err_port >= 0 ? err_port : 2, line, strlen(line));
}

static _Noreturn void finish(int status)
{
	char line[32];

	snprintf(line, sizeof(line), "status %d\n", status);
	if (verdict_port >= 0)
		write_all(verdict_port, line, strlen(line));
	reboot(RB_POWER_OFF);
	for (;;)
		pause();
}

static char *slurp(const char *path, size_t *len)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	size_t size = 0;
	char *text = NULL;
	ssize_t n = 0;

	if (fd < 0)
		return NULL;
	do {
		size += n;
		text = realloc(text, size + 4097);
		if (!text)
			finish(STATUS_SETUP);
		n = read(fd, text + size, 4096);
	} while (n > 0);
	close(fd);
	text[size] = '\0';
	if (len)
		*len = size;
	return text;
}

static void put_number(const char *path, const char *number)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);

	if (fd < 0)
		return;	/* this kernel does not have the setting */
	write_all(fd, number, strlen(number));
	close(fd);
}

static void mount_all(void)
{
	static const struct {
		const char *type, *where, *options;
	} mounts[] = {
		{ "proc", "/proc", NULL },
		{ "sysfs", "/sys", NULL },
		{ "devtmpfs", "/dev", NULL },
		{ "debugfs", "/sys/kernel/debug", NULL },
		{ "tmpfs", "/tmp", "mode=1777" },
		{ "tmpfs", "/run", "mode=755" },
		{ "tmpfs", "/dev/shm", "mode=1777" },
		{ "devpts", "/dev/pts", NULL },
	};
	size_t i;

	for (i = 0; i < sizeof(mounts) / sizeof(mounts[0]); i++) {
		mkdir(mounts[i].where, 0755);
		mount(mounts[i].type, mounts[i].where, mounts[i].type,
		      MS_NOSUID, mounts[i].options);
	}
	symlink("/proc/self/fd", "/dev/fd");
	symlink("/proc/self/fd/0", "/dev/stdin");
	symlink("/proc/self/fd/1", "/dev/stdout");
	symlink("/proc/self/fd/2", "/dev/stderr");
}

/* Everything from here on stands in the kernel log that the host judges. */
static void set_kernel_up(void)
{
	klogctl(8 /* console level */, NULL, 7);
	put_number("/proc/sys/kernel/hung_task_timeout_secs", "60");
	put_number("/proc/sys/kernel/watchdog_thresh", "30");
	put_number("/proc/sys/kernel/printk_ratelimit", "0");
	put_number("/proc/sys/kernel/sysrq", "1");
}

/* The name under which the kernel knows the module in this file. */
static char *module_name(const char *path)
{
	const char *base = strrchr(path, '/');
	char *name = strdup(base ? base + 1 : path);
	char *c;

	if (!name)
		finish(STATUS_SETUP);
	for (c = name; *c && *c != '.'; c++)
		if (*c == '-')
			*c = '_';
	*c = '\0';
	return name;
}

static void load_module(const char *path, const char *params)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0) {
		say("vm: %s: %s\n", path, strerror(errno));
		finish(STATUS_SETUP);
	}
	if (syscall(SYS_finit_module, fd, params, 0)) {
		if (errno != EEXIST) {
			say("vm: insmod %s %s: %s\n", path, params,
			    strerror(errno));
			finish(STATUS_SETUP);
		}
	} else if (n_loaded < MAX_MODULES) {
		loaded[n_loaded++] = module_name(path);
	}
	close(fd);
}

static void load_modules(const char *list)
{
	char *text = slurp(list, NULL);
	char *next = text;
	char *line;

	while ((line = strsep(&next, "\n"))) {
		char *params = line;
		char *path = strsep(&params, " ");

		if (*path)
			load_module(path, params ? params : "");
	}
	free(text);
}

/* -1 while no port of this name has appeared. */
static int open_port(const char *name)
{
	DIR *dir = opendir("/sys/class/virtio-ports");
	struct dirent *entry;
	int fd = -1;

	while (dir && fd < 0 && (entry = readdir(dir))) {
		char path[512];
		char *found;

		snprintf(path, sizeof(path), "/sys/class/virtio-ports/%s/name",
			 entry->d_name);
		found = slurp(path, NULL);
		if (found && !strncmp(found, name, strlen(name)) &&
		    found[strlen(name)] == '\n') {
			snprintf(path, sizeof(path), "/dev/%s", entry->d_name);
			fd = open(path, O_WRONLY | O_CLOEXEC);
		}
		free(found);
	}
	if (dir)
		closedir(dir);
	return fd;
}

static void open_ports(void)
{
	int tries;

	for (tries = 0; tries < 1000; tries++) {
		if (verdict_port < 0)
			verdict_port = open_port("verdict");
		if (out_port < 0)
			out_port = open_port("out");
		if (err_port < 0)
			err_port = open_port("err");
		if (verdict_port >= 0 && out_port >= 0 && err_port >= 0)
			return;
		usleep(10000);
	}
	finish(STATUS_SETUP);
}

static _Noreturn void run_command(int out, int err)
{
	char *argv[MAX_WORDS];
	size_t len = 0;
	char *words = slurp("/vm/argv", &len);
	char *end = words + len;
	int n = 0;

	while (words && words < end && n < MAX_WORDS - 1) {
		argv[n++] = words;
		words += strlen(words) + 1;
	}
	argv[n] = NULL;
	dup2(open("/dev/null", O_RDONLY), 0);
	dup2(out, 1);
	dup2(err, 2);
	if (!n || chdir(WORK_DIR))
		_exit(STATUS_SETUP);
	setsid();
	execvp(argv[0], argv);
	fprintf(stderr, "%s: %s\n", argv[0], strerror(errno));
	_exit(errno == ENOENT ? 127 : 126);
}

/* Copies what is there; false at the end of the stream. */
static int relay(int from, int to)
{
	static char chunk[65536];
	ssize_t n = read(from, chunk, sizeof(chunk));

	if (n < 0 && errno == EINTR)
		return 1;
	if (n <= 0)
		return 0;
	write_all(to, chunk, n);
	return 1;
}

static volatile sig_atomic_t child_ended;

static void on_child(int signal)
{
	(void)signal;
	child_ended = 1;
}

/* Reaps whatever ended; true once the command itself is among it. */
static int reap(pid_t command, int *status)
{
	int ended = 0;
	int other;
	pid_t pid;

	while ((pid = waitpid(-1, &other, WNOHANG)) > 0) {
		if (pid == command) {
			*status = other;
			ended = 1;
		}
	}
	return ended;
}

/*
 * Passes the output on until both streams have ended.  Once the command has,
 * what it left behind is killed; processes that outlive that for ten seconds
 * are stuck in the kernel.
 */
static int attend(pid_t command, int out, int err, int *status)
{
	/* stderr first: what is said about a step comes before the next. */
	struct pollfd streams[2] = {
		{ .fd = err, .events = POLLIN },
		{ .fd = out, .events = POLLIN },
	};
	sigset_t normal, blocked;
	int ended = 0;

	sigemptyset(&blocked);
	sigaddset(&blocked, SIGCHLD);
	sigprocmask(SIG_BLOCK, &blocked, &normal);
	while (!ended || streams[0].fd >= 0 || streams[1].fd >= 0) {
		const struct timespec patience = { .tv_sec = 10 };
		int ready = ppoll(streams, 2, ended ? &patience : NULL,
				  &normal);

		if (child_ended) {
			child_ended = 0;
			if (reap(command, status)) {
				ended = 1;
				kill(-1, SIGKILL);
			}
		}
		if (ready == 0)
			return -1;
		if (ready < 0)
			continue;
		if (streams[0].revents && !relay(err, err_port))
			streams[0].fd = -1;
		if (streams[1].revents && !relay(out, out_port))
			streams[1].fd = -1;
	}
	return 0;
}

static int exit_status(int status)
{
	if (WIFSIGNALED(status)) {
		say("vm: the command was killed by signal %d (%s)\n",
		    WTERMSIG(status), strsignal(WTERMSIG(status)));
		return 128 + WTERMSIG(status);
	}
	return WEXITSTATUS(status);
}

static int run(void)
{
	struct sigaction action = { .sa_handler = on_child };
	int out[2], err[2], status = 0;
	int merge = !access("/vm/merge", F_OK);
	pid_t pid;

	sigaction(SIGCHLD, &action, NULL);
	if (pipe2(out, O_CLOEXEC) || pipe2(err, O_CLOEXEC))
		return STATUS_SETUP;
	pid = fork();
	if (pid < 0)
		return STATUS_SETUP;
	if (!pid)
		run_command(out[1], merge ? out[1] : err[1]);
	close(out[1]);
	close(err[1]);
	if (attend(pid, out[0], err[0], &status)) {
		say("vm: processes outlive SIGKILL\n");
		return STATUS_STUCK;
	}
	return exit_status(status);
}

/* A module that cannot go is held by a reference somebody lost. */
static int unload_modules(int first)
{
	int tries = 0;

	while (n_loaded > first) {
		const char *name = loaded[n_loaded - 1];

		if (!syscall(SYS_delete_module, name, O_NONBLOCK) ||
		    errno == ENOENT || errno == ENOSYS) {
			n_loaded--;
			continue;
		}
		if (++tries > 500) {
			say("vm: rmmod %s: %s\n", name, strerror(errno));
			return -1;
		}
		usleep(10000);
	}
	return 0;
}

int main(void)
{
	int status, stock;

	mount_all();
	set_kernel_up();
	load_modules("/vm/ports");
	open_ports();
	load_modules("/vm/stock");
	stock = n_loaded;
	load_modules("/vm/load");
	/* What udev would do on a real machine. */
	if (chown("/dev/crypto", -1, CRYPTO_GID) && errno != ENOENT)
		say("vm: chown /dev/crypto: %s\n", strerror(errno));
	setenv("PATH", "/usr/sbin:/usr/bin:/sbin:/bin", 1);
	setenv("HOME", "/root", 1);
	status = run();
	if (unload_modules(stock) && !status)
		status = STATUS_STUCK;
	finish(status);
}
