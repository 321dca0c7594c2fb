/* UART0 on GP0 (out) and GP1 (in), 115,200 baud: for tests, and for who has no USB to spare. */
#include "chip.h"
#include "wire.h"

#define DATA (UART0 + 0x00)
#define FLAGS (UART0 + 0x18)
#define IBRD (UART0 + 0x24)
#define FBRD (UART0 + 0x28)
#define LCR_H (UART0 + 0x2c)
#define CR (UART0 + 0x30)
#define RX_EMPTY (1u << 4)
#define TX_FULL (1u << 5)
#define OVERRUN (1u << 11)

void wire_start(const uint8_t *unique_id) {
  (void)unique_id;
  chip_wake(RESET_UART0);
  REGISTER(IBRD) = 67; /* 125 MHz / 16 / 115,200 = 67 + 52 / 64 */
  REGISTER(FBRD) = 52;
  REGISTER(LCR_H) = 3u << 5 | 1u << 4; /* 8 bits, FIFOs on */
  REGISTER(CR) = 1u << 9 | 1u << 8 | 1u << 0;
  chip_pin(0, PIN_UART);
  chip_pin(1, PIN_UART);
}

void wire_poll(strip_t *strip) {
  int16_t byte;
  while (!(REGISTER(FLAGS) & RX_EMPTY)) {
    uint32_t data = REGISTER(DATA);
    if (data & OVERRUN) strip_overrun(strip);
    strip_rx(strip, (uint8_t)data);
  }
  while (!(REGISTER(FLAGS) & TX_FULL) && (byte = strip_tx_pop(strip)) >= 0) REGISTER(DATA) = (uint8_t)byte;
}
