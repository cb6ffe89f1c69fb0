#define _GNU_SOURCE
#include "clogin.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

// MARK: The library

// The functions as sd-login(3) has them, so that its header is not needed to build this.
typedef struct sd_login_monitor sd_login_monitor;

static struct {
  int (*sd_pid_get_session)(pid_t, char **);
  int (*sd_pid_get_owner_uid)(pid_t, uid_t *);
  int (*sd_uid_get_display)(uid_t, char **);
  int (*sd_session_is_active)(const char *);
  int (*sd_session_get_seat)(const char *, char **);
  int (*sd_login_monitor_new)(const char *, sd_login_monitor **);
  sd_login_monitor *(*sd_login_monitor_unref)(sd_login_monitor *);
  int (*sd_login_monitor_flush)(sd_login_monitor *);
  int (*sd_login_monitor_get_fd)(sd_login_monitor *);
} library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char load_problem[256];

// The library's name for programs that run.
static const char library_name[] = "libsystemd.so.0";

static void load(void) {
  void *handle = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    snprintf(load_problem, sizeof load_problem, "%s", dlerror());
    return;
  }
  const struct {
    const char *name;
    void *place;
  } functions[] = {
    {"sd_pid_get_session", &library.sd_pid_get_session},
    {"sd_pid_get_owner_uid", &library.sd_pid_get_owner_uid},
    {"sd_uid_get_display", &library.sd_uid_get_display},
    {"sd_session_is_active", &library.sd_session_is_active},
    {"sd_session_get_seat", &library.sd_session_get_seat},
    {"sd_login_monitor_new", &library.sd_login_monitor_new},
    {"sd_login_monitor_unref", &library.sd_login_monitor_unref},
    {"sd_login_monitor_flush", &library.sd_login_monitor_flush},
    {"sd_login_monitor_get_fd", &library.sd_login_monitor_get_fd},
  };
  for (size_t index = 0; index < sizeof functions / sizeof functions[0]; index++) {
    void *function = dlsym(handle, functions[index].name);
    if (!function) {
      snprintf(load_problem, sizeof load_problem, "%s has no %s", library_name, functions[index].name);
      return;
    }
    memcpy(functions[index].place, &function, sizeof function);
  }
}

const char *cct_login_load(void) {
  pthread_once(&once, load);
  return load_problem[0] ? load_problem : NULL;
}

// MARK: Sessions

// Copies a name and releases the library's; a name that does not fit is none.
static int take(char *name, char *target) {
  size_t length = strlen(name);
  int fits = length < CCT_LOGIN_NAME_SIZE;
  if (fits) memcpy(target, name, length + 1);
  free(name);
  return fits ? 0 : -ENAMETOOLONG;
}

static int own_session(char **session) {
  int error = library.sd_pid_get_session(0, session);
  if (error >= 0) return 0;
  char *seat = NULL;
  const char *named = getenv("XDG_SESSION_ID");
  // A variable of a session that is over, or of none, says nothing.
  if (named && named[0] && library.sd_session_get_seat(named, &seat) >= 0) {
    free(seat);
    *session = strdup(named);
    return *session ? 0 : -ENOMEM;
  }
  uid_t user;
  if (library.sd_pid_get_owner_uid(0, &user) < 0 || library.sd_uid_get_display(user, session) < 0) return -ENODATA;
  return 0;
}

int cct_login_find(const char *wanted, char *session, char *seat) {
  char *name = NULL;
  if (wanted) {
    name = strdup(wanted);
    if (!name) return -ENOMEM;
  } else {
    int error = own_session(&name);
    if (error < 0) return error;
  }
  char *found = NULL;
  int error = library.sd_session_get_seat(name, &found);
  if (error < 0) {
    free(name);
    // An id that cannot be one is told as invalid.
    return error == -EINVAL || error == -ENOENT ? -ENXIO : error;
  }
  error = take(name, session);
  int other = take(found, seat);
  return error ? error : other;
}

int cct_login_is_active(const char *session) { return library.sd_session_is_active(session) > 0; }

// MARK: Changes

struct cct_login_monitor {
  sd_login_monitor *monitor;
};

cct_login_monitor *cct_login_monitor_open(void) {
  cct_login_monitor *monitor = calloc(1, sizeof *monitor);
  if (!monitor) return NULL;
  int error = library.sd_login_monitor_new("session", &monitor->monitor);
  if (error >= 0) return monitor;
  free(monitor);
  errno = -error;
  return NULL;
}

void cct_login_monitor_close(cct_login_monitor *monitor) {
  if (!monitor) return;
  library.sd_login_monitor_unref(monitor->monitor);
  free(monitor);
}

int cct_login_monitor_fd(cct_login_monitor *monitor) { return library.sd_login_monitor_get_fd(monitor->monitor); }

void cct_login_monitor_empty(cct_login_monitor *monitor) { library.sd_login_monitor_flush(monitor->monitor); }
