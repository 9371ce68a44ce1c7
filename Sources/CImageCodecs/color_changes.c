// Counts the color changes between adjacent pixels, to find the squares of enlarged pixel art.
#include "CImageCodecs.h"

#include <string.h>

typedef uint8_t bytes16 __attribute__((ext_vector_type(16)));
typedef uint32_t words4 __attribute__((ext_vector_type(4)));

static inline words4 four(const uint8_t *at) {
  words4 pixels;
  memcpy(&pixels, at, sizeof pixels);
  return pixels & (words4)(pixels > 0xFFFFFF);  // alpha is in the top byte
}

// 1 for each pixel that differs by more than 8 in a sample, 0 for the others.
static inline words4 changes(words4 a, words4 b) {
  bytes16 one = (bytes16)a, other = (bytes16)b;
  bytes16 apart = __builtin_elementwise_max(one, other) - __builtin_elementwise_min(one, other);
  return (words4)((words4)(apart > 8) != 0) & 1;
}

static uint32_t change(const uint8_t *one, const uint8_t *other) {
  if (one[3] == 0 && other[3] == 0) return 0;
  for (int sample = 0; sample < 4; sample++) {
    int a = one[3] == 0 ? 0 : one[sample], b = other[3] == 0 ? 0 : other[sample];
    if (a - b > 8 || b - a > 8) return 1;
  }
  return 0;
}

void sl_count_changes_across(const uint8_t *pixels, size_t width, size_t height, size_t step,
                             uint32_t *columns) {
  for (size_t y = step / 2; y < height; y += step) {
    const uint8_t *row = pixels + y * width * 4;
    size_t x = 0;
    for (; x + 5 <= width; x += 4) {
      words4 sum;
      memcpy(&sum, columns + x, sizeof sum);
      sum += changes(four(row + x * 4), four(row + x * 4 + 4));
      memcpy(columns + x, &sum, sizeof sum);
    }
    for (; x + 1 < width; x++) columns[x] += change(row + x * 4, row + x * 4 + 4);
  }
}

void sl_count_changes_down(const uint8_t *pixels, size_t width, size_t height, uint32_t *rows) {
  for (size_t y = 0; y + 1 < height; y++) {
    const uint8_t *row = pixels + y * width * 4, *next = row + width * 4;
    words4 sums = {0, 0, 0, 0};
    size_t x = 0;
    for (; x + 4 <= width; x += 4) sums += changes(four(row + x * 4), four(next + x * 4));
    rows[y] += sums.x + sums.y + sums.z + sums.w;
    for (; x < width; x++) rows[y] += change(row + x * 4, next + x * 4);
  }
}
