/* Touchscreens and recordings. */
#include "stage.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static const char script[] =
  "{\"t\":1000000,\"kind\":\"touch\",\"touch\":1,\"phase\":\"began\",\"x\":120,\"y\":60}\n"
  "{\"t\":1020000,\"kind\":\"touch\",\"touch\":1,\"phase\":\"ended\",\"x\":120,\"y\":60}\n"
  "{\"t\":1500000,\"kind\":\"touch\",\"touch\":2,\"phase\":\"began\",\"x\":20,\"y\":120}\n"
  "{\"t\":1510000,\"kind\":\"touch\",\"touch\":2,\"phase\":\"moved\",\"x\":70,\"y\":120}\n"
  "{\"t\":1520000,\"kind\":\"touch\",\"touch\":2,\"phase\":\"ended\",\"x\":70,\"y\":120}\n";

TEST(play, "A script is played at once: a tap on a button and a drag of a slider.") {
  for (int turn = 0; turn < 2; turn++) {
    struct stage stage = stage_open();
    contactor_view *button = make(&stage, CONTACTOR_BUTTON, rect(100, 40, 100, 40), stage.window);
    contactor_view *slider = make(&stage, CONTACTOR_SLIDER, rect(20, 100, 100, 40), stage.window);
    struct counter counter = {0};
    size_t frames = 99;
    int64_t now = 0;
    CHECK_OK(contactor_control_on(button, CONTACTOR_TOUCH_UP_INSIDE, count_action, &counter, NULL, NULL));
    CHECK_OK(contactor_engine_play(stage.engine, write_file("tap.jsonl", script), turn ? stage.window : NULL, &frames));
    CHECK_EQUAL(frames, 5);
    CHECK_EQUAL(counter.calls, 1);
    CHECK_NUMBER(number(slider, CONTACTOR_VALUE), 0.5);
    CHECK_OK(contactor_engine_now(stage.engine, &now));
    CHECK(now >= 1520000);
    CHECK_OK(contactor_engine_play(stage.engine, write_file("again.jsonl", script), NULL, NULL));
    stage_close(&stage);
  }
}

TEST(wrong_recordings, "What is no recording is refused.") {
  struct stage stage = stage_open();
  size_t frames = 99;
  CHECK_ERROR(contactor_engine_play(stage.engine, "/nonexistent.ctr", NULL, &frames), CONTACTOR_ERROR_INPUT);
  CHECK_ERROR(contactor_engine_play(stage.engine, write_file("noise", "this is\nno recording\n"), NULL, &frames), CONTACTOR_ERROR_INPUT);
  CHECK_EQUAL(frames, 99);
  contactor_view *view = make(&stage, CONTACTOR_VIEW, rect(0, 0, 10, 10), stage.window);
  CHECK_ERROR(contactor_engine_play(stage.engine, write_file("kind.jsonl", script), view, NULL), CONTACTOR_ERROR_KIND);
  contactor_source *source = NULL;
  CHECK_ERROR(contactor_source_open_recording(stage.engine, write_file("host.jsonl", script), NULL, &source), CONTACTOR_ERROR_STATE);
  CHECK_ERROR(contactor_source_open(stage.engine, CONTACTOR_SOURCE_EVDEV, NULL, 0, NULL, &source), CONTACTOR_ERROR_STATE);
  CHECK(source == NULL);
  stage_close(&stage);
}

static void dispatch_until(contactor_engine *engine, contactor_source *source, int seconds) {
  time_t end = time(NULL) + seconds;
  int32_t at_end = 0;
  while (!at_end && time(NULL) <= end) {
    struct pollfd wait = {contactor_engine_fd(engine), POLLIN, 0};
    poll(&wait, 1, 200);
    CHECK_OK(contactor_engine_dispatch(engine));
    CHECK_OK(contactor_source_is_at_end(source, &at_end));
  }
  CHECK_EQUAL(at_end, 1);
}

TEST(recording, "A recording is played in real time by the dispatches of a monotonic engine.") {
  struct stage stage = {NULL, NULL, NULL, 0};
  contactor_source *source = NULL;
  struct counter counter = {0};
  int32_t at_end = 9;
  CHECK_OK(contactor_engine_create(CONTACTOR_CLOCK_MONOTONIC, &stage.engine));
  CHECK_ERROR(contactor_source_open_recording(stage.engine, write_file("none.jsonl", script), NULL, &source), CONTACTOR_ERROR_STATE);
  stage.window = make(&stage, CONTACTOR_WINDOW, rect(0, 0, 800, 480), NULL);
  contactor_view *button = make(&stage, CONTACTOR_BUTTON, rect(100, 40, 100, 40), stage.window);
  CHECK_OK(contactor_control_on(button, CONTACTOR_TOUCH_UP_INSIDE, count_action, &counter, NULL, NULL));
  CHECK_ERROR(contactor_engine_play(stage.engine, write_file("play.jsonl", script), NULL, NULL), CONTACTOR_ERROR_STATE);
  CHECK_OK(contactor_source_open_recording(stage.engine, write_file("real.jsonl", script), stage.window, &source));
  CHECK_OK(contactor_source_is_at_end(source, &at_end));
  CHECK_EQUAL(at_end, 0);
  dispatch_until(stage.engine, source, 10);
  CHECK_EQUAL(counter.calls, 1);
  CHECK_OK(contactor_source_close(source));
  CHECK_ERROR(contactor_source_is_at_end(source, &at_end), CONTACTOR_ERROR_HANDLE);
  /* Closing one that plays cancels its touches. */
  CHECK_OK(contactor_source_open_recording(stage.engine, write_file("close.jsonl", script), stage.window, &source));
  CHECK_OK(contactor_engine_dispatch(stage.engine));
  CHECK_OK(contactor_source_close(source));
  size_t count = 9;
  CHECK_OK(contactor_engine_touches(stage.engine, NULL, 0, &count));
  CHECK_EQUAL(count, 0);
  CHECK_OK(contactor_engine_destroy(stage.engine));
}

struct devices {
  int there, releases;
};

static void note_device(void *user, const contactor_device *device, int32_t is_there) {
  struct devices *devices = user;
  CHECK(device->name && device->node && device->path && device->id > 0);
  devices->there += is_there ? 1 : -1;
}

static void note_problem(void *user, const char *sentence) {
  (void)user;
  CHECK(strlen(sentence) > 5);
}

static void devices_release(void *user) { ((struct devices *)user)->releases++; }

/* What a machine without touchscreens, without the libraries or without the rights may answer. */
static bool is_possible(contactor_result result) {
  return result == CONTACTOR_OK || result == CONTACTOR_ERROR_INPUT || result == CONTACTOR_ERROR_LIBRARY;
}

TEST(touchscreens, "Touchscreens of both kinds are opened, or refused with a sentence.") {
  contactor_source_kind const kinds[] = {CONTACTOR_SOURCE_LIBINPUT, CONTACTOR_SOURCE_EVDEV};
  const char *const paths[] = {"/dev/input/event987"};
  for (int index = 0; index < 2; index++) {
    struct stage stage = {NULL, NULL, NULL, 0};
    struct devices devices = {0, 0};
    contactor_source *source = NULL;
    CHECK_OK(contactor_engine_create(CONTACTOR_CLOCK_MONOTONIC, &stage.engine));
    CHECK_ERROR(contactor_source_open(stage.engine, kinds[index], NULL, 0, NULL, &source), CONTACTOR_ERROR_STATE);
    stage.window = make(&stage, CONTACTOR_WINDOW, rect(0, 0, 800, 480), NULL);
    CHECK_OK(contactor_engine_on_device(stage.engine, note_device, &devices, devices_release));
    CHECK_OK(contactor_engine_on_problem(stage.engine, note_problem, &devices, devices_release));
    contactor_source_options options = {sizeof options, stage.window, NULL, 0, 0, 5};
    contactor_result result = contactor_source_open(stage.engine, kinds[index], paths, 1, &options, &source);
    CHECK(result == CONTACTOR_ERROR_INPUT || result == CONTACTOR_ERROR_LIBRARY);
    CHECK_CONTAINS(contactor_error_text(), result == CONTACTOR_ERROR_INPUT ? "event987" : "lib");
    CHECK(source == NULL);
    options.waits_for_missing = 1;
    CHECK(is_possible(contactor_source_open(stage.engine, kinds[index], paths, 1, &options, &source)));
    CHECK_OK(contactor_engine_dispatch(stage.engine));
    int32_t at_end = 9;
    if (source) CHECK_OK(contactor_source_is_at_end(source, &at_end));
    if (source) CHECK_OK(contactor_source_close(source));
    source = NULL;
    CHECK(is_possible(contactor_source_open(stage.engine, kinds[index], NULL, 0, NULL, NULL)));
    CHECK_OK(contactor_engine_dispatch(stage.engine));
    CHECK_OK(contactor_engine_on_problem(stage.engine, NULL, NULL, NULL));
    CHECK_EQUAL(devices.releases, 1);
    CHECK_OK(contactor_engine_destroy(stage.engine));
    CHECK_EQUAL(devices.releases, 2);
    CHECK(devices.there >= 0);
  }
}
