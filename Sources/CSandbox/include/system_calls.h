// What Swift's import of the C library hides: GNU extensions and settings of its memory.
#ifndef STICKERLINT_SYSTEM_CALLS_H
#define STICKERLINT_SYSTEM_CALLS_H

#include <spawn.h>

// Two names change places in one step.
int sl_exchange(int folder, const char *name, int other_folder, const char *other_name);

// A pipe that children do not get; where the system can, also those that another thread starts just now.
int sl_pipe(int ends[2]);

// Closes every descriptor from `first` on in a child that is started, where the C library can (glibc 2.34).
void sl_close_from_in_child(posix_spawn_file_actions_t *actions, int first);

// Makes room for so many bytes in a pipe, where the system lets us.
void sl_widen_pipe(int end, int bytes);

// Milliseconds of processor time that another process has used; -1 where the system does not tell.
long sl_processor_milliseconds(int process);

// Whether another process waits for anything but the processor or a disk. 0 if unknown.
int sl_is_asleep(int process);

// Whether a child has come to its end; whoever waits for it still learns how.
int sl_has_ended(int child);

// How many characters a line of a terminal shows; 0 where it does not tell.
int sl_columns(int terminal);

// Keeps a thread waiting.
void sl_wait(int milliseconds);

// Freed memory stays with the process, for the next of its size: pieces below `piece` bytes, and no more than
// `kept` bytes at the end of each of at most `heaps` heaps. Does nothing where the C library is another.
void sl_keep_freed_memory(int piece, int kept, int heaps);

#endif
