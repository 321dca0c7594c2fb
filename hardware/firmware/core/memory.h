/* All that the core takes from a C library: memcpy and memset, also where there is no library. */
#ifndef TAVOLA_MEMORY_H
#define TAVOLA_MEMORY_H

#if __STDC_HOSTED__
#include <string.h>
#else
#include <stddef.h>
void *memcpy(void *to, const void *from, size_t count);
void *memset(void *to, int value, size_t count);
#endif

#endif
