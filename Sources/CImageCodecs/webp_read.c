#include "CImageCodecs.h"

#include <webp/decode.h>

sl_status sl_webp_read_rgba(const uint8_t *file, size_t count, uint32_t width, uint32_t height, uint8_t *out,
                            size_t capacity) {
  WebPDecoderConfig config;
  if (!WebPInitDecoderConfig(&config)) return SL_DAMAGED;  // library and header versions differ
  VP8StatusCode status = WebPGetFeatures(file, count, &config.input);
  if (status == VP8_STATUS_OK) {
    if ((uint32_t)config.input.width != width || (uint32_t)config.input.height != height)
      return SL_WRONG_SIZE;
    if (width == 0 || height == 0 || capacity / 4 / width != height) return SL_WRONG_SIZE;
    config.output.colorspace = MODE_RGBA;
    config.output.is_external_memory = 1;
    config.output.u.RGBA.rgba = out;
    config.output.u.RGBA.stride = (int)width * 4;
    config.output.u.RGBA.size = capacity;
    status = WebPDecode(file, count, &config);
    WebPFreeDecBuffer(&config.output);
  }
  switch (status) {
    case VP8_STATUS_OK: return SL_OK;
    case VP8_STATUS_OUT_OF_MEMORY: return SL_OUT_OF_MEMORY;
    case VP8_STATUS_SUSPENDED:
    case VP8_STATUS_NOT_ENOUGH_DATA: return SL_SHORT;
    default: return SL_DAMAGED;
  }
}
