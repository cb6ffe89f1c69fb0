/* Library and engine: time, timers, keys, windows, actions by name, the log. */
#include "stage.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int64_t monotonic(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

TEST(version, "The library has the version of the header, or a later one of the same major version.") {
  CHECK_EQUAL(contactor_version() / 10000, CONTACTOR_VERSION_MAJOR);
  CHECK(contactor_version() >= CONTACTOR_VERSION_MAJOR * 10000 + CONTACTOR_VERSION_MINOR * 100 + CONTACTOR_VERSION_PATCH);
}

TEST(result_names, "Each code has a name, and every other number is unknown.") {
  static const char *const names[] = {
    "CONTACTOR_OK", "CONTACTOR_ERROR_NULL", "CONTACTOR_ERROR_HANDLE", "CONTACTOR_ERROR_THREAD", "CONTACTOR_ERROR_KIND",
    "CONTACTOR_ERROR_PROPERTY", "CONTACTOR_ERROR_VALUE", "CONTACTOR_ERROR_TEXT", "CONTACTOR_ERROR_ENGINE", "CONTACTOR_ERROR_STATE",
    "CONTACTOR_ERROR_LAYOUT", "CONTACTOR_ERROR_INPUT", "CONTACTOR_ERROR_LIBRARY", "CONTACTOR_ERROR_SYSTEM", "CONTACTOR_ERROR_NOT_FOUND",
  };
  for (int index = 0; index < 15; index++) CHECK_TEXT(contactor_result_name((contactor_result)-index), names[index]);
  volatile int others[] = {1, -15, -16, 1000, INT32_MAX, INT32_MIN};
  for (int index = 0; index < 6; index++) CHECK_TEXT(contactor_result_name((contactor_result)others[index]), "unknown");
}

TEST(error_text, "A failure leaves a sentence, which a success does not change.") {
  int64_t now = 0;
  CHECK_ERROR(contactor_engine_now(NULL, &now), CONTACTOR_ERROR_HANDLE);
  char sentence[1024];
  snprintf(sentence, sizeof sentence, "%s", contactor_error_text());
  CHECK(strlen(sentence) > 5);
  struct stage stage = stage_open();
  CHECK_OK(contactor_engine_now(stage.engine, &now));
  CHECK_TEXT(contactor_error_text(), sentence);
  stage_close(&stage);
}

TEST(host_time, "With the host's clock time is what the host says, and never goes back.") {
  struct stage stage = stage_open();
  int64_t time = 0;
  CHECK_OK(contactor_engine_now(stage.engine, &time));
  CHECK_EQUAL(time, 1000000);
  CHECK_OK(contactor_engine_advance(stage.engine, 5000000));
  CHECK_OK(contactor_engine_now(stage.engine, &time));
  CHECK_EQUAL(time, 5000000);
  CHECK_OK(contactor_engine_advance(stage.engine, 4000000));
  CHECK_OK(contactor_engine_advance(stage.engine, INT64_MIN));
  CHECK_OK(contactor_engine_now(stage.engine, &time));
  CHECK_EQUAL(time, 5000000);
  CHECK_OK(contactor_engine_deadline(stage.engine, &time));
  CHECK_EQUAL(time, INT64_MAX);
  CHECK_OK(contactor_engine_advance(stage.engine, INT64_MAX));
  CHECK_OK(contactor_engine_now(stage.engine, &time));
  CHECK_EQUAL(time, INT64_MAX);
  stage_close(&stage);
}

TEST(timers, "A timer calls once at its moment, and is released; one that was taken back does not call.") {
  struct stage stage = stage_open();
  struct counter first = {0}, second = {0}, third = {0};
  uint64_t timer = 0, cancelled = 0;
  int64_t deadline = 0;
  CHECK_OK(contactor_engine_at(stage.engine, 2000000, count_action, &first, count_release, &timer));
  CHECK_OK(contactor_engine_at(stage.engine, 3000000, count_action, &second, count_release, &cancelled));
  CHECK_OK(contactor_engine_at(stage.engine, 4000000, count_action, &third, count_release, NULL));
  CHECK_OK(contactor_engine_deadline(stage.engine, &deadline));
  CHECK_EQUAL(deadline, 2000000);
  CHECK_OK(contactor_engine_advance(stage.engine, 1999999));
  CHECK_EQUAL(first.calls, 0);
  CHECK_OK(contactor_engine_cancel_timer(stage.engine, cancelled));
  CHECK_EQUAL(second.releases, 1);
  CHECK_ERROR(contactor_engine_cancel_timer(stage.engine, cancelled), CONTACTOR_ERROR_NOT_FOUND);
  CHECK_OK(contactor_engine_advance(stage.engine, 3500000));
  CHECK_EQUAL(first.calls, 1);
  CHECK_EQUAL(first.releases, 1);
  CHECK(first.sender == NULL && first.events == 0);
  CHECK_EQUAL(second.calls, 0);
  CHECK_ERROR(contactor_engine_cancel_timer(stage.engine, timer), CONTACTOR_ERROR_NOT_FOUND);
  CHECK_EQUAL(third.releases, 0);
  stage_close(&stage);
  CHECK_EQUAL(third.calls, 0);
  CHECK_EQUAL(third.releases, 1);
}

TEST(monotonic_clock, "With the monotonic clock the descriptor is readable when a timer is due.") {
  contactor_engine *engine = NULL;
  struct counter counter = {0};
  int32_t milliseconds = 7;
  int64_t now = 0;
  CHECK_OK(contactor_engine_create(CONTACTOR_CLOCK_MONOTONIC, &engine));
  int32_t descriptor = contactor_engine_fd(engine);
  CHECK(descriptor >= 0);
  struct pollfd wait = {descriptor, POLLIN, 0};
  CHECK_OK(contactor_engine_timeout(engine, &milliseconds));
  CHECK_EQUAL(milliseconds, -1);
  CHECK_EQUAL(poll(&wait, 1, 0), 0);
  int64_t moment = monotonic() + 30000;
  CHECK_OK(contactor_engine_at(engine, moment, count_action, &counter, count_release, NULL));
  CHECK_OK(contactor_engine_timeout(engine, &milliseconds));
  CHECK(milliseconds >= 0 && milliseconds <= 30);
  CHECK_OK(contactor_engine_dispatch(engine));
  CHECK(counter.calls == 0 || monotonic() >= moment);
  CHECK_EQUAL(poll(&wait, 1, 5000), counter.calls ? 0 : 1);
  CHECK_OK(contactor_engine_dispatch(engine));
  CHECK(monotonic() >= moment);
  CHECK_EQUAL(counter.calls, 1);
  CHECK_OK(contactor_engine_now(engine, &now));
  CHECK(now >= moment && now <= monotonic());
  CHECK_EQUAL(poll(&wait, 1, 0), 0);
  CHECK_OK(contactor_engine_destroy(engine));
  CHECK_EQUAL(counter.releases, 1);
}

TEST(keys, "A key types into the first responder, and escape is a code.") {
  struct stage stage = stage_open();
  contactor_view *field = make(&stage, CONTACTOR_TEXT_FIELD, rect(20, 20, 300, 44), stage.window);
  int32_t handled = 7;
  CHECK_OK(contactor_view_focus(field));
  const char *const keys[] = {"h", "\xC3\xA9"};
  for (int index = 0; index < 2; index++) {
    CHECK_OK(contactor_engine_key(stage.engine, keys[index], 0, 1, (int64_t)(stage.now += 10000), &handled));
    CHECK_EQUAL(handled, 1);
    CHECK_OK(contactor_engine_key(stage.engine, keys[index], 0, 0, (int64_t)(stage.now += 10000), NULL));
  }
  CHECK_TEXT(text(field, CONTACTOR_TEXT), "h\xC3\xA9");
  CHECK_OK(contactor_engine_key(stage.engine, "\x1B", 1u << 18, 1, (int64_t)(stage.now += 10000), &handled));
  CHECK(handled == 0 || handled == 1);
  stage_close(&stage);
}

TEST(touches, "The touches that are down are counted and copied; cancelling ends them.") {
  struct stage stage = stage_open();
  contactor_view *slider = make(&stage, CONTACTOR_SLIDER, rect(100, 100, 200, 40), stage.window);
  struct counter counter = {0};
  CHECK_OK(contactor_control_on(slider, CONTACTOR_ALL_TOUCH_EVENTS, count_action, &counter, NULL, NULL));
  contactor_touch touches[3];
  memset(touches, 0x55, sizeof touches);
  size_t count = 9;
  finger_down(&stage, 5, 150, 120);
  finger_down(&stage, 6, 700, 400);
  CHECK_OK(contactor_engine_touches(stage.engine, NULL, 0, &count));
  CHECK_EQUAL(count, 2);
  CHECK_OK(contactor_engine_touches(stage.engine, touches, 1, &count));
  CHECK_EQUAL(count, 2);
  CHECK_EQUAL(touches[1].id, UINT64_C(0x5555555555555555));
  CHECK_NUMBER(touches[0].location.x, 150);
  CHECK_NUMBER(touches[0].location.y, 120);
  CHECK(touches[0].view == slider);
  CHECK_EQUAL(touches[0].tap_count, 1);
  CHECK_EQUAL(touches[0].began_us, (int64_t)stage.now - 10000);
  CHECK_OK(contactor_engine_cancel_touches(stage.engine));
  CHECK_OK(contactor_engine_touches(stage.engine, NULL, 0, &count));
  CHECK_EQUAL(count, 0);
  CHECK_EQUAL(counter.events, CONTACTOR_TOUCH_DOWN | CONTACTOR_TOUCH_CANCEL);
  stage_close(&stage);
}

TEST(windows, "Windows are listed back to front, found by identifier, and get routed devices.") {
  struct stage stage = stage_open();
  contactor_view *second = make(&stage, CONTACTOR_WINDOW, rect(400, 0, 400, 480), NULL), *found = NULL;
  contactor_view *button = make(&stage, CONTACTOR_BUTTON, rect(10, 10, 50, 50), second);
  struct counter counter = {0};
  size_t count = 0;
  uint32_t device = 0;
  CHECK_OK(contactor_control_on(button, CONTACTOR_TOUCH_UP_INSIDE, count_action, &counter, NULL, NULL));
  CHECK_OK(contactor_engine_window_count(stage.engine, &count));
  CHECK_EQUAL(count, 2);
  CHECK_OK(contactor_engine_window(stage.engine, 1, &found));
  CHECK(found == second);
  CHECK_OK(contactor_set_text(button, CONTACTOR_IDENTIFIER, "caf\xC3\xA9"));
  CHECK_OK(contactor_engine_find(stage.engine, "caf\xC3\xA9", &found));
  CHECK(found == button);
  CHECK_ERROR(contactor_engine_find(stage.engine, "tea", &found), CONTACTOR_ERROR_NOT_FOUND);
  tap(&stage, 420, 20);
  CHECK_EQUAL(counter.calls, 1);
  CHECK_OK(contactor_feed_device(stage.feed, &device));
  CHECK_OK(contactor_engine_route(stage.engine, device, second));
  tap(&stage, 20, 20);
  CHECK_EQUAL(counter.calls, 2);
  CHECK_OK(contactor_engine_route(stage.engine, device, NULL));
  tap(&stage, 20, 20);
  CHECK_EQUAL(counter.calls, 2);
  stage_close(&stage);
}

static void remember_line(void *user, const char *line) {
  char *all = user;
  if (strlen(all) + strlen(line) + 2 < 65536) strcat(strcat(all, line), "\n");
}

TEST(log, "The log has touches and control events as lines of JSON.") {
  struct stage stage = stage_open();
  contactor_view *button = make(&stage, CONTACTOR_BUTTON, rect(10, 10, 100, 50), stage.window);
  CHECK_OK(contactor_set_text(button, CONTACTOR_IDENTIFIER, "go"));
  char *all = calloc(1, 65536);
  CHECK_OK(contactor_engine_on_log(stage.engine, remember_line, all, NULL));
  tap(&stage, 20, 20);
  CHECK_CONTAINS(all, "\"kind\":\"touch\"");
  CHECK_CONTAINS(all, "touchUpInside");
  CHECK_CONTAINS(all, "\"go\"");
  CHECK(all[0] == '{' && strstr(all, "\n\n") == NULL);
  all[0] = 0;
  CHECK_OK(contactor_engine_on_log(stage.engine, NULL, NULL, NULL));
  tap(&stage, 20, 20);
  CHECK_TEXT(all, "");
  free(all);
  stage_close(&stage);
}

TEST(many_engines, "1023 engines can be there at a time, not more.") {
  static contactor_engine *engines[1024];
  contactor_engine *one_more = NULL;
  int count = 0;
  while (count < 1023 && contactor_engine_create(CONTACTOR_CLOCK_HOST, &engines[count]) == CONTACTOR_OK) count++;
  CHECK_EQUAL(count, 1023);
  CHECK_ERROR(contactor_engine_create(CONTACTOR_CLOCK_HOST, &one_more), CONTACTOR_ERROR_SYSTEM);
  CHECK(one_more == NULL);
  while (count > 0) CHECK_OK(contactor_engine_destroy(engines[--count]));
  CHECK_OK(contactor_engine_create(CONTACTOR_CLOCK_HOST, &one_more));
  CHECK_OK(contactor_engine_destroy(one_more));
}
