// The floor under a full check of GIF files: giflib alone, record by record, every index of every frame.
// Nothing is composited, judged or reported. Every file of a folder.
#include <dirent.h>
#include <gif_lib.h>
#include <stdio.h>
#include <stdlib.h>

static void stop(const char *name, const char *why) {
  fprintf(stderr, "%s: %s\n", name, why);
  exit(1);
}

static unsigned long long decode(const char *path, GifPixelType *line, int capacity) {
  int code;
  unsigned long long seen = 0;
  GifFileType *gif = DGifOpenFileName(path, &code);
  if (gif == NULL) stop(path, GifErrorString(code));
  for (GifRecordType record = UNDEFINED_RECORD_TYPE; record != TERMINATE_RECORD_TYPE;) {
    if (DGifGetRecordType(gif, &record) == GIF_ERROR) stop(path, GifErrorString(gif->Error));
    if (record == EXTENSION_RECORD_TYPE) {
      int kind;
      GifByteType *block;
      if (DGifGetExtension(gif, &kind, &block) == GIF_ERROR) stop(path, GifErrorString(gif->Error));
      while (block != NULL)
        if (DGifGetExtensionNext(gif, &block) == GIF_ERROR) stop(path, GifErrorString(gif->Error));
    } else if (record == IMAGE_DESC_RECORD_TYPE) {
      if (DGifGetImageDesc(gif) == GIF_ERROR) stop(path, GifErrorString(gif->Error));
      if (gif->Image.Width > capacity) stop(path, "is too wide");
      for (int y = 0; y < gif->Image.Height; y++) {
        if (DGifGetLine(gif, line, gif->Image.Width) == GIF_ERROR) stop(path, GifErrorString(gif->Error));
        seen += line[gif->Image.Width / 2] + 1;
      }
    }
  }
  DGifCloseFile(gif, &code);
  return seen;
}

int main(int count, char **arguments) {
  static GifPixelType line[65536];
  DIR *stream = count == 2 ? opendir(arguments[1]) : NULL;
  if (stream == NULL) stop("gif", "give one folder");
  unsigned long long seen = 0;
  for (struct dirent *entry; (entry = readdir(stream)) != NULL;) {
    if (entry->d_name[0] == '.') continue;
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", arguments[1], entry->d_name);
    seen += decode(path, line, sizeof line);
  }
  printf("%llu\n", seen);
}
