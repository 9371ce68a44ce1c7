// Lists the nearest colors for each color of a palette. The palette search calls this in every round, for
// every palette that it tries.
#include "CImageCodecs.h"

#include <string.h>

// Keeps palettes identical on all machines: fused multiply-add rounds differently.
#pragma STDC FP_CONTRACT OFF

enum { MOST = 256 };

// Orders by distance, then by index. The bits of nonnegative floats sort in the same order as the floats.
static uint64_t ranked(float distance, uint32_t index) {
  uint32_t bits;
  memcpy(&bits, &distance, sizeof bits);
  return (uint64_t)bits << 32 | index;
}

void sl_rank_neighbors(const float *colors, uint32_t count, uint32_t listed, uint64_t *rows) {
  float lanes[4][MOST], distances[MOST];
  for (uint32_t color = 0; color < count; color++)
    for (int lane = 0; lane < 4; lane++) lanes[lane][color] = colors[4 * color + lane];
  for (uint32_t color = 0; color < count; color++) {
    const float *own = colors + 4 * color;
    for (uint32_t other = 0; other < count; other++) {
      float x = lanes[0][other] - own[0], y = lanes[1][other] - own[1];
      float z = lanes[2][other] - own[2], w = lanes[3][other] - own[3];
      distances[other] = (x * x + y * y) + (z * z + w * w);
    }
    uint64_t *row = rows + (size_t)color * listed;
    uint32_t filled = 0;
    for (uint32_t other = 0; other < count; other++) {
      uint64_t rank = ranked(distances[other], other);
      if (filled == listed) {
        if (rank > row[listed - 1]) continue;
      } else {
        filled++;
      }
      uint32_t at = filled - 1;
      for (; at > 0 && row[at - 1] > rank; at--) row[at] = row[at - 1];
      row[at] = rank;
    }
  }
}
