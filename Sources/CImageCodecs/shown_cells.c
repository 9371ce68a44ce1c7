// Averages a frame over cells, in linear light. All sums are integers, so a mirrored or turned frame has the
// same cells, mirrored or turned.
#include "CImageCodecs.h"
#include "inline.h"

#include <stdlib.h>
#include <string.h>

// Keeps results identical on all machines: fused multiply-add rounds differently.
#pragma STDC FP_CONTRACT OFF

// Red, green, blue and alpha.
typedef uint32_t words4 __attribute__((ext_vector_type(4)));
typedef int32_t ints4 __attribute__((ext_vector_type(4)));
typedef float floats4 __attribute__((ext_vector_type(4)));

// Full light and alpha 255. A column of 131,072 pixels fits in 32 bits.
enum { FULL = 32767 };

// The linear light of samples, each in the lane of its channel, and all alphas.
typedef struct {
  words4 red[256], green[256], blue[256];
} light_lanes;

static void fill(light_lanes *lanes, const float light[256]) {
  memset(lanes, 0, sizeof *lanes);
  for (int sample = 0; sample < 256; sample++) {
    uint32_t level = (uint32_t)(light[sample] * FULL + 0.5f);
    lanes->red[sample].x = level;
    lanes->green[sample].y = level;
    lanes->blue[sample].z = level;
  }
}

INLINE words4 premultiplied(const light_lanes *lanes, uint32_t pixel) {
  uint32_t alpha = pixel >> 24;
  words4 sum = lanes->red[pixel & 0xFF] | lanes->green[pixel >> 8 & 0xFF] | lanes->blue[pixel >> 16 & 0xFF];
  sum.w = FULL;
  if (alpha == 255) return sum;
  return (sum * alpha + 127) / 255;
}

// Sums of the columns of one row of cells.
typedef struct {
  words4 *light;
  uint32_t *solid;  // of pixels with an alpha of at least 192
} column_sums;

INLINE void add_row(const light_lanes *lanes, const uint8_t *row, size_t width, uint32_t weight,
                    column_sums sums) {
  uint32_t last = 0;
  words4 value = {0, 0, 0, 0};
  for (size_t x = 0; x < width; x++) {
    uint32_t pixel;
    memcpy(&pixel, row + x * 4, 4);
    if (pixel >> 24 == 0) continue;
    if (pixel != last) {
      last = pixel;
      value = premultiplied(lanes, pixel);
      if (weight != 1) value *= weight;
    }
    sums.light[x] += value;
    sums.solid[x] += pixel >= (uint32_t)192 << 24 ? weight : 0;
  }
}

// The bits of up to 64 cells.
typedef struct {
  uint64_t figure, visible, quarter, dark, light;
} cell_bits;

INLINE void flush(cell_bits *bits, size_t row, size_t place, const sl_cells *out) {
  size_t word = (row + out->margin) * out->stride + place / 64;
  out->figure[word] |= bits->figure;
  out->visible[word] |= bits->visible;
  out->quarter[word] |= bits->quarter;
  out->dark[word] |= bits->dark;
  out->light[word] |= bits->light;
  *bits = (cell_bits){0, 0, 0, 0, 0};
}

// Writes a cell, and adds its bits to those of the same word.
INLINE void write_cell(floats4 light, int is_figure, size_t row, size_t column, cell_bits *bits,
                       const sl_cells *out) {
  ints4 levels = __builtin_convertvector(light + 0.5f, ints4);
  size_t place = column + out->margin;
  uint64_t bit = (uint64_t)1 << (place & 63);
  if (levels.w != 0) {
    uint16_t cell[4] = {(uint16_t)levels.x, (uint16_t)levels.y, (uint16_t)levels.z, (uint16_t)levels.w};
    memcpy(out->levels + (row * out->columns + column) * 4, cell, sizeof cell);
    // The response of the medium cones, which alone makes a color as light as the limits below.
    float medium = light.x * 0.2119034982f + light.y * 0.6806995451f + light.z * 0.1073969566f;
    bits->visible |= bit;
    bits->figure |= is_figure ? bit : 0;
    bits->quarter |= levels.w >= 16384 ? bit : 0;
    bits->dark |= medium < out->max_dark * 65535 ? bit : 0;
    bits->light |= medium + (65535 - light.w) > out->min_light * 65535 ? bit : 0;
  }
  if ((place & 63) == 63 || column + 1 == out->columns) flush(bits, row, place, out);
}

INLINE int is_figure(double solid, double scale) { return solid * scale * FULL / 65535 >= 0.35 - 1e-9; }

// Sums the columns of a row of cells in 32 bits, and clears them. The sum of a cell fits, and the sums of
// several may overflow, because only differences are used.
INLINE void finish_row(column_sums sums, size_t width, uint32_t own, uint32_t span, size_t row, double scale,
                       const sl_cells *out) {
  words4 all = {0, 0, 0, 0};
  uint32_t all_solid = 0;
  // Each entry becomes the sum of those before it. There is one entry more than there are columns.
  for (size_t x = 0; x <= width; x++) {
    words4 light = x < width ? sums.light[x] : (words4){0, 0, 0, 0};
    uint32_t solid = x < width ? sums.solid[x] : 0;
    sums.light[x] = all;
    sums.solid[x] = all_solid;
    all += light;
    all_solid += solid;
  }
  cell_bits bits = {0, 0, 0, 0, 0};
  float factor = (float)scale;
  size_t start = 0;
  uint32_t before = 0;  // the part of the first pixel that belongs to the cell before
  for (size_t column = 0; column < out->columns; column++) {
    size_t end = start + (before + span) / own;
    uint32_t after = (before + span) % own;
    words4 light = (sums.light[end] - sums.light[start]) * own;
    uint32_t solid = (sums.solid[end] - sums.solid[start]) * own;
    if (before != 0) {
      light -= (sums.light[start + 1] - sums.light[start]) * before;
      solid -= (sums.solid[start + 1] - sums.solid[start]) * before;
    }
    if (after != 0) {
      light += (sums.light[end + 1] - sums.light[end]) * after;
      solid += (sums.solid[end + 1] - sums.solid[end]) * after;
    }
    write_cell(__builtin_convertvector((ints4)light, floats4) * factor, is_figure(solid, scale), row, column,
               &bits, out);
    start = end;
    before = after;
  }
  memset(sums.light, 0, width * sizeof *sums.light);
  memset(sums.solid, 0, width * sizeof *sums.solid);
}

// The same for canvases whose dimensions have no large divisor in common with those of the cells: sums take
// 64 bits.
INLINE void finish_wide_row(column_sums sums, size_t width, uint32_t own, uint32_t span, size_t row,
                            double scale, const sl_cells *out) {
  size_t column = 0, done = 0;
  uint64_t wide[4] = {0, 0, 0, 0}, solid = 0;
  cell_bits bits = {0, 0, 0, 0, 0};
  for (size_t x = 0; x < width; x++) {
    uint32_t left = own;
    while (left > 0) {
      uint32_t part = span - done < left ? (uint32_t)(span - done) : left;
      for (int lane = 0; lane < 4; lane++) wide[lane] += (uint64_t)sums.light[x][lane] * part;
      solid += (uint64_t)sums.solid[x] * part;
      left -= part;
      done += part;
      if (done < span) continue;
      floats4 light;
      for (int lane = 0; lane < 4; lane++) light[lane] = (float)((double)wide[lane] * scale);
      write_cell(light, is_figure((double)solid, scale), row, column, &bits, out);
      memset(wide, 0, sizeof wide);
      solid = done = 0;
      column++;
    }
  }
  memset(sums.light, 0, width * sizeof *sums.light);
  memset(sums.solid, 0, width * sizeof *sums.solid);
}

static size_t common_divisor(size_t a, size_t b) {
  while (b != 0) {
    size_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

// In lengths of which a pixel has `own` and a cell has `span`, each pixel and cell has a whole number.
INLINE int average(const uint8_t *pixels, size_t width, size_t height, const float *light,
                   const sl_cells *out) {
  size_t down = common_divisor(height, out->rows), across = common_divisor(width, out->columns);
  uint32_t own = (uint32_t)(out->rows / down), span = (uint32_t)(height / down);
  uint32_t wide_own = (uint32_t)(out->columns / across), wide_span = (uint32_t)(width / across);
  light_lanes *lanes = aligned_alloc(64, sizeof *lanes);
  column_sums now = {aligned_alloc(64, ((width + 1) * sizeof(words4) + 63) / 64 * 64), calloc(width + 1, 4)};
  if (lanes == NULL || now.light == NULL || now.solid == NULL) {
    free(lanes);
    free(now.light);
    free(now.solid);
    return 0;
  }
  fill(lanes, light);
  memset(now.light, 0, (width + 1) * sizeof(words4));
  double scale = 65535.0 / FULL / ((double)span * wide_span);
  int is_narrow = (uint64_t)span * wide_span <= 65536;
  size_t row = 0, done = 0;
  for (size_t y = 0; y < height; y++) {
    uint32_t left = own;
    while (left > 0) {
      uint32_t part = span - done < left ? (uint32_t)(span - done) : left;
      add_row(lanes, pixels + y * width * 4, width, part, now);
      left -= part;
      done += part;
      if (done < span) continue;
      if (is_narrow) {
        finish_row(now, width, wide_own, wide_span, row, scale, out);
      } else {
        finish_wide_row(now, width, wide_own, wide_span, row, scale, out);
      }
      done = 0;
      row++;
    }
  }
  free(lanes);
  free(now.light);
  free(now.solid);
  return 1;
}

#if defined(__x86_64__)
AVX2 static int average_avx2(const uint8_t *pixels, size_t width, size_t height, const float *light,
                             const sl_cells *out) {
  return average(pixels, width, height, light, out);
}
#endif

int sl_average_cells_anywhere(const uint8_t *pixels, size_t width, size_t height, const float *light,
                              const sl_cells *out) {
  return average(pixels, width, height, light, out);
}

int sl_average_cells(const uint8_t *pixels, size_t width, size_t height, const float *light,
                     const sl_cells *out) {
  USE_AVX2(average_avx2(pixels, width, height, light, out));
  return sl_average_cells_anywhere(pixels, width, height, light, out);
}
