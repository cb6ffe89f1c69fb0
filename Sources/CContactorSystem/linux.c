// The Linux calls that Swift's Glibc module leaves out.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "csystem.h"

enum { epoll_batch = 16 };

int cct_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

int cct_epoll_add(int epoll, int fd, uint64_t token, bool reading) {
  // The hang-up is reported whether it is asked for or not.
  struct epoll_event event = {.events = reading ? EPOLLIN : 0, .data.u64 = token};
  return epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) < 0 ? errno : 0;
}

int cct_epoll_change(int epoll, int fd, uint64_t token, bool writing) {
  struct epoll_event event = {.events = writing ? EPOLLIN | EPOLLOUT : EPOLLIN, .data.u64 = token};
  return epoll_ctl(epoll, EPOLL_CTL_MOD, fd, &event) < 0 ? errno : 0;
}

void cct_epoll_remove(int epoll, int fd) { epoll_ctl(epoll, EPOLL_CTL_DEL, fd, NULL); }

int cct_epoll_wait(int epoll, uint64_t *tokens, int milliseconds) {
  struct epoll_event events[epoll_batch];
  int count = epoll_wait(epoll, events, epoll_batch, milliseconds);
  if (count < 0) return -errno;
  for (int index = 0; index < count; index++) tokens[index] = events[index].data.u64;
  return count;
}

int cct_timer_create(void) { return timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC); }

void cct_timer_arm(int timer, int64_t microseconds) {
  struct itimerspec setting = {0};
  if (microseconds > 0) {
    setting.it_value.tv_sec = microseconds / 1000000;
    setting.it_value.tv_nsec = microseconds % 1000000 * 1000;
  }
  timerfd_settime(timer, TFD_TIMER_ABSTIME, &setting, NULL);
}

int cct_signals_watch(int fd, const int32_t *signals, uint32_t count) {
  sigset_t mask;
  sigemptyset(&mask);
  for (uint32_t index = 0; index < count; index++) {
    if (sigaddset(&mask, signals[index]) < 0) return -errno;
  }
  int failure = pthread_sigmask(SIG_BLOCK, &mask, NULL);
  if (failure) return -failure;
  int result = signalfd(fd, &mask, SFD_NONBLOCK | SFD_CLOEXEC);
  return result < 0 ? -errno : result;
}

int cct_signals_next(int fd) {
  struct signalfd_siginfo information;
  return read(fd, &information, sizeof information) == sizeof information ? (int)information.ssi_signo : 0;
}

int cct_ready_descriptor(void) { return eventfd(1, EFD_CLOEXEC); }

int cct_terminal_size(int fd, uint16_t *columns, uint16_t *rows) {
  struct winsize size = {0};
  if (ioctl(fd, TIOCGWINSZ, &size) < 0) return errno;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 0;
}

// Read-only segments are clean copies of files: a page that is given back is read in again when it is next used.
static int release_object(struct dl_phdr_info *info, size_t size, void *data) {
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  (void)size;
  (void)data;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
    uintptr_t start = info->dlpi_addr + segment->p_vaddr;
    uintptr_t end = start + segment->p_memsz;
    if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W)) continue;
    start = start & ~(page - 1);
    end = end & ~(page - 1);
    if (end > start) madvise((void *)start, end - start, MADV_DONTNEED);
  }
  return 0;
}

void cct_release_startup_pages(void) { dl_iterate_phdr(release_object, NULL); }

static char removed_path[PATH_MAX];
static volatile sig_atomic_t is_removing;

static void remove_and_end(int number) {
  if (is_removing) unlink(removed_path);
  // The handler was reset (SA_RESETHAND), so the signal ends the program as if there had been none.
  raise(number);
}

int cct_unnamed_file_flags(void) { return O_TMPFILE; }

int cct_path_only_flag(void) { return O_PATH; }

void cct_remove_on_signals(const char *path) {
  is_removing = 0;
  if (!path || strlen(path) >= sizeof removed_path) return;
  strcpy(removed_path, path);
  is_removing = 1;
  const int numbers[] = {SIGHUP, SIGINT, SIGTERM};
  for (unsigned index = 0; index < sizeof numbers / sizeof *numbers; index++) {
    struct sigaction present;
    if (sigaction(numbers[index], NULL, &present) || present.sa_handler != SIG_DFL) continue;
    struct sigaction action = {.sa_handler = remove_and_end, .sa_flags = SA_RESETHAND};
    sigaction(numbers[index], &action, NULL);
  }
}
