#include "CImageCodecs.h"

#include <stdlib.h>
#include <webp/encode.h>

struct sl_webp_writer {
  WebPPicture color;    // the original, for VP8L
  WebPPicture planes;   // luma and chroma, for VP8; created on first use
  int has_planes;
  WebPMemoryWriter out;
};

static sl_status status_of_error(WebPEncodingError error) {
  switch (error) {
    case VP8_ENC_OK: return SL_OK;
    case VP8_ENC_ERROR_OUT_OF_MEMORY:
    case VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY: return SL_OUT_OF_MEMORY;
    case VP8_ENC_ERROR_BAD_DIMENSION: return SL_WRONG_SIZE;
    case VP8_ENC_ERROR_PARTITION0_OVERFLOW:
    case VP8_ENC_ERROR_PARTITION_OVERFLOW:
    case VP8_ENC_ERROR_FILE_TOO_BIG: return SL_LONG;
    default: return SL_DAMAGED;
  }
}

sl_webp_writer *sl_webp_writer_open(const uint8_t *pixels, size_t count, uint32_t width, uint32_t height) {
  if (width == 0 || height == 0 || width > WEBP_MAX_DIMENSION || height > WEBP_MAX_DIMENSION) return NULL;
  if (count != (size_t)width * height * 4) return NULL;
  sl_webp_writer *self = calloc(1, sizeof(sl_webp_writer));
  if (self == NULL) return NULL;
  WebPMemoryWriterInit(&self->out);
  // Fails if the versions of the library and the header differ.
  if (!WebPPictureInit(&self->color) || !WebPPictureInit(&self->planes)) {
    free(self);
    return NULL;
  }
  self->color.use_argb = 1;
  self->color.width = (int)width;
  self->color.height = (int)height;
  if (!WebPPictureImportRGBA(&self->color, pixels, (int)width * 4)) {
    sl_webp_writer_close(self);
    return NULL;
  }
  return self;
}

static sl_status write_picture(sl_webp_writer *self, const WebPConfig *config, WebPPicture *picture) {
  WebPMemoryWriterClear(&self->out);
  picture->writer = WebPMemoryWrite;
  picture->custom_ptr = &self->out;
  return WebPEncode(config, picture) ? SL_OK : status_of_error(picture->error_code);
}

sl_status sl_webp_write_lossless(sl_webp_writer *self, int nearness, int method, int effort) {
  WebPConfig config;
  if (!WebPConfigInit(&config)) return SL_DAMAGED;
  config.lossless = 1;
  // Color under alpha 0 has already been cleared if it doesn't matter. In exact mode, libwebp's near-lossless
  // mode would change no color.
  config.exact = nearness == 100;
  config.near_lossless = nearness;
  config.method = method;
  config.quality = (float)effort;
  if (!WebPValidateConfig(&config)) return SL_WRONG_SIZE;
  return write_picture(self, &config, &self->color);
}

// Converts to luma and chroma once, with smooth color under alpha 0, which compresses best.
static int make_planes(sl_webp_writer *self) {
  if (self->has_planes) return 1;
  if (!WebPPictureCopy(&self->color, &self->planes)) return 0;
  if (!WebPPictureARGBToYUVA(&self->planes, WEBP_YUV420A)) return 0;
  WebPCleanupTransparentArea(&self->planes);
  self->has_planes = 1;
  return 1;
}

sl_status sl_webp_write_lossy(
    sl_webp_writer *self, float quality, int method, int alpha_quality, int with_alpha) {
  WebPConfig config;
  if (!WebPConfigInit(&config)) return SL_DAMAGED;
  config.exact = 1;
  config.quality = quality;
  config.method = method;
  config.alpha_quality = alpha_quality;
  if (!WebPValidateConfig(&config)) return SL_WRONG_SIZE;
  if (!make_planes(self)) return SL_OUT_OF_MEMORY;
  uint8_t *alpha = self->planes.a;
  if (!with_alpha) self->planes.a = NULL;
  sl_status status = write_picture(self, &config, &self->planes);
  self->planes.a = alpha;
  return status;
}

const uint8_t *sl_webp_writer_bytes(const sl_webp_writer *self) { return self->out.mem; }
size_t sl_webp_writer_count(const sl_webp_writer *self) { return self->out.size; }

void sl_webp_writer_close(sl_webp_writer *self) {
  if (self == NULL) return;
  WebPPictureFree(&self->color);
  WebPPictureFree(&self->planes);
  WebPMemoryWriterClear(&self->out);
  free(self);
}
