#include "CImageCodecs.h"

#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sl_png {
  png_structp png;
  png_infop info;
  const uint8_t *bytes;
  size_t count, position;
  jmp_buf escape;
  long warnings;
  char message[160];
};

// libpng requires that this never returns.
static void jump_to_error_handler(png_structp png, png_const_charp message) {
  sl_png *self = png_get_error_ptr(png);
  snprintf(self->message, sizeof self->message, "%s", message);
  longjmp(self->escape, 1);
}

static void count_warning(png_structp png, png_const_charp message) {  // the caller reads the count
  sl_png *self = png_get_error_ptr(png);
  self->warnings++;
  (void)message;
}

static sl_status wrong_size(sl_png *self) {
  snprintf(self->message, sizeof self->message, "the buffer doesn't match the image");
  return SL_WRONG_SIZE;
}

static void copy_from_memory(png_structp png, png_bytep out, size_t count) {
  sl_png *self = png_get_io_ptr(png);
  if (count > self->count - self->position) png_error(png, "data ends early");
  memcpy(out, self->bytes + self->position, count);
  self->position += count;
}

sl_png *sl_png_open(const uint8_t *bytes, size_t count) {
  sl_png *self = calloc(1, sizeof *self);
  if (self == NULL) return NULL;
  self->bytes = bytes;
  self->count = count;
  self->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, self, jump_to_error_handler, count_warning);
  self->info = self->png ? png_create_info_struct(self->png) : NULL;
  if (self->info == NULL) {
    sl_png_close(self);
    return NULL;
  }
  return self;
}

sl_status sl_png_read_header(sl_png *self) {
  if (setjmp(self->escape)) return SL_DAMAGED;  // There are only C stack frames between here and longjmp.
  png_set_read_fn(self->png, self, copy_from_memory);
  png_set_user_limits(self->png, 0x7fffffff, 0x7fffffff);  // the project's own limits have been checked
  png_set_chunk_malloc_max(self->png, 1 << 20);
  png_set_chunk_cache_max(self->png, 16);
  // checksums have been checked by the chunk parser
  png_set_crc_action(self->png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
  // Some encoders declare a smaller window than they use, which is harmless.
  png_set_option(self->png, PNG_MAXIMUM_INFLATE_WINDOW, PNG_OPTION_ON);
  png_read_info(self->png, self->info);
  return SL_OK;
}

uint32_t sl_png_width(const sl_png *self) { return png_get_image_width(self->png, self->info); }
uint32_t sl_png_height(const sl_png *self) { return png_get_image_height(self->png, self->info); }

sl_status sl_png_read_rgba(sl_png *self, uint8_t *out, size_t count) {
  size_t stride = (size_t)sl_png_width(self) * 4;
  uint32_t height = sl_png_height(self);
  if (count != stride * height) return wrong_size(self);  // the caller owns the memory; check its size
  if (setjmp(self->escape)) return SL_DAMAGED;            // There are only C stack frames between here and longjmp.
  png_set_expand(self->png);
  png_set_scale_16(self->png);
  png_set_gray_to_rgb(self->png);
  png_set_add_alpha(self->png, 255, PNG_FILLER_AFTER);
  int passes = png_set_interlace_handling(self->png);
  png_read_update_info(self->png, self->info);
  if (png_get_rowbytes(self->png, self->info) != stride) png_error(self->png, "unexpected row size");
  for (int pass = 0; pass < passes; pass++)
    for (uint32_t y = 0; y < height; y++) png_read_row(self->png, out + y * stride, NULL);
  png_read_end(self->png, NULL);
  return SL_OK;
}

const char *sl_png_message(const sl_png *self) { return self->message; }
long sl_png_warning_count(const sl_png *self) { return self->warnings; }

void sl_png_close(sl_png *self) {
  if (self == NULL) return;
  png_destroy_read_struct(&self->png, &self->info, NULL);
  free(self);
}
