// Undoes the filters of PNG's truecolor rows with 8 bits per sample (PNG specification, section 9), directly
// into the frame. The code uses the compiler's portable vectors, and is compiled a second time for AVX2 on
// x86.
#include "CImageCodecs.h"
#include "inline.h"

#include <string.h>

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define OPAQUE 0xFF000000u
#else
#define OPAQUE 0x000000FFu
#endif

typedef uint8_t bytes16 __attribute__((ext_vector_type(16)));
typedef uint16_t words16 __attribute__((ext_vector_type(16)));
typedef uint32_t words4 __attribute__((ext_vector_type(4)));

// One row: the stored bytes, the decoded row above, and the target.
typedef struct {
  const uint8_t *source, *above;
  uint8_t *target;
  size_t width;
} color_row;

INLINE uint32_t load4(const uint8_t *at) {
  uint32_t word;
  memcpy(&word, at, sizeof word);
  return word;
}

INLINE void store4(uint8_t *at, uint32_t word) { memcpy(at, &word, sizeof word); }

// With three bytes per pixel, the fourth byte is undefined, so alpha becomes 255.
INLINE void store_pixel(uint8_t *at, uint32_t pixel, size_t step) {
  store4(at, step == 3 ? pixel | OPAQUE : pixel);
}

// Adds four samples separately within a word.
INLINE uint32_t add_samples(uint32_t one, uint32_t other) {
  return ((one & 0x7F7F7F7F) + (other & 0x7F7F7F7F)) ^ ((one ^ other) & 0x80808080);
}

INLINE bytes16 bytes_of(words4 pixels) {
  bytes16 samples;
  memcpy(&samples, &pixels, sizeof samples);
  return samples;
}

INLINE words4 words_of(bytes16 samples) {
  words4 pixels;
  memcpy(&pixels, &samples, sizeof pixels);
  return pixels;
}

INLINE void copy(const color_row *row, size_t step) {
  if (step == 4) {
    memcpy(row->target, row->source, row->width * 4);
    return;
  }
  for (size_t x = 0; x < row->width; x++)
    store_pixel(row->target + x * 4, load4(row->source + x * step), step);
}

INLINE void undo_sub(const color_row *row, size_t step) {
  size_t x = 0;
  uint32_t last = 0;
  words4 left = 0;
  for (; step == 4 && x + 4 <= row->width; x += 4) {  // prefix sums of four pixels at once
    words4 four;
    memcpy(&four, row->source + x * 4, sizeof four);
    four = words_of(bytes_of(four) + bytes_of((words4){0, four.x, four.y, four.z}));
    four = words_of(bytes_of(four) + bytes_of((words4){0, 0, four.x, four.y}) + bytes_of(left));
    memcpy(row->target + x * 4, &four, sizeof four);
    left = four.wwww;
  }
  if (x > 0) last = left.x;
  for (; x < row->width; x++) {
    last = add_samples(last, load4(row->source + x * step));
    store_pixel(row->target + x * 4, last, step);
  }
}

INLINE void undo_up(const color_row *row, size_t step) {
  size_t x = 0;
  for (; step == 4 && x + 4 <= row->width; x += 4) {
    bytes16 stored, above;
    memcpy(&stored, row->source + x * 4, sizeof stored);
    memcpy(&above, row->above + x * 4, sizeof above);
    stored += above;
    memcpy(row->target + x * 4, &stored, sizeof stored);
  }
  for (; x < row->width; x++)
    store_pixel(
        row->target + x * 4, add_samples(load4(row->source + x * step), load4(row->above + x * 4)), step);
}

// The mean, rounded up.
INLINE bytes16 mean(bytes16 one, bytes16 other) {
  words16 sum = __builtin_convertvector(one, words16) + __builtin_convertvector(other, words16) + 1;
  return __builtin_convertvector(sum >> 1, bytes16);
}

// Computes the next pixels. `complement` is 255 minus the pixel to the left, per sample. The filter adds the
// mean of left and above, rounded down. 255 minus that mean is the mean of the two complements, rounded up,
// which takes one fewer instruction.
INLINE words4 next_over_mean(bytes16 *complement, words4 stored, words4 above) {
  *complement = mean(*complement, bytes_of(~above)) - bytes_of(stored);
  return ~words_of(*complement);
}

INLINE void undo_average(const color_row *row, size_t step) {
  size_t x = 0;
  bytes16 complement = 0xFF;
  for (; step == 4 && x + 4 <= row->width; x += 4) {
    words4 stored, above, left = ~words_of(complement).xxxx;
    memcpy(&stored, row->source + x * 4, sizeof stored);
    memcpy(&above, row->above + x * 4, sizeof above);
    words4 done = above;  // art has large areas of one color
    if (__builtin_reduce_or(stored | (above ^ left)) != 0) {
      done.x = next_over_mean(&complement, stored.xxxx, above.xxxx).x;
      done.y = next_over_mean(&complement, stored.yyyy, above.yyyy).x;
      done.z = next_over_mean(&complement, stored.zzzz, above.zzzz).x;
      done.w = next_over_mean(&complement, stored.wwww, above.wwww).x;
    }
    memcpy(row->target + x * 4, &done, sizeof done);
  }
  for (; x < row->width; x++) {
    words4 stored = load4(row->source + x * step), above = load4(row->above + x * 4);
    store_pixel(row->target + x * 4, next_over_mean(&complement, stored, above).x, step);
  }
}

#include "unfilter_row_groups.h"

// The minimum width at which rows are processed together. In narrower rows, the starts and ends account for
// most of the work.
#define WIDE 32

// Reads the filters of up to eight rows, and returns whether processing them together is faster. Eight
// rows together take as long as one row with the Paeth filter, or six rows with the average filter, processed
// one at a time. The other filters take almost no time.
INLINE int is_faster_together(const uint8_t *line, size_t width, size_t step, size_t rows, words8 *filters) {
  size_t paeth = 0, means = 0;
  for (size_t n = 0; n < rows; n++) {
    uint8_t filter = line[n * (width * step + 1)];
    if (filter > 4) return 0;
    (*filters)[n] = filter;
    paeth += filter == 4;
    means += filter == 3;
  }
  return width >= WIDE && (paeth > 0 || means >= 6);
}

// Returns how many rows were decoded, or 0 if the filter is invalid.
INLINE size_t undo(const uint8_t *line, const color_row *row, size_t step, size_t rest) {
  words8 filters = 0;
  size_t rows = rest < LANES ? rest : LANES;
  if (is_faster_together(line, row->width, step, rows, &filters)) {
    // With constant arguments, the compiler removes the code for other filters.
    const words8 paeth = 4;
    if (rows < LANES) undo_rows(row, step, rows, &filters);
    else if (__builtin_reduce_and(filters == paeth) != 0) undo_rows(row, step, LANES, &paeth);
    else undo_rows(row, step, LANES, &filters);
    return rows;
  }
  switch (line[0]) {
    case 0: copy(row, step); break;
    case 1: undo_sub(row, step); break;
    case 2: undo_up(row, step); break;
    case 3: undo_average(row, step); break;
    case 4: filters[0] = 4; undo_rows(row, step, 1, &filters); break;
    default: return 0;
  }
  return 1;
}

INLINE size_t unfilter(const uint8_t *lines, size_t step, size_t width, size_t height, uint8_t *out) {
  if (width == 0 || height == 0) return height;
  memset(out, 0, width * 4);  // the zeros above the first row, which are read before they are overwritten
  size_t y = 0;
  while (y < height) {
    const uint8_t *line = lines + y * (width * step + 1);
    uint8_t *target = out + y * width * 4;
    color_row row = {line + 1, y == 0 ? target : target - width * 4, target, width};
    size_t rows = undo(line, &row, step, height - y);
    if (rows == 0) break;
    y += rows;
  }
  return y;
}

INLINE size_t unfilter_color(const uint8_t *lines, size_t step, size_t width, size_t height, uint8_t *out) {
  return step == 3 ? unfilter(lines, 3, width, height, out) : unfilter(lines, 4, width, height, out);
}

#if defined(__x86_64__)
AVX2 static size_t unfilter_avx2(const uint8_t *lines, size_t step, size_t width, size_t height,
                                 uint8_t *out) {
  return unfilter_color(lines, step, width, height, out);
}
#endif

size_t sl_unfilter_color_portable(const uint8_t *lines, size_t step, size_t width, size_t height,
                                  uint8_t *out) {
  return unfilter_color(lines, step, width, height, out);
}

size_t sl_unfilter_color(const uint8_t *lines, size_t step, size_t width, size_t height, uint8_t *out) {
  USE_AVX2(unfilter_avx2(lines, step, width, height, out));
  return sl_unfilter_color_portable(lines, step, width, height, out);
}
