#include "strip.h"

#include "crc32.h"
#include "memory.h"
#include "render.h"

#define CAP (STRIP_LEDS) /* where the power cap lies in lit */
#define SAFE_CELL (PROTO_EFFECT_BLINK << 4 | PROTO_COLOUR_AMBER)

static uint16_t get16(const uint8_t *from) { return (uint16_t)(from[0] | (uint16_t)from[1] << 8); }

static void put16(uint8_t *to, uint16_t value) {
  to[0] = (uint8_t)value;
  to[1] = (uint8_t)(value >> 8);
}

static void put32(uint8_t *to, uint32_t value) {
  put16(to, (uint16_t)value);
  put16(to + 2, (uint16_t)(value >> 16));
}

/* ---- what is shown ---- */

static void restart_effects(strip_t *strip) {
  strip->effects_start = strip->now;
  strip->step = 0;
}

static uint8_t is_animated(const strip_t *strip) {
  for (uint8_t i = 0; i < STRIP_LEDS; i++)
    if (strip->lit[i] >> 4 != PROTO_EFFECT_STEADY) return 1;
  return 0;
}

/* All off, full power allowed, no generation: how a session starts. */
static void go_dark(strip_t *strip) {
  memset(strip->lit, 0, STRIP_LEDS);
  put16(strip->lit + CAP, STRIP_POWER_MA);
  strip->has_gen = 0;
  strip->gen = 0;
  strip->dirty = 1;
}

/* Without a host nothing on the board may look like a verdict: all off, and one light that says so. */
static void go_safe(strip_t *strip) {
  go_dark(strip);
  strip->linked = 0;
  strip->lit[STRIP_LINK_LED] = SAFE_CELL;
  restart_effects(strip);
}

/* ---- replies ---- */

/* Send a frame of length bytes at frame, which has room for the CRC: whole, or not at all. */
static void transmit(strip_t *strip, uint8_t *frame, uint8_t length) {
  uint8_t wire[PROTO_HEADER + PROTO_PONG_SIZE + PROTO_CRC + 2];
  uint8_t used = (uint8_t)((strip->tx_head + STRIP_TX_SIZE - strip->tx_tail) % STRIP_TX_SIZE);
  put32(frame + length, frame_crc32(frame, length));
  length = cobs_encode(frame, (uint8_t)(length + PROTO_CRC), wire);
  if (length >= STRIP_TX_SIZE - used) {
    strip->tx_drops++;
    return;
  }
  for (uint8_t i = 0; i < length; i++) {
    strip->tx[strip->tx_head] = wire[i];
    strip->tx_head = (uint8_t)((strip->tx_head + 1) % STRIP_TX_SIZE);
  }
}

/* Answer request with the payload already laid out at reply + PROTO_HEADER. */
static void answer(strip_t *strip, const uint8_t *request, uint8_t *reply, uint8_t type, uint8_t size) {
  reply[0] = type;
  reply[1] = request[1];
  reply[2] = request[2];
  transmit(strip, reply, (uint8_t)(PROTO_HEADER + size));
}

static void nak(strip_t *strip, const uint8_t *request, uint8_t reason) {
  uint8_t reply[PROTO_HEADER + PROTO_NAK_SIZE + PROTO_CRC], *payload = reply + PROTO_HEADER;
  payload[PROTO_NAK_REASON] = reason;
  payload[PROTO_NAK_MAJOR] = PROTO_MAJOR;
  payload[PROTO_NAK_MINOR] = PROTO_MINOR;
  put16(payload + PROTO_NAK_GEN, strip->gen);
  answer(strip, request, reply, PROTO_NAK, PROTO_NAK_SIZE);
}

static void ack(strip_t *strip, const uint8_t *request) {
  uint8_t reply[PROTO_HEADER + PROTO_ACK_SIZE + PROTO_CRC], *payload = reply + PROTO_HEADER;
  put16(payload + PROTO_ACK_GEN, strip->gen);
  put32(payload + PROTO_ACK_DIGEST, frame_crc32(strip->lit, sizeof strip->lit));
  answer(strip, request, reply, PROTO_ACK, PROTO_ACK_SIZE);
}

static void pong(strip_t *strip, const uint8_t *request) {
  uint8_t reply[PROTO_HEADER + PROTO_PONG_SIZE + PROTO_CRC], *payload = reply + PROTO_HEADER;
  put16(payload + PROTO_PONG_GEN, strip->gen);
  put32(payload + PROTO_PONG_DIGEST, frame_crc32(strip->lit, sizeof strip->lit));
  put32(payload + PROTO_PONG_UPTIME_MS, strip->now);
  put16(payload + PROTO_PONG_OK, strip->ok);
  put16(payload + PROTO_PONG_CRC_ERRORS, strip->crc_errors);
  put16(payload + PROTO_PONG_FRAME_ERRORS, strip->frame_errors);
  put16(payload + PROTO_PONG_LOST, strip->lost);
  put16(payload + PROTO_PONG_OVERRUNS, strip->overruns);
  put16(payload + PROTO_PONG_TX_DROPS, strip->tx_drops);
  answer(strip, request, reply, PROTO_PONG, PROTO_PONG_SIZE);
}

static void hello_ack(strip_t *strip, const uint8_t *request) {
  uint8_t reply[PROTO_HEADER + PROTO_HELLO_ACK_SIZE + PROTO_CRC], *payload = reply + PROTO_HEADER;
  memcpy(payload + PROTO_HELLO_ACK_NONCE, strip->nonce, sizeof strip->nonce);
  payload[PROTO_HELLO_ACK_MAJOR] = PROTO_MAJOR;
  payload[PROTO_HELLO_ACK_MINOR] = PROTO_MINOR;
  payload[PROTO_HELLO_ACK_LEDS] = STRIP_LEDS;
  payload[PROTO_HELLO_ACK_RESET_CAUSE] = strip->reset_cause;
  payload[PROTO_HELLO_ACK_FIRMWARE_MAJOR] = STRIP_VERSION_MAJOR;
  payload[PROTO_HELLO_ACK_FIRMWARE_MINOR] = STRIP_VERSION_MINOR;
  payload[PROTO_HELLO_ACK_FIRMWARE_PATCH] = STRIP_VERSION_PATCH;
  payload[PROTO_HELLO_ACK_BOARD] = strip->identity.board;
  put16(payload + PROTO_HELLO_ACK_POWER_MA, STRIP_POWER_MA);
  memcpy(payload + PROTO_HELLO_ACK_UNIQUE_ID, strip->identity.unique_id, sizeof strip->identity.unique_id);
  answer(strip, request, reply, PROTO_HELLO_ACK, PROTO_HELLO_ACK_SIZE);
}

/* ---- requests; each checks everything before it changes anything ---- */

static void on_hello(strip_t *strip, const uint8_t *request, uint8_t size) {
  const uint8_t *payload = request + PROTO_HEADER, *nonce = payload + PROTO_HELLO_NONCE;
  if (size < PROTO_HELLO_SIZE) { /* a newer minor version may append fields */
    nak(strip, request, PROTO_NAK_LENGTH);
    return;
  }
  if (payload[PROTO_HELLO_MAJOR] != PROTO_MAJOR) {
    if (strip->linked) go_safe(strip); /* whoever held the session does not hold the wire any more */
    nak(strip, request, PROTO_NAK_PROTO);
    return;
  }
  if (nonce[0] == 0 || request[1] != nonce[0]) {
    nak(strip, request, PROTO_NAK_VALUE);
    return;
  }
  strip->last_good = strip->now;
  /* The same HELLO again, late or repeated, must not put out what was shown since. */
  if (!strip->linked || nonce[0] != strip->nonce[0] || nonce[1] != strip->nonce[1] || nonce[2] != strip->nonce[2] ||
      nonce[3] != strip->nonce[3]) {
    go_dark(strip);
    strip->linked = 1;
    memcpy(strip->nonce, nonce, sizeof strip->nonce);
  }
  hello_ack(strip, request);
}

static void on_show(strip_t *strip, const uint8_t *request, uint8_t size) {
  const uint8_t *payload = request + PROTO_HEADER, *cells = payload + PROTO_SHOW_CELLS;
  uint16_t gen, newer_by;
  if (size != PROTO_SHOW_SIZE + STRIP_LEDS) {
    nak(strip, request, PROTO_NAK_LENGTH);
    return;
  }
  for (uint8_t i = 0; i < STRIP_LEDS; i++)
    if (cells[i] >> 4 >= PROTO_EFFECTS || (cells[i] & 15) >= PROTO_COLOURS) {
      nak(strip, request, PROTO_NAK_VALUE);
      return;
    }
  gen = get16(payload + PROTO_SHOW_GEN);
  newer_by = (uint16_t)(gen - strip->gen);
  if (strip->has_gen && newer_by >= 0x8000u) {
    nak(strip, request, PROTO_NAK_STALE);
    return;
  }
  if (!strip->has_gen || newer_by) {
    /* Lights that are already moving keep their beat; the first one that moves starts at full light. */
    if (!is_animated(strip)) restart_effects(strip);
    memcpy(strip->lit, cells, STRIP_LEDS);
    strip->gen = gen;
    strip->has_gen = 1;
    strip->dirty = 1;
  }
  ack(strip, request);
}

static void on_bright(strip_t *strip, const uint8_t *request, uint8_t size) {
  uint16_t cap_ma;
  if (size != PROTO_BRIGHT_SIZE) {
    nak(strip, request, PROTO_NAK_LENGTH);
    return;
  }
  cap_ma = get16(request + PROTO_HEADER + PROTO_BRIGHT_CAP_MA);
  if (cap_ma < 1 || cap_ma > STRIP_POWER_MA) {
    nak(strip, request, PROTO_NAK_VALUE);
    return;
  }
  put16(strip->lit + CAP, cap_ma);
  strip->dirty = 1;
  ack(strip, request);
}

static void on_frame(strip_t *strip) {
  const uint8_t *request = strip->rx;
  uint8_t length = strip->cobs.length, size, crc[PROTO_CRC];
  if (length < PROTO_HEADER + PROTO_CRC) {
    strip->frame_errors++;
    return;
  }
  length = (uint8_t)(length - PROTO_CRC);
  put32(crc, frame_crc32(request, length));
  for (uint8_t i = 0; i < PROTO_CRC; i++)
    if (request[length + i] != crc[i]) {
      strip->crc_errors++;
      return;
    }
  strip->ok++;
  size = (uint8_t)(length - PROTO_HEADER);
  if (request[0] & PROTO_REPLY) { /* our own words come back, or another controller's: answering would never end */
    strip->frame_errors++;
    return;
  }
  if (request[0] == PROTO_HELLO) {
    on_hello(strip, request, size);
    return;
  }
  if (!strip->linked || request[1] != strip->nonce[0]) {
    nak(strip, request, PROTO_NAK_SESSION);
    return;
  }
  strip->last_good = strip->now;
  switch (request[0]) {
    case PROTO_PING:
      if (size == PROTO_PING_SIZE)
        pong(strip, request);
      else
        nak(strip, request, PROTO_NAK_LENGTH);
      break;
    case PROTO_SHOW:
      on_show(strip, request, size);
      break;
    case PROTO_BRIGHT:
      on_bright(strip, request, size);
      break;
    default:
      nak(strip, request, PROTO_NAK_TYPE);
  }
}

/* ---- what a port calls ---- */

void strip_init(strip_t *strip, const strip_identity_t *identity, uint8_t reset_cause) {
  memset(strip, 0, sizeof *strip);
  strip->identity = *identity;
  strip->reset_cause = reset_cause;
  go_safe(strip);
}

void strip_tick(strip_t *strip, uint32_t now_ms) {
  uint8_t step;
  strip->now = now_ms;
  if (strip->linked && (uint32_t)(now_ms - strip->last_good) >= PROTO_SAFE_MS) {
    strip->lost++;
    go_safe(strip);
  }
  step = (uint8_t)((now_ms - strip->effects_start) >> RENDER_STEP_SHIFT);
  if (step == strip->step) return;
  for (uint8_t i = 0; i < STRIP_LEDS; i++) {
    uint8_t effect = strip->lit[i] >> 4;
    if (render_level(effect, step) != render_level(effect, strip->step)) strip->dirty = 1;
  }
  strip->step = step;
}

void strip_rx(strip_t *strip, uint8_t byte) {
  switch (cobs_feed(&strip->cobs, strip->rx, sizeof strip->rx, byte)) {
    case COBS_FRAME:
      on_frame(strip);
      break;
    case COBS_BROKEN:
      strip->frame_errors++;
      break;
    default:
      break;
  }
}

void strip_overrun(strip_t *strip) { strip->overruns++; }

int16_t strip_tx_pop(strip_t *strip) {
  uint8_t byte;
  if (strip->tx_head == strip->tx_tail) return -1;
  byte = strip->tx[strip->tx_tail];
  strip->tx_tail = (uint8_t)((strip->tx_tail + 1) % STRIP_TX_SIZE);
  return byte;
}

uint8_t strip_dirty(strip_t *strip) {
  uint8_t dirty = strip->dirty;
  strip->dirty = 0;
  return dirty;
}

void strip_render(const strip_t *strip, uint8_t *grb) {
  render_cells(strip->lit, STRIP_LEDS, get16(strip->lit + CAP), strip->step, grb);
}
