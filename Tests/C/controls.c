/* Controls under a finger, and without one. */
#include "stage.h"

#include <math.h>
#include <string.h>

TEST(button, "A tap clicks a button; a finger that slides off does not.") {
  struct stage stage = stage_open();
  contactor_view *button = make(&stage, CONTACTOR_BUTTON, rect(100, 100, 100, 50), stage.window);
  struct counter clicks = {0}, all = {0};
  uint64_t token = 0;
  CHECK_OK(contactor_control_on(button, CONTACTOR_TOUCH_UP_INSIDE, count_action, &clicks, count_release, &token));
  CHECK_OK(contactor_control_on(button, CONTACTOR_ALL_EVENTS, count_action, &all, count_release, NULL));
  tap(&stage, 150, 120);
  CHECK_EQUAL(clicks.calls, 1);
  CHECK(clicks.sender == button);
  CHECK_EQUAL(all.events, CONTACTOR_TOUCH_DOWN | CONTACTOR_TOUCH_UP_INSIDE | CONTACTOR_PRIMARY_ACTION_TRIGGERED);
  drag(&stage, 150, 120, 400, 120, 5);
  CHECK_EQUAL(clicks.calls, 1);
  CHECK(all.events & CONTACTOR_TOUCH_UP_OUTSIDE);
  CHECK_OK(contactor_button_click(button));
  CHECK_EQUAL(clicks.calls, 2);
  CHECK_OK(contactor_control_send(button, CONTACTOR_TOUCH_UP_INSIDE));
  CHECK_EQUAL(clicks.calls, 3);
  CHECK_OK(contactor_control_off(button, token));
  CHECK_EQUAL(clicks.releases, 1);
  CHECK_ERROR(contactor_control_off(button, token), CONTACTOR_ERROR_NOT_FOUND);
  tap(&stage, 150, 120);
  CHECK_EQUAL(clicks.calls, 3);
  CHECK_OK(contactor_set_number(button, CONTACTOR_ENABLED, 0));
  CHECK_EQUAL((int)number(button, CONTACTOR_STATE) & CONTACTOR_STATE_DISABLED, CONTACTOR_STATE_DISABLED);
  int before = all.calls;
  tap(&stage, 150, 120);
  CHECK_EQUAL(all.calls, before);
  stage_close(&stage);
  CHECK_EQUAL(all.releases, 1);
}

TEST(double_tap, "A second tap soon after the first is a repeated one.") {
  struct stage stage = stage_open();
  contactor_view *button = make(&stage, CONTACTOR_BUTTON, rect(100, 100, 100, 50), stage.window);
  struct counter counter = {0};
  CHECK_OK(contactor_control_on(button, CONTACTOR_TOUCH_DOWN_REPEAT, count_action, &counter, NULL, NULL));
  tap_times(&stage, 150, 120, 2);
  CHECK_EQUAL(counter.calls, 1);
  stage_close(&stage);
}

TEST(held_button, "A held button is tracked, and says so.") {
  struct stage stage = stage_open();
  contactor_view *button = make(&stage, CONTACTOR_BUTTON, rect(100, 100, 100, 50), stage.window);
  finger_down(&stage, 0, 150, 120);
  CHECK_NUMBER(number(button, CONTACTOR_TRACKING), 1);
  CHECK_NUMBER(number(button, CONTACTOR_TOUCH_INSIDE), 1);
  CHECK_NUMBER(number(button, CONTACTOR_HIGHLIGHTED), 1);
  finger_move(&stage, 0, 400, 400);
  CHECK_NUMBER(number(button, CONTACTOR_TOUCH_INSIDE), 0);
  finger_up(&stage, 0);
  CHECK_NUMBER(number(button, CONTACTOR_TRACKING), 0);
  stage_close(&stage);
}

TEST(slider, "A slider's value is that of the place under the finger.") {
  struct stage stage = stage_open();
  contactor_view *slider = make(&stage, CONTACTOR_SLIDER, rect(100, 100, 200, 44), stage.window);
  struct counter counter = {0};
  CHECK_OK(contactor_control_on(slider, CONTACTOR_VALUE_CHANGED, count_action, &counter, NULL, NULL));
  CHECK_OK(contactor_set_number(slider, CONTACTOR_MINIMUM, -10));
  CHECK_OK(contactor_set_number(slider, CONTACTOR_MAXIMUM, 10));
  counter.calls = 0;
  finger_down(&stage, 0, 150, 120);
  CHECK_NUMBER(number(slider, CONTACTOR_VALUE), -5);
  finger_move(&stage, 0, 250, 120);
  CHECK_NUMBER(number(slider, CONTACTOR_VALUE), 5);
  finger_move(&stage, 0, 900, 120);
  CHECK_NUMBER(number(slider, CONTACTOR_VALUE), 10);
  finger_up(&stage, 0);
  CHECK_EQUAL(counter.calls, 3);
  CHECK_OK(contactor_set_number(slider, CONTACTOR_VALUE, 0));
  CHECK_EQUAL(counter.calls, 3);
  CHECK_OK(contactor_set_number(slider, CONTACTOR_TOUCH_MODE, 1));
  finger_down(&stage, 0, 120, 120);
  CHECK_NUMBER(number(slider, CONTACTOR_VALUE), 0);
  finger_move(&stage, 0, 170, 120);
  CHECK_NEAR(number(slider, CONTACTOR_VALUE), 5, 1e-9);
  finger_up(&stage, 0);
  stage_close(&stage);
}

TEST(switch_stepper_pages, "A switch, a stepper and a page control change by taps.") {
  struct stage stage = stage_open();
  contactor_view *toggle = make(&stage, CONTACTOR_SWITCH, rect(10, 10, 60, 40), stage.window);
  contactor_view *stepper = make(&stage, CONTACTOR_STEPPER, rect(10, 60, 100, 40), stage.window);
  contactor_view *pages = make(&stage, CONTACTOR_PAGE_CONTROL, rect(10, 110, 100, 40), stage.window);
  tap(&stage, 30, 30);
  CHECK_NUMBER(number(toggle, CONTACTOR_VALUE), 1);
  tap(&stage, 90, 80);
  tap(&stage, 90, 80);
  tap(&stage, 30, 80);
  CHECK_NUMBER(number(stepper, CONTACTOR_VALUE), 1);
  finger_down(&stage, 0, 90, 80);
  pass(&stage, 1000000);
  finger_up(&stage, 0);
  CHECK(number(stepper, CONTACTOR_VALUE) >= 5);
  CHECK_OK(contactor_set_number(pages, CONTACTOR_COUNT, 3));
  tap(&stage, 90, 130);
  CHECK_NUMBER(number(pages, CONTACTOR_VALUE), 1);
  stage_close(&stage);
}

TEST(segments_and_group, "A tap selects a segment; of a group of buttons one is on.") {
  struct stage stage = stage_open();
  const char *const titles[] = {"S", "M", "L"};
  contactor_view *segments = make(&stage, CONTACTOR_SEGMENTED, rect(0, 0, 300, 44), stage.window), *buttons[3];
  CHECK_OK(contactor_set_titles(segments, 0, titles, 3));
  CHECK_NUMBER(number(segments, CONTACTOR_VALUE), -1);
  tap(&stage, 250, 20);
  CHECK_NUMBER(number(segments, CONTACTOR_VALUE), 2);
  for (int index = 0; index < 3; index++) buttons[index] = make(&stage, CONTACTOR_BUTTON, rect(index * 100, 100, 90, 44), stage.window);
  CHECK_OK(contactor_button_group(buttons, 3));
  CHECK_NUMBER(number(buttons[0], CONTACTOR_BUTTON_TYPE), 4);
  tap(&stage, 40, 120);
  tap(&stage, 140, 120);
  CHECK_NUMBER(number(buttons[0], CONTACTOR_VALUE), 0);
  CHECK_NUMBER(number(buttons[1], CONTACTOR_VALUE), 1);
  stage_close(&stage);
}

TEST(knob, "A knob turns with the finger.") {
  struct stage stage = stage_open();
  contactor_view *knob = make(&stage, CONTACTOR_KNOB, rect(100, 100, 100, 100), stage.window);
  CHECK_OK(contactor_set_number(knob, CONTACTOR_START_ANGLE, -3));
  CHECK_OK(contactor_set_number(knob, CONTACTOR_END_ANGLE, 3));
  finger_down(&stage, 0, 150, 110);
  for (int step = 1; step <= 10; step++) finger_move(&stage, 0, 150 + 40 * sin(step * 0.15), 150 - 40 * cos(step * 0.15));
  finger_up(&stage, 0);
  CHECK_NEAR(number(knob, CONTACTOR_VALUE), 0.25, 1e-6);
  CHECK_NEAR(number(knob, CONTACTOR_ANGLE), -1.5, 1e-6);
  stage_close(&stage);
}

TEST(picker, "A picker's component is selected by code and by a tap on a row.") {
  struct stage stage = stage_open();
  const char *const days[] = {"Mon", "Tue", "Wed", "Thu", "Fri"}, *const halves[] = {"am", "pm"};
  contactor_view *picker = make(&stage, CONTACTOR_PICKER, rect(0, 0, 200, 220), stage.window);
  struct counter counter = {0};
  int64_t row = 0;
  char buffer[8];
  CHECK_OK(contactor_set_titles(picker, 0, days, 5));
  CHECK_OK(contactor_set_titles(picker, 1, halves, 2));
  CHECK_NUMBER(number(picker, CONTACTOR_COUNT), 2);
  CHECK_OK(contactor_control_on(picker, CONTACTOR_VALUE_CHANGED, count_action, &counter, NULL, NULL));
  CHECK_OK(contactor_picker_select(picker, 0, 2, 0));
  CHECK_OK(contactor_picker_selected(picker, 0, &row));
  CHECK_EQUAL(row, 2);
  CHECK_OK(contactor_get_text_at(picker, CONTACTOR_TITLE, 3, 0, buffer, sizeof buffer, NULL));
  CHECK_TEXT(buffer, "Thu");
  CHECK_EQUAL(counter.calls, 0);
  tap(&stage, 50, 110 + 44);
  pass(&stage, 2000000);
  CHECK_OK(contactor_picker_selected(picker, 0, &row));
  CHECK_EQUAL(row, 3);
  CHECK_EQUAL(counter.calls, 1);
  CHECK_OK(contactor_picker_select(picker, 1, 1, 1));
  pass(&stage, 2000000);
  CHECK_OK(contactor_picker_selected(picker, 1, &row));
  CHECK_EQUAL(row, 1);
  CHECK_ERROR(contactor_picker_select(picker, 0, 5, 0), CONTACTOR_ERROR_VALUE);
  CHECK_ERROR(contactor_picker_selected(picker, 2, &row), CONTACTOR_ERROR_VALUE);
  stage_close(&stage);
}

TEST(matrix, "A matrix selects a cell by code and by a tap.") {
  struct stage stage = stage_open();
  contactor_view *matrix = make(&stage, CONTACTOR_MATRIX, rect(0, 0, 300, 200), stage.window);
  CHECK_OK(contactor_matrix_set_cells(matrix, CONTACTOR_CELL_BUTTON, 2, 3));
  CHECK_OK(contactor_set_rect(matrix, CONTACTOR_ITEM_SIZE, rect(0, 0, 100, 50)));
  CHECK_OK(contactor_set_rect(matrix, CONTACTOR_ITEM_SPACING, rect(0, 0, 0, 0)));
  CHECK_OK(contactor_matrix_select(matrix, 1, 2));
  CHECK_NUMBER(number(matrix, CONTACTOR_SELECTED_ROW), 1);
  CHECK_NUMBER(number(matrix, CONTACTOR_SELECTED_COLUMN), 2);
  tap(&stage, 150, 25);
  CHECK_NUMBER(number(matrix, CONTACTOR_SELECTED_ROW), 0);
  CHECK_NUMBER(number(matrix, CONTACTOR_SELECTED_COLUMN), 1);
  CHECK_OK(contactor_set_number_at(matrix, CONTACTOR_ENABLED, 1, 1, 0));
  CHECK_ERROR(contactor_matrix_select(matrix, 1, 1), CONTACTOR_ERROR_STATE);
  CHECK_ERROR(contactor_matrix_select(matrix, 2, 0), CONTACTOR_ERROR_VALUE);
  stage_close(&stage);
}

TEST(texts, "A text is typed by code and by the keys of a keyboard on the screen.") {
  struct stage stage = stage_open();
  contactor_view *field = make(&stage, CONTACTOR_TEXT_FIELD, rect(0, 0, 300, 44), stage.window);
  contactor_view *keyboard = make(&stage, CONTACTOR_KEYBOARD, rect(0, 240, 800, 240), stage.window);
  struct counter begins = {0}, changes = {0};
  CHECK_OK(contactor_control_on(field, CONTACTOR_EDITING_DID_BEGIN, count_action, &begins, NULL, NULL));
  CHECK_OK(contactor_control_on(field, CONTACTOR_EDITING_CHANGED, count_action, &changes, NULL, NULL));
  tap(&stage, 100, 20);
  CHECK_EQUAL(begins.calls, 1);
  CHECK_NUMBER(number(field, CONTACTOR_EDITING), 1);
  CHECK_OK(contactor_text_insert(field, "gr\xC3\xBC\xC3\x9F"));
  CHECK_TEXT(text(field, CONTACTOR_TEXT), "gr\xC3\xBC\xC3\x9F");
  CHECK_NUMBER(number(field, CONTACTOR_SELECTION_START), 4);
  CHECK(changes.calls >= 1);
  CHECK_OK(contactor_view_layout(keyboard));
  tap(&stage, 40, 260); /* the first key of the first row */
  size_t length = 0;
  CHECK_OK(contactor_get_text(field, CONTACTOR_TEXT, NULL, 0, &length));
  CHECK(length >= 7);
  stage_close(&stage);
}

struct stages {
  int calls[4];
  double x;
  bool refuses;
};

static int32_t follow(void *user, contactor_view *control, contactor_tracking stage, const contactor_touch *touch) {
  struct stages *stages = user;
  (void)control;
  stages->calls[stage]++;
  if (touch) stages->x = touch->location.x;
  CHECK((touch == NULL) == (stage == CONTACTOR_TRACKING_CANCEL));
  return !stages->refuses;
}

TEST(own_control, "A control of the host's follows the touches that it wants.") {
  struct stage stage = stage_open();
  contactor_view *control = make(&stage, CONTACTOR_CONTROL, rect(100, 100, 100, 100), stage.window);
  struct stages stages;
  memset(&stages, 0, sizeof stages);
  CHECK_OK(contactor_control_on_tracking(control, follow, &stages, NULL));
  drag(&stage, 110, 110, 150, 150, 4);
  CHECK_EQUAL(stages.calls[CONTACTOR_TRACKING_BEGIN], 1);
  CHECK_EQUAL(stages.calls[CONTACTOR_TRACKING_CONTINUE], 4);
  CHECK_EQUAL(stages.calls[CONTACTOR_TRACKING_END], 1);
  CHECK_NUMBER(stages.x, 50);
  finger_down(&stage, 0, 110, 110);
  CHECK_OK(contactor_engine_cancel_touches(stage.engine));
  CHECK_EQUAL(stages.calls[CONTACTOR_TRACKING_CANCEL], 1);
  stages.refuses = true;
  finger_down(&stage, 1, 110, 110);
  CHECK_NUMBER(number(control, CONTACTOR_TRACKING), 0);
  finger_up(&stage, 1);
  CHECK_OK(contactor_control_on_tracking(control, NULL, NULL, NULL));
  finger_down(&stage, 2, 110, 110);
  CHECK_NUMBER(number(control, CONTACTOR_TRACKING), 1);
  stage_close(&stage);
}
