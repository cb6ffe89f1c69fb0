// The parts of input devices that Swift has no words for: a va_list log handler, libinput's static interface table, one function that
// flattens a libinput event into a plain struct, and the EVIOC* macros. Nothing here keeps state. No system header but
// the two below: a module that includes <time.h> would take `timespec` away from Glibc for every file that imports both.
#ifndef CCONTACTOR_H
#define CCONTACTOR_H

#include <stdbool.h>
#include <stdint.h>

struct libinput;
struct udev;

// The functions that libinput calls back, and the pointer that they get. It must outlive the context.
struct cct_host {
  // Opens a device node; returns the file descriptor, or a negated errno.
  int (*open)(void *context, const char *node, int flags);
  // Closes a file descriptor that `open` returned.
  void (*close)(void *context, int fd);
  // Takes one line of libinput's log, without its line end. `priority` is 10 (debug), 20 (info) or 30 (error).
  void (*log)(void *context, int priority, const char *line);
  void *context;
};

// Makes a libinput context whose devices are added by path; NULL on failure.
struct libinput *cct_create_context(struct cct_host *host);

enum cct_kind {
  CCT_OTHER = 0,
  CCT_DEVICE_ADDED,
  CCT_DEVICE_REMOVED,
  CCT_DOWN,
  CCT_MOTION,
  CCT_UP,
  CCT_CANCEL,
  CCT_FRAME,
  // Of a panel in mouse mode, a pointer with absolute places; other buttons than the left one are CCT_OTHER.
  CCT_POINTER,
  CCT_PRESS,
  CCT_RELEASE,
};

// One libinput event.
struct cct_contact {
  int32_t kind;        // enum cct_kind
  uint32_t device;     // the number set with cct_add_device; 0 if none
  int64_t time;        // microseconds of CLOCK_MONOTONIC; 0 for events that have none
  int32_t slot;        // -1 on a single-touch panel
  int32_t seat_slot;   // -1 where there is none
  double x, y;         // 0 ... 1 of the panel; only for down, motion and pointer
  double mm_x, mm_y;   // millimetres from the top left corner; only for down, motion and pointer
};

// Takes the next event from libinput's queue. Returns false if the queue is empty.
bool cct_next_contact(struct libinput *libinput, struct cct_contact *contact);

// Adds the device at `node`; its events carry `number` from the first one on. NULL if libinput does not take it.
struct libinput_device *cct_add_device(struct libinput *libinput, const char *node, uint32_t number);

// EVIOCGABS: the range of an absolute axis and its resolution in units per millimetre. Returns 0 or an errno.
int cct_abs_info(int fd, uint32_t axis, int32_t *minimum, int32_t *maximum, int32_t *resolution);

// EVIOCGABS: the present value of an absolute axis. Returns 0 or an errno.
int cct_abs_value(int fd, uint32_t axis, int32_t *value);

// EVIOCGKEY: whether a key or button is down, 0 or 1, or a negated errno. The kernel throws the key events away that
// wait in the descriptor's queue.
int cct_key_down(int fd, uint32_t code);

// EVIOCSCLOCKID: has events stamped with CLOCK_MONOTONIC. Returns 0 or an errno.
int cct_use_monotonic_clock(int fd);

// sizeof(struct input_event): 24 if its time has 64-bit parts, 16 if they have 32 bits.
uint32_t cct_input_event_size(void);

enum { cct_max_slots = 256 };

// EVIOCGMTSLOTS: the value of one axis in the slots 0 ..< count, at most cct_max_slots. Returns 0 or an errno.
int cct_slot_values(int fd, uint32_t axis, int32_t *values, uint32_t count);

// EVIOCGRAB: takes the device for this program alone, or gives it back. Returns 0 or an errno.
int cct_grab(int fd, bool grab);

// EVIOCREVOKE: makes the file descriptor useless for good, as a session manager does. Returns 0 or an errno.
int cct_revoke(int fd);

// Requests to an open /dev/uinput; each returns 0 or an errno. linux/uinput.h describes them.
// UI_SET_EVBIT.
int cct_uinput_declare_type(int fd, uint16_t type);
// UI_SET_KEYBIT and its like; types without codes of their own need no request.
int cct_uinput_declare_code(int fd, uint16_t type, uint16_t code);
// UI_SET_PROPBIT.
int cct_uinput_declare_property(int fd, uint16_t property);
// UI_ABS_SETUP.
int cct_uinput_set_up_axis(int fd, uint16_t code, int32_t minimum, int32_t maximum, int32_t fuzz, int32_t flat,
                           int32_t resolution);
// UI_SET_PHYS.
int cct_uinput_set_physical_path(int fd, const char *path);

// The argument of UI_DEV_SETUP.
struct cct_uinput_identity {
  uint16_t bus, vendor, product, version;
  const char *name;  // the first 79 bytes count
};

// UI_DEV_SETUP and UI_DEV_CREATE. `system_name` gets UI_GET_SYSNAME's text, for example "input7"; it has `size` bytes.
int cct_uinput_create(int fd, const struct cct_uinput_identity *identity, char *system_name, uint32_t size);

// Opens a node a second time, with a queue that holds nothing but the presses and lifts of a button, BTN_TOUCH or
// BTN_LEFT, and, on panels with slots, the changes of ABS_MT_TOOL_TYPE (EVIOCSMASK). Returns the descriptor, or a negated errno.
int cct_open_lift_detector(const char *node, uint16_t button);

// Empties that queue. Returns true if the kernel, and no finger, made the last lift: it releases all keys of a device that
// goes away or is suspended, and marks that frame with SYN_REPORT 1 instead of 0. Sets `palm` to true if a contact has become
// MT_TOOL_PALM, and leaves it otherwise.
bool cct_lifted_by_kernel(int fd, bool *palm);

#endif
