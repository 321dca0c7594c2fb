/* The strip: WS2812B lights on D6 (PD6). */
#ifndef TAVOLA_AVR_PIXELS_H
#define TAVOLA_AVR_PIXELS_H
#include <stdint.h>

void pixels_init(void);

/* Whether the lights have had the silence that ends a frame. Two frames without it between them are one to the lights,
 * and show wrong colours. */
uint8_t pixels_ready(void);

/* Send count bytes (green, red, blue of each light); the lights show them 280 us later. Only if pixels_ready. */
void pixels_show(const uint8_t *grb, uint8_t count);

#endif
