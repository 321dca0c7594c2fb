/* Who this board is: a number of its own, kept in the EEPROM. */
#ifndef TAVOLA_AVR_IDENTITY_H
#define TAVOLA_AVR_IDENTITY_H
#include <stdint.h>

/* Write the eight bytes of the number to id. A board that has none yet makes one, which takes 0.3 s, once in its life.
 * Uses the watchdog and timer 1: call it before either is set up. */
void identity_read(uint8_t *id);

#endif
