// The library's own build of XXH3 processes 16 bytes at a time, which any processor can do. With AVX2, it
// needs half as many instructions. The header contains the whole implementation, so it is compiled a second
// time here.
#include "CImageCodecs.h"
#include "inline.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>

#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#define XXH_INLINE_ALL
#define XXH_VECTOR 2  // XXH_AVX2
#include <xxhash.h>

static sl_hash hash_avx2(const uint8_t *bytes, size_t count, uint64_t seed) {
  XXH128_hash_t hash = XXH3_128bits_withSeed(bytes, count, seed);
  return (sl_hash){hash.low64, hash.high64};
}
#pragma clang attribute pop
#endif

sl_hash sl_xxh3(const uint8_t *bytes, size_t count, uint64_t seed) {
  USE_AVX2(hash_avx2(bytes, count, seed));
  return sl_xxh3_portable(bytes, count, seed);
}
