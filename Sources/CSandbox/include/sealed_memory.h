// Memory that one process writes to and its child reads: on Linux, where the kernel seals it.
#ifndef STICKERLINT_SEALED_MEMORY_H
#define STICKERLINT_SEALED_MEMORY_H

#include <stddef.h>

// Makes a descriptor for `bytes` bytes that can only be written through `memory`; -1 if the system does not support it. The
// size is sealed and the memory allocated: a process that accesses a missing page would be killed.
int sl_make_sealed_memory(size_t bytes, void **memory);

// Whether a descriptor was made by `sl_make_sealed_memory` with this size.
int sl_is_sealed_memory(int descriptor, size_t bytes);

// Maps the memory for reading, in a child; NULL if there is no room for it.
const void *sl_map_sealed_memory(int descriptor, size_t bytes);

#endif
