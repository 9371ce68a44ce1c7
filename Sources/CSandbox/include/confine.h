// What a worker gives up before it reads a byte of an untrusted file: on Linux, each part where the kernel has it.
#ifndef STICKERLINT_CONFINE_H
#define STICKERLINT_CONFINE_H

#include <stdint.h>

// The parts of confinement, as bits.
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

// This process and its children never gain privileges.
int sl_no_new_privileges(void);

// Allows reading below some open folders only, nowhere if there are none, and no writing. Returns -1 with ENOSYS or EOPNOTSUPP
// if the kernel does not support it.
int sl_landlock(const int *readable, int count);

// Makes every system call fail with EPERM except those of a list. Libraries continue without what they asked for.
int sl_seccomp(int reads);

// Closes every descriptor from `first` on.
void sl_close_from(int first);

// Ends the process when the thread that started it ends.
void sl_end_with_parent(void);

// The memory that is used now; zeros if /proc is missing.
sl_memory sl_used_memory(void);

// Limits memory beyond what is used (bytes), processor time (seconds) and open files. No file can be written, and no core
// dump.
int sl_limit_resources(sl_memory used, uint64_t memory, uint64_t seconds, uint64_t files);

// Calls `crashed` once if the process crashes; a second crash of the same kind ends the process.
void sl_when_crashed(void (*crashed)(int));
#endif

#endif
