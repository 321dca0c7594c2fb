#include "pixels.h"

#include <avr/interrupt.h>
#include <avr/io.h>

#include "ticks.h"
#include "uart.h"

#define PIN PD6

/* A WS2812B takes 280 us of silence for the end of a frame (older ones 50 us). */
#define SILENCE_US 304

static uint16_t ended;
static uint8_t silent; /* the silence after the last frame has been seen to be over */

void pixels_init(void) {
  PORTD &= (uint8_t)~_BV(PIN);
  DDRD |= _BV(PIN);
  ended = ticks();
}

uint8_t pixels_ready(void) {
  if (!silent) silent = (uint16_t)(ticks() - ended) > SILENCE_US / TICK_US;
  return silent;
}

/* One byte, 21 cycles (1.31 us) a bit: high for 5 (0.31 us) for a zero, for 11 (0.69 us) for a one, and low for the rest,
 * never less than 10 (0.63 us). That is within what every maker of these lights asks for. */
static inline void send(uint8_t byte, uint8_t high, uint8_t low) {
  uint8_t bits = 8;
  __asm__ volatile(
      "1: out  %[port], %[high] \n" /* cycle 0 */
      "   nop                   \n"
      "   nop                   \n"
      "   nop                   \n"
      "   sbrs %[byte], 7       \n" /* a one skips what follows */
      "   out  %[port], %[low]  \n" /* a zero falls at cycle 5 */
      "   nop                   \n"
      "   nop                   \n"
      "   nop                   \n"
      "   lsl  %[byte]          \n"
      "   nop                   \n"
      "   out  %[port], %[low]  \n" /* a one falls at cycle 11 */
      "   nop                   \n"
      "   nop                   \n"
      "   nop                   \n"
      "   nop                   \n"
      "   nop                   \n"
      "   nop                   \n"
      "   dec  %[bits]          \n"
      "   brne 1b               \n"
      : [bits] "+d"(bits), [byte] "+r"(byte)
      : [port] "I"(_SFR_IO_ADDR(PORTD)), [high] "r"(high), [low] "r"(low));
}

void pixels_show(const uint8_t *grb, uint8_t count) {
  uint8_t status = SREG, high, low;
  cli(); /* an interrupt within a bit would make another bit of it */
  high = PORTD | _BV(PIN);
  low = PORTD & (uint8_t)~_BV(PIN);
  while (count--) {
    send(*grb++, high, low);
    /* With interrupts off for a millisecond the receiver would overflow. Between two bytes there is time to empty it:
     * the lights take a low of up to 5 us for part of the frame. */
    if (UCSR0A & _BV(RXC0)) uart_take();
  }
  ended = ticks();
  silent = 0;
  SREG = status;
}
