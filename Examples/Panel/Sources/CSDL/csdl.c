#define _GNU_SOURCE
#include "csdl.h"

#include <SDL2/SDL.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// MARK: The library

#define FUNCTIONS(X)                                                                                                   \
  X(SDL_Init)                                                                                                          \
  X(SDL_Quit)                                                                                                          \
  X(SDL_GetError)                                                                                                      \
  X(SDL_GetCurrentVideoDriver)                                                                                         \
  X(SDL_GetTicks)                                                                                                      \
  X(SDL_SetHint)                                                                                                       \
  X(SDL_CreateWindow)                                                                                                  \
  X(SDL_DestroyWindow)                                                                                                 \
  X(SDL_GetWindowSurface)                                                                                              \
  X(SDL_UpdateWindowSurfaceRects)                                                                                      \
  X(SDL_ConvertPixels)                                                                                                 \
  X(SDL_WaitEventTimeout)

static struct {
#define FIELD(name) __typeof__(&name) name;
  FUNCTIONS(FIELD)
#undef FIELD
} sdl;

static char problem[256];
static const char library_name[] = "libSDL2-2.0.so.0";

static const char *load(void) {
  void *handle = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    snprintf(problem, sizeof problem, "%s; install libsdl2-2.0-0", dlerror());
    return problem;
  }
#define FIND(name)                                                                                                     \
  sdl.name = (__typeof__(sdl.name))dlsym(handle, #name);                                                               \
  if (!sdl.name) {                                                                                                     \
    snprintf(problem, sizeof problem, "%s has no %s", library_name, #name);                                            \
    return problem;                                                                                                    \
  }
  FUNCTIONS(FIND)
#undef FIND
  return NULL;
}

// MARK: The window

static SDL_Window *window;
static int32_t window_width, window_height;

const char *panel_sdl_open(const char *title, int32_t width, int32_t height) {
  const char *reason = load();
  if (reason) return reason;
  // Fingers come as fingers alone, and the mouse as the mouse.
  sdl.SDL_SetHint(SDL_HINT_TOUCH_MOUSE_EVENTS, "0");
  sdl.SDL_SetHint(SDL_HINT_MOUSE_TOUCH_EVENTS, "0");
  if (sdl.SDL_Init(SDL_INIT_VIDEO) != 0) {
    snprintf(problem, sizeof problem, "SDL finds no desktop: %s", sdl.SDL_GetError());
    return problem;
  }
  // Without a desktop SDL takes the screen itself, or draws where nobody looks; a test asks for that by name.
  const char *driver = sdl.SDL_GetCurrentVideoDriver();
  if (!getenv("SDL_VIDEODRIVER") && strcmp(driver, "x11") != 0 && strcmp(driver, "wayland") != 0) {
    snprintf(problem, sizeof problem, "neither WAYLAND_DISPLAY nor DISPLAY leads to a desktop");
    sdl.SDL_Quit();
    return problem;
  }
  window = sdl.SDL_CreateWindow(title, SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, width, height, 0);
  if (!window) {
    snprintf(problem, sizeof problem, "SDL makes no window: %s", sdl.SDL_GetError());
    sdl.SDL_Quit();
    return problem;
  }
  window_width = width;
  window_height = height;
  return NULL;
}

static bool flatten(const SDL_Event *event, struct panel_sdl_event *out) {
  out->time = event->common.timestamp;
  switch (event->type) {
    case SDL_QUIT: out->kind = PANEL_SDL_QUIT; return true;
    case SDL_WINDOWEVENT:
      out->kind = PANEL_SDL_EXPOSED;
      return event->window.event == SDL_WINDOWEVENT_EXPOSED;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
      if (event->button.button != SDL_BUTTON_LEFT) return false;
      out->kind = event->type == SDL_MOUSEBUTTONDOWN ? PANEL_SDL_DOWN : PANEL_SDL_UP;
      out->finger = -1;
      out->x = event->button.x;
      out->y = event->button.y;
      return true;
    case SDL_MOUSEMOTION:
      if (!(event->motion.state & SDL_BUTTON_LMASK)) return false;
      out->kind = PANEL_SDL_MOVED;
      out->finger = -1;
      out->x = event->motion.x;
      out->y = event->motion.y;
      return true;
    case SDL_FINGERDOWN:
    case SDL_FINGERMOTION:
    case SDL_FINGERUP:
      out->kind = event->type == SDL_FINGERDOWN ? PANEL_SDL_DOWN : event->type == SDL_FINGERUP ? PANEL_SDL_UP : PANEL_SDL_MOVED;
      out->finger = event->tfinger.fingerId;
      out->x = event->tfinger.x * window_width;
      out->y = event->tfinger.y * window_height;
      return true;
    default: return false;
  }
}

struct panel_sdl_event panel_sdl_wait(int32_t milliseconds) {
  struct panel_sdl_event out = {.kind = PANEL_SDL_NONE};
  SDL_Event event;
  if (!sdl.SDL_WaitEventTimeout(&event, milliseconds)) return out;
  if (!flatten(&event, &out)) out.kind = PANEL_SDL_NONE;
  return out;
}

bool panel_sdl_show(const void *pixels, size_t stride, const struct panel_sdl_rect *rects, int32_t count) {
  SDL_Surface *surface = sdl.SDL_GetWindowSurface(window);
  if (!surface || count > 16) return false;
  SDL_Rect shown[16];
  for (int32_t index = 0; index < count; index++) {
    struct panel_sdl_rect rect = rects[index];
    const char *from = (const char *)pixels + rect.y * stride + rect.x * 4;
    char *to = (char *)surface->pixels + rect.y * surface->pitch + rect.x * surface->format->BytesPerPixel;
    sdl.SDL_ConvertPixels(
      rect.width, rect.height, SDL_PIXELFORMAT_RGB888, from, (int)stride, surface->format->format, to, surface->pitch);
    shown[index] = (SDL_Rect){rect.x, rect.y, rect.width, rect.height};
  }
  return sdl.SDL_UpdateWindowSurfaceRects(window, shown, count) == 0;
}

uint32_t panel_sdl_time(void) { return sdl.SDL_GetTicks(); }

void panel_sdl_close(void) {
  if (!window) return;
  sdl.SDL_DestroyWindow(window);
  window = NULL;
  sdl.SDL_Quit();
}
