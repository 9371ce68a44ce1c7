// Counts tone steps along rows and columns, 32 positions at a time, because in an image that was once a JPEG,
// nearly every pixel must be evaluated. The code uses the compiler's portable vectors, as pixel_bits.c does,
// and passes them by address.
#include "CImageCodecs.h"
#include "inline.h"

#include <string.h>

typedef uint32_t words16 __attribute__((ext_vector_type(16), aligned(1), may_alias));
typedef uint8_t bytes16 __attribute__((ext_vector_type(16), aligned(1), may_alias));
typedef uint8_t bytes32 __attribute__((ext_vector_type(32), aligned(1), may_alias));
typedef uint16_t halves32 __attribute__((ext_vector_type(32)));

#define SIXTEEN(at) (*(bytes16 *)(void *)(at))
#define THIRTY_TWO(at) (*(const bytes32 *)(const void *)(at))

// Red, green, blue and alpha are the bytes of a pixel, in this order.
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define SAMPLE(pixels, number) ((pixels) >> (8 * (number)) & 0xFF)
#else
#define SAMPLE(pixels, number) ((pixels) >> (24 - 8 * (number)) & 0xFF)
#endif

enum { NOT_SOLID = 255, MAX_FLAT_STEP = 1, MIN_STEP = 3, MAX_STEP = 32 };

// The tones of 16 pixels as if they were opaque (0...255), and whether they are solid (1 or 0).
INLINE void read_sixteen(const uint8_t *pixels, uint8_t *tones, uint8_t *solid) {
  words16 own = *(const words16 *)(const void *)pixels;
  words16 tone = (2 * SAMPLE(own, 0) + 5 * SAMPLE(own, 1) + SAMPLE(own, 2)) >> 3;
  SIXTEEN(tones) = __builtin_convertvector(tone, bytes16);
  SIXTEEN(solid) = __builtin_convertvector((SAMPLE(own, 3) + 6) >> 8, bytes16);
}

// The differences of 32 pairs of tones, at most 254, or NOT_SOLID if one pixel of the pair isn't solid.
INLINE void differ(const bytes32 tones[2], const bytes32 solid[2], bytes32 *steps) {
  bytes32 apart = __builtin_elementwise_max(tones[0], tones[1]);
  apart -= __builtin_elementwise_min(tones[0], tones[1]);
  apart = __builtin_elementwise_min(apart, (bytes32)(NOT_SOLID - 1));
  *steps = apart | ((solid[0] & solid[1]) - (bytes32)1);
}

// Evaluates the third of five consecutive steps. Adds 1 to `found` if the step counts, and to `checked` if
// its surroundings are solid.
INLINE void count(const bytes32 steps[5], bytes32 *found, bytes32 *checked) {
  bytes32 before = __builtin_elementwise_max(steps[0], steps[1]);
  bytes32 after = __builtin_elementwise_max(steps[3], steps[4]);
  bytes32 most = __builtin_elementwise_max(steps[2], __builtin_elementwise_max(before, after));
  bytes32 is_checked = (bytes32)(most != NOT_SOLID);
  bytes32 is_end = (bytes32)(before <= MAX_FLAT_STEP) ^ (bytes32)(after <= MAX_FLAT_STEP);
  bytes32 is_step = (bytes32)((steps[2] - (bytes32)MIN_STEP) <= MAX_STEP - MIN_STEP);
  *checked -= is_checked;
  *found -= is_end & is_step & is_checked;
}

// Adds up lanes. `first` is the position of the first lane.
INLINE void add_lanes(const bytes32 *found, const bytes32 *checked, size_t first, sl_step_counts *counts) {
  uint8_t lanes[2][32];
  memcpy(lanes[0], found, 32);
  memcpy(lanes[1], checked, 32);
  for (size_t lane = 0; lane < 32; lane++) {
    counts->by_position[(first + lane) & 7] += lanes[0][lane];
    counts->checked += lanes[1][lane];
  }
}

INLINE void across(const uint8_t *row, size_t width, uint8_t *room, sl_step_counts *counts) {
  uint8_t *tones = room, *solid = room + width, *steps = room + width * 2;
  for (size_t at = 0; at < width; at += 16) {
    size_t place = at + 16 <= width ? at : width - 16;  // the last 16 may overlap the ones before
    read_sixteen(row + place * 4, tones + place, solid + place);
  }
  for (size_t at = 0; at + 1 < width; at += 32) {
    bytes32 tone[2] = {THIRTY_TWO(tones + at), THIRTY_TWO(tones + at + 1)};
    bytes32 is_solid[2] = {THIRTY_TWO(solid + at), THIRTY_TWO(solid + at + 1)}, own;
    differ(tone, is_solid, &own);
    memcpy(steps + at, &own, sizeof own);
  }
  memset(steps + width - 1, NOT_SOLID, 36);  // positions beyond the row don't count
  for (size_t at = 2; at + 3 < width;) {
    size_t first = at;
    bytes32 found = 0, checked = 0;
    for (int round = 0; round < 255 && at + 3 < width; round++, at += 32) {
      bytes32 five[5];
      for (int near = 0; near < 5; near++) five[near] = THIRTY_TWO(steps + at + near - 2);
      count(five, &found, &checked);
    }
    add_lanes(&found, &checked, first, counts);
  }
}

// Reads 32 pixels of a row. Pixels beyond its end are transparent.
INLINE void read_some(const uint8_t *pixels, size_t width, bytes32 *tones, bytes32 *solid) {
  uint8_t some[128], read[2][32];
  if (width < 32) {
    memset(some, 0, sizeof some);
    memcpy(some, pixels, width * 4);
    pixels = some;
  }
  for (int at = 0; at < 32; at += 16) read_sixteen(pixels + at * 4, read[0] + at, read[1] + at);
  memcpy(tones, read[0], 32);
  memcpy(solid, read[1], 32);
}

INLINE uint64_t sum(const bytes32 *lanes) {
  return __builtin_reduce_add(__builtin_convertvector(*lanes, halves32));
}

// Five steps of each of 32 columns, and what was found since the last call of add_columns.
typedef struct {
  bytes32 tones[2], solid[2], five[5], found[8], checked;
} columns32;

INLINE void add_columns(columns32 *own, sl_step_counts *counts) {
  for (int n = 0; n < 8; n++) counts->by_position[n] += sum(&own->found[n]);
  counts->checked += sum(&own->checked);
  memset(own->found, 0, sizeof own->found);
  own->checked = 0;
}

// A step has the position of the pixel above it. The third of the last five steps is evaluated.
INLINE void down32(const uint8_t *pixels, size_t some, size_t width, size_t height, sl_step_counts *counts) {
  columns32 own;
  memset(&own, 0, sizeof own);
  read_some(pixels, some, &own.tones[0], &own.solid[0]);
  for (size_t row = 1; row < height; row++) {
    read_some(pixels + row * width * 4, some, &own.tones[1], &own.solid[1]);
    for (int near = 0; near < 4; near++) own.five[near] = own.five[near + 1];
    differ(own.tones, own.solid, &own.five[4]);
    own.tones[0] = own.tones[1];
    own.solid[0] = own.solid[1];
    if (row >= 5) count(own.five, &own.found[(row - 3) & 7], &own.checked);
    if (row % 240 == 0) add_columns(&own, counts);  // a lane holds at most 255
  }
  add_columns(&own, counts);
}

INLINE void down(const uint8_t *pixels, size_t width, size_t height, sl_step_counts *counts) {
  size_t column = 0;
  for (; column + 32 <= width; column += 32) down32(pixels + column * 4, 32, width, height, counts);
  if (column < width) down32(pixels + column * 4, width - column, width, height, counts);
}

#if defined(__x86_64__)
AVX2 static void across_avx2(const uint8_t *row, size_t width, uint8_t *room, sl_step_counts *counts) {
  across(row, width, room, counts);
}
AVX2 static void down_avx2(const uint8_t *pixels, size_t width, size_t height, sl_step_counts *counts) {
  down(pixels, width, height, counts);
}
#endif

void sl_count_steps_across_portable(const uint8_t *row, size_t width, uint8_t *room, sl_step_counts *counts) {
  across(row, width, room, counts);
}

void sl_count_steps_across(const uint8_t *row, size_t width, uint8_t *room, sl_step_counts *counts) {
  USE_AVX2(across_avx2(row, width, room, counts));
  sl_count_steps_across_portable(row, width, room, counts);
}

void sl_count_steps_down_portable(const uint8_t *pixels, size_t width, size_t height,
                                  sl_step_counts *counts) {
  down(pixels, width, height, counts);
}

void sl_count_steps_down(const uint8_t *pixels, size_t width, size_t height, sl_step_counts *counts) {
  USE_AVX2(down_avx2(pixels, width, height, counts));
  sl_count_steps_down_portable(pixels, width, height, counts);
}
