#include "confine.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#if defined(__linux__)
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>

// Landlock constants up to version 6, as in linux/landlock.h. Defined here because headers can be older than
// the kernel.
#define SL_LANDLOCK_FIRST 0x1FFFull
#define SL_LANDLOCK_REFER (1ull << 13)
#define SL_LANDLOCK_TRUNCATE (1ull << 14)
#define SL_LANDLOCK_IOCTL (1ull << 15)
#define SL_LANDLOCK_RUN (1ull << 0)
#define SL_LANDLOCK_WRITE_FILE (1ull << 1)
#define SL_LANDLOCK_READ_FILE (1ull << 2)
#define SL_LANDLOCK_READ_FOLDER (1ull << 3)
#define SL_LANDLOCK_SOCKETS 3ull  // bind and connect, since version 4
#define SL_LANDLOCK_SCOPES 3ull  // abstract sockets and signals to other processes, since version 6
#define SL_SYS_LANDLOCK 444  // the same number on all architectures; create, add, restrict

int sl_no_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }

// The filters of older container runtimes reject unknown system calls with EPERM. Treat that as unsupported.
static int sl_treat_eperm_as_unsupported(int result) {
  if (result < 0 && errno == EPERM) errno = ENOSYS;
  return result;
}

static int sl_landlock_version(void) {
  return sl_treat_eperm_as_unsupported((int)syscall(SL_SYS_LANDLOCK, NULL, (size_t)0, 1u));
}

// Adds a rule for open files and folders. Folder rights don't apply to files.
static int sl_allow_files(int set, uint64_t access, const int *places, int count) {
  const uint64_t file_rights = 7 | SL_LANDLOCK_TRUNCATE | SL_LANDLOCK_IOCTL;  // run, write, read
  for (int i = 0; i < count; i++) {
    struct __attribute__((packed)) {
      uint64_t access;
      int32_t folder;
    } rule = {access, places[i]};
    struct stat found;
    if (fstat(rule.folder, &found) == 0 && !S_ISDIR(found.st_mode)) rule.access &= file_rights;
    if (syscall(SL_SYS_LANDLOCK + 1, set, 1u, &rule, 0u) != 0) return -1;
  }
  return 0;
}

static int sl_landlock_set(void) {
  int version = sl_landlock_version();
  if (version < 1) return -1;
  struct {
    uint64_t files, sockets, scopes;
  } rules = {SL_LANDLOCK_FIRST, 0, 0};
  if (version >= 2) rules.files |= SL_LANDLOCK_REFER;
  if (version >= 3) rules.files |= SL_LANDLOCK_TRUNCATE;
  if (version >= 5) rules.files |= SL_LANDLOCK_IOCTL;
  if (version >= 4) rules.sockets = SL_LANDLOCK_SOCKETS;
  if (version >= 6) rules.scopes = SL_LANDLOCK_SCOPES;
  return (int)syscall(SL_SYS_LANDLOCK, &rules, sizeof rules, 0u);
}

static int sl_restrict_files(int set, int failed) {
  if (!failed) failed = syscall(SL_SYS_LANDLOCK + 2, set, 0u) != 0;
  close(set);
  return failed ? -1 : 0;
}

int sl_apply_landlock(const int *readable, int count) {
  int set = sl_landlock_set();
  if (set < 0) return -1;
  return sl_restrict_files(
      set, sl_allow_files(set, SL_LANDLOCK_READ_FILE | SL_LANDLOCK_READ_FOLDER, readable, count));
}

int sl_apply_program_landlock(
    const int *programs, int program_count, const int *readable, int readable_count, const int *devices,
    int device_count) {
  int set = sl_landlock_set();
  if (set < 0) return -1;
  const uint64_t reads = SL_LANDLOCK_READ_FILE | SL_LANDLOCK_READ_FOLDER;
  return sl_restrict_files(
      set, sl_allow_files(set, reads | SL_LANDLOCK_RUN, programs, program_count) |
               sl_allow_files(set, reads, readable, readable_count) |
               sl_allow_files(set, SL_LANDLOCK_READ_FILE | SL_LANDLOCK_WRITE_FILE, devices, device_count));
}

#if defined(__x86_64__)
#define SL_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define SL_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#if defined(SL_ARCHITECTURE) && defined(SYS_seccomp)

// System calls for a process that reads requests from a pipe, computes, and writes answers to another pipe.
static const int sl_calls_for_computing[] = {
    SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_close, SYS_munmap, SYS_mremap, SYS_brk,
    SYS_futex, SYS_exit, SYS_exit_group, SYS_rt_sigreturn, SYS_rt_sigprocmask, SYS_rt_sigaction,
    SYS_sigaltstack,
    SYS_ppoll, SYS_clock_gettime, SYS_gettimeofday, SYS_getrandom, SYS_sched_yield, SYS_getpid, SYS_gettid,
    SYS_restart_syscall,
#ifdef SYS_poll
    SYS_poll,
#endif
};

// More system calls for a process that finds and reads files. Landlock restricts which files.
static const int sl_calls_for_file_access[] = {
    SYS_newfstatat, SYS_fstat, SYS_statx, SYS_getdents64, SYS_readlinkat, SYS_faccessat,
    SYS_lseek, SYS_pread64, SYS_getcwd, SYS_sched_getaffinity,
#ifdef SYS_faccessat2
    SYS_faccessat2,
#endif
#ifdef SYS_open
    SYS_stat, SYS_lstat, SYS_access, SYS_readlink,
#endif
};

typedef struct {
  struct sock_filter steps[320];
  unsigned short count;
} sl_filter;

static void sl_step(
    sl_filter *self, unsigned short code, uint32_t value, unsigned char yes, unsigned char no) {
  struct sock_filter step = {code, yes, no, value};
  if (self->count < sizeof self->steps / sizeof self->steps[0]) self->steps[self->count++] = step;
}

static void sl_load(sl_filter *self, size_t offset) {
  sl_step(self, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

static void sl_return_action(sl_filter *self, uint32_t action) {
  sl_step(self, BPF_RET | BPF_K, action, 0, 0);
}

static void sl_allow(sl_filter *self, const int *calls, size_t count) {
  for (size_t i = 0; i < count; i++) {
    sl_step(self, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)calls[i], 0, 1);
    sl_return_action(self, SECCOMP_RET_ALLOW);
  }
}

// The offset of an argument's lower half. Both supported architectures are little-endian.
#define SL_ARGUMENT(n) (offsetof(struct seccomp_data, args) + 8 * (n))

// Allows a call if the given bits of an argument have the given value. Otherwise reloads the number of the
// call for the next test.
static void sl_allow_where(sl_filter *self, int call, int argument, uint32_t bits, uint32_t value) {
  sl_step(self, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 5);
  sl_load(self, SL_ARGUMENT(argument));
  sl_step(self, BPF_ALU | BPF_AND | BPF_K, bits, 0, 0);
  sl_step(self, BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
  sl_return_action(self, SECCOMP_RET_ALLOW);
  sl_load(self, offsetof(struct seccomp_data, nr));
}

// Allows only private memory that isn't executable, so that all of it counts toward the limit.
static void sl_allow_private_memory(sl_filter *self, uint32_t executable) {
  const uint32_t uncounted = 0x101;  // MAP_SHARED, MAP_GROWSDOWN
  sl_step(self, BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 0, 8);
  sl_load(self, SL_ARGUMENT(2));
  sl_step(self, BPF_ALU | BPF_AND | BPF_K, executable, 0, 0);
  sl_step(self, BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 4);
  sl_load(self, SL_ARGUMENT(3));
  sl_step(self, BPF_ALU | BPF_AND | BPF_K, uncounted, 0, 0);
  sl_step(self, BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1);
  sl_return_action(self, SECCOMP_RET_ALLOW);
  sl_load(self, offsetof(struct seccomp_data, nr));
}

static void sl_begin(sl_filter *self) {
  self->count = 0;
  sl_load(self, offsetof(struct seccomp_data, arch));
  sl_step(self, BPF_JMP | BPF_JEQ | BPF_K, SL_ARCHITECTURE, 1, 0);
  sl_return_action(self, SECCOMP_RET_KILL_PROCESS);
  sl_load(self, offsetof(struct seccomp_data, nr));
}

static int sl_apply(sl_filter *self) {
  struct sock_fprog program = {self->count, self->steps};
  return sl_treat_eperm_as_unsupported(
      (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program));
}

// System calls that no program needs for drawing: sockets, other processes, and changes to the system. Also
// io_uring, which could make denied calls on a program's behalf.
static const int sl_calls_denied_to_programs[] = {
    SYS_socket, SYS_socketpair, SYS_connect, SYS_bind, SYS_listen, SYS_accept4, SYS_sendto, SYS_sendmsg,
    SYS_sendmmsg, SYS_recvfrom, SYS_recvmsg, SYS_recvmmsg, SYS_ptrace, SYS_process_vm_readv,
    SYS_process_vm_writev, SYS_kill, SYS_tkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo, SYS_unshare,
    SYS_setns, SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_bpf, SYS_perf_event_open, SYS_keyctl,
    SYS_add_key, SYS_request_key, SYS_userfaultfd, SYS_init_module, SYS_finit_module, SYS_delete_module,
    SYS_kexec_load, SYS_reboot, SYS_swapon, SYS_swapoff, SYS_settimeofday, SYS_clock_settime,
    SYS_sethostname, SYS_setdomainname, SYS_open_by_handle_at, SYS_quotactl, SYS_acct, SYS_fchmod,
    SYS_fchmodat, SYS_fchown, SYS_fchownat, SYS_utimensat, SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr,
    SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr,
    425, 426, 427,  // io_uring_setup, io_uring_enter, io_uring_register
    424, 438,       // pidfd_send_signal, pidfd_getfd
#ifdef SYS_open
    SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat, SYS_accept,
#endif
};

int sl_apply_program_seccomp(void) {
  sl_filter filter;
  sl_begin(&filter);
#if defined(__x86_64__)
  // Calls of the x32 ABI have other numbers.
  sl_step(&filter, BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1);
  sl_return_action(&filter, SECCOMP_RET_ERRNO | EPERM);
#endif
  for (size_t i = 0; i < sizeof sl_calls_denied_to_programs / sizeof(int); i++) {
    sl_step(&filter, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)sl_calls_denied_to_programs[i], 0, 1);
    sl_return_action(&filter, SECCOMP_RET_ERRNO | EPERM);
  }
  // Without clone3, libraries use clone, whose flags can be checked. New namespaces are denied.
  sl_step(&filter, BPF_JMP | BPF_JEQ | BPF_K, 435, 0, 1);  // clone3
  sl_return_action(&filter, SECCOMP_RET_ERRNO | ENOSYS);
  const uint32_t namespaces = 0x7E020080;
  sl_allow_where(&filter, SYS_clone, 0, namespaces, 0);
  sl_step(&filter, BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 1);
  sl_return_action(&filter, SECCOMP_RET_ERRNO | EPERM);
  sl_return_action(&filter, SECCOMP_RET_ALLOW);
  return sl_apply(&filter);
}

int sl_apply_seccomp(int reads) {
  sl_filter filter;
  sl_begin(&filter);
  sl_allow(&filter, sl_calls_for_computing, sizeof sl_calls_for_computing / sizeof(int));
  const uint32_t executable = 4;  // PROT_EXEC
  sl_allow_private_memory(&filter, executable);
  sl_allow_where(&filter, SYS_mprotect, 2, executable, 0);
  // higher values include advice that removes pages of other processes
  sl_allow_where(&filter, SYS_madvise, 2, ~31u, 0);
  sl_allow_where(&filter, SYS_tgkill, 0, UINT32_MAX, (uint32_t)getpid());  // needed for abort()
  if (reads) {
    sl_allow(&filter, sl_calls_for_file_access, sizeof sl_calls_for_file_access / sizeof(int));
    // Some versions of Landlock don't cover truncation on open.
    const uint32_t changes = O_ACCMODE | O_CREAT | O_TRUNC;
    sl_allow_where(&filter, SYS_openat, 2, changes, O_RDONLY);
#ifdef SYS_open
    sl_allow_where(&filter, SYS_open, 1, changes, O_RDONLY);
#endif
    // Other commands could make the kernel send signals.
    const uint32_t commands[] = {F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC};
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
      sl_allow_where(&filter, SYS_fcntl, 1, UINT32_MAX, commands[i]);
  }
  sl_return_action(&filter, SECCOMP_RET_ERRNO | EPERM);
  return sl_apply(&filter);
}

#else
int sl_apply_program_seccomp(void) {
  errno = ENOSYS;
  return -1;
}

int sl_apply_seccomp(int reads) {
  (void)reads;
  errno = ENOSYS;
  return -1;
}
#endif

void sl_close_descriptors_from(int first) {
#ifdef SYS_close_range
  if (syscall(SYS_close_range, (unsigned)first, ~0u, 0u) == 0) return;
#endif
  for (int descriptor = first; descriptor < 4096; descriptor++) close(descriptor);
}

void sl_end_with_parent(void) { prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0); }

sl_memory sl_used_memory(void) {
  sl_memory used = {0, 0};
  FILE *file = fopen("/proc/self/statm", "re");
  if (!file) return used;
  unsigned long long all = 0, data = 0;  // the first and sixth numbers, in pages
  const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
  if (fscanf(file, "%llu %*u %*u %*u %*u %llu", &all, &data) == 2)
    used = (sl_memory){.addresses = all * page, .data = data * page};
  fclose(file);
  return used;
}

static uint64_t sl_sum(uint64_t a, uint64_t b) { return a > UINT64_MAX - b ? UINT64_MAX : a + b; }

// Sets a permanent limit. The soft limit is `grace` below the hard one. Never raises a limit that the parent
// has set.
static int sl_limit(int resource, uint64_t most, uint64_t grace) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0) return -1;
  if (limit.rlim_max > sl_sum(most, grace)) limit.rlim_max = sl_sum(most, grace);
  limit.rlim_cur = limit.rlim_max > grace ? limit.rlim_max - grace : limit.rlim_max;
  return setrlimit(resource, &limit);
}

int sl_limit_resources(sl_memory used, uint64_t memory, uint64_t seconds, uint64_t files) {
  // RLIMIT_DATA excludes mappings that were written to and then made read-only, and page tables of mappings
  // that are only read. So the address space is limited, too. Each thread reserves 64 MiB for its heap and
  // uses little of it.
  const uint64_t reserved = 256 << 20;
  // The stack doesn't count as data. This is its usual size.
  const uint64_t stack = 8 << 20;
  // The soft CPU limit ends the process with a distinct signal, SIGXCPU.
  return sl_limit(RLIMIT_DATA, sl_sum(used.data, memory), 0) |
         (used.addresses ? sl_limit(RLIMIT_AS, sl_sum(used.addresses, sl_sum(memory, reserved)), 0) : 0) |
         sl_limit(RLIMIT_CPU, seconds, 5) |
         sl_limit(RLIMIT_NOFILE, files, 0) | sl_limit(RLIMIT_STACK, stack, 0) |
         sl_limit(RLIMIT_CORE, 0, 0) | sl_limit(RLIMIT_FSIZE, 0, 0);
}

int sl_limit_program(uint64_t memory, uint64_t seconds) {
  return sl_limit(RLIMIT_AS, memory, 0) | sl_limit(RLIMIT_CPU, seconds, 1) | sl_limit(RLIMIT_NOFILE, 256, 0) |
         sl_limit(RLIMIT_CORE, 0, 0) | sl_limit(RLIMIT_FSIZE, 0, 0);
}

void sl_set_crash_handler(void (*crashed)(int)) {
  const int crashes[] = {SIGABRT, SIGBUS, SIGILL, SIGSEGV, SIGTRAP};
  struct sigaction action = {.sa_handler = crashed, .sa_flags = (int)SA_RESETHAND | SA_NODEFER};
  for (size_t i = 0; i < sizeof crashes / sizeof crashes[0]; i++) sigaction(crashes[i], &action, NULL);
}

#endif
