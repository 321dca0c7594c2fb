#include "render.h"

#include "proto.h"
#include "rom.h"

/* A WS2812B draws about 20 mA for each channel at 255. */
#define CHANNEL_MA 20

static const uint8_t palette[PROTO_COLOURS][3] ROM = PROTO_PALETTE;

uint8_t render_level(uint8_t effect, uint8_t step) {
  uint8_t ramp;
  switch (effect) {
    case PROTO_EFFECT_BLINK:
      return step & 16 ? 0 : 255;
    case PROTO_EFFECT_FAST:
      return step & 8 ? 0 : 255;
    case PROTO_EFFECT_BREATHE:
      ramp = (uint8_t)((step & 31) << 3);
      return step & 32 ? ramp : (uint8_t)(255 - ramp);
    default:
      return 255;
  }
}

void render_cells(const uint8_t *cells, uint8_t count, uint16_t cap_ma, uint8_t step, uint8_t *grb) {
  uint8_t *out = grb;
  uint16_t sum = 0, scale;
  uint32_t allowed = (uint32_t)cap_ma * 255 / CHANNEL_MA;
  for (uint8_t i = 0; i < count; i++) {
    uint8_t level = render_level(cells[i] >> 4, step);
    for (uint8_t channel = 0; channel < 3; channel++) {
      uint8_t full = ROM_U8(palette[cells[i] & 15][channel]);
      uint8_t value = (uint8_t)((uint16_t)(full * (level + 1u)) >> 8);
      sum = (uint16_t)(sum + value);
      *out++ = value;
    }
  }
  if (sum <= allowed) return;
  scale = (uint16_t)((allowed << 8) / sum); /* below 256; rounded down, so the sum stays within the cap */
  while (out != grb) {
    out--;
    *out = (uint8_t)((uint16_t)(*out * scale) >> 8);
  }
}
