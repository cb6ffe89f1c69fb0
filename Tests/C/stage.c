#include "stage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct stage stage_open(void) {
  struct stage stage = {NULL, NULL, NULL, 1000000};
  CHECK_OK(contactor_engine_create(CONTACTOR_CLOCK_HOST, &stage.engine));
  stage.window = make(&stage, CONTACTOR_WINDOW, rect(0, 0, 800, 480), NULL);
  CHECK_OK(contactor_feed_create(stage.engine, 64, 1000000, &stage.feed));
  CHECK_OK(contactor_feed_frame(stage.feed, stage.now));
  return stage;
}

void stage_close(struct stage *stage) {
  CHECK_OK(contactor_engine_destroy(stage->engine));
  stage->engine = NULL;
}

contactor_rect rect(double x, double y, double width, double height) { return (contactor_rect){x, y, width, height}; }

contactor_point point(double x, double y) { return (contactor_point){x, y}; }

contactor_view *make(struct stage *stage, contactor_kind kind, contactor_rect frame, contactor_view *superview) {
  contactor_view *view = NULL;
  CHECK_OK(contactor_view_create(stage->engine, kind, frame, &view));
  if (superview) CHECK_OK(contactor_view_add_subview(superview, view));
  return view;
}

static void frame(struct stage *stage) {
  stage->now += 10000;
  CHECK_OK(contactor_feed_frame(stage->feed, stage->now));
}

void finger_down(struct stage *stage, int64_t id, double x, double y) {
  CHECK_OK(contactor_feed_down(stage->feed, id, x, y));
  frame(stage);
}

void finger_move(struct stage *stage, int64_t id, double x, double y) {
  CHECK_OK(contactor_feed_moved(stage->feed, id, x, y));
  frame(stage);
}

void finger_up(struct stage *stage, int64_t id) {
  CHECK_OK(contactor_feed_up(stage->feed, id));
  frame(stage);
}

void pass(struct stage *stage, uint64_t microseconds) {
  /* In steps, as a host does that draws. */
  while (microseconds > 0) {
    uint64_t step = microseconds < 16000 ? microseconds : 16000;
    stage->now += step;
    microseconds -= step;
    CHECK_OK(contactor_engine_advance(stage->engine, (int64_t)stage->now));
  }
}

void tap(struct stage *stage, double x, double y) { tap_times(stage, x, y, 1); }

void tap_times(struct stage *stage, double x, double y, int count) {
  for (int index = 0; index < count; index++) {
    finger_down(stage, 0, x, y);
    pass(stage, 50000);
    finger_up(stage, 0);
    pass(stage, 50000);
  }
  pass(stage, 450000);
}

void drag(struct stage *stage, double x, double y, double to_x, double to_y, int steps) {
  finger_down(stage, 0, x, y);
  for (int step = 1; step <= steps; step++) {
    double share = (double)step / steps;
    finger_move(stage, 0, x + (to_x - x) * share, y + (to_y - y) * share);
  }
  finger_up(stage, 0);
}

double number(void *object, contactor_property property) {
  double value = -12345;
  check_result(__FILE__, __LINE__, "contactor_get_number", contactor_get_number(object, property, &value), CONTACTOR_OK);
  return value;
}

contactor_rect rectangle(void *object, contactor_property property) {
  contactor_rect value = {-12345, 0, 0, 0};
  check_result(__FILE__, __LINE__, "contactor_get_rect", contactor_get_rect(object, property, &value), CONTACTOR_OK);
  return value;
}

const char *text(void *object, contactor_property property) {
  static char buffers[4][512];
  static int turn;
  char *buffer = buffers[turn++ & 3];
  buffer[0] = 0;
  check_result(__FILE__, __LINE__, "contactor_get_text", contactor_get_text(object, property, buffer, sizeof buffers[0], NULL), CONTACTOR_OK);
  return buffer;
}

void count_action(void *user, contactor_view *sender, const contactor_event *event) {
  struct counter *counter = user;
  counter->calls++;
  counter->sender = sender;
  if (event) counter->events |= event->events;
  double value = 0;
  if (sender && contactor_get_number(sender, CONTACTOR_VALUE, &value) == CONTACTOR_OK) counter->sum += value;
}

void count_gesture(void *user, contactor_gesture *gesture, int32_t state) {
  struct counter *counter = user;
  (void)gesture;
  counter->calls++;
  counter->events |= UINT32_C(1) << state;
}

void count_release(void *user) {
  struct counter *counter = user;
  counter->releases++;
}

/* The files of a run are removed as the program ends. */
static char paths[4][512];
static char used[64][512];
static int used_count;

static void remove_files(void) {
  for (int index = 0; index < used_count; index++) unlink(used[index]);
}

const char *write_file(const char *name, const char *contents) {
  static int turn;
  char *path = paths[turn++ & 3];
  const char *folder = getenv("TMPDIR");
  snprintf(path, sizeof paths[0], "%s/contactor-c-%ld-%s", folder ? folder : "/tmp", (long)getpid(), name);
  FILE *file = fopen(path, "w");
  if (!CHECK(file != NULL)) return path;
  CHECK(fputs(contents, file) >= 0);
  CHECK(fclose(file) == 0);
  if (used_count == 0) atexit(remove_files);
  if (used_count < 64) strcpy(used[used_count++], path);
  return path;
}

char *long_text(size_t length) {
  char *letters = malloc(length + 1);
  if (!letters) abort();
  memset(letters, 'a', length);
  letters[length] = 0;
  return letters;
}
