/* Prints the resident memory of a program with an engine, a window and ten sliders, one of which was dragged, and whether libinput is mapped. */
#include <contactor.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void must(contactor_result result) {
  if (result == CONTACTOR_OK) return;
  fprintf(stderr, "%s: %s\n", contactor_result_name(result), contactor_error_text());
  exit(1);
}

/* The first line of a file that contains a text, in `line`; 0 if there is none. */
static int find_line(const char *path, const char *wanted, char *line, int size) {
  FILE *file = fopen(path, "r");
  int is_found = 0;
  while (file && !is_found && fgets(line, size, file)) is_found = strstr(line, wanted) != NULL;
  if (file) fclose(file);
  return is_found;
}

int main(void) {
  contactor_engine *engine = NULL;
  contactor_view *window = NULL, *sliders[10];
  contactor_feed *feed = NULL;
  char line[1024];
  double value = 0;
  must(contactor_engine_create(CONTACTOR_CLOCK_MONOTONIC, &engine));
  must(contactor_view_create(engine, CONTACTOR_WINDOW, (contactor_rect){0, 0, 800, 480}, &window));
  for (int index = 0; index < 10; index++) {
    must(contactor_view_create(engine, CONTACTOR_SLIDER, (contactor_rect){100, 20 + 44.0 * index, 400, 40}, &sliders[index]));
    must(contactor_view_add_subview(window, sliders[index]));
  }
  must(contactor_feed_create(engine, 64, 1000, &feed));
  must(contactor_feed_down(feed, 0, 100, 40));
  must(contactor_feed_frame(feed, 1000));
  for (unsigned step = 1; step <= 40; step++) {
    must(contactor_feed_moved(feed, 0, 100 + 5.0 * step, 40));
    must(contactor_feed_frame(feed, 1000 + step));
  }
  must(contactor_feed_up(feed, 0));
  must(contactor_feed_frame(feed, 1050));
  must(contactor_get_number(sliders[0], CONTACTOR_VALUE, &value));
  if (value != 0.5) return 1;
  if (!find_line("/proc/self/status", "VmRSS:", line, sizeof line)) return 1;
  printf("resident %ld kB\n", strtol(line + strlen("VmRSS:"), NULL, 10));
  printf("libinput %s\n", find_line("/proc/self/maps", "libinput", line, sizeof line) ? "mapped" : "not mapped");
  must(contactor_engine_destroy(engine));
  return 0;
}
