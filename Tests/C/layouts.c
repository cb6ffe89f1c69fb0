/* Engines with the views of a layout. */
#include "stage.h"

#include <stdlib.h>
#include <string.h>

static const char layout[] =
  "contactor: 1\n"
  "screen: {size: [800, 480], mm: [154, 86]}\n"
  "objects:\n"
  "  - {id: panel}\n"
  "views:\n"
  "  - {id: ok, kind: button, frame: [20, 20, 200, 80], on: {touchUpInside: [{emit: \"pressed {control}\"}, {run: [/bin/echo, \"at {x}\"]}]}}\n"
  "  - {id: level, kind: slider, frame: [20, 120, 400, 44], value: {min: 0, max: 100, at: 25}}\n"
  "  - {id: lamp, kind: switch, frame: [20, 200, 60, 40]}\n"
  "  - {id: flip, kind: button, frame: [20, 260, 200, 80], on: {touchUpInside: {send: \"toggle:\", to: lamp}}}\n"
  "  - {id: tell, kind: button, frame: [20, 360, 200, 80], on: {touchUpInside: {send: \"submit:\", to: panel}}}\n"
  "gestures:\n"
  "  - {id: back, kind: swipe, direction: left, on: {recognized: {emit: back}}}\n";

struct told {
  int calls, runs, releases;
  char last[256]; /* "name|target|sender|event|handled" */
  char arguments[256];
};

static void note_action(void *user, const contactor_layout_action *action) {
  struct told *told = user;
  told->calls++;
  told->last[0] = 0;
  const char *const words[] = {action->name, "|", action->target, "|", action->sender, "|", action->event, "|", action->is_handled ? "1" : "0"};
  for (size_t index = 0; index < sizeof words / sizeof *words; index++) strncat(told->last, words[index], sizeof told->last - strlen(told->last) - 1);
  if (strcmp(action->name, "run")) return;
  told->runs++;
  told->arguments[0] = 0;
  for (int index = 0; action->argv[index]; index++) strcat(strcat(told->arguments, action->argv[index]), ";");
}

static void told_release(void *user) { ((struct told *)user)->releases++; }

static struct stage layout_open(struct told *told) {
  struct stage stage = {NULL, NULL, NULL, 1000000};
  memset(told, 0, sizeof *told);
  CHECK_OK(contactor_engine_create_layout_text(CONTACTOR_CLOCK_HOST, layout, &stage.engine));
  CHECK_OK(contactor_engine_window(stage.engine, 0, &stage.window));
  CHECK_OK(contactor_feed_create(stage.engine, 64, 1000000, &stage.feed));
  CHECK_OK(contactor_engine_on_layout_action(stage.engine, note_action, told, told_release));
  return stage;
}

TEST(layout_text, "A layout from a text has its views, values and actions; programs are told and not run.") {
  struct told told;
  struct stage stage = layout_open(&told);
  contactor_view *level = NULL, *lamp = NULL;
  contactor_kind kind = CONTACTOR_OTHER;
  CHECK_OK(contactor_engine_find(stage.engine, "level", &level));
  CHECK_OK(contactor_engine_find(stage.engine, "lamp", &lamp));
  CHECK_OK(contactor_view_kind(level, &kind));
  CHECK_EQUAL(kind, CONTACTOR_SLIDER);
  CHECK_NUMBER(number(level, CONTACTOR_VALUE), 25);
  CHECK_NUMBER(number(level, CONTACTOR_MAXIMUM), 100);
  CHECK_ERROR(contactor_view_destroy(level), CONTACTOR_ERROR_STATE);
  tap(&stage, 100, 60);
  CHECK_EQUAL(told.calls, 2);
  CHECK_EQUAL(told.runs, 1);
  CHECK_TEXT(told.arguments, "/bin/echo;at 100;");
  CHECK_CONTAINS(told.last, "run|/bin/echo|ok|touchUpInside|");
  tap(&stage, 100, 300);
  CHECK_NUMBER(number(lamp, CONTACTOR_VALUE), 1);
  CHECK_TEXT(told.last, "toggle:|lamp|flip|touchUpInside|1");
  drag(&stage, 600, 100, 300, 100, 8);
  CHECK_CONTAINS(told.last, "emit|back|back|recognized|");
  stage_close(&stage);
  CHECK_EQUAL(told.releases, 1);
}

TEST(layout_file, "A layout from a file is replaced by another, and its handles end; a wrong one changes nothing.") {
  contactor_engine *engine = NULL;
  contactor_view *ok = NULL, *found = NULL;
  contactor_kind kind = CONTACTOR_OTHER;
  CHECK_OK(contactor_engine_create_layout(CONTACTOR_CLOCK_HOST, write_file("first.yaml", layout), &engine));
  CHECK_OK(contactor_engine_find(engine, "ok", &ok));
  const char *wrong = write_file("wrong.yaml", "contactor: 1\nscreen: {size: [800, 480]}\nviews:\n  - {id: a, kind: buton, frame: [0, 0, 1, 1]}\n");
  CHECK_ERROR(contactor_engine_replace_layout(engine, wrong), CONTACTOR_ERROR_LAYOUT);
  CHECK_CONTAINS(contactor_error_text(), "4:");
  CHECK_OK(contactor_view_kind(ok, &kind));
  const char *second = write_file("second.yaml", "contactor: 1\nscreen: {size: [400, 200]}\nviews:\n  - {id: only, kind: button, frame: [0, 0, 9, 9]}\n");
  CHECK_OK(contactor_engine_replace_layout(engine, second));
  CHECK_ERROR(contactor_view_kind(ok, &kind), CONTACTOR_ERROR_HANDLE);
  CHECK_ERROR(contactor_engine_find(engine, "ok", &found), CONTACTOR_ERROR_NOT_FOUND);
  CHECK_OK(contactor_engine_find(engine, "only", &found));
  CHECK_OK(contactor_engine_destroy(engine));
}

TEST(wrong_layouts, "A layout with errors is refused, and the text has each error with its line.") {
  static const struct {
    const char *text, *lines[2];
  } wrong[] = {
    {"contactor: 1\nscreen: {size: [800, 480]}\nviews:\n  - {id: a, kind: buton, frame: [0, 0, 1, 1]}\n", {"4:", "button"}},
    {"contactor: 1\nscreen: {size: [800, 480]}\nviews:\n  - {id: a, kind: button, frame: [0, 0, 1, 1], colour: red}\n  - {id: a, kind: button}\n",
     {"4:", "5:"}},
    {"contactor: 2\n", {"1:", "1:"}},
    {"contactor: 1\nviews: [\n", {":", ":"}},
    {"", {"", ""}},
    {"contactor: 1\nscreen: {size: [1e999, .nan]}\n", {"2:", "2:"}},
  };
  for (size_t index = 0; index < sizeof wrong / sizeof *wrong; index++) {
    contactor_engine *engine = NULL;
    CHECK_ERROR(contactor_engine_create_layout_text(CONTACTOR_CLOCK_HOST, wrong[index].text, &engine), CONTACTOR_ERROR_LAYOUT);
    CHECK(engine == NULL);
    CHECK_CONTAINS(contactor_error_text(), wrong[index].lines[0]);
    CHECK_CONTAINS(contactor_error_text(), wrong[index].lines[1]);
  }
  char *long_one = long_text(1 << 20);
  contactor_engine *engine = NULL;
  CHECK_ERROR(contactor_engine_create_layout_text(CONTACTOR_CLOCK_HOST, long_one, &engine), CONTACTOR_ERROR_LAYOUT);
  CHECK_ERROR(contactor_engine_create_layout(CONTACTOR_CLOCK_HOST, "/nonexistent/layout.yaml", &engine), CONTACTOR_ERROR_LAYOUT);
  CHECK(engine == NULL);
  free(long_one);
}

TEST(connected_object, "A target takes the actions of an object that the layout names.") {
  struct told told;
  struct stage stage = layout_open(&told);
  contactor_target *target = NULL;
  struct counter counter = {0};
  CHECK_OK(contactor_target_create(stage.engine, &target));
  CHECK_ERROR(contactor_engine_connect(stage.engine, target, "panel"), CONTACTOR_ERROR_NOT_FOUND);
  CHECK_CONTAINS(contactor_error_text(), "submit:");
  CHECK_OK(contactor_target_on(target, "submit:", count_action, &counter, NULL));
  CHECK_ERROR(contactor_engine_connect(stage.engine, target, "paneel"), CONTACTOR_ERROR_NOT_FOUND);
  CHECK_OK(contactor_engine_connect(stage.engine, target, "panel"));
  tap(&stage, 100, 400);
  CHECK_EQUAL(counter.calls, 1);
  stage_close(&stage);
}

TEST(engine_without_layout, "An engine without a layout refuses what needs one.") {
  struct stage stage = stage_open();
  contactor_target *target = NULL;
  struct told told;
  memset(&told, 0, sizeof told);
  CHECK_OK(contactor_target_create(stage.engine, &target));
  CHECK_ERROR(contactor_engine_on_layout_action(stage.engine, note_action, &told, told_release), CONTACTOR_ERROR_STATE);
  CHECK_EQUAL(told.releases, 1);
  CHECK_ERROR(contactor_engine_connect(stage.engine, target, "panel"), CONTACTOR_ERROR_STATE);
  CHECK_ERROR(contactor_engine_replace_layout(stage.engine, write_file("third.yaml", layout)), CONTACTOR_ERROR_STATE);
  stage_close(&stage);
}
