// The least that forwarding a panel can be: every event of a panel is written to a copy of it, unread. The measure for the cost
// and the latency of `contactor forward`; tools/bench-forward builds it with cc.
//   copier NODE   takes the panel for itself, prints the copy's node, and copies until the panel goes
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <linux/uinput.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define HAS(bits, number) ((bits)[(number) / 8] >> (number) % 8 & 1)

static int fail(const char *what) {
  fprintf(stderr, "copier: %s: %s\n", what, strerror(errno));
  return 1;
}

// Declares what the panel has, but for its buttons: a touchscreen is known by BTN_TOUCH.
static int describe(int panel, int copy) {
  unsigned char axes[ABS_CNT / 8 + 1] = {0};
  if (ioctl(panel, EVIOCGBIT(EV_ABS, sizeof axes), axes) < 0) return -1;
  if (ioctl(copy, UI_SET_EVBIT, EV_ABS) < 0 || ioctl(copy, UI_SET_EVBIT, EV_KEY) < 0) return -1;
  if (ioctl(copy, UI_SET_KEYBIT, BTN_TOUCH) < 0 || ioctl(copy, UI_SET_PROPBIT, INPUT_PROP_DIRECT) < 0) return -1;
  for (int code = 0; code < ABS_CNT; code++) {
    if (!HAS(axes, code)) continue;
    struct uinput_abs_setup axis = {.code = (__u16)code};
    if (ioctl(panel, EVIOCGABS(code), &axis.absinfo) < 0 || ioctl(copy, UI_ABS_SETUP, &axis) < 0) return -1;
  }
  struct uinput_setup setup = {.ff_effects_max = 0};
  if (ioctl(panel, EVIOCGID, &setup.id) < 0 || ioctl(panel, EVIOCGNAME(sizeof setup.name), setup.name) < 0) return -1;
  return ioctl(copy, UI_DEV_SETUP, &setup) < 0 || ioctl(copy, UI_DEV_CREATE) < 0 ? -1 : 0;
}

static int print_node(int copy) {
  char name[64] = "", folder[128];
  if (ioctl(copy, UI_GET_SYSNAME(sizeof name), name) < 0) return -1;
  snprintf(folder, sizeof folder, "/sys/devices/virtual/input/%s", name);
  DIR *stream = opendir(folder);
  if (!stream) return -1;
  for (struct dirent *entry; (entry = readdir(stream));) {
    if (!strncmp(entry->d_name, "event", 5)) printf("copy /dev/input/%s\n", entry->d_name);
  }
  closedir(stream);
  fflush(stdout);
  return 0;
}

int main(int count, char **arguments) {
  if (count != 2) {
    fputs("usage: copier NODE\n", stderr);
    return 2;
  }
  int panel = open(arguments[1], O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  int copy = open("/dev/uinput", O_WRONLY | O_CLOEXEC);
  if (panel < 0 || copy < 0) return fail(panel < 0 ? arguments[1] : "/dev/uinput");
  if (ioctl(panel, EVIOCGRAB, 1) < 0) return fail("EVIOCGRAB");
  if (describe(panel, copy) < 0 || print_node(copy) < 0) return fail("the copy");
  struct pollfd request = {.fd = panel, .events = POLLIN};
  struct input_event events[512];
  for (;;) {
    if (poll(&request, 1, -1) < 0 && errno != EINTR) return fail("poll");
    ssize_t size = read(panel, events, sizeof events);
    if (size < 0 && errno == ENODEV) return 0;
    if (size < 0 && errno != EAGAIN && errno != EINTR) return fail("read");
    if (size > 0 && write(copy, events, (size_t)size) != size) return fail("write");
  }
}
