/* Second objects that are none, or of another engine; kinds of views and gestures that cannot do what is asked. */
#include "wrong.h"

/* Calls whose second object is wrong: `is_optional` where it may be NULL. */
enum { pair_calls = 21 };

static contactor_result pair_call(struct world *w, int number, void *o, bool *is_optional, enum kind *kind) {
  *is_optional = false;
  *kind = VIEW;
  contactor_source_options options = {sizeof options, o, NULL, 0, 0, 0};
  switch (number) {
  case 0: return contactor_view_add_subview(w->view, o);
  case 1: return contactor_view_insert_subview(w->view, o, 0);
  case 2: return contactor_button_group((contactor_view *const[]){w->button, o}, 2);
  case 3: return contactor_page_view_add(w->pages, o);
  case 4: return contactor_menu_pop_up(w->menu, o, rect(0, 0, 1, 1));
  case 5: return contactor_alert_begin(w->alert, o, never_alert, &w->counter, count_release);
  case 6: return *is_optional = true, contactor_engine_route(w->engine, 1, o);
  case 7: return *is_optional = true, contactor_engine_send(w->engine, "save:", NULL, o, NULL);
  case 8: return *is_optional = true, contactor_source_open(w->engine, CONTACTOR_SOURCE_EVDEV, NULL, 0, &options, NULL);
  case 9: return *is_optional = true, contactor_source_open_recording(w->engine, "/nonexistent", o, NULL);
  case 10: return *is_optional = true, contactor_view_convert(w->view, point(1, 1), o, &w->outs.point);
  case 11: return *is_optional = true, contactor_gesture_location(w->gesture, o, &w->outs.point);
  case 12: return *kind = GESTURE, contactor_gesture_require_failure(w->gesture, o);
  case 13: return *kind = MENU, contactor_menu_add_submenu(w->menu, "more", o, &w->outs.item);
  case 14: return *kind = MENU, *is_optional = true, contactor_view_set_menu(w->view, o);
  case 15: return *kind = TARGET, *is_optional = true, contactor_engine_send(w->engine, "save:", o, NULL, NULL);
  case 16: return *kind = TARGET, *is_optional = true, contactor_engine_set_target(w->engine, o);
  case 17: return *kind = TARGET, *is_optional = true, contactor_view_set_target(w->view, o);
  case 18: return *kind = TARGET, *is_optional = true, contactor_control_add_target(w->button, o, "save:", CONTACTOR_TOUCH_DOWN);
  case 19: return *kind = TARGET, *is_optional = true, contactor_control_remove_target(w->button, o, "save:", CONTACTOR_TOUCH_DOWN);
  default: return *kind = TARGET, *is_optional = true, contactor_menu_add_action(w->menu, "b", "save:", o, NULL);
  }
}

TEST(second_objects, "A second object that is gone, of another kind, or never one is refused; NULL where it must be there.") {
  struct world world, dead, *w = &world;
  bool is_optional = false;
  enum kind kind = VIEW;
  world_open(w);
  world_open(&dead);
  CHECK_OK(contactor_engine_destroy(dead.engine));
  for (int number = 0; number < pair_calls; number++) {
    pair_call(w, number, NULL, &is_optional, &kind);
    void *const wrong[] = {dead.objects[kind], w->objects[kind == FEED ? VIEW : FEED], w->engine, (void *)0x1234, (void *)(intptr_t)-1, NULL};
    for (int index = 0; index < (is_optional ? 5 : 6); index++) {
      outs_mark(w);
      w->counter = (struct counter){0};
      contactor_result result = pair_call(w, number, wrong[index], &is_optional, &kind);
      check_note(result == CONTACTOR_ERROR_HANDLE, __FILE__, __LINE__, "pair %d, object %d: got %s", number, index, contactor_result_name(result));
      CHECK(outs_are_marked(w));
      CHECK_EQUAL(w->counter.releases, number == 5);
    }
  }
  CHECK_OK(contactor_engine_destroy(w->engine));
}

TEST(two_engines, "Objects of two engines do not come together.") {
  struct world world, other, *w = &world;
  bool is_optional = false;
  enum kind kind = VIEW;
  world_open(w);
  world_open(&other);
  for (int number = 0; number < pair_calls; number++) {
    pair_call(w, number, NULL, &is_optional, &kind);
    void *object = other.objects[kind];
    if (number == 2) object = other.button;
    if (number == 5 || number == 6 || number == 8 || number == 9) object = other.window;
    outs_mark(w);
    w->counter = (struct counter){0};
    contactor_result result = pair_call(w, number, object, &is_optional, &kind);
    check_note(result == CONTACTOR_ERROR_ENGINE, __FILE__, __LINE__, "pair %d of two engines: got %s", number, contactor_result_name(result));
    CHECK(outs_are_marked(w));
    CHECK_EQUAL(w->counter.releases, number == 5);
  }
  CHECK_OK(contactor_engine_destroy(w->engine));
  CHECK_OK(contactor_engine_destroy(other.engine));
}

enum { kind_calls = 47 };

/* What a plain view, or a recognizer of taps, cannot do. */
static contactor_result kind_call(struct world *w, int number) {
  contactor_view *v = w->view;
  static const char *const titles[] = {"a"};
  switch (number) {
  case 0: return contactor_engine_route(w->engine, 1, v);
  case 1: return contactor_source_open_recording(w->engine, "/nonexistent", v, NULL);
  case 2: return contactor_window_make_key(v);
  case 3: return contactor_view_on_touches(w->slider, never_touches, &w->counter, count_release);
  case 4: return contactor_view_set_target(w->slider, w->target);
  case 5: return contactor_set_titles(v, 0, titles, 1);
  case 6: return contactor_picker_selected(v, 0, &w->outs.i64);
  case 7: return contactor_picker_select(v, 0, 0, 0);
  case 8: return contactor_matrix_set_cells(v, CONTACTOR_CELL_TEXT, 1, 1);
  case 9: return contactor_matrix_select(v, 0, 0);
  case 10: return contactor_control_on(v, 1, count_action, &w->counter, count_release, &w->outs.u64);
  case 11: return contactor_control_add_target(v, w->target, "save:", 1);
  case 12: return contactor_control_remove_target(v, w->target, "save:", 1);
  case 13: return contactor_control_send(v, 1);
  case 14: return contactor_button_click(w->slider);
  case 15: return contactor_button_group((contactor_view *const[]){w->slider}, 1);
  case 16: return contactor_text_insert(v, "a");
  case 17: return contactor_control_on_tracking(w->slider, never_tracking, &w->counter, count_release);
  case 18: return contactor_gesture_translation(w->gesture, &w->outs.point);
  case 19: return contactor_gesture_velocity(w->gesture, &w->outs.point);
  case 20: return contactor_gesture_add_template(w->gesture, "a", (const contactor_point[]){{0, 0}, {1, 0}}, 2);
  case 21: return contactor_scroll_to(v, point(0, 0), 0);
  case 22: return contactor_page_view_add(v, w->button);
  case 23: return contactor_list_set_source(v, list_source(&w->counter));
  case 24: return contactor_list_reload(v);
  case 25: return contactor_list_begin(v);
  case 26: return contactor_list_end(v);
  case 27: return contactor_list_insert(v, 0, 0, 1);
  case 28: return contactor_list_delete(v, 0, 0, 1);
  case 29: return contactor_list_refresh(v, 0, 0, 1);
  case 30: return contactor_list_select(v, 0, 0, 1);
  case 31: return contactor_list_is_selected(v, 0, 0, &w->outs.i32);
  case 32: return contactor_list_scroll_to(v, 0, 0, 0);
  case 33: return contactor_list_row_at(v, point(1, 1), &w->outs.size, &w->outs.other_size);
  case 34: return contactor_list_cells(v, never_cell, &w->counter);
  case 35: return contactor_tree_set_source(v, tree_source(&w->counter));
  case 36: return contactor_tree_reload(v);
  case 37: return contactor_outline_expand(v, 1, 1);
  case 38: return contactor_alert_begin(w->alert, v, never_alert, &w->counter, count_release);
  case 39: return contactor_view_on_touches(w->window, never_touches, &w->counter, count_release);
  case 40: return contactor_button_group((contactor_view *const[]){v}, 1);
  case 41: return contactor_list_reload(w->slider);
  case 42: return contactor_tree_set_source(w->table, tree_source(&w->counter));
  case 43: return contactor_text_insert(w->button, "a");
  case 44: return contactor_picker_select(w->slider, 0, 0, 0);
  case 45: return contactor_button_click(v);
  default: return contactor_page_view_add(w->scroll, w->button);
  }
}

TEST(wrong_kinds, "What a kind of view or gesture cannot do is refused.") {
  struct world world, *w = &world;
  world_open(w);
  for (int number = 0; number < kind_calls; number++) {
    outs_mark(w);
    w->counter = (struct counter){0};
    contactor_result result = kind_call(w, number);
    check_note(result == CONTACTOR_ERROR_KIND, __FILE__, __LINE__, "kind %d: got %s", number, contactor_result_name(result));
    check_note(outs_are_marked(w), __FILE__, __LINE__, "kind %d: an out-place was written", number);
    bool registers = number == 3 || number == 10 || number == 17 || number == 23 || number == 35 || number == 38 || number == 39 || number == 42;
    check_note(w->counter.releases == registers, __FILE__, __LINE__, "kind %d: release was called %d times", number, w->counter.releases);
    CHECK_EQUAL(w->counter.calls, 0);
  }
  CHECK_OK(contactor_engine_destroy(w->engine));
}
