#include "sealed_memory.h"

#include <fcntl.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// As in linux/fcntl.h. Defined here because headers can be older than the kernel.
enum {
  SL_ADD_SEALS = 1033, SL_GET_SEALS = 1034,
  SL_SEALED = 1 | 2 | 4 | 16,  // F_SEAL_SEAL, F_SEAL_SHRINK, F_SEAL_GROW, F_SEAL_FUTURE_WRITE
};

int sl_make_sealed_memory(size_t bytes, void **memory) {
#if defined(__linux__) && defined(SYS_memfd_create)
  const unsigned closes = 1, seals = 2, never_runs = 8;  // as in linux/memfd.h
  struct rlimit most;
  // Exceeding the file size limit would kill the process.
  if (getrlimit(RLIMIT_FSIZE, &most) != 0 || most.rlim_cur < bytes) return -1;
  int made = (int)syscall(SYS_memfd_create, "stickerlint", closes | seals | never_runs);
  if (made < 0) made = (int)syscall(SYS_memfd_create, "stickerlint", closes | seals);
  if (made < 0) return -1;
  *memory = MAP_FAILED;
  if (posix_fallocate(made, 0, (off_t)bytes) == 0)
    *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, made, 0);
  if (*memory != MAP_FAILED) {
    if (fcntl(made, SL_ADD_SEALS, SL_SEALED) == 0) return made;
    munmap(*memory, bytes);
  }
  close(made);
#else
  (void)bytes;
  (void)memory;
#endif
  return -1;
}

int sl_is_sealed_memory(int descriptor, size_t bytes) {
#if defined(__linux__)
  struct stat found;
  int sealed = fcntl(descriptor, SL_GET_SEALS);
  if (sealed < 0 || (sealed & SL_SEALED) != SL_SEALED || fstat(descriptor, &found) != 0) return 0;
  return (size_t)found.st_size == bytes;
#else
  (void)descriptor;
  (void)bytes;
  return 0;
#endif
}

const void *sl_map_sealed_memory(int descriptor, size_t bytes) {
  void *memory = mmap(NULL, bytes, PROT_READ, MAP_SHARED, descriptor, 0);
  return memory == MAP_FAILED ? NULL : memory;
}
