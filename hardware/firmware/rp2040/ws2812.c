#include "ws2812.h"

#include "chip.h"

#define CTRL (PIO0 + 0x00)
#define FSTAT (PIO0 + 0x04)
#define TXF0 (PIO0 + 0x10)
#define INSTR_MEM (PIO0 + 0x48)
#define SM0_CLKDIV (PIO0 + 0xc8)
#define SM0_EXECCTRL (PIO0 + 0xcc)
#define SM0_SHIFTCTRL (PIO0 + 0xd0)
#define SM0_INSTR (PIO0 + 0xd8)
#define SM0_PINCTRL (PIO0 + 0xdc)
#define TX_FULL (1u << 16)

/* Ten cycles of 125 ns a bit. The line is high for 3 cycles (375 ns) of a 0 and 6 (750 ns) of a 1, and waits low. */
static const uint16_t program[] = {
    0x6321, /* 0: out x, 1     side 0 [3] */
    0x1223, /* 1: jmp !x 3     side 1 [2] */
    0x1200, /* 2: jmp 0        side 1 [2] */
    0xa242, /* 3: nop          side 0 [2] */
};
#define PROGRAM_LAST 3u
#define SET_PINDIRS_OUT 0xe081u
#define JMP_0 0x0000u

void ws2812_start(void) {
  chip_wake(RESET_PIO0);
  for (uint32_t i = 0; i <= PROGRAM_LAST; i++) REGISTER(INSTR_MEM + 4 * i) = program[i];
  REGISTER(SM0_CLKDIV) = 15u << 16 | 160u << 8; /* 125 MHz / 15.625 = 8 MHz */
  REGISTER(SM0_EXECCTRL) = PROGRAM_LAST << 12; /* wrap from 3 to 0 */
  REGISTER(SM0_SHIFTCTRL) = 1u << 30 | 24u << 25 | 1u << 17; /* 8 words of FIFO; pull by itself after 24 bits */
  REGISTER(SM0_PINCTRL) = 1u << 29 | 1u << 26 | WS2812_PIN << 10 | WS2812_PIN << 5; /* one pin, side-set and set */
  REGISTER(SM0_INSTR) = SET_PINDIRS_OUT;
  REGISTER(SM0_INSTR) = JMP_0;
  chip_pin(WS2812_PIN, PIN_PIO0);
  REGISTER(CTRL) = 1;
}

void ws2812_send(const uint8_t *grb, uint32_t count) {
  while (count--) {
    while (REGISTER(FSTAT) & TX_FULL) {
    }
    REGISTER(TXF0) = (uint32_t)grb[0] << 24 | (uint32_t)grb[1] << 16 | (uint32_t)grb[2] << 8;
    grb += 3;
  }
}
