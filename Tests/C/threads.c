/* Engines in several threads, and engines that change their thread. All checks are made in the main thread. */
#include "stage.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* One thread's work: an engine of its own with a slider that is dragged a hundred times. */
struct worker {
  contactor_result failure;
  double value;
  int clicks;
};

static void count_click(void *user, contactor_view *sender, const contactor_event *event) {
  (void)sender, (void)event;
  ++*(int *)user;
}

static void *work(void *user) {
  struct worker *worker = user;
  contactor_engine *engine = NULL;
  contactor_view *window = NULL, *slider = NULL;
  contactor_feed *feed = NULL;
  contactor_result results[8] = {
    contactor_engine_create(CONTACTOR_CLOCK_HOST, &engine),
    contactor_view_create(engine, CONTACTOR_WINDOW, (contactor_rect){0, 0, 800, 480}, &window),
    contactor_view_create(engine, CONTACTOR_SLIDER, (contactor_rect){0, 0, 100, 40}, &slider),
    contactor_view_add_subview(window, slider),
    contactor_control_on(slider, CONTACTOR_TOUCH_UP_INSIDE, count_click, &worker->clicks, NULL, NULL),
    contactor_feed_create(engine, 64, 1000, &feed),
    CONTACTOR_OK,
    CONTACTOR_OK,
  };
  for (uint64_t time = 0; time < 100; time++) {
    contactor_feed_down(feed, 0, 10, 20);
    contactor_feed_frame(feed, time * 1000);
    contactor_feed_moved(feed, 0, (double)time, 20);
    contactor_feed_frame(feed, time * 1000 + 10);
    contactor_feed_up(feed, 0);
    results[6] = contactor_feed_frame(feed, time * 1000 + 20);
  }
  contactor_get_number(slider, CONTACTOR_VALUE, &worker->value);
  results[7] = contactor_engine_destroy(engine);
  for (int index = 0; index < 8; index++) {
    if (results[index]) worker->failure = results[index];
  }
  return NULL;
}

TEST(several_engines, "Four threads have an engine each at the same time.") {
  pthread_t threads[4];
  struct worker workers[4];
  memset(workers, 0, sizeof workers);
  for (int index = 0; index < 4; index++) CHECK(pthread_create(&threads[index], NULL, work, &workers[index]) == 0);
  for (int index = 0; index < 4; index++) {
    pthread_join(threads[index], NULL);
    CHECK_EQUAL(workers[index].failure, CONTACTOR_OK);
    CHECK_NUMBER(workers[index].value, 0.99);
    CHECK_EQUAL(workers[index].clicks, 100);
  }
}

struct hand_over {
  contactor_engine *engine;
  contactor_view *slider;
  contactor_result before, taken, set, version;
  char first_text[8], text[256];
};

static void *take(void *user) {
  struct hand_over *hand_over = user;
  strncpy(hand_over->first_text, contactor_error_text(), sizeof hand_over->first_text - 1);
  hand_over->before = contactor_set_number(hand_over->slider, CONTACTOR_VALUE, 0.25);
  strncpy(hand_over->text, contactor_error_text(), sizeof hand_over->text - 1);
  hand_over->version = contactor_version() > 0 ? CONTACTOR_OK : CONTACTOR_ERROR_VALUE;
  hand_over->taken = contactor_engine_take_over(hand_over->engine);
  hand_over->set = contactor_set_number(hand_over->slider, CONTACTOR_VALUE, 0.5);
  return NULL;
}

TEST(take_over, "An engine belongs to the thread that took it over, and texts of errors to their thread.") {
  struct stage stage = stage_open();
  contactor_view *slider = make(&stage, CONTACTOR_SLIDER, rect(0, 0, 100, 40), stage.window);
  struct hand_over hand_over = {stage.engine, slider, 0, 0, 0, 0, "", ""};
  pthread_t thread;
  CHECK_ERROR(contactor_engine_find(stage.engine, "nothing", &(contactor_view *){NULL}), CONTACTOR_ERROR_NOT_FOUND);
  char mine[256];
  strncpy(mine, contactor_error_text(), sizeof mine - 1);
  mine[255] = 0;
  CHECK(pthread_create(&thread, NULL, take, &hand_over) == 0);
  pthread_join(thread, NULL);
  CHECK_TEXT(hand_over.first_text, "");
  CHECK_EQUAL(hand_over.before, CONTACTOR_ERROR_THREAD);
  CHECK(strlen(hand_over.text) > 5);
  CHECK_TEXT(contactor_error_text(), mine);
  CHECK_EQUAL(hand_over.version, CONTACTOR_OK);
  CHECK_EQUAL(hand_over.taken, CONTACTOR_OK);
  CHECK_EQUAL(hand_over.set, CONTACTOR_OK);
  double value = 9;
  CHECK_ERROR(contactor_get_number(slider, CONTACTOR_VALUE, &value), CONTACTOR_ERROR_THREAD);
  CHECK_NUMBER(value, 9);
  CHECK_ERROR(contactor_engine_destroy(stage.engine), CONTACTOR_ERROR_THREAD);
  CHECK_OK(contactor_engine_take_over(stage.engine));
  CHECK_NUMBER(number(slider, CONTACTOR_VALUE), 0.5);
  stage_close(&stage);
}
