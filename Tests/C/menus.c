/* Menus and dialogs. */
#include "stage.h"

#include <string.h>

TEST(menu, "An item is performed by its index and by a tap; a disabled one is not.") {
  struct stage stage = stage_open();
  contactor_menu *menu = NULL;
  contactor_menu_item *open = NULL, *close = NULL;
  contactor_target *target = NULL;
  struct counter first = {0}, second = {0};
  size_t windows = 0;
  CHECK_OK(contactor_menu_create(stage.engine, "File", &menu));
  CHECK_TEXT(text(menu, CONTACTOR_TITLE), "File");
  CHECK_OK(contactor_menu_add(menu, "Open", count_action, &first, count_release, &open));
  CHECK_OK(contactor_menu_add_separator(menu));
  CHECK_OK(contactor_target_create(stage.engine, &target));
  CHECK_OK(contactor_target_on(target, "close:", count_action, &second, NULL));
  CHECK_OK(contactor_menu_add_action(menu, "Close", "close:", target, &close));
  CHECK_ERROR(contactor_menu_add_action(menu, "Print", "print:", target, NULL), CONTACTOR_ERROR_NOT_FOUND);
  CHECK_OK(contactor_menu_perform(menu, 0));
  CHECK_EQUAL(first.calls, 1);
  CHECK(first.sender == NULL);
  CHECK_OK(contactor_menu_perform(menu, 2));
  CHECK_EQUAL(second.calls, 1);
  CHECK_ERROR(contactor_menu_perform(menu, 3), CONTACTOR_ERROR_VALUE);
  CHECK_OK(contactor_set_text(open, CONTACTOR_TITLE, "Open\xE2\x80\xA6"));
  CHECK_TEXT(text(open, CONTACTOR_TITLE), "Open\xE2\x80\xA6");
  /* The items lie below the rectangle, 44 points high each. */
  CHECK_OK(contactor_menu_pop_up(menu, stage.window, rect(100, 60, 100, 40)));
  CHECK_OK(contactor_engine_window_count(stage.engine, &windows));
  CHECK_OK(contactor_view_layout(stage.window));
  pass(&stage, 500000);
  tap(&stage, 150, 122);
  CHECK_EQUAL(first.calls, 2);
  CHECK_OK(contactor_menu_pop_up(menu, stage.window, rect(100, 60, 100, 40)));
  CHECK_OK(contactor_menu_close(menu));
  tap(&stage, 150, 122);
  CHECK_EQUAL(first.calls, 2);
  CHECK_OK(contactor_set_number(close, CONTACTOR_ENABLED, 0));
  CHECK_ERROR(contactor_menu_perform(menu, 2), CONTACTOR_ERROR_STATE);
  CHECK_OK(contactor_menu_destroy(menu));
  CHECK_EQUAL(first.releases, 1);
  CHECK_ERROR(contactor_set_text(open, CONTACTOR_TITLE, "x"), CONTACTOR_ERROR_HANDLE);
  stage_close(&stage);
}

TEST(submenus, "A menu opens another; it cannot be in two, nor in itself.") {
  struct stage stage = stage_open();
  contactor_menu *outer = NULL, *inner = NULL, *other = NULL;
  CHECK_OK(contactor_menu_create(stage.engine, "outer", &outer));
  CHECK_OK(contactor_menu_create(stage.engine, "inner", &inner));
  CHECK_OK(contactor_menu_create(stage.engine, "other", &other));
  CHECK_ERROR(contactor_menu_pop_up(inner, stage.window, rect(0, 0, 1, 1)), CONTACTOR_ERROR_STATE);
  CHECK_OK(contactor_menu_add_submenu(outer, "more", inner, NULL));
  CHECK_ERROR(contactor_menu_add_submenu(other, "more", inner, NULL), CONTACTOR_ERROR_STATE);
  CHECK_ERROR(contactor_menu_add_submenu(inner, "more", outer, NULL), CONTACTOR_ERROR_STATE);
  CHECK_ERROR(contactor_menu_add_submenu(outer, "more", outer, NULL), CONTACTOR_ERROR_STATE);
  stage_close(&stage);
}

TEST(context_menu, "A long press on a view opens its menu.") {
  struct stage stage = stage_open();
  contactor_view *view = make(&stage, CONTACTOR_VIEW, rect(0, 0, 400, 400), stage.window);
  contactor_menu *menu = NULL;
  struct counter counter = {0};
  size_t before = 0, after = 0;
  CHECK_OK(contactor_menu_create(stage.engine, "", &menu));
  CHECK_OK(contactor_menu_add(menu, "Copy", count_action, &counter, NULL, NULL));
  CHECK_OK(contactor_view_set_menu(view, menu));
  CHECK_OK(contactor_engine_window_count(stage.engine, &before));
  finger_down(&stage, 0, 200, 200);
  pass(&stage, 1000000);
  CHECK_OK(contactor_engine_window_count(stage.engine, &after));
  CHECK_EQUAL(after, before + 1);
  finger_up(&stage, 0);
  CHECK_OK(contactor_menu_close(menu));
  CHECK_OK(contactor_view_set_menu(view, NULL));
  finger_down(&stage, 0, 200, 200);
  pass(&stage, 1000000);
  CHECK_OK(contactor_engine_window_count(stage.engine, &after));
  CHECK_EQUAL(after, before);
  stage_close(&stage);
}

struct answered {
  int calls, releases;
  int32_t answer;
};

static void note_answer(void *user, contactor_alert *alert, int32_t answer) {
  struct answered *answered = user;
  CHECK(alert != NULL);
  answered->calls++;
  answered->answer = answer;
}

static void answer_release(void *user) { ((struct answered *)user)->releases++; }

static contactor_alert *alert_of(struct stage *stage, contactor_view **second) {
  contactor_alert *alert = NULL;
  CHECK_OK(contactor_alert_create(stage->engine, "Delete?", "It is gone then.", &alert));
  CHECK_OK(contactor_alert_add_button(alert, "Delete", CONTACTOR_ALERT_DESTRUCTIVE, NULL));
  CHECK_OK(contactor_alert_add_button(alert, "Keep", CONTACTOR_ALERT_STANDARD, second));
  CHECK_OK(contactor_alert_add_button(alert, "Cancel", CONTACTOR_ALERT_CANCEL, NULL));
  return alert;
}

TEST(alert_by_tap, "A dialog is answered by a tap on a button.") {
  struct stage stage = stage_open();
  struct answered answered = {0, 0, 9};
  contactor_view *second = NULL, *field = NULL, *again = NULL;
  contactor_alert *alert = alert_of(&stage, &second);
  CHECK_OK(contactor_alert_add_text_field(alert, "why", &field));
  CHECK_OK(contactor_alert_add_text_field(alert, "once more", &again));
  CHECK(field == again);
  CHECK_TEXT(text(alert, CONTACTOR_TITLE), "Delete?");
  CHECK_OK(contactor_alert_begin(alert, stage.window, note_answer, &answered, answer_release));
  CHECK_ERROR(contactor_alert_begin(alert, stage.window, note_answer, &answered, NULL), CONTACTOR_ERROR_STATE);
  CHECK_ERROR(contactor_alert_add_button(alert, "late", CONTACTOR_ALERT_STANDARD, NULL), CONTACTOR_ERROR_STATE);
  pass(&stage, 500000);
  CHECK_OK(contactor_view_layout(second));
  contactor_rect place = rectangle(second, CONTACTOR_FRAME_IN_WINDOW);
  CHECK(place.width > 0 && place.height > 0);
  tap(&stage, place.x + place.width / 2, place.y + place.height / 2);
  CHECK_EQUAL(answered.calls, 1);
  CHECK_EQUAL(answered.answer, 1);
  CHECK_EQUAL(answered.releases, 1);
  CHECK_ERROR(contactor_alert_end(alert, 0), CONTACTOR_ERROR_STATE);
  stage_close(&stage);
}

TEST(alert_answers, "A dialog is answered by escape, by code, and by its end.") {
  struct stage stage = stage_open();
  struct answered answered = {0, 0, 9};
  contactor_alert *alert = alert_of(&stage, NULL);
  int32_t handled = 0;
  CHECK_OK(contactor_alert_begin(alert, stage.window, note_answer, &answered, answer_release));
  CHECK_OK(contactor_engine_key(stage.engine, "\x1B", 0, 1, (int64_t)(stage.now += 1000), &handled));
  CHECK_EQUAL(handled, 1);
  CHECK_EQUAL(answered.answer, CONTACTOR_ALERT_CANCELLED);
  CHECK_OK(contactor_alert_begin(alert, stage.window, note_answer, &answered, answer_release));
  CHECK_ERROR(contactor_alert_end(alert, 3), CONTACTOR_ERROR_VALUE);
  CHECK_ERROR(contactor_alert_end(alert, INT32_MIN), CONTACTOR_ERROR_VALUE);
  CHECK_OK(contactor_alert_end(alert, 0));
  CHECK_EQUAL(answered.answer, 0);
  CHECK_EQUAL(answered.calls, 2);
  CHECK_OK(contactor_alert_begin(alert, stage.window, note_answer, &answered, answer_release));
  CHECK_OK(contactor_alert_destroy(alert));
  CHECK_EQUAL(answered.answer, CONTACTOR_ALERT_ABORTED);
  CHECK_EQUAL(answered.calls, 3);
  CHECK_EQUAL(answered.releases, 3);
  alert = alert_of(&stage, NULL);
  contactor_view *window = make(&stage, CONTACTOR_WINDOW, rect(0, 0, 400, 400), NULL);
  CHECK_OK(contactor_alert_begin(alert, window, note_answer, &answered, answer_release));
  stage_close(&stage);
  CHECK_EQUAL(answered.releases, 4);
}

TEST(alert_limits, "A dialog needs a button and has 32 at most.") {
  struct stage stage = stage_open();
  struct answered answered = {0, 0, 9};
  contactor_alert *alert = NULL;
  CHECK_OK(contactor_alert_create(stage.engine, "", "", &alert));
  CHECK_ERROR(contactor_alert_begin(alert, stage.window, note_answer, &answered, answer_release), CONTACTOR_ERROR_STATE);
  CHECK_EQUAL(answered.releases, 1);
  CHECK_EQUAL(answered.calls, 0);
  for (int index = 0; index < 32; index++) CHECK_OK(contactor_alert_add_button(alert, "b", CONTACTOR_ALERT_STANDARD, NULL));
  CHECK_ERROR(contactor_alert_add_button(alert, "b", CONTACTOR_ALERT_STANDARD, NULL), CONTACTOR_ERROR_STATE);
  stage_close(&stage);
}
