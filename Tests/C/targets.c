/* Targets: actions by name, the responder chain. */
#include "stage.h"

TEST(target_actions, "A control sends an action by name to its target, with its events.") {
  struct stage stage = stage_open();
  contactor_view *button = make(&stage, CONTACTOR_BUTTON, rect(10, 10, 100, 50), stage.window);
  contactor_target *target = NULL;
  struct counter counter = {0}, replaced = {0};
  CHECK_OK(contactor_target_create(stage.engine, &target));
  CHECK_OK(contactor_target_on(target, "save:", count_action, &replaced, count_release));
  CHECK_OK(contactor_target_on(target, "save:", count_action, &counter, count_release));
  CHECK_EQUAL(replaced.releases, 1);
  CHECK_OK(contactor_control_add_target(button, target, "save:", CONTACTOR_TOUCH_UP_INSIDE));
  CHECK_OK(contactor_control_add_target(button, target, "save:", CONTACTOR_TOUCH_DOWN));
  tap(&stage, 20, 20);
  CHECK_EQUAL(counter.calls, 2);
  CHECK(counter.sender == button);
  CHECK_EQUAL(replaced.calls, 0);
  CHECK_OK(contactor_control_remove_target(button, target, "save:", CONTACTOR_TOUCH_DOWN));
  tap(&stage, 20, 20);
  CHECK_EQUAL(counter.calls, 3);
  CHECK_OK(contactor_control_remove_target(button, NULL, NULL, CONTACTOR_ALL_EVENTS));
  tap(&stage, 20, 20);
  CHECK_EQUAL(counter.calls, 3);
  CHECK_ERROR(contactor_control_add_target(button, target, "print:", CONTACTOR_TOUCH_DOWN), CONTACTOR_ERROR_NOT_FOUND);
  CHECK_CONTAINS(contactor_error_text(), "save:");
  CHECK_OK(contactor_control_add_target(button, target, "save:", CONTACTOR_TOUCH_DOWN));
  CHECK_OK(contactor_target_destroy(target));
  CHECK_EQUAL(counter.releases, 1);
  tap(&stage, 20, 20);
  CHECK_EQUAL(counter.calls, 3);
  stage_close(&stage);
  CHECK_EQUAL(counter.releases, 1);
}

TEST(action_forms, "All three forms of names are taken, and told apart.") {
  struct stage stage = stage_open();
  contactor_view *button = make(&stage, CONTACTOR_BUTTON, rect(10, 10, 100, 50), stage.window);
  contactor_target *target = NULL;
  const char *const names[] = {"go", "go:", "go:forEvent:"};
  struct counter counters[3] = {{0}, {0}, {0}};
  CHECK_OK(contactor_target_create(stage.engine, &target));
  for (int index = 0; index < 3; index++) CHECK_OK(contactor_target_on(target, names[index], count_action, &counters[index], NULL));
  for (int index = 0; index < 3; index++) {
    CHECK_OK(contactor_control_add_target(button, target, names[index], CONTACTOR_PRIMARY_ACTION_TRIGGERED));
  }
  tap(&stage, 20, 20);
  for (int index = 0; index < 3; index++) CHECK_EQUAL(counters[index].calls, 1);
  CHECK_EQUAL(counters[2].events, CONTACTOR_PRIMARY_ACTION_TRIGGERED);
  stage_close(&stage);
}

TEST(responder_chain, "An action without a target goes to the first in the chain that performs it.") {
  struct stage stage = stage_open();
  contactor_view *panel = make(&stage, CONTACTOR_VIEW, rect(0, 0, 400, 400), stage.window);
  contactor_view *button = make(&stage, CONTACTOR_BUTTON, rect(10, 10, 100, 50), panel);
  contactor_target *inner = NULL, *outer = NULL, *last = NULL;
  struct counter near = {0}, far = {0}, fallback = {0};
  int32_t handled = 7;
  CHECK_OK(contactor_target_create(stage.engine, &inner));
  CHECK_OK(contactor_target_create(stage.engine, &outer));
  CHECK_OK(contactor_target_create(stage.engine, &last));
  CHECK_OK(contactor_target_on(inner, "near:", count_action, &near, NULL));
  CHECK_OK(contactor_target_on(outer, "near:", count_action, &far, NULL));
  CHECK_OK(contactor_target_on(outer, "far:", count_action, &far, NULL));
  CHECK_OK(contactor_target_on(last, "last:", count_action, &fallback, NULL));
  CHECK_OK(contactor_view_set_target(panel, inner));
  CHECK_OK(contactor_view_set_target(stage.window, outer));
  CHECK_OK(contactor_engine_set_target(stage.engine, last));
  CHECK_OK(contactor_control_add_target(button, NULL, "near:", CONTACTOR_TOUCH_UP_INSIDE));
  tap(&stage, 20, 20);
  CHECK_EQUAL(near.calls, 1);
  CHECK_EQUAL(far.calls, 0);
  CHECK(near.sender == button);
  CHECK_OK(contactor_engine_send(stage.engine, "far:", NULL, button, &handled));
  CHECK_EQUAL(handled, 1);
  CHECK_EQUAL(far.calls, 1);
  CHECK_OK(contactor_engine_send(stage.engine, "last:", NULL, button, &handled));
  CHECK_EQUAL(handled, 1);
  CHECK_EQUAL(fallback.calls, 1);
  CHECK_OK(contactor_engine_send(stage.engine, "nobody:", NULL, button, &handled));
  CHECK_EQUAL(handled, 0);
  CHECK_OK(contactor_engine_send(stage.engine, "far:", outer, NULL, NULL));
  CHECK_EQUAL(far.calls, 2);
  CHECK_OK(contactor_view_set_target(panel, NULL));
  tap(&stage, 20, 20);
  CHECK_EQUAL(near.calls, 1);
  CHECK_EQUAL(far.calls, 3);
  CHECK_OK(contactor_engine_set_target(stage.engine, NULL));
  CHECK_OK(contactor_engine_send(stage.engine, "last:", NULL, button, &handled));
  CHECK_EQUAL(handled, 0);
  stage_close(&stage);
}
