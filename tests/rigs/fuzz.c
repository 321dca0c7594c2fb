/* A libFuzzer target: a life of the core, told by the fuzzer's bytes, and what must hold in every life.
 *
 * Two bits of an order say what comes: raw bytes, or a frame whose checksum and stuffing are made right here, since a
 * fuzzer does not find a CRC-32 by trying; the session is made right as often as wrong. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "crc32.h"
#include "strip.h"

typedef struct {
  strip_t strip;
  uint32_t now_ms;
  uint8_t was_linked, was_has_gen;
  uint16_t was_gen;
  uint8_t was_nonce[4];
} life_t;

static void must(int holds) {
  if (!holds) abort();
}

static void look(life_t *life) {
  strip_t *strip = &life->strip;
  uint8_t grb[3 * STRIP_LEDS];
  unsigned total = 0, cap_ma = (unsigned)(strip->lit[STRIP_LEDS] | strip->lit[STRIP_LEDS + 1] << 8);
  must(strip->cobs.length <= STRIP_RX_SIZE);
  must(strip->tx_head < STRIP_TX_SIZE && strip->tx_tail < STRIP_TX_SIZE);
  must(cap_ma >= 1 && cap_ma <= STRIP_POWER_MA);
  for (unsigned i = 0; i < STRIP_LEDS; i++) {
    must(strip->lit[i] >> 4 < PROTO_EFFECTS && (strip->lit[i] & 15) < PROTO_COLOURS);
    if (!strip->linked && i != STRIP_LINK_LED) must(strip->lit[i] == 0);
    if (strip->linked && !strip->has_gen) must(strip->lit[i] == 0);
  }
  must(!strip->linked || strip->now - strip->last_good < PROTO_SAFE_MS);
  /* Within a session generations never go back. */
  if (life->was_linked && strip->linked && !memcmp(life->was_nonce, strip->nonce, 4) && life->was_has_gen)
    must(strip->has_gen && (uint16_t)(strip->gen - life->was_gen) < 0x8000u);
  strip_render(strip, grb);
  for (unsigned i = 0; i < sizeof grb; i++) total += grb[i];
  must(total * 20 <= cap_ma * 255);
  life->was_linked = strip->linked;
  life->was_has_gen = strip->has_gen;
  life->was_gen = strip->gen;
  memcpy(life->was_nonce, strip->nonce, 4);
}

static void feed(life_t *life, const uint8_t *bytes, size_t length) {
  for (size_t i = 0; i < length; i++) {
    strip_rx(&life->strip, bytes[i]);
    if (bytes[i] == 0) look(life);
  }
}

static void feed_frame(life_t *life, uint8_t order, const uint8_t *bytes, size_t length) {
  uint8_t raw[STRIP_RX_SIZE], wire[STRIP_RX_SIZE + 2];
  uint32_t check;
  if (length > STRIP_RX_SIZE - PROTO_CRC) length = STRIP_RX_SIZE - PROTO_CRC;
  memcpy(raw, bytes, length);
  if (order & 4 && length) raw[0] = (uint8_t)(1 + raw[0] % 4);
  if (order & 8 && length > 1) raw[1] = life->strip.nonce[0];
  if (order & 16 && length > PROTO_HEADER + 5 && raw[0] == PROTO_HELLO) {
    raw[1] = raw[PROTO_HEADER];
    raw[PROTO_HEADER + PROTO_HELLO_MAJOR] = PROTO_MAJOR;
  }
  if (order & 32 && raw[0] == PROTO_SHOW)
    for (size_t i = PROTO_HEADER + PROTO_SHOW_CELLS; i < length; i++) raw[i] &= 0x37;
  check = frame_crc32(raw, (uint8_t)length);
  for (unsigned i = 0; i < PROTO_CRC; i++) raw[length + i] = (uint8_t)(check >> 8 * i);
  feed(life, wire, cobs_encode(raw, (uint8_t)(length + PROTO_CRC), wire));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const strip_identity_t identity = {.board = PROTO_BOARD_PC};
  life_t life;
  memset(&life, 0, sizeof life);
  strip_init(&life.strip, &identity, 1);
  look(&life);
  while (size >= 2) {
    uint8_t order = data[0];
    size_t length = data[1] % 64;
    data += 2;
    size -= 2;
    if (length > size) length = size;
    switch (order & 3) {
      case 0:
        feed(&life, data, length);
        break;
      case 1:
      case 2:
        feed_frame(&life, order, data, length);
        break;
      default:
        life.now_ms += (uint32_t)order << (order & 4 ? 3 : 0);
        strip_tick(&life.strip, life.now_ms);
        look(&life);
        for (unsigned room = order; room-- && strip_tx_pop(&life.strip) >= 0;) {
        }
        strip_dirty(&life.strip);
        continue; /* its bytes are the next orders */
    }
    data += length;
    size -= length;
  }
  return 0;
}
