#include "CImageCodecs.h"

#include <gif_lib.h>
#include <string.h>

// giflib reads whole files, but this project parses the blocks itself. So giflib gets a file with a single
// image and a header that is created here.
typedef struct {
  uint8_t header[13 + 10];
  const uint8_t *data;
  size_t count, position;
} source;

static int copy_from_memory(GifFileType *gif, GifByteType *out, int count) {
  source *self = gif->UserData;
  int done = 0;
  while (done < count && self->position < sizeof self->header + self->count) {
    size_t at = self->position++;
    out[done++] = at < sizeof self->header ? self->header[at] : self->data[at - sizeof self->header];
  }
  return done;
}

static void put16(uint8_t *at, int value) {
  at[0] = (uint8_t)(value & 0xff);
  at[1] = (uint8_t)(value >> 8);
}

static sl_status status_of(int error) {
  return error == D_GIF_ERR_EOF_TOO_SOON || error == D_GIF_ERR_READ_FAILED ? SL_SHORT : SL_DAMAGED;
}

sl_status sl_gif_read_indices(const uint8_t *data, size_t count, int width, int height, uint8_t *out,
                              int *produced) {
  *produced = 0;
  if (width < 1 || height < 1 || width > 0xffff || height > 0xffff) return SL_WRONG_SIZE;
  source self = {.data = data, .count = count};
  memcpy(self.header, "GIF89a", 6);
  put16(self.header + 6, width);
  put16(self.header + 8, height);
  self.header[13] = 0x2c;  // image separator, followed by the dimensions; no palette, no interlacing
  put16(self.header + 18, width);
  put16(self.header + 20, height);

  int error = 0;
  GifFileType *gif = DGifOpen(&self, copy_from_memory, &error);
  if (gif == NULL) return error == D_GIF_ERR_NOT_ENOUGH_MEM ? SL_OUT_OF_MEMORY : SL_DAMAGED;
  GifRecordType record;
  sl_status status = SL_DAMAGED;
  if (DGifGetRecordType(gif, &record) == GIF_OK && record == IMAGE_DESC_RECORD_TYPE &&
      DGifGetImageDesc(gif) == GIF_OK) {
    status = SL_OK;
    while (*produced < height) {
      if (DGifGetLine(gif, out + (size_t)*produced * (size_t)width, width) != GIF_OK) {
        status = status_of(gif->Error);
        break;
      }
      ++*produced;
    }
  }
  DGifCloseFile(gif, &error);
  return status;
}
