/* The second stage. The boot ROM copies these 252 bytes to memory, checks the CRC behind them (boot2.py writes it) and
 * runs them. They read the flash chip's own number while nothing else needs the flash, then map the flash into memory
 * with plain 03h reads, which every chip knows, and start the program.
 *
 * It runs wherever it was copied to: no calls, no data, one function. */
#include "chip.h"

#define SSI_CTRLR0 (XIP_SSI + 0x00)
#define SSI_CTRLR1 (XIP_SSI + 0x04)
#define SSI_SSIENR (XIP_SSI + 0x08)
#define SSI_SER (XIP_SSI + 0x10)
#define SSI_BAUDR (XIP_SSI + 0x14)
#define SSI_SR (XIP_SSI + 0x28)
#define SSI_DR0 (XIP_SSI + 0x60)
#define SSI_SPI_CTRLR0 (XIP_SSI + 0xf4)
#define SR_RECEIVED (1u << 3)

#define CHIP_SELECT (IO_QSPI + 0x0c) /* the control register of the pin */
#define OVERRIDE_BITS (3u << 8)
#define OVERRIDE_LOW (2u << 8)
#define OVERRIDE_HIGH (3u << 8)

#define READ_UNIQUE_ID 0x4bu
#define DUMMY_BYTES 4u
#define ID_BYTES 8u
#define PROGRAM 0x10000100u

__attribute__((section(".boot2"), used, noreturn)) void boot2(void) {
  uint32_t high = 0, low = 0, control = REGISTER(CHIP_SELECT) & ~OVERRIDE_BITS, stack, entry;

  REGISTER(SSI_SSIENR) = 0;
  REGISTER(SSI_BAUDR) = 6;
  REGISTER(SSI_CTRLR0) = 7u << 16; /* frames of 8 bits, both ways at once */
  REGISTER(SSI_SER) = 1;
  REGISTER(SSI_SSIENR) = 1;
  REGISTER(CHIP_SELECT) = control | OVERRIDE_LOW;
  for (uint32_t i = 0; i < 1 + DUMMY_BYTES + ID_BYTES; i++) {
    REGISTER(SSI_DR0) = i ? 0 : READ_UNIQUE_ID;
    while (!(REGISTER(SSI_SR) & SR_RECEIVED)) {
    }
    high = high << 8 | low >> 24;
    low = low << 8 | (REGISTER(SSI_DR0) & 0xff);
  }
  REGISTER(CHIP_SELECT) = control | OVERRIDE_HIGH;
  REGISTER(SCRATCH_ID_HIGH) = high;
  REGISTER(SCRATCH_ID_LOW) = low;

  REGISTER(SSI_SSIENR) = 0;
  REGISTER(SSI_BAUDR) = 4; /* 31 MHz at 125; 03h is good for 50 and more */
  REGISTER(SSI_CTRLR0) = 31u << 16 | 3u << 8; /* frames of 32 bits; send, then receive */
  REGISTER(SSI_SPI_CTRLR0) = 3u << 24 | 2u << 8 | 6u << 2; /* 03h, 8 bits of instruction, 24 of address */
  REGISTER(SSI_CTRLR1) = 0; /* one frame a read */
  REGISTER(SSI_SSIENR) = 1;
  REGISTER(CHIP_SELECT) = control;

  REGISTER(VTOR) = PROGRAM;
  stack = REGISTER(PROGRAM);
  entry = REGISTER(PROGRAM + 4);
  __asm__ volatile("msr msp, %0\n bx %1" : : "r"(stack), "r"(entry));
  __builtin_unreachable();
}
