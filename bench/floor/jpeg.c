// The least work that a full check of JPEG files needs: libjpeg-turbo decodes every file in a folder to RGBA in memory,
// with the exact integer DCT. Nothing is checked or reported.
#include "each_file.h"

#include <jpeglib.h>

static unsigned char *file, *frame;
static size_t file_capacity, frame_capacity;

static unsigned char *reserve(unsigned char *bytes, size_t *capacity, size_t count) {
  if (count <= *capacity) return bytes;
  free(bytes);
  *capacity = count;
  bytes = malloc(count);
  if (bytes == NULL) stop("memory", "not enough");
  return bytes;
}

static size_t read_file(const char *path) {
  FILE *stream = fopen(path, "rb");
  if (stream == NULL || fseek(stream, 0, SEEK_END) != 0) stop(path, "cannot be opened");
  size_t count = (size_t)ftell(stream);
  rewind(stream);
  file = reserve(file, &file_capacity, count);
  if (fread(file, 1, count, stream) != count) stop(path, "cannot be read");
  fclose(stream);
  return count;
}

static unsigned long long decode(const char *path) {
  struct jpeg_decompress_struct jpeg;
  struct jpeg_error_mgr errors;  // exits on errors
  size_t count = read_file(path);
  jpeg.err = jpeg_std_error(&errors);
  jpeg_create_decompress(&jpeg);
  jpeg_mem_src(&jpeg, file, count);
  jpeg_read_header(&jpeg, TRUE);
  jpeg.out_color_space = JCS_EXT_RGBA;
  jpeg.dct_method = JDCT_ISLOW;
  jpeg_start_decompress(&jpeg);
  size_t stride = (size_t)jpeg.output_width * 4;
  frame = reserve(frame, &frame_capacity, stride * jpeg.output_height);
  while (jpeg.output_scanline < jpeg.output_height) {
    JSAMPROW row = frame + stride * jpeg.output_scanline;
    jpeg_read_scanlines(&jpeg, &row, 1);
  }
  unsigned long long seen = frame[stride * jpeg.output_height / 2] + stride;
  jpeg_finish_decompress(&jpeg);
  jpeg_destroy_decompress(&jpeg);
  return seen;
}

int main(int count, char **arguments) { return decode_each_file(count, arguments, decode); }
