#include "CImageCodecs.h"

#include <string.h>
#include <zlib.h>

size_t sl_gunzip_start(const uint8_t *data, size_t count, uint8_t *out, size_t capacity) {
  z_stream stream;
  memset(&stream, 0, sizeof stream);
  // Adding 16 selects gzip instead of zlib.
  if (inflateInit2(&stream, MAX_WBITS + 16) != Z_OK) return 0;
  stream.next_in = (Bytef *)(uintptr_t)data;  // zlib only reads it
  stream.avail_in = (uInt)(count < (1 << 20) ? count : (1 << 20));
  stream.next_out = out;
  stream.avail_out = (uInt)(capacity < (1 << 20) ? capacity : (1 << 20));
  inflate(&stream, Z_SYNC_FLUSH);
  size_t produced = (size_t)(stream.next_out - out);
  inflateEnd(&stream);
  return produced;
}
