/* Cells to colours: palette, effects in time, and the power cap. */
#ifndef TAVOLA_RENDER_H
#define TAVOLA_RENDER_H
#include <stdint.h>

/* Length of one step of the effects, as a shift of milliseconds: 32 ms. All effects repeat within 256 steps. */
#define RENDER_STEP_SHIFT 5

/* Light of an effect at a step, 0..255. Every effect starts at 255. */
uint8_t render_level(uint8_t effect, uint8_t step);

/* Write count x (green, red, blue) for cells at a step, scaled down together where they would draw more than cap_ma.
 * Only for cells that were checked: effect and colour in their ranges. */
void render_cells(const uint8_t *cells, uint8_t count, uint16_t cap_ma, uint8_t step, uint8_t *grb);

#endif
