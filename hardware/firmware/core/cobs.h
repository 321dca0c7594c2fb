/* COBS, a byte at a time: no zero inside a frame, so a zero always ends one and the stream finds its feet again. */
#ifndef TAVOLA_COBS_H
#define TAVOLA_COBS_H
#include <stdint.h>

typedef struct {
  uint8_t length;   /* bytes decoded so far; of a whole frame until the next one begins */
  uint8_t code;     /* code byte of the block under way; 0 between frames */
  uint8_t left;     /* bytes of that block still to come */
  uint8_t overlong; /* more came than there is room for: skip to the next zero */
} cobs_t;

enum { COBS_MORE, COBS_FRAME, COBS_BROKEN };

/* Take one byte; decoded bytes go to out, which has room for size. COBS_FRAME: length bytes are there.
 * COBS_BROKEN: what the zero ended was cut or overlong. A cobs_t starts as all zeros. */
uint8_t cobs_feed(cobs_t *cobs, uint8_t *out, uint8_t size, uint8_t byte);

/* Encode up to 253 bytes; out has room for length + 2. Returns the bytes written, the zero at the end included. */
uint8_t cobs_encode(const uint8_t *data, uint8_t length, uint8_t *out);

#endif
