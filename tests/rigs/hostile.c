/* A hostile wire into the core, as fast as this machine runs: FRAMES states, a SHARE of a hundred of them hurt.
 *
 *   hostile FRAMES SEED SHARE
 *
 * After every frame the lights are looked at. They may be safe, dark, or a state that was sent in this session, and never
 * an older one than was shown before. Prints one line of counts, name=value.
 *
 * "chances" are the frames that nothing but the checksum could tell from a right one: new lights that exist, in a frame
 * of the right type, length, session and a newer generation, with the checksum of the old. A check of n bits lets one in
 * 2^n of them pass; that is how the rig is tested with checks that are too short (crc16.c, crc8.c). */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crc32.h"
#include "strip.h"

#define WIRE 256
#define PAST 64
#define SENT 4096

typedef struct {
  uint8_t bytes[WIRE];
  unsigned length;
} wire_t;

typedef struct {
  uint8_t known;
  uint16_t gen;
  uint8_t cells[STRIP_LEDS];
} sent_t;

typedef struct {
  uint64_t frames, hurt, chances, shown, wrong, sessions, crc_errors, frame_errors, refused;
} counts_t;

typedef struct {
  strip_t strip;
  uint64_t chance;
  uint32_t now_ms, nonce;
  uint8_t seq;
  uint16_t gen;          /* of the newest state sent */
  uint8_t has_shown;
  uint16_t shown;        /* generation last shown */
  sent_t sent[SENT];     /* of this session */
  wire_t past[PAST];     /* of any session */
  unsigned past_count;
  counts_t counts;
} rig_t;

static uint32_t draw(rig_t *rig) {
  rig->chance ^= rig->chance << 13;
  rig->chance ^= rig->chance >> 7;
  rig->chance ^= rig->chance << 17;
  return (uint32_t)(rig->chance >> 16);
}

static unsigned below(rig_t *rig, unsigned most) { return draw(rig) % most; }

static uint8_t a_cell(rig_t *rig) { return (uint8_t)(below(rig, PROTO_EFFECTS) << 4 | below(rig, PROTO_COLOURS)); }

/* ---- what is sent ---- */

static void put_check(uint8_t *raw, unsigned length) {
  uint32_t check = frame_crc32(raw, (uint8_t)length);
  for (unsigned i = 0; i < PROTO_CRC; i++) raw[length + i] = (uint8_t)(check >> 8 * i);
}

static void stuff(wire_t *wire, const uint8_t *raw, unsigned length) {
  wire->length = cobs_encode(raw, (uint8_t)length, wire->bytes);
}

static unsigned head(rig_t *rig, uint8_t *raw, uint8_t type) {
  raw[0] = type;
  raw[1] = (uint8_t)rig->nonce;
  raw[2] = rig->seq++;
  return PROTO_HEADER;
}

static void feed(rig_t *rig, const wire_t *wire) {
  for (unsigned i = 0; i < wire->length; i++) strip_rx(&rig->strip, wire->bytes[i]);
  while (strip_tx_pop(&rig->strip) >= 0) {
  }
}

static void begin(rig_t *rig) {
  uint8_t raw[STRIP_RX_SIZE];
  wire_t wire = {{0}, 1};
  unsigned length;
  /* As a host does it: numbered through, so that what is left of one session is never taken for the present one's. */
  rig->nonce = (draw(rig) & ~0xffu) | ((rig->nonce & 0xff) % 0xff + 1);
  feed(rig, &wire); /* a delimiter: whatever came before is over */
  length = head(rig, raw, PROTO_HELLO);
  for (unsigned i = 0; i < 4; i++) raw[length++] = (uint8_t)(rig->nonce >> 8 * i);
  raw[length++] = PROTO_MAJOR;
  raw[length++] = PROTO_MINOR;
  put_check(raw, length);
  stuff(&wire, raw, length + PROTO_CRC);
  feed(rig, &wire);
  memset(rig->sent, 0, sizeof rig->sent);
  rig->has_shown = 0;
  rig->gen = (uint16_t)draw(rig);
  rig->counts.sessions++;
}

static unsigned state(rig_t *rig, uint8_t *raw) {
  sent_t *record;
  unsigned length = head(rig, raw, PROTO_SHOW);
  rig->gen++;
  raw[length++] = (uint8_t)rig->gen;
  raw[length++] = (uint8_t)(rig->gen >> 8);
  record = &rig->sent[rig->gen % SENT];
  record->known = 1;
  record->gen = rig->gen;
  for (unsigned i = 0; i < STRIP_LEDS; i++) record->cells[i] = below(rig, 4) ? 0 : a_cell(rig);
  memcpy(raw + length, record->cells, STRIP_LEDS);
  length += STRIP_LEDS;
  put_check(raw, length);
  return length + PROTO_CRC;
}

/* ---- what happens to it ---- */

static void prepend(wire_t *wire, const wire_t *other) {
  if (wire->length + other->length > WIRE) return;
  memmove(wire->bytes + other->length, wire->bytes, wire->length);
  memcpy(wire->bytes, other->bytes, other->length);
  wire->length += other->length;
}

static void cut_out(rig_t *rig, wire_t *wire) {
  unsigned at = below(rig, wire->length), count = 1 + below(rig, 8);
  if (count > wire->length - at) count = wire->length - at;
  memmove(wire->bytes + at, wire->bytes + at + count, wire->length - at - count);
  wire->length -= count;
}

static void noise(rig_t *rig, wire_t *wire) {
  unsigned at = below(rig, wire->length), count = 1 + below(rig, wire->length - at);
  while (count--) wire->bytes[at++] = (uint8_t)draw(rig);
}

static void another_body(rig_t *rig, wire_t *wire) {
  for (unsigned i = 1; i + 1 < wire->length; i++) wire->bytes[i] = (uint8_t)(1 + below(rig, 255));
  wire->bytes[0] = (uint8_t)(wire->length - 1);
}

static void splice(rig_t *rig, wire_t *wire, const wire_t *other) {
  unsigned at = below(rig, wire->length);
  if (at >= other->length) return;
  memcpy(wire->bytes + at, other->bytes + at, other->length - at);
  wire->length = other->length;
}

/* Other lights, that exist, and the checksum of the old ones. */
static void alter(rig_t *rig, wire_t *wire, const uint8_t *raw, unsigned length) {
  uint8_t other[STRIP_RX_SIZE];
  memcpy(other, raw, length);
  for (unsigned count = 3 + below(rig, 10); count--;) {
    unsigned at = PROTO_HEADER + PROTO_SHOW_CELLS + below(rig, STRIP_LEDS);
    other[at] = a_cell(rig);
  }
  rig->counts.chances += memcmp(other, raw, length) != 0;
  stuff(wire, other, length);
}

static void hurt(rig_t *rig, wire_t *wire, const uint8_t *raw, unsigned length) {
  const wire_t *old = &rig->past[rig->past_count ? below(rig, rig->past_count < PAST ? rig->past_count : PAST) : 0];
  unsigned at = below(rig, wire->length), twice;
  rig->counts.hurt++;
  switch (below(rig, 20)) {
    case 0:
      for (unsigned bits = 1 + below(rig, 6); bits--;) wire->bytes[below(rig, wire->length)] ^= (uint8_t)(1 << below(rig, 8));
      break;
    case 1:
      cut_out(rig, wire);
      break;
    case 2:
      memmove(wire->bytes + at + 1, wire->bytes + at, wire->length - at);
      wire->length++;
      break;
    case 3:
      if (at + 1 < wire->length) {
        twice = wire->bytes[at];
        wire->bytes[at] = wire->bytes[at + 1];
        wire->bytes[at + 1] = (uint8_t)twice;
      }
      break;
    case 4:
      noise(rig, wire);
      break;
    case 5:
      wire->length = at;
      break;
    case 6:
      another_body(rig, wire);
      break;
    case 7:
      splice(rig, wire, old);
      break;
    case 8: {
      wire_t same = *wire;
      prepend(wire, &same);
      break;
    }
    case 9:
      prepend(wire, old);
      break;
    default:
      alter(rig, wire, raw, length);
  }
}

/* ---- what is shown ---- */

static int is_right(const rig_t *rig) {
  const strip_t *strip = &rig->strip;
  const sent_t *record = &rig->sent[strip->gen % SENT];
  unsigned lit = 0;
  if (strip->linked && strip->has_gen) {
    if (rig->has_shown && (uint16_t)(strip->gen - rig->shown) >= 0x8000u) return 0;
    return record->known && record->gen == strip->gen && !memcmp(record->cells, strip->lit, STRIP_LEDS);
  }
  for (unsigned i = 0; i + 1 < STRIP_LEDS; i++) lit |= strip->lit[i];
  return !lit && strip->lit[STRIP_LINK_LED] == (strip->linked ? 0 : (PROTO_EFFECT_BLINK << 4 | PROTO_COLOUR_AMBER));
}

static void power_on(rig_t *rig) {
  static const strip_identity_t identity = {.board = PROTO_BOARD_PC};
  rig->counts.crc_errors += rig->strip.crc_errors;
  rig->counts.frame_errors += rig->strip.frame_errors;
  strip_init(&rig->strip, &identity, 1);
  strip_tick(&rig->strip, rig->now_ms);
}

static void look(rig_t *rig) {
  if (!is_right(rig)) {
    rig->counts.wrong++;
    power_on(rig);
    return;
  }
  if (!rig->strip.linked || !rig->strip.has_gen) return;
  rig->counts.shown += !rig->has_shown || rig->shown != rig->strip.gen;
  rig->has_shown = 1;
  rig->shown = rig->strip.gen;
}

int main(int count, char **arguments) {
  static rig_t rig;
  uint64_t most;
  unsigned share;
  if (count != 4) return 2;
  most = strtoull(arguments[1], NULL, 10);
  rig.chance = 88172645463325252ull ^ strtoull(arguments[2], NULL, 10) * 0x9e3779b97f4a7c15ull;
  share = (unsigned)atoi(arguments[3]);
  power_on(&rig);
  while (rig.counts.frames < most) {
    uint8_t raw[STRIP_RX_SIZE];
    wire_t wire;
    unsigned length;
    if (!rig.strip.linked || !below(&rig, 3000)) begin(&rig);
    rig.counts.frames++;
    rig.now_ms += 4;
    if (!below(&rig, 20000)) power_on(&rig); /* a reset */
    if (below(&rig, 20000)) {
      strip_tick(&rig.strip, rig.now_ms);
    } else { /* a host that was away */
      strip_tick(&rig.strip, rig.now_ms += PROTO_SAFE_MS);
      rig.counts.wrong += rig.strip.linked;
    }
    length = state(&rig, raw);
    stuff(&wire, raw, length);
    rig.past[rig.past_count++ % PAST] = wire;
    if (below(&rig, 100) < share) hurt(&rig, &wire, raw, length);
    feed(&rig, &wire);
    look(&rig);
    /* The counters are of 16 bits. */
    rig.counts.crc_errors += rig.strip.crc_errors;
    rig.counts.frame_errors += rig.strip.frame_errors;
    rig.strip.crc_errors = rig.strip.frame_errors = 0;
  }
  printf("frames=%llu hurt=%llu chances=%llu shown=%llu wrong=%llu sessions=%llu crc_errors=%llu frame_errors=%llu\n",
         (unsigned long long)rig.counts.frames, (unsigned long long)rig.counts.hurt,
         (unsigned long long)rig.counts.chances, (unsigned long long)rig.counts.shown,
         (unsigned long long)rig.counts.wrong, (unsigned long long)rig.counts.sessions,
         (unsigned long long)rig.counts.crc_errors, (unsigned long long)rig.counts.frame_errors);
  return 0;
}
