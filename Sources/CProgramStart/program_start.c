// Without /proc, Swift's runtime kills a program at startup with a signal and no useful message. This check
// runs first: constructors with a priority run before those without.
#ifdef __linux__
#include <unistd.h>

__attribute__((constructor(101))) static void refuse_missing_proc(void) {
  if (access("/proc/self/exe", F_OK) == 0) return;
  static const char message[] = "error: /proc is missing. Run `mount -t proc proc /proc` to mount it.\n";
  ssize_t count = write(STDERR_FILENO, message, sizeof message - 1);
  (void)count;
  _exit(2);
}
#endif
