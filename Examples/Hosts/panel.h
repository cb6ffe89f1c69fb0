/*
 * The panel that every example shows: a button and a slider in a window of 400 × 240 points, a long press anywhere, what their actions print,
 * and how they are drawn as rectangles. What differs from host to host, the loop, the touches and the drawing surface, is in the host's own file.
 */
#ifndef PANEL_H
#define PANEL_H

#include <contactor.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PANEL_WIDTH = 400, PANEL_HEIGHT = 240 };

/* Colours, 0xRRGGBB. */
enum {
  PANEL_BACKGROUND = 0x202428,
  PANEL_BUTTON = 0x3a6ea5,
  PANEL_BUTTON_DOWN = 0x8fb8e0,
  PANEL_TRACK = 0x5a6068,
  PANEL_FILLED = 0x4caf50,
  PANEL_KNOB = 0xf0f0f0
};

typedef struct panel {
  contactor_engine *engine;
  contactor_view *window, *button, *slider;
  int presses;    /* of the button */
  int long_presses;
  int64_t pressed_long_at; /* panel_now() of the last one */
  double value;   /* of the slider, as its last action had it */
  int is_changed; /* something that shows has changed since panel_draw() */
} panel;

/* Ends the program if a call has failed; the examples have no better answer. */
static inline void panel_must(contactor_result result, const char *call) {
  if (result == CONTACTOR_OK) return;
  fprintf(stderr, "%s: %s: %s\n", call, contactor_result_name(result), contactor_error_text());
  exit(1);
}
#define MUST(call) panel_must((call), #call)

/* ---- Actions --------------------------------------------------------------------------------------------------------------------- */

static inline void panel_pressed(void *user, contactor_view *sender, const contactor_event *event) {
  panel *self = (panel *)user;
  (void)sender, (void)event;
  self->presses += 1;
  printf("button pressed\n");
}

static inline void panel_slid(void *user, contactor_view *sender, const contactor_event *event) {
  panel *self = (panel *)user;
  (void)event;
  MUST(contactor_get_number(sender, CONTACTOR_VALUE, &self->value));
  printf("slider %.0f %%\n", self->value * 100);
}

/* Microseconds of CLOCK_MONOTONIC. */
static inline int64_t panel_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* Comes by time alone, while the finger rests: a host that does not meet the engine's deadlines has it late. */
static inline void panel_pressed_long(void *user, contactor_gesture *gesture, int32_t state) {
  panel *self = (panel *)user;
  (void)gesture;
  if (state != CONTACTOR_GESTURE_BEGAN) return;
  self->long_presses += 1;
  self->pressed_long_at = panel_now();
  printf("long press\n");
}

static inline void panel_changed(void *user, contactor_view *view, uint32_t changes) {
  (void)view, (void)changes;
  ((panel *)user)->is_changed = 1;
}

/* ---- Views ----------------------------------------------------------------------------------------------------------------------- */

static inline void panel_create(panel *self, contactor_clock clock) {
  const contactor_rect whole = {0, 0, PANEL_WIDTH, PANEL_HEIGHT}, button = {40, 40, 120, 60}, slider = {40, 140, 320, 44};
  contactor_gesture *press;
  memset(self, 0, sizeof *self);
  self->is_changed = 1;
  setvbuf(stdout, NULL, _IOLBF, 0);
  MUST(contactor_engine_create(clock, &self->engine));
  MUST(contactor_view_create(self->engine, CONTACTOR_WINDOW, whole, &self->window));
  MUST(contactor_view_create(self->engine, CONTACTOR_BUTTON, button, &self->button));
  MUST(contactor_view_create(self->engine, CONTACTOR_SLIDER, slider, &self->slider));
  MUST(contactor_view_add_subview(self->window, self->button));
  MUST(contactor_view_add_subview(self->window, self->slider));
  MUST(contactor_control_on(self->button, CONTACTOR_TOUCH_UP_INSIDE, panel_pressed, self, NULL, NULL));
  MUST(contactor_control_on(self->slider, CONTACTOR_VALUE_CHANGED, panel_slid, self, NULL, NULL));
  MUST(contactor_gesture_create(self->window, CONTACTOR_LONG_PRESS, &press));
  MUST(contactor_gesture_on(press, panel_pressed_long, self, NULL));
}

/* ---- Drawing --------------------------------------------------------------------------------------------------------------------- */

/* Fills a rectangle of the window with a colour. */
typedef void (*panel_fill)(void *surface, contactor_rect rect, uint32_t colour);

typedef struct panel_pen {
  panel_fill fill;
  void *surface;
  contactor_rect view; /* of the view whose parts are drawn, in points of the window */
} panel_pen;

static inline uint32_t panel_colour(const contactor_part *part) {
  if (strcmp(part->kind, "track") == 0) return PANEL_TRACK;
  if (strcmp(part->kind, "filled") == 0) return PANEL_FILLED;
  return PANEL_KNOB;
}

/* A part's frame is in points of its view. */
static inline void panel_draw_part(void *user, const contactor_part *part) {
  const panel_pen *pen = (const panel_pen *)user;
  contactor_rect rect = part->frame;
  rect.x += pen->view.x;
  rect.y += pen->view.y;
  pen->fill(pen->surface, rect, panel_colour(part));
}

/* Draws everything, back to front: the button by its state, the slider by its parts. */
static inline void panel_draw(panel *self, panel_fill fill, void *surface) {
  const contactor_rect whole = {0, 0, PANEL_WIDTH, PANEL_HEIGHT};
  panel_pen pen = {fill, surface, whole};
  double state = 0;
  self->is_changed = 0;
  fill(surface, whole, PANEL_BACKGROUND);
  MUST(contactor_get_rect(self->button, CONTACTOR_FRAME_IN_WINDOW, &pen.view));
  MUST(contactor_get_number(self->button, CONTACTOR_STATE, &state));
  fill(surface, pen.view, (uint32_t)state & CONTACTOR_STATE_HIGHLIGHTED ? PANEL_BUTTON_DOWN : PANEL_BUTTON);
  MUST(contactor_get_rect(self->slider, CONTACTOR_FRAME_IN_WINDOW, &pen.view));
  MUST(contactor_view_parts(self->slider, panel_draw_part, &pen));
}

/* ---- Checks of the self-tests ---------------------------------------------------------------------------------------------------- */

/* Prints a check and counts those that failed in `failures`. */
static inline void panel_check(int is_true, const char *sentence, int *failures) {
  printf("%s: %s\n", is_true ? "ok" : "FAILED", sentence);
  if (!is_true) *failures += 1;
}

/* Whether two numbers are the same but for rounding. */
static inline int panel_is(double value, double expected) { return value > expected - 0.005 && value < expected + 0.005; }

/* The self-test's last line and the program's status. */
static inline int panel_verdict(const char *host, int failures) {
  printf(failures == 0 ? "%s: all checks passed\n" : "%s: checks failed\n", host);
  return failures == 0 ? 0 : 1;
}

#endif
