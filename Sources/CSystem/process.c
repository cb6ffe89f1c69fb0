#define _GNU_SOURCE
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

char **cct_environment(void) { return environ; }

static int add_actions(posix_spawn_file_actions_t *actions, const char *directory, int input, int output) {
  int error = input < 0 ? posix_spawn_file_actions_addopen(actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
                        : posix_spawn_file_actions_adddup2(actions, input, STDIN_FILENO);
  if (!error) error = posix_spawn_file_actions_adddup2(actions, output < 0 ? STDERR_FILENO : output, STDOUT_FILENO);
  if (!error) error = posix_spawn_file_actions_addclosefrom_np(actions, STDERR_FILENO + 1);
  if (!error && directory) error = posix_spawn_file_actions_addchdir_np(actions, directory);
  return error;
}

static int set_attributes(posix_spawnattr_t *attributes) {
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  sigdelset(&all, SIGKILL);
  sigdelset(&all, SIGSTOP);
  int error = posix_spawnattr_setsigmask(attributes, &none);
  if (!error) error = posix_spawnattr_setsigdefault(attributes, &all);
  if (!error) error = posix_spawnattr_setpgroup(attributes, 0);
  if (!error)
    error = posix_spawnattr_setflags(
        attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  return error;
}

int cct_spawn(char *const argv[], char *const environment[], const char *directory, int input, int output, pid_t *pid) {
  posix_spawn_file_actions_t actions;
  int error = posix_spawn_file_actions_init(&actions);
  if (error) return error;
  posix_spawnattr_t attributes;
  error = posix_spawnattr_init(&attributes);
  if (!error) {
    error = add_actions(&actions, directory, input, output);
    if (!error) error = set_attributes(&attributes);
    if (!error) error = posix_spawnp(pid, argv[0], &actions, &attributes, argv, environment);
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

int cct_pipe(int *reading, int *writing) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return errno;
  // The program that writes expects a pipe that waits.
  fcntl(ends[1], F_SETFL, 0);
  *reading = ends[0];
  *writing = ends[1];
  return 0;
}

int cct_pidfd_open(pid_t pid) {
  int fd = (int)syscall(SYS_pidfd_open, pid, 0);
  return fd < 0 ? -errno : fd;
}

// Returns 1 if the child has ended, 0 if it still runs, or a negated errno.
static int look(pid_t pid, int flags, siginfo_t *info) {
  memset(info, 0, sizeof *info);
  while (waitid(P_PID, (id_t)pid, info, WEXITED | WNOHANG | flags) != 0)
    if (errno != EINTR) return -errno;
  return info->si_pid != 0;
}

int cct_reap(pid_t pid, bool kill_group, bool *signalled, int *code) {
  siginfo_t info;
  if (kill_group) {
    int ended = look(pid, WNOWAIT, &info);
    if (ended != 1) return ended;
    kill(-pid, SIGKILL);
  }
  int ended = look(pid, 0, &info);
  if (ended != 1) return ended;
  *signalled = info.si_code != CLD_EXITED;
  *code = info.si_status;
  return 1;
}

void cct_keep_children(void) {
  struct sigaction action;
  if (sigaction(SIGCHLD, NULL, &action) != 0) return;
  if (action.sa_handler != SIG_IGN && !(action.sa_flags & SA_NOCLDWAIT)) return;
  memset(&action, 0, sizeof action);
  action.sa_handler = SIG_DFL;
  sigaction(SIGCHLD, &action, NULL);
}
