#include "terminal.h"

#include <errno.h>
#include <sys/ioctl.h>

int cct_terminal_size(int fd, uint16_t *columns, uint16_t *rows) {
  struct winsize size = {0};
  if (ioctl(fd, TIOCGWINSZ, &size) < 0) return errno;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 0;
}
