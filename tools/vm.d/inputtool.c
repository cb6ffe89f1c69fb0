// What the tests in the virtual machine need besides touchpanel; they build it with cc, -linput and -ludev.
//   inputtool grab NODE         takes the device for itself until it is killed
//   inputtool revoke PID NODE   makes every descriptor of NODE in that process useless, as a session manager does
//   inputtool keys NODE         prints the keys that are down ("is CODE"), "reads", then each change ("down CODE", "up CODE") until the
//                               device goes ("gone")
//   inputtool drain NODE        a bare loop over libinput that asks for each contact's place; ends when the device does
//   inputtool touches           prints what libinput reads from every touchscreen of the seat; see touches()
//   inputtool latency NODE      prints for each frame of a panel without libinput: its stamp and the time it was read, in ns
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <libinput.h>
#include <libudev.h>
#include <linux/input.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int fail(const char *what) {
  fprintf(stderr, "inputtool: %s: %s\n", what, strerror(errno));
  return 1;
}

static int grab(const char *node) {
  int fd = open(node, O_RDONLY | O_CLOEXEC);
  if (fd < 0 || ioctl(fd, EVIOCGRAB, 1) < 0) return fail(node);
  puts("grabbed");
  fflush(stdout);
  pause();
  return 0;
}

static int revoke_in(const char *process, const char *node) {
  int pidfd = (int)syscall(SYS_pidfd_open, atoi(process), 0);
  if (pidfd < 0) return fail("pidfd_open");
  char folder[64], link[96], target[256];
  snprintf(folder, sizeof folder, "/proc/%s/fd", process);
  DIR *stream = opendir(folder);
  if (!stream) return fail(folder);
  int count = 0;
  for (struct dirent *entry; (entry = readdir(stream));) {
    snprintf(link, sizeof link, "%s/%.16s", folder, entry->d_name);
    ssize_t size = readlink(link, target, sizeof target - 1);
    if (size < 0) continue;
    target[size] = '\0';
    if (strcmp(target, node) != 0) continue;
    int fd = (int)syscall(SYS_pidfd_getfd, pidfd, atoi(entry->d_name), 0);
    if (fd < 0 || ioctl(fd, EVIOCREVOKE, NULL) < 0) return fail("EVIOCREVOKE");
    close(fd);
    count++;
  }
  printf("revoked %d\n", count);
  return count > 0 ? 0 : 1;
}

static int open_node(const char *node, int flags, void *data) {
  (void)data;
  int fd = open(node, flags | O_CLOEXEC);
  return fd < 0 ? -errno : fd;
}

static void close_node(int fd, void *data) {
  (void)data;
  close(fd);
}

static int drain(const char *node) {
  static const struct libinput_interface interface = {open_node, close_node};
  struct libinput *libinput = libinput_path_create_context(&interface, NULL);
  if (!libinput || !libinput_path_add_device(libinput, node)) return fail(node);
  struct pollfd request = {.fd = libinput_get_fd(libinput), .events = POLLIN};
  unsigned long count = 0;
  double sum = 0;
  for (;;) {
    libinput_dispatch(libinput);
    for (struct libinput_event *event; (event = libinput_get_event(libinput)); libinput_event_destroy(event)) {
      enum libinput_event_type type = libinput_event_get_type(event);
      if (type == LIBINPUT_EVENT_DEVICE_REMOVED) {
        printf("%lu events, sum %g\n", count, sum);
        return 0;
      }
      if (type == LIBINPUT_EVENT_TOUCH_DOWN || type == LIBINPUT_EVENT_TOUCH_MOTION) {
        struct libinput_event_touch *touch = libinput_event_get_touch_event(event);
        sum += libinput_event_touch_get_x_transformed(touch, 1) + libinput_event_touch_get_y_transformed(touch, 1) +
               libinput_event_touch_get_x(touch) + libinput_event_touch_get_y(touch) +
               libinput_event_touch_get_slot(touch) + (double)libinput_event_touch_get_time_usec(touch);
      }
      count++;
    }
    poll(&request, 1, -1);
  }
}

static int keys(const char *node) {
  unsigned char down[KEY_CNT / 8] = {0};
  int fd = open(node, O_RDONLY | O_CLOEXEC);
  if (fd < 0 || ioctl(fd, EVIOCGKEY(sizeof down), down) < 0) return fail(node);
  for (int code = 0; code < KEY_CNT; code++) {
    if (down[code / 8] >> code % 8 & 1) printf("is %d\n", code);
  }
  puts("reads");
  fflush(stdout);
  struct input_event event;
  while (read(fd, &event, sizeof event) == (ssize_t)sizeof event) {
    if (event.type != EV_KEY) continue;
    printf("%s %d\n", event.value == 0 ? "up" : event.value == 1 ? "down" : "repeat", event.code);
    fflush(stdout);
  }
  puts("gone");
  return 0;
}

struct device {
  unsigned long number;
  // The panel's own range, so that places can be told in its units.
  struct input_absinfo x, y;
};

static const struct input_absinfo no_range = {.minimum = 0, .maximum = 0};

static void read_range(int fd, unsigned code, unsigned fallback, struct input_absinfo *range) {
  unsigned char bits[ABS_CNT / 8 + 1] = {0};
  *range = no_range;
  if (ioctl(fd, EVIOCGBIT(EV_ABS, sizeof bits), bits) < 0) return;
  if (!(bits[code / 8] >> code % 8 & 1)) code = fallback;
  ioctl(fd, EVIOCGABS(code), range);
}

static void print_place(struct libinput_event_touch *touch, const struct device *device) {
  double x = libinput_event_touch_get_x_transformed(touch, (uint32_t)device->x.maximum - (uint32_t)device->x.minimum + 1);
  double y = libinput_event_touch_get_y_transformed(touch, (uint32_t)device->y.maximum - (uint32_t)device->y.minimum + 1);
  printf(" %.2f %.2f %.2f %.2f", x + device->x.minimum, y + device->y.minimum, libinput_event_touch_get_x(touch),
         libinput_event_touch_get_y(touch));
}

// A line for each touchscreen that comes or goes, and for each of its events: the number of the device, counted from 1, the time in
// microseconds, what happened, the slot, and the place in the panel's units and in millimetres.
//   added 1 /dev/input/event2 Panel
//   1 1234567 down 0 2048.00 1024.00 75.00 37.50
//   1 1234567 frame
//   removed 1
static int touches(void) {
  static const struct libinput_interface interface = {open_node, close_node};
  struct udev *udev = udev_new();
  struct libinput *libinput = libinput_udev_create_context(&interface, NULL, udev);
  if (!libinput || libinput_udev_assign_seat(libinput, "seat0") < 0) return fail("seat0");
  struct pollfd request = {.fd = libinput_get_fd(libinput), .events = POLLIN};
  unsigned long count = 0;
  setvbuf(stdout, NULL, _IOFBF, 1 << 16);
  for (;;) {
    libinput_dispatch(libinput);
    for (struct libinput_event *event; (event = libinput_get_event(libinput)); libinput_event_destroy(event)) {
      struct libinput_device *of = libinput_event_get_device(event);
      struct device *device = libinput_device_get_user_data(of);
      enum libinput_event_type type = libinput_event_get_type(event);
      if (type == LIBINPUT_EVENT_DEVICE_ADDED && libinput_device_has_capability(of, LIBINPUT_DEVICE_CAP_TOUCH)) {
        char node[64];
        snprintf(node, sizeof node, "/dev/input/%s", libinput_device_get_sysname(of));
        device = calloc(1, sizeof *device);
        if (!device) return fail(node);
        device->number = ++count;
        int fd = open(node, O_RDONLY | O_CLOEXEC);
        read_range(fd, ABS_MT_POSITION_X, ABS_X, &device->x);
        read_range(fd, ABS_MT_POSITION_Y, ABS_Y, &device->y);
        if (fd >= 0) close(fd);
        libinput_device_set_user_data(of, device);
        printf("added %lu %s %s\n", device->number, node, libinput_device_get_name(of));
      }
      if (!device) continue;
      if (type == LIBINPUT_EVENT_DEVICE_REMOVED) {
        printf("removed %lu\n", device->number);
        libinput_device_set_user_data(of, NULL);
        free(device);
      }
      const char *name = type == LIBINPUT_EVENT_TOUCH_DOWN     ? "down"
                         : type == LIBINPUT_EVENT_TOUCH_MOTION ? "motion"
                         : type == LIBINPUT_EVENT_TOUCH_UP     ? "up"
                         : type == LIBINPUT_EVENT_TOUCH_CANCEL ? "cancel"
                         : type == LIBINPUT_EVENT_TOUCH_FRAME  ? "frame"
                                                               : NULL;
      if (!name) continue;
      struct libinput_event_touch *touch = libinput_event_get_touch_event(event);
      printf("%lu %llu %s", device->number, (unsigned long long)libinput_event_touch_get_time_usec(touch), name);
      if (type != LIBINPUT_EVENT_TOUCH_FRAME) printf(" %d", libinput_event_touch_get_slot(touch));
      if (type == LIBINPUT_EVENT_TOUCH_DOWN || type == LIBINPUT_EVENT_TOUCH_MOTION) print_place(touch, device);
      putchar('\n');
    }
    fflush(stdout);
    poll(&request, 1, -1);
  }
}

static int latency(const char *node) {
  int fd = open(node, O_RDONLY | O_CLOEXEC), clock = CLOCK_MONOTONIC;
  if (fd < 0 || ioctl(fd, EVIOCSCLOCKID, &clock) < 0) return fail(node);
  struct input_event events[512];
  for (;;) {
    ssize_t size = read(fd, events, sizeof events);
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (size < 0) return errno == ENODEV ? 0 : fail("read");
    for (ssize_t index = 0; index < size / (ssize_t)sizeof *events; index++) {
      if (events[index].type != EV_SYN || events[index].code != SYN_REPORT) continue;
      printf("%lld %lld\n", events[index].time.tv_sec * 1000000000LL + events[index].time.tv_usec * 1000LL,
             now.tv_sec * 1000000000LL + now.tv_nsec);
    }
  }
}

int main(int count, char **arguments) {
  if (count == 3 && !strcmp(arguments[1], "grab")) return grab(arguments[2]);
  if (count == 4 && !strcmp(arguments[1], "revoke")) return revoke_in(arguments[2], arguments[3]);
  if (count == 3 && !strcmp(arguments[1], "drain")) return drain(arguments[2]);
  if (count == 3 && !strcmp(arguments[1], "keys")) return keys(arguments[2]);
  if (count == 2 && !strcmp(arguments[1], "touches")) return touches();
  if (count == 3 && !strcmp(arguments[1], "latency")) return latency(arguments[2]);
  fputs("usage: inputtool grab NODE | revoke PID NODE | drain NODE | keys NODE | touches | latency NODE\n", stderr);
  return 2;
}
