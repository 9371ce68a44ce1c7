// The least work that a full check of WebM files needs: libvpx decodes the color and the alpha of every frame of every
// file in a folder. The video is not converted to RGBA. Nothing is checked or reported. The container parser
// trusts the files.
#include "each_file.h"

#include <vpx/vp8dx.h>
#include <vpx/vpx_decoder.h>

static vpx_codec_ctx_t color, alpha;
static unsigned long long seen;

static unsigned long long variable_int(const unsigned char **at, int keeps_marker) {
  unsigned char first = *(*at)++;
  int length = __builtin_clz(first) - 24;
  unsigned long long value = keeps_marker ? first : first & (0x7F >> length);
  while (length-- > 0) value = value << 8 | *(*at)++;
  return value;
}

static void decode_frame(vpx_codec_ctx_t *decoder, const unsigned char *data, size_t count) {
  if (vpx_codec_decode(decoder, data, (unsigned)count, NULL, 0) != VPX_CODEC_OK) stop("webm", "cannot be decoded");
  vpx_codec_iter_t place = NULL;
  for (vpx_image_t *image; (image = vpx_codec_get_frame(decoder, &place)) != NULL;) seen += image->planes[0][0];
}

static void read_elements(const unsigned char *at, const unsigned char *end) {
  while (at < end) {
    unsigned long long id = variable_int(&at, 1), size = variable_int(&at, 0);
    const unsigned char *next = at + size < end ? at + size : end;
    switch (id) {
    case 0x18538067:  // Segment
    case 0x1F43B675:  // Cluster
    case 0xA0:        // BlockGroup
    case 0x75A1:      // BlockAdditions
    case 0xA6:        // BlockMore
      read_elements(at, next);
      break;
    case 0xA3:  // SimpleBlock
    case 0xA1:  // Block: a track number below 128, a time of two bytes, flags
      decode_frame(&color, at + 4, (size_t)(next - at - 4));
      break;
    case 0xA5:  // BlockAdditional
      decode_frame(&alpha, at, (size_t)(next - at));
      break;
    }
    at = next;
  }
}

static unsigned long long decode(const char *path) {
  FILE *stream = fopen(path, "rb");
  if (stream == NULL || fseek(stream, 0, SEEK_END) != 0) stop(path, "cannot be opened");
  size_t count = (size_t)ftell(stream);
  rewind(stream);
  unsigned char *bytes = malloc(count + 16);
  if (bytes == NULL || fread(bytes, 1, count, stream) != count) stop(path, "cannot be read");
  fclose(stream);
  vpx_codec_dec_cfg_t options = {.threads = 1};
  if (vpx_codec_dec_init(&color, vpx_codec_vp9_dx(), &options, 0) != VPX_CODEC_OK
      || vpx_codec_dec_init(&alpha, vpx_codec_vp9_dx(), &options, 0) != VPX_CODEC_OK)
    stop(path, "cannot be decoded");
  read_elements(bytes, bytes + count);
  vpx_codec_destroy(&color);
  vpx_codec_destroy(&alpha);
  free(bytes);
  return seen;
}

int main(int count, char **arguments) { return decode_each_file(count, arguments, decode); }
