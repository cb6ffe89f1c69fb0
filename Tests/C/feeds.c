/* Contacts that the host feeds by hand. */
#include "stage.h"

#include <math.h>
#include <time.h>

TEST(feed, "Contacts go down, move, and are lifted with and without a place.") {
  struct stage stage = stage_open();
  contactor_view *slider = make(&stage, CONTACTOR_SLIDER, rect(100, 100, 200, 40), stage.window);
  struct counter counter = {0};
  CHECK_OK(contactor_control_on(slider, CONTACTOR_ALL_TOUCH_EVENTS, count_action, &counter, NULL, NULL));
  finger_down(&stage, INT64_MIN, 150, 120);
  finger_move(&stage, INT64_MIN, 200, 120);
  CHECK_NUMBER(number(slider, CONTACTOR_VALUE), 0.5);
  finger_up(&stage, INT64_MIN);
  CHECK_NUMBER(number(slider, CONTACTOR_VALUE), 0.5);
  finger_down(&stage, INT64_MAX, 150, 120);
  CHECK_OK(contactor_feed_up_at(stage.feed, INT64_MAX, 250, 120));
  stage.now += 10000;
  CHECK_OK(contactor_feed_frame(stage.feed, stage.now));
  CHECK_NUMBER(number(slider, CONTACTOR_VALUE), 0.75);
  CHECK_EQUAL(counter.events & CONTACTOR_TOUCH_CANCEL, 0);
  finger_down(&stage, 3, 150, 120);
  CHECK_OK(contactor_feed_cancelled(stage.feed, 3));
  CHECK_OK(contactor_feed_frame(stage.feed, stage.now += 10000));
  CHECK(counter.events & CONTACTOR_TOUCH_CANCEL);
  counter.events = 0;
  finger_down(&stage, 4, 150, 120);
  CHECK_OK(contactor_feed_cancel_all(stage.feed));
  CHECK_OK(contactor_feed_frame(stage.feed, stage.now += 10000));
  CHECK_EQUAL(counter.events, CONTACTOR_TOUCH_DOWN | CONTACTOR_TOUCH_CANCEL);
  counter.events = 0;
  finger_down(&stage, 5, 150, 120);
  CHECK_OK(contactor_feed_destroy(stage.feed));
  CHECK_EQUAL(counter.events, CONTACTOR_TOUCH_DOWN | CONTACTOR_TOUCH_CANCEL);
  CHECK_ERROR(contactor_feed_down(stage.feed, 5, 150, 120), CONTACTOR_ERROR_HANDLE);
  stage_close(&stage);
}

static void read_touches(void *user, contactor_view *sender, const contactor_event *event) {
  contactor_touch touches[2] = {{0}};
  size_t count = 0, *calls = user;
  CHECK(event != NULL && event->time_us > 0);
  CHECK_OK(contactor_view_touches(sender, touches, 2, &count));
  CHECK_EQUAL(count, 1);
  CHECK_EQUAL(touches[0].phase, CONTACTOR_PHASE_ENDED);
  CHECK(touches[0].view == sender);
  CHECK_NUMBER(touches[0].location.x, 50);
  CHECK_NUMBER(touches[0].location.y, 20);
  CHECK_EQUAL(event->events, CONTACTOR_TOUCH_UP_INSIDE);
  ++*calls;
}

TEST(touches_of_a_view, "An action reads the touches of its sender, in its points, also the one that was lifted.") {
  struct stage stage = stage_open();
  contactor_view *button = make(&stage, CONTACTOR_BUTTON, rect(100, 100, 200, 40), stage.window);
  size_t calls = 0, count = 9;
  CHECK_OK(contactor_view_touches(button, NULL, 0, &count));
  CHECK_EQUAL(count, 0);
  CHECK_OK(contactor_control_on(button, CONTACTOR_TOUCH_UP_INSIDE, read_touches, &calls, NULL, NULL));
  finger_down(&stage, 1, 150, 120);
  finger_down(&stage, 2, 500, 300);
  CHECK_OK(contactor_view_touches(button, NULL, 0, &count));
  CHECK_EQUAL(count, 1);
  finger_up(&stage, 1);
  CHECK_EQUAL(calls, 1);
  stage_close(&stage);
}

TEST(errors_of_hosts, "Places that are no numbers, ids twice down and never down do no harm.") {
  struct stage stage = stage_open();
  contactor_view *slider = make(&stage, CONTACTOR_SLIDER, rect(100, 100, 200, 40), stage.window);
  struct counter counter = {0};
  size_t count = 9;
  CHECK_OK(contactor_control_on(slider, CONTACTOR_ALL_TOUCH_EVENTS, count_action, &counter, NULL, NULL));
  CHECK_OK(contactor_feed_moved(stage.feed, 1, 150, 120));
  finger_up(&stage, 1);
  CHECK_OK(contactor_feed_cancelled(stage.feed, 1));
  finger_down(&stage, 1, (double)NAN, 120);
  finger_move(&stage, 1, 150, 120);
  CHECK_OK(contactor_engine_touches(stage.engine, NULL, 0, &count));
  CHECK_EQUAL(count, 0);
  CHECK_EQUAL(counter.calls, 0);
  finger_up(&stage, 1);
  finger_down(&stage, 1, 150, 120);
  finger_move(&stage, 1, (double)INFINITY, 120);
  CHECK_NUMBER(number(slider, CONTACTOR_VALUE), 0.25);
  finger_down(&stage, 1, 200, 120);
  CHECK_OK(contactor_engine_touches(stage.engine, NULL, 0, &count));
  CHECK_EQUAL(count, 1);
  CHECK_NUMBER(number(slider, CONTACTOR_VALUE), 0.5);
  CHECK_OK(contactor_feed_up_at(stage.feed, 1, (double)NAN, (double)NAN));
  CHECK_OK(contactor_feed_frame(stage.feed, stage.now += 10000));
  CHECK_EQUAL(counter.events & (CONTACTOR_TOUCH_UP_INSIDE | CONTACTOR_TOUCH_CANCEL), CONTACTOR_TOUCH_UP_INSIDE);
  CHECK_NUMBER(number(slider, CONTACTOR_VALUE), 0.5);
  stage_close(&stage);
}

TEST(clocks, "Feeds have clocks of 32 and 64 bits in any unit; others are refused.") {
  struct stage stage = stage_open();
  contactor_feed *feed = NULL;
  int64_t now = 0;
  uint32_t first = 0, second = 0;
  CHECK_ERROR(contactor_feed_create(stage.engine, 16, 1000, &feed), CONTACTOR_ERROR_VALUE);
  CHECK_ERROR(contactor_feed_create(stage.engine, 0, 1000, &feed), CONTACTOR_ERROR_VALUE);
  CHECK_ERROR(contactor_feed_create(stage.engine, INT32_MIN, 1000, &feed), CONTACTOR_ERROR_VALUE);
  CHECK_ERROR(contactor_feed_create(stage.engine, 32, 0, &feed), CONTACTOR_ERROR_VALUE);
  CHECK_ERROR(contactor_feed_create(stage.engine, 64, INT64_MIN, &feed), CONTACTOR_ERROR_VALUE);
  CHECK(feed == NULL);
  CHECK_OK(contactor_feed_create(stage.engine, 32, 1000, &feed));
  CHECK_OK(contactor_feed_device(stage.feed, &first));
  CHECK_OK(contactor_feed_device(feed, &second));
  CHECK(first != second);
  CHECK_OK(contactor_feed_frame(feed, 5000));
  CHECK_OK(contactor_engine_now(stage.engine, &now));
  CHECK_EQUAL(now, 5000000);
  /* A reading that is a little lower is a step back, so the range is crossed in steps. */
  for (uint64_t ticks = 1; ticks < 4; ticks++) CHECK_OK(contactor_feed_frame(feed, ticks << 30));
  CHECK_OK(contactor_feed_frame(feed, UINT32_MAX));
  CHECK_OK(contactor_feed_frame(feed, 999)); /* a second after the wrap */
  CHECK_OK(contactor_engine_now(stage.engine, &now));
  CHECK_EQUAL(now, (INT64_C(4294967296) + 999) * 1000);
  contactor_feed *coarse = NULL, *fine = NULL;
  CHECK_OK(contactor_feed_create(stage.engine, 64, 1, &coarse));
  CHECK_OK(contactor_feed_create(stage.engine, 64, INT64_MAX, &fine));
  CHECK_OK(contactor_feed_frame(coarse, UINT64_MAX));
  CHECK_OK(contactor_feed_frame(fine, UINT64_MAX));
  stage_close(&stage);
}

TEST(monotonic_feed, "On a monotonic engine the host's clock is brought to the engine's.") {
  struct stage stage = {NULL, NULL, NULL, 0};
  CHECK_OK(contactor_engine_create(CONTACTOR_CLOCK_MONOTONIC, &stage.engine));
  stage.window = make(&stage, CONTACTOR_WINDOW, rect(0, 0, 800, 480), NULL);
  contactor_view *button = make(&stage, CONTACTOR_BUTTON, rect(100, 100, 100, 40), stage.window);
  struct counter counter = {0};
  int64_t before = 0;
  CHECK_OK(contactor_control_on(button, CONTACTOR_TOUCH_UP_INSIDE, count_action, &counter, NULL, NULL));
  CHECK_OK(contactor_feed_create(stage.engine, 32, 1000, &stage.feed));
  CHECK_OK(contactor_feed_down(stage.feed, 1, 150, 120));
  CHECK_OK(contactor_feed_frame(stage.feed, 0xFFFFFFF0u));
  CHECK_OK(contactor_engine_now(stage.engine, &before));
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  int64_t now = (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
  CHECK(before <= now && before > now - 1000000);
  CHECK_OK(contactor_feed_up(stage.feed, 1));
  CHECK_OK(contactor_feed_frame(stage.feed, 0x10));
  CHECK_EQUAL(counter.calls, 1);
  CHECK_OK(contactor_engine_destroy(stage.engine));
}

TEST(feed_inside_frame, "A window that a device is routed to gets contacts in its own points.") {
  struct stage stage = stage_open();
  contactor_view *window = make(&stage, CONTACTOR_WINDOW, rect(400, 200, 300, 200), NULL);
  contactor_view *slider = make(&stage, CONTACTOR_SLIDER, rect(0, 0, 100, 40), window);
  uint32_t device = 0;
  CHECK_OK(contactor_feed_device(stage.feed, &device));
  CHECK_OK(contactor_engine_route(stage.engine, device, window));
  tap(&stage, 75, 20);
  CHECK_NUMBER(number(slider, CONTACTOR_VALUE), 0.75);
  CHECK_OK(contactor_view_destroy(window));
  tap(&stage, 75, 20);
  stage_close(&stage);
}
