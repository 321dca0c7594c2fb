/* From reset to main, and the few functions that the compiler takes for granted. */
#include <stddef.h>
#include <stdint.h>

extern uint32_t data_start, data_end, data_in_flash, bss_start, bss_end, stack_top;

int main(void);
void *memcpy(void *to, const void *from, size_t count);
void *memset(void *to, int value, size_t count);
void __aeabi_memcpy(void *to, const void *from, size_t count);
void __aeabi_memcpy4(void *to, const void *from, size_t count);
void __aeabi_memset(void *to, size_t count, int value);
void __aeabi_memclr(void *to, size_t count);
void __aeabi_memclr4(void *to, size_t count);
uint32_t __aeabi_uidiv(uint32_t number, uint32_t by);
uint64_t __aeabi_uidivmod(uint32_t number, uint32_t by);

void *memcpy(void *to, const void *from, size_t count) {
  uint8_t *out = to;
  const uint8_t *in = from;
  while (count--) *out++ = *in++;
  return to;
}

void *memset(void *to, int value, size_t count) {
  uint8_t *out = to;
  while (count--) *out++ = (uint8_t)value;
  return to;
}

/* The same as the compiler calls them for structures. */
void __aeabi_memcpy(void *to, const void *from, size_t count) { memcpy(to, from, count); }
void __aeabi_memcpy4(void *to, const void *from, size_t count) { memcpy(to, from, count); }
void __aeabi_memset(void *to, size_t count, int value) { memset(to, value, count); }
void __aeabi_memclr(void *to, size_t count) { memset(to, 0, count); }
void __aeabi_memclr4(void *to, size_t count) { memset(to, 0, count); }

/* The Cortex-M0+ cannot divide. Quotient in the low word, remainder in the high one: as the ABI has them returned. */
uint64_t __aeabi_uidivmod(uint32_t number, uint32_t by) {
  uint32_t quotient = 0, rest = 0;
  for (uint32_t bit = 0x80000000u; bit; bit >>= 1) {
    rest = rest << 1 | (number & bit ? 1 : 0);
    if (rest >= by) {
      rest -= by;
      quotient |= bit;
    }
  }
  return (uint64_t)rest << 32 | quotient;
}

uint32_t __aeabi_uidiv(uint32_t number, uint32_t by) { return (uint32_t)__aeabi_uidivmod(number, by); }

static void reset(void) {
  const uint32_t *from = &data_in_flash;
  for (uint32_t *to = &data_start; to < &data_end;) *to++ = *from++;
  for (uint32_t *to = &bss_start; to < &bss_end;) *to++ = 0;
  main();
  for (;;) {
  }
}

/* Nothing here interrupts; a fault stops the program, and the watchdog starts it again. */
static void stop(void) {
  for (;;) {
  }
}

__attribute__((section(".vectors"), used)) static const void *const vectors[16] = {
    &stack_top, (const void *)reset, (const void *)stop, (const void *)stop, [11] = (const void *)stop,
    [14] = (const void *)stop, [15] = (const void *)stop};
