#ifndef CSYSTEM_STARTUP_PAGES_H
#define CSYSTEM_STARTUP_PAGES_H

/* Gives back the pages of code and constants that only start-up needed; dl_iterate_phdr(), madvise(). */
void cct_release_startup_pages(void);

#endif
