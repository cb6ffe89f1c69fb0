/* How long handles, callbacks and threads' rights last. */
#include "stage.h"

#include <limits.h>
#include <pthread.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void walk(contactor_view *view) {
  size_t count = 0;
  contactor_view *inner = NULL;
  CHECK_OK(contactor_view_subview_count(view, &count));
  for (size_t index = 0; index < count; index++) {
    CHECK_OK(contactor_view_subview(view, index, &inner));
    walk(inner);
  }
}

TEST(borrowed_handles, "Handles of what controls make end after it is gone, and the program's own do not.") {
  struct stage stage = stage_open();
  contactor_view *button = make(&stage, CONTACTOR_BUTTON, rect(0, 0, 100, 50), stage.window), *first = NULL, *window = NULL;
  contactor_view *loose = make(&stage, CONTACTOR_BUTTON, rect(0, 0, 100, 50), NULL);
  contactor_menu *menu = NULL;
  struct counter counter = {0};
  contactor_kind kind;
  CHECK_OK(contactor_menu_create(stage.engine, "menu", &menu));
  for (int item = 0; item < 4; item++) CHECK_OK(contactor_menu_add(menu, "item", count_action, &counter, NULL, NULL));
  for (int round = 0; round < 2000; round++) {
    size_t windows = 0;
    CHECK_OK(contactor_menu_pop_up(menu, button, rect(0, 0, 100, 50)));
    CHECK_OK(contactor_engine_window_count(stage.engine, &windows));
    CHECK_EQUAL(windows, 2);
    CHECK_OK(contactor_engine_window(stage.engine, 1, &window));
    if (round == 0) first = window;
    walk(window);
    CHECK_OK(contactor_view_kind(window, &kind));
    CHECK_OK(contactor_menu_close(menu));
  }
  CHECK_ERROR(contactor_view_kind(first, &kind), CONTACTOR_ERROR_HANDLE);
  CHECK_OK(contactor_view_kind(button, &kind));
  CHECK_OK(contactor_view_kind(loose, &kind));
  stage_close(&stage);
}

static void *create_and_end(void *result) {
  CHECK_OK(contactor_engine_create(CONTACTOR_CLOCK_HOST, (contactor_engine **)result));
  return NULL;
}

static void *use(void *engine) {
  int64_t now = 0;
  CHECK_ERROR(contactor_engine_now(engine, &now), CONTACTOR_ERROR_THREAD);
  CHECK_OK(contactor_engine_take_over(engine));
  CHECK_OK(contactor_engine_now(engine, &now));
  CHECK_OK(contactor_engine_destroy(engine));
  return NULL;
}

TEST(thread_that_ended, "A later thread is another one, also where it has the memory of one that ended.") {
  contactor_engine *engine = NULL;
  pthread_t thread;
  for (int round = 0; round < 20; round++) {
    CHECK(pthread_create(&thread, NULL, create_and_end, &engine) == 0);
    pthread_join(thread, NULL);
    CHECK(pthread_create(&thread, NULL, use, engine) == 0);
    pthread_join(thread, NULL);
  }
}

static const char layout[] =
  "contactor: 1\nscreen: {size: [800, 480]}\nviews:\n  - {id: ok, kind: button, frame: [0, 0, 100, 50]}\n";

TEST(views_of_layouts, "What is the layout's cannot be taken away, and another layout leaves the program's windows alone.") {
  contactor_engine *engine = NULL;
  contactor_view *window = NULL, *own = NULL, *ok = NULL, *button = NULL;
  struct counter counter = {0};
  size_t count = 0;
  CHECK_OK(contactor_engine_create_layout_text(CONTACTOR_CLOCK_HOST, layout, &engine));
  CHECK_OK(contactor_engine_window(engine, 0, &window));
  CHECK_OK(contactor_engine_find(engine, "ok", &ok));
  CHECK_ERROR(contactor_view_destroy(window), CONTACTOR_ERROR_STATE);
  CHECK_OK(contactor_set_text(ok, CONTACTOR_IDENTIFIER, "other"));
  CHECK_ERROR(contactor_view_destroy(ok), CONTACTOR_ERROR_STATE);
  CHECK_ERROR(contactor_view_remove(ok), CONTACTOR_ERROR_STATE);
  CHECK_OK(contactor_view_create(engine, CONTACTOR_WINDOW, rect(0, 0, 100, 100), &own));
  CHECK_OK(contactor_view_create(engine, CONTACTOR_BUTTON, rect(0, 0, 50, 50), &button));
  CHECK_OK(contactor_view_add_subview(own, button));
  CHECK_OK(contactor_control_on(button, CONTACTOR_TOUCH_UP_INSIDE, count_action, &counter, count_release, NULL));
  CHECK_OK(contactor_engine_replace_layout(engine, write_file("other.yaml", layout)));
  CHECK_OK(contactor_engine_window_count(engine, &count));
  CHECK_EQUAL(count, 2);
  CHECK_OK(contactor_button_click(button));
  CHECK_EQUAL(counter.calls, 1);
  CHECK_ERROR(contactor_set_number(ok, CONTACTOR_HIDDEN, 1), CONTACTOR_ERROR_HANDLE);
  CHECK_OK(contactor_view_destroy(own));
  CHECK_EQUAL(counter.releases, 1);
  CHECK_OK(contactor_engine_destroy(engine));
}

static size_t many_rows(void *user, contactor_view *list, size_t section) {
  (void)list, (void)section, (void)user;
  return SIZE_MAX;
}

TEST(too_many_rows, "Rows that are too many are left out, and the source holds.") {
  struct stage stage = stage_open();
  contactor_view *table = make(&stage, CONTACTOR_TABLE, rect(0, 0, 200, 200), stage.window);
  struct counter counter = {0};
  contactor_list_source source = {sizeof source, &counter, count_release, NULL, many_rows, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL};
  CHECK_OK(contactor_list_set_source(table, &source));
  CHECK(number(table, CONTACTOR_COUNT) > 1e9);
  CHECK_OK(contactor_list_reload(table));
  CHECK_EQUAL(counter.releases, 0);
  CHECK_OK(contactor_list_set_source(table, NULL));
  CHECK_EQUAL(counter.releases, 1);
  stage_close(&stage);
}

TEST(tokens, "A token is its control's, until it is taken back or the control is destroyed.") {
  struct stage stage = stage_open();
  contactor_view *one = make(&stage, CONTACTOR_BUTTON, rect(0, 0, 50, 50), stage.window);
  contactor_view *other = make(&stage, CONTACTOR_BUTTON, rect(50, 0, 50, 50), stage.window);
  struct counter counter = {0};
  uint64_t token = 0;
  CHECK_OK(contactor_control_on(one, CONTACTOR_TOUCH_DOWN, count_action, &counter, count_release, &token));
  CHECK_ERROR(contactor_control_off(other, token), CONTACTOR_ERROR_NOT_FOUND);
  CHECK_EQUAL(counter.releases, 0);
  CHECK_OK(contactor_control_off(one, token));
  CHECK_EQUAL(counter.releases, 1);
  CHECK_ERROR(contactor_control_off(one, token), CONTACTOR_ERROR_NOT_FOUND);
  stage_close(&stage);
}

TEST(pages, "Pages come from one page view to another, leave when they are destroyed, and are not in themselves.") {
  struct stage stage = stage_open();
  contactor_view *first = make(&stage, CONTACTOR_PAGE_VIEW, rect(0, 0, 200, 200), stage.window);
  contactor_view *second = make(&stage, CONTACTOR_PAGE_VIEW, rect(200, 0, 200, 200), stage.window);
  contactor_view *page = make(&stage, CONTACTOR_VIEW, rect(0, 0, 10, 10), NULL);
  contactor_view *hidden = make(&stage, CONTACTOR_PAGE_VIEW, rect(0, 0, 10, 10), NULL);
  CHECK_OK(contactor_page_view_add(first, page));
  CHECK_OK(contactor_page_view_add(first, hidden));
  CHECK_ERROR(contactor_page_view_add(hidden, first), CONTACTOR_ERROR_STATE);
  CHECK_EQUAL(number(first, CONTACTOR_COUNT), 2);
  CHECK_OK(contactor_page_view_add(second, page));
  CHECK_EQUAL(number(first, CONTACTOR_COUNT), 1);
  CHECK_EQUAL(number(second, CONTACTOR_COUNT), 1);
  CHECK_OK(contactor_view_destroy(page));
  CHECK_EQUAL(number(second, CONTACTOR_COUNT), 0);
  CHECK_OK(contactor_view_remove(hidden));
  CHECK_EQUAL(number(first, CONTACTOR_COUNT), 0);
  contactor_view *deep = stage.window;
  for (int level = 0; level < 998; level++) deep = make(&stage, CONTACTOR_VIEW, rect(0, 0, 10, 10), deep);
  contactor_view *last = make(&stage, CONTACTOR_PAGE_VIEW, rect(0, 0, 10, 10), deep);
  CHECK_ERROR(contactor_page_view_add(last, hidden), CONTACTOR_ERROR_STATE);
  stage_close(&stage);
}

TEST(gesture_at_the_end, "An engine that is destroyed calls no gesture's callback.") {
  struct stage stage = stage_open();
  contactor_view *view = make(&stage, CONTACTOR_VIEW, rect(0, 0, 400, 400), stage.window);
  contactor_gesture *pan = NULL;
  struct counter counter = {0};
  CHECK_OK(contactor_gesture_create(view, CONTACTOR_PAN, &pan));
  CHECK_OK(contactor_gesture_on(pan, count_gesture, &counter, count_release));
  finger_down(&stage, 1, 10, 10);
  finger_move(&stage, 1, 50, 10);
  finger_move(&stage, 1, 90, 10);
  int calls = counter.calls;
  CHECK(calls > 0);
  CHECK_OK(contactor_engine_destroy(stage.engine));
  CHECK_EQUAL(counter.calls, calls);
  CHECK_EQUAL(counter.releases, 1);
}

TEST(no_file, "A recording that is no file is refused, and does not wait.") {
  struct stage stage = stage_open();
  char path[PATH_MAX];
  strcpy(path, write_file("fifo-beside", ""));
  strcat(path, ".fifo");
  CHECK(mkfifo(path, 0600) == 0);
  CHECK_ERROR(contactor_engine_play(stage.engine, path, NULL, NULL), CONTACTOR_ERROR_INPUT);
  CHECK_ERROR(contactor_engine_play(stage.engine, "-", NULL, NULL), CONTACTOR_ERROR_INPUT);
  unlink(path);
  stage_close(&stage);
}

TEST(button_of_a_dialog, "A dialog's button is the dialog's.") {
  struct stage stage = stage_open();
  contactor_alert *alert = NULL;
  contactor_view *button = NULL;
  CHECK_OK(contactor_alert_create(stage.engine, "Really?", NULL, &alert));
  CHECK_OK(contactor_alert_add_button(alert, "Yes", CONTACTOR_ALERT_STANDARD, &button));
  CHECK_ERROR(contactor_view_destroy(button), CONTACTOR_ERROR_STATE);
  CHECK_ERROR(contactor_view_remove(button), CONTACTOR_ERROR_STATE);
  CHECK_OK(contactor_alert_destroy(alert));
  stage_close(&stage);
}
