/*
 * The hostile user: from every place that calls out, the caller, the window or the engine is destroyed, callbacks are registered anew, and
 * the engine is driven. Nothing may crash, a callback is not called after its engine's end, and each registration is released once.
 */
#include "stage.h"

#include <stdlib.h>
#include <string.h>

enum place {
  CONTROL, TIMER, TOUCHES, TRACKING, GESTURE, DELEGATE, LIST_ROWS, LIST_CELL, LIST_SELECTED, TREE_CHILDREN, TREE_TITLE, TREE_SELECTED,
  CHANGE, WINDOW_CHANGE, LOG, MENU, ALERT, TARGET, PARTS, CELLS, RELEASE, places
};

enum act {
  NOTHING, DESTROY_CALLER, DESTROY_WINDOW, DESTROY_ENGINE, REGISTER_AGAIN, REGISTER_NONE, FEED, ADVANCE, CANCEL, MOVE_VIEWS, RELOAD, ANSWER, acts
};

struct scene {
  struct stage stage;
  contactor_view *button, *control, *view, *touched, *slider, *table, *outline;
  contactor_gesture *gesture;
  contactor_menu *menu;
  contactor_alert *alert;
  contactor_target *target;
  enum place place;
  enum act act;
  int calls, registrations, releases, late;
  bool is_gone;
};

static void attack(struct scene *scene);

/* ---- Callbacks, which all attack ---- */

static void on_action(void *user, contactor_view *sender, const contactor_event *event) {
  (void)sender, (void)event;
  attack(user);
}

static void on_touches(void *user, contactor_view *view, contactor_phase phase, const contactor_touch *touches, size_t count) {
  (void)view, (void)phase, (void)touches, (void)count;
  attack(user);
}

static int32_t on_tracking(void *user, contactor_view *control, contactor_tracking stage, const contactor_touch *touch) {
  (void)control, (void)stage, (void)touch;
  attack(user);
  return 1;
}

static void on_gesture(void *user, contactor_gesture *gesture, int32_t state) {
  (void)gesture, (void)state;
  attack(user);
}

static int32_t on_question(void *user, contactor_gesture *gesture, contactor_gesture_question question, contactor_gesture *other,
                           const contactor_touch *touch) {
  (void)gesture, (void)question, (void)other, (void)touch;
  attack(user);
  return 1;
}

static size_t on_rows(void *user, contactor_view *list, size_t section) {
  struct scene *scene = user;
  (void)list, (void)section;
  if (scene->place == LIST_ROWS) attack(scene);
  return 100;
}

static void on_cell(void *user, contactor_view *list, contactor_view *cell, size_t section, size_t row) {
  struct scene *scene = user;
  (void)list, (void)cell, (void)section, (void)row;
  if (scene->place == LIST_CELL || scene->place == CELLS) attack(scene);
}

static void on_selected(void *user, contactor_view *list, size_t section, size_t row, int32_t is_selected) {
  struct scene *scene = user;
  (void)list, (void)section, (void)row, (void)is_selected;
  if (scene->place == LIST_SELECTED) attack(scene);
}

static size_t on_children(void *user, uint64_t item) {
  struct scene *scene = user;
  if (scene->place == TREE_CHILDREN) attack(scene);
  return item < 100 ? 5 : 0;
}

static uint64_t on_child(void *user, uint64_t item, size_t index) {
  (void)user;
  return item * 10 + index + 1;
}

static void on_title(void *user, uint64_t item, char *buffer, size_t capacity) {
  struct scene *scene = user;
  (void)item;
  if (scene->place == TREE_TITLE) attack(scene);
  if (capacity > 1) memcpy(buffer, "t", 2);
}

static void on_item(void *user, contactor_view *tree, uint64_t item) {
  struct scene *scene = user;
  (void)tree, (void)item;
  if (scene->place == TREE_SELECTED) attack(scene);
}

static void on_change(void *user, contactor_view *view, uint32_t changes) {
  struct scene *scene = user;
  (void)view, (void)changes;
  if (scene->place != RELEASE) attack(scene);
}

static void on_line(void *user, const char *line) {
  CHECK(strlen(line) > 1);
  attack(user);
}

static void on_part(void *user, const contactor_part *part) {
  (void)part;
  attack(user);
}

static void on_answer(void *user, contactor_alert *alert, int32_t answer) {
  (void)alert, (void)answer;
  attack(user);
}

static void on_release(void *user) {
  struct scene *scene = user;
  scene->releases++;
  if (scene->place == RELEASE) attack(scene);
}

/* ---- The scene ---- */

/* Registers the place's callback once more, also after what it belongs to has gone. */
static void install(struct scene *s) {
  contactor_list_source list = {sizeof list, s, on_release, NULL, on_rows, on_cell, NULL, NULL, on_selected, NULL, NULL, NULL, NULL};
  contactor_tree_source tree = {sizeof tree, s, on_release, on_children, on_child, NULL, on_title, on_item};
  if (s->place != PARTS && s->place != CELLS) s->registrations++;
  switch (s->place) {
  case CONTROL: contactor_control_on(s->button, CONTACTOR_ALL_EVENTS, on_action, s, on_release, NULL); break;
  case TIMER: contactor_engine_at(s->stage.engine, (int64_t)s->stage.now + 20000, on_action, s, on_release, NULL); break;
  case TOUCHES: contactor_view_on_touches(s->view, on_touches, s, on_release); break;
  case TRACKING: contactor_control_on_tracking(s->control, on_tracking, s, on_release); break;
  case GESTURE: contactor_gesture_on(s->gesture, on_gesture, s, on_release); break;
  case DELEGATE: contactor_gesture_set_delegate(s->gesture, on_question, s, on_release); break;
  case LIST_ROWS: case LIST_CELL: case LIST_SELECTED: contactor_list_set_source(s->table, &list); break;
  case TREE_CHILDREN: case TREE_TITLE: case TREE_SELECTED: contactor_tree_set_source(s->outline, &tree); break;
  case RELEASE: contactor_view_on_change(s->button, on_change, s, on_release); break;
  case CHANGE: contactor_view_on_change(s->slider, on_change, s, on_release); break;
  case WINDOW_CHANGE: contactor_view_on_change(s->stage.window, on_change, s, on_release); break;
  case LOG: contactor_engine_on_log(s->stage.engine, on_line, s, on_release); break;
  case MENU: contactor_menu_add(s->menu, "item", on_action, s, on_release, NULL); break;
  case ALERT: contactor_alert_begin(s->alert, s->stage.window, on_answer, s, on_release); break;
  case TARGET: contactor_target_on(s->target, "go:", on_action, s, on_release); break;
  default: break;
  }
}

static void install_none(struct scene *s) {
  contactor_view_on_touches(s->view, NULL, NULL, NULL);
  contactor_control_on_tracking(s->control, NULL, NULL, NULL);
  contactor_gesture_set_delegate(s->gesture, NULL, NULL, NULL);
  contactor_list_set_source(s->table, NULL);
  contactor_tree_set_source(s->outline, NULL);
  contactor_view_on_change(s->slider, NULL, NULL, NULL);
  contactor_view_on_change(s->stage.window, NULL, NULL, NULL);
  contactor_engine_on_log(s->stage.engine, NULL, NULL, NULL);
  contactor_control_remove_target(s->button, NULL, NULL, CONTACTOR_ALL_EVENTS);
}

static void destroy_caller(struct scene *s) {
  switch (s->place) {
  case GESTURE: case DELEGATE: contactor_gesture_destroy(s->gesture); break;
  case MENU: contactor_menu_destroy(s->menu); break;
  case ALERT: contactor_alert_destroy(s->alert); break;
  case TARGET: contactor_target_destroy(s->target); break;
  case TOUCHES: contactor_view_destroy(s->view); break;
  case TRACKING: contactor_view_destroy(s->control); break;
  case LIST_ROWS: case LIST_CELL: case LIST_SELECTED: case CELLS: contactor_view_destroy(s->table); break;
  case TREE_CHILDREN: case TREE_TITLE: case TREE_SELECTED: contactor_view_destroy(s->outline); break;
  case CHANGE: case PARTS: contactor_view_destroy(s->slider); break;
  default: contactor_view_destroy(s->button); break;
  }
}

static void frame(struct scene *s) { contactor_feed_frame(s->stage.feed, s->stage.now += 10000); }

static void quick_tap(struct scene *s, int64_t id, double x, double y) {
  contactor_feed_down(s->stage.feed, id, x, y);
  frame(s);
  contactor_feed_moved(s->stage.feed, id, x + 1, y);
  frame(s);
  contactor_feed_up(s->stage.feed, id);
  frame(s);
}

/* What the hostile user does in the first calls. */
static void attack(struct scene *s) {
  int64_t time = 0;
  if (s->is_gone) s->late++;
  if (s->calls++ >= 2) return;
  switch (s->act) {
  case DESTROY_CALLER: destroy_caller(s); break;
  case DESTROY_WINDOW: contactor_view_destroy(s->stage.window); break;
  case DESTROY_ENGINE:
    if (contactor_engine_destroy(s->stage.engine) == CONTACTOR_OK) {
      CHECK_ERROR(contactor_engine_now(s->stage.engine, &time), CONTACTOR_ERROR_HANDLE);
      s->is_gone = s->place != RELEASE;
    }
    break;
  case REGISTER_AGAIN: install(s); break;
  case REGISTER_NONE: install_none(s); break;
  case FEED: quick_tap(s, 77, 50, 25); break;
  case ADVANCE: contactor_engine_advance(s->stage.engine, (int64_t)(s->stage.now += 700000)); break;
  case CANCEL: contactor_engine_cancel_touches(s->stage.engine); contactor_feed_cancel_all(s->stage.feed); break;
  case MOVE_VIEWS:
    for (int index = 0; index < 7; index++) {
      contactor_view *const views[] = {s->button, s->control, s->view, s->touched, s->slider, s->table, s->outline};
      contactor_view_remove(views[index]);
      if (index % 2) contactor_view_insert_subview(s->stage.window, views[index], 0);
    }
    break;
  case RELOAD:
    contactor_list_reload(s->table);
    contactor_list_scroll_to(s->table, 0, 50, 0);
    contactor_tree_reload(s->outline);
    contactor_outline_expand(s->outline, 1, 1);
    contactor_view_layout(s->stage.window);
    break;
  case ANSWER:
    contactor_menu_perform(s->menu, 0);
    contactor_alert_end(s->alert, 0);
    contactor_button_click(s->button);
    contactor_set_number(s->slider, CONTACTOR_VALUE, 0.1 * s->calls);
    contactor_engine_send(s->stage.engine, "go:", s->target, NULL, NULL);
    break;
  default: break;
  }
}

/* Everything that a user does; the engine, or a part of it, may be gone at any step. */
static void live(struct scene *s) {
  static const double spots[6][2] = {{50, 25}, {50, 85}, {50, 145}, {50, 205}, {300, 60}, {520, 30}};
  for (int round = 0; round < 2; round++) {
    contactor_view_layout(s->stage.window);
    for (int spot = 0; spot < 6; spot++) quick_tap(s, spot, spots[spot][0], spots[spot][1]);
    contactor_feed_down(s->stage.feed, 9, 300, 300);
    frame(s);
    for (int step = 1; step <= 5; step++) {
      contactor_feed_moved(s->stage.feed, 9, 300, 300 - step * 30);
      frame(s);
    }
    contactor_feed_up(s->stage.feed, 9);
    frame(s);
    contactor_outline_expand(s->outline, 2, 1);
    contactor_menu_perform(s->menu, 0);
    contactor_set_number(s->slider, CONTACTOR_VALUE, 0.3 + 0.1 * round);
    contactor_engine_send(s->stage.engine, "go:", s->target, round ? s->button : NULL, NULL);
    contactor_view_parts(s->slider, on_part, s->place == PARTS ? s : &(struct scene){.calls = 9});
    contactor_list_cells(s->table, on_cell, s);
    contactor_alert_end(s->alert, 0);
    contactor_engine_advance(s->stage.engine, (int64_t)(s->stage.now += 1000000));
    if (round == 0 && s->place == RELEASE) contactor_view_on_change(s->button, NULL, NULL, NULL);
  }
}

static void play_scene(enum place place, enum act act) {
  struct scene *s = calloc(1, sizeof *s);
  s->place = place;
  s->stage = stage_open();
  s->button = make(&s->stage, CONTACTOR_BUTTON, rect(0, 0, 100, 50), s->stage.window);
  s->control = make(&s->stage, CONTACTOR_CONTROL, rect(0, 60, 100, 50), s->stage.window);
  s->view = make(&s->stage, CONTACTOR_VIEW, rect(0, 120, 100, 50), s->stage.window);
  s->touched = make(&s->stage, CONTACTOR_VIEW, rect(0, 180, 100, 50), s->stage.window);
  s->slider = make(&s->stage, CONTACTOR_SLIDER, rect(0, 240, 100, 50), s->stage.window);
  s->table = make(&s->stage, CONTACTOR_TABLE, rect(200, 0, 200, 400), s->stage.window);
  s->outline = make(&s->stage, CONTACTOR_OUTLINE, rect(420, 0, 200, 400), s->stage.window);
  CHECK_OK(contactor_gesture_create(s->touched, CONTACTOR_TAP, &s->gesture));
  CHECK_OK(contactor_menu_create(s->stage.engine, "menu", &s->menu));
  CHECK_OK(contactor_target_create(s->stage.engine, &s->target));
  CHECK_OK(contactor_alert_create(s->stage.engine, "alert", "text", &s->alert));
  CHECK_OK(contactor_alert_add_button(s->alert, "ok", CONTACTOR_ALERT_STANDARD, NULL));
  if (place == CELLS) {
    contactor_list_source list = {sizeof list, s, on_release, NULL, on_rows, on_cell, NULL, NULL, on_selected, NULL, NULL, NULL, NULL};
    s->registrations++;
    s->calls = 9; /* attacks later */
    CHECK_OK(contactor_list_set_source(s->table, &list));
    CHECK_OK(contactor_view_layout(s->table));
    s->calls = 0;
  }
  s->act = act;
  install(s);
  live(s);
  int calls = s->calls;
  if (contactor_engine_destroy(s->stage.engine) != CONTACTOR_OK) CHECK(act == DESTROY_ENGINE);
  check_note(calls > 0, __FILE__, __LINE__, "place %d, act %d: no callback was called", place, act);
  check_note(s->late == 0, __FILE__, __LINE__, "place %d, act %d: %d calls after the engine's end", place, act, s->late);
  check_note(s->releases == s->registrations, __FILE__, __LINE__, "place %d, act %d: %d registrations, %d releases", place, act, s->registrations,
             s->releases);
  free(s);
}

TEST(every_place_every_act, "From every callback everything is destroyed, registered anew, fed, advanced, and moved.") {
  for (int place = 0; place < places; place++) {
    for (int act = 0; act < acts; act++) play_scene((enum place)place, (enum act)act);
  }
}
