/*
 * A Wayland client: wl_touch is fed by hand, the window is a buffer in shared memory that is drawn anew when something has changed.
 *
 *     wayland              a window, until it is closed
 *     wayland RECORDING    a window, and a recording played into it, then ends
 */
#include "panel.h"

#include <errno.h>
#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>
#include <wayland-client.h>

#include "xdg-shell-client-protocol.h" // made by wayland-scanner, see the Makefile

enum { STRIDE = PANEL_WIDTH * 4, BUFFER_BYTES = STRIDE * PANEL_HEIGHT, BUFFERS = 2 };

typedef struct buffer {
  struct wl_buffer *buffer;
  uint32_t *pixels;
  int is_busy; /* the compositor reads it */
} buffer;

typedef struct host {
  panel panel;
  contactor_feed *feed;
  contactor_source *recording;
  struct wl_display *display;
  struct wl_compositor *compositor;
  struct wl_shm *shm;
  struct wl_seat *seat;
  struct wl_touch *touch;
  struct xdg_wm_base *shell;
  struct wl_surface *surface;
  struct wl_callback *frame; /* the compositor wants no new picture before it is done; NULL if it does */
  buffer buffers[BUFFERS];
  uint32_t time; /* of the last event: frame and cancel have none */
  int is_configured, is_done, drawings;
} host;

/* ---- Touches --------------------------------------------------------------------------------------------------------------------- */

static void touch_down(void *user, struct wl_touch *touch, uint32_t serial, uint32_t time, struct wl_surface *surface, int32_t id,
                       wl_fixed_t x, wl_fixed_t y) {
  host *self = user;
  (void)touch, (void)serial, (void)surface;
  self->time = time;
  MUST(contactor_feed_down(self->feed, id, wl_fixed_to_double(x), wl_fixed_to_double(y)));
}

static void touch_up(void *user, struct wl_touch *touch, uint32_t serial, uint32_t time, int32_t id) {
  host *self = user;
  (void)touch, (void)serial;
  self->time = time;
  MUST(contactor_feed_up(self->feed, id));
}

static void touch_motion(void *user, struct wl_touch *touch, uint32_t time, int32_t id, wl_fixed_t x, wl_fixed_t y) {
  host *self = user;
  (void)touch;
  self->time = time;
  MUST(contactor_feed_moved(self->feed, id, wl_fixed_to_double(x), wl_fixed_to_double(y)));
}

/* Everything since the last frame happened at once. */
static void touch_frame(void *user, struct wl_touch *touch) {
  host *self = user;
  (void)touch;
  MUST(contactor_feed_frame(self->feed, self->time));
}

/* The compositor took the fingers for itself, all of them; no frame follows. */
static void touch_cancel(void *user, struct wl_touch *touch) {
  host *self = user;
  (void)touch;
  MUST(contactor_feed_cancel_all(self->feed));
  MUST(contactor_feed_frame(self->feed, self->time));
}

static void touch_shape(void *user, struct wl_touch *touch, int32_t id, wl_fixed_t major, wl_fixed_t minor) {
  (void)user, (void)touch, (void)id, (void)major, (void)minor;
}

static void touch_orientation(void *user, struct wl_touch *touch, int32_t id, wl_fixed_t orientation) {
  (void)user, (void)touch, (void)id, (void)orientation;
}

static const struct wl_touch_listener touch_listener = {
    .down = touch_down,     .up = touch_up,       .motion = touch_motion,           .frame = touch_frame,
    .cancel = touch_cancel, .shape = touch_shape, .orientation = touch_orientation,
};

/* A touchscreen may come and go; contacts of one that went would be down for ever. */
static void seat_capabilities(void *user, struct wl_seat *seat, uint32_t capabilities) {
  host *self = user;
  int has_touch = (capabilities & WL_SEAT_CAPABILITY_TOUCH) != 0;
  if (has_touch && !self->touch) {
    self->touch = wl_seat_get_touch(seat);
    wl_touch_add_listener(self->touch, &touch_listener, self);
  } else if (!has_touch && self->touch) {
    touch_cancel(self, self->touch);
    wl_touch_destroy(self->touch);
    self->touch = NULL;
  }
}

static void seat_name(void *user, struct wl_seat *seat, const char *name) { (void)user, (void)seat, (void)name; }

static const struct wl_seat_listener seat_listener = {.capabilities = seat_capabilities, .name = seat_name};

/* ---- Drawing --------------------------------------------------------------------------------------------------------------------- */

static void fill(void *surface, contactor_rect rect, uint32_t colour) {
  uint32_t *pixels = surface;
  int right = (int)(rect.x + rect.width), bottom = (int)(rect.y + rect.height);
  for (int y = rect.y > 0 ? (int)rect.y : 0; y < bottom && y < PANEL_HEIGHT; y++) {
    for (int x = rect.x > 0 ? (int)rect.x : 0; x < right && x < PANEL_WIDTH; x++) pixels[y * PANEL_WIDTH + x] = colour;
  }
}

static void frame_done(void *user, struct wl_callback *callback, uint32_t time) {
  host *self = user;
  (void)time;
  wl_callback_destroy(callback);
  self->frame = NULL;
}

static const struct wl_callback_listener frame_listener = {.done = frame_done};

/* Draws if something has changed, a buffer is free, and the compositor has shown the picture before. */
static void draw(host *self) {
  if (!self->is_configured || !self->panel.is_changed || self->frame) return;
  for (int index = 0; index < BUFFERS; index++) {
    buffer *free = &self->buffers[index];
    if (free->is_busy) continue;
    panel_draw(&self->panel, fill, free->pixels);
    free->is_busy = 1;
    self->frame = wl_surface_frame(self->surface);
    wl_callback_add_listener(self->frame, &frame_listener, self);
    wl_surface_attach(self->surface, free->buffer, 0, 0);
    wl_surface_damage_buffer(self->surface, 0, 0, PANEL_WIDTH, PANEL_HEIGHT);
    wl_surface_commit(self->surface);
    self->drawings += 1;
    return;
  }
}

static void buffer_release(void *user, struct wl_buffer *released) {
  (void)released;
  ((buffer *)user)->is_busy = 0;
}

static const struct wl_buffer_listener buffer_listener = {.release = buffer_release};

static void create_buffers(host *self) {
  int memory = memfd_create("panel", MFD_CLOEXEC);
  if (memory < 0 || ftruncate(memory, BUFFERS * BUFFER_BYTES) != 0) perror("memfd"), exit(1);
  uint8_t *bytes = mmap(NULL, BUFFERS * BUFFER_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
  if (bytes == MAP_FAILED) perror("mmap"), exit(1);
  struct wl_shm_pool *pool = wl_shm_create_pool(self->shm, memory, BUFFERS * BUFFER_BYTES);
  for (int index = 0; index < BUFFERS; index++) {
    buffer *one = &self->buffers[index];
    one->pixels = (uint32_t *)(void *)(bytes + index * BUFFER_BYTES);
    one->buffer = wl_shm_pool_create_buffer(pool, index * BUFFER_BYTES, PANEL_WIDTH, PANEL_HEIGHT, STRIDE, WL_SHM_FORMAT_XRGB8888);
    wl_buffer_add_listener(one->buffer, &buffer_listener, one);
  }
  wl_shm_pool_destroy(pool);
  close(memory);
}

/* ---- Window ---------------------------------------------------------------------------------------------------------------------- */

static void surface_configure(void *user, struct xdg_surface *surface, uint32_t serial) {
  host *self = user;
  xdg_surface_ack_configure(surface, serial);
  self->is_configured = 1;
}

static void toplevel_configure(void *user, struct xdg_toplevel *toplevel, int32_t width, int32_t height, struct wl_array *states) {
  (void)user, (void)toplevel, (void)width, (void)height, (void)states;
}

static void toplevel_close(void *user, struct xdg_toplevel *toplevel) {
  (void)toplevel;
  ((host *)user)->is_done = 1;
}

static void shell_ping(void *user, struct xdg_wm_base *shell, uint32_t serial) {
  (void)user;
  xdg_wm_base_pong(shell, serial);
}

static const struct xdg_surface_listener surface_listener = {.configure = surface_configure};
static const struct xdg_toplevel_listener toplevel_listener = {.configure = toplevel_configure, .close = toplevel_close};
static const struct xdg_wm_base_listener shell_listener = {.ping = shell_ping};

static void global_added(void *user, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version) {
  host *self = user;
  if (strcmp(interface, wl_compositor_interface.name) == 0 && version >= 4) {
    self->compositor = wl_registry_bind(registry, name, &wl_compositor_interface, 4);
  } else if (strcmp(interface, wl_shm_interface.name) == 0) {
    self->shm = wl_registry_bind(registry, name, &wl_shm_interface, 1);
  } else if (strcmp(interface, wl_seat_interface.name) == 0 && !self->seat) {
    self->seat = wl_registry_bind(registry, name, &wl_seat_interface, version < 5 ? version : 5);
    wl_seat_add_listener(self->seat, &seat_listener, self);
  } else if (strcmp(interface, xdg_wm_base_interface.name) == 0) {
    self->shell = wl_registry_bind(registry, name, &xdg_wm_base_interface, 1);
    xdg_wm_base_add_listener(self->shell, &shell_listener, self);
  }
}

static void global_removed(void *user, struct wl_registry *registry, uint32_t name) { (void)user, (void)registry, (void)name; }

static const struct wl_registry_listener registry_listener = {.global = global_added, .global_remove = global_removed};

static void connect_display(host *self) {
  self->display = wl_display_connect(NULL);
  if (!self->display) perror("wl_display_connect"), exit(1);
  wl_registry_add_listener(wl_display_get_registry(self->display), &registry_listener, self);
  wl_display_roundtrip(self->display);
  if (self->compositor && self->shm && self->shell) return;
  fprintf(stderr, "the compositor has no wl_compositor 4, wl_shm or xdg_wm_base\n");
  exit(1);
}

static void open_window(host *self) {
  self->surface = wl_compositor_create_surface(self->compositor);
  struct xdg_surface *surface = xdg_wm_base_get_xdg_surface(self->shell, self->surface);
  struct xdg_toplevel *toplevel = xdg_surface_get_toplevel(surface);
  xdg_surface_add_listener(surface, &surface_listener, self);
  xdg_toplevel_add_listener(toplevel, &toplevel_listener, self);
  xdg_toplevel_set_title(toplevel, "Contactor");
  wl_surface_commit(self->surface);
}

/* ---- Loop ------------------------------------------------------------------------------------------------------------------------ */

/* Waits for the compositor and the engine, and reads what the compositor said. */
static void wait_for_both(host *self) {
  struct pollfd descriptors[2] = {
      {.fd = wl_display_get_fd(self->display), .events = POLLIN},
      {.fd = contactor_engine_fd(self->panel.engine), .events = POLLIN},
  };
  while (wl_display_prepare_read(self->display) != 0) wl_display_dispatch_pending(self->display);
  wl_display_flush(self->display);
  if (poll(descriptors, 2, -1) < 0 && errno != EINTR) perror("poll"), exit(1);
  if (descriptors[0].revents & POLLIN) {
    wl_display_read_events(self->display);
  } else {
    wl_display_cancel_read(self->display);
  }
  if (wl_display_dispatch_pending(self->display) < 0) perror("the compositor is gone"), exit(1);
}

static void run(host *self) {
  int32_t at_end = 0;
  while (!self->is_done && !at_end) {
    draw(self);
    wait_for_both(self);
    MUST(contactor_engine_dispatch(self->panel.engine));
    if (self->recording) MUST(contactor_source_is_at_end(self->recording, &at_end));
  }
}

int main(int count, char **arguments) {
  host self = {.time = 0};
  connect_display(&self);
  create_buffers(&self);
  panel_create(&self.panel, CONTACTOR_CLOCK_MONOTONIC);
  MUST(contactor_view_on_change(self.panel.window, panel_changed, &self.panel, NULL));
  MUST(contactor_feed_create(self.panel.engine, 32, 1000, &self.feed));
  if (count > 1) MUST(contactor_source_open_recording(self.panel.engine, arguments[1], NULL, &self.recording));
  open_window(&self);
  run(&self);
  MUST(contactor_engine_destroy(self.panel.engine));
  wl_display_disconnect(self.display);
  return self.drawings > 0 ? 0 : 1;
}
