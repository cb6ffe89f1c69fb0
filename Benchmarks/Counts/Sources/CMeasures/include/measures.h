#ifndef MEASURES_H
#define MEASURES_H

#include <stdint.h>

/* The processor time of this process in nanoseconds: what others do on the machine does not count. */
uint64_t measure_nanoseconds(void);

/* Standard output is written line by line from now on, also to a file. */
void measure_by_lines(void);

/* Outside of callgrind these do nothing. */
void measure_start(void);
void measure_zero(void);
void measure_dump(const char *name);
void measure_stop(void);

/* One event as the kernel hands it out, and what the plain decoder makes of a contact. */
struct plain_event {
  int64_t seconds;
  int64_t microseconds;
  uint16_t type;
  uint16_t code;
  int32_t value;
};

struct plain_contact {
  double x, y;
  double pressure;
  int32_t tracking_id;
  int32_t slot;
  uint8_t phase; /* 0 began, 1 moved, 3 ended */
};

enum { PLAIN_SLOTS = 10 };

struct plain_decoder {
  struct {
    int32_t tracking_id, reported_id, x, y, pressure;
    uint8_t changed;
  } slots[PLAIN_SLOTS];
  int32_t slot;
  double scale_x, scale_y;
  int64_t time;
  struct plain_contact contacts[2 * PLAIN_SLOTS];
};

/* Prepares a decoder whose panel is `width` by `height` units on a screen of 800 by 480 points. */
void plain_start(struct plain_decoder *decoder, double width, double height);

/* Takes events; returns how many contacts the last frame had. What one writes in C without further thought: a switch, a
   table of slots, a loop over it at each SYN_REPORT. */
int plain_decode(struct plain_decoder *decoder, const struct plain_event *events, int count);

#endif
