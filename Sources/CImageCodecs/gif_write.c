#include "CImageCodecs.h"

#include <gif_lib.h>
#include <stdlib.h>
#include <string.h>

struct sl_gif_writer {
  GifFileType *gif;
  uint8_t *bytes;
  uint8_t *line;  // giflib masks the rows that it receives, so it gets a copy
  size_t count, capacity;
};

static int append_bytes(GifFileType *gif, const GifByteType *data, int count) {
  sl_gif_writer *self = gif->UserData;
  size_t needed = self->count + (size_t)count;
  if (needed > self->capacity) {
    size_t capacity = needed * 2 > 4096 ? needed * 2 : 4096;
    uint8_t *grown = realloc(self->bytes, capacity);
    if (grown == NULL) return 0;  // giflib treats a short count as a failed write
    self->bytes = grown;
    self->capacity = capacity;
  }
  memcpy(self->bytes + self->count, data, (size_t)count);
  self->count = needed;
  return count;
}

// The length of a GIF palette is a power of two. Unused entries are black, and no pixel refers to them.
static ColorMapObject *map_of(const uint8_t *palette, int colors) {
  int length = 2;
  while (length < colors) length *= 2;
  ColorMapObject *map = GifMakeMapObject(length, NULL);
  if (map == NULL) return NULL;
  for (int at = 0; at < colors; at++)
    map->Colors[at] = (GifColorType){palette[at * 3], palette[at * 3 + 1], palette[at * 3 + 2]};
  return map;
}

static int loop(GifFileType *gif, int loops) {
  uint8_t count[3] = {1, (uint8_t)(loops & 0xff), (uint8_t)(loops >> 8)};
  return EGifPutExtensionLeader(gif, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
         EGifPutExtensionBlock(gif, 11, "NETSCAPE2.0") == GIF_OK &&
         EGifPutExtensionBlock(gif, 3, count) == GIF_OK && EGifPutExtensionTrailer(gif) == GIF_OK;
}

sl_gif_writer *sl_gif_writer_open(int width, int height, const uint8_t *palette, int colors, int loops) {
  if (width < 1 || height < 1 || width > 0xffff || height > 0xffff || colors < 1 || colors > 256 ||
      loops > 0xffff)
    return NULL;
  sl_gif_writer *self = calloc(1, sizeof *self);
  if (self == NULL) return NULL;
  int error = 0;
  ColorMapObject *map = map_of(palette, colors);
  self->line = malloc((size_t)width);
  self->gif = map == NULL || self->line == NULL ? NULL : EGifOpen(self, append_bytes, &error);
  if (self->gif != NULL) EGifSetGifVersion(self->gif, true);
  int is_begun = self->gif != NULL && EGifPutScreenDesc(self->gif, width, height, 8, 0, map) == GIF_OK &&
                 (loops < 0 || loop(self->gif, loops));
  GifFreeMapObject(map);
  if (is_begun) return self;
  sl_gif_writer_close(self);
  return NULL;
}

sl_status sl_gif_write_frame(sl_gif_writer *self, const sl_gif_frame *frame, const uint8_t *numbers,
                             size_t count, const uint8_t *palette, int colors) {
  GifFileType *gif = self->gif;
  if (gif == NULL || frame->width < 1 || frame->height < 1 || frame->left < 0 || frame->top < 0 ||
      frame->width > gif->SWidth - frame->left || frame->height > gif->SHeight - frame->top ||
      count != (size_t)frame->width * (size_t)frame->height || colors > 256)
    return SL_WRONG_SIZE;
  GraphicsControlBlock control = {.DisposalMode = frame->disposal,
                                  .UserInputFlag = false,
                                  .DelayTime = frame->delay_hundredths,
                                  .TransparentColor = frame->transparent};
  GifByteType extension[4];
  EGifGCBToExtension(&control, extension);
  ColorMapObject *map = colors > 0 ? map_of(palette, colors) : NULL;
  if (colors > 0 && map == NULL) return SL_OUT_OF_MEMORY;
  // giflib leaks the palette of a frame when the next frame has none.
  GifFreeMapObject(gif->Image.ColorMap);
  gif->Image.ColorMap = NULL;
  sl_status status = SL_OUT_OF_MEMORY;
  if (EGifPutExtension(gif, GRAPHICS_EXT_FUNC_CODE, sizeof extension, extension) == GIF_OK &&
      EGifPutImageDesc(gif, frame->left, frame->top, frame->width, frame->height, false, map) == GIF_OK) {
    status = SL_OK;
    for (int row = 0; row < frame->height && status == SL_OK; row++) {
      memcpy(self->line, numbers + (size_t)row * (size_t)frame->width, (size_t)frame->width);
      if (EGifPutLine(gif, self->line, frame->width) != GIF_OK) status = SL_OUT_OF_MEMORY;
    }
  }
  GifFreeMapObject(map);
  return status;
}

sl_status sl_gif_writer_finish(sl_gif_writer *self) {
  if (self->gif == NULL) return SL_WRONG_SIZE;
  int error = 0;
  int is_closed = EGifCloseFile(self->gif, &error) == GIF_OK;
  self->gif = NULL;  // giflib frees it even if it reports an error
  return is_closed ? SL_OK : SL_OUT_OF_MEMORY;
}

const uint8_t *sl_gif_writer_bytes(const sl_gif_writer *self) { return self->bytes; }
size_t sl_gif_writer_count(const sl_gif_writer *self) { return self->count; }

void sl_gif_writer_close(sl_gif_writer *self) {
  if (self == NULL) return;
  int error = 0;
  if (self->gif != NULL) EGifCloseFile(self->gif, &error);
  free(self->bytes);
  free(self->line);
  free(self);
}
