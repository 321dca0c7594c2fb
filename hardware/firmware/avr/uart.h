/* The wire: UART0 at 115,200 baud. Bytes come in by interrupt, or by uart_take where interrupts are off for longer than
 * the receiver can wait: it holds two bytes, one more every 87 us. */
#ifndef TAVOLA_AVR_UART_H
#define TAVOLA_AVR_UART_H
#include <avr/io.h>
#include <stdint.h>

/* Powers of two. Half of the first would not do where the shortest frames follow each other without a pause. */
#define UART_RING 64
#define UART_OUT 32

extern volatile uint8_t uart_head, uart_tail, uart_lost;
extern volatile uint8_t uart_ring[UART_RING];

void uart_init(void);

/* Move a byte that has come from the receiver to the ring. Only with interrupts off. */
static inline void uart_take(void) {
  uint8_t status = UCSR0A, head = uart_head, next = (uint8_t)((head + 1) & (UART_RING - 1));
  uint8_t byte = UDR0;
  if (status & _BV(DOR0)) uart_lost++;
  if (next == uart_tail) {
    uart_lost++;
  } else {
    uart_ring[head] = byte;
    uart_head = next;
  }
}

/* The next byte, or -1. */
int16_t uart_read(void);

/* Have a byte sent; returns 0 if there is no room for it now. */
uint8_t uart_send(uint8_t byte);

/* How many bytes were lost since this was last asked. */
uint8_t uart_losses(void);

#endif
