/* The strip controller: frames in, replies out, lights shown, a safe state when the host falls silent.
 *
 * Portable: no allocation, no library beyond memcpy and memset, no clock, no I/O, no floating point. A port calls
 * strip_tick with its milliseconds, then strip_rx with what its wire received, sends what strip_tx_pop gives, and
 * where strip_dirty says so renders and latches the strip - at most once in STRIP_LATCH_US, which is a rule for ports:
 * frames that follow each other faster are merged by the lights and show wrong colours. */
#ifndef TAVOLA_STRIP_H
#define TAVOLA_STRIP_H
#include <stdint.h>

#include "cobs.h"
#include "proto.h"

#ifndef STRIP_LEDS
#define STRIP_LEDS PROTO_LEDS
#endif

/* What the supply can give. BRIGHT can lower the cap and never raise it above this: the wire must not be able to
 * overload a supply. */
#ifndef STRIP_POWER_MA
#define STRIP_POWER_MA PROTO_POWER_MA
#endif

#define STRIP_VERSION_MAJOR 0
#define STRIP_VERSION_MINOR 1
#define STRIP_VERSION_PATCH 0

/* 24 bits of 1.25 us a light, then 300 us of silence, which is what a WS2812B takes as the end of a frame (280 us). */
#define STRIP_LATCH_US (STRIP_LEDS * 30 + 300)

#define STRIP_RX_SIZE (PROTO_HEADER + PROTO_MAX_PAYLOAD + PROTO_CRC)
#define STRIP_TX_SIZE 96
#define STRIP_LINK_LED (STRIP_LEDS - 1)

#if STRIP_LEDS < 1 || STRIP_LEDS > PROTO_MAX_PAYLOAD - PROTO_SHOW_SIZE
#error "STRIP_LEDS: the lights must fit one SHOW frame"
#endif
#if STRIP_POWER_MA < 1 || STRIP_POWER_MA > 5000
#error "STRIP_POWER_MA: 1 to 5000 mA"
#endif

typedef struct {
  uint8_t board;        /* PROTO_BOARD_... */
  uint8_t unique_id[8]; /* little-endian */
} strip_identity_t;

typedef struct {
  strip_identity_t identity;
  uint8_t reset_cause;
  uint8_t rx[STRIP_RX_SIZE];
  cobs_t cobs;
  uint8_t tx[STRIP_TX_SIZE]; /* ring: what is between tail and head waits to be sent */
  uint8_t tx_head, tx_tail;
  uint8_t linked;
  uint8_t nonce[4]; /* of the session; its first byte is the session */
  uint8_t has_gen;
  uint16_t gen;
  uint8_t lit[STRIP_LEDS + 2]; /* the cells, then the power cap: what the digest is made of */
  uint8_t dirty;
  uint8_t step;           /* of the effects */
  uint32_t effects_start; /* when they were at step 0 */
  uint32_t now, last_good;
  uint16_t ok, crc_errors, frame_errors, lost, overruns, tx_drops;
} strip_t;

/* Start in the safe state. reset_cause: bits as in AVR's MCUSR (ResetCause in messages.py). */
void strip_init(strip_t *strip, const strip_identity_t *identity, uint8_t reset_cause);

/* Tell the time in milliseconds since the start; may wrap. Call it before the bytes of that time. */
void strip_tick(strip_t *strip, uint32_t now_ms);

/* Take one byte from the wire. */
void strip_rx(strip_t *strip, uint8_t byte);

/* Count a byte that the port lost. */
void strip_overrun(strip_t *strip);

/* The next byte to send, or -1. */
int16_t strip_tx_pop(strip_t *strip);

/* Whether the colours may have changed since this was last asked. */
uint8_t strip_dirty(strip_t *strip);

/* Write the colours to latch: STRIP_LEDS x (green, red, blue). */
void strip_render(const strip_t *strip, uint8_t *grb);

#endif
