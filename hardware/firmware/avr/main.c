/* The strip controller on an Arduino Nano (ATmega328P, 16 MHz): UART0, lights on D6, hardware watchdog.
 *
 * The watchdog is fed in one place, once a round of the main loop, and never in an interrupt: whatever hangs, 250 ms
 * later the board starts anew, dark, with one amber light. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>

#include "identity.h"
#include "pixels.h"
#include "strip.h"
#include "ticks.h"
#include "uart.h"

#define CAUSES 0x0f

static strip_t strip;
static uint8_t grb[3 * STRIP_LEDS];
static uint8_t reset_cause __attribute__((section(".noinit")));

/* Runs before main. After a reset by the watchdog it is still on, at 16 ms. A boot loader that has cleared the cause
 * (Optiboot) leaves it in r2. */
void before_main(void) __attribute__((naked, used, section(".init3")));
void before_main(void) {
  uint8_t of_loader;
  __asm__ volatile("mov %0, r2" : "=r"(of_loader));
  reset_cause = MCUSR & CAUSES ? MCUSR & CAUSES : of_loader & CAUSES;
  MCUSR = 0;
  wdt_disable();
}

/* Wakes the main loop; the time itself is timer 1's. */
EMPTY_INTERRUPT(TIMER0_COMPA_vect)

static void wake_every_ms(void) {
  TCCR0A = _BV(WGM01);
  OCR0A = TICKS_PER_MS - 1;
  TIMSK0 = _BV(OCIE0A);
  TCCR0B = _BV(CS01) | _BV(CS00);
}

/* Milliseconds since the start. Right as long as it is called every 262 ms, which the watchdog sees to. */
static uint32_t now_ms(void) {
  static uint32_t ms;
  static uint16_t counted;
  while ((uint16_t)(ticks() - counted) >= TICKS_PER_MS) {
    counted = (uint16_t)(counted + TICKS_PER_MS);
    ms++;
  }
  return ms;
}

static void receive(void) {
  int16_t byte;
  /* No more than the ring holds, so that a wire that never rests cannot keep the lights from being shown. */
  for (uint8_t i = 0; i < UART_RING && (byte = uart_read()) >= 0; i++) strip_rx(&strip, (uint8_t)byte);
  for (uint8_t lost = uart_losses(); lost; lost--) strip_overrun(&strip);
}

/* Send as much as the wire takes; returns whether something is left. */
static uint8_t reply(void) {
  static int16_t next = -1;
  for (;;) {
    if (next < 0) next = strip_tx_pop(&strip);
    if (next < 0) return 0;
    if (!uart_send((uint8_t)next)) return 1;
    next = -1;
  }
}

/* Returns whether something waits to be shown. */
static uint8_t show(void) {
  static uint8_t waiting;
  if (strip_dirty(&strip)) waiting = 1;
  if (!waiting || !pixels_ready()) return waiting;
  strip_render(&strip, grb);
  pixels_show(grb, sizeof grb);
  return waiting = 0;
}

/* Sleep until something happens; the mode after a reset, idle, leaves timers and UART running. What came since the last
 * look keeps us awake: an interrupt between the look and sleep_cpu cannot be missed, for sei takes effect one
 * instruction late. */
static void rest(void) {
  cli();
  if (uart_head == uart_tail) {
    sleep_enable();
    sei();
    sleep_cpu();
    sleep_disable();
  }
  sei();
}

int main(void) {
  strip_identity_t identity = {.board = PROTO_BOARD_NANO};
  pixels_init();
  identity_read(identity.unique_id);
  ticks_init();
  wake_every_ms();
  uart_init();
  strip_init(&strip, &identity, reset_cause);
  wdt_enable(WDTO_250MS);
  sei();
  for (;;) {
    uint8_t busy;
    wdt_reset();
    strip_tick(&strip, now_ms());
    receive();
    busy = reply();
    busy |= show();
    if (!busy) rest();
  }
}
