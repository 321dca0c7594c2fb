/* The strip controller on a Raspberry Pi Pico: the core, its wire, its lights, and a watchdog over all of it. */
#include "chip.h"
#include "strip.h"
#include "wire.h"
#include "ws2812.h"

static strip_t strip;
static uint8_t grb[STRIP_LEDS * 3];

/* The flash chip's number, as the second stage read it: the same for life, and other Picos' are different. */
static void read_identity(strip_identity_t *identity) {
  uint32_t low = REGISTER(SCRATCH_ID_LOW), high = REGISTER(SCRATCH_ID_HIGH);
  identity->board = PROTO_BOARD_PICO;
  for (uint32_t i = 0; i < 4; i++) {
    identity->unique_id[i] = (uint8_t)(low >> 8 * i);
    identity->unique_id[4 + i] = (uint8_t)(high >> 8 * i);
  }
}

int main(void) {
  strip_identity_t identity;
  uint32_t counted, ms = 0, latched;
  chip_start();
  read_identity(&identity);
  strip_init(&strip, &identity, chip_reset_cause());
  chip_guard();
  ws2812_start();
  wire_start(identity.unique_id);
  counted = latched = chip_us();
  for (;;) {
    chip_alive();
    for (; chip_us() - counted >= 1000; counted += 1000) ms++;
    strip_tick(&strip, ms);
    wire_poll(&strip);
    /* A frame begins with the first word sent, for the line is idle by then: so the gap behind the last one is kept. */
    if (chip_us() - latched >= STRIP_LATCH_US && strip_dirty(&strip)) {
      strip_render(&strip, grb);
      latched = chip_us();
      ws2812_send(grb, STRIP_LEDS);
    }
  }
}
