// What a worker gives up before it reads a byte of an untrusted file: on Linux, each part where the kernel has it.
#ifndef STICKERLINT_CONFINE_H
#define STICKERLINT_CONFINE_H

#include <stdint.h>

// What was given up, as bits.
enum {
  SL_NO_NEW_PRIVILEGES = 1,
  SL_LANDLOCK = 2,
  SL_SECCOMP = 4,
};

#if defined(__linux__)
// The memory that a process has before it is limited, in bytes.
typedef struct {
  uint64_t addresses;  // all mappings
  uint64_t data;       // private writable mappings
} sl_memory;

// Nothing below ever gets more rights than it has.
int sl_no_new_privileges(void);

// From now on only what lies below some open folders can be read, nothing anywhere where there are none, and
// nothing can be written. -1 with ENOSYS or EOPNOTSUPP: this kernel does not do that.
int sl_landlock(const int *readable, int count);

// From now on every call but some fails with EPERM: a library that asks for more goes on without it.
int sl_seccomp(int reads);

// Descriptors from `first` on are closed, whoever left them open.
void sl_close_from(int first);

// The process ends with the thread that started it.
void sl_end_with_parent(void);

// Zeros if /proc is missing.
sl_memory sl_used_memory(void);

// No more than so many bytes of memory beyond what is used, seconds of processor time and open files; no file
// written, no image of a crash.
int sl_limit_resources(sl_memory used, uint64_t memory, uint64_t seconds, uint64_t files);

// Calls `crashed` once when the process crashes; the same crash again ends it.
void sl_when_crashed(void (*crashed)(int));
#endif

#endif
