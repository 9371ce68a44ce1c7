// Memory that a keeper writes to and its child reads: on Linux, where the kernel seals it.
#ifndef STICKERLINT_SHARE_H
#define STICKERLINT_SHARE_H

#include <fcntl.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// A descriptor of so many bytes that only the place told in `memory` can ever write to; -1 where the system
// has none such. Nobody makes them fewer, which would end whoever reads or writes them.
static inline int sl_share_memory(size_t bytes, void **memory) {
#if defined(__linux__) && defined(SYS_memfd_create)
  // As in linux/memfd.h and linux/fcntl.h: headers are older than kernels.
  const unsigned closes = 1, seals = 2, never_runs = 8;
  const int add_seals = 1033, seal = 1, shrink = 2, grow = 4, future_write = 16;
  struct rlimit most;
  // What is longer than a file may be ends the process.
  if (getrlimit(RLIMIT_FSIZE, &most) != 0 || most.rlim_cur < bytes) return -1;
  int made = (int)syscall(SYS_memfd_create, "stickerlint", closes | seals | never_runs);
  if (made < 0) made = (int)syscall(SYS_memfd_create, "stickerlint", closes | seals);
  if (made < 0) return -1;
  // The first three are a child's pipes.
  int descriptor = fcntl(made, F_DUPFD_CLOEXEC, 3);
  close(made);
  if (descriptor < 0) return -1;
  *memory = MAP_FAILED;
  if (ftruncate(descriptor, (off_t)bytes) == 0)
    *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (*memory != MAP_FAILED) {
    if (fcntl(descriptor, add_seals, seal | shrink | grow | future_write) == 0) return descriptor;
    munmap(*memory, bytes);
  }
  close(descriptor);
#else
  (void)bytes;
  (void)memory;
#endif
  return -1;
}

// Where a child finds what `descriptor` shares with it; NULL where that is nothing of so many bytes.
static inline const void *sl_shared_memory(int descriptor, size_t bytes) {
  struct stat found;
  if (fstat(descriptor, &found) != 0 || !S_ISREG(found.st_mode)) return NULL;
  if ((size_t)found.st_size != bytes) return NULL;
  void *memory = mmap(NULL, bytes, PROT_READ, MAP_SHARED, descriptor, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

#endif
