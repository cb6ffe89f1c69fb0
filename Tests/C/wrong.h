/*
 * Calls with wrong arguments. The files wrong_*.c name every function of the header; see coverage.
 *
 * A world has one object of each kind, and what calls need beside. CALL registers a function with the kind of its first argument `o` and
 * otherwise right arguments; wrong_objects.c makes each of these calls with every wrong object and from a foreign thread. A call that
 * registers a callback passes `count_release, &w->counter` in CALL_R.
 */
#ifndef WRONG_H
#define WRONG_H

#include "stage.h"

enum kind { ENGINE, VIEW, GESTURE, TARGET, FEED, SOURCE, MENU, ITEM, ALERT, kinds, ANY = kinds };

/* Every out-pointer of the calls leads into it; a call that fails leaves all bytes as they are. */
struct outs {
  contactor_engine *engine;
  contactor_view *view;
  contactor_gesture *gesture;
  contactor_target *target;
  contactor_feed *feed;
  contactor_source *source;
  contactor_menu *menu;
  contactor_menu_item *item;
  contactor_alert *alert;
  contactor_kind kind;
  contactor_point point;
  contactor_rect rect;
  contactor_touch touches[2];
  char text[16];
  double number;
  size_t size, other_size;
  int64_t i64;
  uint64_t u64;
  int32_t i32;
  uint32_t u32;
};

struct world {
  void *objects[kinds]; /* one of each kind */
  contactor_engine *engine;
  contactor_view *window, *view, *control, *slider, *button, *segments, *matrix, *picker, *field, *scroll, *pages, *table, *outline;
  contactor_gesture *gesture, *stroke, *pan;
  contactor_target *target;
  contactor_menu *menu;
  contactor_alert *alert;
  struct outs outs;
  struct counter counter;
};

/* The engine has the monotonic clock. */
void world_open(struct world *world);
/* Fills the out-places with a pattern, and tells whether they still have it. */
void outs_mark(struct world *world);
bool outs_are_marked(const struct world *world);

struct call {
  const char *function;
  enum kind kind;
  bool registers;
  contactor_result (*perform)(struct world *w, void *o);
  contactor_result result; /* of a foreign thread */
  struct call *next;
};

extern struct call *first_call;
void call_register(struct call *call);

#define CALL_AS(function, kind, registers, expression)                                                      \
  static contactor_result call_##function(struct world *w, void *o) {                                       \
    (void)w;                                                                                                \
    return (contactor_result)(expression);                                                                  \
  }                                                                                                         \
  __attribute__((constructor)) static void register_##function(void) {                                      \
    static struct call call = {#function, kind, registers, call_##function, CONTACTOR_OK, NULL};            \
    call_register(&call);                                                                                   \
  }                                                                                                         \
  struct call_ends_with_semicolon
#define CALL(function, kind, expression) CALL_AS(function, kind, false, expression)
#define CALL_R(function, kind, expression) CALL_AS(function, kind, true, expression)

/* Callbacks that only count. */
void never_line(void *user, const char *line);
void never_device(void *user, const contactor_device *device, int32_t is_there);
void never_layout(void *user, const contactor_layout_action *action);
void never_change(void *user, contactor_view *view, uint32_t changes);
void never_touches(void *user, contactor_view *view, contactor_phase phase, const contactor_touch *touches, size_t count);
int32_t never_tracking(void *user, contactor_view *control, contactor_tracking stage, const contactor_touch *touch);
int32_t never_answer(void *user, contactor_gesture *gesture, contactor_gesture_question question, contactor_gesture *other,
                     const contactor_touch *touch);
void never_cell(void *user, contactor_view *list, contactor_view *cell, size_t section, size_t row);
void never_part(void *user, const contactor_part *part);
void never_alert(void *user, contactor_alert *alert, int32_t answer);
/* Sources whose callbacks count, with a release. */
const contactor_list_source *list_source(struct counter *counter);
const contactor_tree_source *tree_source(struct counter *counter);

#endif
