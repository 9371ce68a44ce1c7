// Averages a frame over cells, in linear light. All sums are integers, so mirroring or rotating a frame
// mirrors or rotates its cells.
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
typedef _Bool flags8 __attribute__((ext_vector_type(8)));
// Unaligned, because pixels can be at any address.
typedef uint32_t words8 __attribute__((ext_vector_type(8), aligned(1), may_alias));

#define EIGHT(at) (*(const words8 *)(const void *)(at))

// The value for full light and for alpha 255. The sum of a column of 131,072 pixels fits in 32 bits.
enum { FULL = 32767 };

// The linear light of each sample value, separately for each channel. Only the lane of that channel is set.
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

// The differences between the sums of adjacent columns in one row of cells, in wrapping arithmetic. Rows add
// to them only where their color changes, so most art takes far fewer additions than it has pixels.
typedef struct {
  words4 *light;
  uint32_t *solid;  // of pixels with an alpha of at least 192
  uint8_t *changes;  // nonzero where a row has a change
} column_steps;

// The current run of equal pixels in a row.
typedef struct {
  words4 light;
  uint32_t solid;
} run;

INLINE void change(const light_lanes *lanes, const uint8_t *row, size_t x, uint32_t weight, run *now,
                   column_steps steps) {
  uint32_t pixel;
  memcpy(&pixel, row + x * 4, 4);
  run next = {premultiplied(lanes, pixel), pixel >= (uint32_t)192 << 24 ? weight : 0};
  if (weight != 1) next.light *= weight;
  steps.light[x] += next.light - now->light;
  steps.solid[x] += next.solid - now->solid;
  steps.changes[x] = 1;
  *now = next;
}

INLINE void add_row(const light_lanes *lanes, const uint8_t *row, size_t width, uint32_t weight,
                    column_steps steps) {
  run now = {{0, 0, 0, 0}, 0};
  change(lanes, row, 0, weight, &now, steps);
  size_t x = 1;
  for (; x + 8 <= width; x += 8) {
    flags8 differs = __builtin_convertvector(EIGHT(row + x * 4) != EIGHT(row + x * 4 - 4), flags8);
    uint8_t bits;
    memcpy(&bits, &differs, 1);
    for (; bits != 0; bits &= bits - 1) {
      change(lanes, row, x + (size_t)__builtin_ctz(bits), weight, &now, steps);
    }
  }
  for (; x < width; x++) {
    if (memcmp(row + x * 4, row + x * 4 - 4, 4) != 0) change(lanes, row, x, weight, &now, steps);
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

typedef struct {
  uint16_t levels[4];
  cell_bits in;  // all bits or none
} cell;

INLINE uint64_t all_if(int condition) { return condition ? ~(uint64_t)0 : 0; }

INLINE cell averaged(floats4 light, int is_figure, const sl_cells *out) {
  ints4 levels = __builtin_convertvector(light + 0.5f, ints4);
  if (levels.w == 0) return (cell){{0, 0, 0, 0}, {0, 0, 0, 0, 0}};
  // The response of the medium cones, which is enough to compare a color with the limits below.
  float medium = light.x * 0.2119034982f + light.y * 0.6806995451f + light.z * 0.1073969566f;
  return (cell){
      {(uint16_t)levels.x, (uint16_t)levels.y, (uint16_t)levels.z, (uint16_t)levels.w},
      {.figure = all_if(is_figure),
       .visible = all_if(1),
       .quarter = all_if(levels.w >= 16384),
       .dark = all_if(medium < out->max_dark * 65535),
       .light = all_if(medium + (65535 - light.w) > out->min_light * 65535)}};
}

// Writes a cell, and adds its bits to the bits of its word.
INLINE void put(cell now, size_t row, size_t column, cell_bits *bits, const sl_cells *out) {
  size_t place = column + out->margin;
  uint64_t bit = (uint64_t)1 << (place & 63);
  if (now.in.visible != 0) {
    memcpy(out->levels + (row * out->columns + column) * 4, now.levels, sizeof now.levels);
    bits->visible |= bit;
    bits->figure |= bit & now.in.figure;
    bits->quarter |= bit & now.in.quarter;
    bits->dark |= bit & now.in.dark;
    bits->light |= bit & now.in.light;
  }
  if ((place & 63) == 63 || column + 1 == out->columns) flush(bits, row, place, out);
}

INLINE int is_figure(double solid, double scale) { return solid * scale * FULL / 65535 >= 0.35 - 1e-9; }

// Writes a row of cells whose sums fit in 32 bits, and clears the columns. Adjacent cells without a change
// are equal.
INLINE void finish_row(column_steps steps, uint32_t own, uint32_t span, size_t row, double scale,
                       const sl_cells *out) {
  cell_bits bits = {0, 0, 0, 0, 0};
  cell now = {{0, 0, 0, 0}, {0, 0, 0, 0, 0}};
  words4 column_light = {0, 0, 0, 0};
  uint32_t column_solid = 0;
  size_t x = 0;
  uint32_t rest = 0;  // the part of the column before x that belongs to the next cell
  int was_even = 1;
  for (size_t column = 0; column < out->columns; column++) {
    size_t end = x + (span - rest) / own;
    uint32_t part = (span - rest) % own;
    size_t next = end + (part != 0);
    uint8_t changes = 0;
    for (size_t at = x; at < next; at++) changes |= steps.changes[at];
    if (changes == 0 && was_even) {
      x = next;
    } else {
      words4 light = column_light * rest;
      uint32_t solid = column_solid * rest;
      for (; x < next; x++) {
        uint32_t share = x < end ? own : part;
        column_light += steps.light[x];
        column_solid += steps.solid[x];
        light += column_light * share;
        solid += column_solid * share;
        steps.light[x] = (words4){0, 0, 0, 0};
        steps.solid[x] = 0;
        steps.changes[x] = 0;
      }
      now = averaged(__builtin_convertvector((ints4)light, floats4) * (float)scale, is_figure(solid, scale), out);
      was_even = changes == 0;
    }
    rest = part == 0 ? 0 : own - part;
    put(now, row, column, &bits, out);
  }
}

// The same for canvases whose dimensions have no large common divisor with the numbers of cells. Sums take 64
// bits.
INLINE void finish_wide_row(column_steps steps, size_t width, uint32_t own, uint32_t span, size_t row,
                            double scale, const sl_cells *out) {
  size_t column = 0, done = 0;
  uint64_t wide[4] = {0, 0, 0, 0}, solid = 0;
  words4 light_of_column = {0, 0, 0, 0};
  uint32_t solid_of_column = 0;
  cell_bits bits = {0, 0, 0, 0, 0};
  for (size_t x = 0; x < width; x++) {
    light_of_column += steps.light[x];
    solid_of_column += steps.solid[x];
    uint32_t left = own;
    while (left > 0) {
      uint32_t part = span - done < left ? (uint32_t)(span - done) : left;
      for (int lane = 0; lane < 4; lane++) wide[lane] += (uint64_t)light_of_column[lane] * part;
      solid += (uint64_t)solid_of_column * part;
      left -= part;
      done += part;
      if (done < span) continue;
      floats4 light;
      for (int lane = 0; lane < 4; lane++) light[lane] = (float)((double)wide[lane] * scale);
      put(averaged(light, is_figure((double)solid, scale), out), row, column, &bits, out);
      memset(wide, 0, sizeof wide);
      solid = done = 0;
      column++;
    }
  }
  memset(steps.light, 0, width * sizeof *steps.light);
  memset(steps.solid, 0, width * sizeof *steps.solid);
}

static void release(light_lanes *lanes, column_steps steps) {
  free(lanes);
  free(steps.light);
  free(steps.solid);
  free(steps.changes);
}

static size_t common_divisor(size_t a, size_t b) {
  while (b != 0) {
    size_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

// Uses units in which the lengths of a pixel (`own`) and of a cell (`span`) are integers.
INLINE int average(const uint8_t *pixels, size_t width, size_t height, const float *light,
                   const sl_cells *out) {
  size_t down = common_divisor(height, out->rows), across = common_divisor(width, out->columns);
  uint32_t own = (uint32_t)(out->rows / down), span = (uint32_t)(height / down);
  uint32_t wide_own = (uint32_t)(out->columns / across), wide_span = (uint32_t)(width / across);
  light_lanes *lanes = aligned_alloc(64, sizeof *lanes);
  column_steps now = {
      aligned_alloc(64, (width * sizeof(words4) + 63) / 64 * 64), calloc(width, 4), calloc(width, 1)};
  if (lanes == NULL || now.light == NULL || now.solid == NULL || now.changes == NULL) {
    release(lanes, now);
    return 0;
  }
  fill(lanes, light);
  memset(now.light, 0, width * sizeof(words4));
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
        finish_row(now, wide_own, wide_span, row, scale, out);
      } else {
        finish_wide_row(now, width, wide_own, wide_span, row, scale, out);
      }
      done = 0;
      row++;
    }
  }
  release(lanes, now);
  return 1;
}

#if defined(__x86_64__)
AVX2 static int average_avx2(const uint8_t *pixels, size_t width, size_t height, const float *light,
                             const sl_cells *out) {
  return average(pixels, width, height, light, out);
}
#endif

int sl_average_cells_portable(const uint8_t *pixels, size_t width, size_t height, const float *light,
                              const sl_cells *out) {
  return average(pixels, width, height, light, out);
}

int sl_average_cells(const uint8_t *pixels, size_t width, size_t height, const float *light,
                     const sl_cells *out) {
  USE_AVX2(average_avx2(pixels, width, height, light, out));
  return sl_average_cells_portable(pixels, width, height, light, out);
}
