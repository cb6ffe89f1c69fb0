// What starting and watching child processes needs and Swift cannot say: `environ` is a global variable that Swift
// 6 refuses, and pidfd_open has no wrapper in every C library.
#ifndef CSYSTEM_PROCESS_H
#define CSYSTEM_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

// This process's environment, as NAME=VALUE; NULL-terminated, NULL if there is none.
char **cct_environment(void);

// Starts argv[0], searched in PATH unless it holds a slash, in a process group of its own and with nothing of ours:
// no signal is ignored or blocked, no file descriptor but 0 ... 2 is open, standard input is `input`, or
// /dev/null for -1, standard output is `output`, or our standard error for -1. `directory` may be NULL. Returns 0 or an errno;
// the child's id goes to *pid.
int cct_spawn(char *const argv[], char *const environment[], const char *directory, int input, int output, pid_t *pid);

// pipe2(): a pipe, both ends closed on exec; reading from it does not wait. Returns 0 or an errno.
int cct_pipe(int *reading, int *writing);

// A file descriptor that becomes readable when the child ends; closed on exec. Negative errno on failure.
int cct_pidfd_open(pid_t pid);

// Reaps a child that has ended. Returns 1 if it had, 0 if it still runs, a negated errno on failure: -ECHILD if
// someone else reaped it. *signalled tells whether *code is a signal or an exit status. With `kill_group`, what is
// left of its process group is killed first, while the unreaped child still keeps the group's number from being used
// for another.
int cct_reap(pid_t pid, bool kill_group, bool *signalled, int *code);

// Gives SIGCHLD its default action back if we inherited that it is ignored, because the kernel then reaps children
// by itself and their exit status is lost.
void cct_keep_children(void);

#endif
