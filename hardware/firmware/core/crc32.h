/* CRC-32 as in zlib: polynomial 0xedb88320 reflected, start and end inverted. */
#ifndef TAVOLA_CRC32_H
#define TAVOLA_CRC32_H
#include <stdint.h>

uint32_t frame_crc32(const uint8_t *data, uint8_t length);

#endif
