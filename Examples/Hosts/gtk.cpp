/*
 * A host with GTK 4: a GSource on the engine's descriptor, GDK's touches and the mouse fed by hand, a GtkDrawingArea that draws.
 *
 *     gtk                          a window
 *     gtk RECORDING                a window, and a recording played into it
 *     gtk --self-test RECORDING    plays it, draws, checks what comes out; without a display it checks the GSource and the drawing alone
 */
#include "panel.h"

#include <gtk/gtk.h>

struct Host {
  panel state;
  contactor_feed *fingers = nullptr, *mouse = nullptr;
  contactor_source *recording = nullptr;
  GtkWidget *area = nullptr; // NULL without a display
  GMainLoop *loop = nullptr;
  int drawings = 0;
};

// ---- GSource -----------------------------------------------------------------------------------------------------------------------

struct EngineSource {
  GSource base;
  Host *host;
};

/// Input and deadlines: the descriptor is readable for both, so that the source needs no time-out.
static gboolean sourceDispatch(GSource *source, GSourceFunc, gpointer) {
  Host *host = reinterpret_cast<EngineSource *>(source)->host;
  int32_t atEnd = 0;
  MUST(contactor_engine_dispatch(host->state.engine));
  if (host->recording) MUST(contactor_source_is_at_end(host->recording, &atEnd));
  if (atEnd) {
    MUST(contactor_source_close(host->recording));
    host->recording = nullptr;
    g_main_loop_quit(host->loop);
  }
  return G_SOURCE_CONTINUE;
}

/// GLib dispatches a source whose descriptor is readable: there is nothing to prepare and nothing to check.
static GSource *addSource(Host *host) {
  static GSourceFuncs functions = {nullptr, nullptr, sourceDispatch, nullptr, nullptr, nullptr};
  GSource *source = g_source_new(&functions, sizeof(EngineSource));
  reinterpret_cast<EngineSource *>(source)->host = host;
  g_source_add_unix_fd(source, contactor_engine_fd(host->state.engine), G_IO_IN);
  g_source_attach(source, nullptr);
  return source;
}

// ---- Touches -----------------------------------------------------------------------------------------------------------------------

/// GDK names a finger by the address of its sequence; its time is milliseconds in 32 bits.
static void feed(GdkEventType type, contactor_feed *feed, int64_t id, double x, double y, guint32 time) {
  switch (type) {
  case GDK_TOUCH_BEGIN:
  case GDK_BUTTON_PRESS: MUST(contactor_feed_down(feed, id, x, y)); break;
  case GDK_TOUCH_UPDATE:
  case GDK_MOTION_NOTIFY: MUST(contactor_feed_moved(feed, id, x, y)); break;
  case GDK_TOUCH_END:
  case GDK_BUTTON_RELEASE: MUST(contactor_feed_up_at(feed, id, x, y)); break;
  default: MUST(contactor_feed_cancelled(feed, id)); break;
  }
  MUST(contactor_feed_frame(feed, time));
}

/// An event's place is in the surface's space, which has the window's shadow around the widgets.
static bool placeInArea(Host *host, GdkEvent *event, double *x, double *y) {
  GtkNative *native = gtk_widget_get_native(host->area);
  double left, top, surfaceX, surfaceY;
  if (!gdk_event_get_position(event, &surfaceX, &surfaceY)) return false;
  gtk_native_get_surface_transform(native, &left, &top);
  return gtk_widget_translate_coordinates(GTK_WIDGET(native), host->area, surfaceX - left, surfaceY - top, x, y);
}

static bool isLeftButton(GdkEvent *event, GdkEventType type) {
  if (type == GDK_MOTION_NOTIFY) return (gdk_event_get_modifier_state(event) & GDK_BUTTON1_MASK) != 0;
  return (type == GDK_BUTTON_PRESS || type == GDK_BUTTON_RELEASE) && gdk_button_event_get_button(event) == GDK_BUTTON_PRIMARY;
}

/// GTK's gestures would each take a finger for themselves; the legacy controller gets every event as it is.
static gboolean handleEvent(GtkEventControllerLegacy *, GdkEvent *event, gpointer user) {
  Host *host = static_cast<Host *>(user);
  const GdkEventType type = gdk_event_get_event_type(event);
  const bool isTouch = type == GDK_TOUCH_BEGIN || type == GDK_TOUCH_UPDATE || type == GDK_TOUCH_END || type == GDK_TOUCH_CANCEL;
  double x = 0, y = 0;
  if (!isTouch && !isLeftButton(event, type)) return GDK_EVENT_PROPAGATE;
  if (!placeInArea(host, event, &x, &y)) return GDK_EVENT_PROPAGATE;
  const auto finger = static_cast<int64_t>(reinterpret_cast<intptr_t>(gdk_event_get_event_sequence(event)));
  feed(type, isTouch ? host->fingers : host->mouse, isTouch ? finger : 0, x, y, gdk_event_get_time(event));
  return GDK_EVENT_STOP;
}

// ---- Drawing -----------------------------------------------------------------------------------------------------------------------

/// GTK draws an area as a whole, once a frame, however often it is asked.
static void changed(void *user, contactor_view *, uint32_t) {
  Host *host = static_cast<Host *>(user);
  host->state.is_changed = 1;
  if (host->area) gtk_widget_queue_draw(host->area);
}

static void fill(void *surface, contactor_rect rect, uint32_t colour) {
  auto cairo = static_cast<cairo_t *>(surface);
  cairo_set_source_rgb(cairo, (colour >> 16 & 255) / 255.0, (colour >> 8 & 255) / 255.0, (colour & 255) / 255.0);
  cairo_rectangle(cairo, rect.x, rect.y, rect.width, rect.height);
  cairo_fill(cairo);
}

static void draw(GtkDrawingArea *, cairo_t *cairo, int, int, gpointer user) {
  Host *host = static_cast<Host *>(user);
  host->drawings += 1;
  panel_draw(&host->state, fill, cairo);
}

// ---- Window ------------------------------------------------------------------------------------------------------------------------

static void openWindow(Host *host) {
  GtkWidget *window = gtk_window_new();
  GtkEventController *controller = gtk_event_controller_legacy_new();
  host->area = gtk_drawing_area_new();
  gtk_drawing_area_set_content_width(GTK_DRAWING_AREA(host->area), PANEL_WIDTH);
  gtk_drawing_area_set_content_height(GTK_DRAWING_AREA(host->area), PANEL_HEIGHT);
  gtk_drawing_area_set_draw_func(GTK_DRAWING_AREA(host->area), draw, host, nullptr);
  g_signal_connect(controller, "event", G_CALLBACK(handleEvent), host);
  gtk_widget_add_controller(host->area, controller);
  g_signal_connect_swapped(window, "close-request", G_CALLBACK(g_main_loop_quit), host->loop);
  gtk_window_set_title(GTK_WINDOW(window), "Contactor");
  gtk_window_set_child(GTK_WINDOW(window), host->area);
  gtk_window_present(GTK_WINDOW(window));
}

static void start(Host *host, bool hasDisplay) {
  host->loop = g_main_loop_new(nullptr, FALSE);
  panel_create(&host->state, CONTACTOR_CLOCK_MONOTONIC);
  MUST(contactor_feed_create(host->state.engine, 32, 1000, &host->fingers));
  MUST(contactor_feed_create(host->state.engine, 32, 1000, &host->mouse));
  MUST(contactor_view_on_change(host->state.window, changed, host, nullptr));
  if (hasDisplay) openWindow(host);
}

static void play(Host *host, const char *path) {
  MUST(contactor_source_open_recording(host->state.engine, path, nullptr, &host->recording));
}

// ---- Self-test ---------------------------------------------------------------------------------------------------------------------

static uint32_t pixel(Host *host, int x, int y) {
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, PANEL_WIDTH, PANEL_HEIGHT);
  cairo_t *cairo = cairo_create(surface);
  panel_draw(&host->state, fill, cairo);
  cairo_destroy(cairo);
  cairo_surface_flush(surface);
  const unsigned char *row = cairo_image_surface_get_data(surface) + y * cairo_image_surface_get_stride(surface);
  const uint32_t colour = reinterpret_cast<const uint32_t *>(row)[x] & 0xffffff;
  cairo_surface_destroy(surface);
  return colour;
}

/// Lets the main loop run.
static void settle(int milliseconds) {
  const gint64 end = g_get_monotonic_time() + 1000 * milliseconds;
  while (g_get_monotonic_time() < end) {
    g_main_context_iteration(nullptr, FALSE);
    g_usleep(1000);
  }
}

static void testFeed(Host *host, int *failures) {
  const guint32 now = 4294967000u; // the time wraps between two events
  host->state.presses = 0;
  feed(GDK_TOUCH_BEGIN, host->fingers, 1, 100, 70, now);
  feed(GDK_TOUCH_BEGIN, host->fingers, 2, 120, 160, now + 200);
  feed(GDK_TOUCH_UPDATE, host->fingers, 2, 200, 160, now + 400);
  panel_check(pixel(host, 50, 50) == PANEL_BUTTON_DOWN, "a button under a finger is drawn pressed", failures);
  feed(GDK_TOUCH_END, host->fingers, 1, 100, 70, now + 500);
  feed(GDK_TOUCH_CANCEL, host->fingers, 2, 0, 0, now + 600);
  panel_check(host->state.presses == 1, "a finger presses the button while another holds the slider", failures);
  panel_check(panel_is(host->state.value, 0.5) && pixel(host, 200, 160) == PANEL_KNOB, "the slider is where its finger left it", failures);
}

static void testTime(Host *host, int *failures) {
  host->state.long_presses = 0;
  feed(GDK_TOUCH_BEGIN, host->fingers, 3, 300, 60, 1000);
  settle(900);
  panel_check(host->state.long_presses == 1, "a finger that rests presses long", failures);
}

static int selfTest(Host *host, const char *recording) {
  int failures = 0;
  play(host, recording);
  g_main_loop_run(host->loop);
  panel_check(host->state.presses == 2 && panel_is(host->state.value, 0.75), "a recording's touches come by the GSource", &failures);
  if (host->area) {
    settle(200);
    const int before = host->drawings;
    panel_check(before > 1, "the area was drawn", &failures);
    settle(200);
    panel_check(host->drawings == before, "nothing changed, so nothing was drawn", &failures);
  } else {
    printf("no display: the window is not checked\n");
  }
  testFeed(host, &failures);
  testTime(host, &failures);
  return panel_verdict("gtk", failures);
}

int main(int count, char **arguments) {
  const bool isTest = count == 3 && strcmp(arguments[1], "--self-test") == 0, hasDisplay = gtk_init_check();
  Host host;
  int status = 0;
  if (!hasDisplay && !isTest) {
    fprintf(stderr, "no display\n");
    return 1;
  }
  start(&host, hasDisplay);
  GSource *source = addSource(&host);
  if (count == 2) play(&host, arguments[1]);
  if (isTest) {
    status = selfTest(&host, arguments[2]);
  } else {
    g_main_loop_run(host.loop);
  }
  g_source_destroy(source);
  g_source_unref(source);
  MUST(contactor_engine_destroy(host.state.engine));
  return status;
}
