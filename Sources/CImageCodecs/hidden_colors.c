// Finds colors that can't be told apart from a background. Works on eight colors at a time, because art has
// thousands.
#include "CImageCodecs.h"
#include "inline.h"

#include <string.h>

// Keeps results identical on all machines: fused multiply-add rounds differently.
#pragma STDC FP_CONTRACT OFF

typedef float floats8 __attribute__((ext_vector_type(8)));
typedef int32_t flags8 __attribute__((ext_vector_type(8)));
typedef uint32_t words8 __attribute__((ext_vector_type(8)));

// Eight colors. Passed by address, because the ABI for vectors this wide differs between processors.
typedef struct {
  floats8 red, green, blue;                     // linear light
  floats8 lightness, green_red, blue_yellow;    // OKLab
} colors8;

// Takes the same steps as `cubeRoots` in OKLab.swift, so the bits are the same.
INLINE void take_root(floats8 *number) {
  floats8 of = *number;
  floats8 root = (floats8)((words8)of / 3 + 709921077);
  for (int step = 0; step < 3; step++) root = (root + root + of / (root * root)) * (1.0f / 3.0f);
  *number = (floats8)((flags8)root & (of > 1e-12f));
}

INLINE void look(colors8 *self, const uint32_t points[8], const float light[256]) {
  for (int lane = 0; lane < 8; lane++) {
    self->red[lane] = light[points[lane] & 0xFF];
    self->green[lane] = light[points[lane] >> 8 & 0xFF];
    self->blue[lane] = light[points[lane] >> 16 & 0xFF];
  }
}

// Blends a sample over another as stored (without linearizing), as players do.
INLINE uint32_t blend(uint32_t above, uint32_t below, uint32_t alpha) {
  uint32_t sum = (above & 0xFF) * alpha + (below & 0xFF) * (255 - alpha) + 128;
  return (sum + (sum >> 8)) >> 8;
}

// Does the same for points over a background (0xRRGGBB). Opaque points stay as they are.
INLINE void look_over(colors8 *self, uint32_t behind, const uint32_t points[8], const float light[256]) {
  uint32_t shown[8];
  for (int lane = 0; lane < 8; lane++) {
    uint32_t point = points[lane], alpha = point >> 24;
    shown[lane] = blend(point, behind >> 16, alpha) | blend(point >> 8, behind >> 8, alpha) << 8
                  | blend(point >> 16, behind, alpha) << 16;
  }
  look(self, shown, light);
}

INLINE int are_opaque(const uint32_t points[8]) {
  uint32_t all = 0xFF000000u;
  for (int lane = 0; lane < 8; lane++) all &= points[lane];
  return all == 0xFF000000u;
}

INLINE void place_in_lab(colors8 *self) {
  floats8 red = self->red, green = self->green, blue = self->blue;
  floats8 l = red * 0.4122214708f + green * 0.5363325363f + blue * 0.0514459929f;
  floats8 m = red * 0.2119034982f + green * 0.6806995451f + blue * 0.1073969566f;
  floats8 s = red * 0.0883024619f + green * 0.2817188376f + blue * 0.6299787005f;
  take_root(&l);
  take_root(&m);
  take_root(&s);
  self->lightness = l * 0.2104542553f + m * 0.7936177850f + s * -0.0040720468f;
  self->green_red = l * 1.9779984951f + m * -2.4285922050f + s * 0.4505937099f;
  self->blue_yellow = l * 0.0259040371f + m * 0.7827717662f + s * -0.8086757660f;
}

INLINE void tell_eight(const uint32_t points[8], const float *light, const sl_ground *grounds, size_t count,
                       uint32_t verdicts[8]) {
  colors8 own;
  words8 told = 0;
  int is_same = are_opaque(points), is_placed = 0;
  if (is_same) look(&own, points, light);
  for (size_t number = 0; number < count; number++) {
    const sl_ground *ground = grounds + number;
    if (!is_same) {
      look_over(&own, ground->color, points, light);
      is_placed = 0;
    }
    floats8 bright = 0.2126f * own.red + 0.7152f * own.green + 0.0722f * own.blue + 0.05f;
    float behind = ground->luminance + 0.05f;
    flags8 shown = (bright >= ground->contrast * behind) | (behind >= ground->contrast * bright);
    if (ground->is_red) shown |= (own.red <= own.green) | (own.red <= own.blue);
    if (__builtin_reduce_and(shown) != 0) continue;
    if (!is_placed) place_in_lab(&own);
    is_placed = 1;
    floats8 across = own.green_red - ground->green_red, along = own.blue_yellow - ground->blue_yellow;
    floats8 chroma = across * across + along * along;
    flags8 has_hue = own.lightness >= ground->least_lightness;
    flags8 hidden = ~(shown | ((chroma >= ground->chroma) & has_hue));
    flags8 differs = (bright >= ground->contrast_beside * behind)
                     | (behind >= ground->contrast_beside * bright)
                     | ((chroma >= ground->chroma_beside) & has_hue);
    flags8 alike = hidden & ~differs;
    told |= ((words8)hidden & 1) << (uint32_t)number | ((words8)alike & 1) << (uint32_t)(number + count);
  }
  memcpy(verdicts, &told, sizeof told);
}

INLINE void tell_all(const uint32_t *points, size_t count, const float *light, const sl_ground *grounds,
                     size_t ground_count, uint32_t *verdicts) {
  for (; count >= 8; count -= 8, points += 8, verdicts += 8)
    tell_eight(points, light, grounds, ground_count, verdicts);
  if (count == 0) return;
  uint32_t rest[8] = {0}, told[8];
  memcpy(rest, points, count * sizeof *rest);
  tell_eight(rest, light, grounds, ground_count, told);
  memcpy(verdicts, told, count * sizeof *told);
}

#if defined(__x86_64__)
AVX2 static void tell_all_avx2(const uint32_t *points, size_t count, const float *light,
                               const sl_ground *grounds, size_t ground_count, uint32_t *verdicts) {
  tell_all(points, count, light, grounds, ground_count, verdicts);
}
#endif

void sl_tell_hidden_anywhere(const uint32_t *points, size_t count, const float *light,
                             const sl_ground *grounds, size_t ground_count, uint32_t *verdicts) {
  tell_all(points, count, light, grounds, ground_count, verdicts);
}

void sl_tell_hidden(const uint32_t *points, size_t count, const float *light, const sl_ground *grounds,
                    size_t ground_count, uint32_t *verdicts) {
  USE_AVX2(tell_all_avx2(points, count, light, grounds, ground_count, verdicts));
  sl_tell_hidden_anywhere(points, count, light, grounds, ground_count, verdicts);
}
