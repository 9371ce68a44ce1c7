// System calls that Swift's import of the C library hides, such as GNU extensions and malloc settings.
#ifndef STICKERLINT_SYSTEM_CALLS_H
#define STICKERLINT_SYSTEM_CALLS_H

#include <spawn.h>
#include <stddef.h>

// Swaps two names atomically.
int sl_swap_names(int folder, const char *name, int other_folder, const char *other_name);

// Creates a pipe that child processes don't inherit. If the system supports it, this includes children that
// another thread starts at the same time.
int sl_pipe(int ends[2]);

// Closes all descriptors from `first` on in a child that is being started. Requires glibc 2.34.
void sl_close_descriptors_from_in_child(posix_spawn_file_actions_t *actions, int first);

// Enlarges the buffer of a pipe to `bytes`, if the system allows it.
void sl_enlarge_pipe_buffer(int end, int bytes);

// Returns the CPU time of another process in milliseconds, or -1 if it is unknown.
long sl_processor_milliseconds(int process);

// Whether another process is waiting for something other than the CPU or a disk. Returns 0 if unknown.
int sl_is_asleep(int process);

// Whether a child has ended. Its status remains available to waitpid.
int sl_has_ended(int child);

// Creates a file without a name that holds `bytes` bytes of `data`, and returns a descriptor at its
// beginning, or -1. Other programs can read it and seek in it.
int sl_make_unnamed_file(const void *data, size_t bytes);

// Makes the process the leader of a group, so that a signal can end all processes that it starts.
void sl_create_process_group(void);

// Returns the number of columns of a terminal, or 0 if it is unknown.
int sl_terminal_columns(int terminal);

// Suspends the thread.
void sl_sleep(int milliseconds);

// Keeps freed memory in the process for reuse: blocks smaller than `piece` bytes, and up to `kept` bytes at
// the end of each heap. Limits the number of heaps to `heaps`. Does nothing without glibc.
void sl_keep_freed_memory(int piece, int kept, int heaps);

#endif
