#include "break_out.h"

#if defined(__linux__) && defined(STICKERLINT_POISON)
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

int sl_try_escapes(void) {
  char *const none[] = {NULL};
  pid_t child;
  if (open("/etc/passwd", O_RDONLY) >= 0) return 1;
  if (open("/tmp/stickerlint-broke-out", O_WRONLY | O_CREAT, 0600) >= 0) return 2;
  if (open("/", O_RDONLY | O_DIRECTORY) >= 0) return 3;
  if (open("/proc/self/mem", O_RDWR) >= 0) return 4;
  if (socket(AF_INET, SOCK_STREAM, 0) >= 0) return 5;
  if (socket(AF_UNIX, SOCK_STREAM, 0) >= 0) return 6;
  if (posix_spawn(&child, "/bin/true", NULL, NULL, none, none) == 0) return 7;
  if ((child = fork()) >= 0) {
    if (child == 0) _exit(0);
    return 8;
  }
  execve("/bin/true", none, none);  // returns only if it is denied
  if (kill(getppid(), 0) == 0) return 9;
  if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0) return 10;
  const int writable = PROT_READ | PROT_WRITE, alone = MAP_PRIVATE | MAP_ANONYMOUS;
  if (mmap(NULL, 4096, writable | PROT_EXEC, alone, -1, 0) != MAP_FAILED) return 11;
  struct rlimit more = {RLIM_INFINITY, RLIM_INFINITY};
  if (setrlimit(RLIMIT_DATA, &more) == 0) return 12;
  if (unlink("/tmp/stickerlint-broke-out") == 0 || mkdir("/tmp/stickerlint-broke-out", 0700) == 0) return 13;
  if (chmod("/tmp", 0777) == 0 || chown("/etc/hostname", getuid(), getgid()) == 0) return 15;
  if (mmap(NULL, 4096, writable, MAP_SHARED | MAP_ANONYMOUS, -1, 0) != MAP_FAILED) return 16;
  if (fcntl(1, F_SETOWN, getppid()) == 0) return 17;
  if (link("/etc/hostname", "/tmp/stickerlint-broke-out") == 0) return 18;
  if (rename("/tmp/stickerlint-none", "/tmp/stickerlint-broke-out") == 0 || errno != EPERM) return 19;
  if (syscall(SYS_tgkill, getppid(), getppid(), 0) == 0) return 20;
  // Even if files can be read, none can be truncated or created. The filter enforces this, not only Landlock.
  if (open("/etc/hostname", O_RDONLY | O_TRUNC) >= 0 || errno != EPERM) return 21;
  if (open("/tmp/stickerlint-broke-out", O_RDONLY | O_CREAT, 0600) >= 0 || errno != EPERM) return 22;
  // Descriptors that the parent shares are closed. Without a filter, the invalid address below causes a
  // different error.
  if (write(3, "x", 1) >= 0 || ftruncate(3, 0) == 0) return 23;
  if (madvise((void *)1, 1, 100) == 0 || errno != EPERM) return 24;  // MADV_HWPOISON
  // Try to use 3 GiB of memory that is made read-only after being written to.
  const size_t piece = 32 << 20;
  void *pieces[96];
  int mapped = 0;
  for (; mapped < 96; mapped++) {
    char *memory = mmap(NULL, piece, writable, alone, -1, 0);
    if (memory == MAP_FAILED) break;
    *memory = 1;
    pieces[mapped] = memory;
    mprotect(memory, piece, PROT_READ);
  }
  for (int i = 0; i < mapped; i++) munmap(pieces[i], piece);
  if (mapped == 96) return 25;
  // Try a mapping with large page tables. Reading one byte in each 2 MiB of a read-only mapping takes 4 KiB
  // of page tables.
  if (mmap(NULL, (size_t)64 << 30, PROT_READ, alone | MAP_NORESERVE, -1, 0) != MAP_FAILED) return 26;
  if (chdir("/") == 0 || chroot("/") == 0) return 14;
  return 0;
}
#endif
