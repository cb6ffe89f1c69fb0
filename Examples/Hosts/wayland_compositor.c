/*
 * A compositor for the test of wayland.c: it starts the client, shows its window to nobody, and touches it over the real protocol. (Compositors
 * without a display have no touchscreen, and none takes touches from a program.) What the client draws says whether a step has come out;
 * what it prints goes on to our standard output.
 *
 *     wayland_compositor CLIENT
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <wayland-server.h>

#include "panel.h"
#include "xdg-shell-server-protocol.h" // made by wayland-scanner, see the Makefile

enum { TIME_LIMIT_MS = 10000 };

typedef struct compositor {
  struct wl_display *display;
  struct wl_resource *surface, *touch, *toplevel, *xdg_surface;
  struct wl_resource *attached; /* the buffer of the next commit */
  struct wl_resource *frame;    /* the callback of the next commit */
  uint32_t pixels[PANEL_WIDTH * PANEL_HEIGHT];
  int commits, step, is_late;
} compositor;

static compositor self;

/* ---- Steps ----------------------------------------------------------------------------------------------------------------------- */

static uint32_t pixel(int x, int y) { return self.pixels[y * PANEL_WIDTH + x] & 0xffffff; }
static uint32_t time_now(void) { return (uint32_t)(1000 + 100 * self.step); }

static void down(int32_t id, int x, int y) {
  wl_touch_send_down(self.touch, wl_display_next_serial(self.display), time_now(), self.surface, id, wl_fixed_from_int(x), wl_fixed_from_int(y));
}

static void up(int32_t id) { wl_touch_send_up(self.touch, wl_display_next_serial(self.display), time_now(), id); }

static void touch_two(void) {
  down(0, 100, 70);
  down(1, 120, 160);
  wl_touch_send_frame(self.touch);
}

static void move_one_and_lift_other(void) {
  wl_touch_send_motion(self.touch, time_now(), 1, wl_fixed_from_int(200), wl_fixed_from_int(160));
  up(0);
  wl_touch_send_frame(self.touch);
}

static void use_id_again(void) {
  up(1);
  down(0, 100, 70);
  wl_touch_send_frame(self.touch);
}

static void cancel(void) { wl_touch_send_cancel(self.touch); }
static void close_window(void) { xdg_toplevel_send_close(self.toplevel); }

static int is_at_rest(void) { return pixel(50, 50) == PANEL_BUTTON && pixel(50, 160) == PANEL_KNOB; }
static int is_quarter_and_down(void) { return pixel(50, 50) == PANEL_BUTTON_DOWN && pixel(120, 160) == PANEL_KNOB; }
static int is_half_and_up(void) { return pixel(50, 50) == PANEL_BUTTON && pixel(200, 160) == PANEL_KNOB; }
static int is_half_and_down(void) { return pixel(50, 50) == PANEL_BUTTON_DOWN && pixel(200, 160) == PANEL_KNOB; }

/* When a picture is as it should be, the next thing happens. */
static const struct {
  int (*is_drawn)(void);
  const char *sentence;
  void (*next)(void);
} steps[] = {
    {is_at_rest, "the window is drawn", touch_two},
    {is_quarter_and_down, "two fingers: a pressed button, a slider at 25 %", move_one_and_lift_other},
    {is_half_and_up, "one lifted, one moved in the same frame", use_id_again},
    {is_half_and_down, "the lifted finger's id presses again", cancel},
    {is_half_and_up, "after a cancel nothing is pressed", close_window},
};
enum { STEPS = sizeof steps / sizeof steps[0] };

static void check_picture(void) {
  if (self.step == STEPS || !self.touch || !steps[self.step].is_drawn()) return;
  printf("ok: %s\n", steps[self.step].sentence);
  fflush(stdout);
  self.step += 1;
  steps[self.step - 1].next();
}

/* ---- Surface --------------------------------------------------------------------------------------------------------------------- */

static void copy_picture(void) {
  struct wl_shm_buffer *buffer = wl_shm_buffer_get(self.attached);
  wl_shm_buffer_begin_access(buffer);
  if (wl_shm_buffer_get_width(buffer) == PANEL_WIDTH && wl_shm_buffer_get_height(buffer) == PANEL_HEIGHT) {
    memcpy(self.pixels, wl_shm_buffer_get_data(buffer), sizeof self.pixels);
  }
  wl_shm_buffer_end_access(buffer);
  wl_buffer_send_release(self.attached);
  self.attached = NULL;
}

static void surface_commit(struct wl_client *client, struct wl_resource *resource) {
  (void)client, (void)resource;
  self.commits += 1;
  if (self.commits == 1) { // the commit without a buffer asks for a size
    struct wl_array states;
    wl_array_init(&states);
    xdg_toplevel_send_configure(self.toplevel, 0, 0, &states);
    wl_array_release(&states);
    xdg_surface_send_configure(self.xdg_surface, wl_display_next_serial(self.display));
    return;
  }
  if (self.attached) copy_picture();
  if (self.frame) {
    wl_callback_send_done(self.frame, time_now());
    wl_resource_destroy(self.frame);
    self.frame = NULL;
  }
  check_picture();
}

static void surface_attach(struct wl_client *client, struct wl_resource *resource, struct wl_resource *buffer, int32_t x, int32_t y) {
  (void)client, (void)resource, (void)x, (void)y;
  self.attached = buffer;
}

static void surface_frame(struct wl_client *client, struct wl_resource *resource, uint32_t id) {
  (void)resource;
  self.frame = wl_resource_create(client, &wl_callback_interface, 1, id);
}

static void surface_damage(struct wl_client *client, struct wl_resource *resource, int32_t x, int32_t y, int32_t width, int32_t height) {
  (void)client, (void)resource, (void)x, (void)y, (void)width, (void)height;
}

static const struct wl_surface_interface surface_requests = {
    .attach = surface_attach, .commit = surface_commit, .damage = surface_damage, .damage_buffer = surface_damage, .frame = surface_frame};

static void create_surface(struct wl_client *client, struct wl_resource *resource, uint32_t id) {
  self.surface = wl_resource_create(client, &wl_surface_interface, wl_resource_get_version(resource), id);
  wl_resource_set_implementation(self.surface, &surface_requests, NULL, NULL);
}

static const struct wl_compositor_interface compositor_requests = {.create_surface = create_surface};

/* ---- Shell and seat -------------------------------------------------------------------------------------------------------------- */

static void set_title(struct wl_client *client, struct wl_resource *resource, const char *title) { (void)client, (void)resource, (void)title; }
static void ack_configure(struct wl_client *client, struct wl_resource *resource, uint32_t serial) { (void)client, (void)resource, (void)serial; }

static const struct xdg_toplevel_interface toplevel_requests = {.set_title = set_title};

static void get_toplevel(struct wl_client *client, struct wl_resource *resource, uint32_t id) {
  self.toplevel = wl_resource_create(client, &xdg_toplevel_interface, wl_resource_get_version(resource), id);
  wl_resource_set_implementation(self.toplevel, &toplevel_requests, NULL, NULL);
}

static const struct xdg_surface_interface xdg_surface_requests = {.get_toplevel = get_toplevel, .ack_configure = ack_configure};

static void get_xdg_surface(struct wl_client *client, struct wl_resource *resource, uint32_t id, struct wl_resource *surface) {
  (void)surface;
  self.xdg_surface = wl_resource_create(client, &xdg_surface_interface, wl_resource_get_version(resource), id);
  wl_resource_set_implementation(self.xdg_surface, &xdg_surface_requests, NULL, NULL);
}

static const struct xdg_wm_base_interface shell_requests = {.get_xdg_surface = get_xdg_surface};

static void get_touch(struct wl_client *client, struct wl_resource *resource, uint32_t id) {
  self.touch = wl_resource_create(client, &wl_touch_interface, wl_resource_get_version(resource), id);
  wl_resource_set_implementation(self.touch, NULL, NULL, NULL);
}

static const struct wl_seat_interface seat_requests = {.get_touch = get_touch};

static void bind_compositor(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
  (void)data;
  wl_resource_set_implementation(wl_resource_create(client, &wl_compositor_interface, (int)version, id), &compositor_requests, NULL, NULL);
}

static void bind_shell(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
  (void)data;
  wl_resource_set_implementation(wl_resource_create(client, &xdg_wm_base_interface, (int)version, id), &shell_requests, NULL, NULL);
}

static void bind_seat(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
  struct wl_resource *seat = wl_resource_create(client, &wl_seat_interface, (int)version, id);
  (void)data;
  wl_resource_set_implementation(seat, &seat_requests, NULL, NULL);
  wl_seat_send_capabilities(seat, WL_SEAT_CAPABILITY_TOUCH);
}

/* ---- Client ---------------------------------------------------------------------------------------------------------------------- */

static void client_gone(struct wl_listener *listener, void *client) {
  (void)listener, (void)client;
  wl_display_terminate(self.display);
}

static int time_is_over(void *data) {
  (void)data;
  self.is_late = 1;
  wl_display_terminate(self.display);
  return 0;
}

/* The client inherits its end of the connection: no socket in the file system. */
static pid_t start_client(char *program) {
  static struct wl_listener gone = {.notify = client_gone};
  char number[16];
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) perror("socketpair"), exit(1);
  pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    snprintf(number, sizeof number, "%d", ends[1]);
    setenv("WAYLAND_SOCKET", number, 1);
    execl(program, program, (char *)NULL);
    perror(program);
    _exit(127);
  }
  close(ends[1]);
  wl_client_add_destroy_listener(wl_client_create(self.display, ends[0]), &gone);
  return child;
}

int main(int count, char **arguments) {
  int status = 0, failures = 0;
  if (count != 2) return 2;
  self.display = wl_display_create();
  wl_display_init_shm(self.display);
  wl_global_create(self.display, &wl_compositor_interface, 4, NULL, bind_compositor);
  wl_global_create(self.display, &xdg_wm_base_interface, 1, NULL, bind_shell);
  wl_global_create(self.display, &wl_seat_interface, 5, NULL, bind_seat);
  pid_t child = start_client(arguments[1]);
  struct wl_event_source *limit = wl_event_loop_add_timer(wl_display_get_event_loop(self.display), time_is_over, NULL);
  wl_event_source_timer_update(limit, TIME_LIMIT_MS);
  wl_display_run(self.display);
  if (self.is_late) kill(child, SIGKILL);
  waitpid(child, &status, 0);
  panel_check(self.step == STEPS, "every step came out", &failures);
  panel_check(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the client ended as its window was closed", &failures);
  wl_display_destroy(self.display);
  return panel_verdict("wayland", failures);
}
