#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

#include <stdint.h>

/* How many blocks this process has asked the heap for. Whatever links this target counts: it takes malloc's place. */
uint64_t allocation_count(void);

/* The bytes of the heap that are in use, with what the allocator itself needs for each block. */
uint64_t allocation_bytes(void);

#endif
