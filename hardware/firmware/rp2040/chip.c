#include "chip.h"

#define PLL_LOCKED 0x80000000u
#define XOSC_STABLE 0x80000000u
#define WATCHDOG_US 250000u
#define OURS 0x5461766fu /* "Tavo" */

/* RP2040-E1: the watchdog counts down twice a tick. */
#define WATCHDOG_LOAD (2u * WATCHDOG_US)

void chip_wake(uint32_t parts) {
  CLEAR_BITS(RESETS, parts);
  while ((REGISTER(RESETS + 0x08) & parts) != parts) {
  }
}

/* Start a PLL on the crystal's 12 MHz: 12 MHz x multiply / first / second. */
static void start_pll(uint32_t pll, uint32_t reset, uint32_t multiply, uint32_t first, uint32_t second) {
  SET_BITS(RESETS, reset);
  chip_wake(reset);
  REGISTER(pll) = 1; /* CS: reference divided by 1 */
  REGISTER(pll + 0x08) = multiply; /* FBDIV_INT */
  CLEAR_BITS(pll + 0x04, (1u << 0) | (1u << 5)); /* PWR: PD and VCOPD off */
  while (!(REGISTER(pll) & PLL_LOCKED)) {
  }
  REGISTER(pll + 0x0c) = first << 16 | second << 12; /* PRIM */
  CLEAR_BITS(pll + 0x04, 1u << 3); /* PWR: POSTDIVPD off */
}

void chip_start(void) {
  REGISTER(XOSC + 0x0c) = 47 * 6; /* STARTUP, in 256 periods: 6 ms, for crystals slower than the Pico's own */
  REGISTER(XOSC) = 0xfab000u | 0xaa0u;
  while (!(REGISTER(XOSC + 0x04) & XOSC_STABLE)) {
  }
  REGISTER(CLOCKS + 0x30) = 2; /* CLK_REF from the crystal */
  while (!(REGISTER(CLOCKS + 0x38) & (1u << 2))) {
  }
  REGISTER(CLOCKS + 0x3c) = 0; /* CLK_SYS from CLK_REF while its PLL changes */
  while (!(REGISTER(CLOCKS + 0x44) & (1u << 0))) {
  }
  start_pll(PLL_SYS, RESET_PLL_SYS, 125, 6, 2);
  REGISTER(CLOCKS + 0x3c) = 1; /* CLK_SYS from its PLL, which is AUXSRC 0 */
  while (!(REGISTER(CLOCKS + 0x44) & (1u << 1))) {
  }
  start_pll(PLL_USB, RESET_PLL_USB, 100, 5, 5);
  REGISTER(CLOCKS + 0x48) = 1u << 11; /* CLK_PERI from CLK_SYS */
  REGISTER(CLOCKS + 0x54) = 1u << 11; /* CLK_USB from its PLL */
  REGISTER(WATCHDOG + 0x2c) = 12 | 1u << 9; /* TICK: a microsecond, for timer and watchdog */
  chip_wake(RESET_IO_BANK0 | RESET_PADS_BANK0 | RESET_TIMER);
}

uint32_t chip_us(void) { return REGISTER(TIMER + 0x28); }

uint8_t chip_reset_cause(void) {
  uint32_t why;
  /* The boot ROM restarts the chip by the watchdog after it has written an image: only one that we started counts. */
  if ((REGISTER(WATCHDOG + 0x08) & 1) && REGISTER(SCRATCH_OURS) == OURS) return 8;
  why = REGISTER(VREG_AND_CHIP_RESET + 0x08);
  return (uint8_t)((why & (1u << 8) ? 1 : 0) | (why & (1u << 16) ? 2 : 0));
}

void chip_guard(void) {
  REGISTER(SCRATCH_OURS) = OURS;
  CLEAR_BITS(WATCHDOG, 1u << 30);
  REGISTER(PSM + 0x08) = 0x1fffcu; /* WDSEL: all but the oscillators, or a watchdog that runs out changes nothing */
  chip_alive();
  SET_BITS(WATCHDOG, 1u << 30);
}

void chip_alive(void) { REGISTER(WATCHDOG + 0x04) = WATCHDOG_LOAD; }

void chip_pin(uint32_t pin, uint32_t function) { REGISTER(IO_BANK0 + 8 * pin + 4) = function; }
