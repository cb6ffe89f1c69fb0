/*
 * Contactor: touches on a Linux touchscreen become actions.
 *
 * The engine, its views, controls and gestures, layouts, and sources of touches, for C, C++, Python's ctypes, Rust and others.
 * It draws nothing and owns no loop: a host waits for one descriptor and calls one function.
 *
 *     contactor_engine *engine;
 *     contactor_view *window, *slider;
 *     contactor_engine_create(CONTACTOR_CLOCK_MONOTONIC, &engine);
 *     contactor_view_create(engine, CONTACTOR_WINDOW, (contactor_rect){0, 0, 800, 480}, &window);
 *     contactor_view_create(engine, CONTACTOR_SLIDER, (contactor_rect){40, 40, 300, 44}, &slider);
 *     contactor_view_add_subview(window, slider);
 *     contactor_control_on(slider, CONTACTOR_VALUE_CHANGED, changed, NULL, NULL, NULL);
 *     contactor_source_open(engine, CONTACTOR_SOURCE_LIBINPUT, NULL, 0, NULL, NULL);
 *     // poll contactor_engine_fd(engine); when it is readable: contactor_engine_dispatch(engine)
 *
 * Rules that hold for everything below
 *
 * Owner. Every object belongs to its engine, and a handle is a name for it, not memory: it is never dereferenced by the caller and never
 *   freed with free(). An object lives until its `_destroy` function, or its engine's, is called. A handle of an object that is gone, a
 *   handle of another kind, NULL, or any other value is answered with CONTACTOR_ERROR_HANDLE; nothing else happens. The handle of a view
 *   that a control has made, such as a cell or a menu's window, holds as long as the view is in a window, or has a callback or gesture of
 *   yours. (A handle's number comes again after 16 million objects in the same place.) What a function reads is copied before it returns;
 *   the caller keeps its strings and arrays.
 * Unit. Positions and lengths are points, x to the right, y down, of the space that each comment names; times are microseconds of the
 *   engine's clock where the name ends in `_us`, durations as properties are seconds; angles are radians, clockwise.
 * Numbers. A number that a property cannot have is refused with CONTACTOR_ERROR_VALUE if it is NaN, else clamped to the property's
 *   range, as the controls do with a finger.
 * Thread. An engine and its objects belong to the thread that created it, or that took it over with contactor_engine_take_over(). Another
 *   thread gets CONTACTOR_ERROR_THREAD, for a handle of that engine that is gone, too, and nothing else happens. Several engines may run in
 *   several threads. Functions whose comments say "Thread: any" may be called from every thread.
 * Errors. Functions return CONTACTOR_OK, which is 0, or a negative code; contactor_error_text() is the sentence of the last failure in the
 *   calling thread. After a failure the values behind out-pointers are unchanged. Every function can return CONTACTOR_ERROR_NULL for a
 *   pointer that must not be NULL (all but those whose comments say so), CONTACTOR_ERROR_HANDLE and CONTACTOR_ERROR_THREAD; a number that
 *   an enumeration does not have is CONTACTOR_ERROR_VALUE (a property: CONTACTOR_ERROR_PROPERTY); the comments name the others.
 * Callbacks. They are called in the engine's thread, inside the function that moved the engine on. They may call every function, those that
 *   destroy the object or engine that calls them included. `user` is passed on unchanged. `release`, if it is not NULL, is called exactly
 *   once with `user`, after the last call of the callback; if the registration fails, for whatever reason, in the calling thread
 *   before the function returns. Callbacks must not throw C++ exceptions nor longjmp() out.
 * Text. Strings are UTF-8 and end with a NUL; bytes that are not UTF-8 are refused with CONTACTOR_ERROR_TEXT. Strings that callbacks get
 *   are theirs until they return. Functions that return a text copy at most `capacity - 1` bytes and a NUL into `buffer`, cut between
 *   characters, and store the whole text's length in bytes in `length`, which may be NULL; `buffer` may be NULL if capacity is 0. Paths are
 *   UTF-8, too. An action's name is a text without a colon ("save"), with one at its end ("save:"), or with two, the second at its end
 *   ("save:forEvent:").
 *
 * Link with `pkg-config --libs contactor`; the library's file is libcontactor.so.1. Symbols that are not in this header are not exported.
 */
#ifndef CONTACTOR_H
#define CONTACTOR_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header; contactor_version() is that of the library. A library of the same major version has at least the functions of
   an older header. */
#define CONTACTOR_VERSION_MAJOR 1
#define CONTACTOR_VERSION_MINOR 0
#define CONTACTOR_VERSION_PATCH 0

/* ---- Types ----------------------------------------------------------------------------------------------------------------------- */

/* Handles; see "Owner". */
typedef struct contactor_engine contactor_engine;       /* the engine: windows, time, sources */
typedef struct contactor_view contactor_view;           /* a view, a control or a window */
typedef struct contactor_gesture contactor_gesture;     /* a gesture recognizer */
typedef struct contactor_target contactor_target;       /* an object that takes actions by name */
typedef struct contactor_feed contactor_feed;           /* contacts that the host feeds by hand */
typedef struct contactor_source contactor_source;       /* touchscreens, or a recording */
typedef struct contactor_menu contactor_menu;           /* a menu */
typedef struct contactor_menu_item contactor_menu_item; /* an item of a menu */
typedef struct contactor_alert contactor_alert;         /* a dialog */

/* A point or a displacement, in points. */
typedef struct contactor_point {
  double x, y;
} contactor_point;

/* A rectangle: origin and size, in points. */
typedef struct contactor_rect {
  double x, y, width, height;
} contactor_rect;

/* An affine map: x' = a x + c y + tx, y' = b x + d y + ty. */
typedef struct contactor_transform {
  double a, b, c, d, tx, ty;
} contactor_transform;

/* What functions return. */
typedef enum contactor_result {
  CONTACTOR_OK = 0,
  CONTACTOR_ERROR_NULL = -1,         /* a pointer that must not be NULL */
  CONTACTOR_ERROR_HANDLE = -2,       /* no object: destroyed, of another kind, or never one */
  CONTACTOR_ERROR_THREAD = -3,       /* the engine belongs to another thread */
  CONTACTOR_ERROR_KIND = -4,         /* this kind of view or gesture cannot do that */
  CONTACTOR_ERROR_PROPERTY = -5,     /* the object has no such property, or it can only be read */
  CONTACTOR_ERROR_VALUE = -6,        /* a number, index or flag out of range */
  CONTACTOR_ERROR_TEXT = -7,         /* no UTF-8, or a text of no meaning here */
  CONTACTOR_ERROR_ENGINE = -8,       /* two objects of different engines */
  CONTACTOR_ERROR_STATE = -9,        /* not now, or not possible there: a view inside itself, a dialog that is shown */
  CONTACTOR_ERROR_LAYOUT = -10,      /* a layout with errors */
  CONTACTOR_ERROR_INPUT = -11,       /* a device or recording that cannot be opened or read */
  CONTACTOR_ERROR_LIBRARY = -12,     /* libinput or libevdev is not installed */
  CONTACTOR_ERROR_SYSTEM = -13,      /* the operating system: out of descriptors or memory */
  CONTACTOR_ERROR_NOT_FOUND = -14    /* nothing has that name, or is at that place */
} contactor_result;

/* Kinds of views; see contactor_view_create(). The comment names the Swift class, whose documentation holds for the view. */
typedef enum contactor_kind {
  CONTACTOR_VIEW = 1,             /* View: touches by contactor_view_on_touches(), actions by contactor_view_set_target() */
  CONTACTOR_WINDOW = 2,           /* Window: in front of the engine's other windows; frame in the engine's space */
  CONTACTOR_CONTAINER = 3,        /* ContainerView: shows, hides, enables what is in it */
  CONTACTOR_CONTROL = 4,          /* Control: one of your own; see contactor_control_on_tracking() */
  CONTACTOR_BUTTON = 10,          /* Button */
  CONTACTOR_SWITCH = 11,          /* Switch */
  CONTACTOR_SEGMENTED = 12,       /* SegmentedControl */
  CONTACTOR_PAGE_CONTROL = 13,    /* PageControl */
  CONTACTOR_POP_UP_BUTTON = 14,   /* PopUpButton */
  CONTACTOR_SLIDER = 20,          /* Slider */
  CONTACTOR_KNOB = 21,            /* Knob */
  CONTACTOR_STEPPER = 22,         /* Stepper */
  CONTACTOR_PROGRESS = 23,        /* ProgressView */
  CONTACTOR_PICKER = 24,          /* PickerView */
  CONTACTOR_TEXT_FIELD = 30,      /* TextField: one line */
  CONTACTOR_TEXT_VIEW = 31,       /* TextView: several lines */
  CONTACTOR_PIN_FIELD = 32,       /* PINField */
  CONTACTOR_DIAL_PAD = 33,        /* DialPad */
  CONTACTOR_KEYBOARD = 34,        /* Keyboard: types into the first responder */
  CONTACTOR_SCROLL_VIEW = 40,     /* ScrollView */
  CONTACTOR_PAGE_VIEW = 41,       /* PageView */
  CONTACTOR_TABLE = 42,           /* TableView */
  CONTACTOR_COLLECTION = 43,      /* CollectionView */
  CONTACTOR_OUTLINE = 44,         /* OutlineView */
  CONTACTOR_BROWSER = 45,         /* Browser */
  CONTACTOR_TABLE_CELL = 46,      /* TableViewCell */
  CONTACTOR_MATRIX = 50,          /* Matrix of cells */
  CONTACTOR_FORM = 51,            /* Form: lines of a title and a text */
  CONTACTOR_CELL_CONTROL = 52,    /* CellControl: a control with a button cell */
  CONTACTOR_OTHER = 99            /* what a control has made itself; cannot be created */
} contactor_kind;

/* Control events, a set of bits; UIControl's numbers. */
enum {
  CONTACTOR_TOUCH_DOWN = 1 << 0,
  CONTACTOR_TOUCH_DOWN_REPEAT = 1 << 1,
  CONTACTOR_TOUCH_DRAG_INSIDE = 1 << 2,
  CONTACTOR_TOUCH_DRAG_OUTSIDE = 1 << 3,
  CONTACTOR_TOUCH_DRAG_ENTER = 1 << 4,
  CONTACTOR_TOUCH_DRAG_EXIT = 1 << 5,
  CONTACTOR_TOUCH_UP_INSIDE = 1 << 6,
  CONTACTOR_TOUCH_UP_OUTSIDE = 1 << 7,
  CONTACTOR_TOUCH_CANCEL = 1 << 8,
  CONTACTOR_VALUE_CHANGED = 1 << 12,
  CONTACTOR_PRIMARY_ACTION_TRIGGERED = 1 << 13,
  CONTACTOR_MENU_ACTION_TRIGGERED = 1 << 14,
  CONTACTOR_EDITING_DID_BEGIN = 1 << 16,
  CONTACTOR_EDITING_CHANGED = 1 << 17,
  CONTACTOR_EDITING_DID_END = 1 << 18,
  CONTACTOR_EDITING_DID_END_ON_EXIT = 1 << 19
};
#define CONTACTOR_ALL_TOUCH_EVENTS UINT32_C(0x00000FFF)
#define CONTACTOR_ALL_EDITING_EVENTS UINT32_C(0x000F0000)
#define CONTACTOR_ALL_EVENTS UINT32_C(0xFFFFFFFF)

/* How a control looks, a set of bits; UIControl's numbers. */
enum {
  CONTACTOR_STATE_NORMAL = 0,
  CONTACTOR_STATE_HIGHLIGHTED = 1 << 0,
  CONTACTOR_STATE_DISABLED = 1 << 1,
  CONTACTOR_STATE_SELECTED = 1 << 2,
  CONTACTOR_STATE_FOCUSED = 1 << 3
};

/* What of a view has changed, a set of bits; see contactor_view_on_change(). */
enum {
  CONTACTOR_CHANGE_FRAME = 1 << 0,
  CONTACTOR_CHANGE_TRANSFORM = 1 << 1,
  CONTACTOR_CHANGE_ORDER = 1 << 2,
  CONTACTOR_CHANGE_VALUE = 1 << 3,
  CONTACTOR_CHANGE_STATE = 1 << 4,
  CONTACTOR_CHANGE_TEXT = 1 << 5,
  CONTACTOR_CHANGE_SELECTION = 1 << 6,
  CONTACTOR_CHANGE_VISIBILITY = 1 << 7
};

/* Phases of a touch. */
typedef enum contactor_phase {
  CONTACTOR_PHASE_BEGAN = 0,
  CONTACTOR_PHASE_MOVED = 1,
  CONTACTOR_PHASE_STATIONARY = 2,
  CONTACTOR_PHASE_ENDED = 3,
  CONTACTOR_PHASE_CANCELLED = 4
} contactor_phase;

/* A touch, as it is at the moment of the call. New members come at the end. */
typedef struct contactor_touch {
  uint64_t id;               /* unique in the engine */
  uint32_t device;           /* the device; see contactor_device */
  int32_t tracking_id;       /* the kernel's or the feed's number of the contact */
  contactor_phase phase;
  int32_t tap_count;
  contactor_point location;  /* in points of the view that the function or callback is about */
  contactor_point previous;  /* before the last frame, likewise */
  int64_t time_us;           /* of the last change, on the engine's clock */
  int64_t began_us;
  double radius;             /* half the contact's long axis in points, 0 if the panel does not report it */
  double pressure;           /* 0 to 1, 0 if the panel does not report it */
  contactor_view *view;      /* the view in which the touch began; NULL for a view without a handle */
} contactor_touch;

/* What caused a call; contactor_view_touches() has the touches. New members come at the end. */
typedef struct contactor_event {
  int64_t time_us;           /* on the engine's clock */
  uint32_t events;           /* the control events of the delivery; 0 for gestures, menus and dialogs */
} contactor_event;

/* A touchscreen. New members come at the end. */
typedef struct contactor_device {
  uint32_t id;
  uint16_t vendor, product;  /* of the bus's numbers */
  double width_mm, height_mm; /* 0 if unknown */
  const char *name;          /* the callback's, until it returns, as the others */
  const char *node;          /* such as /dev/input/event3 */
  const char *path;          /* the physical path, such as usb-0000:00:14.0-2/input0 */
} contactor_device;

/* A part of a control for drawing, such as a slider's knob. New members come at the end. */
typedef struct contactor_part {
  contactor_rect frame;      /* in points of the view */
  uint32_t state;            /* CONTACTOR_STATE_… */
  const char *kind;          /* such as "track", "knob", "segment", "key", "caret" */
  const char *text;          /* what stands in it; NULL for nothing */
} contactor_part;

/* Called after the last call of the callback that came with `user`. */
typedef void (*contactor_release)(void *user);
/* An action: `sender` is the control or window; `event` is the callback's until it returns, NULL if no touch or key caused the action.
   */
typedef void (*contactor_action)(void *user, contactor_view *sender, const contactor_event *event);

/* ---- Library --------------------------------------------------------------------------------------------------------------------- */

/* The library's version as major * 10000 + minor * 100 + patch. Thread: any. Errors: none. */
int32_t contactor_version(void);

/* The sentence of the last failure in this thread; "" before the first. Owner: the library; valid until the thread's next failure. Thread:
   any. Errors: none. */
const char *contactor_error_text(void);

/* The name of a code, such as "CONTACTOR_ERROR_HANDLE"; "unknown" for other numbers. Owner: the library, until the process ends. Thread:
   any. Errors: none. */
const char *contactor_result_name(contactor_result result);

/* ---- Engine ---------------------------------------------------------------------------------------------------------------------- */

/* The clock of an engine. */
typedef enum contactor_clock {
  CONTACTOR_CLOCK_MONOTONIC = 0, /* CLOCK_MONOTONIC: dispatch() and fd() drive it; feeds' clocks are brought to it */
  CONTACTOR_CLOCK_HOST = 1       /* the host's: contactor_engine_advance() and frames of feeds drive it; nothing reads a clock */
} contactor_clock;

/* Creates an engine, which belongs to the calling thread. Owner: the caller, until contactor_engine_destroy(). Thread: any. Errors: VALUE
   for another clock, SYSTEM. At most 1023 engines are there at a time. */
contactor_result contactor_engine_create(contactor_clock clock, contactor_engine **engine);

/* Creates an engine with the views of a layout file, as `contactor check` accepts it; `run` actions are passed
   to contactor_engine_on_layout_action() and not run. Owner: the caller. Thread: any. Errors: VALUE, TEXT, LAYOUT (a file that cannot be read,
   too; the text has every error with its line), SYSTEM. */
contactor_result contactor_engine_create_layout(contactor_clock clock, const char *path, contactor_engine **engine);

/* The same from a layout's text; relative names in it are relative to the working directory. Owner: the caller. Thread: any. Errors: VALUE,
   TEXT, LAYOUT, SYSTEM. */
contactor_result contactor_engine_create_layout_text(contactor_clock clock, const char *text, contactor_engine **engine);

/* Puts another layout file in place of the engine's: the layout's windows are replaced, the program's own stay; handles of the old views
   end, touches are cancelled; with an error the old one stays. Thread: the engine's. Errors: TEXT, LAYOUT, STATE for an engine without a
   layout. */
contactor_result contactor_engine_replace_layout(contactor_engine *engine, const char *path);

/* Destroys the engine and everything that belongs to it; its callbacks are released, that of a dialog that is shown is called with
   CONTACTOR_ALERT_ABORTED first; log lines that were not told yet are not. Allowed in its callbacks. Thread: the engine's. Errors: none
   more. */
contactor_result contactor_engine_destroy(contactor_engine *engine);

/* Makes the engine the calling thread's. The caller promises that its former thread is not inside a call; its later calls get
   CONTACTOR_ERROR_THREAD. Thread: any. Errors: none more. */
contactor_result contactor_engine_take_over(contactor_engine *engine);

/* A descriptor that is readable while contactor_engine_dispatch() has something to do: input, or a deadline. Owner: the engine; do not
   close or read it. Thread: the engine's. Errors: a negative code in place of the descriptor, STATE for an engine with the host's clock. */
int32_t contactor_engine_fd(contactor_engine *engine);

/* Does what is due, without waiting: reads sources, meets deadlines; a host that only feeds calls it for the deadlines. If nothing is due
   it costs two system calls a source at most. Thread: the engine's. Errors: INPUT (a source is broken for good and closed; the others were
   read), STATE for an engine with the host's clock. */
contactor_result contactor_engine_dispatch(contactor_engine *engine);

/* Stores the moment at which contactor_engine_dispatch() or contactor_engine_advance() has something to do, INT64_MAX for never. Unit:
   microseconds of the engine's clock. Thread: the engine's. Errors: none more. */
contactor_result contactor_engine_deadline(contactor_engine *engine, int64_t *time_us);

/* Stores the milliseconds until the deadline, rounded up, for poll(): 0 if it has passed, -1 for never. Thread: the engine's. Errors: STATE
   for an engine with the host's clock. */
contactor_result contactor_engine_timeout(contactor_engine *engine, int32_t *milliseconds);

/* Lets time pass until a moment: presses become long, lists decelerate. A moment before now does nothing. Unit: microseconds of the
   engine's clock. Thread: the engine's. Errors: none more. */
contactor_result contactor_engine_advance(contactor_engine *engine, int64_t time_us);

/* Stores the engine's time: of the last frame, key or advance. Thread: the engine's. Errors: none more. */
contactor_result contactor_engine_now(contactor_engine *engine, int64_t *time_us);

/* Calls back once, at a moment. `callback` gets a NULL sender and no event. `timer`, if it is not NULL, gets a number for
   contactor_engine_cancel_timer(). Unit: microseconds of the engine's clock. Thread: the engine's. Errors: none more. */
contactor_result contactor_engine_at(contactor_engine *engine, int64_t time_us, contactor_action callback, void *user,
                                     contactor_release release, uint64_t *timer);

/* Takes a timer back. Thread: the engine's. Errors: NOT_FOUND for one that is over. */
contactor_result contactor_engine_cancel_timer(contactor_engine *engine, uint64_t timer);

/* Delivers a key. `characters` is what the key types, or a code such as "\x1B" for escape. `modifiers` are AppKit's bits (1 << 17 shift, 18
   control, 19 option, 20 command). `handled`, if it is not NULL, gets 1 if something took the key. Unit: microseconds of the engine's
   clock. Thread: the engine's. Errors: TEXT. */
contactor_result contactor_engine_key(contactor_engine *engine, const char *characters, uint32_t modifiers, int32_t is_down, int64_t time_us,
                                      int32_t *handled);

/* Cancels every touch, as a host does that loses the panel. A feed goes on to count its contacts as down until they are fed as lifted; see
   contactor_feed_cancel_all(). Thread: the engine's. Errors: none more. */
contactor_result contactor_engine_cancel_touches(contactor_engine *engine);

/* Copies the touches that are down, in points of their windows, at most `capacity`; stores how many there are in `count`. `touches` may be
   NULL if capacity is 0. Thread: the engine's. Errors: none more. */
contactor_result contactor_engine_touches(contactor_engine *engine, contactor_touch *touches, size_t capacity, size_t *count);

/* Stores the view with an identifier, a layout's id, in the first window that has one. Thread: the engine's. Errors: NOT_FOUND, TEXT. */
contactor_result contactor_engine_find(contactor_engine *engine, const char *identifier, contactor_view **view);

/* Stores the number of windows, back to front. Thread: the engine's. Errors: none more. */
contactor_result contactor_engine_window_count(contactor_engine *engine, size_t *count);

/* Stores a window. Thread: the engine's. Errors: VALUE for an index out of range. */
contactor_result contactor_engine_window(contactor_engine *engine, size_t index, contactor_view **window);

/* Sends a device's touches to a window, in its points; NULL takes the route back. Thread: the engine's. Errors: KIND, ENGINE. */
contactor_result contactor_engine_route(contactor_engine *engine, uint32_t device, contactor_view *window);

/* Sends an action by name: to a target, or for NULL along the responder chain from the sender (which may be NULL). `handled`, if it is not
   NULL, gets 1 if something performed it. Thread: the engine's. Errors: TEXT for a name that is none, ENGINE. */
contactor_result contactor_engine_send(contactor_engine *engine, const char *action, contactor_target *target, contactor_view *sender,
                                       int32_t *handled);

/* Sets the target that is asked after every window when an action has no target, as AppKit asks an application's delegate; NULL for none.
   Thread: the engine's. Errors: ENGINE. */
contactor_result contactor_engine_set_target(contactor_engine *engine, contactor_target *target);

/* Called with a line of JSON without its newline for everything that happens: touches, control events, gestures and their reasons, actions,
   anomalies; the lines of `contactor run --log`. */
typedef void (*contactor_log_line)(void *user, const char *line);
/* Sets who gets the log; `callback` may be NULL to end that. A log costs time for each event. Thread: the engine's. Errors: none more. */
contactor_result contactor_engine_on_log(contactor_engine *engine, contactor_log_line callback, void *user, contactor_release release);

/* Called when a touchscreen came (1) or went (0). */
typedef void (*contactor_device_change)(void *user, const contactor_device *device, int32_t is_there);
/* Sets the callback for touchscreens; `callback` may be NULL to end that. It is called at once for those that are there. Thread: the
   engine's. Errors: none more. */
contactor_result contactor_engine_on_device(contactor_engine *engine, contactor_device_change callback, void *user,
                                            contactor_release release);

/* Called with a sentence about a touchscreen that cannot be opened or read now; it is tried again. */
typedef void (*contactor_problem)(void *user, const char *sentence);
/* Sets the callback for problems with touchscreens; `callback` may be NULL to end that. Thread: the engine's. Errors: none more. */
contactor_result contactor_engine_on_problem(contactor_engine *engine, contactor_problem callback, void *user, contactor_release release);

/* An action that a layout asked for. New members come at the end; strings are the callback's until it returns. */
typedef struct contactor_layout_action {
  const char *name;          /* such as "toggle:"; "run" and "emit" for those */
  const char *target;        /* the id of the view that performed it, the program, or the name that was emitted; "" for nothing */
  const char *sender;        /* the id of the control or gesture */
  const char *event;         /* such as "touchUpInside" */
  const char *const *argv;   /* the program and its arguments for "run", ended by NULL */
  int32_t is_handled;        /* whether something performed it */
} contactor_layout_action;
/* Called for each action of a layout. */
typedef void (*contactor_layout_callback)(void *user, const contactor_layout_action *action);
/* Sets the callback for a layout's actions; `callback` may be NULL to end that. Thread: the engine's. Errors: STATE without a layout. */
contactor_result contactor_engine_on_layout_action(contactor_engine *engine, contactor_layout_callback callback, void *user,
                                                   contactor_release release);

/* Connects a target to an object of the layout's `objects:`, so that the layout's actions reach it. Thread: the engine's. Errors: STATE
   without a layout, TEXT, NOT_FOUND for an id or an action that is missing (the text says which), ENGINE. */
contactor_result contactor_engine_connect(contactor_engine *engine, contactor_target *target, const char *object);

/* ---- Sources of touches ---------------------------------------------------------------------------------------------------------- */

/* Where touches come from. */
typedef enum contactor_source_kind {
  CONTACTOR_SOURCE_LIBINPUT = 0, /* touchscreens by libinput, with udev's calibration and hot-plugging */
  CONTACTOR_SOURCE_EVDEV = 1     /* touchscreens by the kernel's events, without libinput's delays */
} contactor_source_kind;

/* How a source is opened. Set `size` to sizeof(contactor_source_options) and everything else to 0, then what you want. */
typedef struct contactor_source_options {
  size_t size;               /* of this structure, which may grow at its end */
  contactor_view *window;    /* the window that panels are stretched over; NULL for the engine's last one */
  const char *seat;          /* NULL for "seat0"; for sources without paths */
  int32_t is_exclusive;      /* 1: no other program gets the touches (EVIOCGRAB) */
  int32_t waits_for_missing; /* 1: a path that leads to no device is waited for; with libinput only where udev runs */
  uint32_t first_device;     /* the identity of the first device, 0 for 1; keeps several sources of an engine apart */
} contactor_source_options;

/* Opens touchscreens: of paths such as "/dev/input/event3", or for count 0 all of the seat, with those that come later.
   contactor_engine_fd() covers them. libinput, libevdev and libudev are loaded by the first call. `options` and `source` may be NULL.
   Owner: the engine, or contactor_source_close(). Thread: the engine's. Errors: LIBRARY, INPUT (the text says what to do), TEXT, VALUE,
   KIND, ENGINE, STATE for an engine with the host's clock or without a window. */
contactor_result contactor_source_open(contactor_engine *engine, contactor_source_kind kind, const char *const *paths, size_t count,
                                       const contactor_source_options *options, contactor_source **source);

/* Opens a recording of any format that `contactor replay` takes, and plays it in real time from the first dispatch on. Panels are stretched
   over `window`, or the engine's last one for NULL. Owner: the engine. Thread: the engine's. Errors: INPUT, TEXT, KIND, ENGINE, STATE as
   above. */
contactor_result contactor_source_open_recording(contactor_engine *engine, const char *path, contactor_view *window,
                                                 contactor_source **source);

/* Stores 1 if a recording has been played to its last frame (deadlines may still come), or a source is broken, else 0. Thread: the
   engine's. Errors: none more. */
contactor_result contactor_source_is_at_end(contactor_source *source, int32_t *at_end);

/* Closes a source: its touches are cancelled. Allowed in callbacks. Thread: the engine's. Errors: none more. */
contactor_result contactor_source_close(contactor_source *source);

/* Plays a whole recording at once, in its own time, as fast as possible and always with the same result. Panels are stretched over
   `window`, or the engine's last one for NULL. A path that is no file is refused. For engines with the host's clock. `frames`, if it is not
   NULL, gets the number of frames. Thread: the engine's. Errors: INPUT, TEXT, KIND, ENGINE, STATE for an engine without a window, with a
   monotonic clock, or that is handling input. */
contactor_result contactor_engine_play(contactor_engine *engine, const char *path, contactor_view *window, size_t *frames);

/* ---- Feeding by hand ------------------------------------------------------------------------------------------------------------- */

/* Creates a feed of contacts for hosts that have touches already: SDL, Wayland, LVGL, a toolkit. `bits` are those of the host's clock, 32
   or 64, which may wrap; `ticks_per_second` its unit, at least 1: 1000 for milliseconds. An engine with a monotonic clock brings the host's
   to its own: its offset is the smallest delay that was seen. A reading that lies less than 1/256 of the clock's range before the last one
   is a step back, every other one is later. Owner: the engine, or contactor_feed_destroy(). Thread: the engine's. Errors: VALUE. */
contactor_result contactor_feed_create(contactor_engine *engine, int32_t bits, int64_t ticks_per_second, contactor_feed **feed);

/* Stores the feed's device, for contactor_engine_route(). Thread: the engine's. Errors: none more. */
contactor_result contactor_feed_device(contactor_feed *feed, uint32_t *device);

/* A contact touched down, at points of the window that the device is routed to, else of the engine's space. Ids may be used again at once
   after up. NaN or infinity: no touch until the id is down again. An id that is down: it moves. Both are counted as anomalies. Thread: the
   engine's. Errors: none more. */
contactor_result contactor_feed_down(contactor_feed *feed, int64_t id, double x, double y);

/* A contact moved. An id that is not down, NaN or infinity: nothing moves, an anomaly is counted. Thread: the engine's. Errors: none more.
   */
contactor_result contactor_feed_moved(contactor_feed *feed, int64_t id, double x, double y);

/* A contact was lifted at its last place. Thread: the engine's. Errors: none more. */
contactor_result contactor_feed_up(contactor_feed *feed, int64_t id);

/* A contact was lifted at a place. Thread: the engine's. Errors: none more. */
contactor_result contactor_feed_up_at(contactor_feed *feed, int64_t id, double x, double y);

/* A contact was cancelled: a palm, a gesture of the compositor. Thread: the engine's. Errors: none more. */
contactor_result contactor_feed_cancelled(contactor_feed *feed, int64_t id);

/* Every contact was cancelled: Wayland's cancel. Thread: the engine's. Errors: none more. */
contactor_result contactor_feed_cancel_all(contactor_feed *feed);

/* Hands the engine what was fed since the last frame, at a moment of the host's clock; without news it lets time pass. In one frame,
   touches of one view are told in the order began, moved, ended, cancelled, and views in the order in which their touches began. Unit:
   ticks. Thread: the engine's. Errors: none more. */
contactor_result contactor_feed_frame(contactor_feed *feed, uint64_t ticks);

/* Destroys a feed: contacts that are down are cancelled. Thread: the engine's. Errors: none more. */
contactor_result contactor_feed_destroy(contactor_feed *feed);

/* ---- Views ----------------------------------------------------------------------------------------------------------------------- */

/* Creates a view, in points of the view that it will be added to. A window is there at once, in front of the others, and the first becomes
   the key window. Owner: the engine, or contactor_view_destroy(). Thread: the engine's. Errors: VALUE for a kind that is none or a frame
   that is not finite. */
contactor_result contactor_view_create(contactor_engine *engine, contactor_kind kind, contactor_rect frame, contactor_view **view);

/* Takes a view or window away and destroys it with everything in it: handles of views, gestures in it end, their callbacks are released,
   its touches are cancelled. Allowed in its callbacks. Thread: the engine's. Errors: STATE for a view of a layout, or a dialog's button. */
contactor_result contactor_view_destroy(contactor_view *view);

/* Stores a view's kind; CONTACTOR_OTHER for what a control has made itself. Thread: the engine's. Errors: none more. */
contactor_result contactor_view_kind(contactor_view *view, contactor_kind *kind);

/* Puts a view into another, in front of what is in it; it leaves its former superview. Thread: the engine's. Errors: ENGINE, STATE for a
   view in itself, a window, or more than 1000 levels. */
contactor_result contactor_view_add_subview(contactor_view *view, contactor_view *subview);

/* Puts a view into another at an index, 0 for behind everything. Thread: the engine's. Errors: as above, VALUE for an index out of range.
   */
contactor_result contactor_view_insert_subview(contactor_view *view, contactor_view *subview, size_t index);

/* Takes a view out of its superview; its handle stays. Thread: the engine's. Errors: STATE for a window, or a view of a layout or dialog.
   */
contactor_result contactor_view_remove(contactor_view *view);

/* Puts a view in front of its siblings, or a window in front of the others. Thread: the engine's. Errors: none more. */
contactor_result contactor_view_bring_to_front(contactor_view *view);

/* Stores the number of views in a view, those that a control has made included. Thread: the engine's. Errors: none more. */
contactor_result contactor_view_subview_count(contactor_view *view, size_t *count);

/* Stores a view in a view, back to front. Thread: the engine's. Errors: VALUE for an index out of range. */
contactor_result contactor_view_subview(contactor_view *view, size_t index, contactor_view **subview);

/* Stores the superview. Thread: the engine's. Errors: NOT_FOUND if there is none. */
contactor_result contactor_view_superview(contactor_view *view, contactor_view **superview);

/* Stores the window. Thread: the engine's. Errors: NOT_FOUND if there is none. */
contactor_result contactor_view_window(contactor_view *view, contactor_view **window);

/* Stores the view in front at a point of a view, that view included. Thread: the engine's. Errors: NOT_FOUND for a point outside, or that
   is not finite. */
contactor_result contactor_view_hit_test(contactor_view *view, contactor_point point, contactor_view **hit);

/* Converts a point of a view to another of the same window, or for NULL to the window. A point that is not finite stays so. Thread: the
   engine's. Errors: ENGINE. */
contactor_result contactor_view_convert(contactor_view *view, contactor_point point, contactor_view *to, contactor_point *result);

/* Sets a view's transform around its centre. Thread: the engine's. Errors: VALUE for what is not finite. */
contactor_result contactor_view_set_transform(contactor_view *view, contactor_transform transform);

/* Places the views that wait for it, so that frames are right before a drawing. Thread: the engine's. Errors: none more. */
contactor_result contactor_view_layout(contactor_view *view);

/* Makes a view the first responder, which gets keys and is asked first for actions. Thread: the engine's. Errors: STATE if it may not be.
   */
contactor_result contactor_view_focus(contactor_view *view);

/* Takes the first responder's role from a view. Thread: the engine's. Errors: STATE if it keeps it. */
contactor_result contactor_view_resign(contactor_view *view);

/* Makes a window the key window. Thread: the engine's. Errors: KIND. */
contactor_result contactor_window_make_key(contactor_view *window);

/* Called for each part. */
typedef void (*contactor_part_callback)(void *user, const contactor_part *part);
/* Calls back at once with each part of a control, back to front: what a drawing needs beside frame, state and values. The kinds are those on the
   control's page in Sources/ContactorControls/ContactorControls.docc. Thread: the engine's. Errors: none more. */
contactor_result contactor_view_parts(contactor_view *view, contactor_part_callback callback, void *user);

/* Called when something of a view has changed that shows: `changes` are CONTACTOR_CHANGE_… bits. */
typedef void (*contactor_change)(void *user, contactor_view *view, uint32_t changes);
/* Sets the callback for changes of a view; for a window, of those of every view in it, later ones included, after the view's own
   callback. `callback` may be NULL to end that. A view that a control has made gets a handle by it. Thread: the engine's. Errors: none more.
   */
contactor_result contactor_view_on_change(contactor_view *view, contactor_change callback, void *user, contactor_release release);

/* Called with touches of a view in one phase, in points of the view; the array is the callback's until it returns. */
typedef void (*contactor_touches)(void *user, contactor_view *view, contactor_phase phase, const contactor_touch *touches, size_t count);
/* Sets who gets the touches of a view of kind CONTACTOR_VIEW, in place of its superview; `callback` may be NULL to end that. Thread: the
   engine's. Errors: KIND. */
contactor_result contactor_view_on_touches(contactor_view *view, contactor_touches callback, void *user, contactor_release release);

/* Copies the touches of a view, in its points and the order of their beginnings: those that are down and those that were lifted in the
   current frame. At most `capacity` are copied; `count` gets how many there are. `touches` may be NULL if capacity is 0.
   Thread: the engine's. Errors: none more. */
contactor_result contactor_view_touches(contactor_view *view, contactor_touch *touches, size_t capacity, size_t *count);

/* Sets the target that a view of kind CONTACTOR_VIEW or CONTACTOR_WINDOW asks when an action without a target comes by; NULL for none.
   Thread: the engine's. Errors: KIND, ENGINE. */
contactor_result contactor_view_set_target(contactor_view *view, contactor_target *target);

/* ---- Properties ------------------------------------------------------------------------------------------------------------------ */

/* Properties of views, controls, gestures, menu items, dialogs and engines. "flag" is the number 0 or 1. (read) cannot be set. A property
   that an object does not have is answered with CONTACTOR_ERROR_PROPERTY. */
typedef enum contactor_property {
  /* Every view. */
  CONTACTOR_FRAME = 1,              /* rect: in points of the superview */
  CONTACTOR_BOUNDS = 2,             /* rect: in its own points */
  CONTACTOR_FRAME_IN_WINDOW = 3,    /* rect (read): around the view, in points of the window */
  CONTACTOR_HIDDEN = 4,             /* flag */
  CONTACTOR_ALPHA = 5,              /* number: 0 to 1; at 0.01 and below a view gets no touches */
  CONTACTOR_USER_INTERACTION = 6,   /* flag: gets touches */
  CONTACTOR_MULTIPLE_TOUCH = 7,     /* flag */
  CONTACTOR_EXCLUSIVE_TOUCH = 8,    /* flag */
  CONTACTOR_TAG = 9,                /* number: a whole one, yours */
  CONTACTOR_IDENTIFIER = 10,        /* text: for contactor_engine_find() */
  CONTACTOR_HIT_OUTSET = 11,        /* number: points around the view in which touches count for it */
  CONTACTOR_INDEXES_SUBVIEWS = 12,  /* flag: finds touches among hundreds of subviews faster */
  CONTACTOR_FIRST_RESPONDER = 13,   /* flag (read) */
  CONTACTOR_STATE = 14,             /* number (read): CONTACTOR_STATE_… bits */
  CONTACTOR_POINTS_PER_MILLIMETRE = 15, /* number: of a window's panel; 0 for unknown */
  CONTACTOR_ACCESSIBILITY_ROLE = 16,  /* text (read) */
  CONTACTOR_ACCESSIBILITY_LABEL = 17, /* text */
  CONTACTOR_ACCESSIBILITY_VALUE = 18, /* text */
  CONTACTOR_ACCESSIBILITY_HINT = 19,  /* text */
  /* Every control, and menu items if it says so. */
  CONTACTOR_ENABLED = 30,           /* flag; also cells, segments, menu items (read), gestures */
  CONTACTOR_SELECTED = 31,          /* flag; also cells of a table or matrix, segments */
  CONTACTOR_HIGHLIGHTED = 32,       /* flag */
  CONTACTOR_TRACKING = 33,          /* flag (read): a finger is on it */
  CONTACTOR_TOUCH_INSIDE = 34,      /* flag (read): and inside */
  CONTACTOR_TRACKING_OUTSET = 35,   /* number: points around it that count as inside while it is held */
  /* Values. Setting one sends nothing. */
  CONTACTOR_VALUE = 40,             /* number: slider, knob, stepper, progress (0 to 1), switch (0 or 1), button (-1 mixed, 0, 1), page
                                       control and page view (page), segmented, pop-up (index, -1 for none), text (its number), cells */
  CONTACTOR_MINIMUM = 41,           /* number: slider, knob, stepper */
  CONTACTOR_MAXIMUM = 42,           /* number: slider, knob, stepper */
  CONTACTOR_STEP = 43,              /* number: stepper; slider and knob (0 for none) */
  CONTACTOR_CONTINUOUS = 44,        /* flag: sends while it moves, not only at the end */
  CONTACTOR_SNAPS = 45,             /* flag: slider, knob: to steps */
  CONTACTOR_VERTICAL = 46,          /* flag: slider, page view */
  CONTACTOR_TOUCH_MODE = 47,        /* number: slider, knob: 0 jumps to the finger, 1 moves by what the finger moves, 2 the same by its knob alone */
  CONTACTOR_TICK_MARKS = 48,        /* number: slider, knob: how many */
  CONTACTOR_TICK_MARKS_ONLY = 49,   /* flag: slider, knob */
  CONTACTOR_WRAPS = 50,             /* flag: stepper */
  CONTACTOR_AUTOREPEAT = 51,        /* flag: stepper */
  CONTACTOR_ENDLESS = 52,           /* flag: knob, picker */
  CONTACTOR_START_ANGLE = 53,       /* number: knob */
  CONTACTOR_END_ANGLE = 54,         /* number: knob */
  CONTACTOR_ANGLE = 55,             /* number (read): knob: where its pointer is */
  CONTACTOR_INDETERMINATE = 56,     /* flag: progress */
  CONTACTOR_COUNT = 57,             /* number: pages of a page control, segments, (read) items, components, rows of a table, cells of a matrix */
  CONTACTOR_BUTTON_TYPE = 58,       /* number: 0 momentary, 1 push on push off, 2 toggle, 3 switch, 4 radio */
  CONTACTOR_ALLOWS_MIXED = 59,      /* flag: button */
  CONTACTOR_SELECTION_MODE = 60,    /* number: segmented: 0 one, 1 any, 2 momentary; matrix: 0 radio, 1 highlight, 2 list, 3 track */
  CONTACTOR_ROW_HEIGHT = 61,        /* number: picker, table, outline */
  CONTACTOR_PULLS_DOWN = 62,        /* flag: pop-up */
  /* Texts. */
  CONTACTOR_TITLE = 80,             /* text: button, pop-up, menu, menu item, dialog; segments, cells by contactor_set_text_at() */
  CONTACTOR_TEXT = 81,              /* text: text field and view, PIN field, dial pad, table cell; of others their value as text (read) */
  CONTACTOR_DETAIL = 82,            /* text: table cell, dialog */
  CONTACTOR_PLACEHOLDER = 83,       /* text: text field and view */
  CONTACTOR_SECURE = 84,            /* flag: text field, PIN field, keyboard */
  CONTACTOR_MAXIMUM_LENGTH = 85,    /* number: characters of a text field or dial pad, digits of a PIN field */
  CONTACTOR_KEYBOARD_TYPE = 86,     /* number: text, keyboard: 0 letters, 1 digits, 2 PIN, 3 phone, 4 decimal, 5 email, 6 URL */
  CONTACTOR_AUTOCAPITALIZATION = 87, /* number: text, keyboard: 0 none, 1 words, 2 sentences, 3 all characters */
  CONTACTOR_EDITING = 88,           /* flag: text (read), table: shows its editing marks */
  CONTACTOR_SELECTION_START = 89,   /* number: text: characters before the selection */
  CONTACTOR_SELECTION_END = 90,     /* number: text */
  CONTACTOR_COMPLETE = 91,          /* flag (read): PIN field */
  CONTACTOR_LANGUAGE = 92,          /* number: keyboard: index of its layout */
  CONTACTOR_FOLLOWS_FIRST_RESPONDER = 93, /* flag: keyboard: takes the type of what is typed into */
  CONTACTOR_KEY_EQUIVALENT = 94,    /* text: button, menu item */
  /* Scrolling. */
  CONTACTOR_CONTENT_SIZE = 110,     /* rect: width and height count; scroll view (others read) */
  CONTACTOR_CONTENT_OFFSET = 111,   /* rect: x and y count; scroll views, text (read) */
  CONTACTOR_SCROLL_ENABLED = 112,   /* flag */
  CONTACTOR_BOUNCES = 113,          /* flag */
  CONTACTOR_PAGING = 114,           /* flag */
  CONTACTOR_DIRECTIONAL_LOCK = 115, /* flag */
  CONTACTOR_DECELERATION = 116,     /* number: the share of speed left after a millisecond, 0 to below 1; 0.998 usually */
  CONTACTOR_DELAYS_TOUCHES = 117,   /* flag */
  CONTACTOR_DRAGGING = 118,         /* flag (read) */
  CONTACTOR_DECELERATING = 119,     /* flag (read) */
  CONTACTOR_ZOOM = 120,             /* number */
  CONTACTOR_MINIMUM_ZOOM = 121,     /* number */
  CONTACTOR_MAXIMUM_ZOOM = 122,     /* number */
  CONTACTOR_ALLOWS_SELECTION = 123, /* flag: table, collection */
  CONTACTOR_MULTIPLE_SELECTION = 124, /* flag: table, collection */
  CONTACTOR_HEADER_HEIGHT = 125,    /* number: table, collection */
  CONTACTOR_ITEM_SIZE = 126,        /* rect: width and height count; collection, cells of a matrix */
  CONTACTOR_ITEM_SPACING = 127,     /* rect: width and height count; collection, matrix */
  CONTACTOR_ACCESSORY = 128,        /* number: table cell: 0 none, 1 disclosure, 2 check mark, 3 detail button */
  CONTACTOR_COLUMN_WIDTH = 129,     /* number: browser */
  CONTACTOR_ALLOWS_EMPTY_SELECTION = 130, /* flag: matrix */
  CONTACTOR_SELECTED_ROW = 131,     /* number (read): matrix, table; -1 for none */
  CONTACTOR_SELECTED_COLUMN = 132,  /* number (read): matrix, browser; -1 for none */
  /* Gestures; durations in seconds, distances in points. */
  CONTACTOR_TOUCHES = 150,          /* number: fingers that are needed (the least, for pan, pinch, rotation) */
  CONTACTOR_MAXIMUM_TOUCHES = 151,  /* number: pan, pinch, rotation */
  CONTACTOR_TAPS = 152,             /* number: tap, long press (before the press) */
  CONTACTOR_DURATION = 153,         /* number: the least of a press or hold, the greatest of a tap or swipe */
  CONTACTOR_INTERVAL = 154,         /* number: the greatest between taps */
  CONTACTOR_MOVEMENT = 155,         /* number: the greatest of a tap or press; the least of a pan, pinch (span) or swipe; of a rotation in radians */
  CONTACTOR_DIRECTION = 156,        /* number: swipe: 1 right, 2 left, 4 up, 8 down, or several; stroke: 0 any, 1 forward */
  CONTACTOR_EDGES = 157,            /* number: edge pan: 1 top, 2 left, 4 bottom, 8 right, or several */
  CONTACTOR_EDGE_WIDTH = 158,       /* number: edge pan; side of the corners of a corner sequence */
  CONTACTOR_THRESHOLD = 159,        /* number: stroke: how similar, 0 to 1 */
  CONTACTOR_CANCELS_TOUCHES = 160,  /* flag */
  CONTACTOR_DELAYS_BEGAN = 161,     /* flag */
  CONTACTOR_DELAYS_ENDED = 162,     /* flag */
  CONTACTOR_GESTURE_STATE = 163,    /* number (read): CONTACTOR_GESTURE_… */
  CONTACTOR_SCALE = 164,            /* number: pinch */
  CONTACTOR_ROTATION = 165,         /* number: rotation */
  CONTACTOR_SPEED = 166,            /* number (read): pinch (1/s), rotation (rad/s) */
  CONTACTOR_NAME = 167,             /* text: for the log */
  CONTACTOR_MATCH = 168,            /* text (read): stroke: the name of the recognized template */
  CONTACTOR_NUMBER_OF_TOUCHES = 169, /* number (read): fingers on it */
  CONTACTOR_SCORE = 170,            /* number (read): stroke: how similar */
  /* The engine's limits (Tuning.swift); durations in seconds. */
  CONTACTOR_TUNING_TAP_INTERVAL = 190,    /* number: between the taps of a double tap */
  CONTACTOR_TUNING_TAP_DISTANCE = 191,    /* number: points */
  CONTACTOR_TUNING_TAP_DURATION = 192,    /* number */
  CONTACTOR_TUNING_TRACKING_OUTSET = 193, /* number: points around a control that count as inside while it is held */
  CONTACTOR_TUNING_REPEAT_DELAY = 194,    /* number: of steppers and keys */
  CONTACTOR_TUNING_REPEAT_INTERVAL = 195, /* number */
  CONTACTOR_TUNING_LONG_PRESS = 196,      /* number */
  CONTACTOR_TUNING_PAN = 197              /* number: points before a pan begins */
} contactor_property;

/* Sets a number or flag. `object` is any handle. Unit: the property's. Thread: the engine's. Errors: PROPERTY, VALUE for NaN. */
contactor_result contactor_set_number(void *object, contactor_property property, double value);
/* Stores a number or flag. Thread: the engine's. Errors: PROPERTY. */
contactor_result contactor_get_number(void *object, contactor_property property, double *value);
/* Sets a text. `text` may be NULL for none. Thread: the engine's. Errors: PROPERTY, TEXT. */
contactor_result contactor_set_text(void *object, contactor_property property, const char *text);
/* Copies a text; see "Text". Thread: the engine's. Errors: PROPERTY. */
contactor_result contactor_get_text(void *object, contactor_property property, char *buffer, size_t capacity, size_t *length);
/* Sets a rectangle. Unit: points. Thread: the engine's. Errors: PROPERTY, VALUE for what is not finite. */
contactor_result contactor_set_rect(void *object, contactor_property property, contactor_rect rect);
/* Stores a rectangle. Unit: points. Thread: the engine's. Errors: PROPERTY. */
contactor_result contactor_get_rect(void *object, contactor_property property, contactor_rect *rect);

/* Properties of an item: a segment, an item of a pop-up (column 0), a row of a picker's component (column), an entry of a form (column 0),
   a cell of a matrix (row and column). */

/* Sets a number of an item: segment ENABLED, SELECTED, TAG; cell VALUE, ENABLED, TAG. Thread: the engine's. Errors: PROPERTY, VALUE for NaN
   or an index out of range. */
contactor_result contactor_set_number_at(contactor_view *view, contactor_property property, size_t row, size_t column, double value);
/* Stores a number of an item: segment and cell ENABLED, SELECTED, TAG; cell VALUE. Thread: the engine's. Errors: PROPERTY, VALUE. */
contactor_result contactor_get_number_at(contactor_view *view, contactor_property property, size_t row, size_t column, double *value);
/* Sets TITLE of a segment, pop-up's item, form's entry or cell, or TEXT of a form's entry or cell. `text` may be NULL for none. Thread: the
   engine's. Errors: PROPERTY, VALUE, TEXT. */
contactor_result contactor_set_text_at(contactor_view *view, contactor_property property, size_t row, size_t column, const char *text);
/* Copies the same, and TITLE of a picker's row; see "Text". Thread: the engine's. Errors: PROPERTY, VALUE. */
contactor_result contactor_get_text_at(contactor_view *view, contactor_property property, size_t row, size_t column, char *buffer,
                                       size_t capacity, size_t *length);

/* Puts titles in place of all items: of a segmented control, a pop-up, a form (column 0), or a component of a picker (column; the next new
   one adds a component). Thread: the engine's. Errors: KIND, TEXT, VALUE for more items than the control can have. */
contactor_result contactor_set_titles(contactor_view *view, size_t column, const char *const *titles, size_t count);

/* Stores the selected row of a picker's component, -1 for none. Thread: the engine's. Errors: KIND, VALUE. */
contactor_result contactor_picker_selected(contactor_view *picker, size_t component, int64_t *row);
/* Selects a row of a picker's component, from 0; `animated` 1 turns it there. Thread: the engine's. Errors: KIND, VALUE. */
contactor_result contactor_picker_select(contactor_view *picker, size_t component, int64_t row, int32_t animated);

/* Kinds of cells of a matrix. */
typedef enum contactor_cell_kind {
  CONTACTOR_CELL_BUTTON = 0, /* ButtonCell */
  CONTACTOR_CELL_TEXT = 1,   /* TextFieldCell */
  CONTACTOR_CELL_SLIDER = 2  /* SliderCell */
} contactor_cell_kind;
/* Gives a matrix new cells of one kind. Thread: the engine's. Errors: KIND, VALUE for more than 100,000 cells. */
contactor_result contactor_matrix_set_cells(contactor_view *matrix, contactor_cell_kind kind, size_t rows, size_t columns);
/* Selects a cell, which unselects others as the matrix's mode says. Thread: the engine's. Errors: KIND, VALUE, STATE for a disabled cell.
   */
contactor_result contactor_matrix_select(contactor_view *matrix, size_t row, size_t column);

/* ---- Controls -------------------------------------------------------------------------------------------------------------------- */

/* Adds a callback for control events, in the order of adding. `token`, if it is not NULL, gets a number for contactor_control_off().
   Thread: the engine's. Errors: KIND for a view that is no control. */
contactor_result contactor_control_on(contactor_view *control, uint32_t events, contactor_action callback, void *user,
                                      contactor_release release, uint64_t *token);

/* Takes a callback back. Thread: the engine's. Errors: NOT_FOUND for a number that is not one of this control's. */
contactor_result contactor_control_off(contactor_view *control, uint64_t token);

/* Adds an action by name, such as "save", "save:" or "save:forEvent:": of a target, or for NULL of the first in the responder chain that
   performs it when it is sent. The target is held weakly; the same pair once more adds its events. Thread: the engine's. Errors: KIND,
   TEXT, ENGINE, NOT_FOUND for a name that the target does not have (the text lists those that it has). */
contactor_result contactor_control_add_target(contactor_view *control, contactor_target *target, const char *action, uint32_t events);

/* Takes events from an action; NULL stands for every target, every action. Thread: the engine's. Errors: KIND, TEXT, ENGINE. */
contactor_result contactor_control_remove_target(contactor_view *control, contactor_target *target, const char *action, uint32_t events);

/* Sends a control's actions for events, as if they had happened. Thread: the engine's. Errors: KIND. */
contactor_result contactor_control_send(contactor_view *control, uint32_t events);

/* Acts as a tap on a button, without a finger. Thread: the engine's. Errors: KIND. */
contactor_result contactor_button_click(contactor_view *button);

/* Makes buttons one group, with at most one of them on; they get the type radio. Thread: the engine's. Errors: KIND, ENGINE, VALUE for none,
   or more than 10,000. */
contactor_result contactor_button_group(contactor_view *const *buttons, size_t count);

/* Types a text into a text field or view, or a PIN field, as a key does. Thread: the engine's. Errors: KIND, TEXT. */
contactor_result contactor_text_insert(contactor_view *view, const char *text);

/* The stages of tracking a touch in a control of your own. */
typedef enum contactor_tracking {
  CONTACTOR_TRACKING_BEGIN = 0,    /* return 1 to follow the touch */
  CONTACTOR_TRACKING_CONTINUE = 1, /* return 1 to follow it on */
  CONTACTOR_TRACKING_END = 2,      /* `touch` may be NULL */
  CONTACTOR_TRACKING_CANCEL = 3    /* `touch` is NULL */
} contactor_tracking;
/* Called for each stage; `touch` is in points of the control. */
typedef int32_t (*contactor_tracking_callback)(void *user, contactor_view *control, contactor_tracking stage, const contactor_touch *touch);
/* Sets who follows the touches of a control of kind CONTACTOR_CONTROL; `callback` may be NULL for the usual. Thread: the engine's. Errors:
   KIND. */
contactor_result contactor_control_on_tracking(contactor_view *control, contactor_tracking_callback callback, void *user,
                                               contactor_release release);

/* ---- Targets --------------------------------------------------------------------------------------------------------------------- */

/* Creates an object that takes actions by name. Owner: the engine, or contactor_target_destroy(). Thread: the engine's. Errors: none more.
   */
contactor_result contactor_target_create(contactor_engine *engine, contactor_target **target);

/* Adds an action to a target, "name", "name:" or "name:forEvent:"; the same name once more replaces it. Thread: the engine's. Errors: TEXT
   for a name that is none. */
contactor_result contactor_target_on(contactor_target *target, const char *name, contactor_action callback, void *user,
                                     contactor_release release);

/* Destroys a target; controls send it nothing more. Thread: the engine's. Errors: none more. */
contactor_result contactor_target_destroy(contactor_target *target);

/* ---- Gestures -------------------------------------------------------------------------------------------------------------------- */

/* Kinds of gestures. */
typedef enum contactor_gesture_kind {
  CONTACTOR_TAP = 0,
  CONTACTOR_LONG_PRESS = 1,
  CONTACTOR_PAN = 2,
  CONTACTOR_EDGE_PAN = 3,
  CONTACTOR_SWIPE = 4,
  CONTACTOR_PINCH = 5,
  CONTACTOR_ROTATE = 6,
  CONTACTOR_HOLD = 7,              /* several fingers held still */
  CONTACTOR_CORNERS = 8,           /* taps into the corners of the view, one after the other */
  CONTACTOR_STROKE = 9             /* a drawn figure; see contactor_gesture_add_template() */
} contactor_gesture_kind;

/* States of a gesture. */
enum {
  CONTACTOR_GESTURE_POSSIBLE = 0,
  CONTACTOR_GESTURE_BEGAN = 1,
  CONTACTOR_GESTURE_CHANGED = 2,
  CONTACTOR_GESTURE_ENDED = 3,     /* recognized, for those that happen once */
  CONTACTOR_GESTURE_CANCELLED = 4,
  CONTACTOR_GESTURE_FAILED = 5
};

/* Creates a recognizer for the touches in a view. Owner: the engine, or contactor_gesture_destroy(), or its view's end. Thread: the
   engine's. Errors: VALUE for a kind that is none. */
contactor_result contactor_gesture_create(contactor_view *view, contactor_gesture_kind kind, contactor_gesture **gesture);

/* Takes a recognizer from its view and destroys it. Allowed in its callbacks. Thread: the engine's. Errors: none more. */
contactor_result contactor_gesture_destroy(contactor_gesture *gesture);

/* Called at each change of state except to failed and possible. */
typedef void (*contactor_gesture_callback)(void *user, contactor_gesture *gesture, int32_t state);
/* Adds a callback to a recognizer. Thread: the engine's. Errors: none more. */
contactor_result contactor_gesture_on(contactor_gesture *gesture, contactor_gesture_callback callback, void *user, contactor_release release);

/* Adds a named action for the first in the responder chain, from the gesture's view on, that performs it. Thread: the engine's. Errors:
   TEXT. */
contactor_result contactor_gesture_add_action(contactor_gesture *gesture, const char *action);

/* Makes a recognizer wait until another has failed. Thread: the engine's. Errors: ENGINE. */
contactor_result contactor_gesture_require_failure(contactor_gesture *gesture, contactor_gesture *other);

/* What a recognizer asks. */
typedef enum contactor_gesture_question {
  CONTACTOR_GESTURE_SHOULD_BEGIN = 0,    /* usually 1 */
  CONTACTOR_GESTURE_SHOULD_RECEIVE = 1,  /* a touch, usually 1 */
  CONTACTOR_GESTURE_TOGETHER = 2         /* with another, usually 0 */
} contactor_gesture_question;
/* Answers a question: 1 for yes. `other` is NULL but for TOGETHER, `touch` (in points of the gesture's view) but for SHOULD_RECEIVE. */
typedef int32_t (*contactor_gesture_answer)(void *user, contactor_gesture *gesture, contactor_gesture_question question,
                                            contactor_gesture *other, const contactor_touch *touch);
/* Sets who decides for a recognizer; `callback` may be NULL for the usual. Thread: the engine's. Errors: none more. */
contactor_result contactor_gesture_set_delegate(contactor_gesture *gesture, contactor_gesture_answer callback, void *user,
                                                contactor_release release);

/* Stores the middle of the fingers, in points of a view, or of the gesture's for NULL. Thread: the engine's. Errors: ENGINE. */
contactor_result contactor_gesture_location(contactor_gesture *gesture, contactor_view *view, contactor_point *location);
/* Stores how far a pan has come. Unit: points of the gesture's view. Thread: the engine's. Errors: KIND. */
contactor_result contactor_gesture_translation(contactor_gesture *gesture, contactor_point *translation);
/* Stores a pan's speed. Unit: points of the gesture's view per second. Thread: the engine's. Errors: KIND. */
contactor_result contactor_gesture_velocity(contactor_gesture *gesture, contactor_point *velocity);
/* Adds a figure to a stroke recognizer: `points` of a single stroke; any size and place. Thread: the engine's. Errors: KIND, TEXT, VALUE
   for fewer than two different points or what is not finite. */
contactor_result contactor_gesture_add_template(contactor_gesture *gesture, const char *name, const contactor_point *points, size_t count);

/* ---- Scrolling, lists, trees ----------------------------------------------------------------------------------------------------- */

/* Scrolls to an offset; `animated` 1 with a movement. Unit: points. Thread: the engine's. Errors: KIND, VALUE for what is not finite. */
contactor_result contactor_scroll_to(contactor_view *view, contactor_point offset, int32_t animated);

/* Adds a page at the end of a page view, from another if it was there; contactor_view_remove() and contactor_view_destroy() take it out.
   Thread: the engine's. Errors: KIND, ENGINE, STATE as contactor_view_add_subview(). */
contactor_result contactor_page_view_add(contactor_view *pages, contactor_view *page);

/* Where a table or collection gets its rows from. Set `size` to sizeof(contactor_list_source), what you do not need to NULL. The callbacks
   hold until another source is set or the list is destroyed; then `release` is called with `user`. Rows are asked for as they come into
   sight. Of more than 65,536 sections and 2,147,483,647 rows in all, the rest is left out. */
typedef struct contactor_list_source {
  size_t size;
  void *user;
  contactor_release release;
  size_t (*sections)(void *user, contactor_view *list);                                /* NULL for 1 */
  size_t (*rows)(void *user, contactor_view *list, size_t section);                    /* must be there */
  void (*cell)(void *user, contactor_view *list, contactor_view *cell, size_t section, size_t row); /* fills a cell, which may have been another row's */
  void (*title)(void *user, contactor_view *list, size_t section, char *buffer, size_t capacity);   /* of a section: write a string with its NUL, at most capacity bytes, or "" */
  double (*height)(void *user, contactor_view *list, size_t section, size_t row);      /* below 0 for the table's; NULL for all */
  void (*selected)(void *user, contactor_view *list, size_t section, size_t row, int32_t is_selected);
  int32_t (*may_delete)(void *user, contactor_view *list, size_t section, size_t row); /* NULL for no */
  void (*deleted)(void *user, contactor_view *list, size_t section, size_t row);       /* remove it and call contactor_list_delete() */
  int32_t (*may_move)(void *user, contactor_view *list, size_t section, size_t row);   /* NULL for no */
  void (*moved)(void *user, contactor_view *list, size_t section, size_t row, size_t to_section, size_t to_row);
} contactor_list_source;
/* Sets where a table or collection gets its rows from; NULL for nowhere. Thread: the engine's. Errors: KIND, VALUE for a size that is too
   small, NULL without `rows`. In each of these cases `release` is called, if the size covers it. */
contactor_result contactor_list_set_source(contactor_view *list, const contactor_list_source *source);
/* Asks for everything anew. Thread: the engine's. Errors: KIND. */
contactor_result contactor_list_reload(contactor_view *list);
/* Begins changes that show together; calls nest. Thread: the engine's. Errors: KIND. */
contactor_result contactor_list_begin(contactor_view *list);
/* Ends them: the source must have the new rows now. Thread: the engine's. Errors: KIND, STATE if the numbers of rows do not fit the
   changes; everything is asked for anew then. */
contactor_result contactor_list_end(contactor_view *list);
/* Rows were inserted at a row. Thread: the engine's. Errors: KIND, VALUE for more than a million, STATE as above. */
contactor_result contactor_list_insert(contactor_view *list, size_t section, size_t row, size_t count);
/* Rows were deleted. Thread: the engine's. Errors: KIND, VALUE, STATE as above. */
contactor_result contactor_list_delete(contactor_view *list, size_t section, size_t row, size_t count);
/* Rows have new contents. Thread: the engine's. Errors: KIND, VALUE, STATE as above. */
contactor_result contactor_list_refresh(contactor_view *list, size_t section, size_t row, size_t count);
/* Selects (1) or unselects (0) a row. Thread: the engine's. Errors: KIND, VALUE for a row that is not there. */
contactor_result contactor_list_select(contactor_view *list, size_t section, size_t row, int32_t is_selected);
/* Stores whether a row is selected. Thread: the engine's. Errors: KIND, VALUE for a row that is not there. */
contactor_result contactor_list_is_selected(contactor_view *list, size_t section, size_t row, int32_t *is_selected);
/* Scrolls to a row. Thread: the engine's. Errors: KIND, VALUE for a row that is not there. */
contactor_result contactor_list_scroll_to(contactor_view *list, size_t section, size_t row, int32_t animated);
/* Stores the row at a point of the list's own space. Thread: the engine's. Errors: KIND, NOT_FOUND. */
contactor_result contactor_list_row_at(contactor_view *list, contactor_point point, size_t *section, size_t *row);
/* Called with each cell in sight; its frame is in the list's own space. */
typedef void (*contactor_cell_callback)(void *user, contactor_view *list, contactor_view *cell, size_t section, size_t row);
/* Calls back at once with the cells in sight, for drawing. Thread: the engine's. Errors: KIND. */
contactor_result contactor_list_cells(contactor_view *list, contactor_cell_callback callback, void *user);

/* Where an outline or browser gets its items from. Items are numbers of yours; 0 is the root. Set `size` to sizeof(contactor_tree_source).
   */
typedef struct contactor_tree_source {
  size_t size;
  void *user;
  contactor_release release;
  size_t (*children)(void *user, uint64_t item);                                       /* how many; must be there */
  uint64_t (*child)(void *user, uint64_t item, size_t index);                          /* each number once; must be there */
  int32_t (*is_branch)(void *user, uint64_t item);                                     /* NULL: what has children */
  void (*title)(void *user, uint64_t item, char *buffer, size_t capacity);             /* write a string with its NUL; must be there */
  void (*selected)(void *user, contactor_view *tree, uint64_t item);
} contactor_tree_source;
/* Sets where an outline or browser gets its items from; NULL for nowhere. Thread: the engine's. Errors: KIND, VALUE for a size that is too
   small, NULL without what must be there. In each of these cases `release` is called, if the size covers it. */
contactor_result contactor_tree_set_source(contactor_view *tree, const contactor_tree_source *source);
/* Asks for everything anew. Thread: the engine's. Errors: KIND. */
contactor_result contactor_tree_reload(contactor_view *tree);
/* Shows (1) or hides (0) the children of an outline's item. Thread: the engine's. Errors: KIND, NOT_FOUND for an item that is not shown or
   has none. */
contactor_result contactor_outline_expand(contactor_view *outline, uint64_t item, int32_t is_expanded);

/* ---- Menus and dialogs ----------------------------------------------------------------------------------------------------------- */

/* Creates a menu; `title` may be NULL. Owner: the engine, or contactor_menu_destroy(). Thread: the engine's. Errors: TEXT. */
contactor_result contactor_menu_create(contactor_engine *engine, const char *title, contactor_menu **menu);
/* Destroys a menu and its items; it is closed. Thread: the engine's. Errors: none more. */
contactor_result contactor_menu_destroy(contactor_menu *menu);
/* Adds an item with a callback, whose sender is NULL and whose event is NULL. `item` may be NULL. Thread: the engine's. Errors: TEXT. */
contactor_result contactor_menu_add(contactor_menu *menu, const char *title, contactor_action callback, void *user,
                                    contactor_release release, contactor_menu_item **item);
/* Adds an item that sends a named action along the responder chain, or to a target. Thread: the engine's. Errors: TEXT, ENGINE, NOT_FOUND
   for a name that the target does not have. */
contactor_result contactor_menu_add_action(contactor_menu *menu, const char *title, const char *action, contactor_target *target,
                                           contactor_menu_item **item);
/* Adds a line between items. Thread: the engine's. Errors: none more. */
contactor_result contactor_menu_add_separator(contactor_menu *menu);
/* Adds an item that opens a menu. Thread: the engine's. Errors: TEXT, ENGINE, STATE for a menu that is in another, in itself, or more than
   16 levels deep. */
contactor_result contactor_menu_add_submenu(contactor_menu *menu, const char *title, contactor_menu *submenu, contactor_menu_item **item);
/* Opens a menu at a rectangle of a view. Thread: the engine's. Errors: ENGINE, STATE for a menu without items or a view without a window.
   */
contactor_result contactor_menu_pop_up(contactor_menu *menu, contactor_view *view, contactor_rect rect);
/* Closes a menu. Thread: the engine's. Errors: none more. */
contactor_result contactor_menu_close(contactor_menu *menu);
/* Performs the item at an index, as a tap does. Thread: the engine's. Errors: VALUE, STATE for a disabled item. */
contactor_result contactor_menu_perform(contactor_menu *menu, size_t index);
/* Opens a menu by a long press on a view; NULL takes it back. Thread: the engine's. Errors: ENGINE. */
contactor_result contactor_view_set_menu(contactor_view *view, contactor_menu *menu);

/* Creates a dialog; `title` and `message` may be NULL. Owner: the engine, or contactor_alert_destroy(). Thread: the engine's. Errors: TEXT.
   */
contactor_result contactor_alert_create(contactor_engine *engine, const char *title, const char *message, contactor_alert **alert);
/* Destroys a dialog; one that is shown ends with CONTACTOR_ALERT_ABORTED. Thread: the engine's. Errors: none more. */
contactor_result contactor_alert_destroy(contactor_alert *alert);
/* The style of a dialog's button. */
typedef enum contactor_alert_style {
  CONTACTOR_ALERT_STANDARD = 0,
  CONTACTOR_ALERT_CANCEL = 1,      /* the escape key's; its answer is CONTACTOR_ALERT_CANCELLED */
  CONTACTOR_ALERT_DESTRUCTIVE = 2
} contactor_alert_style;
/* Answers beside the buttons' indexes. */
enum {
  CONTACTOR_ALERT_CANCELLED = -1,
  CONTACTOR_ALERT_ABORTED = -2     /* nothing was chosen: its window is gone */
};
/* Adds a button. `button` may be NULL. Thread: the engine's. Errors: TEXT, VALUE for a style that is none, STATE for more than 32 or while
   it is shown. */
contactor_result contactor_alert_add_button(contactor_alert *alert, const char *title, contactor_alert_style style, contactor_view **button);
/* Adds a line of text, once; more calls store the same. `text` and `field` may be NULL. Thread: the engine's. Errors: TEXT. */
contactor_result contactor_alert_add_text_field(contactor_alert *alert, const char *text, contactor_view **field);
/* Called once with the index of the chosen button in the order of adding, or CONTACTOR_ALERT_…. */
typedef void (*contactor_alert_callback)(void *user, contactor_alert *alert, int32_t answer);
/* Shows a dialog over a window until a button is chosen. Thread: the engine's. Errors: KIND, ENGINE, STATE if it is shown already or has no
   button. */
contactor_result contactor_alert_begin(contactor_alert *alert, contactor_view *window, contactor_alert_callback callback, void *user,
                                       contactor_release release);
/* Ends a dialog that is shown, with an answer. Thread: the engine's. Errors: STATE for one that is not shown, VALUE. */
contactor_result contactor_alert_end(contactor_alert *alert, int32_t answer);

#ifdef __cplusplus
}
#endif

#endif
