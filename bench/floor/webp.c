// The floor under a full check of WebP files: libwebp alone, from memory to RGBA in memory, every frame of an
// animation composed. Nothing is judged or reported. Every file of a folder.
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#include <webp/decode.h>
#include <webp/demux.h>

static void stop(const char *name, const char *why) {
  fprintf(stderr, "%s: %s\n", name, why);
  exit(1);
}

static unsigned char *bytes_of(const char *path, size_t *count) {
  FILE *stream = fopen(path, "rb");
  if (stream == NULL || fseek(stream, 0, SEEK_END) != 0) stop(path, "cannot be opened");
  *count = (size_t)ftell(stream);
  rewind(stream);
  unsigned char *bytes = malloc(*count);
  if (bytes == NULL || fread(bytes, 1, *count, stream) != *count) stop(path, "cannot be read");
  fclose(stream);
  return bytes;
}

static unsigned long long animation(const char *path, const WebPData *data) {
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
  unsigned char *bytes = bytes_of(path, &count);
  WebPBitstreamFeatures features;
  if (WebPGetFeatures(bytes, count, &features) != VP8_STATUS_OK) stop(path, "is no WebP");
  unsigned long long seen;
  if (features.has_animation) {
    WebPData data = {bytes, count};
    seen = animation(path, &data);
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

int main(int count, char **arguments) {
  DIR *stream = count == 2 ? opendir(arguments[1]) : NULL;
  if (stream == NULL) stop("webp", "give one folder");
  unsigned long long seen = 0;
  for (struct dirent *entry; (entry = readdir(stream)) != NULL;) {
    if (entry->d_name[0] == '.') continue;
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", arguments[1], entry->d_name);
    seen += decode(path);
  }
  printf("%llu\n", seen);
}
