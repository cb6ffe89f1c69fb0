/* Views: the tree, places, focus, touches, changes, parts. */
#include "stage.h"

#include <math.h>
#include <string.h>

static const contactor_kind kinds[] = {
  CONTACTOR_VIEW, CONTACTOR_WINDOW, CONTACTOR_CONTAINER, CONTACTOR_CONTROL, CONTACTOR_BUTTON, CONTACTOR_SWITCH, CONTACTOR_SEGMENTED,
  CONTACTOR_PAGE_CONTROL, CONTACTOR_POP_UP_BUTTON, CONTACTOR_SLIDER, CONTACTOR_KNOB, CONTACTOR_STEPPER, CONTACTOR_PROGRESS,
  CONTACTOR_PICKER, CONTACTOR_TEXT_FIELD, CONTACTOR_TEXT_VIEW, CONTACTOR_PIN_FIELD, CONTACTOR_DIAL_PAD, CONTACTOR_KEYBOARD,
  CONTACTOR_SCROLL_VIEW, CONTACTOR_PAGE_VIEW, CONTACTOR_TABLE, CONTACTOR_COLLECTION, CONTACTOR_OUTLINE, CONTACTOR_BROWSER,
  CONTACTOR_TABLE_CELL, CONTACTOR_MATRIX, CONTACTOR_FORM, CONTACTOR_CELL_CONTROL,
};

TEST(every_kind, "A view of every kind is created, added, touched, and destroyed.") {
  for (size_t index = 0; index < sizeof kinds / sizeof *kinds; index++) {
    struct stage stage = stage_open();
    bool is_window = kinds[index] == CONTACTOR_WINDOW;
    contactor_view *view = make(&stage, kinds[index], rect(20, 20, 300, 200), is_window ? NULL : stage.window);
    contactor_kind kind = CONTACTOR_OTHER;
    CHECK_OK(contactor_view_kind(view, &kind));
    CHECK_EQUAL(kind, kinds[index]);
    CHECK_NUMBER(rectangle(view, CONTACTOR_FRAME).width, 300);
    CHECK_OK(contactor_view_layout(view));
    tap(&stage, 100, 100);
    drag(&stage, 60, 60, 200, 180, 5);
    CHECK_OK(contactor_view_destroy(view));
    CHECK_ERROR(contactor_view_kind(view, &kind), CONTACTOR_ERROR_HANDLE);
    tap(&stage, 100, 100);
    stage_close(&stage);
  }
}

TEST(tree, "Views are added, inserted, moved to the front, and taken out.") {
  struct stage stage = stage_open();
  contactor_view *a = make(&stage, CONTACTOR_VIEW, rect(0, 0, 100, 100), stage.window);
  contactor_view *b = make(&stage, CONTACTOR_VIEW, rect(0, 0, 100, 100), stage.window);
  contactor_view *c = make(&stage, CONTACTOR_VIEW, rect(0, 0, 100, 100), NULL), *found = NULL;
  size_t count = 0;
  CHECK_OK(contactor_view_insert_subview(stage.window, c, 1));
  CHECK_OK(contactor_view_subview_count(stage.window, &count));
  CHECK_EQUAL(count, 3);
  contactor_view *const order[] = {a, c, b};
  for (size_t index = 0; index < 3; index++) {
    CHECK_OK(contactor_view_subview(stage.window, index, &found));
    CHECK(found == order[index]);
  }
  CHECK_OK(contactor_view_bring_to_front(a));
  CHECK_OK(contactor_view_hit_test(stage.window, point(5, 5), &found));
  CHECK(found == a);
  CHECK_OK(contactor_view_add_subview(b, a));
  CHECK_OK(contactor_view_superview(a, &found));
  CHECK(found == b);
  CHECK_OK(contactor_view_window(a, &found));
  CHECK(found == stage.window);
  CHECK_OK(contactor_view_remove(b));
  CHECK_ERROR(contactor_view_window(a, &found), CONTACTOR_ERROR_NOT_FOUND);
  CHECK_ERROR(contactor_view_superview(b, &found), CONTACTOR_ERROR_NOT_FOUND);
  CHECK_ERROR(contactor_view_add_subview(a, b), CONTACTOR_ERROR_STATE);
  CHECK_ERROR(contactor_view_add_subview(a, a), CONTACTOR_ERROR_STATE);
  CHECK_ERROR(contactor_view_add_subview(a, stage.window), CONTACTOR_ERROR_STATE);
  CHECK_ERROR(contactor_view_hit_test(stage.window, point(-1, 5), &found), CONTACTOR_ERROR_NOT_FOUND);
  CHECK_OK(contactor_view_destroy(b));
  CHECK_ERROR(contactor_view_superview(a, &found), CONTACTOR_ERROR_HANDLE);
  stage_close(&stage);
}

TEST(depth, "A view can stand below 1000 others, and not deeper.") {
  struct stage stage = stage_open();
  contactor_view *view = stage.window, *inner = NULL;
  contactor_result result = CONTACTOR_OK;
  int levels = 1;
  while (levels < 1100) {
    inner = make(&stage, CONTACTOR_VIEW, rect(0, 0, 10, 10), NULL);
    result = contactor_view_add_subview(view, inner);
    if (result) break;
    view = inner;
    levels++;
  }
  CHECK_EQUAL(result, CONTACTOR_ERROR_STATE);
  CHECK(levels >= 999 && levels <= 1001);
  stage_close(&stage);
}

TEST(places, "Points are converted from view to view, through a transform, too.") {
  struct stage stage = stage_open();
  contactor_view *outer = make(&stage, CONTACTOR_VIEW, rect(100, 50, 200, 200), stage.window);
  contactor_view *inner = make(&stage, CONTACTOR_VIEW, rect(10, 20, 100, 100), outer), *hit = NULL;
  contactor_point result = {0, 0};
  CHECK_OK(contactor_view_convert(inner, point(1, 2), NULL, &result));
  CHECK_NUMBER(result.x, 111);
  CHECK_NUMBER(result.y, 72);
  CHECK_OK(contactor_view_convert(outer, point(11, 22), inner, &result));
  CHECK_NUMBER(result.x, 1);
  CHECK_NUMBER(result.y, 2);
  /* Twice as large, about the centre at 60, 70 of the outer view. */
  CHECK_OK(contactor_view_set_transform(inner, (contactor_transform){2, 0, 0, 2, 0, 0}));
  CHECK_OK(contactor_view_convert(inner, point(0, 0), outer, &result));
  CHECK_NEAR(result.x, -40, 1e-9);
  CHECK_NEAR(result.y, -30, 1e-9);
  contactor_rect around = rectangle(inner, CONTACTOR_FRAME_IN_WINDOW);
  CHECK_NEAR(around.x, 60, 1e-9);
  CHECK_NEAR(around.width, 200, 1e-9);
  CHECK_OK(contactor_view_hit_test(outer, point(100, 100), &hit));
  CHECK(hit == inner);
  stage_close(&stage);
}

TEST(focus, "A text field becomes the first responder and resigns; a label's view does not.") {
  struct stage stage = stage_open();
  contactor_view *field = make(&stage, CONTACTOR_TEXT_FIELD, rect(10, 10, 200, 40), stage.window);
  contactor_view *progress = make(&stage, CONTACTOR_PROGRESS, rect(10, 60, 200, 40), stage.window);
  contactor_view *second = make(&stage, CONTACTOR_WINDOW, rect(0, 0, 100, 100), NULL);
  CHECK_OK(contactor_view_focus(field));
  CHECK_NUMBER(number(field, CONTACTOR_FIRST_RESPONDER), 1);
  CHECK_ERROR(contactor_view_focus(progress), CONTACTOR_ERROR_STATE);
  CHECK_NUMBER(number(field, CONTACTOR_FIRST_RESPONDER), 1);
  CHECK_OK(contactor_view_resign(field));
  CHECK_NUMBER(number(field, CONTACTOR_FIRST_RESPONDER), 0);
  CHECK_OK(contactor_window_make_key(second));
  CHECK_ERROR(contactor_window_make_key(field), CONTACTOR_ERROR_KIND);
  stage_close(&stage);
}

struct touched {
  int calls[5];
  size_t count;
  contactor_touch last;
};

static void note_touches(void *user, contactor_view *view, contactor_phase phase, const contactor_touch *touches, size_t count) {
  struct touched *touched = user;
  (void)view;
  touched->calls[phase]++;
  touched->count = count;
  touched->last = touches[0];
}

TEST(touch_callback, "A view of the host gets its touches in its own points.") {
  struct stage stage = stage_open();
  contactor_view *view = make(&stage, CONTACTOR_VIEW, rect(100, 50, 200, 200), stage.window);
  struct touched touched;
  memset(&touched, 0, sizeof touched);
  CHECK_OK(contactor_set_number(view, CONTACTOR_MULTIPLE_TOUCH, 1));
  CHECK_OK(contactor_view_on_touches(view, note_touches, &touched, NULL));
  CHECK_OK(contactor_feed_down(stage.feed, 1, 110, 60));
  finger_down(&stage, 2, 120, 70);
  CHECK_EQUAL(touched.calls[CONTACTOR_PHASE_BEGAN], 1);
  CHECK_EQUAL(touched.count, 2);
  finger_move(&stage, 1, 115, 66);
  CHECK_EQUAL(touched.calls[CONTACTOR_PHASE_MOVED], 1);
  CHECK_EQUAL(touched.count, 1);
  CHECK_NUMBER(touched.last.location.x, 15);
  CHECK_NUMBER(touched.last.location.y, 16);
  CHECK_NUMBER(touched.last.previous.x, 10);
  CHECK(touched.last.view == view);
  CHECK_EQUAL(touched.last.time_us, (int64_t)stage.now);
  finger_up(&stage, 1);
  CHECK_EQUAL(touched.calls[CONTACTOR_PHASE_ENDED], 1);
  CHECK_OK(contactor_engine_cancel_touches(stage.engine));
  CHECK_EQUAL(touched.calls[CONTACTOR_PHASE_CANCELLED], 1);
  CHECK_OK(contactor_view_on_touches(view, NULL, NULL, NULL));
  tap(&stage, 150, 100);
  CHECK_EQUAL(touched.calls[CONTACTOR_PHASE_BEGAN], 1);
  stage_close(&stage);
}

struct changes {
  uint32_t bits;
  contactor_view *view;
  int calls, releases;
};

static void note_change(void *user, contactor_view *view, uint32_t bits) {
  struct changes *changes = user;
  changes->bits |= bits;
  changes->view = view;
  changes->calls++;
}

static void note_release(void *user) { ((struct changes *)user)->releases++; }

TEST(changes, "What shows tells its change; to a window's callback, also that of views that come later.") {
  struct stage stage = stage_open();
  struct changes shallow = {0, NULL, 0, 0}, deep = {0, NULL, 0, 0};
  contactor_view *panel = make(&stage, CONTACTOR_VIEW, rect(0, 0, 400, 400), stage.window);
  CHECK_OK(contactor_view_on_change(stage.window, note_change, &deep, note_release));
  contactor_view *slider = make(&stage, CONTACTOR_SLIDER, rect(10, 10, 100, 40), panel);
  CHECK_OK(contactor_view_on_change(slider, note_change, &shallow, note_release));
  deep.bits = 0;
  CHECK_OK(contactor_set_number(slider, CONTACTOR_VALUE, 0.5));
  CHECK_EQUAL(shallow.bits, CONTACTOR_CHANGE_VALUE);
  CHECK_EQUAL(deep.bits, CONTACTOR_CHANGE_VALUE);
  CHECK(deep.view == slider && shallow.view == slider);
  shallow.bits = deep.bits = 0;
  CHECK_OK(contactor_set_rect(slider, CONTACTOR_FRAME, rect(20, 20, 100, 40)));
  CHECK(shallow.bits & CONTACTOR_CHANGE_FRAME);
  CHECK_OK(contactor_set_number(slider, CONTACTOR_ENABLED, 0));
  CHECK(shallow.bits & CONTACTOR_CHANGE_STATE);
  CHECK_OK(contactor_set_number(slider, CONTACTOR_HIDDEN, 1));
  CHECK(shallow.bits & CONTACTOR_CHANGE_VISIBILITY);
  CHECK_OK(contactor_view_set_transform(slider, (contactor_transform){0, 1, -1, 0, 0, 0}));
  CHECK(shallow.bits & CONTACTOR_CHANGE_TRANSFORM);
  CHECK_OK(contactor_view_on_change(slider, NULL, NULL, NULL));
  CHECK_EQUAL(shallow.releases, 1);
  shallow.calls = 0;
  CHECK_OK(contactor_set_number(slider, CONTACTOR_VALUE, 0.25));
  CHECK_EQUAL(shallow.calls, 0);
  stage_close(&stage);
  CHECK_EQUAL(deep.releases, 1);
}

struct parts {
  int knobs, tracks, all;
  contactor_rect knob;
};

static void note_part(void *user, const contactor_part *part) {
  struct parts *parts = user;
  parts->all++;
  if (strcmp(part->kind, "track") == 0) parts->tracks++;
  if (strcmp(part->kind, "knob")) return;
  parts->knobs++;
  parts->knob = part->frame;
}

TEST(parts, "A slider lists a track and a knob, which stands at its value.") {
  struct stage stage = stage_open();
  contactor_view *slider = make(&stage, CONTACTOR_SLIDER, rect(10, 10, 100, 40), stage.window);
  struct parts parts;
  memset(&parts, 0, sizeof parts);
  CHECK_OK(contactor_set_number(slider, CONTACTOR_VALUE, 0.5));
  CHECK_OK(contactor_view_parts(slider, note_part, &parts));
  CHECK_EQUAL(parts.tracks, 1);
  CHECK_EQUAL(parts.knobs, 1);
  CHECK_NEAR(parts.knob.x + parts.knob.width / 2, 50, 1e-9);
  stage_close(&stage);
}
