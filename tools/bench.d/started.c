// The program that tools/bench-action has started: it writes the time at which it runs to the FIFO that its argument names.
#include <fcntl.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>

int main(int count, char **arguments) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  int64_t nanoseconds = now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
  int fifo = count > 1 ? open(arguments[1], O_WRONLY) : -1;
  return write(fifo, &nanoseconds, sizeof nanoseconds) == sizeof nanoseconds ? 0 : 1;
}
