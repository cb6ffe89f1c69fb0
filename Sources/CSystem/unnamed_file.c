// Files that vanish when the program ends before they have got their place.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "unnamed_file.h"

static char removed_path[PATH_MAX];
static volatile sig_atomic_t is_removing;

static void remove_and_end(int number) {
  if (is_removing) unlink(removed_path);
  // The handler was reset (SA_RESETHAND), so the signal ends the program as if there had been none.
  raise(number);
}

int cct_unnamed_file_flags(void) { return O_TMPFILE; }

void cct_remove_on_signals(const char *path) {
  is_removing = 0;
  if (!path || strlen(path) >= sizeof removed_path) return;
  strcpy(removed_path, path);
  is_removing = 1;
  const int numbers[] = {SIGHUP, SIGINT, SIGTERM};
  for (unsigned index = 0; index < sizeof numbers / sizeof *numbers; index++) {
    struct sigaction present;
    if (sigaction(numbers[index], NULL, &present) || present.sa_handler != SIG_DFL) continue;
    struct sigaction action = {.sa_handler = remove_and_end, .sa_flags = SA_RESETHAND};
    sigaction(numbers[index], &action, NULL);
  }
}
