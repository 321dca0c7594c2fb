/* Time: timer 1 counts 4 us ticks and wraps after 262 ms. */
#ifndef TAVOLA_AVR_TICKS_H
#define TAVOLA_AVR_TICKS_H
#include <avr/io.h>
#include <stdint.h>

#define TICK_US 4
#define TICKS_PER_MS 250

static inline void ticks_init(void) { TCCR1B = _BV(CS11) | _BV(CS10); }

/* Nothing in an interrupt reads the timer, so its two halves need no guard. */
static inline uint16_t ticks(void) { return TCNT1; }

#endif
