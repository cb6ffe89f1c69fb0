#ifndef CLOGIN_H
#define CLOGIN_H

#include <stddef.h>

// The functions of libsystemd (sd-login) that a program needs to follow its login session. The library is loaded when it is asked for.

#ifdef __cplusplus
extern "C" {
#endif

enum { CCT_LOGIN_NAME_SIZE = 256 };

// Loads the library; NULL where it is there, else why it is not.
const char *cct_login_load(void);

// Finds a session and its seat; each name is copied with its end, at most CCT_LOGIN_NAME_SIZE bytes.
//
// `wanted` is the session's id; NULL stands for that of this process: the one it was started in, else the one of XDG_SESSION_ID, else,
// for a process of a user's service manager, the one with the user's display.
// Returns 0, or a negative errno: -ENXIO for no such session, -ENODATA for a process outside of all sessions, and for a session without
// a seat, such as one of ssh.
int cct_login_find(const char *wanted, char *session, char *seat);

// Whether a session has its seat; 0 also for one that is over.
int cct_login_is_active(const char *session);

typedef struct cct_login_monitor cct_login_monitor;

// Watches for changes of sessions; NULL where that cannot be done, with errno.
cct_login_monitor *cct_login_monitor_open(void);
void cct_login_monitor_close(cct_login_monitor *monitor);
// Readable after a change, until the monitor is emptied.
int cct_login_monitor_fd(cct_login_monitor *monitor);
void cct_login_monitor_empty(cct_login_monitor *monitor);

#ifdef __cplusplus
}
#endif

#endif
