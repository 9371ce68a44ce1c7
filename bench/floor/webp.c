// The least work that a full check of WebP files needs: libwebp decodes every file in a folder to RGBA in memory, and
// composites every frame of an animation. Nothing is checked or reported.
#include "each_file.h"

#include <webp/decode.h>
#include <webp/demux.h>

static unsigned char *read_file(const char *path, size_t *count) {
  FILE *stream = fopen(path, "rb");
  if (stream == NULL || fseek(stream, 0, SEEK_END) != 0) stop(path, "cannot be opened");
  *count = (size_t)ftell(stream);
  rewind(stream);
  unsigned char *bytes = malloc(*count);
  if (bytes == NULL || fread(bytes, 1, *count, stream) != *count) stop(path, "cannot be read");
  fclose(stream);
  return bytes;
}

static unsigned long long decode_animation(const char *path, const WebPData *data) {
  WebPAnimDecoderOptions options;
  WebPAnimDecoderOptionsInit(&options);
  WebPAnimDecoder *decoder = WebPAnimDecoderNew(data, &options);
  if (decoder == NULL) stop(path, "cannot be decoded");
  unsigned long long seen = 0;
  unsigned char *frame;
  for (int end; WebPAnimDecoderHasMoreFrames(decoder);) {
    if (!WebPAnimDecoderGetNext(decoder, &frame, &end)) stop(path, "cannot be decoded");
    seen += frame[0] + (unsigned)end;
  }
  WebPAnimDecoderDelete(decoder);
  return seen;
}

static unsigned long long decode(const char *path) {
  size_t count;
  unsigned char *bytes = read_file(path, &count);
  WebPBitstreamFeatures features;
  if (WebPGetFeatures(bytes, count, &features) != VP8_STATUS_OK) stop(path, "is not a WebP");
  unsigned long long seen;
  if (features.has_animation) {
    WebPData data = {bytes, count};
    seen = decode_animation(path, &data);
  } else {
    int width, height;
    unsigned char *frame = WebPDecodeRGBA(bytes, count, &width, &height);
    if (frame == NULL) stop(path, "cannot be decoded");
    seen = frame[0] + (unsigned)width;
    WebPFree(frame);
  }
  free(bytes);
  return seen;
}

int main(int count, char **arguments) { return decode_each_file(count, arguments, decode); }
