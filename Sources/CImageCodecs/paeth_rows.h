// Undoes Paeth's filter in ROWS rows at once, which whoever includes this has defined, with a NAME. Each
// pixel waits for the one to its left; so each row goes one pixel behind the row above it, and all of them
// together take hardly more time than one.
//
// Of the three neighbors the filter takes that which is nearest to left + above - corner. With
// turn = 3 × corner - left - above that is the lower of left and above where turn is no less than the higher,
// the higher where it is no more than the lower, and the corner between (PNG specification, section 9.4).
#define JOIN(one, other) one##other
#define NAMED(one, other) JOIN(one, other)
#define LANES NAMED(lanes, ROWS)
#define BYTES NAMED(bytes, ROWS)
#define STATE NAMED(state, ROWS)

typedef int16_t LANES __attribute__((ext_vector_type(ROWS * 4)));
typedef uint8_t BYTES __attribute__((ext_vector_type(ROWS * 4)));

// The pixels that were done last, one of each row, and those above them.
typedef struct {
  LANES left, corner;
  uint32_t pixels[ROWS];
} STATE;

// `at` is the pixel of the first row; `inside` where all rows have theirs.
INLINE void NAMED(NAME, _pixel)(STATE *state, const color_row *row, size_t at, size_t step, int inside) {
  uint32_t stored[ROWS] = {0}, over[ROWS];
  for (size_t n = 0; n < ROWS; n++)
    if (inside || at - n < row->width)
      stored[n] = load4(row->source + n * (row->width * step + 1) + (at - n) * step);
  over[0] = inside || at < row->width ? load4(row->above + at * 4) : 0;
  for (size_t n = 1; n < ROWS; n++) over[n] = state->pixels[n - 1];
  BYTES raw_bytes, above_bytes;
  memcpy(&raw_bytes, stored, sizeof stored);
  memcpy(&above_bytes, over, sizeof over);
  LANES raw = __builtin_convertvector(raw_bytes, LANES), above = __builtin_convertvector(above_bytes, LANES);
  LANES low = __builtin_elementwise_min(state->left, above);
  LANES high = __builtin_elementwise_max(state->left, above);
  LANES turn = state->corner * 3 - above - state->left;
  LANES not_low = high > turn, not_high = turn > low;
  LANES guess = (not_low & not_high & state->corner) | (not_low & ~not_high & high) | (~not_low & low);
  state->left = (raw + guess) & 0xFF;
  state->corner = above;
  BYTES done = __builtin_convertvector(state->left, BYTES);
  memcpy(state->pixels, &done, sizeof done);
  for (size_t n = 0; n < ROWS; n++)
    if (inside || at - n < row->width)
      show(row->target + (n * row->width + at - n) * 4, state->pixels[n], step);
}

// Art has large areas of one color: there nothing is stored, and a pixel is what is beside it. Does four
// pixels of each row then.
INLINE int NAMED(NAME, _four)(const STATE *state, const color_row *row, size_t at, size_t step) {
  if (step != 4 || at + 4 > row->width) return 0;
  for (size_t n = 0; n < ROWS; n++)
    if (!stores_nothing(row->source + n * (row->width * 4 + 1) + (at - n) * 4)) return 0;
  uint32_t color = state->pixels[0], differs = 0;
  for (size_t n = 1; n < ROWS; n++) differs |= state->pixels[n] ^ color;
  LANES apart = state->left ^ state->corner;
  uint64_t lanes[ROWS];
  memcpy(lanes, &apart, sizeof apart);
  for (size_t n = 0; n < ROWS; n++) differs |= lanes[n] != 0;
  if (differs != 0 || !are_of(row->above + at * 4, color)) return 0;
  for (size_t n = 0; n < ROWS; n++) show_four(row->target + (n * row->width + at - n) * 4, color);
  return 1;
}

INLINE void NAME(const color_row *row, size_t step) {
  STATE state = {0, 0, {0}};
  size_t at = 0;
  for (; at < ROWS - 1 && at < row->width; at++) NAMED(NAME, _pixel)(&state, row, at, step, 0);
  while (at < row->width) {
    if (NAMED(NAME, _four)(&state, row, at, step)) {
      at += 4;
    } else {
      NAMED(NAME, _pixel)(&state, row, at++, step, 1);
    }
  }
  for (; at < row->width + ROWS - 1; at++) NAMED(NAME, _pixel)(&state, row, at, step, 0);
}

#undef JOIN
#undef NAMED
#undef LANES
#undef BYTES
#undef STATE
#undef ROWS
#undef NAME
