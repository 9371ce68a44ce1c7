#include "CImageCodecs.h"

#include <stdlib.h>
#include <string.h>
#include <vpx/vp8cx.h>
#include <vpx/vpx_encoder.h>

typedef struct {
  uint8_t *bytes;
  size_t count, capacity;
} buffer;

struct sl_vp9_writer {
  uint32_t width, height;
  size_t frame_count;
  int is_alpha;
  const uint8_t *planes;  // owned by the caller
  uint8_t *gray;          // chroma of an alpha stream
  buffer statistics;      // from the first pass
  buffer packets;
  size_t *ends;           // where each packet ends
  size_t packet_count;
};

static size_t chroma_bytes(const sl_vp9_writer *self) {
  return (size_t)((self->width + 1) / 2) * ((self->height + 1) / 2);
}

static sl_status append(buffer *self, const void *bytes, size_t count) {
  if (self->count + count > self->capacity) {
    size_t capacity = (self->count + count) * 2;
    uint8_t *more = realloc(self->bytes, capacity);
    if (more == NULL) return SL_OUT_OF_MEMORY;
    self->bytes = more;
    self->capacity = capacity;
  }
  memcpy(self->bytes + self->count, bytes, count);
  self->count += count;
  return SL_OK;
}

sl_vp9_writer *sl_vp9_writer_open(
    uint32_t width, uint32_t height, size_t frame_count, const uint8_t *planes, int is_alpha) {
  if (width == 0 || height == 0 || width > 1 << 14 || height > 1 << 14 || frame_count == 0) return NULL;
  sl_vp9_writer *self = calloc(1, sizeof(sl_vp9_writer));
  if (self == NULL) return NULL;
  self->width = width;
  self->height = height;
  self->frame_count = frame_count;
  self->planes = planes;
  self->is_alpha = is_alpha;
  self->ends = calloc(frame_count, sizeof(size_t));
  self->gray = malloc(chroma_bytes(self));
  if (self->ends == NULL || self->gray == NULL) {
    sl_vp9_writer_close(self);
    return NULL;
  }
  memset(self->gray, 128, chroma_bytes(self));
  return self;
}

static sl_status take_packets(sl_vp9_writer *self, vpx_codec_ctx_t *codec, int *found) {
  vpx_codec_iter_t next = NULL;
  const vpx_codec_cx_pkt_t *packet;
  *found = 0;
  while ((packet = vpx_codec_get_cx_data(codec, &next)) != NULL) {
    sl_status status = SL_OK;
    *found = 1;
    if (packet->kind == VPX_CODEC_STATS_PKT) {
      status = append(&self->statistics, packet->data.twopass_stats.buf, packet->data.twopass_stats.sz);
    } else if (packet->kind == VPX_CODEC_CX_FRAME_PKT) {
      if (self->packet_count == self->frame_count) return SL_LONG;
      status = append(&self->packets, packet->data.frame.buf, packet->data.frame.sz);
      self->ends[self->packet_count++] = self->packets.count;
    }
    if (status != SL_OK) return status;
  }
  return SL_OK;
}

static void wrap_frame(const sl_vp9_writer *self, size_t number, vpx_image_t *image) {
  size_t luma = (size_t)self->width * self->height, chroma = chroma_bytes(self);
  const uint8_t *frame = self->planes + number * (2 * luma + 2 * chroma);
  uint8_t *y = (uint8_t *)(uintptr_t)(self->is_alpha ? frame + luma + 2 * chroma : frame);
  vpx_img_wrap(image, VPX_IMG_FMT_I420, self->width, self->height, 1, y);
  image->cs = VPX_CS_BT_601;
  image->range = VPX_CR_STUDIO_RANGE;
  image->planes[VPX_PLANE_Y] = y;
  image->planes[VPX_PLANE_U] = self->is_alpha ? self->gray : y + luma;
  image->planes[VPX_PLANE_V] = self->is_alpha ? self->gray : y + luma + chroma;
  image->stride[VPX_PLANE_Y] = (int)self->width;
  image->stride[VPX_PLANE_U] = image->stride[VPX_PLANE_V] = (int)(self->width + 1) / 2;
}

static sl_status run_pass(sl_vp9_writer *self, vpx_codec_ctx_t *codec, int deadline) {
  int found = 0;
  for (size_t number = 0; number < self->frame_count; number++) {
    vpx_image_t image;
    wrap_frame(self, number, &image);
    if (vpx_codec_encode(codec, &image, (vpx_codec_pts_t)number, 1, 0, (unsigned long)deadline) !=
        VPX_CODEC_OK)
      return SL_DAMAGED;
    sl_status status = take_packets(self, codec, &found);
    if (status != SL_OK) return status;
  }
  do {
    if (vpx_codec_encode(codec, NULL, 0, 1, 0, (unsigned long)deadline) != VPX_CODEC_OK) return SL_DAMAGED;
    sl_status status = take_packets(self, codec, &found);
    if (status != SL_OK) return status;
  } while (found);
  return SL_OK;
}

static sl_status encode_pass(sl_vp9_writer *self, enum vpx_enc_pass pass, int level, int speed) {
  vpx_codec_enc_cfg_t config;
  if (vpx_codec_enc_config_default(vpx_codec_vp9_cx(), &config, 0) != VPX_CODEC_OK) return SL_DAMAGED;
  config.g_w = self->width;
  config.g_h = self->height;
  config.g_timebase.num = 1;
  config.g_timebase.den = 30;
  config.g_threads = 1;
  config.g_lag_in_frames = 25;
  config.g_pass = pass;
  config.rc_end_usage = VPX_Q;
  config.rc_min_quantizer = 0;
  config.rc_max_quantizer = 63;
  config.kf_mode = VPX_KF_AUTO;
  config.kf_min_dist = config.kf_max_dist = 9999;  // one key frame
  if (pass == VPX_RC_LAST_PASS) {
    config.rc_twopass_stats_in.buf = self->statistics.bytes;
    config.rc_twopass_stats_in.sz = self->statistics.count;
  }
  vpx_codec_ctx_t codec;
  memset(&codec, 0, sizeof codec);
  if (vpx_codec_enc_init(&codec, vpx_codec_vp9_cx(), &config, 0) != VPX_CODEC_OK) return SL_OUT_OF_MEMORY;
  int is_set = vpx_codec_control(&codec, VP8E_SET_CPUUSED, speed) == VPX_CODEC_OK
      && vpx_codec_control(&codec, VP8E_SET_CQ_LEVEL, (unsigned)level) == VPX_CODEC_OK
      && vpx_codec_control(&codec, VP8E_SET_ENABLEAUTOALTREF, 1u) == VPX_CODEC_OK
      && vpx_codec_control(&codec, VP8E_SET_ARNR_STRENGTH, 1u) == VPX_CODEC_OK
      && vpx_codec_control(&codec, VP9E_SET_COLOR_SPACE, VPX_CS_BT_601) == VPX_CODEC_OK
      && vpx_codec_control(&codec, VP9E_SET_TILE_COLUMNS, 0) == VPX_CODEC_OK
      && vpx_codec_control(&codec, VP9E_SET_FRAME_PARALLEL_DECODING, 0u) == VPX_CODEC_OK;
  sl_status status = is_set ? run_pass(self, &codec, VPX_DL_GOOD_QUALITY) : SL_DAMAGED;
  vpx_codec_destroy(&codec);
  return status;
}

sl_status sl_vp9_write(sl_vp9_writer *self, int level, int speed) {
  if (level < 0 || level > 63) return SL_WRONG_SIZE;
  if (self->statistics.count == 0) {
    sl_status status = encode_pass(self, VPX_RC_FIRST_PASS, level, speed);
    if (status != SL_OK) return status;
  }
  self->packets.count = self->packet_count = 0;
  sl_status status = encode_pass(self, VPX_RC_LAST_PASS, level, speed);
  if (status == SL_OK && self->packet_count != self->frame_count) return SL_SHORT;
  return status;
}

const uint8_t *sl_vp9_writer_bytes(const sl_vp9_writer *self) { return self->packets.bytes; }

size_t sl_vp9_writer_packet_end(const sl_vp9_writer *self, size_t number) { return self->ends[number]; }

void sl_vp9_writer_close(sl_vp9_writer *self) {
  if (self == NULL) return;
  free(self->statistics.bytes);
  free(self->packets.bytes);
  free(self->ends);
  free(self->gray);
  free(self);
}

// Limited range of BT.601, with 16 fractional bits.
enum { LUMA_RED = 16829, LUMA_GREEN = 33039, LUMA_BLUE = 6416 };

static uint8_t luma_of(const uint8_t *pixel) {
  return (uint8_t)(16 + ((LUMA_RED * pixel[0] + LUMA_GREEN * pixel[1] + LUMA_BLUE * pixel[2] + 32768) >> 16));
}

void sl_vp9_convert_to_planes(const uint8_t *pixels, uint32_t width, uint32_t height, uint8_t *out) {
  size_t area = (size_t)width * height;
  uint32_t columns = (width + 1) / 2, rows = (height + 1) / 2;
  uint8_t *blue = out + area, *red = blue + (size_t)columns * rows, *alpha = red + (size_t)columns * rows;
  for (size_t i = 0; i < area; i++) {
    out[i] = luma_of(pixels + i * 4);
    alpha[i] = pixels[i * 4 + 3];
  }
  for (uint32_t row = 0; row < rows; row++) {
    for (uint32_t column = 0; column < columns; column++) {
      // The mean color of up to four pixels, weighted by alpha. Transparent pixels count only if all four are
      // transparent.
      uint64_t sum[3] = {0, 0, 0}, weight = 0;
      for (int pass = 0; pass < 2 && weight == 0; pass++) {
        for (uint32_t y = row * 2; y < row * 2 + 2 && y < height; y++) {
          for (uint32_t x = column * 2; x < column * 2 + 2 && x < width; x++) {
            const uint8_t *pixel = pixels + ((size_t)y * width + x) * 4;
            uint64_t share = pass == 0 ? pixel[3] : 1;
            for (int i = 0; i < 3; i++) sum[i] += share * pixel[i];
            weight += share;
          }
        }
      }
      double r = (double)sum[0] / (double)weight, g = (double)sum[1] / (double)weight,
             b = (double)sum[2] / (double)weight;
      double y = 0.299 * r + 0.587 * g + 0.114 * b;
      size_t at = (size_t)row * columns + column;
      blue[at] = (uint8_t)(128 + (b - y) * (224.0 / 255 / 1.772) + 0.5);
      red[at] = (uint8_t)(128 + (r - y) * (224.0 / 255 / 1.402) + 0.5);
    }
  }
}

// Fills transparent pixels with the colors of their neighbors, so that the encoder finds no edges there. Rows
// that have color are filled from both sides, and other rows from the row above, or below at the top.
void sl_fill_transparent(uint8_t *pixels, uint32_t width, uint32_t height) {
  int64_t first_filled = -1;
  for (uint32_t y = 0; y < height; y++) {
    uint8_t *row = pixels + (size_t)y * width * 4;
    int64_t last = -1;
    for (uint32_t x = 0; x < width; x++) {
      if (row[x * 4 + 3] == 0) continue;
      // In the second half of a gap, the color on its right is nearer.
      for (int64_t gap = last + 1; gap < x; gap++) {
        const uint8_t *from = row + (last >= 0 && gap - last <= x - gap ? last : x) * 4;
        memcpy(row + gap * 4, from, 3);
      }
      last = x;
    }
    if (last >= 0) {
      for (int64_t x = last + 1; x < width; x++) memcpy(row + x * 4, row + last * 4, 3);
      if (first_filled < 0) first_filled = y;
    } else if (first_filled >= 0) {
      for (uint32_t x = 0; x < width; x++) memcpy(row + x * 4, row + x * 4 - (size_t)width * 4, 3);
    }
  }
  for (int64_t y = first_filled - 1; y >= 0; y--) {
    uint8_t *row = pixels + (size_t)y * width * 4;
    for (uint32_t x = 0; x < width; x++) memcpy(row + x * 4, row + x * 4 + (size_t)width * 4, 3);
  }
}
