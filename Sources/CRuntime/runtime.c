#include "cruntime.h"

void *swift_tryRetain(void *object);

void *contactor_try_retain(void *object) { return swift_tryRetain(object); }
