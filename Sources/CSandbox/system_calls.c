#include "system_calls.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif
#if defined(__linux__)
#include <sys/syscall.h>
#endif

int sl_swap_names(int folder, const char *name, int other_folder, const char *other_name) {
#if defined(__linux__) && defined(SYS_renameat2)
  const unsigned exchange = 2;  // RENAME_EXCHANGE of linux/fs.h
  return (int)syscall(SYS_renameat2, folder, name, other_folder, other_name, exchange);
#elif defined(__APPLE__)
  return renameatx_np(folder, name, other_folder, other_name, RENAME_SWAP);
#else
  errno = ENOSYS;
  return -1;
#endif
}

int sl_pipe(int ends[2]) {
#if defined(__linux__) && defined(SYS_pipe2)
  return (int)syscall(SYS_pipe2, ends, O_CLOEXEC);
#else
  if (pipe(ends) != 0) return -1;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  return 0;
#endif
}

#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
// glibc declares it only with _GNU_SOURCE.
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first);
#endif

void sl_close_descriptors_from_in_child(posix_spawn_file_actions_t *actions, int first) {
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
  posix_spawn_file_actions_addclosefrom_np(actions, first);
#else
  (void)actions;
  (void)first;
#endif
}

void sl_enlarge_pipe_buffer(int end, int bytes) {
#if defined(__linux__)
  fcntl(end, 1031, bytes);  // F_SETPIPE_SZ of linux/fcntl.h
#else
  (void)end;
  (void)bytes;
#endif
}

long sl_processor_milliseconds(int process) {
#if defined(__linux__)
  clockid_t clock;
  struct timespec used;
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &used) != 0) return -1;
  return (long)used.tv_sec * 1000 + used.tv_nsec / 1000000;
#else
  (void)process;
  return -1;
#endif
}

int sl_is_asleep(int process) {
#if defined(__linux__)
  char name[32], text[512] = {0};
  snprintf(name, sizeof name, "/proc/%d/stat", process);
  FILE *file = fopen(name, "re");
  if (!file) return 0;
  size_t count = fread(text, 1, sizeof text - 2, file);
  fclose(file);
  // The state follows the program name, which is in parentheses and may contain any character.
  while (count > 0 && text[count - 1] != ')') count--;
  return count > 0 && text[count] == ' ' && text[count + 1] == 'S';
#else
  (void)process;
  return 0;
#endif
}

int sl_has_ended(int child) {
  siginfo_t found;
  found.si_pid = 0;
  return waitid(P_PID, (id_t)child, &found, WEXITED | WNOHANG | WNOWAIT) != 0 || found.si_pid != 0;
}

int sl_terminal_columns(int terminal) {
  struct winsize size;
  return ioctl(terminal, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

void sl_sleep(int milliseconds) { usleep((useconds_t)milliseconds * 1000); }

void sl_keep_freed_memory(int piece, int kept, int heaps) {
#if defined(__GLIBC__)
  mallopt(M_MMAP_THRESHOLD, piece);
  mallopt(M_TRIM_THRESHOLD, kept);
  mallopt(M_ARENA_MAX, heaps);
#else
  (void)piece;
  (void)kept;
  (void)heaps;
#endif
}

int sl_make_unnamed_file(const void *data, size_t bytes) {
  int made = -1;
#if defined(__linux__) && defined(SYS_memfd_create)
  made = (int)syscall(SYS_memfd_create, "art", 1u);  // MFD_CLOEXEC
#endif
  if (made < 0) {
    char name[] = "/tmp/stickerlint-XXXXXX";
    made = mkstemp(name);
    if (made < 0) return -1;
    unlink(name);
    fcntl(made, F_SETFD, FD_CLOEXEC);
  }
  for (size_t written = 0; written < bytes;) {
    ssize_t count = write(made, (const char *)data + written, bytes - written);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      close(made);
      return -1;
    }
    written += (size_t)count;
  }
  if (lseek(made, 0, SEEK_SET) == 0) return made;
  close(made);
  return -1;
}

void sl_create_process_group(void) { setpgid(0, 0); }
