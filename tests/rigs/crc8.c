/* CRC-8 (polynomial 0x07) in the place of the CRC-32, to see the rig catch what it lets pass. */
#include "crc32.h"

uint32_t frame_crc32(const uint8_t *data, uint8_t length) {
  uint8_t crc = 0xff;
  while (length--) {
    crc ^= *data++;
    for (int bit = 0; bit < 8; bit++) crc = (uint8_t)(crc & 0x80 ? crc << 1 ^ 0x07 : crc << 1);
  }
  return crc;
}
