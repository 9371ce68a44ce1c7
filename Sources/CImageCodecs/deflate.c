#include "CImageCodecs.h"

#include <libdeflate.h>

sl_status sl_zlib_inflate(const uint8_t *data, size_t count, uint8_t *out, size_t capacity, size_t *consumed,
                          size_t *produced) {
  *consumed = *produced = 0;
  struct libdeflate_decompressor *self = libdeflate_alloc_decompressor();
  if (self == NULL) return SL_OUT_OF_MEMORY;
  enum libdeflate_result result =
      libdeflate_zlib_decompress_ex(self, data, count, out, capacity, consumed, produced);
  libdeflate_free_decompressor(self);
  switch (result) {
    case LIBDEFLATE_SUCCESS: return *produced < capacity ? SL_SHORT : SL_OK;
    case LIBDEFLATE_INSUFFICIENT_SPACE: return SL_LONG;
    default: return SL_DAMAGED;
  }
}

size_t sl_zlib_deflate_bound(size_t count) { return libdeflate_zlib_compress_bound(NULL, count); }

size_t sl_zlib_deflate(int level, const uint8_t *data, size_t count, uint8_t *out, size_t capacity) {
  struct libdeflate_compressor *self = libdeflate_alloc_compressor(level);
  if (self == NULL) return 0;
  size_t written = libdeflate_zlib_compress(self, data, count, out, capacity);
  libdeflate_free_compressor(self);
  return written;
}

size_t sl_gzip_bound(size_t count) { return libdeflate_gzip_compress_bound(NULL, count); }

size_t sl_gzip(int level, const uint8_t *data, size_t count, uint8_t *out, size_t capacity) {
  struct libdeflate_compressor *self = libdeflate_alloc_compressor(level);
  if (self == NULL) return 0;
  size_t written = libdeflate_gzip_compress(self, data, count, out, capacity);
  libdeflate_free_compressor(self);
  return written;
}

size_t sl_gunzip(const uint8_t *data, size_t count, uint8_t *out, size_t capacity) {
  struct libdeflate_decompressor *self = libdeflate_alloc_decompressor();
  if (self == NULL) return 0;
  size_t produced = 0;
  enum libdeflate_result result = libdeflate_gzip_decompress(self, data, count, out, capacity, &produced);
  libdeflate_free_decompressor(self);
  return result == LIBDEFLATE_SUCCESS ? produced : 0;
}

uint32_t sl_crc32(uint32_t crc, const uint8_t *data, size_t count) {
  return libdeflate_crc32(crc, data, count);
}
