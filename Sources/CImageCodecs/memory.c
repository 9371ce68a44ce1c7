#include "CImageCodecs.h"

#include <string.h>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

void sl_return_freed_memory(void) {
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
}

int sl_has_same_bytes(const uint8_t *bytes, const uint8_t *other, size_t count) {
  return bytes == other || count == 0 || memcmp(bytes, other, count) == 0;
}
