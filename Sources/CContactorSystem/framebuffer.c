// The kernel's framebuffers.
#include <errno.h>
#include <linux/fb.h>
#include <linux/kd.h>
#include <sys/ioctl.h>

#include "framebuffer.h"

int cct_framebuffer_geometry(int fd, cct_framebuffer *geometry) {
  struct fb_var_screeninfo variable = {0};
  struct fb_fix_screeninfo fixed = {0};
  if (ioctl(fd, FBIOGET_VSCREENINFO, &variable) < 0 || ioctl(fd, FBIOGET_FSCREENINFO, &fixed) < 0) return errno;
  *geometry = (cct_framebuffer){
      .width = variable.xres,
      .height = variable.yres,
      .x = variable.xoffset,
      .y = variable.yoffset,
      .bits = variable.bits_per_pixel,
      .stride = fixed.line_length,
      .size = fixed.smem_len,
      .red_offset = variable.red.offset,
      .red_bits = variable.red.length,
      .green_offset = variable.green.offset,
      .green_bits = variable.green.length,
      .blue_offset = variable.blue.offset,
      .blue_bits = variable.blue.length,
      .is_packed = fixed.type == FB_TYPE_PACKED_PIXELS && (fixed.visual == FB_VISUAL_TRUECOLOR || fixed.visual == FB_VISUAL_DIRECTCOLOR),
  };
  return 0;
}

bool cct_is_console(int fd) {
  char type = 0;
  return ioctl(fd, KDGKBTYPE, &type) == 0;
}
