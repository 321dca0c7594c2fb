#include "cobs.h"

#define FULL_BLOCK 255 /* a block of 254 bytes after which no zero was taken out */

static void append(cobs_t *cobs, uint8_t *out, uint8_t size, uint8_t byte) {
  if (cobs->length >= size)
    cobs->overlong = 1;
  else
    out[cobs->length++] = byte;
}

uint8_t cobs_feed(cobs_t *cobs, uint8_t *out, uint8_t size, uint8_t byte) {
  if (byte == 0) {
    uint8_t verdict = !cobs->code ? COBS_MORE : cobs->left || cobs->overlong ? COBS_BROKEN : COBS_FRAME;
    cobs->code = cobs->left = cobs->overlong = 0;
    return verdict;
  }
  if (cobs->code == 0) cobs->length = 0;
  if (cobs->overlong) return COBS_MORE;
  if (cobs->left == 0) {
    if (cobs->code && cobs->code != FULL_BLOCK) append(cobs, out, size, 0);
    cobs->code = byte;
    cobs->left = (uint8_t)(byte - 1);
  } else {
    append(cobs, out, size, byte);
    cobs->left--;
  }
  return COBS_MORE;
}

uint8_t cobs_encode(const uint8_t *data, uint8_t length, uint8_t *out) {
  uint8_t code_at = 0, at = 1;
  for (uint8_t i = 0; i < length; i++) {
    if (data[i]) {
      out[at++] = data[i];
    } else {
      out[code_at] = (uint8_t)(at - code_at);
      code_at = at++;
    }
  }
  out[code_at] = (uint8_t)(at - code_at);
  out[at++] = 0;
  return at;
}
