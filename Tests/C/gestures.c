/* Gestures of every kind are recognized, asked, and combined. */
#include "stage.h"

#include <math.h>
#include <string.h>

#define BIT(state) (UINT32_C(1) << (state))

/* A view over the whole window with one recognizer, whose states are counted. */
struct scene {
  struct stage stage;
  contactor_view *view;
  contactor_gesture *gesture;
  struct counter counter;
};

static void scene_open(struct scene *scene, contactor_gesture_kind kind) {
  memset(scene, 0, sizeof *scene);
  scene->stage = stage_open();
  scene->view = make(&scene->stage, CONTACTOR_VIEW, rect(0, 0, 800, 480), scene->stage.window);
  CHECK_OK(contactor_set_number(scene->view, CONTACTOR_MULTIPLE_TOUCH, 1));
  CHECK_OK(contactor_gesture_create(scene->view, kind, &scene->gesture));
  CHECK_OK(contactor_gesture_on(scene->gesture, count_gesture, &scene->counter, count_release));
}

static void scene_close(struct scene *scene) {
  stage_close(&scene->stage);
  CHECK_EQUAL(scene->counter.releases, 1);
}

TEST(tap_gesture, "A tap is recognized, with as many taps as are wanted.") {
  struct scene scene;
  scene_open(&scene, CONTACTOR_TAP);
  contactor_point place = {0, 0};
  tap(&scene.stage, 100, 100);
  CHECK_EQUAL(scene.counter.calls, 1);
  CHECK_EQUAL(scene.counter.events, BIT(CONTACTOR_GESTURE_ENDED));
  CHECK_OK(contactor_gesture_location(scene.gesture, NULL, &place));
  CHECK_OK(contactor_set_number(scene.gesture, CONTACTOR_TAPS, 2));
  CHECK_NUMBER(number(scene.gesture, CONTACTOR_TAPS), 2);
  tap(&scene.stage, 100, 100);
  CHECK_EQUAL(scene.counter.calls, 1);
  tap_times(&scene.stage, 100, 100, 2);
  CHECK_EQUAL(scene.counter.calls, 2);
  CHECK_OK(contactor_set_number(scene.gesture, CONTACTOR_ENABLED, 0));
  tap_times(&scene.stage, 100, 100, 2);
  CHECK_EQUAL(scene.counter.calls, 2);
  scene_close(&scene);
}

TEST(long_press_gesture, "A long press begins while the finger is down.") {
  struct scene scene;
  scene_open(&scene, CONTACTOR_LONG_PRESS);
  CHECK_OK(contactor_set_number(scene.gesture, CONTACTOR_DURATION, 0.3));
  finger_down(&scene.stage, 0, 100, 100);
  pass(&scene.stage, 200000);
  CHECK_EQUAL(scene.counter.calls, 0);
  pass(&scene.stage, 150000);
  CHECK_EQUAL(scene.counter.events, BIT(CONTACTOR_GESTURE_BEGAN));
  CHECK_NUMBER(number(scene.gesture, CONTACTOR_GESTURE_STATE), CONTACTOR_GESTURE_BEGAN);
  CHECK_NUMBER(number(scene.gesture, CONTACTOR_NUMBER_OF_TOUCHES), 1);
  finger_up(&scene.stage, 0);
  CHECK_EQUAL(scene.counter.events, BIT(CONTACTOR_GESTURE_BEGAN) | BIT(CONTACTOR_GESTURE_ENDED));
  scene_close(&scene);
}

static void note_pan(void *user, contactor_gesture *gesture, int32_t state) {
  contactor_point *values = user;
  if (state != CONTACTOR_GESTURE_CHANGED) return;
  CHECK_OK(contactor_gesture_translation(gesture, &values[0]));
  CHECK_OK(contactor_gesture_velocity(gesture, &values[1]));
  CHECK_OK(contactor_gesture_location(gesture, NULL, &values[2]));
}

TEST(pan_gesture, "A pan has a translation, a velocity and a place.") {
  struct scene scene;
  scene_open(&scene, CONTACTOR_PAN);
  contactor_point values[3];
  memset(values, 0, sizeof values);
  CHECK_OK(contactor_gesture_on(scene.gesture, note_pan, values, NULL));
  drag(&scene.stage, 100, 100, 200, 100, 10);
  CHECK_NEAR(values[0].x, 100, 0.001);
  CHECK_NEAR(values[0].y, 0, 0.001);
  CHECK_NEAR(values[1].x, 1000, 1); /* 10 points in 10 ms */
  CHECK_NEAR(values[2].x, 200, 0.001);
  uint32_t all = BIT(CONTACTOR_GESTURE_BEGAN) | BIT(CONTACTOR_GESTURE_CHANGED) | BIT(CONTACTOR_GESTURE_ENDED);
  CHECK_EQUAL(scene.counter.events, all);
  finger_down(&scene.stage, 0, 100, 100);
  finger_move(&scene.stage, 0, 200, 100);
  CHECK_OK(contactor_engine_cancel_touches(scene.stage.engine));
  CHECK_EQUAL(scene.counter.events, all | BIT(CONTACTOR_GESTURE_CANCELLED));
  scene_close(&scene);
}

TEST(edge_pan_gesture, "A pan from an edge begins there only.") {
  struct scene scene;
  scene_open(&scene, CONTACTOR_EDGE_PAN);
  CHECK_OK(contactor_set_number(scene.gesture, CONTACTOR_EDGES, 2));
  CHECK_OK(contactor_set_number(scene.gesture, CONTACTOR_EDGE_WIDTH, 20));
  drag(&scene.stage, 100, 100, 300, 100, 10);
  CHECK_EQUAL(scene.counter.calls, 0);
  pass(&scene.stage, 500000);
  drag(&scene.stage, 5, 100, 300, 100, 10);
  CHECK(scene.counter.events & BIT(CONTACTOR_GESTURE_BEGAN));
  scene_close(&scene);
}

TEST(swipe_gesture, "A swipe is recognized in its direction only.") {
  struct scene scene;
  scene_open(&scene, CONTACTOR_SWIPE);
  CHECK_OK(contactor_set_number(scene.gesture, CONTACTOR_DIRECTION, 2));
  drag(&scene.stage, 100, 100, 300, 100, 8);
  CHECK_EQUAL(scene.counter.calls, 0);
  pass(&scene.stage, 500000);
  drag(&scene.stage, 300, 100, 100, 100, 8);
  CHECK_EQUAL(scene.counter.events, BIT(CONTACTOR_GESTURE_ENDED));
  scene_close(&scene);
}

static void note_two(void *user, contactor_gesture *gesture, int32_t state) {
  double *value = user;
  if (state != CONTACTOR_GESTURE_CHANGED && state != CONTACTOR_GESTURE_BEGAN) return;
  contactor_property property = value[1] > 0 ? CONTACTOR_SCALE : CONTACTOR_ROTATION;
  value[0] = number(gesture, property);
}

TEST(pinch_and_rotation, "Two fingers pinch and turn.") {
  static const contactor_gesture_kind kinds[] = {CONTACTOR_PINCH, CONTACTOR_ROTATE};
  for (int index = 0; index < 2; index++) {
    struct scene scene;
    scene_open(&scene, kinds[index]);
    double value[2] = {0, index == 0 ? 1 : -1};
    CHECK_OK(contactor_gesture_on(scene.gesture, note_two, value, NULL));
    finger_down(&scene.stage, 1, 300, 240);
    finger_down(&scene.stage, 2, 500, 240);
    for (int step = 1; step <= 10; step++) {
      double angle = index ? step * 0.1 : 0, reach = index ? 100 : 100 + step * 10;
      CHECK_OK(contactor_feed_moved(scene.stage.feed, 1, 400 - reach * cos(angle), 240 - reach * sin(angle)));
      finger_move(&scene.stage, 2, 400 + reach * cos(angle), 240 + reach * sin(angle));
    }
    /* The scale may count from the touch or from where the pinch began. */
    if (index == 0) CHECK(value[0] > 1.5 && value[0] <= 2.001);
    if (index == 1) CHECK(value[0] > 0.7 && value[0] <= 1.001);
    finger_up(&scene.stage, 1);
    finger_up(&scene.stage, 2);
    CHECK(scene.counter.events & BIT(CONTACTOR_GESTURE_ENDED));
    scene_close(&scene);
  }
}

TEST(hold_gesture, "Three fingers held still are a hold.") {
  struct scene scene;
  scene_open(&scene, CONTACTOR_HOLD);
  CHECK_NUMBER(number(scene.gesture, CONTACTOR_TOUCHES), 3);
  for (int finger = 0; finger < 3; finger++) CHECK_OK(contactor_feed_down(scene.stage.feed, finger, 200 + finger * 100, 200));
  finger_move(&scene.stage, 0, 201, 200);
  pass(&scene.stage, 1500000);
  CHECK(scene.counter.calls > 0);
  scene_close(&scene);
}

TEST(corners_gesture, "Taps into all four corners, clockwise.") {
  struct scene scene;
  scene_open(&scene, CONTACTOR_CORNERS);
  const double corners[4][2] = {{10, 10}, {790, 10}, {790, 470}, {10, 470}};
  for (int index = 0; index < 4; index++) {
    CHECK_EQUAL(scene.counter.calls, 0);
    tap(&scene.stage, corners[index][0], corners[index][1]);
  }
  CHECK_EQUAL(scene.counter.calls, 1);
  scene_close(&scene);
}

TEST(stroke_gesture, "A drawn figure is recognized as the template that is most like it.") {
  struct scene scene;
  scene_open(&scene, CONTACTOR_STROKE);
  const contactor_point check[] = {{0, 50}, {30, 80}, {100, 0}}, square[] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}};
  CHECK_OK(contactor_gesture_add_template(scene.gesture, "square", square, 5));
  CHECK_OK(contactor_gesture_add_template(scene.gesture, "check", check, 3));
  struct stage *stage = &scene.stage;
  finger_down(stage, 0, 200, 200);
  for (int step = 1; step <= 10; step++) finger_move(stage, 0, 200 + step * 9, 200 + step * 9);
  for (int step = 1; step <= 20; step++) finger_move(stage, 0, 290 + step * 10.5, 290 - step * 12);
  finger_up(stage, 0);
  pass(stage, 1000000);
  CHECK_EQUAL(scene.counter.calls, 1);
  CHECK_TEXT(text(scene.gesture, CONTACTOR_MATCH), "check");
  CHECK(number(scene.gesture, CONTACTOR_SCORE) >= 0.75);
  scene_close(&scene);
}

TEST(stroke_direction, "Forward, a line to the left is not one to the right.") {
  struct scene scene;
  scene_open(&scene, CONTACTOR_STROKE);
  const contactor_point right[] = {{0, 0}, {1, 0}}, left[] = {{1, 0}, {0, 0}};
  CHECK_OK(contactor_gesture_add_template(scene.gesture, "right", right, 2));
  CHECK_OK(contactor_gesture_add_template(scene.gesture, "left", left, 2));
  drag(&scene.stage, 300, 100, 100, 100, 20);
  pass(&scene.stage, 1000000);
  CHECK_EQUAL(scene.counter.calls, 0);
  CHECK_NUMBER(number(scene.gesture, CONTACTOR_DIRECTION), 0);
  CHECK_OK(contactor_set_number(scene.gesture, CONTACTOR_DIRECTION, 1));
  CHECK_NUMBER(number(scene.gesture, CONTACTOR_DIRECTION), 1);
  drag(&scene.stage, 300, 100, 100, 100, 20);
  pass(&scene.stage, 1000000);
  CHECK_EQUAL(scene.counter.calls, 1);
  CHECK_TEXT(text(scene.gesture, CONTACTOR_MATCH), "left");
  scene_close(&scene);
}

struct answers {
  int asked[3], yes[3];
  contactor_gesture *other;
};

static int32_t answer(void *user, contactor_gesture *gesture, contactor_gesture_question question, contactor_gesture *other,
                      const contactor_touch *touch) {
  struct answers *answers = user;
  (void)gesture;
  answers->asked[question]++;
  CHECK((touch != NULL) == (question == CONTACTOR_GESTURE_SHOULD_RECEIVE));
  CHECK((other != NULL) == (question == CONTACTOR_GESTURE_TOGETHER));
  if (other) answers->other = other;
  return answers->yes[question];
}

TEST(delegate, "A delegate may refuse a touch and the beginning, and allow two gestures together.") {
  struct scene scene;
  scene_open(&scene, CONTACTOR_TAP);
  struct answers answers = {{0, 0, 0}, {1, 0, 0}, NULL};
  struct counter second = {0};
  contactor_gesture *other = NULL;
  CHECK_OK(contactor_gesture_set_delegate(scene.gesture, answer, &answers, NULL));
  tap(&scene.stage, 100, 100);
  CHECK(answers.asked[CONTACTOR_GESTURE_SHOULD_RECEIVE] > 0);
  CHECK_EQUAL(scene.counter.calls, 0);
  answers.yes[CONTACTOR_GESTURE_SHOULD_RECEIVE] = 1;
  answers.yes[CONTACTOR_GESTURE_SHOULD_BEGIN] = 0;
  tap(&scene.stage, 100, 100);
  CHECK(answers.asked[CONTACTOR_GESTURE_SHOULD_BEGIN] > 0);
  CHECK_EQUAL(scene.counter.calls, 0);
  answers.yes[CONTACTOR_GESTURE_SHOULD_BEGIN] = 1;
  CHECK_OK(contactor_gesture_create(scene.view, CONTACTOR_TAP, &other));
  CHECK_OK(contactor_gesture_on(other, count_gesture, &second, NULL));
  tap(&scene.stage, 100, 100);
  CHECK_EQUAL(scene.counter.calls + second.calls, 1);
  answers.yes[CONTACTOR_GESTURE_TOGETHER] = 1;
  tap(&scene.stage, 100, 100);
  CHECK_EQUAL(scene.counter.calls + second.calls, 3);
  CHECK(answers.other == other);
  CHECK_OK(contactor_gesture_set_delegate(scene.gesture, NULL, NULL, NULL));
  tap(&scene.stage, 100, 100);
  CHECK_EQUAL(scene.counter.calls + second.calls, 4);
  scene_close(&scene);
}

TEST(require_failure, "A single tap waits until a double tap has failed.") {
  struct scene scene;
  scene_open(&scene, CONTACTOR_TAP);
  struct counter twice = {0};
  contactor_gesture *second = NULL;
  CHECK_OK(contactor_gesture_create(scene.view, CONTACTOR_TAP, &second));
  CHECK_OK(contactor_set_number(second, CONTACTOR_TAPS, 2));
  CHECK_OK(contactor_gesture_on(second, count_gesture, &twice, NULL));
  CHECK_OK(contactor_gesture_require_failure(scene.gesture, second));
  tap_times(&scene.stage, 100, 100, 2);
  CHECK_EQUAL(scene.counter.calls, 0);
  CHECK_EQUAL(twice.calls, 1);
  tap(&scene.stage, 100, 100);
  CHECK_EQUAL(scene.counter.calls, 1);
  CHECK_OK(contactor_gesture_destroy(second));
  CHECK_ERROR(contactor_gesture_destroy(second), CONTACTOR_ERROR_HANDLE);
  tap(&scene.stage, 100, 100);
  CHECK_EQUAL(scene.counter.calls, 2);
  scene_close(&scene);
}

TEST(gesture_action, "A gesture sends a named action along the responder chain.") {
  struct scene scene;
  scene_open(&scene, CONTACTOR_TAP);
  contactor_target *target = NULL;
  struct counter counter = {0};
  CHECK_OK(contactor_target_create(scene.stage.engine, &target));
  CHECK_OK(contactor_target_on(target, "zoom:", count_action, &counter, NULL));
  CHECK_OK(contactor_view_set_target(scene.stage.window, target));
  CHECK_OK(contactor_gesture_add_action(scene.gesture, "zoom:"));
  CHECK_OK(contactor_set_text(scene.gesture, CONTACTOR_NAME, "zoom"));
  CHECK_TEXT(text(scene.gesture, CONTACTOR_NAME), "zoom");
  tap(&scene.stage, 100, 100);
  CHECK_EQUAL(counter.calls, 1);
  CHECK_ERROR(contactor_gesture_translation(scene.gesture, &(contactor_point){0, 0}), CONTACTOR_ERROR_KIND);
  scene_close(&scene);
}
