// What starting and watching child processes needs and Swift cannot say: `environ` is a global variable that Swift
// 6 refuses, and pidfd_open has no wrapper in every C library.
#ifndef CSYSTEM_PROCESS_H
#define CSYSTEM_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// This process's environment, as NAME=VALUE; NULL-terminated, NULL if there is none.
char **cct_environment(void);

// The user as whom a program runs.
struct cct_user {
  uid_t uid;
  gid_t gid;
  const gid_t *groups;
  size_t group_count;
};

// Limits of a program, -1 for none; the hard limits of this process hold in any case.
struct cct_limits {
  int64_t memory;       // RLIMIT_AS, bytes
  int64_t cpu_seconds;  // RLIMIT_CPU; SIGXCPU, and SIGKILL a second later
  int64_t files;        // RLIMIT_NOFILE
  int64_t processes;    // RLIMIT_NPROC, of the user altogether
  int64_t file_size;    // RLIMIT_FSIZE, bytes
  int32_t nice;         // 0 for this process's own
};

// A program to start.
struct cct_program {
  char *const *argv;
  char *const *environment;
  const char *directory;        // NULL for this process's own
  int input;                    // -1 for /dev/null
  int output;                   // -1 for our standard error
  const struct cct_user *user;  // NULL for our own
  struct cct_limits limits;
};

// What failed, and its errno; 0 for nothing.
struct cct_failure {
  int stage;
  int code;
};

enum { CCT_STAGE_EXEC, CCT_STAGE_DIRECTORY, CCT_STAGE_USER, CCT_STAGE_LIMITS };

// Starts argv[0], searched in PATH unless it holds a slash, in a process group of its own and with nothing of ours:
// no signal is ignored or blocked, no file descriptor but 0 ... 2 is open. The child's id goes to *pid. Returns when the
// program runs; where it runs as another user, 100 ms later at the latest, and a failure from then on is exit status 127.
// The corresponding C functions are clone, as of vfork, setrlimit, setgroups, setresuid and execve.
struct cct_failure cct_start(const struct cct_program *program, pid_t *pid);

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
