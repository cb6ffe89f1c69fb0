// Datagrams to Unix sockets.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "datagram.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

int cct_datagram_socket(void) {
  int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  return fd < 0 ? -errno : fd;
}

// A path ends with NUL; an abstract address begins with one.
uint32_t cct_datagram_address_limit(void) { return sizeof((struct sockaddr_un *)0)->sun_path - 1; }

int cct_datagram_send(int fd, const char *address, uint32_t length, const void *bytes, size_t count) {
  struct sockaddr_un target = {.sun_family = AF_UNIX};
  if (length == 0 || length > cct_datagram_address_limit()) return ENAMETOOLONG;
  memcpy(target.sun_path, address, length);
  socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
  if (address[0] == '@') target.sun_path[0] = 0;
  else size += 1;
  for (;;) {
    if (sendto(fd, bytes, count, MSG_DONTWAIT | MSG_NOSIGNAL, (struct sockaddr *)&target, size) >= 0) return 0;
    if (errno != EINTR) return errno;
  }
}
