// Runs a command and prints its CPU and wall time in microseconds, its peak memory in KiB, and its exit status. This
// is a separate small program because the peak memory that the system reports includes that of the parent process. On
// Linux, processes that the command leaves behind count too.
//
//   measure TIMES COMMAND ARGUMENT...    run COMMAND TIMES times: times are sums, memory is the maximum
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000LL + time.tv_nsec / 1000;
}

static long long microseconds(struct timeval time) { return time.tv_sec * 1000000LL + time.tv_usec; }

int main(int count, char **arguments) {
  if (count < 3) return 64;
#ifdef __linux__
  prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
  long long cpu = 0, wall = 0, memory = 0;
  int status = 0, code = -1;
  for (int times = atoi(arguments[1]); times > 0; times--) {
    long long start = now();
    pid_t child = fork();
    if (child == 0) {
      int nothing = open("/dev/null", O_RDWR);
      for (int stream = 0; stream < 3; stream++) dup2(nothing, stream);
      execvp(arguments[2], arguments + 2);
      _exit(127);
    }
    struct rusage usage;
    if (child < 0 || wait4(child, &status, 0, &usage) != child) return 70;
    wall += now() - start;
    int of_command = status;
    do {
      cpu += microseconds(usage.ru_utime) + microseconds(usage.ru_stime);
#ifdef __APPLE__
      usage.ru_maxrss /= 1024;
#endif
      if (usage.ru_maxrss > memory) memory = usage.ru_maxrss;
    } while (wait4(-1, &status, 0, &usage) > 0);
    status = of_command;
    int ended = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (code != -1 && ended != code) return 71;  // runs with different exit statuses cannot be compared
    code = ended;
  }
  printf("%lld %lld %lld %d\n", cpu, wall, memory, code);
}
