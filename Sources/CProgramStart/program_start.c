// Where /proc is missing, Swift's runtime ends a program as it starts, with a signal and without a reason that helps. So
// this looks first: constructors with a priority run before those without.
#ifdef __linux__
#include <unistd.h>

__attribute__((constructor(101))) static void refuse_missing_proc(void) {
  if (access("/proc/self/exe", F_OK) == 0) return;
  static const char message[] = "error: /proc is missing: mount it, with `mount -t proc proc /proc`\n";
  ssize_t count = write(STDERR_FILENO, message, sizeof message - 1);
  (void)count;
  _exit(2);
}
#endif
