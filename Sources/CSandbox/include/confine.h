// The rights that a worker process gives up before it reads an untrusted file. On Linux, each part is applied
// if the kernel supports it.
#ifndef STICKERLINT_CONFINE_H
#define STICKERLINT_CONFINE_H

#include <stdint.h>

// The parts of the sandbox, as bits.
enum {
  SL_NO_NEW_PRIVILEGES = 1,
  SL_LANDLOCK = 2,
  SL_SECCOMP = 4,
};

#if defined(__linux__)
// The memory that a process uses before it is limited, in bytes.
typedef struct {
  uint64_t addresses;  // all mappings
  uint64_t data;       // private writable mappings
} sl_memory;

// Prevents this process and its children from gaining privileges.
int sl_no_new_privileges(void);

// Allows reading only in the given open folders (nowhere if there are none), and no writing. Returns -1 with
// ENOSYS or EOPNOTSUPP if the kernel doesn't support Landlock.
int sl_apply_landlock(const int *readable, int count);

// Allows running and reading everything in `programs`, reading in `readable`, and reading and writing
// `devices`. Like `sl_apply_landlock`, it allows no other access.
int sl_apply_program_landlock(
    const int *programs, int program_count, const int *readable, int readable_count, const int *devices,
    int device_count);

// Makes system calls that open sockets, affect other processes or change the system fail with EPERM.
// Third-party programs that draw art may do everything else.
int sl_apply_program_seccomp(void);

// Limits the total memory (bytes) and CPU time (seconds) of a program. Forbids writing files, including core
// dumps.
int sl_limit_program(uint64_t memory, uint64_t seconds);

// Makes every system call that isn't on an allowlist fail with EPERM. Libraries cope with such failures. If
// `reads` isn't 0, the list includes calls that find and read files.
int sl_apply_seccomp(int reads);

// Closes all descriptors from `first` on.
void sl_close_descriptors_from(int first);

// Ends the process when the thread that started it ends.
void sl_end_with_parent(void);

// Returns the memory in use, or zeros if /proc is missing.
sl_memory sl_used_memory(void);

// Limits additional memory (bytes), CPU time (seconds) and open files. Forbids writing files, including core
// dumps.
int sl_limit_resources(sl_memory used, uint64_t memory, uint64_t seconds, uint64_t files);

// Calls `crashed` once if the process crashes. A second crash of the same kind ends the process.
void sl_set_crash_handler(void (*crashed)(int));
#endif

#endif
