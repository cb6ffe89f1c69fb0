#include "wrong.h"

#include <string.h>

struct call *first_call;

void call_register(struct call *call) {
  call->next = first_call;
  first_call = call;
}

static const char script[] =
  "{\"t\":1000000,\"kind\":\"touch\",\"touch\":1,\"phase\":\"began\",\"x\":120,\"y\":60}\n"
  "{\"t\":9020000,\"kind\":\"touch\",\"touch\":1,\"phase\":\"ended\",\"x\":120,\"y\":60}\n";

void world_open(struct world *world) {
  struct stage stage = {NULL, NULL, NULL, 0};
  contactor_source *source = NULL;
  contactor_menu_item *item = NULL;
  const char *const titles[] = {"a", "b", "c"};
  memset(world, 0, sizeof *world);
  CHECK_OK(contactor_engine_create(CONTACTOR_CLOCK_MONOTONIC, &stage.engine));
  world->engine = stage.engine;
  world->window = make(&stage, CONTACTOR_WINDOW, rect(0, 0, 800, 480), NULL);
  world->view = make(&stage, CONTACTOR_VIEW, rect(0, 0, 100, 100), world->window);
  struct {
    contactor_view **place;
    contactor_kind kind;
  } views[] = {
    {&world->control, CONTACTOR_CONTROL}, {&world->slider, CONTACTOR_SLIDER}, {&world->button, CONTACTOR_BUTTON},
    {&world->segments, CONTACTOR_SEGMENTED}, {&world->matrix, CONTACTOR_MATRIX}, {&world->picker, CONTACTOR_PICKER},
    {&world->field, CONTACTOR_TEXT_FIELD}, {&world->scroll, CONTACTOR_SCROLL_VIEW}, {&world->pages, CONTACTOR_PAGE_VIEW},
    {&world->table, CONTACTOR_TABLE}, {&world->outline, CONTACTOR_OUTLINE},
  };
  for (size_t index = 0; index < sizeof views / sizeof *views; index++) {
    *views[index].place = make(&stage, views[index].kind, rect(0, 40.0 * (double)index, 100, 40), world->window);
  }
  CHECK_OK(contactor_set_titles(world->segments, 0, titles, 3));
  CHECK_OK(contactor_set_titles(world->picker, 0, titles, 3));
  CHECK_OK(contactor_matrix_set_cells(world->matrix, CONTACTOR_CELL_BUTTON, 2, 2));
  CHECK_OK(contactor_gesture_create(world->view, CONTACTOR_TAP, &world->gesture));
  CHECK_OK(contactor_gesture_create(world->view, CONTACTOR_STROKE, &world->stroke));
  CHECK_OK(contactor_gesture_create(world->view, CONTACTOR_PAN, &world->pan));
  CHECK_OK(contactor_target_create(world->engine, &world->target));
  CHECK_OK(contactor_target_on(world->target, "save:", count_action, &world->counter, NULL));
  CHECK_OK(contactor_feed_create(world->engine, 64, 1000, &stage.feed));
  CHECK_OK(contactor_source_open_recording(world->engine, write_file("world.jsonl", script), NULL, &source));
  CHECK_OK(contactor_menu_create(world->engine, "menu", &world->menu));
  CHECK_OK(contactor_menu_add(world->menu, "item", count_action, &world->counter, NULL, &item));
  CHECK_OK(contactor_alert_create(world->engine, "alert", "text", &world->alert));
  CHECK_OK(contactor_alert_add_button(world->alert, "ok", CONTACTOR_ALERT_STANDARD, NULL));
  void *objects[kinds] = {world->engine, world->slider, world->gesture, world->target, stage.feed, source, world->menu, item, world->alert};
  memcpy(world->objects, objects, sizeof objects);
}

void outs_mark(struct world *world) { memset(&world->outs, 0x5A, sizeof world->outs); }

bool outs_are_marked(const struct world *world) {
  const unsigned char *bytes = (const unsigned char *)&world->outs;
  for (size_t index = 0; index < sizeof world->outs; index++) {
    if (bytes[index] != 0x5A) return false;
  }
  return true;
}

static void called(void *counter) { ((struct counter *)counter)->calls++; }

void never_line(void *user, const char *line) {
  (void)line;
  called(user);
}

void never_device(void *user, const contactor_device *device, int32_t is_there) {
  (void)device, (void)is_there;
  called(user);
}

void never_layout(void *user, const contactor_layout_action *action) {
  (void)action;
  called(user);
}

void never_change(void *user, contactor_view *view, uint32_t changes) {
  (void)view, (void)changes;
  called(user);
}

void never_touches(void *user, contactor_view *view, contactor_phase phase, const contactor_touch *touches, size_t count) {
  (void)view, (void)phase, (void)touches, (void)count;
  called(user);
}

int32_t never_tracking(void *user, contactor_view *control, contactor_tracking stage, const contactor_touch *touch) {
  (void)control, (void)stage, (void)touch;
  called(user);
  return 1;
}

int32_t never_answer(void *user, contactor_gesture *gesture, contactor_gesture_question question, contactor_gesture *other,
                     const contactor_touch *touch) {
  (void)gesture, (void)question, (void)other, (void)touch;
  called(user);
  return 1;
}

void never_cell(void *user, contactor_view *list, contactor_view *cell, size_t section, size_t row) {
  (void)list, (void)cell, (void)section, (void)row;
  called(user);
}

void never_part(void *user, const contactor_part *part) {
  (void)part;
  called(user);
}

void never_alert(void *user, contactor_alert *alert, int32_t answer) {
  (void)alert, (void)answer;
  called(user);
}

static size_t no_rows(void *user, contactor_view *list, size_t section) {
  (void)list, (void)section;
  called(user);
  return 0;
}

const contactor_list_source *list_source(struct counter *counter) {
  static contactor_list_source source;
  memset(&source, 0, sizeof source);
  source.size = sizeof source;
  source.user = counter;
  source.release = count_release;
  source.rows = no_rows;
  source.cell = never_cell;
  return &source;
}

static size_t no_children(void *user, uint64_t item) {
  (void)item;
  called(user);
  return 0;
}

static uint64_t no_child(void *user, uint64_t item, size_t index) {
  (void)item, (void)index;
  called(user);
  return 1;
}

static void no_title(void *user, uint64_t item, char *buffer, size_t capacity) {
  (void)item;
  called(user);
  if (capacity) buffer[0] = 0;
}

const contactor_tree_source *tree_source(struct counter *counter) {
  static contactor_tree_source source;
  memset(&source, 0, sizeof source);
  source.size = sizeof source;
  source.user = counter;
  source.release = count_release;
  source.children = no_children;
  source.child = no_child;
  source.title = no_title;
  return &source;
}
