/* The core as a shared library, for tests in virtual time: the same bytes at the same times, without a wire. */
#include <stddef.h>

#include "strip.h"

#define EXPORT __attribute__((visibility("default")))

EXPORT size_t library_size(void) { return sizeof(strip_t); }
EXPORT unsigned library_leds(void) { return STRIP_LEDS; }

EXPORT void library_init(strip_t *strip, const uint8_t *unique_id, uint8_t board, uint8_t reset_cause) {
  strip_identity_t identity = {.board = board};
  for (size_t i = 0; i < sizeof identity.unique_id; i++) identity.unique_id[i] = unique_id[i];
  strip_init(strip, &identity, reset_cause);
}

EXPORT void library_tick(strip_t *strip, uint32_t now_ms) { strip_tick(strip, now_ms); }

static size_t drain(strip_t *strip, uint8_t *out, size_t used, size_t size) {
  int16_t byte;
  while (used < size && (byte = strip_tx_pop(strip)) >= 0) out[used++] = (uint8_t)byte;
  return used;
}

/* Give the core length bytes; its replies go to out, which has room for size. Returns their length. A reply waits in
 * the core while there is no room for it, as it does behind a slow wire. */
EXPORT size_t library_feed(strip_t *strip, const uint8_t *bytes, size_t length, uint8_t *out, size_t size) {
  size_t used = drain(strip, out, 0, size);
  for (size_t i = 0; i < length; i++) {
    strip_rx(strip, bytes[i]);
    used = drain(strip, out, used, size);
  }
  return used;
}

EXPORT void library_overrun(strip_t *strip) { strip_overrun(strip); }
EXPORT uint8_t library_dirty(strip_t *strip) { return strip_dirty(strip); }
EXPORT void library_render(const strip_t *strip, uint8_t *grb) { strip_render(strip, grb); }
