#include "CImageCodecs.h"

#include <xxhash.h>

sl_hash sl_xxh3_portable(const uint8_t *bytes, size_t count, uint64_t seed) {
  XXH128_hash_t hash = XXH3_128bits_withSeed(bytes, count, seed);
  return (sl_hash){hash.low64, hash.high64};
}
