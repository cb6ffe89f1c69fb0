#include "cruntime.h"

/* A jump and nothing else: a compiled function would set up a frame first, and a reference is retained four times in a tap. */
#if defined(__x86_64__) && defined(__ELF__)
__asm__(".text\n"
        ".globl contactor_try_retain\n"
        ".type contactor_try_retain, @function\n"
        "contactor_try_retain:\n"
        "  jmp swift_tryRetain@PLT\n"
        ".size contactor_try_retain, . - contactor_try_retain\n");
#elif defined(__aarch64__) && defined(__ELF__)
__asm__(".text\n"
        ".globl contactor_try_retain\n"
        ".type contactor_try_retain, %function\n"
        "contactor_try_retain:\n"
        "  b swift_tryRetain\n"
        ".size contactor_try_retain, . - contactor_try_retain\n");
#else
void *swift_tryRetain(void *object);

void *contactor_try_retain(void *object) { return swift_tryRetain(object); }
#endif
