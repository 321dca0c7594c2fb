/* The strip's data line: WS2812 lights on GP16, driven by a PIO state machine, which needs no care while it sends. */
#ifndef TAVOLA_WS2812_H
#define TAVOLA_WS2812_H
#include <stdint.h>

#define WS2812_PIN 16u

void ws2812_start(void);

/* Send count x (green, red, blue). Returns when the last lights are still on their way. */
void ws2812_send(const uint8_t *grb, uint32_t count);

#endif
