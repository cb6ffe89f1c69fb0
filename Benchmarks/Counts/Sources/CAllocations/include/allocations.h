#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

#include <stdint.h>

/* How many blocks this process has asked the heap for. Whatever links this target counts: it takes malloc's place. */
uint64_t allocation_count(void);

#endif
