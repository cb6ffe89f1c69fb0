/*
 * A host with epoll: touchscreens through libinput, no window system, one thread that sleeps until something happens.
 *
 *     epoll              reads the touchscreens of the seat until SIGTERM or SIGINT
 *     epoll RECORDING    plays a recording in real time, then ends
 *
 * The engine is one descriptor among others; here the other one is a signalfd, in a program of yours sockets and pipes.
 */
#include "panel.h"

#include <errno.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <unistd.h>

typedef struct host {
  panel panel;
  contactor_source *recording; /* NULL for touchscreens */
  int epoll, signals;
  int is_done, status;
} host;

static void device_changed(void *user, const contactor_device *device, int32_t is_there) {
  (void)user;
  printf("touchscreen %s %s\n", device->name, is_there ? "came" : "went");
}

static void problem(void *user, const char *sentence) {
  (void)user;
  fprintf(stderr, "%s\n", sentence);
}

static void fail(const char *call) {
  perror(call);
  exit(1);
}

/* ---- Descriptors ----------------------------------------------------------------------------------------------------------------- */

/* Signals that end the program arrive as input: no handler interrupts the engine. They are blocked before the library starts threads. */
static int open_signals(void) {
  sigset_t signals;
  int descriptor;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  if (sigprocmask(SIG_BLOCK, &signals, NULL) != 0) fail("sigprocmask");
  descriptor = signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
  if (descriptor < 0) fail("signalfd");
  return descriptor;
}

static void watch(const host *self, int descriptor) {
  struct epoll_event event = {.events = EPOLLIN, .data.fd = descriptor};
  if (epoll_ctl(self->epoll, EPOLL_CTL_ADD, descriptor, &event) != 0) fail("epoll_ctl");
}

/* The window must be there: touchscreens and recordings are stretched over it. */
static void open_source(host *self, const char *path) {
  if (path) {
    MUST(contactor_source_open_recording(self->panel.engine, path, NULL, &self->recording));
  } else {
    MUST(contactor_engine_on_device(self->panel.engine, device_changed, NULL, NULL));
    MUST(contactor_engine_on_problem(self->panel.engine, problem, NULL, NULL));
    MUST(contactor_source_open(self->panel.engine, CONTACTOR_SOURCE_LIBINPUT, NULL, 0, NULL, NULL));
  }
}

/* ---- Loop ------------------------------------------------------------------------------------------------------------------------ */

/* Touches, and what time alone brings: the engine's descriptor is readable for both. */
static void serve_engine(host *self) {
  int32_t at_end = 0;
  if (contactor_engine_dispatch(self->panel.engine) != CONTACTOR_OK) {
    // A source that is broken for good: whatever restarts this program opens it anew.
    fprintf(stderr, "%s\n", contactor_error_text());
    self->status = 1;
    self->is_done = 1;
  }
  if (self->recording) MUST(contactor_source_is_at_end(self->recording, &at_end));
  if (at_end) {
    printf("end of the recording\n");
    self->is_done = 1;
  }
}

static void serve_signals(host *self) {
  struct signalfd_siginfo info;
  if (read(self->signals, &info, sizeof info) != (ssize_t)sizeof info) return;
  printf("ended by %s\n", info.ssi_signo == SIGINT ? "SIGINT" : "SIGTERM");
  self->is_done = 1;
}

static void run(host *self) {
  while (!self->is_done) {
    struct epoll_event events[2];
    int count = epoll_wait(self->epoll, events, 2, -1);
    if (count < 0 && errno != EINTR) fail("epoll_wait");
    for (int index = 0; index < count; index++) {
      if (events[index].data.fd == self->signals) {
        serve_signals(self);
      } else {
        serve_engine(self);
      }
    }
  }
}

int main(int count, char **arguments) {
  host self = {.recording = NULL};
  self.signals = open_signals();
  self.epoll = epoll_create1(EPOLL_CLOEXEC);
  if (self.epoll < 0) fail("epoll_create1");
  panel_create(&self.panel, CONTACTOR_CLOCK_MONOTONIC);
  open_source(&self, count > 1 ? arguments[1] : NULL);
  watch(&self, self.signals);
  watch(&self, contactor_engine_fd(self.panel.engine));
  printf("ready\n");
  run(&self);
  MUST(contactor_engine_destroy(self.panel.engine));
  close(self.epoll);
  close(self.signals);
  return self.status;
}
