/* Numbers, texts, enum values and pointers that are none. */
#include "wrong.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A call that must fail and leave the out-places as they are. */
#define REFUSED(code, call)                       \
  do {                                            \
    outs_mark(w);                                 \
    CHECK_ERROR(call, code);                      \
    CHECK(outs_are_marked(w));                    \
  } while (0)

TEST(null_places, "An out-place or callback that must be there is asked for.") {
  struct world world, *w = &world;
  world_open(w);
  void *const *objects = w->objects;
  contactor_feed *feed = objects[FEED];
  contactor_source *source = objects[SOURCE];
  w->counter = (struct counter){0};
  const contactor_result null = CONTACTOR_ERROR_NULL;
  REFUSED(null, contactor_engine_create(CONTACTOR_CLOCK_HOST, NULL));
  REFUSED(null, contactor_engine_create_layout(CONTACTOR_CLOCK_HOST, "/nonexistent.yaml", NULL));
  REFUSED(null, contactor_engine_create_layout_text(CONTACTOR_CLOCK_HOST, "contactor: 1\nscreen: {size: [8, 8]}\n", NULL));
  REFUSED(null, contactor_engine_deadline(w->engine, NULL));
  REFUSED(null, contactor_engine_timeout(w->engine, NULL));
  REFUSED(null, contactor_engine_now(w->engine, NULL));
  REFUSED(null, contactor_engine_at(w->engine, 0, NULL, &w->counter, count_release, &w->outs.u64));
  REFUSED(null, contactor_engine_touches(w->engine, NULL, 0, NULL));
  REFUSED(null, contactor_engine_touches(w->engine, NULL, 1, &w->outs.size));
  REFUSED(null, contactor_view_touches(w->view, NULL, 0, NULL));
  REFUSED(null, contactor_view_touches(w->view, NULL, 1, &w->outs.size));
  REFUSED(null, contactor_engine_find(w->engine, "a", NULL));
  REFUSED(null, contactor_engine_window_count(w->engine, NULL));
  REFUSED(null, contactor_engine_window(w->engine, 0, NULL));
  REFUSED(null, contactor_source_open(w->engine, CONTACTOR_SOURCE_EVDEV, NULL, 1, NULL, &w->outs.source));
  REFUSED(null, contactor_source_is_at_end(source, NULL));
  REFUSED(null, contactor_feed_create(w->engine, 32, 1000, NULL));
  REFUSED(null, contactor_feed_device(feed, NULL));
  REFUSED(null, contactor_view_create(w->engine, CONTACTOR_VIEW, rect(0, 0, 1, 1), NULL));
  REFUSED(null, contactor_view_kind(w->view, NULL));
  REFUSED(null, contactor_view_subview_count(w->view, NULL));
  REFUSED(null, contactor_view_subview(w->window, 0, NULL));
  REFUSED(null, contactor_view_superview(w->view, NULL));
  REFUSED(null, contactor_view_window(w->view, NULL));
  REFUSED(null, contactor_view_hit_test(w->view, point(1, 1), NULL));
  REFUSED(null, contactor_view_convert(w->view, point(1, 1), NULL, NULL));
  REFUSED(null, contactor_view_parts(w->slider, NULL, &w->counter));
  REFUSED(null, contactor_get_number(w->slider, CONTACTOR_VALUE, NULL));
  REFUSED(null, contactor_get_rect(w->slider, CONTACTOR_FRAME, NULL));
  REFUSED(null, contactor_get_number_at(w->segments, CONTACTOR_TAG, 0, 0, NULL));
  REFUSED(null, contactor_get_text(w->button, CONTACTOR_TITLE, NULL, 5, &w->outs.size));
  REFUSED(null, contactor_get_text_at(w->segments, CONTACTOR_TITLE, 0, 0, NULL, 5, &w->outs.size));
  CHECK_OK(contactor_get_text(w->button, CONTACTOR_TITLE, NULL, 0, NULL));
  CHECK_OK(contactor_get_text_at(w->segments, CONTACTOR_TITLE, 0, 0, NULL, 0, NULL));
  REFUSED(null, contactor_set_titles(w->segments, 0, NULL, 3));
  REFUSED(null, contactor_picker_selected(w->picker, 0, NULL));
  REFUSED(null, contactor_control_on(w->button, CONTACTOR_TOUCH_DOWN, NULL, &w->counter, count_release, &w->outs.u64));
  REFUSED(null, contactor_button_group(NULL, 2));
  REFUSED(null, contactor_target_create(w->engine, NULL));
  REFUSED(null, contactor_target_on(w->target, "print:", NULL, &w->counter, count_release));
  REFUSED(null, contactor_gesture_create(w->view, CONTACTOR_TAP, NULL));
  REFUSED(null, contactor_gesture_on(w->gesture, NULL, &w->counter, count_release));
  REFUSED(null, contactor_gesture_location(w->gesture, NULL, NULL));
  REFUSED(null, contactor_gesture_translation(w->pan, NULL));
  REFUSED(null, contactor_gesture_velocity(w->pan, NULL));
  REFUSED(null, contactor_gesture_add_template(w->stroke, "line", NULL, 2));
  REFUSED(null, contactor_list_is_selected(w->table, 0, 0, NULL));
  REFUSED(null, contactor_list_cells(w->table, NULL, NULL));
  contactor_list_source list = *list_source(&w->counter);
  list.rows = NULL;
  REFUSED(null, contactor_list_set_source(w->table, &list));
  contactor_tree_source tree = *tree_source(&w->counter);
  tree.title = NULL;
  REFUSED(null, contactor_tree_set_source(w->outline, &tree));
  REFUSED(null, contactor_menu_create(w->engine, "", NULL));
  REFUSED(null, contactor_menu_add(w->menu, "a", NULL, &w->counter, count_release, &w->outs.item));
  REFUSED(null, contactor_alert_create(w->engine, "", "", NULL));
  REFUSED(null, contactor_alert_begin(w->alert, w->window, NULL, &w->counter, count_release));
  CHECK_EQUAL(w->counter.calls, 0);
  CHECK_EQUAL(w->counter.releases, 8);
  CHECK_OK(contactor_engine_destroy(w->engine));
}

TEST(wrong_enums, "Values that an enumeration does not have are refused.") {
  struct world world, *w = &world;
  world_open(w);
  volatile int values[] = {-1, 1000, INT_MAX, INT_MIN};
  for (int index = 0; index < 4; index++) {
    int value = values[index];
    const contactor_result wrong = CONTACTOR_ERROR_VALUE, property = CONTACTOR_ERROR_PROPERTY;
    REFUSED(wrong, contactor_engine_create((contactor_clock)value, &w->outs.engine));
    REFUSED(wrong, contactor_engine_create_layout((contactor_clock)value, "/nonexistent.yaml", &w->outs.engine));
    REFUSED(wrong, contactor_engine_create_layout_text((contactor_clock)value, "contactor: 1\nscreen: {size: [8, 8]}\n", &w->outs.engine));
    REFUSED(wrong, contactor_source_open(w->engine, (contactor_source_kind)value, NULL, 0, NULL, &w->outs.source));
    REFUSED(wrong, contactor_view_create(w->engine, (contactor_kind)value, rect(0, 0, 1, 1), &w->outs.view));
    REFUSED(wrong, contactor_gesture_create(w->view, (contactor_gesture_kind)value, &w->outs.gesture));
    REFUSED(wrong, contactor_matrix_set_cells(w->matrix, (contactor_cell_kind)value, 1, 1));
    REFUSED(wrong, contactor_alert_add_button(w->alert, "b", (contactor_alert_style)value, &w->outs.view));
    for (int kind = 0; kind < kinds; kind++) {
      void *object = w->objects[kind];
      REFUSED(property, contactor_set_number(object, (contactor_property)value, 1));
      REFUSED(property, contactor_get_number(object, (contactor_property)value, &w->outs.number));
      REFUSED(property, contactor_set_text(object, (contactor_property)value, "a"));
      REFUSED(property, contactor_get_text(object, (contactor_property)value, w->outs.text, 16, &w->outs.size));
      REFUSED(property, contactor_set_rect(object, (contactor_property)value, rect(0, 0, 1, 1)));
      REFUSED(property, contactor_get_rect(object, (contactor_property)value, &w->outs.rect));
    }
    REFUSED(property, contactor_set_number_at(w->segments, (contactor_property)value, 0, 0, 1));
    REFUSED(property, contactor_get_number_at(w->segments, (contactor_property)value, 0, 0, &w->outs.number));
    REFUSED(property, contactor_set_text_at(w->segments, (contactor_property)value, 0, 0, "a"));
    REFUSED(property, contactor_get_text_at(w->segments, (contactor_property)value, 0, 0, w->outs.text, 16, &w->outs.size));
    if (value != -1) CHECK_TEXT(contactor_result_name((contactor_result)value), "unknown");
  }
  REFUSED(CONTACTOR_ERROR_VALUE, contactor_view_create(w->engine, CONTACTOR_OTHER, rect(0, 0, 1, 1), &w->outs.view));
  CHECK_OK(contactor_engine_destroy(w->engine));
}

TEST(every_property, "Every property of every object is read and written, with extreme numbers, without harm.") {
  static const double extremes[] = {-INFINITY, INFINITY, 1e308, -1e308, 5e-324, -1, 0, 0.5, 2147483648.0, 9223372036854775808.0, -9223372036854775808.0};
  struct stage stage = stage_open();
  for (int kind = 1; kind < CONTACTOR_OTHER; kind++) {
    contactor_view *view = NULL;
    if (contactor_view_create(stage.engine, (contactor_kind)kind, rect(0, 0, 200, 100), &view)) continue;
    if (kind != CONTACTOR_WINDOW) CHECK_OK(contactor_view_add_subview(stage.window, view));
    for (int property = 0; property < 200; property++) {
      double value = 0;
      contactor_rect frame = {0, 0, 0, 0};
      char buffer[8];
      contactor_get_rect(view, (contactor_property)property, &frame);
      contactor_get_text(view, (contactor_property)property, buffer, sizeof buffer, NULL);
      if (contactor_get_number(view, (contactor_property)property, &value)) continue;
      for (size_t index = 0; index < sizeof extremes / sizeof *extremes; index++) {
        contactor_set_number(view, (contactor_property)property, extremes[index]);
        double after = (double)NAN;
        contactor_get_number(view, (contactor_property)property, &after);
        check_note(!isnan(after), __FILE__, __LINE__, "property %d of kind %d is NaN after %g", property, kind, extremes[index]);
      }
      contactor_set_number(view, (contactor_property)property, value);
    }
    CHECK_OK(contactor_view_layout(view));
    drag(&stage, 20, 20, 150, 80, 5);
    CHECK_OK(contactor_view_destroy(view));
  }
  stage_close(&stage);
}

TEST(not_finite, "Places and lengths that are not finite are refused where the header says so, and do no harm elsewhere.") {
  struct world world, *w = &world;
  world_open(w);
  const double bad[] = {NAN, INFINITY, -INFINITY};
  const contactor_result wrong = CONTACTOR_ERROR_VALUE;
  for (int index = 0; index < 12; index++) {
    double values[6] = {0, 0, 1, 1, 0, 0};
    values[index / 3] = bad[index % 3];
    contactor_rect frame = {values[0], values[1], values[2], values[3]};
    REFUSED(wrong, contactor_view_create(w->engine, CONTACTOR_VIEW, frame, &w->outs.view));
    REFUSED(wrong, contactor_set_rect(w->slider, CONTACTOR_FRAME, frame));
    REFUSED(wrong, contactor_view_set_transform(w->slider, (contactor_transform){values[0], 0, values[1], values[2], 0, values[3]}));
    contactor_menu_pop_up(w->menu, w->view, frame);
    contactor_menu_close(w->menu);
  }
  for (int index = 0; index < 3; index++) {
    REFUSED(wrong, contactor_scroll_to(w->scroll, point(bad[index], 0), 0));
    REFUSED(wrong, contactor_scroll_to(w->scroll, point(0, bad[index]), 1));
    REFUSED(wrong, contactor_gesture_add_template(w->stroke, "s", (const contactor_point[]){{0, 0}, {1, bad[index]}}, 2));
    REFUSED(CONTACTOR_ERROR_NOT_FOUND, contactor_view_hit_test(w->view, point(bad[index], 1), &w->outs.view));
    REFUSED(CONTACTOR_ERROR_NOT_FOUND, contactor_list_row_at(w->table, point(1, bad[index]), &w->outs.size, &w->outs.other_size));
    contactor_view_convert(w->view, point(bad[index], 0), NULL, &w->outs.point);
  }
  REFUSED(wrong, contactor_set_number_at(w->segments, CONTACTOR_TAG, 0, 0, bad[0]));
  REFUSED(wrong, contactor_gesture_add_template(w->stroke, "s", (const contactor_point[]){{1, 2}, {1, 2}}, 2));
  REFUSED(wrong, contactor_gesture_add_template(w->stroke, "s", (const contactor_point[]){{1, 2}}, 1));
  REFUSED(wrong, contactor_gesture_add_template(w->stroke, "s", (const contactor_point[]){{1, 2}}, 0));
  CHECK_OK(contactor_engine_destroy(w->engine));
}

TEST(huge_indexes, "Indexes and numbers far beyond what is there are refused.") {
  struct world world, *w = &world;
  world_open(w);
  const size_t huge[] = {5, 1u << 31, (size_t)INT64_MAX, (size_t)INT64_MAX + 1, SIZE_MAX};
  const contactor_result wrong = CONTACTOR_ERROR_VALUE;
  for (int index = 0; index < 5; index++) {
    size_t i = huge[index];
    REFUSED(wrong, contactor_engine_window(w->engine, i, &w->outs.view));
    REFUSED(wrong, contactor_view_subview(w->view, i, &w->outs.view));
    REFUSED(wrong, contactor_view_insert_subview(w->view, w->button, i));
    REFUSED(wrong, contactor_get_number_at(w->segments, CONTACTOR_TAG, i, 0, &w->outs.number));
    REFUSED(wrong, contactor_set_number_at(w->matrix, CONTACTOR_TAG, i, i, 1));
    REFUSED(wrong, contactor_set_text_at(w->matrix, CONTACTOR_TITLE, 0, i, "a"));
    REFUSED(wrong, contactor_get_text_at(w->picker, CONTACTOR_TITLE, i, 0, w->outs.text, 16, &w->outs.size));
    REFUSED(wrong, contactor_picker_selected(w->picker, i, &w->outs.i64));
    REFUSED(wrong, contactor_picker_select(w->picker, i, 0, 0));
    REFUSED(wrong, contactor_picker_select(w->picker, 0, (int64_t)i, 1));
    REFUSED(wrong, contactor_matrix_select(w->matrix, i, 0));
    REFUSED(wrong, contactor_list_select(w->table, i, i, 1));
    REFUSED(wrong, contactor_list_scroll_to(w->table, 0, i, 1));
    REFUSED(wrong, contactor_menu_perform(w->menu, i));
    if (index > 0) REFUSED(wrong, contactor_matrix_set_cells(w->matrix, CONTACTOR_CELL_TEXT, i, i));
    if (index > 0) REFUSED(wrong, contactor_list_insert(w->table, 0, 0, i));
    /* The header does not say what a row that is not there is: not selected, or an error. */
    outs_mark(w);
    contactor_result result = contactor_list_is_selected(w->table, 0, i, &w->outs.i32);
    CHECK(result == CONTACTOR_OK ? w->outs.i32 == 0 : result == CONTACTOR_ERROR_VALUE && outs_are_marked(w));
    contactor_list_delete(w->table, i, i, i);
    contactor_list_refresh(w->table, i, i, i);
    REFUSED(CONTACTOR_ERROR_NOT_FOUND, contactor_control_off(w->button, UINT64_MAX - i));
    REFUSED(CONTACTOR_ERROR_NOT_FOUND, contactor_engine_cancel_timer(w->engine, UINT64_MAX - i));
  }
  CHECK_OK(contactor_engine_destroy(w->engine));
}

TEST(wrong_sizes, "Structures of another size are refused, and their release is called.") {
  struct world world, *w = &world;
  world_open(w);
  w->counter = (struct counter){0};
  contactor_list_source list = *list_source(&w->counter);
  contactor_tree_source tree = *tree_source(&w->counter);
  list.size = sizeof list - sizeof(void *);
  tree.size = sizeof tree - sizeof(void *);
  REFUSED(CONTACTOR_ERROR_VALUE, contactor_list_set_source(w->table, &list));
  REFUSED(CONTACTOR_ERROR_VALUE, contactor_tree_set_source(w->outline, &tree));
  CHECK_EQUAL(w->counter.releases, 2);
  /* A structure of an older header may end with the memory that can be read: nothing behind its size is looked at. */
  const size_t head = offsetof(contactor_list_source, sections);
  contactor_list_source *short_list = malloc(head);
  contactor_tree_source *short_tree = malloc(head);
  memcpy(short_list, &list, head);
  memcpy(short_tree, &tree, head);
  memcpy(short_list, &head, sizeof head);
  memcpy(short_tree, &head, sizeof head);
  REFUSED(CONTACTOR_ERROR_VALUE, contactor_list_set_source(w->table, short_list));
  REFUSED(CONTACTOR_ERROR_VALUE, contactor_tree_set_source(w->outline, short_tree));
  CHECK_EQUAL(w->counter.releases, 4);
  free(short_list);
  free(short_tree);
  contactor_source_options options = {0, NULL, NULL, 0, 0, 0};
  REFUSED(CONTACTOR_ERROR_VALUE, contactor_source_open(w->engine, CONTACTOR_SOURCE_EVDEV, NULL, 0, &options, &w->outs.source));
  size_t *short_options = malloc(sizeof *short_options);
  *short_options = sizeof *short_options;
  REFUSED(CONTACTOR_ERROR_VALUE,
          contactor_source_open(w->engine, CONTACTOR_SOURCE_EVDEV, NULL, 0, (const contactor_source_options *)(void *)short_options, &w->outs.source));
  free(short_options);
  CHECK_OK(contactor_engine_destroy(w->engine));
}

TEST(extreme_times, "Times at the ends of their range do no harm.") {
  static const int64_t times[] = {INT64_MIN, -1, 0, INT64_MAX - 1, INT64_MAX};
  for (int index = 0; index < 5; index++) {
    struct stage stage = stage_open();
    struct counter counter = {0};
    contactor_view *stepper = make(&stage, CONTACTOR_STEPPER, rect(0, 0, 100, 50), stage.window);
    CHECK_OK(contactor_engine_at(stage.engine, times[index], count_action, &counter, count_release, NULL));
    finger_down(&stage, 0, 75, 20);
    CHECK_OK(contactor_engine_key(stage.engine, "a", UINT32_MAX, 1, times[index], NULL));
    CHECK_OK(contactor_engine_advance(stage.engine, times[index]));
    CHECK_OK(contactor_feed_frame(stage.feed, (uint64_t)times[index]));
    CHECK_OK(contactor_feed_up(stage.feed, 0));
    CHECK_OK(contactor_feed_frame(stage.feed, UINT64_MAX));
    CHECK(number(stepper, CONTACTOR_VALUE) <= 100);
    stage_close(&stage);
    CHECK_EQUAL(counter.releases, 1);
  }
}
