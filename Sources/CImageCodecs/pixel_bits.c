// Computes bit masks of pixels, 64 per word. Processors have instructions that compare many bytes and collect
// one bit from each, but Swift doesn't expose them. The code uses the compiler's portable vectors, and is
// compiled a second time for AVX2 on x86.
#include "CImageCodecs.h"
#include "inline.h"

#include <string.h>

typedef uint32_t words16 __attribute__((ext_vector_type(16), aligned(1), may_alias));
typedef uint8_t bytes16 __attribute__((ext_vector_type(16)));
typedef uint8_t bytes32 __attribute__((ext_vector_type(32)));
typedef _Bool flags8 __attribute__((ext_vector_type(8)));
typedef _Bool flags32 __attribute__((ext_vector_type(32)));
typedef uint32_t words8 __attribute__((ext_vector_type(8), aligned(1), may_alias));

// Passed by address, because the ABI for vectors this wide differs between processors.
#define SIXTEEN(at) (*(const words16 *)(const void *)(at))
#define EIGHT(at) (*(const words8 *)(const void *)(at))

// Returns 64 bits that tell which values in two vectors of 32 alpha values are at least `least`.
INLINE uint64_t at_least(const bytes32 alphas[2], uint8_t least) {
  flags32 first = __builtin_convertvector(alphas[0] >= least, flags32);
  flags32 second = __builtin_convertvector(alphas[1] >= least, flags32);
  uint32_t low, high;
  memcpy(&low, &first, sizeof low);
  memcpy(&high, &second, sizeof high);
  return (uint64_t)high << 32 | low;
}

// The alpha of a pixel as a number, independent of byte order.
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define ALPHAS(pixels) ((pixels) >> 24)
#else
#define ALPHAS(pixels) ((pixels) & 0xFF)
#endif

// Whether 64 pixels are all transparent or all opaque, the usual case. Sets `*bits` to 0 or to all ones.
INLINE int is_uniform(const uint8_t *pixels, uint64_t *bits) {
  words8 any = EIGHT(pixels), all = any;
  for (int at = 32; at < 256; at += 32) {
    any |= EIGHT(pixels + at);
    all &= EIGHT(pixels + at);
  }
  flags8 some = __builtin_convertvector(ALPHAS(any) != 0, flags8);
  flags8 every = __builtin_convertvector(ALPHAS(all) == 255, flags8);
  uint8_t some_bits, every_bits;
  memcpy(&some_bits, &some, sizeof some_bits);
  memcpy(&every_bits, &every, sizeof every_bits);
  *bits = some_bits == 0 ? 0 : ~(uint64_t)0;
  return some_bits == 0 || every_bits == 0xFF;
}

// Extends the bounds to the bits of a word. Must be called row by row, with at least one bit set.
INLINE void include(sl_extent *extent, uint64_t bits, size_t word, size_t row) {
  if (!extent->is_set) *extent = (sl_extent){row, row, SIZE_MAX, 0, 1};
  extent->bottom = row;
  // Skips the bit scans for most words: only a few extend the range.
  size_t first = word * 64;
  if (first < extent->left) {
    size_t left = first + (size_t)__builtin_ctzll(bits);
    if (left < extent->left) extent->left = left;
  }
  if (first + 63 > extent->right) {
    size_t right = first + 63 - (size_t)__builtin_clzll(bits);
    if (right > extent->right) extent->right = right;
  }
}

// Reads 64 pixels that are neither all transparent nor all opaque. `pixels` has a bit for each pixel that
// belongs to the row. The rest counts as transparent.
INLINE void read_mixed(const uint8_t *at, uint64_t pixels, size_t word, size_t row, size_t place,
                       const sl_alpha_masks *masks, sl_alpha_totals *totals) {
  bytes32 alphas[2];
  for (int column = 0; column < 64; column += 16) {
    bytes16 some = __builtin_convertvector(ALPHAS(SIXTEEN(at + column * 4)), bytes16);
    memcpy((uint8_t *)alphas + column, &some, sizeof some);
  }
  if (pixels != ~(uint64_t)0) {
    bytes32 places = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                      16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
    bytes32 left = (uint8_t)__builtin_popcountll(pixels);
    alphas[0] &= (bytes32)(places < left);
    alphas[1] &= (bytes32)(places + 32 < left);
  }
  uint64_t any = at_least(alphas, 1), visible = at_least(alphas, 5), opaque = at_least(alphas, 255);
  uint64_t translucent = at_least(alphas, 64) & ~at_least(alphas, 192);
  masks->visible[place] = visible;
  masks->solid[place] = at_least(alphas, 128);
  masks->translucent[place] = translucent;
  if (translucent != 0) masks->translucent_words[totals->translucent_words++] = place;
  if (opaque != pixels) totals->is_opaque = 0;
  if (any != opaque) totals->has_partial_alpha = 1;
  if (any != 0) include(&totals->occupied, any, word, row);
  if (visible != 0) include(&totals->visible, visible, word, row);
  totals->visible_pixels += (size_t)__builtin_popcountll(visible);
  if (any != visible) {
    totals->haze_pixels += (size_t)__builtin_popcountll(any & ~visible);
    totals->nearly_visible_pixels += (size_t)__builtin_popcountll(at_least(alphas, 3) & ~visible);
  }
  totals->faint_pixels += (size_t)__builtin_popcountll(visible & ~at_least(alphas, 9));
}

INLINE sl_alpha_totals read_alpha(const uint8_t *pixels, size_t width, size_t height,
                                  const sl_alpha_masks *masks) {
  sl_alpha_totals totals = {.is_opaque = 1};
  size_t place = 0;
  for (size_t row = 0; row < height; row++) {
    for (size_t word = 0; word * 64 < width; word++, place++) {
      size_t first = row * width + word * 64, left = width - word * 64;
      const uint8_t *at = pixels + first * 4;
      uint64_t all = left < 64 ? ~(uint64_t)0 >> (64 - left) : ~(uint64_t)0, bits;
      uint8_t rest[256];
      // Reading past the end of a row reaches the next one, but nothing may be read past the last row.
      if (first + 64 > width * height) {
        memset(rest, 0, sizeof rest);
        memcpy(rest, at, left * 4);
        at = rest;
      }
      if (!is_uniform(at, &bits)) {
        read_mixed(at, all, word, row, place, masks, &totals);
        continue;
      }
      bits &= all;
      masks->visible[place] = masks->solid[place] = bits;
      masks->translucent[place] = 0;
      if (bits == 0) {
        totals.is_opaque = 0;
      } else {
        include(&totals.visible, bits, word, row);
        include(&totals.occupied, bits, word, row);
        totals.visible_pixels += (size_t)__builtin_popcountll(bits);
      }
    }
  }
  return totals;
}

INLINE void read_limits(const uint8_t *pixels, size_t width, size_t height, const uint8_t *limits,
                        uint64_t *const *masks, size_t count) {
  size_t place = 0;
  for (size_t row = 0; row < height; row++) {
    for (size_t word = 0; word * 64 < width; word++, place++) {
      size_t first = row * width + word * 64, left = width - word * 64;
      const uint8_t *at = pixels + first * 4;
      uint64_t all = left < 64 ? ~(uint64_t)0 >> (64 - left) : ~(uint64_t)0, bits;
      uint8_t rest[256];
      if (first + 64 > width * height) {
        memset(rest, 0, sizeof rest);
        memcpy(rest, at, left * 4);
        at = rest;
      }
      if (is_uniform(at, &bits)) {
        for (size_t limit = 0; limit < count; limit++) masks[limit][place] = bits & all;
        continue;
      }
      bytes32 alphas[2];
      for (int column = 0; column < 64; column += 16) {
        bytes16 some = __builtin_convertvector(ALPHAS(SIXTEEN(at + column * 4)), bytes16);
        memcpy((uint8_t *)alphas + column, &some, sizeof some);
      }
      for (size_t limit = 0; limit < count; limit++) {
        masks[limit][place] = at_least(alphas, limits[limit]) & all;
      }
    }
  }
}

#if defined(__x86_64__)
AVX2 static sl_alpha_totals read_alpha_avx2(const uint8_t *pixels, size_t width, size_t height,
                                            const sl_alpha_masks *masks) {
  return read_alpha(pixels, width, height, masks);
}
AVX2 static void read_limits_avx2(const uint8_t *pixels, size_t width, size_t height,
                                  const uint8_t *limits, uint64_t *const *masks, size_t count) {
  read_limits(pixels, width, height, limits, masks, count);
}
#endif

sl_alpha_totals sl_read_alpha_portable(const uint8_t *pixels, size_t width, size_t height,
                                       const sl_alpha_masks *masks) {
  return read_alpha(pixels, width, height, masks);
}

sl_alpha_totals sl_read_alpha(const uint8_t *pixels, size_t width, size_t height,
                              const sl_alpha_masks *masks) {
  USE_AVX2(read_alpha_avx2(pixels, width, height, masks));
  return sl_read_alpha_portable(pixels, width, height, masks);
}

void sl_alpha_at_least_portable(const uint8_t *pixels, size_t width, size_t height, const uint8_t *limits,
                                uint64_t *const *masks, size_t count) {
  read_limits(pixels, width, height, limits, masks, count);
}

void sl_alpha_at_least(const uint8_t *pixels, size_t width, size_t height, const uint8_t *limits,
                       uint64_t *const *masks, size_t count) {
  USE_AVX2(read_limits_avx2(pixels, width, height, limits, masks, count));
  sl_alpha_at_least_portable(pixels, width, height, limits, masks, count);
}
