/* CRC-16/CCITT in the place of the CRC-32, to see the rig catch what it lets pass. */
#include "crc32.h"

uint32_t frame_crc32(const uint8_t *data, uint8_t length) {
  uint16_t crc = 0xffff;
  while (length--) {
    crc = (uint16_t)(crc ^ *data++ << 8);
    for (int bit = 0; bit < 8; bit++) crc = (uint16_t)(crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1);
  }
  return crc;
}
