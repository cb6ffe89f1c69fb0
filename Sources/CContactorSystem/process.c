#define _GNU_SOURCE
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

char **cct_environment(void) { return environ; }

// What the child needs; the strings and lists are the caller's.
struct start {
  const struct cct_program *program;
  const char *path;   // the folders to search; NULL for "/bin:/usr/bin"
  int report;         // the pipe that a failure goes to, or -1: the memory is shared
  struct cct_failure failure;
};

// Functions of the child call nothing but system calls and what POSIX lists as safe after a fork: other threads may
// hold any lock. The sanitizers know neither the child's stack nor that it shares the parent's memory.
#define IN_CHILD __attribute__((no_sanitize("address", "thread", "undefined")))

IN_CHILD static _Noreturn void fail(struct start *start, int stage, int code) {
  start->failure = (struct cct_failure){.stage = stage, .code = code};
  if (start->report >= 0)
    while (write(start->report, &start->failure, sizeof start->failure) < 0 && errno == EINTR) {}
  _exit(127);
}

// The C library's own calls leave out its two signals and change the credentials of all threads; these are the kernel's.
enum { mask_bytes = _NSIG / 8 };

IN_CHILD static void set_mask(const uint64_t *mask, uint64_t *before) {
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, mask, before, mask_bytes);
}

IN_CHILD static void reset_signals(void) {
  // A kernel's sigaction of zeros is SIG_DFL; its layout differs from the C library's.
  const char zeros[64] = {0};
  for (int number = 1; number < _NSIG; number++) syscall(SYS_rt_sigaction, number, zeros, NULL, mask_bytes);
}

// A descriptor that is none of the first three, which are about to be replaced.
IN_CHILD static int above_standard(struct start *start, int fd) {
  if (fd < 0 || fd > STDERR_FILENO) return fd;
  int copy = fcntl(fd, F_DUPFD, STDERR_FILENO + 1);
  if (copy < 0) fail(start, CCT_STAGE_EXEC, errno);
  return copy;
}

IN_CHILD static void set_descriptors(struct start *start) {
  int input = start->program->input, output = start->program->output;
  if (input < 0 && (input = open("/dev/null", O_RDONLY)) < 0) fail(start, CCT_STAGE_EXEC, errno);
  start->report = above_standard(start, start->report);
  output = above_standard(start, output);
  input = above_standard(start, input);
  if (dup2(input, STDIN_FILENO) < 0) fail(start, CCT_STAGE_EXEC, errno);
  if (dup2(output < 0 ? STDERR_FILENO : output, STDOUT_FILENO) < 0) fail(start, CCT_STAGE_EXEC, errno);
  if (start->report < 0) return closefrom(STDERR_FILENO + 1);
  const int report = STDERR_FILENO + 1;
  if (start->report != report && dup2(start->report, report) < 0) fail(start, CCT_STAGE_EXEC, errno);
  start->report = report;
  fcntl(report, F_SETFD, FD_CLOEXEC);
  closefrom(report + 1);
}

// Sets a limit, at most the hard one that holds now; `spare` is between the soft and the hard limit.
IN_CHILD static void set_limit(struct start *start, int resource, int64_t value, rlim_t spare) {
  struct rlimit limit;
  if (value < 0) return;
  if (getrlimit(resource, &limit) < 0) fail(start, CCT_STAGE_LIMITS, errno);
  rlim_t wanted = (rlim_t)value, most = limit.rlim_max;
  limit.rlim_max = wanted + spare < most ? wanted + spare : most;
  limit.rlim_cur = wanted < limit.rlim_max ? wanted : limit.rlim_max;
  if (setrlimit(resource, &limit) < 0) fail(start, CCT_STAGE_LIMITS, errno);
}

IN_CHILD static void set_limits(struct start *start) {
  const struct cct_limits *limits = &start->program->limits;
  set_limit(start, RLIMIT_AS, limits->memory, 0);
  // SIGXCPU tells more than SIGKILL, which comes a second later.
  set_limit(start, RLIMIT_CPU, limits->cpu_seconds, 1);
  set_limit(start, RLIMIT_NOFILE, limits->files, 0);
  set_limit(start, RLIMIT_NPROC, limits->processes, 0);
  set_limit(start, RLIMIT_FSIZE, limits->file_size, 0);
  if (limits->nice && setpriority(PRIO_PROCESS, 0, limits->nice) < 0) fail(start, CCT_STAGE_LIMITS, errno);
}

#ifdef SYS_setresuid32
enum { set_groups = SYS_setgroups32, set_gid = SYS_setresgid32, set_uid = SYS_setresuid32 };
#else
enum { set_groups = SYS_setgroups, set_gid = SYS_setresgid, set_uid = SYS_setresuid };
#endif

IN_CHILD static void become(struct start *start, const struct cct_user *user) {
  if (syscall(set_groups, user->group_count, user->groups) < 0) fail(start, CCT_STAGE_USER, errno);
  if (syscall(set_gid, user->gid, user->gid, user->gid) < 0) fail(start, CCT_STAGE_USER, errno);
  if (syscall(set_uid, user->uid, user->uid, user->uid) < 0) fail(start, CCT_STAGE_USER, errno);
  // A service that is not root may hold CAP_SETUID as an ambient capability, which would be the program's, too.
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
}

// Tries the program in each folder, as execvp does, but never as a script of the shell.
IN_CHILD static _Noreturn void execute(struct start *start) {
  const struct cct_program *program = start->program;
  const char *name = program->argv[0];
  if (strchr(name, '/')) {
    execve(name, program->argv, program->environment);
    fail(start, CCT_STAGE_EXEC, errno);
  }
  char path[PATH_MAX];
  size_t length = strlen(name);
  int code = ENOENT;
  const char *folder = start->path ? start->path : "/bin:/usr/bin";
  for (;;) {
    const char *end = strchrnul(folder, ':');
    size_t size = (size_t)(end - folder);
    if (size + length + 2 <= sizeof path) {
      memcpy(path, folder, size);
      if (size) path[size++] = '/';
      memcpy(path + size, name, length + 1);
      execve(path, program->argv, program->environment);
      if (errno == EACCES) code = EACCES;
      else if (errno != ENOENT && errno != ENOTDIR && errno != ESTALE && errno != ENODEV && errno != ETIMEDOUT)
        fail(start, CCT_STAGE_EXEC, errno);
    }
    if (!*end) fail(start, CCT_STAGE_EXEC, code);
    folder = end + 1;
  }
}

IN_CHILD static int child(void *argument) {
  struct start *start = argument;
  const struct cct_program *program = start->program;
  reset_signals();
  setpgid(0, 0);
  set_descriptors(start);
  set_limits(start);
  if (program->user) become(start, program->user);
  if (program->directory && chdir(program->directory) < 0) fail(start, CCT_STAGE_DIRECTORY, errno);
  const uint64_t none = 0;
  set_mask(&none, NULL);
  execute(start);
}

// A child that has other credentials could be stopped by its user; that must not stop this process.
enum { start_milliseconds = 100 };

static void await(int reading, struct start *start) {
  struct pollfd request = {.fd = reading, .events = POLLIN};
  int count;
  do count = poll(&request, 1, start_milliseconds);
  while (count < 0 && errno == EINTR);
  if (count <= 0 || read(reading, &start->failure, sizeof start->failure) != sizeof start->failure)
    start->failure = (struct cct_failure){0};
}

static pid_t start_child(struct start *start, int flags) {
  // More than PATH_MAX; the page below the stack is never mapped by accident.
  const size_t page = (size_t)sysconf(_SC_PAGESIZE), size = 16 * 4096 + page;
  char *stack = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (stack == MAP_FAILED) return -1;
  mprotect(stack, page, PROT_NONE);
  pid_t pid = clone(child, stack + size, flags | SIGCHLD, start);
  int code = errno;
  munmap(stack, size);
  errno = code;
  return pid;
}

struct cct_failure cct_start(const struct cct_program *program, pid_t *pid) {
  struct start start = {.program = program, .path = getenv("PATH"), .report = -1};
  int ends[2] = {-1, -1};
  // The credentials of a process that shares memory with another are not changed: the kernel would bar /proc/self to both.
  if (program->user && pipe2(ends, O_CLOEXEC) != 0) return (struct cct_failure){.stage = CCT_STAGE_EXEC, .code = errno};
  start.report = ends[1];
  const uint64_t all = ~(uint64_t)0;
  uint64_t before = 0;
  // No handler of this process may run in the child.
  set_mask(&all, &before);
  *pid = start_child(&start, program->user ? 0 : CLONE_VM | CLONE_VFORK);
  if (*pid < 0) start.failure = (struct cct_failure){.stage = CCT_STAGE_EXEC, .code = errno};
  set_mask(&before, NULL);
  if (ends[1] >= 0) {
    close(ends[1]);
    if (*pid >= 0) await(ends[0], &start);
    close(ends[0]);
  }
  if (start.failure.code && *pid > 0) {
    kill(*pid, SIGKILL);
    while (waitpid(*pid, NULL, 0) < 0 && errno == EINTR) {}
  }
  return start.failure;
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
