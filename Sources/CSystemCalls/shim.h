// What Swift's import of the C library hides: GNU extensions and its memory's settings.
#ifndef STICKERLINT_SYSTEM_H
#define STICKERLINT_SYSTEM_H

#include <errno.h>
#include <stdio.h>
#include <unistd.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif
#if defined(__linux__)
#include <sys/syscall.h>
#endif

// Two names change places in one step.
static inline int sl_exchange(int folder, const char *name, int other_folder, const char *other_name) {
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

// Freed memory stays with the process, for the next of its size: pieces below `piece` bytes, and no more than
// `kept` bytes at the end of each of at most `heaps` heaps. Does nothing where the C library is another.
static inline void sl_keep_freed_memory(int piece, int kept, int heaps) {
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

#endif
