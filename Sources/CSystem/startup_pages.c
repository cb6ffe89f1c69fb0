#define _GNU_SOURCE
#include "startup_pages.h"

#include <link.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

/* Read-only segments are clean copies of files: what is given back is read in again when it is next used. */
static int release_object(struct dl_phdr_info *info, size_t size, void *data)
{
	const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);

	(void)size;
	(void)data;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
		uintptr_t start = info->dlpi_addr + segment->p_vaddr;
		uintptr_t end = start + segment->p_memsz;

		if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W))
			continue;
		start = start & ~(page - 1);
		end = end & ~(page - 1);
		if (end > start)
			madvise((void *)start, end - start, MADV_DONTNEED);
	}
	return 0;
}

void cct_release_startup_pages(void)
{
	dl_iterate_phdr(release_object, NULL);
}
