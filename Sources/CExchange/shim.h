// Two names change places in one step. Swift's import of Glibc hides `renameat2`, which is a GNU extension.
#ifndef STICKERLINT_EXCHANGE_H
#define STICKERLINT_EXCHANGE_H

#include <errno.h>
#include <stdio.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/syscall.h>
#endif

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

#endif
