// ioctl() takes any arguments, so Swift does not import it.
#ifndef CSYSTEM_TERMINAL_H
#define CSYSTEM_TERMINAL_H

#include <stdint.h>

// TIOCGWINSZ: how many columns and rows a terminal has. Returns 0 or an errno.
int cct_terminal_size(int fd, uint16_t *columns, uint16_t *rows);

#endif
