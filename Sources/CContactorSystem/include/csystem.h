// The Linux calls that Swift's Glibc module leaves out. Nothing here keeps state, but for the path that
// cct_remove_on_signals() is given. No system header but the two below: a module that includes <time.h> would take
// `timespec` away from Glibc for every file that imports both.
#ifndef CSYSTEM_H
#define CSYSTEM_H

#include <stdbool.h>
#include <stdint.h>

// epoll_create1(): a new instance, or -1 with errno.
int cct_epoll_create(void);

// epoll_ctl(): watches a descriptor for reading, or for its hang-up only. `token` comes back from cct_epoll_wait.
// Returns 0 or an errno.
int cct_epoll_add(int epoll, int fd, uint64_t token, bool reading);

// epoll_ctl(): changes what a watched descriptor is watched for: reading always, and room to write into if `writing`. Returns 0 or an errno.
int cct_epoll_change(int epoll, int fd, uint64_t token, bool writing);

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

// TIOCGWINSZ: how many columns and rows a terminal has. Returns 0 or an errno.
int cct_terminal_size(int fd, uint16_t *columns, uint16_t *rows);

// dl_iterate_phdr(), madvise(): gives back the pages of code and constants that only start-up needed.
void cct_release_startup_pages(void);

// The flags of open() for a file without a name in a folder; O_TMPFILE is a macro of two flags, which Swift does not import.
int cct_unnamed_file_flags(void);

// The flag of open() for a descriptor that only stands for a path, which needs no permission to read; O_PATH, which Swift does not import.
int cct_path_only_flag(void);

// Removes a file when SIGHUP, SIGINT or SIGTERM ends the program; NULL forgets it. One file at a time: a later one takes
// the place of an earlier one. A signal that is caught or ignored stays so.
void cct_remove_on_signals(const char *path);

#endif
