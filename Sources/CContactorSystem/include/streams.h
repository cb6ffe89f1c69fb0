// Unix sockets that carry streams: Swift's Glibc module has neither the macros of sockaddr_un nor struct ucred.
#ifndef CSYSTEM_STREAMS_H
#define CSYSTEM_STREAMS_H

#include <sys/types.h>

// socket(), bind(): a stream socket at a path, closed on exec, that does not wait and does not listen yet. Returns the descriptor, or a
// negated errno; -ENAMETOOLONG for a path of more than 107 bytes.
int cct_unix_bind(const char *path);

// connect(): a stream socket that is connected to the one at a path, closed on exec. Calls on it wait `milliseconds` at most, for ever if 0.
// Returns the descriptor, or a negated errno.
int cct_unix_connect(const char *path, int milliseconds);

// accept4(): the next connection, closed on exec, that does not wait. Returns the descriptor, or a negated errno.
int cct_accept(int listening);

// SO_PEERCRED: the process at the other end as it connected. Returns 0 or an errno.
int cct_peer(int fd, pid_t *process, uid_t *user, gid_t *group);

// send(MSG_NOSIGNAL): sends all of the bytes, and waits as long as the socket's calls do. Returns 0 or an errno.
int cct_send_all(int fd, const void *bytes, size_t count);

// send(MSG_NOSIGNAL | MSG_DONTWAIT): how many bytes were taken, or a negated errno.
ssize_t cct_send(int fd, const void *bytes, size_t count);

#endif
