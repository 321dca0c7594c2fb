#include "uart.h"

#include <avr/interrupt.h>
#include <util/atomic.h>

volatile uint8_t uart_head, uart_tail, uart_lost;
volatile uint8_t uart_ring[UART_RING];

static volatile uint8_t out[UART_OUT], out_head, out_tail;

ISR(USART_RX_vect) { uart_take(); }

ISR(USART_UDRE_vect) {
  uint8_t tail = out_tail, next = (uint8_t)((tail + 1) & (UART_OUT - 1));
  UDR0 = out[tail];
  out_tail = next;
  if (next == out_head) UCSR0B &= (uint8_t)~_BV(UDRIE0);
}

void uart_init(void) {
  UCSR0A = _BV(U2X0);
  UBRR0 = 16; /* 117,647 baud with U2X: 2.1 % fast, the nearest that 16 MHz gives, and what every Nano uses */
  UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
  UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
}

int16_t uart_read(void) {
  uint8_t tail = uart_tail, byte;
  if (tail == uart_head) return -1;
  byte = uart_ring[tail];
  uart_tail = (uint8_t)((tail + 1) & (UART_RING - 1));
  return byte;
}

uint8_t uart_send(uint8_t byte) {
  uint8_t head = out_head, next = (uint8_t)((head + 1) & (UART_OUT - 1));
  if (next == out_tail) return 0;
  out[head] = byte;
  /* As one: between the two the interrupt could find nothing to send, and send what was sent before. */
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
    out_head = next;
    UCSR0B |= _BV(UDRIE0);
  }
  return 1;
}

uint8_t uart_losses(void) {
  uint8_t lost;
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
    lost = uart_lost;
    uart_lost = 0;
  }
  return lost;
}
