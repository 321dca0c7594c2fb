/* Tables that stay in flash: plain constants, except on AVR, whose flash has an address space of its own. */
#ifndef TAVOLA_ROM_H
#define TAVOLA_ROM_H

#ifdef __AVR__
#include <avr/pgmspace.h>
#define ROM PROGMEM
#define ROM_U8(place) pgm_read_byte(&(place))
#define ROM_U32(place) pgm_read_dword(&(place))
#else
#define ROM
#define ROM_U8(place) (place)
#define ROM_U32(place) (place)
#endif

#endif
