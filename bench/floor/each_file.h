// Shared by the floors for GIF, JPEG, WebP and WebM: decodes each file in a folder, and prints one number that depends on
// all files, so that the compiler cannot remove a step. Stops with a message on errors.
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

static void stop(const char *name, const char *why) {
  fprintf(stderr, "%s: %s\n", name, why);
  exit(1);
}

static int decode_each_file(int count, char **arguments, unsigned long long (*decode)(const char *path)) {
  DIR *stream = count == 2 ? opendir(arguments[1]) : NULL;
  if (stream == NULL) stop(arguments[0], "give one folder");
  unsigned long long seen = 0;
  for (struct dirent *entry; (entry = readdir(stream)) != NULL;) {
    if (entry->d_name[0] == '.') continue;
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", arguments[1], entry->d_name);
    seen += decode(path);
  }
  printf("%llu\n", seen);
  return 0;
}
