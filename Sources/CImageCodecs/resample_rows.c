// Kernels that resize rows of an image. A pixel is four numbers (red, green, blue and alpha), and two pixels
// fill an AVX2 vector. The code uses the compiler's portable vectors, as pixel_bits.c does.
#include "CImageCodecs.h"
#include "inline.h"

#include <string.h>

// Keeps pixels identical on all machines: fused multiply-add rounds differently.
#pragma STDC FP_CONTRACT OFF

typedef float floats4 __attribute__((ext_vector_type(4)));
typedef float floats8 __attribute__((ext_vector_type(8)));
typedef uint8_t bytes4 __attribute__((ext_vector_type(4)));
typedef uint8_t bytes8 __attribute__((ext_vector_type(8)));
typedef uint8_t bytes16 __attribute__((ext_vector_type(16)));
typedef uint8_t bytes32 __attribute__((ext_vector_type(32)));
typedef uint32_t words4 __attribute__((ext_vector_type(4)));
typedef uint32_t words8 __attribute__((ext_vector_type(8)));

enum { NOT_OPAQUE = 1, NOT_CLEAR = 2, BLOCK = SL_OPACITY_COLUMNS };

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define ALPHA 0xFF000000u
#else
#define ALPHA 0x000000FFu
#endif

// From 2^23 on, the last bit of a float has the value 1, so adding this number rounds to an integer.
#define ROUNDING 0x1p23f

#define LESSER(one, other) ((one) < (other) ? (one) : (other))
#define GREATER(one, other) ((one) > (other) ? (one) : (other))

// --- From straight samples

INLINE void premultiply_two(const uint8_t *source, sl_premultiplied_pixel *row) {
  bytes8 stored;
  memcpy(&stored, source, sizeof stored);
  floats8 samples = __builtin_convertvector(stored, floats8), full = 255;
  floats8 alphas = __builtin_shufflevector(samples, samples, 3, 3, 3, 3, 7, 7, 7, 7);
  samples = __builtin_shufflevector(samples, full, 0, 1, 2, 8, 4, 5, 6, 8) * alphas;
  memcpy(row, &samples, sizeof samples);
}

INLINE void premultiply_one(const uint8_t *source, sl_premultiplied_pixel *row) {
  *row = (sl_premultiplied_pixel){source[0], source[1], source[2], 255} * (float)source[3];
}

INLINE uint8_t premultiply_block(const uint8_t *source, sl_premultiplied_pixel *row) {
  words8 pixels;
  memcpy(&pixels, source, sizeof pixels);
  words4 all = pixels.lo & pixels.hi, any = pixels.lo | pixels.hi;
  uint32_t every = all.x & all.y & all.z & all.w & ALPHA, some = (any.x | any.y | any.z | any.w) & ALPHA;
  if (some == 0) {
    memset(row, 0, BLOCK * sizeof *row);
    return NOT_OPAQUE;
  }
  for (size_t x = 0; x < BLOCK; x += 2) premultiply_two(source + x * 4, row + x);
  return every == ALPHA ? NOT_CLEAR : NOT_OPAQUE | NOT_CLEAR;
}

INLINE void premultiply(const uint8_t *source, size_t width, sl_premultiplied_pixel *row, uint8_t *opacity) {
  size_t x = 0;
  for (; x + BLOCK <= width; x += BLOCK) *opacity++ = premultiply_block(source + x * 4, row + x);
  if (x == width) return;
  for (*opacity = 0; x < width; x++) {
    premultiply_one(source + x * 4, row + x);
    *opacity |= (source[x * 4 + 3] < 255 ? NOT_OPAQUE : 0) | (source[x * 4 + 3] > 0 ? NOT_CLEAR : 0);
  }
}

// --- Parabolas

// CLAMPED_FROM_ZERO clamps a number between 0 and a bound of either sign. NEARER_TO_ZERO is the number that
// is nearer to 0 if both have the same sign, otherwise 0.
#define CLAMPED_FROM_ZERO(number, bound, zero) \
  LESSER(GREATER(number, LESSER(bound, zero)), GREATER(bound, zero))
#define NEARER_TO_ZERO(one, other, zero) \
  (GREATER(LESSER(one, other), zero) + LESSER(GREATER(one, other), zero))

// The part of a cell before a cut, from five neighbors ordered from left to right. `ResamplingAxis` explains the
// formula. Operands are in memory, because the ABI for wide vectors differs between processors.
#define INTEGRAL(NAME, PIXELS)                                                                 \
  INLINE void NAME(const PIXELS *cells, sl_cut cut, PIXELS *out) {                             \
    PIXELS zero = 0, mean = cells[2], to_left = mean - cells[1], to_right = cells[3] - mean;   \
    PIXELS rise = ((mean * 5 - cells[1] * 7) + (cells[0] + cells[3])) * (1.0f / 12);           \
    PIXELS fall = ((cells[3] * 7 - mean * 5) - (cells[1] + cells[4])) * (1.0f / 12);           \
    PIXELS clamped_rise = CLAMPED_FROM_ZERO(rise, to_left, zero);                              \
    PIXELS clamped_fall = CLAMPED_FROM_ZERO(fall, to_right, zero);                             \
    PIXELS twice_rise = clamped_rise + clamped_rise, twice_fall = clamped_fall + clamped_fall; \
    *out = mean * cut.share - NEARER_TO_ZERO(clamped_rise, twice_fall, zero) * cut.before -    \
           NEARER_TO_ZERO(clamped_fall, twice_rise, zero) * cut.after;                         \
  }
INTEGRAL(integral, sl_premultiplied_pixel)
INTEGRAL(two_integrals, floats8)

INLINE void cut_rows(const sl_premultiplied_pixel *rows, size_t stride, const intptr_t places[5], sl_cut cut,
                     size_t first, size_t end, sl_premultiplied_pixel *out) {
  size_t x = first;
  for (; x + 2 <= end; x += 2) {
    floats8 cells[5], half;
    for (size_t n = 0; n < 5; n++) memcpy(&cells[n], rows + (size_t)places[n] * stride + x, sizeof *cells);
    two_integrals(cells, cut, &half);
    memcpy(out + x, &half, sizeof half);
  }
  if (x == end) return;
  sl_premultiplied_pixel cells[5];
  for (size_t n = 0; n < 5; n++) cells[n] = rows[(size_t)places[n] * stride + x];
  integral(cells, cut, out + x);
}

// Computes two pixels from every three. Processes two groups of three at a time. If only one group is left,
// it fills both halves of the vectors.
INLINE void shorten_three_to_two(const sl_premultiplied_pixel *row, sl_cut cut, size_t first, size_t end,
                                 sl_premultiplied_pixel *out) {
  for (size_t x = first & ~(size_t)1; x < end; x += 4) {
    size_t next = x + 2 < end ? 1 : 0;
    const sl_premultiplied_pixel *cell = row + x / 2 * 3 - 1;
    floats8 cells[5], half;
    for (size_t n = 0; n < 5; n++) {
      cells[n].lo = cell[n];
      cells[n].hi = cell[next * 3 + n];
    }
    two_integrals(cells, cut, &half);
    floats8 left = cells[1] + half, right = cells[2] - half + cells[3];
    out[x] = left.lo;
    out[x + 1] = right.lo;
    out[x + next * 2] = left.hi;
    out[x + next * 2 + 1] = right.hi;
  }
}

// --- To straight samples

INLINE void record_block_colors(const sl_pixels *pixels, size_t x, const sl_colors *colors) {
  bytes32 low = 255, high = 0;
  for (size_t y = pixels->first_row; y < pixels->end_row; y++) {
    words8 own;
    memcpy(&own, pixels->source + (y * pixels->width + x) * 4, sizeof own);
    words8 is_clear = (words8)((own & ALPHA) == 0);
    words8 lows = own | is_clear, highs = own & ~is_clear;
    low = __builtin_elementwise_min(low, (bytes32)lows);
    high = __builtin_elementwise_max(high, (bytes32)highs);
  }
  memcpy(colors->least + x * 4, &low, sizeof low);
  memcpy(colors->most + x * 4, &high, sizeof high);
}

INLINE void record_pixel_colors(const sl_pixels *pixels, size_t x, const sl_colors *colors) {
  bytes4 low = 255, high = 0;
  for (size_t y = pixels->first_row; y < pixels->end_row; y++) {
    bytes4 own;
    memcpy(&own, pixels->source + (y * pixels->width + x) * 4, sizeof own);
    if (own.w == 0) continue;
    low = __builtin_elementwise_min(low, own);
    high = __builtin_elementwise_max(high, own);
  }
  memcpy(colors->least + x * 4, &low, sizeof low);
  memcpy(colors->most + x * 4, &high, sizeof high);
}

INLINE int is_edge_near(const uint8_t *opacity, size_t blocks, size_t block, size_t reach) {
  uint8_t near = 0;
  size_t last = block + reach < blocks ? block + reach : blocks - 1;
  for (size_t at = block > reach ? block - reach : 0; at <= last; at++) near |= opacity[at];
  return near & NOT_OPAQUE;
}

INLINE void record_colors(const sl_pixels *pixels, size_t reach, const sl_colors *colors) {
  size_t blocks = (pixels->width + BLOCK - 1) / BLOCK;
  for (size_t block = 0; block < blocks; block++) {
    if (!is_edge_near(colors->opacity, blocks, block, reach)) continue;
    size_t x = block * BLOCK, end = x + BLOCK < pixels->width ? x + BLOCK : pixels->width;
    if (!(colors->opacity[block] & NOT_CLEAR)) {
      memset(colors->least + x * 4, 255, (end - x) * 4);
      memset(colors->most + x * 4, 0, (end - x) * 4);
    } else if (end - x == BLOCK) {
      record_block_colors(pixels, x, colors);
    } else {
      for (; x < end; x++) record_pixel_colors(pixels, x, colors);
    }
  }
}

// The lowest or highest values of the colors in some columns, usually four.
#define RANGE_OF(NAME, NEAREST)                                                                  \
  INLINE bytes4 NAME(const uint8_t *colors, const sl_columns *columns) {                         \
    size_t x = (size_t)columns->first, end = (size_t)columns->end;                               \
    bytes4 found;                                                                                \
    if (end - x >= 4) {                                                                          \
      bytes16 four;                                                                              \
      memcpy(&four, colors + x * 4, sizeof four);                                                \
      bytes8 two = NEAREST(four.lo, four.hi);                                                    \
      found = NEAREST(two.lo, two.hi);                                                           \
      x += 4;                                                                                    \
    } else {                                                                                     \
      memcpy(&found, colors + x++ * 4, sizeof found);                                            \
    }                                                                                            \
    for (; x < end; x++) {                                                                       \
      bytes4 own;                                                                                \
      memcpy(&own, colors + x * 4, sizeof own);                                                  \
      found = NEAREST(found, own);                                                               \
    }                                                                                            \
    return found;                                                                                \
  }
RANGE_OF(least_of, __builtin_elementwise_min)
RANGE_OF(most_of, __builtin_elementwise_max)

INLINE void store(floats4 samples, uint8_t *out) {
  floats4 rounded = samples + ROUNDING;
  words4 steps;
  memcpy(&steps, &rounded, sizeof steps);
  bytes4 bytes = __builtin_convertvector(steps, bytes4);
  memcpy(out, &bytes, sizeof bytes);
}

INLINE void store_translucent(sl_premultiplied_pixel pixel, const sl_columns *columns,
                              const sl_colors *colors, uint8_t *out) {
  float alpha = (pixel.w * (1.0f / 255) + ROUNDING) - ROUNDING;
  if (!(alpha >= 1)) return;
  floats4 color = pixel / alpha;
  floats4 floor = __builtin_convertvector(least_of(colors->least, columns), floats4);
  floats4 ceiling = __builtin_convertvector(most_of(colors->most, columns), floats4);
  color = color < floor ? floor : color;
  color = color > ceiling ? ceiling : color;
  color.w = alpha;
  store(color, out);
}

INLINE int is_opaque(const uint8_t *opacity, size_t first, size_t end) {
  uint8_t met = 0;
  for (size_t block = first / BLOCK; block <= (end - 1) / BLOCK; block++) met |= opacity[block];
  return !(met & NOT_OPAQUE);
}

INLINE void write_straight(const sl_premultiplied_pixel *sums, float scale, const sl_columns *columns,
                           size_t first, size_t end, const sl_colors *colors, uint8_t *out) {
  for (size_t x = first; x < end;) {
    size_t last = x + SL_PIXELS_TOGETHER < end ? x + SL_PIXELS_TOGETHER : end;
    int opaque = is_opaque(colors->opacity, (size_t)columns[x].first, (size_t)columns[last - 1].end);
    for (; x < last; x++) {
      sl_premultiplied_pixel pixel = sums[x] * scale;
      if (opaque)
        store(pixel * (1.0f / 255), out + x * 4);
      else
        store_translucent(pixel, &columns[x], colors, out + x * 4);
    }
  }
}

// The kernels, compiled for one kind of processor.
#define KERNELS(KIND, TARGET)                                                                               \
  TARGET static void premultiply_##KIND(const uint8_t *source, size_t width, sl_premultiplied_pixel *row,   \
                                        uint8_t *opacity) {                                                 \
    premultiply(source, width, row, opacity);                                                               \
  }                                                                                                         \
  TARGET static void cut_##KIND(const sl_premultiplied_pixel *rows, size_t stride,                          \
                                const intptr_t places[5], sl_cut cut, size_t first, size_t end,             \
                                sl_premultiplied_pixel *out) {                                              \
    cut_rows(rows, stride, places, cut, first, end, out);                                                   \
  }                                                                                                         \
  TARGET static void three_to_two_##KIND(const sl_premultiplied_pixel *row, sl_cut cut, size_t first,       \
                                         size_t end, sl_premultiplied_pixel *out) {                         \
    shorten_three_to_two(row, cut, first, end, out);                                                        \
  }                                                                                                         \
  TARGET static void record_colors_##KIND(const sl_pixels *pixels, size_t reach, const sl_colors *colors) { \
    record_colors(pixels, reach, colors);                                                                   \
  }                                                                                                         \
  TARGET static void write_##KIND(const sl_premultiplied_pixel *sums, float scale,                          \
                                  const sl_columns *columns, size_t first, size_t end,                      \
                                  const sl_colors *colors, uint8_t *out) {                                  \
    write_straight(sums, scale, columns, first, end, colors, out);                                          \
  }                                                                                                         \
  static const sl_row_kernels kernels_##KIND = {premultiply_##KIND, cut_##KIND, three_to_two_##KIND,        \
                                                record_colors_##KIND, write_##KIND};

KERNELS(portable, )
#if defined(__x86_64__)
KERNELS(avx2, AVX2)
#endif

const sl_row_kernels *sl_row_kernels_for_cpu(void) {
  USE_AVX2(&kernels_avx2);
  return sl_row_kernels_portable();
}

const sl_row_kernels *sl_row_kernels_portable(void) { return &kernels_portable; }
