// Bits of pixels, a word for 64 of them: comparing many bytes and gathering one bit of each is what
// processors have instructions for, and Swift has none for it. The vectors are the compiler's own, for any
// processor; on x86 the same code stands once more for AVX2, and which of the two runs is asked of the
// processor.
#include "CImageCodecs.h"
#include "inline.h"

#include <string.h>

typedef uint32_t words16 __attribute__((ext_vector_type(16), aligned(1), may_alias));
typedef uint8_t bytes16 __attribute__((ext_vector_type(16)));
typedef uint8_t bytes32 __attribute__((ext_vector_type(32)));
typedef _Bool flags16 __attribute__((ext_vector_type(16)));
typedef _Bool flags32 __attribute__((ext_vector_type(32)));
typedef uint32_t words8 __attribute__((ext_vector_type(8), aligned(1), may_alias));

// A vector as wide as this is handed to no function: how is not the same on all processors.
#define SIXTEEN(at) (*(const words16 *)(const void *)(at))
#define EIGHT(at) (*(const words8 *)(const void *)(at))

INLINE uint64_t gather(flags16 flags) {
  uint16_t bits;
  memcpy(&bits, &flags, sizeof bits);
  return bits;
}

// 64 bits: which of two vectors of 32 alphas are so high.
INLINE uint64_t at_least(const bytes32 alphas[2], uint8_t least) {
  flags32 first = __builtin_convertvector(alphas[0] >= least, flags32);
  flags32 second = __builtin_convertvector(alphas[1] >= least, flags32);
  uint32_t low, high;
  memcpy(&low, &first, sizeof low);
  memcpy(&high, &second, sizeof high);
  return (uint64_t)high << 32 | low;
}

// Alpha of a pixel as a number, wherever it lies in its word.
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define ALPHAS(pixels) ((pixels) >> 24)
#define ALPHA_BYTES 0xFF000000u
#else
#define ALPHAS(pixels) ((pixels) & 0xFF)
#define ALPHA_BYTES 0x000000FFu
#endif

// Whether all of 64 pixels are transparent, or all opaque, as most are.
INLINE int is_even(const uint8_t *pixels, sl_alpha_bits *out) {
  words8 any = EIGHT(pixels), all = any;
  for (int at = 32; at < 256; at += 32) {
    any |= EIGHT(pixels + at);
    all &= EIGHT(pixels + at);
  }
  uint32_t some = __builtin_reduce_or(any) & ALPHA_BYTES;
  uint32_t every = __builtin_reduce_and(all) & ALPHA_BYTES;
  if (some != 0 && every != ALPHA_BYTES) return 0;
  uint64_t bits = some == 0 ? 0 : ~(uint64_t)0;
  *out = (sl_alpha_bits){bits, bits, bits, bits, bits, bits, bits, bits};
  return 1;
}

INLINE void read64(const uint8_t *pixels, sl_alpha_bits *out) {
  if (is_even(pixels, out)) return;
  bytes32 alphas[2];
  for (int place = 0; place < 64; place += 16) {
    bytes16 some = __builtin_convertvector(ALPHAS(SIXTEEN(pixels + place * 4)), bytes16);
    memcpy((uint8_t *)alphas + place, &some, sizeof some);
  }
  *out = (sl_alpha_bits){
      .any = at_least(alphas, 1),
      .from3 = at_least(alphas, 3),
      .from5 = at_least(alphas, 5),
      .from9 = at_least(alphas, 9),
      .from64 = at_least(alphas, 64),
      .from128 = at_least(alphas, 128),
      .from192 = at_least(alphas, 192),
      .opaque = at_least(alphas, 255),
  };
}

INLINE void read_row(const uint8_t *pixels, size_t width, sl_alpha_bits *out) {
  for (; width >= 64; width -= 64, pixels += 256) read64(pixels, out++);
  if (width == 0) return;
  uint8_t rest[256] = {0};  // pixels beyond the row are transparent
  memcpy(rest, pixels, width * 4);
  read64(rest, out);
}

// `points[0]` is what comes before the first of 64.
INLINE sl_point_bits compare(const uint32_t points[65]) {
  sl_point_bits bits = {0, 0};
  for (int place = 0; place < 64; place += 16) {
    words16 own = SIXTEEN(points + place + 1), before = SIXTEEN(points + place);
    bits.starts |= gather(__builtin_convertvector(own != before, flags16)) << place;
    bits.solid |= gather(__builtin_convertvector(ALPHAS(own) >= 128, flags16)) << place;
  }
  return bits;
}

INLINE sl_point_bits look(const uint8_t *row, const int32_t columns[64]) {
  uint32_t points[65];
  for (int place = 0; place < 64; place++) memcpy(points + place + 1, row + (size_t)columns[place] * 4, 4);
  points[0] = ~points[1];
  return compare(points);
}

#if defined(__x86_64__)
AVX2 static void read_row_avx2(const uint8_t *pixels, size_t width, sl_alpha_bits *out) {
  read_row(pixels, width, out);
}
AVX2 static sl_point_bits look_avx2(const uint8_t *row, const int32_t columns[64]) {
  return look(row, columns);
}
#endif

void sl_read_alpha_anywhere(const uint8_t *pixels, size_t width, sl_alpha_bits *out) {
  read_row(pixels, width, out);
}

void sl_read_alpha(const uint8_t *pixels, size_t width, sl_alpha_bits *out) {
  USE_AVX2(read_row_avx2(pixels, width, out));
  sl_read_alpha_anywhere(pixels, width, out);
}

sl_point_bits sl_look_at_points_anywhere(const uint8_t *row, const int32_t columns[64]) {
  return look(row, columns);
}

sl_point_bits sl_look_at_points(const uint8_t *row, const int32_t columns[64]) {
  USE_AVX2(look_avx2(row, columns));
  return sl_look_at_points_anywhere(row, columns);
}
