/* Scroll views, pages, tables and collections. */
#include "stage.h"

#include <poll.h>
#include <time.h>

#include <stdio.h>
#include <string.h>

TEST(scroll_view, "A scroll view scrolls by code, and by a finger, whose speed it goes on with.") {
  struct stage stage = stage_open();
  contactor_view *scroll = make(&stage, CONTACTOR_SCROLL_VIEW, rect(0, 0, 400, 400), stage.window);
  CHECK_OK(contactor_set_rect(scroll, CONTACTOR_CONTENT_SIZE, rect(0, 0, 400, 5000)));
  CHECK_OK(contactor_scroll_to(scroll, point(0, 300), 0));
  CHECK_NUMBER(rectangle(scroll, CONTACTOR_CONTENT_OFFSET).y, 300);
  CHECK_OK(contactor_scroll_to(scroll, point(0, 0), 1));
  pass(&stage, 2000000);
  CHECK_NUMBER(rectangle(scroll, CONTACTOR_CONTENT_OFFSET).y, 0);
  drag(&stage, 200, 350, 200, 150, 10);
  double lifted = rectangle(scroll, CONTACTOR_CONTENT_OFFSET).y;
  CHECK(lifted > 150 && lifted <= 200);
  CHECK_NUMBER(number(scroll, CONTACTOR_DECELERATING), 1);
  pass(&stage, 5000000);
  CHECK(rectangle(scroll, CONTACTOR_CONTENT_OFFSET).y > lifted + 50);
  CHECK_NUMBER(number(scroll, CONTACTOR_DECELERATING), 0);
  stage_close(&stage);
}

TEST(page_view, "A page view has pages that are turned by a finger.") {
  struct stage stage = stage_open();
  contactor_view *pages = make(&stage, CONTACTOR_PAGE_VIEW, rect(0, 0, 400, 400), stage.window);
  for (int index = 0; index < 3; index++) {
    CHECK_OK(contactor_page_view_add(pages, make(&stage, CONTACTOR_VIEW, rect(0, 0, 400, 400), NULL)));
  }
  CHECK_NUMBER(number(pages, CONTACTOR_VALUE), 0);
  CHECK_NUMBER(number(pages, CONTACTOR_COUNT), 3);
  drag(&stage, 350, 200, 100, 200, 10);
  pass(&stage, 3000000);
  CHECK_NUMBER(number(pages, CONTACTOR_VALUE), 1);
  CHECK_OK(contactor_set_number(pages, CONTACTOR_VALUE, 2));
  CHECK_NUMBER(number(pages, CONTACTOR_VALUE), 2);
  stage_close(&stage);
}

/* A list of rows, whose numbers are their texts. */
struct rows {
  size_t count;
  int cells, selected, deleted, moved, releases;
  size_t last_row, to_row;
  contactor_view *list;
};

static size_t row_count(void *user, contactor_view *list, size_t section) {
  (void)list;
  return section == 0 ? ((struct rows *)user)->count : 0;
}

static size_t one_section(void *user, contactor_view *list) {
  (void)user, (void)list;
  return 1;
}

static void fill(void *user, contactor_view *list, contactor_view *cell, size_t section, size_t row) {
  struct rows *rows = user;
  char number[32];
  (void)list, (void)section;
  snprintf(number, sizeof number, "%zu", row);
  CHECK_OK(contactor_set_text(cell, CONTACTOR_TEXT, number));
  rows->cells++;
}

static void section_title(void *user, contactor_view *list, size_t section, char *buffer, size_t capacity) {
  (void)user, (void)list, (void)section;
  snprintf(buffer, capacity, "%s", "");
}

static double row_height(void *user, contactor_view *list, size_t section, size_t row) {
  (void)user, (void)list, (void)section, (void)row;
  return -1;
}

static void did_select(void *user, contactor_view *list, size_t section, size_t row, int32_t is_selected) {
  struct rows *rows = user;
  (void)list, (void)section;
  if (!is_selected) return;
  rows->selected++;
  rows->last_row = row;
}

static int32_t yes(void *user, contactor_view *list, size_t section, size_t row) {
  (void)user, (void)list, (void)section, (void)row;
  return 1;
}

static void did_delete(void *user, contactor_view *list, size_t section, size_t row) {
  struct rows *rows = user;
  rows->deleted++;
  rows->count--;
  CHECK_OK(contactor_list_delete(list, section, row, 1));
}

static void did_move(void *user, contactor_view *list, size_t section, size_t row, size_t to_section, size_t to_row) {
  struct rows *rows = user;
  (void)list, (void)section, (void)to_section;
  rows->moved++;
  rows->last_row = row;
  rows->to_row = to_row;
}

static void rows_release(void *user) { ((struct rows *)user)->releases++; }

static contactor_list_source source_of(struct rows *rows) {
  return (contactor_list_source){sizeof(contactor_list_source), rows, rows_release, one_section, row_count, fill, section_title, row_height,
                                 did_select, yes, did_delete, yes, did_move};
}

struct cells {
  int count;
  size_t first, last;
  double top;
};

static void note_cell(void *user, contactor_view *list, contactor_view *cell, size_t section, size_t row) {
  struct cells *cells = user;
  (void)list, (void)section;
  if (cells->count++ == 0 || row < cells->first) {
    cells->first = row;
    cells->top = rectangle(cell, CONTACTOR_FRAME).y;
  }
  if (row > cells->last) cells->last = row;
  char number[32];
  snprintf(number, sizeof number, "%zu", row);
  CHECK_TEXT(text(cell, CONTACTOR_TEXT), number);
}

TEST(long_table, "A table of 10,000 rows is scrolled, and a row selected by a tap; only rows in sight have cells.") {
  struct stage stage = stage_open();
  struct rows rows = {.count = 10000};
  contactor_view *table = make(&stage, CONTACTOR_TABLE, rect(100, 0, 400, 440), stage.window);
  contactor_list_source source = source_of(&rows);
  int32_t selected = 7;
  size_t section = 9, row = 9;
  CHECK_OK(contactor_list_set_source(table, &source));
  CHECK_OK(contactor_view_layout(table));
  CHECK_NUMBER(number(table, CONTACTOR_COUNT), 10000);
  CHECK(rows.cells >= 10 && rows.cells < 40);
  drag(&stage, 300, 400, 300, 100, 10);
  pass(&stage, 5000000);
  CHECK(rectangle(table, CONTACTOR_CONTENT_OFFSET).y > 290);
  CHECK_OK(contactor_list_scroll_to(table, 0, 5000, 0));
  struct cells cells = {0, 0, 0, 0};
  CHECK_OK(contactor_list_cells(table, note_cell, &cells));
  CHECK(cells.count >= 10 && cells.count <= 13);
  CHECK(cells.first <= 5000 && cells.last >= 5000);
  CHECK_OK(contactor_list_row_at(table, point(200, cells.top + 44 + 22), &section, &row));
  CHECK_EQUAL(section, 0);
  CHECK_EQUAL(row, cells.first + 1);
  contactor_point window = {0, 0};
  CHECK_OK(contactor_view_convert(table, point(200, cells.top + 44 + 22), NULL, &window));
  tap(&stage, window.x, window.y);
  CHECK_EQUAL(rows.selected, 1);
  CHECK_EQUAL(rows.last_row, cells.first + 1);
  CHECK_NUMBER(number(table, CONTACTOR_SELECTED_ROW), (double)(cells.first + 1));
  CHECK_OK(contactor_list_is_selected(table, 0, row, &selected));
  CHECK_EQUAL(selected, 1);
  CHECK_OK(contactor_list_select(table, 0, row, 0));
  CHECK_OK(contactor_list_is_selected(table, 0, row, &selected));
  CHECK_EQUAL(selected, 0);
  CHECK_NUMBER(number(table, CONTACTOR_SELECTED_ROW), -1);
  CHECK_ERROR(contactor_list_select(table, 0, 10000, 1), CONTACTOR_ERROR_VALUE);
  CHECK_ERROR(contactor_list_scroll_to(table, 0, SIZE_MAX, 1), CONTACTOR_ERROR_VALUE);
  CHECK_OK(contactor_list_set_source(table, NULL));
  CHECK_EQUAL(rows.releases, 1);
  CHECK_ERROR(contactor_list_row_at(table, point(200, 22), &section, &row), CONTACTOR_ERROR_NOT_FOUND);
  stage_close(&stage);
  CHECK_EQUAL(rows.releases, 1);
}

TEST(list_changes, "Rows come and go; numbers that do not fit are an error, and the list is asked anew.") {
  struct stage stage = stage_open();
  struct rows rows = {.count = 20};
  contactor_view *table = make(&stage, CONTACTOR_TABLE, rect(0, 0, 400, 440), stage.window);
  contactor_list_source source = source_of(&rows);
  CHECK_OK(contactor_list_set_source(table, &source));
  rows.count = 23;
  CHECK_OK(contactor_list_insert(table, 0, 5, 3));
  CHECK_NUMBER(number(table, CONTACTOR_COUNT), 23);
  CHECK_OK(contactor_list_begin(table));
  CHECK_OK(contactor_list_begin(table));
  CHECK_OK(contactor_list_delete(table, 0, 0, 2));
  CHECK_OK(contactor_list_end(table));
  CHECK_OK(contactor_list_insert(table, 0, 10, 1));
  rows.count = 22;
  CHECK_OK(contactor_list_end(table));
  CHECK_NUMBER(number(table, CONTACTOR_COUNT), 22);
  CHECK_OK(contactor_view_layout(table));
  int cells = rows.cells;
  CHECK_OK(contactor_list_refresh(table, 0, 1, 1));
  CHECK_OK(contactor_view_layout(table));
  CHECK(rows.cells > cells);
  CHECK_ERROR(contactor_list_delete(table, 0, 0, 1), CONTACTOR_ERROR_STATE);
  CHECK_NUMBER(number(table, CONTACTOR_COUNT), 22);
  CHECK_ERROR(contactor_list_insert(table, 0, 0, 1000001), CONTACTOR_ERROR_VALUE);
  CHECK_ERROR(contactor_list_insert(table, 0, 0, SIZE_MAX), CONTACTOR_ERROR_VALUE);
  rows.count = 7;
  CHECK_OK(contactor_list_reload(table));
  CHECK_NUMBER(number(table, CONTACTOR_COUNT), 7);
  stage_close(&stage);
}

TEST(deleting_by_swipe, "A row is deleted by a swipe to the left and a tap, or by a long one.") {
  struct stage stage = stage_open();
  struct rows rows = {.count = 5};
  contactor_view *table = make(&stage, CONTACTOR_TABLE, rect(0, 0, 400, 440), stage.window);
  contactor_list_source source = source_of(&rows);
  CHECK_OK(contactor_list_set_source(table, &source));
  CHECK_OK(contactor_view_layout(table));
  size_t section = 0, row = 0;
  double y = 22;
  while (y < 300 && (contactor_list_row_at(table, point(200, y), &section, &row) || row != 2)) y += 10;
  drag(&stage, 390, y, 20, y, 10);
  pass(&stage, 1000000);
  if (rows.deleted == 0) tap(&stage, 380, y);
  pass(&stage, 1000000);
  CHECK_EQUAL(rows.deleted, 1);
  CHECK_NUMBER(number(table, CONTACTOR_COUNT), 4);
  stage_close(&stage);
}

TEST(moving_by_handle, "While a table is edited, a row is dragged to another place by its handle.") {
  struct stage stage = stage_open();
  struct rows rows = {.count = 5};
  contactor_view *table = make(&stage, CONTACTOR_TABLE, rect(0, 0, 400, 440), stage.window);
  contactor_list_source source = source_of(&rows);
  CHECK_OK(contactor_list_set_source(table, &source));
  CHECK_OK(contactor_set_number(table, CONTACTOR_EDITING, 1));
  CHECK_OK(contactor_view_layout(table));
  size_t section = 0, row = 0;
  double y = 1;
  while (y < 300 && contactor_list_row_at(table, point(200, y), &section, &row)) y += 10;
  drag(&stage, 385, y + 20, 385, y + 20 + 100, 20);
  pass(&stage, 1000000);
  CHECK_EQUAL(rows.moved, 1);
  CHECK_EQUAL(rows.last_row, 0);
  CHECK(rows.to_row == 2 || rows.to_row == 3);
  stage_close(&stage);
}

TEST(collection, "A collection shows cells side by side, and selects by a tap.") {
  struct stage stage = stage_open();
  struct rows rows = {.count = 1000};
  contactor_view *collection = make(&stage, CONTACTOR_COLLECTION, rect(0, 0, 400, 400), stage.window);
  contactor_list_source source = source_of(&rows);
  CHECK_OK(contactor_set_rect(collection, CONTACTOR_ITEM_SIZE, rect(0, 0, 90, 90)));
  CHECK_OK(contactor_list_set_source(collection, &source));
  CHECK_OK(contactor_view_layout(collection));
  CHECK(rows.cells >= 16 && rows.cells < 60);
  size_t section = 9, row = 9;
  CHECK_OK(contactor_list_row_at(collection, point(150, 50), &section, &row));
  CHECK_EQUAL(row, 1);
  tap(&stage, 150, 50);
  CHECK_EQUAL(rows.selected, 1);
  CHECK_EQUAL(rows.last_row, 1);
  CHECK_OK(contactor_list_scroll_to(collection, 0, 999, 0));
  struct cells cells = {0, 0, 0, 0};
  CHECK_OK(contactor_list_cells(collection, note_cell, &cells));
  CHECK_EQUAL(cells.last, 999);
  stage_close(&stage);
  CHECK_EQUAL(rows.releases, 1);
}

TEST(movements_begin_now, "With a monotonic clock a movement begins when it is asked for, however long ago the last input was.") {
  contactor_engine *engine = NULL;
  contactor_view *window = NULL, *view = NULL;
  contactor_rect offset = {0, 0, 0, 0};
  int64_t now = 0;
  struct timespec pause = {0, 400000000};
  CHECK_OK(contactor_engine_create(CONTACTOR_CLOCK_MONOTONIC, &engine));
  CHECK_OK(contactor_engine_now(engine, &now));
  CHECK(now > 0);
  CHECK_OK(contactor_view_create(engine, CONTACTOR_WINDOW, rect(0, 0, 200, 200), &window));
  CHECK_OK(contactor_view_create(engine, CONTACTOR_SCROLL_VIEW, rect(0, 0, 200, 200), &view));
  CHECK_OK(contactor_view_add_subview(window, view));
  CHECK_OK(contactor_set_rect(view, CONTACTOR_CONTENT_SIZE, rect(0, 0, 200, 100000)));
  nanosleep(&pause, NULL);
  CHECK_OK(contactor_scroll_to(view, (contactor_point){0, 90000}, 1));
  CHECK_OK(contactor_engine_dispatch(engine));
  CHECK_OK(contactor_get_rect(view, CONTACTOR_CONTENT_OFFSET, &offset));
  CHECK(offset.y < 80000);
  for (int turn = 0; turn < 100 && offset.y < 90000; turn++) {
    struct pollfd input = {contactor_engine_fd(engine), POLLIN, 0};
    CHECK(poll(&input, 1, 5000) == 1);
    CHECK_OK(contactor_engine_dispatch(engine));
    CHECK_OK(contactor_get_rect(view, CONTACTOR_CONTENT_OFFSET, &offset));
  }
  CHECK_NUMBER(offset.y, 90000);
  CHECK_OK(contactor_engine_destroy(engine));
}
