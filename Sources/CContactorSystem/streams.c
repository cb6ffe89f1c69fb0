// Unix sockets that carry streams, for Swift.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "streams.h"

static int address_of(const char *path, struct sockaddr_un *address) {
  size_t length = strlen(path);
  if (length == 0) return ENOENT;
  if (length >= sizeof address->sun_path) return ENAMETOOLONG;
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  memcpy(address->sun_path, path, length);
  return 0;
}

// Closes a descriptor and returns the error from before.
static int fail(int fd, int error) {
  close(fd);
  return -error;
}

int cct_unix_bind(const char *path) {
  struct sockaddr_un address;
  int error = address_of(path, &address);
  if (error) return -error;
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0) return -errno;
  if (bind(fd, (struct sockaddr *)&address, sizeof address) < 0) return fail(fd, errno);
  return fd;
}

int cct_unix_connect(const char *path, int milliseconds) {
  struct sockaddr_un address;
  int error = address_of(path, &address);
  if (error) return -error;
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return -errno;
  struct timeval limit = {.tv_sec = milliseconds / 1000, .tv_usec = milliseconds % 1000 * 1000};
  setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
  setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  if (connect(fd, (struct sockaddr *)&address, sizeof address) < 0) return fail(fd, errno);
  return fd;
}

int cct_accept(int listening) {
  int fd = accept4(listening, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
  return fd < 0 ? -errno : fd;
}

int cct_peer(int fd, pid_t *process, uid_t *user, gid_t *group) {
  struct ucred peer = {0};
  socklen_t size = sizeof peer;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) < 0) return errno;
  *process = peer.pid;
  *user = peer.uid;
  *group = peer.gid;
  return 0;
}

int cct_send_all(int fd, const void *bytes, size_t count) {
  const char *next = bytes;
  while (count > 0) {
    ssize_t sent = send(fd, next, count, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return errno;
    next += sent;
    count -= (size_t)sent;
  }
  return 0;
}

ssize_t cct_send(int fd, const void *bytes, size_t count) {
  ssize_t sent = send(fd, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
  return sent < 0 ? -errno : sent;
}
