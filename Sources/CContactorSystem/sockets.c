#define _GNU_SOURCE
#include "sockets.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static int set_address(struct sockaddr_un *address, const char *path) {
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  if (!*path) return EINVAL;
  if (strlen(path) >= sizeof address->sun_path) return ENAMETOOLONG;
  strcpy(address->sun_path, path);
  return 0;
}

static int make_socket(void) {
  int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  return fd < 0 ? -errno : fd;
}

// A message may have 256 KiB, which is more than the usual limit; the kernel doubles what it is told.
static void make_room(int fd) {
  const int size = 1 << 18;
  setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
}

int cct_socket_connect(const char *path) {
  struct sockaddr_un address;
  int error = set_address(&address, path);
  if (error) return -error;
  int fd = make_socket();
  if (fd < 0) return fd;
  make_room(fd);
  while (connect(fd, (const struct sockaddr *)&address, sizeof address) < 0) {
    if (errno == EINTR) continue;
    error = errno;
    close(fd);
    return -error;
  }
  return fd;
}

int cct_socket_listen(const char *path, mode_t mode) {
  struct sockaddr_un address;
  int error = set_address(&address, path);
  if (error) return -error;
  int fd = make_socket();
  if (fd < 0) return fd;
  // A connection is refused until listen(), so that no one gets in before the permissions are right, whatever the mask is.
  if (bind(fd, (const struct sockaddr *)&address, sizeof address) < 0 || chmod(path, mode) < 0 || listen(fd, 16) < 0) {
    error = errno;
    close(fd);
    return -error;
  }
  return fd;
}

int cct_socket_accept(int listener) {
  int fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (fd < 0) return -errno;
  make_room(fd);
  return fd;
}

static int option(int fd, int name) {
  int value = -1;
  socklen_t size = sizeof value;
  return getsockopt(fd, SOL_SOCKET, name, &value, &size) < 0 ? -1 : value;
}

int cct_socket_adopt(int listener) {
  if (fcntl(listener, F_GETFD) < 0) return errno;
  if (option(listener, SO_DOMAIN) != AF_UNIX || option(listener, SO_TYPE) != SOCK_SEQPACKET || option(listener, SO_ACCEPTCONN) != 1)
    return EPROTOTYPE;
  int flags = fcntl(listener, F_GETFL);
  if (flags < 0 || fcntl(listener, F_SETFL, flags | O_NONBLOCK) < 0 || fcntl(listener, F_SETFD, FD_CLOEXEC) < 0) return errno;
  return 0;
}

int cct_socket_peer(int socket, uid_t *uid, pid_t *pid) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) < 0) return errno;
  *uid = peer.uid;
  *pid = peer.pid;
  return 0;
}

int cct_socket_send(int socket, const void *bytes, size_t count, int fd) {
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  union {
    struct cmsghdr header;
    char room[CMSG_SPACE(sizeof(int))];
  } control;
  if (fd >= 0) {
    memset(&control, 0, sizeof control);
    message.msg_control = &control;
    message.msg_controllen = sizeof control.room;
    control.header = (struct cmsghdr){.cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS, .cmsg_len = CMSG_LEN(sizeof(int))};
    memcpy(CMSG_DATA(&control.header), &fd, sizeof fd);
  }
  while (sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT) < 0)
    if (errno != EINTR) return errno;
  return 0;
}

// The first descriptor of a message; those beyond it, for which the room may suffice, are closed.
static int take_descriptor(struct msghdr *message) {
  int result = -1;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(message); header; header = CMSG_NXTHDR(message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t index = 0; index < count; index++) {
      int fd;
      memcpy(&fd, CMSG_DATA(header) + index * sizeof fd, sizeof fd);
      if (result < 0) result = fd;
      else close(fd);
    }
  }
  return result;
}

ssize_t cct_socket_receive(int socket, void *bytes, size_t size, int *fd) {
  struct iovec part = {.iov_base = bytes, .iov_len = size};
  union {
    struct cmsghdr header;
    char room[CMSG_SPACE(sizeof(int))];
  } control;
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control.room};
  ssize_t count;
  do count = recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC | MSG_TRUNC);
  while (count < 0 && errno == EINTR);
  *fd = -1;
  if (count < 0) return -errno;
  *fd = take_descriptor(&message);
  return count;
}
