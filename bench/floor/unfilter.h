// Reverses PNG's five filters (PNG specification, section 9), with SSE2 or in plain C.
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint8_t paeth(int left, int above, int corner) {
  int p = left + above - corner, a = p < left ? left - p : p - left, b = p < above ? above - p : p - above,
      c = p < corner ? corner - p : p - corner;
  return (uint8_t)(a <= b && a <= c ? left : b <= c ? above : corner);
}

// Any filter in plain C. `above` is NULL in the first row; `in` and `out` may be the same.
static inline void unfilter_plain(
    int filter, const uint8_t *in, const uint8_t *above, uint8_t *out, size_t count, size_t pixel) {
  if (filter > 4) return;  // invalid; the checksums will differ
  for (size_t n = 0; n < count; n++) {
    int left = n >= pixel ? out[n - pixel] : 0, up = above ? above[n] : 0;
    int corner = above && n >= pixel ? above[n - pixel] : 0;
    int guess[] = {0, left, up, (left + up) / 2, paeth(left, up, corner)};
    out[n] = (uint8_t)(in[n] + guess[filter]);
  }
}

#if defined(__SSE2__)
#include <emmintrin.h>

static inline void unfilter_up(const uint8_t *in, const uint8_t *above, uint8_t *out, size_t count) {
  size_t n = 0;
  for (; n + 16 <= count; n += 16) {
    __m128i up = _mm_loadu_si128((const __m128i *)(above + n));
    _mm_storeu_si128((__m128i *)(out + n), _mm_add_epi8(_mm_loadu_si128((const __m128i *)(in + n)), up));
  }
  for (; n < count; n++) out[n] = (uint8_t)(in[n] + above[n]);
}

static inline __m128i load_pixel(const uint8_t *bytes) {
  int value;
  memcpy(&value, bytes, 4);
  return _mm_cvtsi32_si128(value);
}

static inline void store_pixel(uint8_t *bytes, __m128i value, size_t count) {
  int pixel = _mm_cvtsi128_si32(value);
  memcpy(bytes, &pixel, count);
}

// Processes pixels of `pixel` bytes (3 or 4) one after the other.
static inline void unfilter_left_sse2(const uint8_t *in, uint8_t *out, size_t count, size_t pixel) {
  __m128i left = _mm_setzero_si128();
  size_t n = 0;
  if (pixel == 4)
    for (; n + 16 <= count; n += 16) {  // sums of four pixels at once
      __m128i sum = _mm_loadu_si128((const __m128i *)(in + n));
      sum = _mm_add_epi8(sum, _mm_slli_si128(sum, 4));
      sum = _mm_add_epi8(sum, _mm_slli_si128(sum, 8));
      sum = _mm_add_epi8(sum, _mm_shuffle_epi32(left, 0));
      _mm_storeu_si128((__m128i *)(out + n), sum);
      left = _mm_shuffle_epi32(sum, 0xff);
    }
  for (; n < count; n += pixel) store_pixel(out + n, left = _mm_add_epi8(load_pixel(in + n), left), pixel);
}

static inline void unfilter_average_sse2(
    const uint8_t *in, const uint8_t *above, uint8_t *out, size_t count, size_t pixel) {
  __m128i left = _mm_setzero_si128(), one = _mm_set1_epi8(1);
  for (size_t n = 0; n < count; n += pixel) {
    __m128i up = above ? load_pixel(above + n) : _mm_setzero_si128();
    __m128i upper = _mm_avg_epu8(left, up);  // rounds up, PNG rounds down
    __m128i average = _mm_sub_epi8(upper, _mm_and_si128(_mm_xor_si128(left, up), one));
    store_pixel(out + n, left = _mm_add_epi8(load_pixel(in + n), average), pixel);
  }
}

// Computes the Paeth predictor without its three distances. With t = 3 * corner - left - up, it is the smaller value of
// left and up if t is at least as large as both, the larger value if t is at most as large as both, and otherwise corner.
static inline void unfilter_paeth_sse2(
    const uint8_t *in, const uint8_t *above, uint8_t *out, size_t count, size_t pixel) {
  __m128i zero = _mm_setzero_si128(), left = zero, corner = zero;
  for (size_t n = 0; n < count; n += pixel) {
    __m128i up = _mm_unpacklo_epi8(load_pixel(above + n), zero);
    __m128i rest = _mm_sub_epi16(_mm_add_epi16(_mm_add_epi16(corner, corner), corner), up);
    __m128i t = _mm_sub_epi16(rest, left);  // only the steps from here on depend on the previous pixel
    __m128i low = _mm_min_epi16(left, up), high = _mm_max_epi16(left, up);
    __m128i not_low = _mm_cmpgt_epi16(high, t), not_high = _mm_cmpgt_epi16(t, low);
    __m128i guess = _mm_or_si128(
        _mm_or_si128(_mm_andnot_si128(not_low, low), _mm_andnot_si128(not_high, high)),
        _mm_and_si128(_mm_and_si128(not_low, not_high), corner));
    left = _mm_add_epi8(_mm_unpacklo_epi8(load_pixel(in + n), zero), guess);
    corner = up;
    store_pixel(out + n, _mm_packus_epi16(left, left), pixel);
  }
}

static inline void unfilter_fast(
    int filter, const uint8_t *in, const uint8_t *above, uint8_t *out, size_t count, size_t pixel) {
  if (filter == 1 || (filter == 4 && !above)) unfilter_left_sse2(in, out, count, pixel);
  else if (filter == 2 && above) unfilter_up(in, above, out, count);
  else if (filter == 3) unfilter_average_sse2(in, above, out, count, pixel);
  else if (filter == 4) unfilter_paeth_sse2(in, above, out, count, pixel);
  else if (in != out) memcpy(out, in, count);
}
#else
static inline void unfilter_up(const uint8_t *in, const uint8_t *above, uint8_t *out, size_t count) {
  for (size_t n = 0; n < count; n++) out[n] = (uint8_t)(in[n] + above[n]);
}

static inline void unfilter_fast(
    int filter, const uint8_t *in, const uint8_t *above, uint8_t *out, size_t count, size_t pixel) {
  if (filter == 2 && above) unfilter_up(in, above, out, count);
  else if (filter == 0 && in != out) memcpy(out, in, count);
  else if (filter != 0) unfilter_plain(filter, in, above, out, count, pixel);
}
#endif

// The pixel size is a constant in each function, so that the compiler creates a separate loop for each size.
static void unfilter4(int filter, const uint8_t *in, const uint8_t *above, uint8_t *out, size_t count) {
  unfilter_fast(filter, in, above, out, count, 4);
}

static void unfilter3(int filter, uint8_t *row, const uint8_t *above, size_t count) {
  unfilter_fast(filter, row, above, row, count, 3);
}

static void unfilter1(int filter, uint8_t *row, const uint8_t *above, size_t count) {
  if (filter == 2 && above) unfilter_up(row, above, row, count);
  else if (filter != 0) unfilter_plain(filter, row, above, row, count, 1);
}

static void expand3(const uint8_t *row, uint8_t *out, uint32_t width) {
  for (uint32_t x = 0; x < width; x++, row += 3, out += 4) {
    uint32_t color;
    memcpy(&color, row, 4);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    color |= 0xff000000u;
#else
    color |= 0xffu;
#endif
    memcpy(out, &color, 4);
  }
}
