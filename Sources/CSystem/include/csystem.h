// The Linux calls that Swift's Glibc module leaves out. Nothing here keeps state. No system header but the two below: a
// module that includes <time.h> would take `timespec` away from Glibc for every file that imports both.
#ifndef CSYSTEM_H
#define CSYSTEM_H

#include <stdbool.h>
#include <stdint.h>

// epoll_create1(): a new instance, or -1 with errno.
int cct_epoll_create(void);

// epoll_ctl(): watches a descriptor for reading, or for its hang-up only. `token` comes back from cct_epoll_wait.
// Returns 0 or an errno.
int cct_epoll_add(int epoll, int fd, uint64_t token, bool reading);

// epoll_ctl(): stops watching a descriptor.
void cct_epoll_remove(int epoll, int fd);

// epoll_wait(): the tokens of at most 16 descriptors that have something; returns how many, or a negated errno.
int cct_epoll_wait(int epoll, uint64_t *tokens, int milliseconds);

// timerfd_create(): a timer on CLOCK_MONOTONIC that is not armed, or -1 with errno.
int cct_timer_create(void);

// timerfd_settime(): makes the timer readable at a moment of its clock; 0 or less means never.
void cct_timer_arm(int timer, int64_t microseconds);

// pthread_sigmask() and signalfd(): blocks the signals, and has a descriptor tell of them instead of those it told of
// before; -1 makes a new one. Returns the descriptor, or a negated errno.
int cct_signals_watch(int fd, const int32_t *signals, uint32_t count);

// Reads the number of the next signal; 0 if there is none.
int cct_signals_next(int fd);

// eventfd(): a descriptor that is readable, or -1 with errno.
int cct_ready_descriptor(void);

#endif
