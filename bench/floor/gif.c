// The least work that a full check of GIF files needs: giflib decodes every index of every frame, for every file in a
// folder. Nothing is composited, checked or reported.
#include <gif_lib.h>

#include "each_file.h"

static unsigned long long decode(const char *path) {
  static GifPixelType line[65536];
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
      if (gif->Image.Width > (int)sizeof line) stop(path, "is too wide");
      for (int y = 0; y < gif->Image.Height; y++) {
        if (DGifGetLine(gif, line, gif->Image.Width) == GIF_ERROR) stop(path, GifErrorString(gif->Error));
        seen += line[gif->Image.Width / 2] + 1;
      }
    }
  }
  DGifCloseFile(gif, &code);
  return seen;
}

int main(int count, char **arguments) { return decode_each_file(count, arguments, decode); }
