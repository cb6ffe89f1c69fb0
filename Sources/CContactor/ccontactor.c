#include "ccontactor.h"

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <errno.h>
#include <fcntl.h>
#include <libinput.h>
#include <linux/input.h>
#include <linux/uinput.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

static int open_node(const char *node, int flags, void *data) {
  struct cct_host *host = data;
  return host->open(host->context, node, flags);
}

static void close_node(int fd, void *data) {
  struct cct_host *host = data;
  host->close(host->context, fd);
}

// libinput keeps the pointer, so the table is static.
static const struct libinput_interface interface = {
    .open_restricted = open_node,
    .close_restricted = close_node,
};

static void log_line(struct libinput *libinput, enum libinput_log_priority priority, const char *format,
                     va_list arguments) __attribute__((format(printf, 3, 0)));

static void log_line(struct libinput *libinput, enum libinput_log_priority priority, const char *format,
                     va_list arguments) {
  struct cct_host *host = libinput_get_user_data(libinput);
  char line[1024];
  vsnprintf(line, sizeof line, format, arguments);
  line[strcspn(line, "\n")] = '\0';
  host->log(host->context, (int)priority, line);
}

struct libinput *cct_create_context(struct cct_host *host) {
  struct libinput *libinput = libinput_path_create_context(&interface, host);
  if (libinput) {
    libinput_log_set_handler(libinput, log_line);
    libinput_log_set_priority(libinput, LIBINPUT_LOG_PRIORITY_INFO);
  }
  return libinput;
}

static int32_t kind_of(enum libinput_event_type type) {
  switch (type) {
    case LIBINPUT_EVENT_DEVICE_ADDED: return CCT_DEVICE_ADDED;
    case LIBINPUT_EVENT_DEVICE_REMOVED: return CCT_DEVICE_REMOVED;
    case LIBINPUT_EVENT_TOUCH_DOWN: return CCT_DOWN;
    case LIBINPUT_EVENT_TOUCH_MOTION: return CCT_MOTION;
    case LIBINPUT_EVENT_TOUCH_UP: return CCT_UP;
    case LIBINPUT_EVENT_TOUCH_CANCEL: return CCT_CANCEL;
    case LIBINPUT_EVENT_TOUCH_FRAME: return CCT_FRAME;
    case LIBINPUT_EVENT_POINTER_MOTION_ABSOLUTE: return CCT_POINTER;
    default: return CCT_OTHER;
  }
}

// Takes what a panel in mouse mode reports.
static void take_pointer(struct libinput_event *event, struct cct_contact *contact) {
  struct libinput_event_pointer *pointer = libinput_event_get_pointer_event(event);
  contact->time = (int64_t)libinput_event_pointer_get_time_usec(pointer);
  if (contact->kind == CCT_POINTER) {
    contact->x = libinput_event_pointer_get_absolute_x_transformed(pointer, 1);
    contact->y = libinput_event_pointer_get_absolute_y_transformed(pointer, 1);
    contact->mm_x = libinput_event_pointer_get_absolute_x(pointer);
    contact->mm_y = libinput_event_pointer_get_absolute_y(pointer);
  } else if (libinput_event_pointer_get_button(pointer) == BTN_LEFT) {
    bool pressed = libinput_event_pointer_get_button_state(pointer) == LIBINPUT_BUTTON_STATE_PRESSED;
    contact->kind = pressed ? CCT_PRESS : CCT_RELEASE;
  }
}

bool cct_next_contact(struct libinput *libinput, struct cct_contact *contact) {
  struct libinput_event *event = libinput_get_event(libinput);
  if (!event) return false;
  struct libinput_device *device = libinput_event_get_device(event);
  *contact = (struct cct_contact){
      .kind = kind_of(libinput_event_get_type(event)),
      .device = device ? (uint32_t)(uintptr_t)libinput_device_get_user_data(device) : 0,
      .slot = -1,
      .seat_slot = -1,
  };
  if (contact->kind == CCT_POINTER || libinput_event_get_type(event) == LIBINPUT_EVENT_POINTER_BUTTON) {
    take_pointer(event, contact);
  } else if (contact->kind >= CCT_DOWN) {
    struct libinput_event_touch *touch = libinput_event_get_touch_event(event);
    contact->time = (int64_t)libinput_event_touch_get_time_usec(touch);
    // libinput complains in its log about values that an event does not have, so only those it has are asked.
    if (contact->kind != CCT_FRAME) {
      contact->slot = libinput_event_touch_get_slot(touch);
      contact->seat_slot = libinput_event_touch_get_seat_slot(touch);
    }
    if (contact->kind == CCT_DOWN || contact->kind == CCT_MOTION) {
      contact->x = libinput_event_touch_get_x_transformed(touch, 1);
      contact->y = libinput_event_touch_get_y_transformed(touch, 1);
      contact->mm_x = libinput_event_touch_get_x(touch);
      contact->mm_y = libinput_event_touch_get_y(touch);
    }
  }
  libinput_event_destroy(event);
  return true;
}

struct libinput_device *cct_add_device(struct libinput *libinput, const char *node, uint32_t number) {
  struct libinput_device *device = libinput_path_add_device(libinput, node);
  if (device) libinput_device_set_user_data(device, (void *)(uintptr_t)number);
  return device;
}

int cct_abs_info(int fd, uint32_t axis, int32_t *minimum, int32_t *maximum, int32_t *resolution) {
  struct input_absinfo info;
  if (ioctl(fd, EVIOCGABS(axis), &info) < 0) return errno;
  *minimum = info.minimum;
  *maximum = info.maximum;
  *resolution = info.resolution;
  return 0;
}

int cct_abs_value(int fd, uint32_t axis, int32_t *value) {
  struct input_absinfo info;
  if (ioctl(fd, EVIOCGABS(axis), &info) < 0) return errno;
  *value = info.value;
  return 0;
}

int cct_key_down(int fd, uint32_t code) {
  uint8_t keys[KEY_CNT / 8] = {0};
  if (code >= KEY_CNT) return -EINVAL;
  if (ioctl(fd, EVIOCGKEY(sizeof keys), keys) < 0) return -errno;
  return keys[code / 8] >> code % 8 & 1;
}

int cct_use_monotonic_clock(int fd) {
  int clock = CLOCK_MONOTONIC;
  return ioctl(fd, EVIOCSCLOCKID, &clock) < 0 ? errno : 0;
}

uint32_t cct_input_event_size(void) { return sizeof(struct input_event); }

int cct_slot_values(int fd, uint32_t axis, int32_t *values, uint32_t count) {
  struct {
    uint32_t axis;
    int32_t values[cct_max_slots];
  } request;
  if (count > cct_max_slots) return EINVAL;
  request.axis = axis;
  size_t size = sizeof request.axis + count * sizeof request.values[0];
  if (ioctl(fd, EVIOCGMTSLOTS(size), &request) < 0) return errno;
  memcpy(values, request.values, count * sizeof request.values[0]);
  return 0;
}

int cct_grab(int fd, bool grab) { return ioctl(fd, EVIOCGRAB, grab ? 1 : 0) < 0 ? errno : 0; }

int cct_revoke(int fd) { return ioctl(fd, EVIOCREVOKE, NULL) < 0 ? errno : 0; }

int cct_uinput_declare_type(int fd, uint16_t type) { return ioctl(fd, UI_SET_EVBIT, type) < 0 ? errno : 0; }

int cct_uinput_declare_code(int fd, uint16_t type, uint16_t code) {
  unsigned long request;
  switch (type) {
    case EV_KEY: request = UI_SET_KEYBIT; break;
    case EV_REL: request = UI_SET_RELBIT; break;
    case EV_ABS: request = UI_SET_ABSBIT; break;
    case EV_MSC: request = UI_SET_MSCBIT; break;
    case EV_SW: request = UI_SET_SWBIT; break;
    case EV_LED: request = UI_SET_LEDBIT; break;
    case EV_SND: request = UI_SET_SNDBIT; break;
    default: return 0;
  }
  return ioctl(fd, request, code) < 0 ? errno : 0;
}

int cct_uinput_declare_property(int fd, uint16_t property) { return ioctl(fd, UI_SET_PROPBIT, property) < 0 ? errno : 0; }

int cct_uinput_set_up_axis(int fd, uint16_t code, int32_t minimum, int32_t maximum, int32_t fuzz, int32_t flat,
                           int32_t resolution) {
  struct uinput_abs_setup setup = {
      .code = code,
      .absinfo = {.minimum = minimum, .maximum = maximum, .fuzz = fuzz, .flat = flat, .resolution = resolution},
  };
  return ioctl(fd, UI_ABS_SETUP, &setup) < 0 ? errno : 0;
}

int cct_uinput_set_physical_path(int fd, const char *path) { return ioctl(fd, UI_SET_PHYS, path) < 0 ? errno : 0; }

int cct_uinput_create(int fd, const struct cct_uinput_identity *identity, char *system_name, uint32_t size) {
  struct uinput_setup setup = {
      .id = {.bustype = identity->bus, .vendor = identity->vendor, .product = identity->product, .version = identity->version},
  };
  memcpy(setup.name, identity->name, strnlen(identity->name, sizeof setup.name - 1));
  if (ioctl(fd, UI_DEV_SETUP, &setup) < 0 || ioctl(fd, UI_DEV_CREATE) < 0) return errno;
  return ioctl(fd, UI_GET_SYSNAME(size), system_name) < 0 ? errno : 0;
}

static int set_mask(int fd, uint32_t type, const uint8_t *codes, uint32_t size) {
  struct input_mask mask = {.type = type, .codes_size = size, .codes_ptr = (uint64_t)(uintptr_t)codes};
  return ioctl(fd, EVIOCSMASK, &mask);
}

int cct_open_lift_detector(const char *node, uint16_t button) {
  // The mask of type 0 (EV_SYN) chooses among types; SYN_REPORT itself always passes. Sizes are whole longs.
  uint8_t types[8] = {0};
  uint8_t keys[KEY_CNT / 8] = {0};
  uint8_t axes[ABS_CNT / 8] = {0};
  uint8_t known[ABS_CNT / 8] = {0};
  types[EV_KEY / 8] = 1 << EV_KEY % 8 | 1 << EV_ABS % 8;
  if (button >= KEY_CNT) return -EINVAL;
  keys[button / 8] = (uint8_t)(1 << button % 8);
  int fd = open(node, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) return -errno;
  // Without slots every frame of a contact has its tool type, changed or not.
  if (ioctl(fd, EVIOCGBIT(EV_ABS, sizeof known), known) > 0 && known[ABS_MT_SLOT / 8] & 1 << ABS_MT_SLOT % 8)
    axes[ABS_MT_TOOL_TYPE / 8] = 1 << ABS_MT_TOOL_TYPE % 8;
  if (set_mask(fd, 0, types, sizeof types) == 0 && set_mask(fd, EV_KEY, keys, sizeof keys) == 0 &&
      set_mask(fd, EV_ABS, axes, sizeof axes) == 0)
    return fd;
  int failure = errno;
  close(fd);
  return -failure;
}

bool cct_lifted_by_kernel(int fd, bool *palm) {
  struct input_event events[16];
  bool lifted = false, by_kernel = false;
  ssize_t size;
  while ((size = read(fd, events, sizeof events)) > 0) {
    for (size_t index = 0; index < (size_t)size / sizeof *events; index++) {
      const struct input_event *event = &events[index];
      if (event->type == EV_KEY) lifted = event->value == 0;
      if (event->type == EV_ABS && event->code == ABS_MT_TOOL_TYPE && event->value == MT_TOOL_PALM) *palm = true;
      if (event->type == EV_SYN && event->code == SYN_REPORT && event->value != 0 && lifted) by_kernel = true;
    }
  }
  return by_kernel;
}
