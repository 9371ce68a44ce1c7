// Sums the alpha of a frame, and its products with the columns and rows.
#include "CImageCodecs.h"
#include "inline.h"

typedef uint32_t words8 __attribute__((ext_vector_type(8)));
// Unaligned, because pixels can be at any address.
typedef uint32_t pixels8 __attribute__((ext_vector_type(8), aligned(1), may_alias));

// The alpha of a pixel as a number, independent of byte order.
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define ALPHAS(pixels) ((pixels) >> 24)
#else
#define ALPHAS(pixels) ((pixels) & 0xFF)
#endif

// The sums of one block fit in 32 bits: 255 * 4095 * 4096 / 2.
enum { BLOCK = 4096 };

INLINE sl_moments moments(const uint8_t *pixels, size_t width, size_t height) {
  sl_moments moments = {0, 0, 0};
  for (size_t row = 0; row < height; row++) {
    const uint8_t *own = pixels + row * width * 4;
    uint64_t in_row = 0;
    for (size_t start = 0; start < width; start += BLOCK) {
      uint32_t end = (uint32_t)(width - start < BLOCK ? width - start : BLOCK), x = 0;
      words8 sums = 0, weighted = 0, columns = {0, 1, 2, 3, 4, 5, 6, 7};
      for (; x + 8 <= end; x += 8, columns += 8) {
        words8 alpha = ALPHAS(*(const pixels8 *)(const void *)(own + (start + x) * 4));
        alpha &= (words8)(alpha >= 5);
        sums += alpha;
        weighted += alpha * columns;
      }
      uint32_t sum = __builtin_reduce_add(sums), in_block = __builtin_reduce_add(weighted);
      for (; x < end; x++) {
        uint32_t alpha = own[(start + x) * 4 + 3];
        if (alpha < 5) continue;
        sum += alpha;
        in_block += alpha * x;
      }
      in_row += sum;
      moments.by_column += in_block + (uint64_t)sum * start;
    }
    moments.sum += in_row;
    moments.by_row += in_row * row;
  }
  return moments;
}

#if defined(__x86_64__)
AVX2 static sl_moments moments_avx2(const uint8_t *pixels, size_t width, size_t height) {
  return moments(pixels, width, height);
}
#endif

sl_moments sl_alpha_moments_portable(const uint8_t *pixels, size_t width, size_t height) {
  return moments(pixels, width, height);
}

sl_moments sl_alpha_moments(const uint8_t *pixels, size_t width, size_t height) {
  USE_AVX2(moments_avx2(pixels, width, height));
  return sl_alpha_moments_portable(pixels, width, height);
}
