// The kernel's framebuffers, /dev/fbN: Swift's Glibc module has neither <linux/fb.h> nor its requests.
#ifndef CSYSTEM_FRAMEBUFFER_H
#define CSYSTEM_FRAMEBUFFER_H

#include <stdbool.h>
#include <stdint.h>

// How the pixels of a framebuffer lie in its memory.
typedef struct {
  // The visible part, in pixels, and where it begins in the memory.
  uint32_t width, height, x, y;
  // Bits of a pixel, and bytes from one row to the next.
  uint32_t bits, stride;
  // The bytes of the memory.
  uint64_t size;
  // The lowest bit and the number of bits of each colour.
  uint32_t red_offset, red_bits, green_offset, green_bits, blue_offset, blue_bits;
  // Whether pixels are packed numbers with colours in them, one behind the other.
  bool is_packed;
} cct_framebuffer;

// FBIOGET_VSCREENINFO, FBIOGET_FSCREENINFO: the geometry of an open framebuffer. Returns 0 or an errno; ENOTTY for what is none.
int cct_framebuffer_geometry(int fd, cct_framebuffer *geometry);

// Whether a descriptor is one of the kernel's own consoles, which draw on the framebuffer themselves; KDGKBTYPE.
bool cct_is_console(int fd);

#endif
