// Takes the screen from a program that draws on it, as a session manager does when another session comes to the front: drmtool PID CARD.
// The program's descriptor of the card is no longer the master's, and this one's is until its standard input ends. Needs root.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define DROP_MASTER _IO('d', 0x1f)

// The number that the program's descriptor of a file has; -1 if it has none.
static int find(const char *process, const char *path) {
  char link[64], target[256];
  for (int number = 0; number < 256; number++) {
    snprintf(link, sizeof link, "/proc/%s/fd/%d", process, number);
    ssize_t length = readlink(link, target, sizeof target - 1);
    if (length <= 0) continue;
    target[length] = 0;
    if (strcmp(target, path) == 0) return number;
  }
  return -1;
}

int main(int count, char **words) {
  if (count != 3) return fprintf(stderr, "usage: drmtool PID CARD\n"), 2;
  int process = (int)syscall(SYS_pidfd_open, atoi(words[1]), 0);
  int number = find(words[1], words[2]);
  if (process < 0 || number < 0) return fprintf(stderr, "drmtool: %s does not have %s open\n", words[1], words[2]), 1;
  int theirs = (int)syscall(SYS_pidfd_getfd, process, number, 0);
  if (theirs < 0 || ioctl(theirs, DROP_MASTER, 0) != 0) return perror("drmtool: drop"), 1;
  close(theirs);
  // The first one that opens a card without a master is its master.
  if (open(words[2], O_RDWR | O_CLOEXEC) < 0) return perror("drmtool: open"), 1;
  puts("taken");
  fflush(stdout);
  while (getchar() != EOF) continue;
  return 0;
}
