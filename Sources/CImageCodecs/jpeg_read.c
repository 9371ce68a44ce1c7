#include <stdio.h>

#include "CImageCodecs.h"

#include <jpeglib.h>
#include <jerror.h>
#include <limits.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

// The maximum number of rows to read at a time: the height of two blocks, which is how many rows libjpeg
// decodes at once with the usual subsampling.
enum { ROWS_AT_ONCE = 16 };

struct sl_jpeg {
  struct jpeg_decompress_struct codec;
  struct jpeg_error_mgr errors;
  jmp_buf escape;
  const uint8_t *bytes;
  size_t count;
  long warnings;
  uint32_t line, warning_line;
  size_t position, warning_position;
  char message[JMSG_LENGTH_MAX], warning[JMSG_LENGTH_MAX];
};

// Past the end of the data, libjpeg reads an EOI marker of its own, from elsewhere in memory.
static size_t position(const sl_jpeg *self) {
  if (self->codec.src == NULL) return 0;
  uintptr_t first = (uintptr_t)self->bytes, at = (uintptr_t)self->codec.src->next_input_byte;
  return at >= first && at - first <= self->count ? at - first : self->count;
}

// The line that is being decoded, not the line that is being returned: libjpeg reads a progressive file to
// its end first. Uses the output's height, because a second frame header overwrites the image's height before
// it is rejected.
static uint32_t line(const sl_jpeg *self) {
  uint64_t blocks = self->codec.input_iMCU_row, height = self->codec.output_height;
  uint64_t line = blocks * (uint64_t)self->codec.max_v_samp_factor * DCTSIZE;
  return (uint32_t)(line < height || height == 0 ? line : height - 1);
}

static void jump_to_error_handler(j_common_ptr codec) {  // libjpeg requires that this never returns.
  sl_jpeg *self = codec->client_data;
  self->position = position(self);
  self->line = line(self);
  codec->err->format_message(codec, self->message);
  longjmp(self->escape, 1);
}

static void record_warning(j_common_ptr codec, int level) {
  sl_jpeg *self = codec->client_data;
  if (level >= 0) return;  // trace messages
  if (self->warnings++ == 0) {
    codec->err->format_message(codec, self->warning);
    self->warning_line = line(self);
    self->warning_position = position(self);
  }
}

static void say_nothing(j_common_ptr codec) { (void)codec; }

sl_jpeg *sl_jpeg_open(const uint8_t *bytes, size_t count) {
  sl_jpeg *self = calloc(1, sizeof *self);
  if (self == NULL) return NULL;
  self->codec.err = jpeg_std_error(&self->errors);
  self->errors.error_exit = jump_to_error_handler;
  self->errors.emit_message = record_warning;
  self->errors.output_message = say_nothing;
  self->codec.client_data = self;
  if (setjmp(self->escape)) {
    sl_jpeg_close(self);
    return NULL;
  }
  jpeg_create_decompress(&self->codec);
  self->codec.client_data = self;  // older versions of `jpeg_create_decompress` clear it
  self->bytes = bytes;
  self->count = count;
  jpeg_mem_src(&self->codec, bytes, count);
  return self;
}

void sl_jpeg_limit_memory(sl_jpeg *self, size_t bytes) {
  // libjpeg-turbo has no backing store: arrays that exceed the limit cause an error and don't go to a
  // temporary file.
  self->codec.mem->max_memory_to_use = bytes > LONG_MAX ? LONG_MAX : (long)bytes;
}

sl_status sl_jpeg_read_header(sl_jpeg *self) {
  if (setjmp(self->escape)) return SL_DAMAGED;  // There are only C stack frames between here and longjmp.
  jpeg_read_header(&self->codec, TRUE);
  return SL_OK;
}


sl_jpeg_layout sl_jpeg_pixel_layout(const sl_jpeg *self) {
  return self->codec.num_components == 4 ? SL_JPEG_CMYK : SL_JPEG_RGBA;
}

sl_status sl_jpeg_read_pixels(sl_jpeg *self, uint8_t *out, size_t count) {
  struct jpeg_decompress_struct *codec = &self->codec;
  size_t stride = (size_t)codec->image_width * 4;
  if (count != stride * codec->image_height) {
    snprintf(self->message, sizeof self->message, "the buffer doesn't match the image");
    return SL_WRONG_SIZE;
  }
  if (setjmp(self->escape)) return SL_DAMAGED;  // There are only C stack frames between here and longjmp.
  codec->out_color_space = sl_jpeg_pixel_layout(self) == SL_JPEG_CMYK ? JCS_CMYK : JCS_EXT_RGBA;
  codec->dct_method = JDCT_ISLOW;
  jpeg_start_decompress(codec);
  while (codec->output_scanline < codec->output_height) {
    JSAMPROW rows[ROWS_AT_ONCE];
    JDIMENSION left = codec->output_height - codec->output_scanline;
    JDIMENSION most = left < ROWS_AT_ONCE ? left : ROWS_AT_ONCE;
    for (JDIMENSION row = 0; row < most; row++)
      rows[row] = out + ((size_t)codec->output_scanline + row) * stride;
    jpeg_read_scanlines(codec, rows, most);
  }
  jpeg_finish_decompress(codec);
  return SL_OK;
}

size_t sl_jpeg_find_marker(const uint8_t *bytes, size_t count, size_t position) {
  while (position < count && count - position >= 2) {
    const uint8_t *next = memchr(bytes + position, 0xFF, count - position - 1);
    if (next == NULL) break;
    uint8_t following = next[1];
    int is_restart = following >= 0xD0 && following <= 0xD7;
    if (following != 0 && following != 0xFF && !is_restart) return (size_t)(next - bytes);
    position = (size_t)(next - bytes) + (following == 0xFF ? 1 : 2);
  }
  return count;
}

const char *sl_jpeg_message(const sl_jpeg *self) { return self->message; }
long sl_jpeg_warning_count(const sl_jpeg *self) { return self->warnings; }
const char *sl_jpeg_warning(const sl_jpeg *self) { return self->warning; }
uint32_t sl_jpeg_warning_line(const sl_jpeg *self) { return self->warning_line; }
size_t sl_jpeg_warning_position(const sl_jpeg *self) { return self->warning_position; }
size_t sl_jpeg_position(const sl_jpeg *self) { return self->position; }
uint32_t sl_jpeg_line(const sl_jpeg *self) { return self->line; }

void sl_jpeg_close(sl_jpeg *self) {
  if (self == NULL) return;
  jpeg_destroy_decompress(&self->codec);
  free(self);
}
