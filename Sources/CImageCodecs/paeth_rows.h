// Undoes Paeth's filter (PNG specification, section 9.4) in up to eight rows at once; a part of unfilter.c,
// which has the vectors and `color_row`. Each pixel waits for the one to its left; so each row goes two
// pixels behind the row above it, and all of them together take hardly more time than one: one pixel behind,
// they would wait for what has just been done above as well.
//
// A lane is a row, and four of them are a vector. `rows` is a number that the compiler knows, at most four;
// of the lanes from `rows` on nothing is stored or shown.
enum {
  LAG = 2,
  // How far the lower four of eight rows go behind the upper four: 8 would be right, but wait for what the
  // upper ones do in the same turn.
  APART = 12,
  // From this width on eight rows go together: below, beginnings and ends are most of the work. The upper
  // four are three turns ahead before the width is looked at.
  WIDE = 32,
};
_Static_assert(WIDE >= 3 * LAG + APART, "the upper rows would go beyond their end");

// The pixels that were done last, those before them, and those above the last.
typedef struct {
  bytes16 left, before, corner;
} paeth_state;

// The filter takes the neighbor that is nearest to left + above - corner: the lower of left and above where
// the corner is at least as far above it as twice the way from the higher down to the corner; the higher
// where the reverse is so; the corner between. A sum that does not fit is larger than what it is compared
// with.
INLINE bytes16 nearest(bytes16 left, bytes16 above, bytes16 corner) {
  bytes16 low = __builtin_elementwise_min(left, above), high = __builtin_elementwise_max(left, above);
  bytes16 down = __builtin_elementwise_sub_sat(high, corner), up = __builtin_elementwise_sub_sat(corner, low);
  bytes16 not_low = (bytes16)(__builtin_elementwise_add_sat(down, down) > up);
  bytes16 not_high = (bytes16)(__builtin_elementwise_add_sat(up, up) > down);
  return (not_low & ((not_high & corner) | (~not_high & high))) | (~not_low & low);
}

// `top` is what lies above the first row.
INLINE words4 next_pixels(paeth_state *state, words4 stored, uint32_t top) {
  words4 above = words_of(state->before).wxyz;
  above.x = top;
  bytes16 done = nearest(state->left, bytes_of(above), state->corner) + bytes_of(stored);
  state->before = state->left;
  state->left = done;
  state->corner = bytes_of(above);
  return words_of(done);
}

// `at` is the pixel of the first row; `inside` where all rows have theirs.
INLINE void undo_paeth_pixel(paeth_state *state, const color_row *row, size_t at, size_t step, size_t rows,
                             int inside) {
  words4 stored = 0;
  for (size_t n = 0; n < rows; n++)
    if (inside || at - LAG * n < row->width)
      stored[n] = load4(row->source + n * (row->width * step + 1) + (at - LAG * n) * step);
  uint32_t top = inside || at < row->width ? load4(row->above + at * 4) : 0;
  words4 done = next_pixels(state, stored, top);
  for (size_t n = 0; n < rows; n++)
    if (inside || at - LAG * n < row->width)
      show(row->target + (n * row->width + at - LAG * n) * 4, done[n], step);
}

// Whether all that the next pixels are made of is one color, and nothing is stored: so it is in large areas
// of art.
INLINE int is_flat(const paeth_state *state, const words4 stored[4], words4 above, size_t rows) {
  if (__builtin_reduce_or(stored[0] | stored[1] | stored[2] | stored[3]) != 0) return 0;
  words4 used = {~0u, rows > 1 ? ~0u : 0, rows > 2 ? ~0u : 0, rows > 3 ? ~0u : 0};
  words4 left = words_of(state->left), color = left.xxxx;
  words4 apart = (left ^ color) | (words_of(state->before) ^ color) | (words_of(state->corner) ^ color);
  return __builtin_reduce_or((above ^ color) | (apart & used)) == 0;
}

// Four pixels of each row, stored in four bytes.
INLINE void undo_four_paeth(paeth_state *state, const color_row *row, size_t at, size_t rows) {
  words4 stored[4] = {0}, above;
  for (size_t n = 0; n < rows; n++)
    memcpy(stored + n, row->source + n * (row->width * 4 + 1) + (at - LAG * n) * 4, sizeof *stored);
  memcpy(&above, row->above + at * 4, sizeof above);
  words4 done[4] = {above, above, above, above};
  if (!is_flat(state, stored, above, rows)) {
    words4 x = next_pixels(state, (words4){stored[0].x, stored[1].x, stored[2].x, stored[3].x}, above.x);
    words4 y = next_pixels(state, (words4){stored[0].y, stored[1].y, stored[2].y, stored[3].y}, above.y);
    words4 z = next_pixels(state, (words4){stored[0].z, stored[1].z, stored[2].z, stored[3].z}, above.z);
    words4 w = next_pixels(state, (words4){stored[0].w, stored[1].w, stored[2].w, stored[3].w}, above.w);
    done[0] = (words4){x.x, y.x, z.x, w.x};
    done[1] = (words4){x.y, y.y, z.y, w.y};
    done[2] = (words4){x.z, y.z, z.z, w.z};
    done[3] = (words4){x.w, y.w, z.w, w.w};
  }
  for (size_t n = 0; n < rows; n++)
    memcpy(row->target + (n * row->width + at - LAG * n) * 4, done + n, sizeof *done);
}

INLINE size_t begin_paeth(paeth_state *state, const color_row *row, size_t step, size_t rows) {
  *state = (paeth_state){0, 0, 0};
  size_t at = 0;
  for (; at < LAG * (rows - 1) && at < row->width; at++) undo_paeth_pixel(state, row, at, step, rows, 0);
  return at;
}

INLINE void finish_paeth(paeth_state *state, const color_row *row, size_t at, size_t step, size_t rows) {
  for (; step == 4 && at + 4 <= row->width; at += 4) undo_four_paeth(state, row, at, rows);
  for (; at < row->width; at++) undo_paeth_pixel(state, row, at, step, rows, 1);
  for (; at < row->width + LAG * (rows - 1); at++) undo_paeth_pixel(state, row, at, step, rows, 0);
}

INLINE void undo_paeth(const color_row *row, size_t step, size_t rows) {
  paeth_state state;
  size_t at = begin_paeth(&state, row, step, rows);
  finish_paeth(&state, row, at, step, rows);
}

// Eight rows of at least WIDE pixels, stored in four bytes each: the processor works at the upper and the
// lower four at once, for neither waits for the other.
INLINE void undo_eight_paeth(const color_row *row) {
  color_row low = {row->source + 4 * (row->width * 4 + 1), row->target + 3 * row->width * 4,
                   row->target + 4 * row->width * 4, row->width};
  paeth_state upper, lower;
  size_t at = begin_paeth(&upper, row, 4, 4);
  for (size_t ahead = at + APART; at < ahead; at += 4) undo_four_paeth(&upper, row, at, 4);
  begin_paeth(&lower, &low, 4, 4);
  for (; at + 4 <= row->width; at += 4) {
    undo_four_paeth(&upper, row, at, 4);
    undo_four_paeth(&lower, &low, at - APART, 4);
  }
  finish_paeth(&upper, row, at, 4, 4);
  finish_paeth(&lower, &low, at - APART, 4, 4);
}
