#include "CImageCodecs.h"
#include "inline.h"

#include <stdlib.h>
#include <string.h>
#include <vpx/vp8dx.h>
#include <vpx/vpx_decoder.h>

// The maximum number of frames in memory. libvpx keeps at most 8 reference frames, one that it decodes, and
// one that it shows. 16 leaves room in case newer versions keep more.
enum { FRAME_SLOTS = 16 };

typedef struct {
  uint8_t *bytes;
  size_t size;
  int is_used;
} frame_slot;

typedef struct {
  vpx_codec_ctx_t codec;
  int is_open;
  frame_slot slots[FRAME_SLOTS];
  size_t max_frame_bytes;
  const vpx_image_t *shown;
} stream;

struct sl_vp9_reader {
  stream streams[2];
  uint32_t width, height;
  uint8_t *packet;
  size_t packet_capacity;
  uint16_t *sums;  // a row of weighted chroma, with one extra number at each end
  uint8_t *rows;   // two rows of upsampled chroma, and an opaque row of alpha
};

// libvpx gets the memory for a frame from this function, so that no file can make it allocate more memory
// than its dimensions require. A new frame is zeroed, because a damaged frame may leave parts of it
// unwritten.
static int get_frame(void *context, size_t min_size, vpx_codec_frame_buffer_t *buffer) {
  stream *self = context;
  if (min_size > self->max_frame_bytes) return -1;
  for (int i = 0; i < FRAME_SLOTS; i++) {
    frame_slot *slot = &self->slots[i];
    if (slot->is_used) continue;
    if (slot->size < min_size) {
      free(slot->bytes);
      slot->size = 0;
      slot->bytes = calloc(1, min_size);
      if (slot->bytes == NULL) return -1;
      slot->size = min_size;
    }
    slot->is_used = 1;
    buffer->data = slot->bytes;
    buffer->size = slot->size;
    buffer->priv = slot;
    return 0;
  }
  return -1;
}

static int release_frame(void *context, vpx_codec_frame_buffer_t *buffer) {
  (void)context;
  frame_slot *slot = buffer->priv;
  if (slot != NULL) slot->is_used = 0;
  buffer->priv = NULL;
  return 0;
}

sl_vp9_reader *sl_vp9_reader_open(uint32_t width, uint32_t height) {
  if (width == 0 || height == 0 || width > 1 << 16 || height > 1 << 16) return NULL;
  sl_vp9_reader *self = calloc(1, sizeof(sl_vp9_reader));
  if (self == NULL) return NULL;
  self->width = width;
  self->height = height;
  // Planes are padded to multiples of 8 pixels, and have a border of up to 160 pixels.
  size_t w = ((size_t)width + 7) / 8 * 8 + 2 * 160 + 32, h = ((size_t)height + 7) / 8 * 8 + 2 * 160;
  for (int i = 0; i < 2; i++) self->streams[i].max_frame_bytes = w * h * 3 / 2 + 4096;
  size_t chroma_width = ((size_t)width + 1) / 2;
  self->sums = malloc((chroma_width + 2) * sizeof(uint16_t));
  self->rows = malloc(chroma_width * 4 + width);
  if (self->sums == NULL || self->rows == NULL) {
    sl_vp9_reader_close(self);
    return NULL;
  }
  return self;
}

static sl_status open_stream(stream *self, uint32_t width, uint32_t height) {
  // A single thread, because worker processes can't start threads.
  vpx_codec_dec_cfg_t config = {.threads = 1, .w = width, .h = height};
  if (vpx_codec_dec_init(&self->codec, vpx_codec_vp9_dx(), &config, 0) != VPX_CODEC_OK)
    return SL_OUT_OF_MEMORY;
  self->is_open = 1;
  if (vpx_codec_set_frame_buffer_functions(&self->codec, get_frame, release_frame, self) != VPX_CODEC_OK)
    return SL_DAMAGED;
  return SL_OK;
}

// Appends a superframe index that lists one frame to the data. Without an index, libvpx would also decode
// whatever follows the frame, without any check of its header.
static sl_status pack_frame(sl_vp9_reader *self, const uint8_t *data, size_t count) {
  if (count > UINT32_MAX - 6) return SL_DAMAGED;
  if (self->packet_capacity < count + 6) {
    free(self->packet);
    self->packet_capacity = 0;
    self->packet = malloc(count + 6);
    if (self->packet == NULL) return SL_OUT_OF_MEMORY;
    self->packet_capacity = count + 6;
  }
  memcpy(self->packet, data, count);
  const uint8_t marker = 0xC0 | 3 << 3;  // sizes of four bytes, one frame
  uint8_t *index = self->packet + count;
  index[0] = index[5] = marker;
  for (int i = 0; i < 4; i++) index[1 + i] = (uint8_t)(count >> (8 * i));
  return SL_OK;
}

sl_status sl_vp9_read_frame(sl_vp9_reader *self, sl_vp9_stream which, const uint8_t *data, size_t count) {
  stream *one = &self->streams[which];
  sl_status status = one->is_open ? SL_OK : open_stream(one, self->width, self->height);
  if (status == SL_OK) status = pack_frame(self, data, count);
  if (status != SL_OK) return status;
  one->shown = NULL;
  vpx_codec_err_t error = vpx_codec_decode(&one->codec, self->packet, (unsigned)(count + 6), NULL, 0);
  if (error == VPX_CODEC_MEM_ERROR) return SL_OUT_OF_MEMORY;
  if (error != VPX_CODEC_OK) return SL_DAMAGED;
  vpx_codec_iter_t next = NULL;
  const vpx_image_t *image = vpx_codec_get_frame(&one->codec, &next);
  int corrupted = 0;
  if (vpx_codec_control(&one->codec, VP8D_GET_FRAME_CORRUPTED, &corrupted) == VPX_CODEC_OK && corrupted)
    return SL_DAMAGED;
  if (image == NULL) return SL_OK;
  if (image->fmt != VPX_IMG_FMT_I420 || image->d_w != self->width || image->d_h != self->height)
    return SL_WRONG_SIZE;
  one->shown = image;
  return SL_OK;
}

int sl_vp9_shows_frame(const sl_vp9_reader *self, sl_vp9_stream which) {
  return self->streams[which].shown != NULL;
}

// Conversion to RGB with 16 fractional bits.
typedef struct {
  int32_t luma, offset, red, green_blue, green_red, blue;
} conversion;

static conversion conversion_of(const vpx_image_t *image, sl_vp9_matrix fallback) {
  double kr = 0.299, kb = 0.114;
  sl_vp9_matrix matrix = fallback;
  if (image->cs == VPX_CS_BT_709) matrix = SL_VP9_BT709;
  if (image->cs == VPX_CS_BT_2020) matrix = SL_VP9_BT2020;
  if (image->cs == VPX_CS_BT_601 || image->cs == VPX_CS_SMPTE_170) matrix = SL_VP9_BT601;
  if (matrix == SL_VP9_BT709) kr = 0.2126, kb = 0.0722;
  if (matrix == SL_VP9_BT2020) kr = 0.2627, kb = 0.0593;
  int is_full = image->range == VPX_CR_FULL_RANGE;
  double luma = is_full ? 65536 : 65536 * 255.0 / 219, chroma = is_full ? 65536 : 65536 * 255.0 / 224;
  double kg = 1 - kr - kb;
  return (conversion){
      .luma = (int32_t)(luma + 0.5),
      .offset = is_full ? 0 : 16,
      .red = (int32_t)(chroma * 2 * (1 - kr) + 0.5),
      .green_blue = (int32_t)(chroma * 2 * (1 - kb) * kb / kg + 0.5),
      .green_red = (int32_t)(chroma * 2 * (1 - kr) * kr / kg + 0.5),
      .blue = (int32_t)(chroma * 2 * (1 - kb) + 0.5),
  };
}

INLINE int32_t clamped(int32_t value) {
  value = (value + 32768) >> 16;
  return value < 0 ? 0 : value > 255 ? 255 : value;
}

// Interpolates a part of a row of chroma: three-quarters of the nearest sample and one-quarter of the next one,
// in both directions, because each sample is centered among four pixels.
//
// - near: `count` samples of the nearest row; `far` those of the next one.
// - start, end: the samples to interpolate.
// - sums: room for `count` + 2 numbers.
// - out: 2 * `count` samples. Those from 2 * `start` to 2 * `end` are written.
INLINE void upsample_chroma_row(const uint8_t *restrict near, const uint8_t *restrict far, uint32_t count,
                                uint32_t start, uint32_t end, uint16_t *restrict sums,
                                uint8_t *restrict out) {
  uint16_t *here = sums + 1;
  const uint32_t first = start > 0 ? start - 1 : 0, past = end < count ? end + 1 : count;
  for (uint32_t i = first; i < past; i++) here[i] = (uint16_t)(3 * near[i] + far[i]);
  here[-1] = here[0];
  here[count] = here[count - 1];
  for (uint32_t i = start; i < end; i++) {
    out[2 * i] = (uint8_t)((3 * here[i] + sums[i] + 8) >> 4);
    out[2 * i + 1] = (uint8_t)((3 * here[i] + here[i + 1] + 8) >> 4);
  }
}

// Converts a part of a row to RGBA. Pixels with alpha 0 become 0. Every pixel is stored as one number, so that
// the compiler can use vectors.
INLINE void convert_pixels(conversion c, const uint8_t *restrict luma, const uint8_t *restrict blue,
                           const uint8_t *restrict red, const uint8_t *restrict alpha, uint32_t start,
                           uint32_t end, uint8_t *restrict out) {
  for (uint32_t x = start; x < end; x++) {
    int32_t l = (luma[x] - c.offset) * c.luma, b = blue[x] - 128, r = red[x] - 128;
    uint32_t pixel = (uint32_t)clamped(l + c.red * r)
                     | (uint32_t)clamped(l - c.green_blue * b - c.green_red * r) << 8
                     | (uint32_t)clamped(l + c.blue * b) << 16 | (uint32_t)alpha[x] << 24;
    pixel = alpha[x] == 0 ? 0 : pixel;
    memcpy(out + (size_t)x * 4, &pixel, 4);
  }
}

// Returns the number of zeros at the start of a row, rounded down to a multiple of 8.
INLINE uint32_t leading_zeros(const uint8_t *row, uint32_t count) {
  uint32_t found = 0;
  for (uint64_t eight; found + 8 <= count; found += 8) {
    memcpy(&eight, row + found, 8);
    if (eight != 0) break;
  }
  return found;
}

// Returns the number of zeros at the end of a row, rounded down to a multiple of 8.
INLINE uint32_t trailing_zeros(const uint8_t *row, uint32_t count) {
  uint32_t found = 0;
  for (uint64_t eight; found + 8 <= count; found += 8) {
    memcpy(&eight, row + count - found - 8, 8);
    if (eight != 0) break;
  }
  return found;
}

INLINE void convert_rows(const sl_vp9_reader *self, conversion c, const vpx_image_t *color,
                         const vpx_image_t *alpha, uint8_t *out) {
  const uint32_t width = self->width, last = (self->height + 1) / 2 - 1, chroma_width = (width + 1) / 2;
  const uint8_t *u = color->planes[VPX_PLANE_U], *v = color->planes[VPX_PLANE_V];
  const ptrdiff_t ustep = color->stride[VPX_PLANE_U], vstep = color->stride[VPX_PLANE_V];
  uint8_t *blue = self->rows, *red = blue + 2 * chroma_width, *opaque = red + 2 * chroma_width;
  memset(opaque, 255, width);
  for (uint32_t y = 0; y < self->height; y++) {
    const uint8_t *luma = color->planes[VPX_PLANE_Y] + (ptrdiff_t)y * color->stride[VPX_PLANE_Y];
    const uint8_t *opacity =
        alpha ? alpha->planes[VPX_PLANE_Y] + (ptrdiff_t)y * alpha->stride[VPX_PLANE_Y] : opaque;
    // Skip the transparent ends of the row, which are about half of a typical sticker.
    const uint32_t start = leading_zeros(opacity, width), end = width - trailing_zeros(opacity, width);
    uint8_t *pixels = out + (size_t)y * width * 4;
    if (start >= end) {
      memset(pixels, 0, (size_t)width * 4);
      continue;
    }
    memset(pixels, 0, (size_t)start * 4);
    memset(pixels + (size_t)end * 4, 0, (size_t)(width - end) * 4);
    uint32_t row = y / 2, other = y % 2 ? (row < last ? row + 1 : row) : (row > 0 ? row - 1 : row);
    const uint32_t first = start / 2, past = (end + 1) / 2;
    upsample_chroma_row(u + row * ustep, u + other * ustep, chroma_width, first, past, self->sums, blue);
    upsample_chroma_row(v + row * vstep, v + other * vstep, chroma_width, first, past, self->sums, red);
    convert_pixels(c, luma, blue, red, opacity, start, end, pixels);
  }
}

INLINE sl_status convert(const sl_vp9_reader *self, sl_vp9_matrix matrix, int has_alpha, uint8_t *out,
                         size_t capacity) {
  const vpx_image_t *color = self->streams[SL_VP9_COLOR].shown;
  const vpx_image_t *alpha = has_alpha ? self->streams[SL_VP9_ALPHA].shown : NULL;
  if (color == NULL || (has_alpha && alpha == NULL)) return SL_SHORT;
  if (capacity != (size_t)self->width * self->height * 4) return SL_WRONG_SIZE;
  convert_rows(self, conversion_of(color, matrix), color, alpha, out);
  return SL_OK;
}

#if defined(__x86_64__)
AVX2 static sl_status convert_avx2(const sl_vp9_reader *self, sl_vp9_matrix matrix, int has_alpha, uint8_t *out,
                                   size_t capacity) {
  return convert(self, matrix, has_alpha, out, capacity);
}
#endif

sl_status sl_vp9_convert_to_rgba_portable(const sl_vp9_reader *self, sl_vp9_matrix matrix,
                                          int has_alpha, uint8_t *out, size_t capacity) {
  return convert(self, matrix, has_alpha, out, capacity);
}

sl_status sl_vp9_convert_to_rgba(const sl_vp9_reader *self, sl_vp9_matrix matrix, int has_alpha, uint8_t *out,
                                 size_t capacity) {
  USE_AVX2(convert_avx2(self, matrix, has_alpha, out, capacity));
  return sl_vp9_convert_to_rgba_portable(self, matrix, has_alpha, out, capacity);
}

void sl_vp9_reader_close(sl_vp9_reader *self) {
  if (self == NULL) return;
  for (int i = 0; i < 2; i++) {
    if (self->streams[i].is_open) vpx_codec_destroy(&self->streams[i].codec);
    for (int j = 0; j < FRAME_SLOTS; j++) free(self->streams[i].slots[j].bytes);
  }
  free(self->packet);
  free(self->sums);
  free(self->rows);
  free(self);
}
