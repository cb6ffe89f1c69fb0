/*
 * Ten fingers on ten sliders, as two kinds of hosts bring them:
 *
 * - One event at a time with 64-bit ids that are used again at once, float coordinates from 0 to 1 of the window, 32-bit milliseconds, and a
 *   lift without a place, as SDL's finger events.
 * - A callback per pointer that is polled for {pressed, x, y}, with a 32-bit millisecond tick, as LVGL's input devices. The place of a
 *   pointer that is not pressed means nothing.
 *
 * Both clocks wrap while the fingers are down. Slider i lies at 50, 10 + 45 i with a size of 600 x 40, from 0 to 1: a finger at x gives it
 * the value (x - 50) / 600. The places are sums of powers of two, so the values are exact.
 */
#include "stage.h"

#include <string.h>

enum { fingers = 10 };

struct ten {
  struct stage stage;
  contactor_view *sliders[fingers];
  struct counter lifted[fingers], cancelled[fingers], changed[fingers];
};

static void ten_open(struct ten *ten) {
  memset(ten, 0, sizeof *ten);
  CHECK_OK(contactor_engine_create(CONTACTOR_CLOCK_HOST, &ten->stage.engine));
  ten->stage.window = make(&ten->stage, CONTACTOR_WINDOW, rect(0, 0, 800, 480), NULL);
  CHECK_OK(contactor_feed_create(ten->stage.engine, 32, 1000, &ten->stage.feed));
  for (int index = 0; index < fingers; index++) {
    contactor_view *slider = make(&ten->stage, CONTACTOR_SLIDER, rect(50, 10 + 45 * index, 600, 40), ten->stage.window);
    ten->sliders[index] = slider;
    CHECK_OK(contactor_control_on(slider, CONTACTOR_TOUCH_UP_INSIDE, count_action, &ten->lifted[index], NULL, NULL));
    CHECK_OK(contactor_control_on(slider, CONTACTOR_TOUCH_CANCEL | CONTACTOR_TOUCH_UP_OUTSIDE, count_action, &ten->cancelled[index], NULL, NULL));
    CHECK_OK(contactor_control_on(slider, CONTACTOR_VALUE_CHANGED, count_action, &ten->changed[index], NULL, NULL));
  }
}

static void ten_close(struct ten *ten, int lifts) {
  size_t count = 9;
  for (int index = 0; index < fingers; index++) {
    CHECK_EQUAL(ten->lifted[index].calls, lifts);
    CHECK_EQUAL(ten->cancelled[index].calls, 0);
    CHECK(ten->changed[index].calls > 1);
  }
  CHECK_OK(contactor_engine_touches(ten->stage.engine, NULL, 0, &count));
  CHECK_EQUAL(count, 0);
  stage_close(&ten->stage);
}

/* ---- One event at a time ---- */

enum finger_type { FINGER_DOWN, FINGER_MOTION, FINGER_UP };

struct finger_event {
  enum finger_type type;
  uint32_t timestamp;
  int64_t finger_id;
  float x, y; /* 0 to 1 of the window */
};

static void handle_finger(struct stage *stage, const struct finger_event *event) {
  double x = (double)event->x * 800, y = (double)event->y * 480;
  switch (event->type) {
  case FINGER_DOWN: CHECK_OK(contactor_feed_down(stage->feed, event->finger_id, x, y)); break;
  case FINGER_MOTION: CHECK_OK(contactor_feed_moved(stage->feed, event->finger_id, x, y)); break;
  case FINGER_UP: CHECK_OK(contactor_feed_up(stage->feed, event->finger_id)); break;
  }
  CHECK_OK(contactor_feed_frame(stage->feed, event->timestamp));
}

/* The horizontal place of a finger after a step, in 1/256 of the window: from 32 to 200. */
static int place(int finger, int step, int turn) { return 32 + (finger * 17 + step * (finger % 3 + 1) + turn * 11) % 169; }

TEST(events_one_by_one, "Ten fingers drag ten sliders, event by event, with ids that are used again and a clock that wraps.") {
  static const int64_t ids[fingers] = {0, 1, -1, 7, INT64_MAX, INT64_MIN, 42, INT64_C(0x123456789ABC), 1000, 5};
  struct ten ten;
  ten_open(&ten);
  uint32_t timestamp = 0xFFFFFF00u;
  for (int turn = 0; turn < 3; turn++) {
    /* In each turn the ids belong to other fingers, right after they were lifted. */
    for (int step = -1; step <= 40; step++) {
      for (int finger = 0; finger < fingers; finger++) {
        int row = turn % 2 ? fingers - 1 - finger : finger;
        struct finger_event event = {
          step < 0 ? FINGER_DOWN : step < 40 ? FINGER_MOTION : FINGER_UP, timestamp, ids[(finger + turn) % fingers],
          (float)place(row, step < 0 ? 0 : step, turn) / 256, (float)(30 + 45 * row) / 480,
        };
        if (event.type == FINGER_UP) event.x = event.y = 0; /* not to be used */
        handle_finger(&ten.stage, &event);
        timestamp += 1;
      }
    }
    for (int row = 0; row < fingers; row++) {
      double x = place(row, 39, turn) / 256.0 * 800;
      CHECK_NUMBER(number(ten.sliders[row], CONTACTOR_VALUE), (x - 50) / 600);
    }
  }
  CHECK(timestamp < 0xFFFFFF00u);
  int64_t now = 0;
  CHECK_OK(contactor_engine_now(ten.stage.engine, &now));
  CHECK_EQUAL(now, (INT64_C(0xFFFFFF00) + 3 * 42 * fingers - 1) * 1000);
  ten_close(&ten, 3);
}

TEST(grabbed_and_moved, "Fingers that move the knob relatively, or only by itself, change the value by as much as they move.") {
  struct ten ten;
  ten_open(&ten);
  for (int mode = 1; mode <= 2; mode++) {
    uint32_t timestamp = mode == 1 ? 0xFFFFFFF0u : 5000u;
    for (int finger = 0; finger < fingers; finger++) {
      CHECK_OK(contactor_set_number(ten.sliders[finger], CONTACTOR_TOUCH_MODE, mode));
      CHECK_OK(contactor_set_number(ten.sliders[finger], CONTACTOR_VALUE, 0.25));
      /* The knob's middle is at 50 + 150. */
      CHECK_OK(contactor_feed_down(ten.stage.feed, finger, mode == 2 ? 200 : 500, 30 + 45 * finger));
    }
    CHECK_OK(contactor_feed_frame(ten.stage.feed, timestamp));
    for (int step = 1; step <= 10; step++) {
      for (int finger = 0; finger < fingers; finger++) {
        CHECK_OK(contactor_feed_moved(ten.stage.feed, finger, (mode == 2 ? 200 : 500) + step * finger, 30 + 45 * finger));
      }
      CHECK_OK(contactor_feed_frame(ten.stage.feed, timestamp += 10));
    }
    for (int finger = 0; finger < fingers; finger++) CHECK_OK(contactor_feed_up(ten.stage.feed, finger));
    CHECK_OK(contactor_feed_frame(ten.stage.feed, timestamp += 10));
    for (int finger = 0; finger < fingers; finger++) {
      CHECK_NEAR(number(ten.sliders[finger], CONTACTOR_VALUE), 0.25 + 10 * finger / 600.0, 1e-12);
    }
  }
  /* Finger 0 stays where it is, and changes nothing. */
  for (int finger = 0; finger < fingers; finger++) CHECK_EQUAL(ten.changed[finger].calls, finger == 0 ? 0 : 20);
  ten.changed[0].calls = 2;
  ten_close(&ten, 2);
}

/* ---- Pointers that are polled ---- */

struct pointer_data {
  bool pressed;
  int32_t x, y;
};

struct pointer {
  void (*read)(struct pointer *pointer, struct pointer_data *data);
  struct pointer_data panel; /* what the panel says now */
  bool was_pressed;
};

static void read_pointer(struct pointer *pointer, struct pointer_data *data) {
  data->pressed = pointer->panel.pressed;
  if (!data->pressed) return; /* without a new place */
  data->x = pointer->panel.x;
  data->y = pointer->panel.y;
}

/* What a host does at each of its ticks: the feed's id is the index of the pointer. */
static void poll_pointers(struct stage *stage, struct pointer *pointers, int count, uint32_t tick) {
  for (int index = 0; index < count; index++) {
    struct pointer *pointer = &pointers[index];
    struct pointer_data data = {false, -32000, -32000};
    pointer->read(pointer, &data);
    if (data.pressed) {
      contactor_result (*feed)(contactor_feed *, int64_t, double, double) = pointer->was_pressed ? contactor_feed_moved : contactor_feed_down;
      CHECK_OK(feed(stage->feed, index, data.x, data.y));
    } else if (pointer->was_pressed) {
      CHECK_OK(contactor_feed_up(stage->feed, index));
    }
    pointer->was_pressed = data.pressed;
  }
  CHECK_OK(contactor_feed_frame(stage->feed, tick));
}

TEST(polled_pointers, "Ten pointers that are polled drag ten sliders, over the wrap of the tick.") {
  struct ten ten;
  ten_open(&ten);
  struct pointer pointers[fingers];
  memset(pointers, 0, sizeof pointers);
  uint32_t tick = 0xFFFFFF00u;
  for (int finger = 0; finger < fingers; finger++) pointers[finger].read = read_pointer;
  for (int step = 0; step < 60; step++) {
    /* The fingers touch one after another, and are lifted in another order. */
    for (int finger = 0; finger < fingers; finger++) {
      struct pointer_data *panel = &pointers[finger].panel;
      panel->pressed = step >= finger && step < 40 + finger * 3 % 10;
      if (!panel->pressed) continue;
      panel->x = 60 + (step * 7 + finger * 50) % 580;
      panel->y = 30 + 45 * finger + step % 5;
    }
    poll_pointers(&ten.stage, pointers, fingers, tick);
    tick += 10;
  }
  CHECK(tick < 0xFFFFFF00u);
  for (int finger = 0; finger < fingers; finger++) {
    CHECK_NUMBER(number(ten.sliders[finger], CONTACTOR_VALUE), (pointers[finger].panel.x - 50) / 600.0);
  }
  ten_close(&ten, 1);
}

TEST(ten_quick_taps, "Ten quick taps of a polled pointer are ten clicks.") {
  struct ten ten;
  ten_open(&ten);
  contactor_view *button = make(&ten.stage, CONTACTOR_BUTTON, rect(680, 100, 100, 50), ten.stage.window);
  struct counter clicks = {0};
  CHECK_OK(contactor_control_on(button, CONTACTOR_TOUCH_UP_INSIDE, count_action, &clicks, NULL, NULL));
  struct pointer pointer = {read_pointer, {false, 700, 120}, false};
  uint32_t tick = 0xFFFFFF80u;
  for (int poll = 0; poll < 40; poll++) {
    pointer.panel.pressed = poll % 4 < 2;
    pointer.panel.x = 700 + poll % 3;
    poll_pointers(&ten.stage, &pointer, 1, tick);
    tick += 10;
  }
  CHECK_EQUAL(clicks.calls, 10);
  stage_close(&ten.stage);
}
