// Undoes any filters of up to eight rows at once (PNG specification, section 9). Part of unfilter.c, which
// defines the other vector types and `color_row`.
//
// With the Paeth filter, each pixel waits for its left neighbor. So each row trails the row above it by two
// pixels, and all rows together take barely more time than one. With a lag of one pixel, each pixel would
// also wait for the pixel just completed above.
//
// A lane is a row. Lanes beyond the last row hold neither input nor output. Wide vectors are passed by
// address, because the ABI for passing them by value differs between processors.
enum { LAG = 2, LANES = 8 };

typedef uint8_t bytes32 __attribute__((ext_vector_type(32)));
typedef uint16_t words32 __attribute__((ext_vector_type(32)));
typedef uint32_t words8 __attribute__((ext_vector_type(8)));

typedef struct {
  bytes32 left, before, corner;  // the last completed pixels, those before them, and those above the last
  bytes32 adds_left, adds_above, adds_mean, adds_nearest;  // which rows have each filter
  int has_copies;                                          // whether some row has no filter
  // the fourth byte of each pixel if only three are stored, otherwise 0
  uint32_t fourth;
} row_lanes;

INLINE void begin_lanes(row_lanes *self, const words8 *filters, size_t step) {
  *self = (row_lanes){
    .adds_left = (bytes32)(*filters == 1), .adds_above = (bytes32)(*filters == 2),
    .adds_mean = (bytes32)(*filters == 3), .adds_nearest = (bytes32)(*filters == 4),
    .has_copies = __builtin_reduce_or((words8)(*filters == 0)) != 0, .fourth = step == 3 ? OPAQUE : 0};
}

// The Paeth filter takes the neighbor that is nearest to left + above - corner. That is the lower of left and
// above if the corner exceeds it by at least twice as much as the higher one exceeds the corner. It is the
// higher one in the mirrored case, and the corner in between. Saturating a sum is safe, because it is larger
// than what it is compared with anyway.
INLINE void take_nearest(bytes32 *left, const bytes32 *above, const bytes32 *corner) {
  bytes32 low = __builtin_elementwise_min(*left, *above), high = __builtin_elementwise_max(*left, *above);
  bytes32 down = __builtin_elementwise_sub_sat(high, *corner);
  bytes32 up = __builtin_elementwise_sub_sat(*corner, low);
  bytes32 not_low = (bytes32)(__builtin_elementwise_add_sat(down, down) > up);
  bytes32 not_high = (bytes32)(__builtin_elementwise_add_sat(up, up) > down);
  *left = (not_low & ((not_high & *corner) | (~not_high & high))) | (~not_low & low);
}

// The mean, rounded down.
INLINE void take_mean(bytes32 *left, const bytes32 *above) {
  words32 sum = __builtin_convertvector(*left, words32) + __builtin_convertvector(*above, words32) + 1;
  *left = __builtin_convertvector(sum >> 1, bytes32) - ((*left ^ *above) & 1);
}

// Converts the next stored pixel of each row to the final one. `top` is the pixel above the first row.
INLINE void undo_pixels(row_lanes *self, words8 *pixels, uint32_t top) {
  words8 done_above = (words8)self->before;
  done_above = __builtin_shufflevector(done_above, done_above, 7, 0, 1, 2, 3, 4, 5, 6);
  done_above[0] = top;
  bytes32 above = (bytes32)done_above, mean = self->left, nearest = self->left;
  take_mean(&mean, &above);
  take_nearest(&nearest, &above, &self->corner);
  bytes32 added = (self->adds_nearest & nearest) | (self->adds_mean & mean) | (self->adds_left & self->left)
                  | (self->adds_above & above);
  *pixels = (words8)(added + (bytes32)*pixels) | self->fourth;
  self->corner = above;
  self->before = self->left;
  self->left = (bytes32)*pixels;
}

// `at` is the position in the first row.
INLINE void undo_each(row_lanes *self, const color_row *row, size_t at, size_t step, size_t rows) {
  words8 pixels = 0;
  for (size_t n = 0; n < rows; n++)
    if (at - LAG * n < row->width)
      pixels[n] = load4(row->source + n * (row->width * step + 1) + (at - LAG * n) * step);
  undo_pixels(self, &pixels, at < row->width ? load4(row->above + at * 4) : 0);
  for (size_t n = 0; n < rows; n++)
    if (at - LAG * n < row->width) store4(row->target + (n * row->width + at - LAG * n) * 4, pixels[n]);
}

// Loads four pixels. With three bytes per pixel, the fourth byte becomes 0, and the load reads four bytes
// past the pixels.
INLINE words4 load_four(const uint8_t *at, size_t step) {
  bytes16 stored;
  memcpy(&stored, at, sizeof stored);
  if (step == 4) return words_of(stored);
  bytes16 none = 0;
  return words_of(
    __builtin_shufflevector(stored, none, 0, 1, 2, 16, 3, 4, 5, 16, 6, 7, 8, 16, 9, 10, 11, 16));
}

// Transposes between four pixels per row (the first vector has rows 0 and 4) and one vector per position.
INLINE void transpose(words8 four[4]) {
  words8 one = __builtin_shufflevector(four[0], four[1], 0, 8, 1, 9, 4, 12, 5, 13);
  words8 two = __builtin_shufflevector(four[0], four[1], 2, 10, 3, 11, 6, 14, 7, 15);
  words8 three = __builtin_shufflevector(four[2], four[3], 0, 8, 1, 9, 4, 12, 5, 13);
  words8 last = __builtin_shufflevector(four[2], four[3], 2, 10, 3, 11, 6, 14, 7, 15);
  four[0] = __builtin_shufflevector(one, three, 0, 1, 8, 9, 4, 5, 12, 13);
  four[1] = __builtin_shufflevector(one, three, 2, 3, 10, 11, 6, 7, 14, 15);
  four[2] = __builtin_shufflevector(two, last, 0, 1, 8, 9, 4, 5, 12, 13);
  four[3] = __builtin_shufflevector(two, last, 2, 3, 10, 11, 6, 7, 14, 15);
}

// Whether all inputs of the next pixels have one color and the stored bytes are 0, as in large flat areas of
// art.
INLINE int is_flat(const row_lanes *self, const words8 stored[4], words4 above) {
  if (__builtin_reduce_or(stored[0] | stored[1] | stored[2] | stored[3]) != 0) return 0;
  uint32_t color = above.x;
  if (self->has_copies && color != self->fourth) return 0;
  words8 apart = (words8)self->left ^ color;
  apart |= ((words8)self->before ^ color) | ((words8)self->corner ^ color);
  return __builtin_reduce_or(apart) == 0 && __builtin_reduce_or(above ^ color) == 0;
}

// Undoes the filters of four pixels of each row.
INLINE void undo_four(row_lanes *self, const color_row *row, size_t at, size_t step, size_t rows) {
  words8 four[4];
  words4 above;
  memcpy(&above, row->above + at * 4, sizeof above);
  size_t stored = row->width * step + 1;
  for (size_t n = 0; n < 4; n++) {
    words4 upper = 0, lower = 0;
    if (n < rows) upper = load_four(row->source + n * stored + (at - LAG * n) * step, step);
    if (n + 4 < rows) lower = load_four(row->source + (n + 4) * stored + (at - LAG * (n + 4)) * step, step);
    four[n] = __builtin_shufflevector(upper, lower, 0, 1, 2, 3, 4, 5, 6, 7);
  }
  if (is_flat(self, four, above)) {
    for (size_t n = 0; n < 4; n++) four[n] = (words8)(above.x | self->fourth);
  } else {
    transpose(four);
    for (size_t x = 0; x < 4; x++) undo_pixels(self, &four[x], above[x]);
    transpose(four);
  }
  for (size_t n = 0; n < 4; n++) {
    words4 upper = four[n].lo, lower = four[n].hi;
    if (n < rows) memcpy(row->target + (n * row->width + at - LAG * n) * 4, &upper, sizeof upper);
    if (n + 4 < rows)
      memcpy(row->target + ((n + 4) * row->width + at - LAG * (n + 4)) * 4, &lower, sizeof lower);
  }
}

// Undoes the filters of up to eight consecutive rows. `filters` has their numbers from the specification.
INLINE void undo_rows(const color_row *row, size_t step, size_t rows, const words8 *filters) {
  row_lanes lanes;
  begin_lanes(&lanes, filters, step);
  size_t at = 0, read = step == 3 ? 6 : 4;  // the pixels that `load_four` reads, rounded up
  for (; at < LAG * (rows - 1) && at < row->width; at++) undo_each(&lanes, row, at, step, rows);
  for (; at + read <= row->width; at += 4) undo_four(&lanes, row, at, step, rows);
  for (; at < row->width + LAG * (rows - 1); at++) undo_each(&lanes, row, at, step, rows);
}
