/* The hostile user of recordings and layouts. */
#include "stage.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static const char script[] =
  "{\"t\":1000000,\"kind\":\"touch\",\"touch\":1,\"phase\":\"began\",\"x\":20,\"y\":20}\n"
  "{\"t\":1010000,\"kind\":\"touch\",\"touch\":1,\"phase\":\"ended\",\"x\":20,\"y\":20}\n"
  "{\"t\":1020000,\"kind\":\"touch\",\"touch\":2,\"phase\":\"began\",\"x\":20,\"y\":20}\n"
  "{\"t\":1030000,\"kind\":\"touch\",\"touch\":2,\"phase\":\"ended\",\"x\":20,\"y\":20}\n";

enum act { PLAY, CLOSE, DISPATCH, DESTROY_ENGINE, acts };

struct scene {
  contactor_engine *engine;
  contactor_source *source;
  enum act act;
  int calls, releases;
  const char *path;
  contactor_result result;
};

static void attack(void *user, contactor_view *sender, const contactor_event *event) {
  struct scene *scene = user;
  (void)sender, (void)event;
  scene->calls++;
  switch (scene->act) {
  case PLAY: scene->result = contactor_engine_play(scene->engine, scene->path, NULL, NULL); break;
  case CLOSE: scene->result = contactor_source_close(scene->source); break;
  case DISPATCH: scene->result = contactor_engine_dispatch(scene->engine); break;
  default: scene->result = contactor_engine_destroy(scene->engine); break;
  }
}

static void scene_release(void *user) { ((struct scene *)user)->releases++; }

static contactor_view *prepare(struct scene *scene, contactor_clock clock) {
  contactor_view *window = NULL, *button = NULL;
  CHECK_OK(contactor_engine_create(clock, &scene->engine));
  CHECK_OK(contactor_view_create(scene->engine, CONTACTOR_WINDOW, rect(0, 0, 100, 100), &window));
  CHECK_OK(contactor_view_create(scene->engine, CONTACTOR_BUTTON, rect(0, 0, 50, 50), &button));
  CHECK_OK(contactor_view_add_subview(window, button));
  CHECK_OK(contactor_control_on(button, CONTACTOR_TOUCH_DOWN, attack, scene, scene_release, NULL));
  return window;
}

TEST(play_inside, "A recording that is played destroys its engine, and none is played inside another.") {
  for (int act = 0; act < acts; act++) {
    struct scene scene = {NULL, NULL, (enum act)act, 0, 0, write_file("inside.jsonl", script), CONTACTOR_OK};
    prepare(&scene, CONTACTOR_CLOCK_HOST);
    contactor_engine_play(scene.engine, scene.path, NULL, NULL);
    CHECK_EQUAL(scene.calls, act == DESTROY_ENGINE ? 1 : 2);
    if (act == PLAY || act == DISPATCH) CHECK_EQUAL(scene.result, CONTACTOR_ERROR_STATE);
    if (act == CLOSE) CHECK_EQUAL(scene.result, CONTACTOR_ERROR_HANDLE);
    if (act != DESTROY_ENGINE) CHECK_OK(contactor_engine_destroy(scene.engine));
    CHECK_EQUAL(scene.releases, 1);
  }
}

TEST(source_inside, "A recording in real time is closed, and its engine dispatched and destroyed, by a callback.") {
  for (int act = CLOSE; act < acts; act++) {
    struct scene scene = {NULL, NULL, (enum act)act, 0, 0, write_file("real.jsonl", script), CONTACTOR_OK};
    contactor_view *window = prepare(&scene, CONTACTOR_CLOCK_MONOTONIC);
    CHECK_OK(contactor_source_open_recording(scene.engine, scene.path, window, &scene.source));
    time_t end = time(NULL) + 5;
    int32_t at_end = 0;
    while (time(NULL) < end && !at_end) {
      struct pollfd wait = {contactor_engine_fd(scene.engine), POLLIN, 0};
      if (wait.fd < 0) break;
      poll(&wait, 1, 100);
      contactor_engine_dispatch(scene.engine);
      if (contactor_source_is_at_end(scene.source, &at_end)) break;
    }
    CHECK_EQUAL(scene.calls, act == DISPATCH ? 2 : 1);
    if (act != DISPATCH) CHECK_EQUAL(scene.result, CONTACTOR_OK);
    if (act != DESTROY_ENGINE) CHECK_OK(contactor_engine_destroy(scene.engine));
    CHECK_EQUAL(scene.releases, 1);
  }
}

struct layout_scene {
  contactor_engine *engine;
  const char *path;
  int calls, releases, act;
  contactor_result result;
};

static void on_layout(void *user, const contactor_layout_action *action) {
  struct layout_scene *scene = user;
  char name[32];
  scene->calls++;
  if (scene->calls > 1) return;
  scene->result = scene->act ? contactor_engine_destroy(scene->engine) : contactor_engine_replace_layout(scene->engine, scene->path);
  /* The action's strings are still there. */
  snprintf(name, sizeof name, "%s", action->name);
  CHECK_TEXT(name, "emit");
}

static void layout_release(void *user) { ((struct layout_scene *)user)->releases++; }

TEST(layout_inside, "A layout's action replaces the layout, or destroys the engine.") {
  static const char layout[] = "contactor: 1\nscreen: {size: [100, 100]}\nviews:\n"
                               "  - {id: go, kind: button, frame: [0, 0, 50, 50], on: {touchDown: [{emit: a}, {emit: b}]}}\n";
  for (int act = 0; act < 2; act++) {
    struct layout_scene scene = {NULL, write_file("inside.yaml", layout), 0, 0, act, CONTACTOR_OK};
    contactor_feed *feed = NULL;
    CHECK_OK(contactor_engine_create_layout_text(CONTACTOR_CLOCK_HOST, layout, &scene.engine));
    CHECK_OK(contactor_engine_on_layout_action(scene.engine, on_layout, &scene, layout_release));
    CHECK_OK(contactor_feed_create(scene.engine, 64, 1000, &feed));
    for (uint64_t time = 1000; time < 3000; time += 1000) {
      contactor_feed_down(feed, 1, 20, 20);
      contactor_feed_frame(feed, time);
      contactor_feed_up(feed, 1);
      contactor_feed_frame(feed, time + 50);
    }
    CHECK_OK(scene.result);
    CHECK(act ? scene.calls == 1 : scene.calls >= 2);
    if (!act) CHECK_OK(contactor_engine_destroy(scene.engine));
    CHECK_EQUAL(scene.releases, 1);
  }
}

TEST(two_releases, "A registration that fails is released at once, one that succeeds later, each once.") {
  struct stage stage = stage_open();
  struct counter counter = {0};
  CHECK_ERROR(contactor_control_on(stage.window, CONTACTOR_TOUCH_DOWN, count_action, &counter, count_release, NULL), CONTACTOR_ERROR_KIND);
  CHECK_EQUAL(counter.releases, 1);
  CHECK_OK(contactor_engine_at(stage.engine, 2000000, count_action, &counter, count_release, NULL));
  CHECK_EQUAL(counter.releases, 1);
  CHECK_OK(contactor_engine_advance(stage.engine, 2000000));
  CHECK_EQUAL(counter.releases, 2);
  stage_close(&stage);
  CHECK_EQUAL(counter.releases, 2);
}
