// Memory that one process writes to and its child reads: on Linux, where the kernel seals it.
#ifndef STICKERLINT_SEALED_MEMORY_H
#define STICKERLINT_SEALED_MEMORY_H

#include <stddef.h>

// A descriptor of so many bytes that only the place told in `memory` can ever write to; -1 where the system
// has none such. Nobody makes them fewer, and none is still to be found when it is needed: both would end
// whoever reads or writes there.
int sl_make_sealed_memory(size_t bytes, void **memory);

// Whether a descriptor is what another process got from `sl_make_sealed_memory`.
int sl_is_sealed_memory(int descriptor, size_t bytes);

// Where a child finds it; NULL where there is no room for it.
const void *sl_map_sealed_memory(int descriptor, size_t bytes);

#endif
