// A Wayland application that fills the screen and prints each touch it is told of, for the tests in the virtual machine;
// tools/vm.d/clients builds it.
//   ready WIDTH HEIGHT        the surface is shown
//   touch | no touch          the seat has a touchscreen, or has none any more
//   down ID X Y | motion ID X Y | up ID | cancel | frame
// ID counts the contacts from 1; X and Y are whole points of the surface.
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <wayland-client.h>

#include "xdg-shell-client-protocol.h"

static struct wl_compositor *compositor;
static struct wl_shm *shm;
static struct wl_seat *seat;
static struct wl_touch *touch;
static struct xdg_wm_base *shell;
static struct wl_surface *surface;
static int32_t width = 320, height = 240;
static int is_shown;

// The number of a contact since the start, by the compositor's id, which is used again.
static int numbers[1024], contacts;

static int number(int32_t id) { return id >= 0 && id < 1024 ? numbers[id] : -1; }

static void on_down(void *data, struct wl_touch *wl_touch, uint32_t serial, uint32_t time, struct wl_surface *target, int32_t id,
                    wl_fixed_t x, wl_fixed_t y) {
  (void)data, (void)wl_touch, (void)serial, (void)time, (void)target;
  if (id >= 0 && id < 1024) numbers[id] = ++contacts;
  printf("down %d %d %d\n", number(id), wl_fixed_to_int(x), wl_fixed_to_int(y));
}

static void on_up(void *data, struct wl_touch *wl_touch, uint32_t serial, uint32_t time, int32_t id) {
  (void)data, (void)wl_touch, (void)serial, (void)time;
  printf("up %d\n", number(id));
}

static void on_motion(void *data, struct wl_touch *wl_touch, uint32_t time, int32_t id, wl_fixed_t x, wl_fixed_t y) {
  (void)data, (void)wl_touch, (void)time;
  printf("motion %d %d %d\n", number(id), wl_fixed_to_int(x), wl_fixed_to_int(y));
}

static void on_frame(void *data, struct wl_touch *wl_touch) {
  (void)data, (void)wl_touch;
  puts("frame");
}

static void on_cancel(void *data, struct wl_touch *wl_touch) {
  (void)data, (void)wl_touch;
  puts("cancel");
}

static const struct wl_touch_listener touch_listener = {
    .down = on_down, .up = on_up, .motion = on_motion, .frame = on_frame, .cancel = on_cancel};

static void on_capabilities(void *data, struct wl_seat *wl_seat, uint32_t capabilities) {
  (void)data;
  int has_touch = (capabilities & WL_SEAT_CAPABILITY_TOUCH) != 0;
  if (has_touch && !touch) {
    touch = wl_seat_get_touch(wl_seat);
    wl_touch_add_listener(touch, &touch_listener, NULL);
    puts("touch");
  } else if (!has_touch && touch) {
    wl_touch_release(touch);
    touch = NULL;
    puts("no touch");
  }
}

static void on_seat_name(void *data, struct wl_seat *wl_seat, const char *name) { (void)data, (void)wl_seat, (void)name; }

static const struct wl_seat_listener seat_listener = {.capabilities = on_capabilities, .name = on_seat_name};

static void on_ping(void *data, struct xdg_wm_base *base, uint32_t serial) {
  (void)data;
  xdg_wm_base_pong(base, serial);
}

static const struct xdg_wm_base_listener shell_listener = {.ping = on_ping};

static void on_global(void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version) {
  (void)data;
  if (!strcmp(interface, wl_compositor_interface.name)) {
    compositor = wl_registry_bind(registry, name, &wl_compositor_interface, 1);
  } else if (!strcmp(interface, wl_shm_interface.name)) {
    shm = wl_registry_bind(registry, name, &wl_shm_interface, 1);
  } else if (!strcmp(interface, wl_seat_interface.name) && !seat) {
    seat = wl_registry_bind(registry, name, &wl_seat_interface, version < 3 ? version : 3);
    wl_seat_add_listener(seat, &seat_listener, NULL);
  } else if (!strcmp(interface, xdg_wm_base_interface.name)) {
    shell = wl_registry_bind(registry, name, &xdg_wm_base_interface, 1);
    xdg_wm_base_add_listener(shell, &shell_listener, NULL);
  }
}

static void on_global_gone(void *data, struct wl_registry *registry, uint32_t name) { (void)data, (void)registry, (void)name; }

static const struct wl_registry_listener registry_listener = {.global = on_global, .global_remove = on_global_gone};

// A grey picture of the surface's size.
static void show(void) {
  int32_t stride = width * 4, size = stride * height;
  int fd = memfd_create("touchlog", MFD_CLOEXEC);
  if (fd < 0 || ftruncate(fd, size) < 0) exit(1);
  void *pixels = mmap(NULL, (size_t)size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (pixels == MAP_FAILED) exit(1);
  memset(pixels, 0x80, (size_t)size);
  munmap(pixels, (size_t)size);
  struct wl_shm_pool *pool = wl_shm_create_pool(shm, fd, size);
  struct wl_buffer *buffer = wl_shm_pool_create_buffer(pool, 0, width, height, stride, WL_SHM_FORMAT_XRGB8888);
  wl_shm_pool_destroy(pool);
  close(fd);
  wl_surface_attach(surface, buffer, 0, 0);
  wl_surface_damage(surface, 0, 0, width, height);
  wl_surface_commit(surface);
  is_shown = 1;
  printf("ready %d %d\n", width, height);
}

static void on_configure(void *data, struct xdg_surface *xdg_surface, uint32_t serial) {
  (void)data;
  xdg_surface_ack_configure(xdg_surface, serial);
  if (!is_shown) show();
}

static const struct xdg_surface_listener surface_listener = {.configure = on_configure};

static void on_size(void *data, struct xdg_toplevel *toplevel, int32_t new_width, int32_t new_height, struct wl_array *states) {
  (void)data, (void)toplevel, (void)states;
  if (new_width > 0 && new_height > 0) width = new_width, height = new_height;
}

static void on_close(void *data, struct xdg_toplevel *toplevel) {
  (void)data, (void)toplevel;
  exit(0);
}

static const struct xdg_toplevel_listener toplevel_listener = {.configure = on_size, .close = on_close};

int main(void) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  struct wl_display *display = wl_display_connect(NULL);
  if (!display) {
    fputs("touchlog: no Wayland display\n", stderr);
    return 1;
  }
  struct wl_registry *registry = wl_display_get_registry(display);
  wl_registry_add_listener(registry, &registry_listener, NULL);
  wl_display_roundtrip(display);
  if (!compositor || !shm || !shell) {
    fputs("touchlog: the compositor lacks wl_compositor, wl_shm or xdg_wm_base\n", stderr);
    return 1;
  }
  surface = wl_compositor_create_surface(compositor);
  struct xdg_surface *xdg_surface = xdg_wm_base_get_xdg_surface(shell, surface);
  xdg_surface_add_listener(xdg_surface, &surface_listener, NULL);
  struct xdg_toplevel *toplevel = xdg_surface_get_toplevel(xdg_surface);
  xdg_toplevel_add_listener(toplevel, &toplevel_listener, NULL);
  xdg_toplevel_set_fullscreen(toplevel, NULL);
  wl_surface_commit(surface);
  while (wl_display_dispatch(display) >= 0) {
  }
  return 0;
}
