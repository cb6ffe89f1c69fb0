/* What most tests need: an engine with the host's clock, a window of 800 x 480 points, a feed in microseconds, and fingers. */
#ifndef STAGE_H
#define STAGE_H

#include "check.h"

struct stage {
  contactor_engine *engine;
  contactor_view *window;
  contactor_feed *feed;
  uint64_t now; /* microseconds */
};

/* Counts calls and releases; `user` of most callbacks. */
struct counter {
  int calls, releases;
  contactor_view *sender;
  uint32_t events; /* all bits that came */
  double sum;      /* of the sender's values at each call */
};

struct stage stage_open(void);
void stage_close(struct stage *stage);

contactor_rect rect(double x, double y, double width, double height);
contactor_point point(double x, double y);
/* A view of a kind, in a superview if there is one. */
contactor_view *make(struct stage *stage, contactor_kind kind, contactor_rect frame, contactor_view *superview);

/* Fingers, in points of the window; each is one frame, 10 ms after the last. */
void finger_down(struct stage *stage, int64_t id, double x, double y);
void finger_move(struct stage *stage, int64_t id, double x, double y);
void finger_up(struct stage *stage, int64_t id);
/* Time without touches. */
void pass(struct stage *stage, uint64_t microseconds);
/* A tap, and half a second after it, so that the next one is not its repetition. */
void tap(struct stage *stage, double x, double y);
void tap_times(struct stage *stage, double x, double y, int count);
/* Down, moves in steps, up. */
void drag(struct stage *stage, double x, double y, double to_x, double to_y, int steps);

/* Properties that are there. */
double number(void *object, contactor_property property);
contactor_rect rectangle(void *object, contactor_property property);
/* A text in one of four static buffers that take turns. */
const char *text(void *object, contactor_property property);

/* Callbacks of a counter. */
void count_action(void *counter, contactor_view *sender, const contactor_event *event);
void count_gesture(void *counter, contactor_gesture *gesture, int32_t state);
void count_release(void *counter);

/* A file with a text below the temporary directory; its path is in one of four static buffers. */
const char *write_file(const char *name, const char *contents);
/* A text of `length` times the letter a, in a buffer to be freed. */
char *long_text(size_t length);

#endif
