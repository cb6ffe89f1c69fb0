// Preloaded into a subject: while the file /tmp/survive/frozen is there, every event that is read from an input device has the same time.
// uinput gives no way to choose an event's time in the kernels that the virtual machine runs.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <linux/input.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

enum { inputMajor = 13 };

ssize_t read(int descriptor, void *buffer, size_t size) {
  static ssize_t (*next)(int, void *, size_t);
  static struct input_event first;
  static int isFrozen;
  if (!next) next = (ssize_t (*)(int, void *, size_t))dlsym(RTLD_NEXT, "read");
  ssize_t count = next(descriptor, buffer, size);
  struct stat status;
  if (count < (ssize_t)sizeof first || fstat(descriptor, &status) != 0 || !S_ISCHR(status.st_mode)) return count;
  if (major(status.st_rdev) != inputMajor) return count;
  if (access("/tmp/survive/frozen", F_OK) != 0) {
    isFrozen = 0;
    return count;
  }
  struct input_event *events = buffer;
  if (!isFrozen) first = events[0];
  isFrozen = 1;
  for (size_t index = 0; index < count / sizeof first; index++) events[index].time = first.time;
  return count;
}
