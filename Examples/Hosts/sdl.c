/*
 * A host with SDL 2: finger events and the mouse are fed by hand, SDL_Renderer draws when something has changed.
 *
 *     sdl                a window, until it is closed
 *     sdl --self-test    pushes events into SDL's queue and checks what comes out; needs no display with SDL_VIDEODRIVER=dummy
 */
#include "panel.h"

#include <SDL2/SDL.h>

typedef struct host {
  panel panel;
  contactor_feed *fingers, *mouse; /* a device each: an SDL_FingerID may be any number, the mouse's too */
  SDL_Window *window;
  SDL_Renderer *renderer;
  int drawings, is_done;
} host;

static void sdl_must(int is_true, const char *call) {
  if (is_true) return;
  fprintf(stderr, "%s: %s\n", call, SDL_GetError());
  exit(1);
}

/* ---- Touches --------------------------------------------------------------------------------------------------------------------- */

/* SDL's fingers are at 0 to 1 of the window; its time is milliseconds in 32 bits, which wrap after 49 days. */
static void feed_finger(host *self, const SDL_TouchFingerEvent *event) {
  double x = event->x * PANEL_WIDTH, y = event->y * PANEL_HEIGHT;
  switch (event->type) {
  case SDL_FINGERDOWN: MUST(contactor_feed_down(self->fingers, event->fingerId, x, y)); break;
  case SDL_FINGERMOTION: MUST(contactor_feed_moved(self->fingers, event->fingerId, x, y)); break;
  default: MUST(contactor_feed_up_at(self->fingers, event->fingerId, x, y)); break;
  }
  MUST(contactor_feed_frame(self->fingers, event->timestamp));
}

/* The left button is a finger; without it the mouse touches nothing. */
static void feed_mouse(host *self, const SDL_Event *event) {
  switch (event->type) {
  case SDL_MOUSEBUTTONDOWN:
    if (event->button.button != SDL_BUTTON_LEFT) return;
    MUST(contactor_feed_down(self->mouse, 0, event->button.x, event->button.y));
    break;
  case SDL_MOUSEMOTION:
    if (!(event->motion.state & SDL_BUTTON_LMASK)) return;
    MUST(contactor_feed_moved(self->mouse, 0, event->motion.x, event->motion.y));
    break;
  default:
    if (event->button.button != SDL_BUTTON_LEFT) return;
    MUST(contactor_feed_up_at(self->mouse, 0, event->button.x, event->button.y));
    break;
  }
  MUST(contactor_feed_frame(self->mouse, event->common.timestamp));
}

/* A window that loses the focus gets no more events of the fingers on it: they must not stay down. */
static void cancel_all(host *self, Uint32 time) {
  MUST(contactor_feed_cancel_all(self->fingers));
  MUST(contactor_feed_frame(self->fingers, time));
  MUST(contactor_feed_cancel_all(self->mouse));
  MUST(contactor_feed_frame(self->mouse, time));
}

static void handle(host *self, const SDL_Event *event) {
  switch (event->type) {
  case SDL_FINGERDOWN:
  case SDL_FINGERMOTION:
  case SDL_FINGERUP: feed_finger(self, &event->tfinger); break;
  case SDL_MOUSEBUTTONDOWN:
  case SDL_MOUSEMOTION:
  case SDL_MOUSEBUTTONUP: feed_mouse(self, event); break;
  case SDL_WINDOWEVENT:
    if (event->window.event == SDL_WINDOWEVENT_FOCUS_LOST) cancel_all(self, event->window.timestamp);
    if (event->window.event == SDL_WINDOWEVENT_EXPOSED) self->panel.is_changed = 1;
    break;
  case SDL_QUIT: self->is_done = 1; break;
  }
}

/* ---- Drawing --------------------------------------------------------------------------------------------------------------------- */

static void fill(void *surface, contactor_rect rect, uint32_t colour) {
  SDL_Renderer *renderer = surface;
  SDL_Rect pixels = {(int)rect.x, (int)rect.y, (int)rect.width, (int)rect.height};
  SDL_SetRenderDrawColor(renderer, (Uint8)(colour >> 16), (Uint8)(colour >> 8), (Uint8)colour, 255);
  SDL_RenderFillRect(renderer, &pixels);
}

static void draw(host *self) {
  panel_draw(&self->panel, fill, self->renderer);
  SDL_RenderPresent(self->renderer);
  self->drawings += 1;
}

/* ---- Loop ------------------------------------------------------------------------------------------------------------------------ */

/* SDL waits for its own events alone, so the engine's next deadline is the time-out. */
static void run(host *self) {
  while (!self->is_done) {
    SDL_Event event;
    int32_t timeout;
    if (self->panel.is_changed) draw(self);
    MUST(contactor_engine_timeout(self->panel.engine, &timeout));
    if (SDL_WaitEventTimeout(&event, timeout)) {
      do handle(self, &event);
      while (SDL_PollEvent(&event));
    }
    MUST(contactor_engine_dispatch(self->panel.engine));
  }
}

static void start(host *self) {
  // Without these hints SDL makes a mouse of each finger and a finger of the mouse: everything would happen twice.
  SDL_SetHint(SDL_HINT_TOUCH_MOUSE_EVENTS, "0");
  SDL_SetHint(SDL_HINT_MOUSE_TOUCH_EVENTS, "0");
  sdl_must(SDL_Init(SDL_INIT_VIDEO | SDL_INIT_TIMER) == 0, "SDL_Init");
  self->window = SDL_CreateWindow("Contactor", SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED, PANEL_WIDTH, PANEL_HEIGHT, 0);
  sdl_must(self->window != NULL, "SDL_CreateWindow");
  self->renderer = SDL_CreateRenderer(self->window, -1, SDL_RENDERER_SOFTWARE);
  sdl_must(self->renderer != NULL, "SDL_CreateRenderer");
  panel_create(&self->panel, CONTACTOR_CLOCK_MONOTONIC);
  MUST(contactor_view_on_change(self->panel.window, panel_changed, &self->panel, NULL));
  MUST(contactor_feed_create(self->panel.engine, 32, 1000, &self->fingers));
  MUST(contactor_feed_create(self->panel.engine, 32, 1000, &self->mouse));
}

/* ---- Self-test ------------------------------------------------------------------------------------------------------------------- */

static void push_finger(Uint32 type, SDL_FingerID finger, double x, double y) {
  SDL_Event event = {.tfinger = {.type = type, .fingerId = finger, .x = (float)(x / PANEL_WIDTH), .y = (float)(y / PANEL_HEIGHT)}};
  sdl_must(SDL_PushEvent(&event) == 1, "SDL_PushEvent");
}

static void push_mouse(Uint32 type, Uint8 button, int x, int y) {
  SDL_Event event = {.type = type};
  if (type == SDL_MOUSEMOTION) {
    event.motion.state = button == 0 ? 0 : SDL_BUTTON(button), event.motion.x = x, event.motion.y = y;
  } else {
    event.button.button = button, event.button.x = x, event.button.y = y;
  }
  sdl_must(SDL_PushEvent(&event) == 1, "SDL_PushEvent");
}

/* Lets the program's own loop work off what was pushed. */
static void run_pushed(host *self) {
  SDL_Event quit = {.type = SDL_QUIT};
  sdl_must(SDL_PushEvent(&quit) == 1, "SDL_PushEvent");
  self->is_done = 0;
  run(self);
  if (self->panel.is_changed) draw(self);
}

static uint32_t pixel(host *self, int x, int y) {
  SDL_Rect place = {x, y, 1, 1};
  uint32_t colour = 0;
  sdl_must(SDL_RenderReadPixels(self->renderer, &place, SDL_PIXELFORMAT_ARGB8888, &colour, 4) == 0, "SDL_RenderReadPixels");
  return colour & 0xffffff;
}

static void test_fingers(host *self, int *failures) {
  const SDL_FingerID left = 7, right = INT64_MAX; // any number of 64 bits
  push_finger(SDL_FINGERDOWN, left, 100, 70);
  push_finger(SDL_FINGERDOWN, right, 120, 160);
  push_finger(SDL_FINGERMOTION, right, 200, 160);
  run_pushed(self);
  panel_check(pixel(self, 50, 50) == PANEL_BUTTON_DOWN, "a button under a finger is drawn pressed", failures);
  push_finger(SDL_FINGERUP, left, 100, 70);
  push_finger(SDL_FINGERUP, right, 200, 160);
  run_pushed(self);
  panel_check(self->panel.presses == 1, "a finger pressed the button while another held the slider", failures);
  panel_check(panel_is(self->panel.value, 0.5), "the slider is where its finger left it", failures);
  panel_check(pixel(self, 200, 160) == PANEL_KNOB && pixel(self, 50, 50) == PANEL_BUTTON, "both are drawn as they are", failures);
}

static void test_mouse(host *self, int *failures) {
  int drawings;
  push_mouse(SDL_MOUSEBUTTONDOWN, SDL_BUTTON_LEFT, 200, 160);
  push_mouse(SDL_MOUSEMOTION, SDL_BUTTON_LEFT, 280, 160);
  push_mouse(SDL_MOUSEBUTTONUP, SDL_BUTTON_LEFT, 280, 160);
  run_pushed(self);
  panel_check(panel_is(self->panel.value, 0.75), "the mouse drags the slider", failures);
  drawings = self->drawings;
  push_mouse(SDL_MOUSEBUTTONDOWN, SDL_BUTTON_RIGHT, 100, 70);
  push_mouse(SDL_MOUSEBUTTONUP, SDL_BUTTON_RIGHT, 100, 70);
  push_mouse(SDL_MOUSEMOTION, 0, 120, 160);
  run_pushed(self);
  panel_check(self->panel.presses == 1 && panel_is(self->panel.value, 0.75), "other buttons and mere motion do nothing", failures);
  panel_check(self->drawings == drawings, "nothing changed, so nothing was drawn", failures);
}

static void test_focus(host *self, int *failures) {
  SDL_Event lost = {.window = {.type = SDL_WINDOWEVENT, .event = SDL_WINDOWEVENT_FOCUS_LOST}};
  push_finger(SDL_FINGERDOWN, 1, 100, 70);
  sdl_must(SDL_PushEvent(&lost) == 1, "SDL_PushEvent");
  run_pushed(self);
  panel_check(pixel(self, 50, 50) == PANEL_BUTTON && self->panel.presses == 1, "a window without the focus has no finger down", failures);
  push_finger(SDL_FINGERUP, 1, 100, 70);
  run_pushed(self);
  panel_check(self->panel.presses == 1, "nor does its lift press anything", failures);
}

static Uint32 push_quit(Uint32 interval, void *user) {
  SDL_Event quit = {.type = SDL_QUIT};
  (void)interval, (void)user;
  SDL_PushEvent(&quit);
  return 0;
}

/* No event comes for most of a second: the engine's deadline alone wakes the loop. */
static void test_time(host *self, int *failures) {
  int64_t start = panel_now();
  push_finger(SDL_FINGERDOWN, 1, 300, 60);
  sdl_must(SDL_AddTimer(900, push_quit, NULL) != 0, "SDL_AddTimer");
  self->is_done = 0;
  run(self);
  panel_check(self->panel.long_presses == 1, "a finger that rests presses long", failures);
  panel_check(self->panel.pressed_long_at - start < 800000, "and does so before anything else happens", failures);
}

static int self_test(host *self) {
  int failures = 0;
  run_pushed(self); // works off what SDL itself has to say of a new window
  test_fingers(self, &failures);
  test_mouse(self, &failures);
  test_focus(self, &failures);
  test_time(self, &failures);
  return panel_verdict("sdl", failures);
}

int main(int count, char **arguments) {
  host self = {.is_done = 0};
  int status = 0;
  start(&self);
  if (count > 1 && strcmp(arguments[1], "--self-test") == 0) {
    status = self_test(&self);
  } else {
    run(&self);
  }
  MUST(contactor_engine_destroy(self.panel.engine));
  SDL_DestroyRenderer(self.renderer);
  SDL_DestroyWindow(self.window);
  SDL_Quit();
  return status;
}
