// What the tests in the virtual machine need besides touchpanel; they build it with cc and -linput -ludev.
//   inputtool grab NODE         takes the device for itself until it is killed
//   inputtool revoke PID NODE   makes every descriptor of NODE in that process useless, as a session manager does
//   inputtool drain NODE        a bare loop over libinput that asks for each contact's place; ends when the device does
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <libinput.h>
#include <linux/input.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
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

int main(int count, char **arguments) {
  if (count == 3 && !strcmp(arguments[1], "grab")) return grab(arguments[2]);
  if (count == 4 && !strcmp(arguments[1], "revoke")) return revoke_in(arguments[2], arguments[3]);
  if (count == 3 && !strcmp(arguments[1], "drain")) return drain(arguments[2]);
  fputs("usage: inputtool grab NODE | revoke PID NODE | drain NODE\n", stderr);
  return 2;
}
