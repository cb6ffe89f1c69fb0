// Measures how long an action takes from the touch to its subscriber and to its program, beside a pipe and posix_spawn.
// usage: action CONTACTOR STARTED COUNT (in an empty folder, which stays; tools/bench-action)
//
// Every way has the same two steps between three ends: this process wakes another one, which tells this one or starts STARTED.
//   request      a touch through the control socket, the line of `emit` from the event socket
//   subscriber   of that, the time from the frame's timestamp, which the line tells
//   pipe         a byte through a pipe to a child, which writes it into another
//   exec         a touch through the control socket, the time at which the program of `run` runs
//   helper       the same, where `contactor programs` starts the programs, as on a kiosk with the package
//   posix_spawn  a byte through a pipe to a child, which calls posix_spawn; the time at which the program runs
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char layout[] =
    "contactor: 1\n"
    "screen: {size: [800, 480]}\n"
    "views:\n"
    "  - {id: e, kind: button, frame: [0, 0, 100, 100], on: {touchDown: {emit: e}}}\n"
    "  - {id: r, kind: button, frame: [100, 0, 100, 100], on: {touchDown: {run: [\"%s\", \"%s\"]}}}\n"
    "outputs: {socket: {path: \"%s\", allow: [subscribe, inject]}}\n";

enum way { request, subscriber, bare_pipe, exec, helper, bare_spawn, ways };
static const char *const names[ways] = {"request", "subscriber", "pipe", "exec", "helper", "posix_spawn"};
enum { patience = 20000 };

// A service, and the connection that touches in it.
struct service {
  pid_t pid;
  int peer;
};

static pid_t started[8];
static size_t started_count;
static char folder[4000];

static void end(void) {
  while (started_count > 0) kill(started[--started_count], SIGTERM);
}

static _Noreturn void fail(const char *what) {
  fprintf(stderr, "tools/bench-action: %s%s%s\n", what, errno ? ": " : "", errno ? strerror(errno) : "");
  exit(1);
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static void await(int fd) {
  struct pollfd wanted = {.fd = fd, .events = POLLIN};
  errno = 0;
  if (poll(&wanted, 1, patience) != 1) fail("nothing came within 20 s");
}

static int64_t time_from(int fifo) {
  int64_t time;
  await(fifo);
  if (read(fifo, &time, sizeof time) != sizeof time) fail("the program did not tell its time");
  return time;
}

static int fifo_at(const char *path) {
  if (mkfifo(path, 0600)) fail(path);
  int fd = open(path, O_RDWR | O_CLOEXEC);  // a writer of its own: no end of file between two programs
  if (fd < 0) fail(path);
  return fd;
}

// A line of the socket; its end is in the last bytes, as peers wait for one answer at a time.
static void line_from(int fd, char *line, size_t size) {
  size_t length = 0;
  do {
    await(fd);
    ssize_t count = read(fd, line + length, size - 1 - length);
    if (count <= 0) fail("the service closed the connection");
    length += count;
  } while (line[length - 1] != '\n' && length < size - 1);
  line[length] = 0;
}

static int connect_to(const char *path, pid_t service) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
  for (int tries = 0; tries < 2000; tries++) {
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(fd, (struct sockaddr *)&address, sizeof address) == 0) return fd;
    close(fd);
    if (waitpid(service, NULL, WNOHANG) == service) break;
    usleep(10000);
  }
  fail("the service did not start; see the file errors");
}

static void ask(int fd, const char *request) {
  char answer[4096];
  if (write(fd, request, strlen(request)) != (ssize_t)strlen(request)) fail("request");
  line_from(fd, answer, sizeof answer);
  if (!strstr(answer, "\"ok\":true")) {
    errno = 0;
    fail(answer);
  }
}

static pid_t start(char *const arguments[], const char *errors) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (errors) posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  pid_t pid;
  extern char **environ;
  errno = posix_spawn(&pid, arguments[0], &actions, NULL, arguments, environ);
  if (errno) fail(arguments[0]);
  posix_spawn_file_actions_destroy(&actions);
  return pid;
}

static pid_t start_service(char *const arguments[], const char *errors) {
  pid_t pid = start(arguments, errors);
  started[started_count++] = pid;
  return pid;
}

// A service with its own layout and socket; `programs` is the socket of the helper, or NULL.
static struct service serve_layout(char *contactor, char *program, char *fifo, const char *name, char *programs) {
  char text[sizeof folder + 64], errors[64], path[sizeof folder + 64];
  snprintf(text, sizeof text, "%s.yaml", name);
  snprintf(errors, sizeof errors, "%s.errors", name);
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(text, "w");
  if (!file || fprintf(file, layout, program, fifo, path) < 0 || fclose(file)) fail(text);
  char *arguments[] = {contactor, "run", text, "--source", "evdev", programs ? "--programs" : NULL, programs, NULL};
  struct service service = {.pid = start_service(arguments, errors)};
  service.peer = connect_to(path, service.pid);
  return service;
}

// The child that does what the service does, and nothing more: one byte back, or a program, for each byte.
static void serve(int requests, int answers, char *const program[]) {
  char byte;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  while (read(requests, &byte, 1) == 1) {
    if (byte == 'p' && write(answers, &byte, 1) != 1) _exit(1);
    if (byte == 's') waitpid(start(program, NULL), NULL, 0);
  }
  _exit(0);
}

static int compare(const void *a, const void *b) {
  int64_t first = *(const int64_t *)a, second = *(const int64_t *)b;
  return (first > second) - (first < second);
}

// What a line tells as its time, in nanoseconds; the service takes it from the same clock as this program.
static int64_t time_of(const char *line) {
  int64_t microseconds;
  if (sscanf(line, "{\"t\":%" SCNd64, &microseconds) != 1) fail(line);
  return microseconds * 1000;
}

// The time that a way took; for `request`, also that from the frame on.
static int64_t measure(enum way way, const struct service *service, int subscription, const int *pipes, int fifo, int64_t *frame) {
  char line[4096], byte;
  char touch[128];
  snprintf(touch, sizeof touch, "{\"command\":\"inject\",\"touch\":1,\"phase\":\"began\",\"x\":%d,\"y\":50}\n", way == request ? 50 : 150);
  bool is_bare = way == bare_pipe || way == bare_spawn;
  int64_t begin = now();
  if (is_bare) {
    if (write(pipes[0], way == bare_pipe ? "p" : "s", 1) != 1) fail("pipe");
  } else if (write(service->peer, touch, strlen(touch)) < 0) {
    fail("touch");
  }
  int64_t end;
  switch (way) {
    case request:
      line_from(subscription, line, sizeof line);
      end = now();
      *frame = end - time_of(line);
      break;
    case bare_pipe:
      await(pipes[1]);
      if (read(pipes[1], &byte, 1) != 1) fail("pipe");
      end = now();
      break;
    default: end = time_from(fifo);
  }
  if (!is_bare) {
    line_from(service->peer, line, sizeof line);
    ask(service->peer, "{\"command\":\"inject\",\"touch\":1,\"phase\":\"ended\"}\n");
  }
  return end - begin;
}

int main(int argument_count, char **arguments) {
  if (argument_count != 4 || !getcwd(folder, sizeof folder)) fail("usage: action CONTACTOR STARTED COUNT");
  atexit(end);
  int count = atoi(arguments[3]);
  char fifo_path[sizeof folder + 16], programs_path[sizeof folder + 16];
  snprintf(fifo_path, sizeof fifo_path, "%s/fifo", folder);
  snprintf(programs_path, sizeof programs_path, "%s/programs", folder);
  int fifo = fifo_at(fifo_path);

  char *const program[] = {arguments[2], fifo_path, NULL};
  int requests[2], answers[2];
  if (pipe2(requests, O_CLOEXEC) || pipe2(answers, O_CLOEXEC)) fail("pipe");
  pid_t child = fork();
  if (child == 0) serve(requests[0], answers[1], program);
  started[started_count++] = child;

  char *const programs[] = {arguments[1], "programs", "--socket", programs_path, NULL};
  start_service(programs, "programs.errors");
  struct service direct = serve_layout(arguments[1], arguments[2], fifo_path, "direct", NULL);
  struct service helped = serve_layout(arguments[1], arguments[2], fifo_path, "helped", programs_path);
  char path[sizeof folder + 16];
  snprintf(path, sizeof path, "%s/direct", folder);
  int subscription = connect_to(path, direct.pid);
  ask(subscription, "{\"command\":\"subscribe\",\"kinds\":[\"emit\"]}\n");

  int64_t *times[ways];
  const int pipes[] = {requests[1], answers[0]};
  for (int way = 0; way < ways; way++) times[way] = calloc(count, sizeof(int64_t));
  for (int index = -20; index < count; index++) {  // the first 20 touch code and pages for the first time
    for (int way = 0; way < ways; way++) {
      if (way == subscriber) continue;
      usleep(500 + rand() % 1500);  // as fingers come: to a process that sleeps
      int64_t frame = 0, took = measure(way, way == helper ? &helped : &direct, subscription, pipes, fifo, &frame);
      if (index < 0) continue;
      times[way][index] = took;
      if (way == request) times[subscriber][index] = frame;
    }
  }
  for (int way = 0; way < ways; way++) {
    qsort(times[way], count, sizeof(int64_t), compare);
    printf("%s %.1f %.1f %.1f\n", names[way], times[way][count / 2] / 1e3, times[way][(int64_t)count * 99 / 100] / 1e3,
           times[way][count - 1] / 1e3);
  }
  return 0;
}
