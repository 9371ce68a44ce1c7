#include "CImageCodecs.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { scratch_size = 1 << 15 };  // the output is discarded

size_t sl_zlib_consumed_bytes(const uint8_t *data, size_t count, size_t capacity) {
  z_stream stream;
  memset(&stream, 0, sizeof stream);
  uint8_t *scratch = malloc(scratch_size);
  if (scratch == NULL || inflateInit(&stream) != Z_OK) {
    free(scratch);
    return 0;
  }
  size_t given = 0, left = capacity;
  int status = Z_OK;
  stream.next_in = (Bytef *)(uintptr_t)data;  // zlib only reads it
  while (status == Z_OK) {
    if (stream.avail_in == 0) {  // zlib's counters have 32 bits
      size_t piece = count - given < (1 << 30) ? count - given : (1 << 30);
      if (piece == 0) break;
      stream.avail_in = (uInt)piece;
      given += piece;
    }
    size_t room = left < scratch_size ? left : scratch_size;
    stream.next_out = scratch;
    // Keep room for one byte past the image. Without it, zlib couldn't tell the end of the stream from data
    // that continues.
    stream.avail_out = room > 0 ? (uInt)room : 1;
    status = inflate(&stream, Z_NO_FLUSH);
    size_t produced = (size_t)(stream.next_out - scratch);
    if (produced > left) break;
    left -= produced;
  }
  size_t taken = given - stream.avail_in;
  inflateEnd(&stream);
  free(scratch);
  return taken;
}
