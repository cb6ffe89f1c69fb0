/*
 * A custom embedder of Flutter: Contactor reads the touchscreens, takes the touches of its own controls and gestures, and hands Flutter the
 * others. A gesture that is recognized cancels Flutter's touches, as if the compositor had taken them.
 *
 *     flutter RECORDING    plays a recording, checks what a stub of the engine was sent
 */
#include "panel.h"
#include "flutter_stub.h" // with the engine: #include <flutter_embedder.h>

#include <poll.h>

enum { MOST_TOUCHES = 16 };

typedef struct embedder {
  panel panel;
  FlutterEngine flutter;
  double pixel_ratio; /* pixels in a point, as in FlutterWindowMetricsEvent */
} embedder;

/* ---- What an embedder needs -------------------------------------------------------------------------------------------------------- */

static FlutterPointerEvent pointer_event(const embedder *self, const contactor_touch *touch, FlutterPointerPhase phase) {
  return (FlutterPointerEvent){
      .struct_size = sizeof(FlutterPointerEvent),
      .phase = phase,
      .timestamp = (size_t)touch->time_us, // both clocks are CLOCK_MONOTONIC
      .x = touch->location.x * self->pixel_ratio,
      .y = touch->location.y * self->pixel_ratio,
      .device = (int32_t)(touch->id & INT32_MAX),
      .device_kind = kFlutterPointerDeviceKindTouch,
  };
}

/* A touch is a pointer of its own: added as it comes down, removed when it is over. */
static void touched(void *user, contactor_view *view, contactor_phase phase, const contactor_touch *touches, size_t count) {
  static const FlutterPointerPhase phases[] = {kDown, kMove, kMove, kUp, kCancel};
  embedder *self = user;
  FlutterPointerEvent events[2 * MOST_TOUCHES];
  size_t sent = 0;
  (void)view;
  for (size_t index = 0; index < count && index < MOST_TOUCHES; index++) {
    if (phase == CONTACTOR_PHASE_BEGAN) events[sent++] = pointer_event(self, &touches[index], kAdd);
    events[sent++] = pointer_event(self, &touches[index], phases[phase]);
    if (phase == CONTACTOR_PHASE_ENDED || phase == CONTACTOR_PHASE_CANCELLED) {
      events[sent++] = pointer_event(self, &touches[index], kRemove);
    }
  }
  FlutterEngineSendPointerEvent(self->flutter, events, sent);
}

/* The view lies behind the controls and has what they do not take; the gesture is made anywhere. */
static void add_flutter_view(embedder *self, contactor_gesture_callback recognized) {
  const contactor_rect whole = {0, 0, PANEL_WIDTH, PANEL_HEIGHT};
  contactor_gesture *swipe;
  contactor_view *view;
  MUST(contactor_view_create(self->panel.engine, CONTACTOR_VIEW, whole, &view));
  MUST(contactor_view_insert_subview(self->panel.window, view, 0));
  MUST(contactor_set_number(view, CONTACTOR_MULTIPLE_TOUCH, 1));
  MUST(contactor_view_on_touches(view, touched, self, NULL));
  MUST(contactor_gesture_create(self->panel.window, CONTACTOR_SWIPE, &swipe));
  MUST(contactor_set_number(swipe, CONTACTOR_TOUCHES, 2));
  MUST(contactor_gesture_on(swipe, recognized, self, NULL));
}

/* In the platform's thread, which runs Flutter's tasks too: `timeout` is until the next of them. */
static void wait_for_touches(embedder *self, int timeout) {
  struct pollfd descriptor = {.fd = contactor_engine_fd(self->panel.engine), .events = POLLIN};
  poll(&descriptor, 1, timeout);
  MUST(contactor_engine_dispatch(self->panel.engine));
}

/* ---- Self-test ------------------------------------------------------------------------------------------------------------------- */

static int counts[kRemove + 1], swipes, is_out_of_order;
static FlutterPointerEvent last;

FlutterEngineResult FlutterEngineSendPointerEvent(FlutterEngine engine, const FlutterPointerEvent *events, size_t count) {
  (void)engine;
  for (size_t index = 0; index < count; index++) {
    if (events[index].struct_size != sizeof(FlutterPointerEvent)) return kInvalidArguments;
    if (events[index].timestamp < last.timestamp) is_out_of_order = 1;
    if (events[index].phase == kDown && (last.phase != kAdd || last.device != events[index].device)) is_out_of_order = 1;
    counts[events[index].phase] += 1;
    last = events[index];
  }
  return kSuccess;
}

static void swiped(void *user, contactor_gesture *gesture, int32_t state) {
  (void)user, (void)gesture;
  swipes += state == CONTACTOR_GESTURE_ENDED;
}

int main(int count, char **arguments) {
  embedder self = {.pixel_ratio = 2};
  contactor_source *recording;
  int32_t at_end = 0;
  int failures = 0;
  if (count != 2) return 2;
  panel_create(&self.panel, CONTACTOR_CLOCK_MONOTONIC);
  add_flutter_view(&self, swiped);
  MUST(contactor_source_open_recording(self.panel.engine, arguments[1], NULL, &recording));
  while (!at_end) {
    wait_for_touches(&self, 1000);
    MUST(contactor_source_is_at_end(recording, &at_end));
  }
  panel_check(self.panel.presses == 1, "the control's touch is the control's", &failures);
  panel_check(counts[kAdd] == 3 && counts[kDown] == 3 && counts[kRemove] == 3, "Flutter gets the three others, added and removed", &failures);
  panel_check(counts[kUp] == 1 && counts[kCancel] == 2 && swipes == 1, "one is lifted, the swipe cancels the other two", &failures);
  panel_check(!is_out_of_order && counts[kMove] > 0, "in order, with moves between", &failures);
  MUST(contactor_engine_destroy(self.panel.engine));
  return panel_verdict("flutter", failures);
}
