// A window of SDL 2, which is loaded when one is wanted: a program that never shows a window needs no SDL.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What a user did; SDL's own events, flattened.
enum panel_sdl_kind {
  PANEL_SDL_NONE,
  PANEL_SDL_QUIT,
  PANEL_SDL_EXPOSED,
  PANEL_SDL_DOWN,
  PANEL_SDL_MOVED,
  PANEL_SDL_UP,
};

struct panel_sdl_event {
  enum panel_sdl_kind kind;
  int64_t finger;   // of a touchscreen; the mouse is -1
  double x, y;      // in pixels of the window
  uint32_t time;    // milliseconds since SDL began
};

struct panel_sdl_rect {
  int32_t x, y, width, height;
};

// Opens the window; NULL on success, else why not.
const char *panel_sdl_open(const char *title, int32_t width, int32_t height);
// The next event, after at most so many milliseconds, or for ever if negative; PANEL_SDL_NONE if none came.
struct panel_sdl_event panel_sdl_wait(int32_t milliseconds);
// Copies rectangles of a picture of 32 bits a pixel and shows them; false if there is nothing to draw on at present.
bool panel_sdl_show(const void *pixels, size_t stride, const struct panel_sdl_rect *rects, int32_t count);
// The milliseconds since SDL began.
uint32_t panel_sdl_time(void);
void panel_sdl_close(void);
