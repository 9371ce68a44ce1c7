#include <stdio.h>

#include "CImageCodecs.h"

#include <jpeglib.h>
#include <setjmp.h>
#include <stdlib.h>

typedef struct {
  struct jpeg_error_mgr errors;
  jmp_buf escape;
} trap;

static void leave(j_common_ptr codec) {  // libjpeg requires that this never returns
  trap *self = codec->client_data;
  longjmp(self->escape, 1);
}

static void say_nothing(j_common_ptr codec) { (void)codec; }

sl_status sl_jpeg_write_rgba(const uint8_t *pixels, size_t count, uint32_t width, uint32_t height, int quality,
                             const uint8_t *icc, size_t icc_count, uint8_t **out, size_t *out_count) {
  size_t stride = (size_t)width * 4;
  if (width == 0 || height == 0 || count != stride * height) return SL_WRONG_SIZE;
  struct jpeg_compress_struct codec;
  trap trap;
  unsigned char *buffer = NULL;
  unsigned long length = 0;
  codec.err = jpeg_std_error(&trap.errors);
  trap.errors.error_exit = leave;
  trap.errors.output_message = say_nothing;
  codec.client_data = &trap;
  jpeg_create_compress(&codec);
  if (setjmp(trap.escape)) {  // only C frames lie between here and longjmp
    jpeg_destroy_compress(&codec);
    free(buffer);
    return SL_DAMAGED;
  }
  jpeg_mem_dest(&codec, &buffer, &length);
  codec.image_width = width;
  codec.image_height = height;
  codec.input_components = 4;
  codec.in_color_space = JCS_EXT_RGBX;
  jpeg_set_defaults(&codec);
  jpeg_set_quality(&codec, quality, TRUE);
  codec.optimize_coding = TRUE;
  codec.dct_method = JDCT_ISLOW;
  for (int i = 0; i < codec.num_components; i++)  // 4:4:4: no chroma is thrown away at an edge
    codec.comp_info[i].h_samp_factor = codec.comp_info[i].v_samp_factor = 1;
  jpeg_start_compress(&codec, TRUE);
  if (icc != NULL && icc_count > 0) jpeg_write_icc_profile(&codec, icc, (unsigned int)icc_count);
  while (codec.next_scanline < codec.image_height) {
    JSAMPROW row = (JSAMPROW)(uintptr_t)(pixels + (size_t)codec.next_scanline * stride);
    jpeg_write_scanlines(&codec, &row, 1);
  }
  jpeg_finish_compress(&codec);
  jpeg_destroy_compress(&codec);
  *out = buffer;
  *out_count = length;
  return SL_OK;
}

void sl_jpeg_free(uint8_t *bytes) { free(bytes); }
