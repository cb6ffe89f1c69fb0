// Local sockets that carry whole messages (AF_UNIX, SOCK_SEQPACKET), with a descriptor beside a message, and what the kernel
// knows of who is at the other end: macros and structures that Swift does not import.
#ifndef CSYSTEM_SOCKETS_H
#define CSYSTEM_SOCKETS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// socket() and connect(), without waiting: a descriptor, or a negated errno; -EAGAIN where too many wait already.
int cct_socket_connect(const char *path);

// socket(), bind() and listen(): a descriptor that others connect to, or a negated errno. The file has these permissions.
int cct_socket_listen(const char *path, mode_t mode);

// accept4(): the next connection, or a negated errno; -EAGAIN where there is none.
int cct_socket_accept(int listener);

// Makes a descriptor that another program handed over one of a listening socket of this kind: 0 or an errno, EPROTOTYPE for
// another kind. It does not wait and is closed on exec from now on.
int cct_socket_adopt(int listener);

// SO_PEERCRED: the user and the process at the other end, as it connected. Returns 0 or an errno.
int cct_socket_peer(int socket, uid_t *uid, pid_t *pid);

// sendmsg(), without waiting: a message, and a descriptor unless that is -1. Returns 0 or an errno.
int cct_socket_send(int socket, const void *bytes, size_t count, int fd);

// recvmsg(), without waiting: how many bytes the next message has, of which `size` at most are stored; 0 at the end, or a
// negated errno. The descriptor that came with it goes to *fd, or -1; any more are closed.
ssize_t cct_socket_receive(int socket, void *bytes, size_t size, int *fd);

#endif
