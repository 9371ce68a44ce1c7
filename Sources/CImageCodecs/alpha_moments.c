// Sums the alpha of a frame, and its products with the columns and rows. The inner loop has no branches, so
// that compilers vectorize it.
#include "CImageCodecs.h"

// The sums of one block fit in 32 bits: 255 * 4095 * 4096 / 2.
enum { BLOCK = 4096 };

sl_moments sl_alpha_moments(const uint8_t *pixels, size_t width, size_t height) {
  sl_moments moments = {0, 0, 0};
  for (size_t row = 0; row < height; row++) {
    const uint8_t *alpha = pixels + row * width * 4 + 3;
    uint64_t in_row = 0;
    for (size_t start = 0; start < width; start += BLOCK) {
      uint32_t end = (uint32_t)(width - start < BLOCK ? width - start : BLOCK);
      uint32_t sum = 0, weighted = 0;
      for (uint32_t x = 0; x < end; x++) {
        uint32_t value = alpha[(start + x) * 4];
        value = value >= 5 ? value : 0;
        sum += value;
        weighted += value * x;
      }
      in_row += sum;
      moments.by_column += weighted + (uint64_t)sum * start;
    }
    moments.sum += in_row;
    moments.by_row += in_row * row;
  }
  return moments;
}
