/*
 * Ten contacts over ten sliders; the same scene is written in Swift, and the instructions of both are compared.
 *
 *     bench_sliders [FRAMES]      10,000 unless given
 *
 * Scene: an engine with the host's clock, a window at 0, 0 of 800 x 480 points, a feed of 64 bits and 1,000,000 ticks a second. Slider
 * i = 0 ... 9 has the frame 100, 20 + 44 i, 400 x 40, from 0 to 1. Each has one callback for value changed, which adds the sender's value
 * to a sum and 1 to a number of calls.
 *
 * Places, all whole numbers: tri(p) = p for p < 400, else 800 - p. Contact i (the feed's id) is
 *
 *     x(i, f) = 100 + tri((7 f + 37 i) mod 800)      y(i) = 40 + 44 i      of frame f
 *
 * Frames: all ten contacts go down at x(i, 0) in one frame at 1,000,000 us. Frame f = 1 ... FRAMES moves all ten to x(i, f) at
 * 1,000,000 + 8,000 f us. Then all ten are lifted without a place in one frame at 1,000,000 + 8,000 (FRAMES + 1) us.
 *
 * Contacts are fed in the order of i. Slider i has the value tri(...) / 400, and each frame changes every value, the lift none; so there
 * are 10 (FRAMES + 1) calls, but one fewer as contact 0 goes down at the value 0 that slider 0 has already. The sum is that of all values
 * in the order of the calls, in double precision, printed with %.17g.
 */
#include <contactor.h>
#include <stdio.h>
#include <stdlib.h>

struct total {
  double sum;
  long calls;
};

static void changed(void *user, contactor_view *sender, const contactor_event *event) {
  struct total *total = user;
  double value = 0;
  (void)event;
  contactor_get_number(sender, CONTACTOR_VALUE, &value);
  total->sum += value;
  total->calls++;
}

static double x(long contact, long frame) {
  long place = (7 * frame + 37 * contact) % 800;
  return (double)(100 + (place < 400 ? place : 800 - place));
}

static void must(contactor_result result) {
  if (result == CONTACTOR_OK) return;
  fprintf(stderr, "%s: %s\n", contactor_result_name(result), contactor_error_text());
  exit(1);
}

int main(int count, char **words) {
  long frames = count > 1 ? strtol(words[1], NULL, 10) : 10000;
  struct total total = {0, 0};
  contactor_engine *engine = NULL;
  contactor_view *window = NULL;
  contactor_feed *feed = NULL;
  must(contactor_engine_create(CONTACTOR_CLOCK_HOST, &engine));
  must(contactor_view_create(engine, CONTACTOR_WINDOW, (contactor_rect){0, 0, 800, 480}, &window));
  for (long index = 0; index < 10; index++) {
    contactor_view *slider = NULL;
    must(contactor_view_create(engine, CONTACTOR_SLIDER, (contactor_rect){100, (double)(20 + 44 * index), 400, 40}, &slider));
    must(contactor_view_add_subview(window, slider));
    must(contactor_control_on(slider, CONTACTOR_VALUE_CHANGED, changed, &total, NULL, NULL));
  }
  must(contactor_feed_create(engine, 64, 1000000, &feed));
  for (long index = 0; index < 10; index++) must(contactor_feed_down(feed, index, x(index, 0), (double)(40 + 44 * index)));
  must(contactor_feed_frame(feed, 1000000));
  for (long frame = 1; frame <= frames; frame++) {
    for (long index = 0; index < 10; index++) must(contactor_feed_moved(feed, index, x(index, frame), (double)(40 + 44 * index)));
    must(contactor_feed_frame(feed, (uint64_t)(1000000 + 8000 * frame)));
  }
  for (long index = 0; index < 10; index++) must(contactor_feed_up(feed, index));
  must(contactor_feed_frame(feed, (uint64_t)(1000000 + 8000 * (frames + 1))));
  must(contactor_engine_destroy(engine));
  printf("frames %ld calls %ld sum %.17g\n", frames, total.calls, total.sum);
  return 0;
}
