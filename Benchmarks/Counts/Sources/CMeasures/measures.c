#include "measures.h"

#include <stdio.h>
#include <time.h>
#include <valgrind/callgrind.h>

uint64_t measure_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

void measure_by_lines(void) { setvbuf(stdout, NULL, _IOLBF, 0); }

void measure_start(void) { CALLGRIND_START_INSTRUMENTATION; }
void measure_zero(void) { CALLGRIND_ZERO_STATS; }
void measure_dump(const char *name) { CALLGRIND_DUMP_STATS_AT(name); }
void measure_stop(void) { CALLGRIND_STOP_INSTRUMENTATION; }
