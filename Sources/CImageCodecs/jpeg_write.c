#include <stdio.h>

#include "CImageCodecs.h"

#include <jpeglib.h>
#include <jerror.h>
#include <setjmp.h>
#include <stdlib.h>

// Everything that changes between setjmp and longjmp is on the heap: an automatic variable would be
// indeterminate after the jump.
struct sl_jpeg_writer {
  struct jpeg_compress_struct codec;
  struct jpeg_error_mgr errors;
  struct jpeg_destination_mgr destination;
  jmp_buf escape;
  uint8_t *bytes;
  size_t count, capacity;
  char message[JMSG_LENGTH_MAX];
};

static void jump_to_error_handler(j_common_ptr codec) {  // libjpeg requires that this never returns.
  sl_jpeg_writer *self = codec->client_data;
  codec->err->format_message(codec, self->message);
  longjmp(self->escape, 1);
}

static void say_nothing(j_common_ptr codec) { (void)codec; }

// A custom destination manager. With `jpeg_mem_dest`, the caller has a dangling pointer if an error occurs
// after the buffer has grown.
static void resize_buffer(sl_jpeg_writer *self, size_t used, size_t capacity) {
  uint8_t *grown = realloc(self->bytes, capacity);
  if (grown == NULL) ERREXIT1(&self->codec, JERR_OUT_OF_MEMORY, 0);
  self->bytes = grown;
  self->capacity = capacity;
  self->destination.next_output_byte = grown + used;
  self->destination.free_in_buffer = capacity - used;
}

static void begin(j_compress_ptr codec) { resize_buffer(codec->client_data, 0, 1 << 16); }

static boolean grow(j_compress_ptr codec) {  // called when the buffer is full, regardless of `free_in_buffer`
  sl_jpeg_writer *self = codec->client_data;
  resize_buffer(self, self->capacity, self->capacity * 2);
  return TRUE;
}

static void end(j_compress_ptr codec) {
  sl_jpeg_writer *self = codec->client_data;
  self->count = self->capacity - self->destination.free_in_buffer;
}

sl_jpeg_writer *sl_jpeg_writer_open(void) { return calloc(1, sizeof(sl_jpeg_writer)); }

static void configure(struct jpeg_compress_struct *codec, int quality, sl_jpeg_write_colors colors) {
  codec->input_components = 4;
  codec->in_color_space = JCS_EXT_RGBX;
  jpeg_set_defaults(codec);
  if (colors == SL_JPEG_WRITE_GRAY) jpeg_set_colorspace(codec, JCS_GRAYSCALE);
  jpeg_set_quality(codec, quality, TRUE);
  codec->optimize_coding = TRUE;
  codec->dct_method = JDCT_ISLOW;
  for (int i = 0; i < codec->num_components; i++)  // 4:4:4 keeps the chroma at edges
    codec->comp_info[i].h_samp_factor = codec->comp_info[i].v_samp_factor = 1;
}

sl_status sl_jpeg_write_rgba(sl_jpeg_writer *self, const uint8_t *pixels, size_t count, uint32_t width,
                             uint32_t height, int quality, sl_jpeg_write_colors colors, const uint8_t *icc,
                             size_t icc_count) {
  if (width == 0 || height == 0 || count / 4 / width != height || count != (size_t)width * height * 4)
    return SL_WRONG_SIZE;
  if (self->codec.err != NULL) return SL_WRONG_SIZE;  // a writer can be used only once
  self->codec.err = jpeg_std_error(&self->errors);
  self->errors.error_exit = jump_to_error_handler;
  self->errors.output_message = say_nothing;
  self->codec.client_data = self;
  // There are only C stack frames between here and longjmp. `close` cleans up.
  if (setjmp(self->escape)) return SL_DAMAGED;
  jpeg_create_compress(&self->codec);
  self->codec.client_data = self;  // older versions clear it
  self->codec.dest = &self->destination;
  self->destination.init_destination = begin;
  self->destination.empty_output_buffer = grow;
  self->destination.term_destination = end;
  self->codec.image_width = width;
  self->codec.image_height = height;
  configure(&self->codec, quality, colors);
  jpeg_start_compress(&self->codec, TRUE);
  if (icc != NULL && icc_count > 0) jpeg_write_icc_profile(&self->codec, icc, (unsigned int)icc_count);
  while (self->codec.next_scanline < self->codec.image_height) {
    const uint8_t *row = pixels + (size_t)self->codec.next_scanline * width * 4;
    JSAMPROW rows[1] = {(JSAMPROW)(uintptr_t)row};  // libjpeg only reads it
    jpeg_write_scanlines(&self->codec, rows, 1);
  }
  jpeg_finish_compress(&self->codec);
  return SL_OK;
}

const uint8_t *sl_jpeg_writer_bytes(const sl_jpeg_writer *self) { return self->bytes; }
size_t sl_jpeg_writer_count(const sl_jpeg_writer *self) { return self->count; }
const char *sl_jpeg_writer_message(const sl_jpeg_writer *self) { return self->message; }

void sl_jpeg_writer_close(sl_jpeg_writer *self) {
  if (self == NULL) return;
  if (self->codec.err != NULL) jpeg_destroy_compress(&self->codec);  // also after a failed create
  free(self->bytes);
  free(self);
}
