/* The RP2040 itself: registers, clocks, time, watchdog. Addresses and bits are those of the RP2040 datasheet. */
#ifndef TAVOLA_CHIP_H
#define TAVOLA_CHIP_H
#include <stdint.h>

#define REGISTER(address) (*(volatile uint32_t *)(uintptr_t)(address))
#define SET_BITS(address, bits) (REGISTER((address) + 0x2000u) = (bits))
#define CLEAR_BITS(address, bits) (REGISTER((address) + 0x3000u) = (bits))

#define XIP_SSI 0x18000000u
#define CLOCKS 0x40008000u
#define RESETS 0x4000c000u
#define PSM 0x40010000u
#define IO_BANK0 0x40014000u
#define IO_QSPI 0x40018000u
#define XOSC 0x40024000u
#define PLL_SYS 0x40028000u
#define PLL_USB 0x4002c000u
#define UART0 0x40034000u
#define TIMER 0x40054000u
#define WATCHDOG 0x40058000u
#define VREG_AND_CHIP_RESET 0x40064000u
#define USB_MEMORY 0x50100000u
#define USB 0x50110000u
#define PIO0 0x50200000u
#define VTOR 0xe000ed08u

/* What the second stage leaves in the watchdog's scratch registers, and what says that the watchdog was ours. */
#define SCRATCH_ID_HIGH (WATCHDOG + 0x0cu)
#define SCRATCH_ID_LOW (WATCHDOG + 0x10u)
#define SCRATCH_OURS (WATCHDOG + 0x14u)

/* Bits of RESETS. */
#define RESET_IO_BANK0 (1u << 5)
#define RESET_PADS_BANK0 (1u << 8)
#define RESET_PIO0 (1u << 10)
#define RESET_PLL_SYS (1u << 12)
#define RESET_PLL_USB (1u << 13)
#define RESET_TIMER (1u << 21)
#define RESET_UART0 (1u << 22)
#define RESET_USB (1u << 24)

/* Take parts of the chip out of reset and wait until they are. */
void chip_wake(uint32_t parts);

/* Run at 125 MHz from the crystal, USB at 48 MHz; count microseconds. */
void chip_start(void);

/* Microseconds since the start; wraps. */
uint32_t chip_us(void);

/* Why the chip started, with the bits of an AVR's MCUSR (ResetCause in messages.py). Ask before chip_guard. */
uint8_t chip_reset_cause(void);

/* Start the watchdog: from now on chip_alive must be called every 250 ms. */
void chip_guard(void);
void chip_alive(void);

/* Function of a pin, as numbered in the datasheet. */
#define PIN_UART 2u
#define PIN_PIO0 6u
void chip_pin(uint32_t pin, uint32_t function);

#endif
