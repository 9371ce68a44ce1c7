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
typedef int64_t longs4 __attribute__((ext_vector_type(4)));
typedef uint16_t halves4 __attribute__((ext_vector_type(4)));
typedef float floats4 __attribute__((ext_vector_type(4)));
typedef uint8_t bytes64 __attribute__((ext_vector_type(64)));
typedef _Bool flags8 __attribute__((ext_vector_type(8)));
typedef _Bool flags64 __attribute__((ext_vector_type(64)));
// Unaligned, because pixels can be at any address.
typedef uint32_t words8 __attribute__((ext_vector_type(8), aligned(1), may_alias));

#define EIGHT(at) (*(const words8 *)(const void *)(at))
#define JOINED(a, b) __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7)

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

// The alpha of a pixel as a factor, times 65,536.
INLINE uint32_t factor(uint32_t pixel) { return ((pixel >> 24) * 65793 + 128) >> 8; }

INLINE uint32_t pixel_at(const uint8_t *row, size_t column) {
  uint32_t pixel;
  memcpy(&pixel, row + column * 4, sizeof pixel);
  return pixel;
}

INLINE words4 premultiplied(const light_lanes *lanes, uint32_t pixel) {
  words4 light = lanes->red[pixel & 0xFF] | lanes->green[pixel >> 8 & 0xFF] | lanes->blue[pixel >> 16 & 0xFF];
  light.w = FULL;
  return (light * factor(pixel) + 32768) >> 16;
}

// A column of pixels. Lengths are in units in which the widths of a pixel and of a cell are integers.
typedef struct {
  uint32_t cell;    // the cell that its left side is in
  uint32_t length;  // the distance from its left side to the right side of that cell
} position;

// The color changes along a row of pixels: the differences between adjacent pixels, in wrapping arithmetic.
// The first pixel always counts as a change.
typedef struct {
  uint32_t *marks;  // the bits of the pixels after the first that differ from the pixels to their left
  uint32_t *columns, *solid_columns;
  words4 *light;
  int32_t *solid;  // in each of `solid_columns`: 1 where solid pixels begin, -1 where they end
  size_t count, solid_count;
  // If most pixels in a range differ, the changes are not listed. `edge` is the light of the first pixel, and
  // `light` has the changes of all pixels in the range, followed by a zero if their number is odd. Otherwise,
  // `length` is 0.
  size_t start, length;
  words4 edge;
} row_changes;

typedef struct {
  int64_t within;  // what the changes in a cell add to its sum
  uint32_t after;  // what they add to each cell after it, for each unit of its width
} solid_changes;

// The sums of the changes in the rows of pixels that belong to a row of cells. Most art has far fewer changes
// than pixels.
typedef struct {
  words4 *light;         // in each column of pixels
  solid_changes *solid;  // in each cell
  uint8_t *is_changed;   // for each cell, and 1 at the end
  uint32_t *first;       // the first column of pixels whose left side is in each cell, then the width
  uint8_t *masks;        // of each cell and its margin
} cell_row;

INLINE uint32_t bits_of_flags(flags8 flags) {
  uint8_t bits;
  memcpy(&bits, &flags, sizeof bits);
  return bits;
}

// The bits of eight pixels that differ from the pixels to their left.
INLINE uint32_t differing(const uint8_t *pixels) {
  return bits_of_flags(__builtin_convertvector(EIGHT(pixels) != EIGHT(pixels - 4), flags8));
}

enum { SOLID = 192 };  // the minimum alpha of a solid pixel

// The bits of eight pixels that are solid.
INLINE uint32_t solid_bits(const uint8_t *pixels) {
  return bits_of_flags(__builtin_convertvector(EIGHT(pixels) >= (uint32_t)SOLID << 24, flags8));
}

// Marks the pixels that differ from the pixels to their left, from the second one on, and returns how many do.
INLINE size_t mark_changes(const uint8_t *row, size_t width, uint32_t *marks) {
  size_t count = 0, x = 1;
  for (; x + 32 <= width; x += 32, marks++) {
    const uint8_t *pixels = row + x * 4;
    *marks = differing(pixels) | differing(pixels + 32) << 8 | differing(pixels + 64) << 16 |
             differing(pixels + 96) << 24;
    count += (size_t)__builtin_popcount(*marks);
  }
  *marks = 0;
  for (size_t at = 0; x + at < width; at++) {
    *marks |= (uint32_t)(pixel_at(row, x + at) != pixel_at(row, x + at - 1)) << at;
  }
  return count + (size_t)__builtin_popcount(*marks);
}

// Lists the columns of the marked pixels.
INLINE void list_changes(const uint32_t *marks, size_t width, uint32_t *columns) {
  size_t count = 1;
  columns[0] = 0;
  for (size_t x = 1; x < width; x += 32, marks++) {
    size_t found = (size_t)__builtin_popcount(*marks);
    // Writes eight at a time, because branches for each change would be hard to predict. The last ones are
    // overwritten.
    uint64_t differs = *marks | (uint64_t)0xFF << 32;
    for (size_t first = 0; first < found; first += 8) {
      for (size_t at = 0; at < 8; at++, differs &= differs - 1) {
        columns[count + first + at] = (uint32_t)x + (uint32_t)__builtin_ctzll(differs);
      }
    }
    count += found;
  }
}

INLINE void read_listed(const light_lanes *lanes, const uint8_t *row, row_changes *changes) {
  words4 light = {0, 0, 0, 0};
  int32_t solid = 0;
  size_t solid_count = 0;
  for (size_t at = 0; at < changes->count; at++) {
    uint32_t column = changes->columns[at], pixel = pixel_at(row, column);
    words4 next = premultiplied(lanes, pixel);
    changes->light[at] = next - light;
    light = next;
    int32_t is_solid = pixel >> 24 >= SOLID;
    changes->solid_columns[solid_count] = column;
    changes->solid[solid_count] = is_solid - solid;
    solid_count += is_solid != solid;
    solid = is_solid;
  }
  changes->solid_count = solid_count;
}

// Finds the smallest range of columns that contains all marks, and starts it at an even column.
INLINE void find_range(size_t width, row_changes *changes) {
  size_t first = 0, last = (width + 30) / 32 - 1;
  while (changes->marks[first] == 0) first++;
  while (changes->marks[last] == 0) last--;
  size_t end = last * 32 + 32 - (size_t)__builtin_clz(changes->marks[last]) + 1;
  changes->start = (first * 32 + (size_t)__builtin_ctz(changes->marks[first]) + 1) & ~(size_t)1;
  changes->length = end - changes->start;
}

// Reads the changes of all pixels in the range.
INLINE void read_range(const light_lanes *lanes, const uint8_t *row, row_changes *changes) {
  const uint8_t *range = row + changes->start * 4;
  words4 none = {0, 0, 0, 0};
  changes->edge = changes->start == 0 ? none : premultiplied(lanes, pixel_at(row, 0));
  words8 before = JOINED(none, changes->edge);
  size_t at = 0;
  for (; at + 2 <= changes->length; at += 2) {
    uint32_t a = pixel_at(range, at), b = pixel_at(range, at + 1);
    // Two pixels at a time.
    words8 light = JOINED(lanes->red[a & 0xFF], lanes->red[b & 0xFF]);
    light |= JOINED(lanes->green[a >> 8 & 0xFF], lanes->green[b >> 8 & 0xFF]);
    light |= JOINED(lanes->blue[a >> 16 & 0xFF], lanes->blue[b >> 16 & 0xFF]);
    light |= (words8){0, 0, 0, FULL, 0, 0, 0, FULL};
    light = (light * JOINED((words4)factor(a), (words4)factor(b)) + 32768) >> 16;
    words8 change = light - __builtin_shufflevector(before, light, 4, 5, 6, 7, 8, 9, 10, 11);
    memcpy(changes->light + at, &change, sizeof change);
    before = light;
  }
  if (at < changes->length) {
    changes->light[at] = premultiplied(lanes, pixel_at(range, at)) - before.hi;
    changes->light[at + 1] = none;
  }
}

// Lists the changes between solid and other pixels.
INLINE void list_solid_changes(const uint8_t *row, row_changes *changes) {
  size_t end = changes->start + changes->length, count = 0;
  int32_t solid = 0;
  if (changes->start > 0) {
    solid = row[3] >= SOLID;
    changes->solid_columns[0] = 0;
    changes->solid[0] = solid;
    count = (size_t)solid;
  }
  for (size_t x = changes->start; x < end; x += 8) {
    uint32_t bits = 0;
    if (x + 8 <= end) {
      bits = solid_bits(row + x * 4);
    } else {
      for (size_t at = 0; x + at < end; at++) bits |= (uint32_t)(row[(x + at) * 4 + 3] >= SOLID) << at;
    }
    uint32_t differs = (bits ^ (bits << 1 | (uint32_t)solid)) & 0xFF;
    for (; differs != 0; differs &= differs - 1) {
      size_t column = x + (size_t)__builtin_ctz(differs);
      if (column >= end) break;
      solid = !solid;
      changes->solid_columns[count] = (uint32_t)column;
      changes->solid[count++] = solid * 2 - 1;
    }
  }
  changes->solid_count = count;
}

INLINE void read_row(const light_lanes *lanes, const uint8_t *row, size_t width, row_changes *changes) {
  changes->count = 1 + mark_changes(row, width, changes->marks);
  changes->length = 0;
  if (changes->count > 16) find_range(width, changes);
  if (changes->count * 2 < changes->length) changes->length = 0;
  if (changes->length > 0) {
    read_range(lanes, row, changes);
    list_solid_changes(row, changes);
  } else {
    list_changes(changes->marks, width, changes->columns);
    read_listed(lanes, row, changes);
  }
}

INLINE void add_listed(const row_changes *changes, const position *positions, uint32_t weight, cell_row *cells) {
  for (size_t at = 0; at < changes->count; at++) {
    uint32_t column = changes->columns[at];
    cells->light[column] += changes->light[at] * weight;
    cells->is_changed[positions[column].cell] = 1;
  }
}

INLINE void add_range(const row_changes *changes, const position *positions, uint32_t weight, cell_row *cells) {
  cells->light[0] += changes->edge * weight;
  cells->is_changed[0] = 1;
  words4 *light = cells->light + changes->start;
  for (size_t at = 0; at < changes->length; at += 2) {
    words8 sums = EIGHT(light + at) + EIGHT(changes->light + at) * weight;
    memcpy(light + at, &sums, sizeof sums);
  }
  uint32_t first = positions[changes->start].cell;
  uint32_t last = positions[changes->start + changes->length - 1].cell;
  memset(cells->is_changed + first, 1, last + 1 - first);
}

// Adds a row of pixels to a row of cells. `weight` is the part of the pixels' height that is in the cells.
INLINE void add_row(const row_changes *changes, const position *positions, uint32_t weight, cell_row *cells) {
  if (changes->length > 0) {
    add_range(changes, positions, weight, cells);
  } else {
    add_listed(changes, positions, weight, cells);
  }
  for (size_t at = 0; at < changes->solid_count; at++) {
    position place = positions[changes->solid_columns[at]];
    int64_t change = (int64_t)changes->solid[at] * weight;
    cells->solid[place.cell].after += (uint32_t)change;
    cells->solid[place.cell].within += change * place.length;
  }
}

// The masks that a cell is in.
enum { FIGURE = 1, VISIBLE = 2, QUARTER = 4, DARK = 8, LIGHT = 16 };

typedef struct {
  halves4 levels;
  uint8_t masks;
} cell;

typedef struct {
  double scale;                // from sums to levels
  uint64_t min_figure;         // the minimum sum of solid pixels in a figure
  float max_dark, min_light;
} limits;

INLINE cell averaged(floats4 light, uint64_t solid, const limits *limits) {
  ints4 levels = __builtin_convertvector(light + 0.5f, ints4);
  // The response of the medium cones, which is enough to compare a color with the limits.
  floats4 parts = light * (floats4){0.2119034982f, 0.6806995451f, 0.1073969566f, 0};
  float medium = parts.x + parts.y + parts.z;
  int masks = VISIBLE;
  masks |= (solid >= limits->min_figure) * FIGURE;
  masks |= (levels.w >= 16384) * QUARTER;
  masks |= (medium < limits->max_dark) * DARK;
  masks |= (medium + (65535 - light.w) > limits->min_light) * LIGHT;
  return (cell){__builtin_convertvector(levels, halves4), levels.w == 0 ? 0 : (uint8_t)masks};
}

// The bits of 64 cells in a mask.
INLINE uint64_t bits_of(const uint8_t *masks, uint8_t mask) {
  bytes64 own;
  memcpy(&own, masks, sizeof own);
  flags64 are_set = __builtin_convertvector((own & mask) != 0, flags64);
  uint64_t bits;
  memcpy(&bits, &are_set, sizeof bits);
  return bits;
}

INLINE void write_masks(const uint8_t *masks, size_t row, const sl_cells *out) {
  for (size_t word = 0; word < out->stride; word++) {
    size_t place = (row + out->margin) * out->stride + word;
    const uint8_t *own = masks + word * 64;
    out->figure[place] = bits_of(own, FIGURE);
    out->visible[place] = bits_of(own, VISIBLE);
    out->quarter[place] = bits_of(own, QUARTER);
    out->dark[place] = bits_of(own, DARK);
    out->light[place] = bits_of(own, LIGHT);
  }
}

// Writes a row of cells, and clears the changes. `span` is the width of a cell. `is_narrow` means that sums fit
// in 32 bits.
INLINE void finish_row(cell_row *cells, const position *positions, uint32_t span, int is_narrow, size_t row,
                       const limits *limits, const sl_cells *out) {
  words4 light = {0, 0, 0, 0};
  uint32_t solid = 0;
  uint16_t *levels = out->levels + row * out->columns * 4;
  for (size_t column = 0; column < out->columns;) {
    words4 sum = {0, 0, 0, 0};
    longs4 wide_sum = {0, 0, 0, 0};
    uint32_t rest = span;
    uint64_t solid_sum = (uint64_t)solid * span;
    size_t end = column + 1;
    if (cells->is_changed[column]) {
      for (size_t x = cells->first[column]; x < cells->first[end]; x++) {
        uint32_t part = rest - positions[x].length;
        sum += light * part;
        wide_sum += __builtin_convertvector(light, longs4) * (int64_t)part;
        rest -= part;
        light += cells->light[x];
        cells->light[x] = (words4){0, 0, 0, 0};
      }
      solid_sum += (uint64_t)cells->solid[column].within;
      solid += cells->solid[column].after;
      cells->solid[column] = (solid_changes){0, 0};
      cells->is_changed[column] = 0;
    } else {
      while (!cells->is_changed[end]) end++;  // adjacent cells without a change are equal
    }
    sum += light * rest;
    wide_sum += __builtin_convertvector(light, longs4) * (int64_t)rest;
    floats4 average;
    if (is_narrow) {
      average = __builtin_convertvector((ints4)sum, floats4) * (float)limits->scale;
    } else {
      for (int lane = 0; lane < 4; lane++) average[lane] = (float)((double)wide_sum[lane] * limits->scale);
    }
    cell now = averaged(average, solid_sum, limits);
    for (; column < end; column++) {
      memcpy(levels + column * 4, &now.levels, sizeof now.levels);
      cells->masks[out->margin + column] = now.masks;
    }
  }
  write_masks(cells->masks, row, out);
}

typedef struct {
  light_lanes *lanes;
  position *positions;
  row_changes changes;
  cell_row cells;
} buffers;

// Reserves space in a block, or only adds up the space if the block is NULL.
static void *take(uint8_t *block, size_t *used, size_t count, size_t size) {
  void *room = block == NULL ? NULL : block + *used;
  *used += (count * size + 63) / 64 * 64;
  return room;
}

// Divides a block of memory, and returns the size that it needs.
static size_t divide(uint8_t *block, size_t width, const sl_cells *out, buffers *own) {
  size_t used = 0, columns = out->columns;
  own->lanes = take(block, &used, 1, sizeof *own->lanes);
  own->positions = take(block, &used, width, sizeof *own->positions);
  own->changes.marks = take(block, &used, width / 32 + 1, sizeof *own->changes.marks);
  // Changes are listed eight at a time.
  own->changes.columns = take(block, &used, width + 8, sizeof *own->changes.columns);
  // One more, because ranges are read two pixels at a time, and an entry is written before it is known
  // whether it counts.
  own->changes.light = take(block, &used, width + 1, sizeof *own->changes.light);
  own->changes.solid_columns = take(block, &used, width + 1, sizeof *own->changes.solid_columns);
  own->changes.solid = take(block, &used, width + 1, sizeof *own->changes.solid);
  own->cells.light = take(block, &used, width + 1, sizeof *own->cells.light);
  own->cells.solid = take(block, &used, columns, sizeof *own->cells.solid);
  own->cells.is_changed = take(block, &used, columns + 1, 1);
  own->cells.first = take(block, &used, columns + 1, sizeof *own->cells.first);
  own->cells.masks = take(block, &used, out->stride * 64, 1);
  return used;
}

static void fill_positions(buffers *own, size_t width, size_t columns, uint32_t pixel, uint32_t span) {
  uint64_t left = 0, cell = 0;
  own->cells.first[0] = 0;
  for (uint32_t x = 0; x < width; x++, left += pixel) {
    if (left >= (cell + 1) * span) own->cells.first[++cell] = x;
    own->positions[x] = (position){(uint32_t)cell, (uint32_t)((cell + 1) * span - left)};
  }
  own->cells.first[columns] = (uint32_t)width;
  own->cells.is_changed[columns] = 1;
}

static int is_figure(uint64_t solid, double scale) {
  return (double)solid * scale * FULL / 65535 >= 0.35 - 1e-9;
}

static limits find_limits(double scale, const sl_cells *out) {
  limits limits = {scale, (uint64_t)(0.35 * 65535 / FULL / scale), out->max_dark * 65535,
                   out->min_light * 65535};
  while (limits.min_figure > 0 && is_figure(limits.min_figure - 1, scale)) limits.min_figure--;
  while (!is_figure(limits.min_figure, scale)) limits.min_figure++;
  return limits;
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
  buffers now;
  size_t bytes = divide(NULL, width, out, &now);
  uint8_t *block = aligned_alloc(64, bytes);
  if (block == NULL) return 0;
  memset(block, 0, bytes);
  divide(block, width, out, &now);
  fill(now.lanes, light);
  fill_positions(&now, width, out->columns, wide_own, wide_span);
  limits limits = find_limits(65535.0 / FULL / ((double)span * wide_span), out);
  int is_narrow = (uint64_t)span * wide_span <= 65536;
  size_t row = 0, done = 0;
  for (size_t y = 0; y < height; y++) {
    read_row(now.lanes, pixels + y * width * 4, width, &now.changes);
    uint32_t left = own;
    while (left > 0) {
      uint32_t part = span - done < left ? (uint32_t)(span - done) : left;
      add_row(&now.changes, now.positions, part, &now.cells);
      left -= part;
      done += part;
      if (done < span) continue;
      if (is_narrow) {
        finish_row(&now.cells, now.positions, wide_span, 1, row, &limits, out);
      } else {
        finish_row(&now.cells, now.positions, wide_span, 0, row, &limits, out);
      }
      done = 0;
      row++;
    }
  }
  free(block);
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
