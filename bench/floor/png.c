// The least work that a full check of PNG files needs: reads every file in a folder, computes the CRC of every chunk,
// inflates with libdeflate, and unfilters to RGBA, with one buffer per step. Nothing is checked or reported.
//
//   png FOLDER              prints one number that depends on all files, so that no step can be removed
//   png --checksums FOLDER  prints the CRC of each image's RGBA, to compare with another program
#include <dirent.h>
#include <fcntl.h>
#include <libdeflate.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "unfilter.h"

static void stop(const char *name, const char *why) {
  fprintf(stderr, "%s: %s\n", name, why);
  exit(1);
}

typedef struct {
  uint8_t *bytes;
  size_t count, capacity;
} buffer;

static void reserve(buffer *self, size_t capacity) {
  if (capacity <= self->capacity) return;
  free(self->bytes);
  self->bytes = malloc(capacity);
  self->capacity = capacity;
  if (self->bytes == NULL) stop("memory", "not enough");
}

static void read_file(const char *path, buffer *file) {
  int descriptor = open(path, O_RDONLY);
  struct stat facts;
  if (descriptor < 0 || fstat(descriptor, &facts) != 0) stop(path, "cannot be opened");
  reserve(file, (size_t)facts.st_size);
  file->count = 0;
  while (file->count < (size_t)facts.st_size) {
    ssize_t got = read(descriptor, file->bytes + file->count, (size_t)facts.st_size - file->count);
    if (got <= 0) stop(path, "cannot be read");
    file->count += (size_t)got;
  }
  close(descriptor);
}

static uint32_t read_uint32_be(const uint8_t *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

typedef struct {
  uint32_t width, height;
  int color, depth;
  uint8_t palette[256][4];
} header;

static void read_header(const char *path, const uint8_t *data, header *found) {
  found->width = read_uint32_be(data);
  found->height = read_uint32_be(data + 4);
  found->depth = data[8];
  found->color = data[9];
  int truecolor = found->depth == 8 && (found->color == 2 || found->color == 6);
  int palette = found->depth <= 8 && found->color == 3;
  if ((!truecolor && !palette) || data[12] != 0) stop(path, "has a format that the floor does not support");
}

static buffer file, packed, rows, frame;

// Reads the chunks, and returns the compressed bytes in `*data`, without a copy if there is only one IDAT.
static size_t read_chunks(const char *path, header *found, const uint8_t **data) {
  size_t parts = 0;
  reserve(&packed, file.count);
  packed.count = 0;
  for (size_t at = 8; at + 12 <= file.count;) {
    size_t length = read_uint32_be(file.bytes + at);
    const uint8_t *type = file.bytes + at + 4, *body = type + 4;
    if (length > file.count - at - 12) stop(path, "is truncated");
    if (libdeflate_crc32(0, type, length + 4) != read_uint32_be(body + length)) stop(path, "has a wrong checksum");
    if (memcmp(type, "IHDR", 4) == 0 && length == 13) read_header(path, body, found);
    if (memcmp(type, "PLTE", 4) == 0)
      for (size_t n = 0; n < length / 3 && n < 256; n++) memcpy(found->palette[n], body + 3 * n, 3);
    if (memcmp(type, "tRNS", 4) == 0 && found->color == 3)
      for (size_t n = 0; n < length && n < 256; n++) found->palette[n][3] = body[n];
    if (memcmp(type, "IDAT", 4) == 0) {
      if (parts++ == 0) {
        *data = body;
        packed.count = length;
      } else {
        if (parts == 2) memcpy(packed.bytes, *data, packed.count);
        memcpy(packed.bytes + packed.count, body, length);
        packed.count += length;
        *data = packed.bytes;
      }
    }
    at += length + 12;
  }
  return packed.count;
}

static void expand_palette(const header *found, const uint8_t *row, uint8_t *out) {
  unsigned mask = (1u << found->depth) - 1;
  for (uint32_t x = 0; x < found->width; x++) {
    uint32_t bit = x * (uint32_t)found->depth;
    unsigned index = row[bit >> 3] >> (8 - found->depth - (bit & 7)) & mask;
    memcpy(out + 4 * (size_t)x, found->palette[index], 4);
  }
}

static void decode(const char *path, struct libdeflate_decompressor *inflater) {
  header found = {0};
  memset(found.palette, 255, sizeof found.palette);
  const uint8_t *data = NULL;
  read_file(path, &file);
  size_t count = read_chunks(path, &found, &data);
  int pixel = found.color == 6 ? 4 : found.color == 2 ? 3 : 1;
  size_t stride = ((size_t)found.width * (size_t)pixel * (size_t)found.depth + 7) / 8;
  size_t expected = (stride + 1) * found.height;
  reserve(&rows, expected + 16);  // the last pixels are read four bytes at a time
  size_t inflated = 0;
  if (libdeflate_zlib_decompress(inflater, data, count, rows.bytes, expected, &inflated) != 0 ||
      inflated != expected)
    stop(path, "does not inflate");

  frame.count = (size_t)found.width * found.height * 4;
  reserve(&frame, frame.count + 16);
  for (uint32_t y = 0; y < found.height; y++) {
    uint8_t *row = rows.bytes + y * (stride + 1), *out = frame.bytes + (size_t)y * found.width * 4;
    if (pixel == 4) {
      unfilter4(row[0], row + 1, y > 0 ? out - stride : NULL, out, stride);
      continue;
    }
    const uint8_t *above = y > 0 ? row - stride : NULL;
    if (pixel == 3) {
      unfilter3(row[0], row + 1, above, stride);
      expand3(row + 1, out, found.width);
    } else {
      unfilter1(row[0], row + 1, above, stride);
      expand_palette(&found, row + 1, out);
    }
  }
}

int main(int count, char **arguments) {
  int checksums = count == 3 && strcmp(arguments[1], "--checksums") == 0;
  if (count != 2 + checksums) stop("png", "give one folder");
  const char *folder = arguments[count - 1];
  DIR *stream = opendir(folder);
  if (stream == NULL) stop(folder, "cannot be opened");
  struct libdeflate_decompressor *inflater = libdeflate_alloc_decompressor();
  unsigned long long seen = 0;
  for (struct dirent *entry; (entry = readdir(stream)) != NULL;) {
    if (entry->d_name[0] == '.') continue;
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    decode(path, inflater);
    seen += frame.bytes[frame.count / 2] + frame.count;
    if (checksums) printf("%08x %s\n", libdeflate_crc32(0, frame.bytes, frame.count), entry->d_name);
  }
  if (!checksums) printf("%llu\n", seen);
}
