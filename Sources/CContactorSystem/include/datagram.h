// Datagrams to Unix sockets: Swift cannot say the union that sendto() takes for an address.
#ifndef CSYSTEM_DATAGRAM_H
#define CSYSTEM_DATAGRAM_H

#include <stddef.h>
#include <stdint.h>

// socket(): a datagram socket that never waits, closed on exec, or a negated errno.
int cct_datagram_socket(void);

// The greatest number of bytes of an address that cct_datagram_send() takes.
uint32_t cct_datagram_address_limit(void);

// sendto(): sends a datagram to a path, or to an abstract address, which begins with '@'. Returns 0 or an errno: EAGAIN where
// the receiver's queue is full.
int cct_datagram_send(int fd, const char *address, uint32_t length, const void *bytes, size_t count);

#endif
