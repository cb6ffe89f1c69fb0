/*
 * LVGL 9 and Contactor, in both directions. An LVGL input device is one pointer, so that LVGL alone knows one finger.
 *
 * 1. A touch controller's driver feeds the engine: two controls at once work. LVGL gets the first finger that touches none of them.
 * 2. The engine reads touchscreens, and is LVGL's driver: an input device for each finger, with a queue, so that no short tap is lost.
 *
 *     lvgl RECORDING    checks both; the recording has taps shorter than LVGL's period of reading
 */
#include "panel.h"
#include "lvgl_stub.h" // with LVGL: #include <lvgl.h>

#include <poll.h>

/* ---- 1: the engine is fed by LVGL's driver ----------------------------------------------------------------------------------------- */

enum { MOST_CONTACTS = 5 };

/* What a touch controller's registers say: the contacts that are down, each with a number of its own. */
typedef struct report {
  int count;
  struct {
    uint8_t id;
    int16_t x, y;
  } contacts[MOST_CONTACTS];
} report;

typedef struct fed {
  panel panel;
  contactor_feed *feed;
  void (*read_controller)(report *now); /* your driver */
  int is_down[MOST_CONTACTS];
  int lvgl_contact; /* the contact that LVGL sees, -1 for none */
} fed;

static void feed_contact(fed *self, int id, double x, double y) {
  contactor_view *hit = NULL;
  if (self->is_down[id]) {
    MUST(contactor_feed_moved(self->feed, id, x, y));
    return;
  }
  self->is_down[id] = 1;
  MUST(contactor_feed_down(self->feed, id, x, y));
  // Where the window itself is in front, there is none of the engine's controls: the finger is for LVGL's widgets, too.
  MUST(contactor_view_hit_test(self->panel.window, (contactor_point){x, y}, &hit));
  if (hit == self->panel.window && self->lvgl_contact < 0) self->lvgl_contact = id;
}

static void lift_others(fed *self, const report *now) {
  for (int id = 0; id < MOST_CONTACTS; id++) {
    int is_there = 0;
    for (int index = 0; index < now->count; index++) is_there |= now->contacts[index].id == id;
    if (!self->is_down[id] || is_there) continue;
    self->is_down[id] = 0;
    MUST(contactor_feed_up(self->feed, id));
    if (self->lvgl_contact == id) self->lvgl_contact = -1;
  }
}

/* LVGL calls it every few milliseconds; a frame without news lets the engine's time pass, so that presses become long. */
static void read_controller(lv_indev_t *indev, lv_indev_data_t *data) {
  fed *self = lv_indev_get_user_data(indev);
  report now = {.count = 0};
  self->read_controller(&now);
  lift_others(self, &now);
  for (int index = 0; index < now.count; index++) {
    feed_contact(self, now.contacts[index].id, now.contacts[index].x, now.contacts[index].y);
    if (now.contacts[index].id != self->lvgl_contact) continue;
    data->point.x = now.contacts[index].x;
    data->point.y = now.contacts[index].y;
  }
  MUST(contactor_feed_frame(self->feed, lv_tick_get()));
  data->state = self->lvgl_contact >= 0 ? LV_INDEV_STATE_PRESSED : LV_INDEV_STATE_RELEASED;
}

static lv_indev_t *fed_start(fed *self, void (*driver)(report *now)) {
  lv_indev_t *indev = lv_indev_create();
  self->read_controller = driver;
  self->lvgl_contact = -1;
  panel_create(&self->panel, CONTACTOR_CLOCK_HOST);
  MUST(contactor_feed_create(self->panel.engine, 32, 1000, &self->feed)); // the unit of lv_tick_get()
  lv_indev_set_type(indev, LV_INDEV_TYPE_POINTER);
  lv_indev_set_user_data(indev, self);
  lv_indev_set_read_cb(indev, read_controller);
  return indev;
}

/* ---- 2: the engine is LVGL's driver ------------------------------------------------------------------------------------------------ */

enum { FINGERS = 5, QUEUE = 16, STATES_OF_A_TOUCH = 3 };

typedef struct finger_state {
  lv_point_t point;
  lv_indev_state_t state;
  int is_move;
} finger_state;

typedef struct finger {
  lv_indev_t *indev;
  uint64_t touch;            /* the touch that has this finger, 0 for none */
  finger_state queue[QUEUE]; /* what LVGL has not read yet */
  int count;
  finger_state last;         /* what LVGL has read last */
} finger;

typedef struct source {
  contactor_engine *engine;
  finger fingers[FINGERS];
} source;

/* A touch takes three places at most, press, move, release: moves that LVGL has not read become one. */
static void finger_push(finger *self, const contactor_touch *touch, lv_indev_state_t state, int is_move) {
  finger_state next = {{(int32_t)touch->location.x, (int32_t)touch->location.y}, state, is_move};
  if (is_move && self->count > 0 && self->queue[self->count - 1].is_move) self->count -= 1;
  self->queue[self->count++] = next;
}

/* The finger that has a touch; for a new touch, one that is free and has room until the touch ends. */
static finger *finger_of(source *self, const contactor_touch *touch) {
  finger *found = NULL;
  for (int index = 0; index < FINGERS; index++) {
    finger *candidate = &self->fingers[index];
    if (candidate->touch == touch->id) return candidate;
    if (!found && candidate->touch == 0 && candidate->count <= QUEUE - STATES_OF_A_TOUCH) found = candidate;
  }
  return touch->phase == CONTACTOR_PHASE_BEGAN ? found : NULL;
}

static void touched(void *user, contactor_view *view, contactor_phase phase, const contactor_touch *touches, size_t count) {
  source *self = user;
  (void)view;
  for (size_t index = 0; index < count; index++) {
    finger *finger = finger_of(self, &touches[index]);
    if (!finger) continue;
    int is_over = phase == CONTACTOR_PHASE_ENDED || phase == CONTACTOR_PHASE_CANCELLED;
    finger_push(finger, &touches[index], is_over ? LV_INDEV_STATE_RELEASED : LV_INDEV_STATE_PRESSED, phase == CONTACTOR_PHASE_MOVED);
    finger->touch = is_over ? 0 : touches[index].id;
  }
}

static void read_finger(lv_indev_t *indev, lv_indev_data_t *data) {
  finger *self = lv_indev_get_user_data(indev);
  if (self->count > 0) {
    self->last = self->queue[0];
    self->count -= 1;
    memmove(self->queue, self->queue + 1, (size_t)self->count * sizeof self->queue[0]);
  }
  data->point = self->last.point;
  data->state = self->last.state;
  data->continue_reading = self->count > 0; // LVGL reads on at once: a tap between two reads is a press and a release
}

static void source_start(source *self) {
  const contactor_rect whole = {0, 0, PANEL_WIDTH, PANEL_HEIGHT};
  contactor_view *window, *view;
  MUST(contactor_engine_create(CONTACTOR_CLOCK_MONOTONIC, &self->engine));
  MUST(contactor_view_create(self->engine, CONTACTOR_WINDOW, whole, &window));
  MUST(contactor_view_create(self->engine, CONTACTOR_VIEW, whole, &view));
  MUST(contactor_view_add_subview(window, view));
  MUST(contactor_set_number(view, CONTACTOR_MULTIPLE_TOUCH, 1));
  MUST(contactor_view_on_touches(view, touched, self, NULL));
  for (int index = 0; index < FINGERS; index++) {
    lv_indev_t *indev = self->fingers[index].indev = lv_indev_create();
    lv_indev_set_type(indev, LV_INDEV_TYPE_POINTER);
    lv_indev_set_user_data(indev, &self->fingers[index]);
    lv_indev_set_read_cb(indev, read_finger);
  }
}

/* One turn of the program's loop: LVGL says how long it can wait, touches wake it earlier. */
static void source_turn(source *self) {
  struct pollfd descriptor = {.fd = contactor_engine_fd(self->engine), .events = POLLIN};
  poll(&descriptor, 1, (int)lv_timer_handler());
  MUST(contactor_engine_dispatch(self->engine));
}

/* ---- Self-test ------------------------------------------------------------------------------------------------------------------- */

static report reported;
static uint32_t tick;

static void play_report(report *now) { *now = reported; }
static uint32_t played_tick(void) { return tick; }

static uint32_t monotonic_tick(void) { return (uint32_t)(panel_now() / 1000); }

static void read_at(uint32_t now, report contacts) {
  reported = contacts;
  tick = now;
  lv_timer_handler();
}

static void test_fed(int *failures) {
  static fed self;
  lv_indev_t *indev = fed_start(&self, play_report);
  lv_tick_set_cb(played_tick);
  // The tick wraps in the middle, as it does after 49 days.
  read_at(UINT32_MAX - 70, (report){1, {{0, 120, 160}}});
  read_at(UINT32_MAX - 30, (report){2, {{0, 200, 160}, {1, 100, 70}}});
  read_at(10, (report){3, {{0, 280, 160}, {1, 100, 70}, {2, 380, 20}}});
  read_at(50, (report){2, {{0, 280, 160}, {2, 380, 20}}});
  panel_check(self.panel.presses == 1 && panel_is(self.panel.value, 0.75), "a button is pressed while the slider is held", failures);
  panel_check(stub_pressed_at(indev).x == 380 && stub_pressed_at(indev).y == 20, "LVGL gets the finger beside the controls", failures);
  read_at(90, (report){.count = 0});
  panel_check(stub_clicks(indev) == 1, "LVGL sees one press and its release", failures);
  read_at(200, (report){1, {{0, 300, 60}}});
  read_at(600, (report){1, {{0, 300, 60}}});
  panel_check(self.panel.long_presses == 0, "400 ms are no long press", failures);
  read_at(800, (report){1, {{0, 300, 60}}});
  panel_check(self.panel.long_presses == 1, "600 ms are", failures);
  read_at(840, (report){.count = 0});
  lv_indev_set_read_cb(indev, NULL);
  MUST(contactor_engine_destroy(self.panel.engine));
}

static void test_source(const char *recording, int *failures) {
  static source self;
  contactor_source *played;
  int32_t at_end = 0;
  int clicks_before = -1;
  lv_tick_set_cb(monotonic_tick);
  source_start(&self);
  MUST(contactor_source_open_recording(self.engine, recording, NULL, &played));
  while (!at_end || self.fingers[0].count > 0 || self.fingers[1].count > 0) {
    source_turn(&self);
    MUST(contactor_source_is_at_end(played, &at_end));
    if (clicks_before < 0 && self.fingers[1].touch != 0) clicks_before = stub_clicks(self.fingers[0].indev);
  }
  panel_check(clicks_before == 4, "four taps of 3 ms, all between two reads, are four clicks before the next touch", failures);
  panel_check(stub_clicks(self.fingers[0].indev) == 5, "a longer one is one", failures);
  panel_check(stub_clicks(self.fingers[1].indev) == 1 && stub_most_pressed() == 2, "two fingers are down at once", failures);
  panel_check(stub_pressed_at(self.fingers[1].indev).x == 300, "each is where it is", failures);
  MUST(contactor_engine_destroy(self.engine));
}

int main(int count, char **arguments) {
  int failures = 0;
  if (count != 2) return 2;
  test_fed(&failures);
  test_source(arguments[1], &failures);
  return panel_verdict("lvgl", failures);
}
