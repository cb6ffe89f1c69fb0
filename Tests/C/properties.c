/* Properties: numbers, flags, texts, rectangles, and those of items. */
#include "stage.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct number_case {
  contactor_kind kind;
  contactor_property property;
  double set, got;
};

/* Set a number, and read it again. */
static const struct number_case numbers[] = {
  {CONTACTOR_VIEW, CONTACTOR_HIDDEN, 1, 1},
  {CONTACTOR_VIEW, CONTACTOR_ALPHA, 0.25, 0.25},
  {CONTACTOR_VIEW, CONTACTOR_ALPHA, 7, 1},
  {CONTACTOR_VIEW, CONTACTOR_ALPHA, -INFINITY, 0},
  {CONTACTOR_VIEW, CONTACTOR_USER_INTERACTION, 0, 0},
  {CONTACTOR_VIEW, CONTACTOR_MULTIPLE_TOUCH, 1, 1},
  {CONTACTOR_VIEW, CONTACTOR_EXCLUSIVE_TOUCH, 1, 1},
  {CONTACTOR_VIEW, CONTACTOR_TAG, 42, 42},
  {CONTACTOR_VIEW, CONTACTOR_TAG, -3, -3},
  {CONTACTOR_VIEW, CONTACTOR_HIT_OUTSET, 12.5, 12.5},
  {CONTACTOR_VIEW, CONTACTOR_INDEXES_SUBVIEWS, 1, 1},
  {CONTACTOR_WINDOW, CONTACTOR_POINTS_PER_MILLIMETRE, 5, 5},
  {CONTACTOR_BUTTON, CONTACTOR_ENABLED, 0, 0},
  {CONTACTOR_BUTTON, CONTACTOR_SELECTED, 1, 1},
  {CONTACTOR_BUTTON, CONTACTOR_HIGHLIGHTED, 1, 1},
  {CONTACTOR_BUTTON, CONTACTOR_TRACKING_OUTSET, 20, 20},
  {CONTACTOR_BUTTON, CONTACTOR_BUTTON_TYPE, 2, 2},
  {CONTACTOR_BUTTON, CONTACTOR_ALLOWS_MIXED, 1, 1},
  {CONTACTOR_SWITCH, CONTACTOR_VALUE, 1, 1},
  {CONTACTOR_SLIDER, CONTACTOR_VALUE, 0.75, 0.75},
  {CONTACTOR_SLIDER, CONTACTOR_VALUE, 1e300, 1},
  {CONTACTOR_SLIDER, CONTACTOR_VALUE, -1, 0},
  {CONTACTOR_SLIDER, CONTACTOR_MINIMUM, -5, -5},
  {CONTACTOR_SLIDER, CONTACTOR_MAXIMUM, 5, 5},
  {CONTACTOR_SLIDER, CONTACTOR_STEP, 0.125, 0.125},
  {CONTACTOR_SLIDER, CONTACTOR_CONTINUOUS, 0, 0},
  {CONTACTOR_SLIDER, CONTACTOR_SNAPS, 1, 1},
  {CONTACTOR_SLIDER, CONTACTOR_VERTICAL, 1, 1},
  {CONTACTOR_SLIDER, CONTACTOR_TOUCH_MODE, 1, 1},
  {CONTACTOR_SLIDER, CONTACTOR_TOUCH_MODE, 2, 2},
  {CONTACTOR_SLIDER, CONTACTOR_TICK_MARKS, 5, 5},
  {CONTACTOR_SLIDER, CONTACTOR_TICK_MARKS, 1e9, 1000},
  {CONTACTOR_SLIDER, CONTACTOR_TICK_MARKS_ONLY, 1, 1},
  {CONTACTOR_KNOB, CONTACTOR_ENDLESS, 1, 1},
  {CONTACTOR_KNOB, CONTACTOR_START_ANGLE, -1, -1},
  {CONTACTOR_KNOB, CONTACTOR_END_ANGLE, 1, 1},
  {CONTACTOR_KNOB, CONTACTOR_VALUE, 0.5, 0.5},
  {CONTACTOR_STEPPER, CONTACTOR_VALUE, 7, 7},
  {CONTACTOR_STEPPER, CONTACTOR_WRAPS, 1, 1},
  {CONTACTOR_STEPPER, CONTACTOR_AUTOREPEAT, 0, 0},
  {CONTACTOR_PROGRESS, CONTACTOR_VALUE, 0.5, 0.5},
  {CONTACTOR_PROGRESS, CONTACTOR_INDETERMINATE, 1, 1},
  {CONTACTOR_PAGE_CONTROL, CONTACTOR_COUNT, 6, 6},
  {CONTACTOR_SEGMENTED, CONTACTOR_COUNT, 4, 4},
  {CONTACTOR_SEGMENTED, CONTACTOR_SELECTION_MODE, 2, 2},
  {CONTACTOR_PICKER, CONTACTOR_ROW_HEIGHT, 30, 30},
  {CONTACTOR_PICKER, CONTACTOR_ENDLESS, 1, 1},
  {CONTACTOR_POP_UP_BUTTON, CONTACTOR_PULLS_DOWN, 1, 1},
  {CONTACTOR_TEXT_FIELD, CONTACTOR_SECURE, 1, 1},
  {CONTACTOR_TEXT_FIELD, CONTACTOR_MAXIMUM_LENGTH, 8, 8},
  {CONTACTOR_TEXT_FIELD, CONTACTOR_KEYBOARD_TYPE, 5, 5},
  {CONTACTOR_TEXT_FIELD, CONTACTOR_AUTOCAPITALIZATION, 2, 2},
  {CONTACTOR_PIN_FIELD, CONTACTOR_MAXIMUM_LENGTH, 6, 6},
  {CONTACTOR_DIAL_PAD, CONTACTOR_MAXIMUM_LENGTH, 3, 3},
  {CONTACTOR_KEYBOARD, CONTACTOR_FOLLOWS_FIRST_RESPONDER, 0, 0},
  {CONTACTOR_SCROLL_VIEW, CONTACTOR_SCROLL_ENABLED, 0, 0},
  {CONTACTOR_SCROLL_VIEW, CONTACTOR_BOUNCES, 0, 0},
  {CONTACTOR_SCROLL_VIEW, CONTACTOR_PAGING, 1, 1},
  {CONTACTOR_SCROLL_VIEW, CONTACTOR_DIRECTIONAL_LOCK, 1, 1},
  {CONTACTOR_SCROLL_VIEW, CONTACTOR_DECELERATION, 0.99, 0.99},
  {CONTACTOR_SCROLL_VIEW, CONTACTOR_DELAYS_TOUCHES, 0, 0},
  {CONTACTOR_SCROLL_VIEW, CONTACTOR_MAXIMUM_ZOOM, 4, 4},
  {CONTACTOR_SCROLL_VIEW, CONTACTOR_MINIMUM_ZOOM, 0.5, 0.5},
  {CONTACTOR_TABLE, CONTACTOR_ALLOWS_SELECTION, 0, 0},
  {CONTACTOR_TABLE, CONTACTOR_MULTIPLE_SELECTION, 1, 1},
  {CONTACTOR_TABLE, CONTACTOR_HEADER_HEIGHT, 20, 20},
  {CONTACTOR_TABLE, CONTACTOR_ROW_HEIGHT, 50, 50},
  {CONTACTOR_TABLE, CONTACTOR_EDITING, 1, 1},
  {CONTACTOR_TABLE_CELL, CONTACTOR_ACCESSORY, 2, 2},
  {CONTACTOR_BROWSER, CONTACTOR_COLUMN_WIDTH, 120, 120},
  {CONTACTOR_MATRIX, CONTACTOR_SELECTION_MODE, 2, 2},
  {CONTACTOR_MATRIX, CONTACTOR_ALLOWS_EMPTY_SELECTION, 0, 0},
};

TEST(numbers, "Numbers and flags are set and read; one out of range is clamped, NaN is refused.") {
  struct stage stage = stage_open();
  for (size_t index = 0; index < sizeof numbers / sizeof *numbers; index++) {
    struct number_case test = numbers[index];
    contactor_view *view = make(&stage, test.kind, rect(0, 0, 200, 100), NULL);
    double value = NAN;
    contactor_result set = contactor_set_number(view, test.property, test.set);
    contactor_result got = contactor_get_number(view, test.property, &value);
    check_note(set == CONTACTOR_OK && got == CONTACTOR_OK && value == test.got, __FILE__, __LINE__,
               "property %d of kind %d: set %g (%s), expected %g, got %g (%s)", test.property, test.kind, test.set, contactor_result_name(set), test.got,
               value, contactor_result_name(got));
    double before = value;
    check_note(contactor_set_number(view, test.property, (double)NAN) == CONTACTOR_ERROR_VALUE, __FILE__, __LINE__,
               "property %d of kind %d: NaN is not refused", test.property, test.kind);
    CHECK_OK(contactor_get_number(view, test.property, &value));
    CHECK_NUMBER(value, before);
    CHECK_OK(contactor_view_destroy(view));
  }
  stage_close(&stage);
}

TEST(text_properties, "Texts are set and read, none included.") {
  static const struct {
    contactor_kind kind;
    contactor_property property;
  } texts[] = {
    {CONTACTOR_VIEW, CONTACTOR_IDENTIFIER},       {CONTACTOR_BUTTON, CONTACTOR_TITLE},         {CONTACTOR_BUTTON, CONTACTOR_ACCESSIBILITY_LABEL},
    {CONTACTOR_TEXT_FIELD, CONTACTOR_TEXT},       {CONTACTOR_TEXT_FIELD, CONTACTOR_PLACEHOLDER}, {CONTACTOR_TEXT_VIEW, CONTACTOR_TEXT},
    {CONTACTOR_TABLE_CELL, CONTACTOR_TEXT},       {CONTACTOR_TABLE_CELL, CONTACTOR_DETAIL},    {CONTACTOR_BUTTON, CONTACTOR_ACCESSIBILITY_HINT},
    {CONTACTOR_BUTTON, CONTACTOR_KEY_EQUIVALENT}, {CONTACTOR_BUTTON, CONTACTOR_ACCESSIBILITY_VALUE},
  };
  struct stage stage = stage_open();
  for (size_t index = 0; index < sizeof texts / sizeof *texts; index++) {
    contactor_view *view = make(&stage, texts[index].kind, rect(0, 0, 200, 100), NULL);
    CHECK_OK(contactor_set_text(view, texts[index].property, "k"));
    CHECK_TEXT(text(view, texts[index].property), "k");
    CHECK_OK(contactor_set_text(view, texts[index].property, NULL));
    size_t length = 9;
    CHECK_OK(contactor_get_text(view, texts[index].property, NULL, 0, &length));
    CHECK(length == 0 || texts[index].property == CONTACTOR_ACCESSIBILITY_LABEL || texts[index].property == CONTACTOR_ACCESSIBILITY_VALUE);
  }
  contactor_view *pin = make(&stage, CONTACTOR_PIN_FIELD, rect(0, 0, 200, 100), NULL);
  CHECK_OK(contactor_set_text(pin, CONTACTOR_TEXT, "12x345"));
  CHECK_TEXT(text(pin, CONTACTOR_TEXT), "1234");
  CHECK_NUMBER(number(pin, CONTACTOR_COMPLETE), 1);
  contactor_view *slider = make(&stage, CONTACTOR_SLIDER, rect(0, 0, 200, 100), NULL);
  CHECK_ERROR(contactor_set_text(slider, CONTACTOR_TEXT, "1"), CONTACTOR_ERROR_PROPERTY);
  CHECK(strlen(text(slider, CONTACTOR_TEXT)) > 0);
  CHECK(strlen(text(slider, CONTACTOR_ACCESSIBILITY_ROLE)) > 0);
  CHECK_ERROR(contactor_set_text(slider, CONTACTOR_ACCESSIBILITY_ROLE, "x"), CONTACTOR_ERROR_PROPERTY);
  stage_close(&stage);
}

TEST(rectangles, "Rectangles are set and read.") {
  struct stage stage = stage_open();
  contactor_view *scroll = make(&stage, CONTACTOR_SCROLL_VIEW, rect(10, 20, 200, 100), stage.window);
  CHECK_OK(contactor_set_rect(scroll, CONTACTOR_FRAME, rect(30, 40, 100, 80)));
  CHECK_NUMBER(rectangle(scroll, CONTACTOR_FRAME).y, 40);
  CHECK_NUMBER(rectangle(scroll, CONTACTOR_FRAME_IN_WINDOW).x, 30);
  CHECK_NUMBER(rectangle(scroll, CONTACTOR_BOUNDS).width, 100);
  CHECK_OK(contactor_set_rect(scroll, CONTACTOR_CONTENT_SIZE, rect(0, 0, 100, 1000)));
  CHECK_NUMBER(rectangle(scroll, CONTACTOR_CONTENT_SIZE).height, 1000);
  CHECK_OK(contactor_set_rect(scroll, CONTACTOR_CONTENT_OFFSET, rect(0, 50, 0, 0)));
  CHECK_NUMBER(rectangle(scroll, CONTACTOR_CONTENT_OFFSET).y, 50);
  CHECK_ERROR(contactor_set_rect(scroll, CONTACTOR_FRAME_IN_WINDOW, rect(0, 0, 1, 1)), CONTACTOR_ERROR_PROPERTY);
  CHECK_ERROR(contactor_set_rect(scroll, CONTACTOR_FRAME, rect(0, 0, INFINITY, 1)), CONTACTOR_ERROR_VALUE);
  CHECK_NUMBER(rectangle(scroll, CONTACTOR_FRAME).width, 100);
  stage_close(&stage);
}

TEST(items, "Segments, items of a pop-up, entries of a form and cells of a matrix have properties of their own.") {
  struct stage stage = stage_open();
  const char *const titles[] = {"small", "m\xC3\xA4\xC3\x9Fig", "large"};
  contactor_kind const kinds[] = {CONTACTOR_SEGMENTED, CONTACTOR_POP_UP_BUTTON, CONTACTOR_FORM};
  char buffer[64];
  size_t length = 0;
  for (int index = 0; index < 3; index++) {
    contactor_view *view = make(&stage, kinds[index], rect(0, 0, 300, 150), stage.window);
    CHECK_OK(contactor_set_titles(view, 0, titles, 3));
    CHECK_NUMBER(number(view, CONTACTOR_COUNT), 3);
    CHECK_OK(contactor_get_text_at(view, CONTACTOR_TITLE, 1, 0, buffer, sizeof buffer, &length));
    CHECK_TEXT(buffer, titles[1]);
    CHECK_OK(contactor_set_text_at(view, CONTACTOR_TITLE, 2, 0, "huge"));
    CHECK_OK(contactor_get_text_at(view, CONTACTOR_TITLE, 2, 0, buffer, sizeof buffer, NULL));
    CHECK_TEXT(buffer, "huge");
    if (kinds[index] != CONTACTOR_FORM) continue;
    CHECK_OK(contactor_set_text_at(view, CONTACTOR_TEXT, 0, 0, "here"));
    CHECK_OK(contactor_get_text_at(view, CONTACTOR_TEXT, 0, 0, buffer, sizeof buffer, NULL));
    CHECK_TEXT(buffer, "here");
  }
  contactor_view *segments = make(&stage, CONTACTOR_SEGMENTED, rect(0, 0, 300, 50), stage.window);
  double value = 0;
  CHECK_OK(contactor_set_titles(segments, 0, titles, 3));
  CHECK_OK(contactor_set_number_at(segments, CONTACTOR_ENABLED, 1, 0, 0));
  CHECK_OK(contactor_get_number_at(segments, CONTACTOR_ENABLED, 1, 0, &value));
  CHECK_NUMBER(value, 0);
  CHECK_OK(contactor_set_number_at(segments, CONTACTOR_TAG, 2, 0, 77));
  CHECK_OK(contactor_get_number_at(segments, CONTACTOR_TAG, 2, 0, &value));
  CHECK_NUMBER(value, 77);
  CHECK_OK(contactor_set_number_at(segments, CONTACTOR_SELECTED, 2, 0, 1));
  CHECK_NUMBER(number(segments, CONTACTOR_VALUE), 2);
  contactor_view *matrix = make(&stage, CONTACTOR_MATRIX, rect(0, 0, 300, 200), stage.window);
  CHECK_OK(contactor_matrix_set_cells(matrix, CONTACTOR_CELL_BUTTON, 3, 2));
  CHECK_NUMBER(number(matrix, CONTACTOR_COUNT), 6);
  CHECK_OK(contactor_set_text_at(matrix, CONTACTOR_TITLE, 2, 1, "corner"));
  CHECK_OK(contactor_get_text_at(matrix, CONTACTOR_TITLE, 2, 1, buffer, sizeof buffer, NULL));
  CHECK_TEXT(buffer, "corner");
  CHECK_OK(contactor_set_number_at(matrix, CONTACTOR_TAG, 2, 1, 21));
  CHECK_OK(contactor_get_number_at(matrix, CONTACTOR_TAG, 2, 1, &value));
  CHECK_NUMBER(value, 21);
  CHECK_ERROR(contactor_get_number_at(matrix, CONTACTOR_TAG, 3, 0, &value), CONTACTOR_ERROR_VALUE);
  CHECK_ERROR(contactor_set_number_at(segments, CONTACTOR_TAG, SIZE_MAX, 0, 1), CONTACTOR_ERROR_VALUE);
  stage_close(&stage);
}

TEST(cut_texts, "A text is cut between characters, and no byte is written behind the capacity.") {
  struct stage stage = stage_open();
  contactor_view *button = make(&stage, CONTACTOR_BUTTON, rect(0, 0, 100, 50), NULL);
  const char *title = "a\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80z"; /* 1, 2, 3, 4 and 1 bytes */
  static const size_t cuts[] = {0, 0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 11, 11};
  CHECK_OK(contactor_set_text(button, CONTACTOR_TITLE, title));
  for (size_t capacity = 0; capacity <= 13; capacity++) {
    char *buffer = malloc(16);
    size_t length = 0;
    memset(buffer, 0x7F, 16);
    CHECK_OK(contactor_get_text(button, CONTACTOR_TITLE, capacity ? buffer : NULL, capacity, &length));
    CHECK_EQUAL(length, 11);
    if (capacity) {
      CHECK_EQUAL(strnlen(buffer, 16), cuts[capacity]);
      CHECK(memcmp(buffer, title, cuts[capacity]) == 0);
    }
    for (size_t index = capacity; index < 16; index++) CHECK(buffer[index] == 0x7F);
    free(buffer);
  }
  char *million = long_text(1 << 20), *copy = calloc(1, (1 << 20) + 2);
  size_t length = 0;
  CHECK_OK(contactor_set_text(button, CONTACTOR_TITLE, million));
  CHECK_OK(contactor_get_text(button, CONTACTOR_TITLE, copy, (1 << 20) + 1, &length));
  CHECK_EQUAL(length, 1 << 20);
  CHECK(strcmp(million, copy) == 0);
  free(million);
  free(copy);
  stage_close(&stage);
}

TEST(limits, "The engine's limits are properties of the engine.") {
  struct stage stage = stage_open();
  for (int property = CONTACTOR_TUNING_TAP_INTERVAL; property <= CONTACTOR_TUNING_PAN; property++) {
    double before = number(stage.engine, (contactor_property)property);
    CHECK(before > 0);
    CHECK_OK(contactor_set_number(stage.engine, (contactor_property)property, before * 2));
    CHECK_NEAR(number(stage.engine, (contactor_property)property), before * 2, 1e-6);
  }
  CHECK_ERROR(contactor_set_number(stage.engine, CONTACTOR_VALUE, 1), CONTACTOR_ERROR_PROPERTY);
  stage_close(&stage);
}
