// Memory that a process writes and its child reads. Only on Linux, if the kernel supports seals.
#ifndef STICKERLINT_SEALED_MEMORY_H
#define STICKERLINT_SEALED_MEMORY_H

#include <stddef.h>

// Creates a descriptor for `bytes` bytes that can be written only through `memory`. Returns -1 if the system
// doesn't support it. The size is sealed and the memory is allocated in advance, because accessing a missing
// page would kill the process.
int sl_make_sealed_memory(size_t bytes, void **memory);

// Whether `sl_make_sealed_memory` created the descriptor with this size.
int sl_is_sealed_memory(int descriptor, size_t bytes);

// Maps the memory for reading in a child. Returns NULL if mapping fails.
const void *sl_map_sealed_memory(int descriptor, size_t bytes);

#endif
