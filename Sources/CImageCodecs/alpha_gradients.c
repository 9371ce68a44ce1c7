// Computes the direction of an outline from the alpha around it. Integer weights keep all sums exact, so
// mirroring or rotating a frame mirrors or rotates the directions.
#include "CImageCodecs.h"
#include "inline.h"

#include <string.h>

// Keeps results identical on all machines: fused multiply-add rounds differently.
#pragma STDC FP_CONTRACT OFF

typedef uint32_t words8 __attribute__((ext_vector_type(8)));
typedef float floats8 __attribute__((ext_vector_type(8)));

enum { MAX_TAPS = 24 };

// Reads the pixels of a row, starting at column `first`. Pixels outside the frame are 0.
static void copy_row(const uint8_t *pixels, int32_t width, int32_t height, int32_t first, int32_t y,
                     uint32_t pixel[MAX_TAPS]) {
  for (int32_t lane = 0; lane < MAX_TAPS; lane++) {
    int32_t x = first + lane;
    pixel[lane] = 0;
    if (y < 0 || y >= height || x < 0 || x >= width) continue;
    memcpy(pixel + lane, pixels + ((size_t)y * (size_t)width + (size_t)x) * 4, 4);
  }
}

INLINE void gradient(const uint8_t *pixels, int32_t width, int32_t height, int32_t x, int32_t y,
                     const float *smooth, const float *slope, int32_t taps, int vectors, double out[2]) {
  int32_t reach = taps / 2, lanes = vectors * 8;
  // Vectors may extend past the taps, but not past the frame.
  int is_inside = x >= reach && y >= reach && x - reach + lanes <= width && y + reach < height;
  floats8 across[3] = {0, 0, 0}, down[3] = {0, 0, 0};
  uint32_t edge[MAX_TAPS];
  for (int32_t tap = 0; tap < taps; tap++) {
    const void *row = edge;
    if (is_inside) {
      row = pixels + ((size_t)(y - reach + tap) * (size_t)width + (size_t)(x - reach)) * 4;
    } else {
      copy_row(pixels, width, height, x - reach, y - reach + tap, edge);
    }
    for (int vector = 0; vector < vectors; vector++) {
      words8 pixel;
      memcpy(&pixel, (const uint8_t *)row + vector * 32, sizeof pixel);
      floats8 alpha = __builtin_convertvector(pixel >> 24, floats8);
      across[vector] += alpha * smooth[tap];
      down[vector] += alpha * slope[tap];
    }
  }
  out[0] = out[1] = 0;
  for (int32_t lane = 0; lane < taps; lane++) {
    out[0] += (double)across[lane / 8][lane % 8] * slope[lane];
    out[1] += (double)down[lane / 8][lane % 8] * smooth[lane];
  }
}

INLINE void gradients(const uint8_t *pixels, size_t width, size_t height, const int32_t *places, size_t count,
                      const float *smooth, const float *slope, size_t taps, double *out) {
  for (size_t at = 0; at < count; at++) {
    int32_t x = places[2 * at], y = places[2 * at + 1];
    if (taps <= 16) {
      gradient(pixels, (int32_t)width, (int32_t)height, x, y, smooth, slope, (int32_t)taps, 2, out + 2 * at);
    } else {
      gradient(pixels, (int32_t)width, (int32_t)height, x, y, smooth, slope, (int32_t)taps, 3, out + 2 * at);
    }
  }
}

#if defined(__x86_64__)
AVX2 static void gradients_avx2(const uint8_t *pixels, size_t width, size_t height, const int32_t *places,
                                size_t count, const float *smooth, const float *slope, size_t taps,
                                double *out) {
  gradients(pixels, width, height, places, count, smooth, slope, taps, out);
}
#endif

void sl_alpha_gradients_portable(const uint8_t *pixels, size_t width, size_t height, const int32_t *places,
                                 size_t count, const float *smooth, const float *slope, size_t taps,
                                 double *out) {
  gradients(pixels, width, height, places, count, smooth, slope, taps, out);
}

void sl_alpha_gradients(const uint8_t *pixels, size_t width, size_t height, const int32_t *places,
                        size_t count, const float *smooth, const float *slope, size_t taps, double *out) {
  USE_AVX2(gradients_avx2(pixels, width, height, places, count, smooth, slope, taps, out));
  sl_alpha_gradients_portable(pixels, width, height, places, count, smooth, slope, taps, out);
}
