/* Texts that are no UTF-8, none, empty, or very long, at every function that takes one. */
#include "wrong.h"

#include <stdlib.h>

enum { text_calls = 28 };

/* Passes a text to the function with a number. */
static contactor_result text_call(struct world *w, int number, const char *t) {
  contactor_view *form = w->segments;
  switch (number) {
  case 0: return contactor_engine_create_layout(CONTACTOR_CLOCK_HOST, t, &w->outs.engine);
  case 1: return contactor_engine_create_layout_text(CONTACTOR_CLOCK_HOST, t, &w->outs.engine);
  case 2: return contactor_engine_key(w->engine, t, 0, 1, 1, &w->outs.i32);
  case 3: return contactor_engine_find(w->engine, t, &w->outs.view);
  case 4: return contactor_engine_send(w->engine, t, NULL, NULL, &w->outs.i32);
  case 5: return contactor_source_open(w->engine, CONTACTOR_SOURCE_EVDEV, (const char *const[]){t}, 1, NULL, &w->outs.source);
  case 6: return contactor_source_open_recording(w->engine, t, NULL, &w->outs.source);
  case 7: return contactor_set_text(w->button, CONTACTOR_TITLE, t);
  case 8: return contactor_set_text(w->field, CONTACTOR_TEXT, t);
  case 9: return contactor_set_text(w->view, CONTACTOR_IDENTIFIER, t);
  case 10: return contactor_set_text(w->gesture, CONTACTOR_NAME, t);
  case 11: return contactor_set_text(w->objects[MENU], CONTACTOR_TITLE, t);
  case 12: return contactor_set_text(w->objects[ITEM], CONTACTOR_KEY_EQUIVALENT, t);
  case 13: return contactor_set_text_at(form, CONTACTOR_TITLE, 0, 0, t);
  case 14: return contactor_set_titles(w->segments, 0, (const char *const[]){"a", t}, 2);
  case 15: return contactor_control_add_target(w->button, NULL, t, CONTACTOR_TOUCH_DOWN);
  case 16: return contactor_text_insert(w->field, t);
  case 17: return contactor_target_on(w->target, t, count_action, &w->counter, count_release);
  case 18: return contactor_gesture_add_action(w->gesture, t);
  case 19: return contactor_gesture_add_template(w->stroke, t, (const contactor_point[]){{0, 0}, {1, 0}}, 2);
  case 20: return contactor_menu_create(w->engine, t, &w->outs.menu);
  case 21: return contactor_menu_add(w->menu, t, count_action, &w->counter, count_release, &w->outs.item);
  case 22: return contactor_menu_add_action(w->menu, "a", t, NULL, &w->outs.item);
  case 23: return contactor_menu_add_action(w->menu, t, "save:", w->target, &w->outs.item);
  case 24: return contactor_alert_create(w->engine, t, "text", &w->outs.alert);
  case 25: return contactor_alert_create(w->engine, "title", t, &w->outs.alert);
  case 26: return contactor_alert_add_button(w->alert, t, CONTACTOR_ALERT_STANDARD, &w->outs.view);
  default: return contactor_alert_add_text_field(w->alert, t, &w->outs.view);
  }
}

TEST(no_utf8, "Bytes that are not UTF-8 are refused.") {
  static const char *const wrong[] = {"\xFF", "a\xC3", "\xC0\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\x80", "a\xE2\x82", "\xC3(", "\xF8\x88\x80\x80\x80"};
  struct world world, *w = &world;
  world_open(w);
  for (int number = 0; number < text_calls; number++) {
    for (size_t index = 0; index < sizeof wrong / sizeof *wrong; index++) {
      outs_mark(w);
      w->counter = (struct counter){0};
      contactor_result result = text_call(w, number, wrong[index]);
      check_note(result == CONTACTOR_ERROR_TEXT, __FILE__, __LINE__, "text call %d, text %zu: got %s", number, index, contactor_result_name(result));
      check_note(outs_are_marked(w), __FILE__, __LINE__, "text call %d, text %zu: an out-place was written", number, index);
      CHECK_EQUAL(w->counter.releases, number == 17 || number == 21);
    }
  }
  CHECK_OK(contactor_engine_destroy(w->engine));
}

TEST(no_text, "NULL in place of a text is none where one may be missing, and refused elsewhere.") {
  struct world world, *w = &world;
  world_open(w);
  for (int number = 0; number < text_calls; number++) {
    contactor_result result = text_call(w, number, NULL);
    bool may_be_missing = number >= 7 && number <= 12;
    if (may_be_missing) CHECK_EQUAL(result, CONTACTOR_OK);
    /* Titles and texts of segments, menus and dialogs may be none, too: either answer is right, but not another failure. */
    check_note(result == CONTACTOR_OK || result == CONTACTOR_ERROR_NULL || result == CONTACTOR_ERROR_TEXT, __FILE__, __LINE__,
               "text call %d with NULL: got %s", number, contactor_result_name(result));
  }
  CHECK_OK(contactor_engine_destroy(w->engine));
}

TEST(names_of_actions, "Texts that are no names of actions are refused.") {
  static const char *const wrong[] = {"", ":", "::", ":forEvent:", "save:forEvent", "save:forEvent:x", "save:a:b:", ":save"};
  static const int calls[] = {4, 15, 17, 18, 22};
  struct world world, *w = &world;
  world_open(w);
  for (size_t index = 0; index < sizeof wrong / sizeof *wrong; index++) {
    for (int place = 0; place < 5; place++) {
      contactor_result result = text_call(w, calls[place], wrong[index]);
      check_note(result == CONTACTOR_ERROR_TEXT, __FILE__, __LINE__, "text call %d with \"%s\": got %s", calls[place], wrong[index],
                 contactor_result_name(result));
    }
  }
  CHECK_OK(contactor_engine_destroy(w->engine));
}

TEST(long_texts, "A text of a million bytes is taken or refused, and does no harm.") {
  struct world world, *w = &world;
  char *million = long_text(1 << 20);
  world_open(w);
  for (int number = 0; number < text_calls; number++) {
    contactor_result result = text_call(w, number, million);
    contactor_result empty = text_call(w, number, "");
    CHECK(result <= CONTACTOR_OK && result >= CONTACTOR_ERROR_NOT_FOUND);
    CHECK(empty <= CONTACTOR_OK && empty >= CONTACTOR_ERROR_NOT_FOUND);
  }
  CHECK_OK(contactor_engine_play(w->engine, million, NULL, NULL) ? CONTACTOR_OK : CONTACTOR_ERROR_STATE);
  CHECK_OK(contactor_engine_destroy(w->engine));
  free(million);
}
