/* An ATmega328P has no number of its own that its maker vouches for, and neither has a Nano's USB chip. So the first
 * start makes one of what differs from chip to chip: the bytes that the maker leaves in the signature row (lot, wafer
 * and place on it, on most chips), and how the watchdog's own oscillator drifts against the crystal, 16 times. */
#include "identity.h"

#include <avr/boot.h>
#include <avr/eeprom.h>
#include <avr/io.h>
#include <avr/wdt.h>
#include <string.h>

#include "crc32.h"

#define SIZE 8
#define CHECK 4
#define STORED ((uint8_t *)0) /* where in the EEPROM: the number, then its CRC-32 */
#define SIGNATURE_FROM 0x0e
#define SIGNATURE_TO 0x17
#define SAMPLES 16

static void put_check(uint8_t *record) {
  uint32_t check = frame_crc32(record, SIZE);
  memcpy(record + SIZE, &check, CHECK); /* this machine is little-endian */
}

/* Timer 1 when the watchdog next times out; in any case after 100 ms. */
static uint16_t drift(void) {
  uint32_t patience = 100000;
  while (!(WDTCSR & _BV(WDIF)) && --patience) {
  }
  WDTCSR |= _BV(WDIF);
  return TCNT1;
}

static void make(uint8_t *record) {
  uint8_t seen[SIGNATURE_TO - SIGNATURE_FROM + 1 + 2 * SAMPLES], *next = seen;
  uint32_t half;
  for (uint8_t i = SIGNATURE_FROM; i <= SIGNATURE_TO; i++) *next++ = boot_signature_byte_get(i);
  TCCR1B = _BV(CS10); /* every cycle of the crystal */
  WDTCSR = _BV(WDCE) | _BV(WDE);
  WDTCSR = _BV(WDIE); /* 16 ms, and no reset; with interrupts off the flag is only looked at */
  for (uint8_t i = 0; i < SAMPLES; i++) {
    uint16_t ticks = drift();
    *next++ = (uint8_t)ticks;
    *next++ = (uint8_t)(ticks >> 8);
  }
  wdt_disable();
  TCCR1B = 0;
  half = frame_crc32(seen, sizeof seen);
  memcpy(record, &half, 4);
  memcpy(seen, &half, 4);
  half = frame_crc32(seen, sizeof seen);
  memcpy(record + 4, &half, 4);
}

void identity_read(uint8_t *id) {
  uint8_t record[SIZE + CHECK], check[CHECK];
  eeprom_read_block(record, STORED, sizeof record);
  memcpy(check, record + SIZE, CHECK);
  put_check(record);
  if (memcmp(check, record + SIZE, CHECK)) {
    make(record);
    put_check(record);
    eeprom_update_block(record, STORED, sizeof record);
  }
  memcpy(id, record, SIZE);
}
