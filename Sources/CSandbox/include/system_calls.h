// What Swift's import of the C library hides: GNU extensions and settings of its memory.
#ifndef STICKERLINT_SYSTEM_CALLS_H
#define STICKERLINT_SYSTEM_CALLS_H

#include <spawn.h>

// Swaps two names in one step.
int sl_exchange(int folder, const char *name, int other_folder, const char *other_name);

// Makes a pipe that child processes do not inherit. Where the system supports it, this holds for processes that another
// thread starts at the same time.
int sl_pipe(int ends[2]);

// Closes every descriptor from `first` on in a child that is started; needs glibc 2.34.
void sl_close_from_in_child(posix_spawn_file_actions_t *actions, int first);

// Enlarges the buffer of a pipe to a number of bytes, if the system allows it.
void sl_widen_pipe(int end, int bytes);

// Milliseconds of processor time that another process has used; -1 if unknown.
long sl_processor_milliseconds(int process);

// Whether another process waits for something other than the processor or a disk; 0 if unknown.
int sl_is_asleep(int process);

// Whether a child has ended; waitpid still returns its status.
int sl_has_ended(int child);

// The number of columns of a terminal; 0 if unknown.
int sl_columns(int terminal);

// Suspends the thread.
void sl_wait(int milliseconds);

// Keeps freed memory in the process for reuse: blocks below `piece` bytes, and at most `kept` bytes at the end of each of
// at most `heaps` heaps. Does nothing without glibc.
void sl_keep_freed_memory(int piece, int kept, int heaps);

#endif
