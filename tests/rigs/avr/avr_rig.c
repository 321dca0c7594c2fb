/* The Nano's image in simavr, cycle by cycle, in virtual time: a shared library for avr_rig.py.
 *
 * What is simavr's own: the processor, timers, watchdog, EEPROM, the pins. What is replaced, because simavr's is kinder
 * than the chip: the UART's receiver. Here it has the chip's two bytes; a byte that comes while both are taken is lost,
 * and DOR0 says so until UDR0 is read. Bytes arrive at the speed of the wire, whether anyone is ready or not.
 *
 * What the strip shows is read off pin D6 by the pulses' lengths alone, as the lights do it. */
#include <stdlib.h>
#include <string.h>

#include <simavr/avr_eeprom.h>
#include <simavr/avr_ioport.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <simavr/sim_interrupts.h>
#include <simavr/sim_regbit.h>

#define UCSR0A 0xc0
#define UCSR0B 0xc1
#define UDR0 0xc6
#define RXC 0x80
#define DOR 0x08
#define RXEN 0x10
#define RX_VECTOR 18
#define MHZ 16
#define RAM_FROM 0x100
#define PAINT 0xa5
#define TRAP 0x7e00 /* in flash, far behind the program */

/* Pulses and silences, in cycles of 62.5 ns, as the makers of WS2812B lights agree on them. */
#define ZERO_LEAST 4    /* 250 ns */
#define ZERO_MOST 6     /* 375 ns */
#define ONE_LEAST 10    /* 625 ns */
#define ONE_MOST 16     /* 1 us */
#define LOW_LEAST 10    /* 625 ns */
#define LOW_MOST 80     /* 5 us: some lights take 6 us for the end of a frame already */
#define LATCH (280 * MHZ)

#define WIRE 65536u
#define FRAMES 1024u
#define FRAME_BYTES 240u

typedef struct {
  uint64_t start, end; /* first rise and last fall, in cycles */
  uint32_t bits;
  uint32_t cut; /* a reset came while it was being sent */
  uint8_t grb[FRAME_BYTES];
} frame_t;

typedef struct {
  uint64_t received, overruns, sent;
  uint64_t frames, frames_lost;   /* finished on the pin; not fetched in time by the other side */
  uint64_t bad_pulses, bad_lows;  /* pulses and silences within a frame that no light may be expected to understand */
  uint64_t joined;                /* frames that began before the lights had taken the last for ended */
  uint64_t zero_least, zero_most, one_least, one_most, low_least, low_most, gap_least; /* cycles */
  uint64_t resets;
} counts_t;

typedef struct {
  avr_t *avr;
  avr_int_vector_t *rx_vector;
  void (*reset)(avr_t *avr);
  uint64_t cycles_a_byte;
  uint8_t wire[WIRE]; /* to the chip: what is between tail and head is on its way */
  uint32_t head, tail;
  uint8_t fifo[2], held, overrun, arriving;
  uint8_t out[WIRE]; /* from the chip */
  uint32_t out_head, out_tail;
  uint8_t level;
  uint64_t rise, fall;
  frame_t now;
  frame_t ring[FRAMES];
  uint32_t ring_head, ring_tail;
  counts_t counts;
} rig_t;

/* reset() of simavr passes no parameter of ours. */
static rig_t *resetting;

/* ---- the receiver ---- */

static void receiver_flag(rig_t *rig) {
  if (rig->held) {
    avr_raise_interrupt(rig->avr, rig->rx_vector);
  } else {
    avr_clear_interrupt(rig->avr, rig->rx_vector);
    avr_regbit_clear(rig->avr, rig->rx_vector->raised); /* simavr leaves it set */
  }
}

static uint8_t on_udr_read(avr_t *avr, avr_io_addr_t address, void *parameter) {
  rig_t *rig = parameter;
  uint8_t byte = rig->fifo[0];
  if (rig->held) {
    rig->fifo[0] = rig->fifo[1];
    rig->held--;
  }
  rig->overrun = 0;
  receiver_flag(rig);
  avr->data[address] = byte;
  return byte;
}

static uint8_t on_ucsra_read(avr_t *avr, avr_io_addr_t address, void *parameter) {
  rig_t *rig = parameter;
  uint8_t others = avr->data[address] & (uint8_t)~(RXC | DOR);
  return (uint8_t)(others | (rig->held ? RXC : 0) | (rig->overrun ? DOR : 0));
}

static avr_cycle_count_t on_byte(avr_t *avr, avr_cycle_count_t when, void *parameter) {
  rig_t *rig = parameter;
  uint8_t byte = rig->wire[rig->tail++ % WIRE];
  rig->counts.received++;
  if (avr->data[UCSR0B] & RXEN) {
    if (rig->held < sizeof rig->fifo) {
      rig->fifo[rig->held++] = byte;
      receiver_flag(rig);
    } else {
      rig->overrun = 1;
      rig->counts.overruns++;
    }
  }
  if (rig->head != rig->tail) return when + rig->cycles_a_byte;
  rig->arriving = 0;
  return 0;
}

static void arrive(rig_t *rig) {
  if (rig->head == rig->tail) return;
  rig->arriving = 1;
  avr_cycle_timer_register(rig->avr, rig->cycles_a_byte, on_byte, rig);
}

static void on_sent(avr_irq_t *irq, uint32_t value, void *parameter) {
  rig_t *rig = parameter;
  (void)irq;
  rig->out[rig->out_head++ % WIRE] = (uint8_t)value;
  rig->counts.sent++;
}

/* ---- the lights ---- */

static void least(uint64_t *place, uint64_t value) {
  if (value < *place) *place = value;
}

static void most(uint64_t *place, uint64_t value) {
  if (value > *place) *place = value;
}

/* The silence has lasted: the lights show what they have got. */
static void finish(rig_t *rig) {
  rig->counts.frames++;
  if (rig->ring_head - rig->ring_tail == FRAMES) {
    rig->ring_tail++;
    rig->counts.frames_lost++;
  }
  rig->ring[rig->ring_head++ % FRAMES] = rig->now;
  memset(&rig->now, 0, sizeof rig->now);
}

static void finish_if_silent(rig_t *rig, uint64_t now) {
  if (rig->now.bits && now - rig->fall >= LATCH) finish(rig);
}

static void on_rise(rig_t *rig, uint64_t now) {
  uint64_t low = now - rig->fall;
  finish_if_silent(rig, now);
  if (!rig->now.bits) {
    if (rig->counts.frames) least(&rig->counts.gap_least, low);
    rig->now.start = now;
  } else if (low > LOW_MOST) {
    rig->counts.joined++;
    least(&rig->counts.gap_least, low);
  } else {
    if (low < LOW_LEAST) rig->counts.bad_lows++;
    least(&rig->counts.low_least, low);
    most(&rig->counts.low_most, low);
  }
  rig->rise = now;
}

static void on_fall(rig_t *rig, uint64_t now) {
  uint64_t high = now - rig->rise;
  uint8_t bit = high >= ONE_LEAST;
  uint32_t at = rig->now.bits++;
  rig->fall = rig->now.end = now;
  if (rig->now.cut) return; /* the pulse is the reset's doing */
  if (high < ZERO_LEAST || (high > ZERO_MOST && high < ONE_LEAST) || high > ONE_MOST) {
    rig->counts.bad_pulses++;
  } else if (bit) {
    least(&rig->counts.one_least, high);
    most(&rig->counts.one_most, high);
  } else {
    least(&rig->counts.zero_least, high);
    most(&rig->counts.zero_most, high);
  }
  if (bit && at / 8 < FRAME_BYTES) rig->now.grb[at / 8] |= (uint8_t)(0x80 >> at % 8);
}

static void on_pin(avr_irq_t *irq, uint32_t value, void *parameter) {
  rig_t *rig = parameter;
  (void)irq;
  if (!!value == rig->level) return;
  rig->level = !!value;
  if (rig->level)
    on_rise(rig, rig->avr->cycle);
  else
    on_fall(rig, rig->avr->cycle);
}

/* ---- the machine ---- */

static void say_nothing(avr_t *avr, const int level, const char *format, va_list values) {
  (void)avr;
  (void)level;
  (void)format;
  (void)values;
}

/* Time is virtual: a chip that sleeps costs no time of ours. */
static void sleep_no_time(avr_t *avr, avr_cycle_count_t cycles) {
  (void)avr;
  (void)cycles;
}

/* A reset, by whatever cause: simavr has just dropped every timer, and ours with them. */
static void on_reset(avr_t *avr) {
  rig_t *rig = resetting;
  if (rig->now.bits && (rig->level || avr->cycle - rig->fall <= LOW_MOST)) rig->now.cut = 1;
  if (rig->reset) rig->reset(avr);
  rig->counts.resets++;
  rig->held = rig->overrun = rig->arriving = 0;
  arrive(rig);
}

void rig_free(rig_t *rig);

/* Start the program of an ELF file, at power-on, with the eight bytes and CRC at eeprom stored (NULL: a blank one). */
rig_t *rig_new(const char *path, uint32_t baud, const uint8_t *eeprom, uint32_t eeprom_size) {
  elf_firmware_t firmware;
  uint32_t flags = 0;
  rig_t *rig = calloc(1, sizeof *rig);
  avr_t *avr;
  if (!rig) return NULL;
  avr_global_logger_set(say_nothing);
  memset(&firmware, 0, sizeof firmware);
  if (elf_read_firmware(path, &firmware) || !(avr = rig->avr = avr_make_mcu_by_name("atmega328p"))) {
    free(rig);
    return NULL;
  }
  resetting = rig;
  avr_init(avr);
  avr_load_firmware(avr, &firmware);
  free(firmware.flash); /* copied */
  avr->frequency = MHZ * 1000000;
  avr->run_cycle_limit = 100 * MHZ;
  avr->sleep = sleep_no_time;
  rig->cycles_a_byte = (uint64_t)avr->frequency * 10 / baud;
  rig->counts.zero_least = rig->counts.one_least = rig->counts.low_least = rig->counts.gap_least = UINT64_MAX;
  memset(avr->data + RAM_FROM, PAINT, avr->ramend + 1u - RAM_FROM);
  avr->flash[TRAP] = 0xff; /* rjmp to itself */
  avr->flash[TRAP + 1] = 0xcf;
  for (int i = 0; i < avr->interrupts.vector_count; i++)
    if (avr->interrupts.vector[i]->vector == RX_VECTOR) rig->rx_vector = avr->interrupts.vector[i];
  avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
  avr->io[AVR_DATA_TO_IO(UDR0)].r.c = on_udr_read;
  avr->io[AVR_DATA_TO_IO(UDR0)].r.param = rig;
  avr->io[AVR_DATA_TO_IO(UCSR0A)].r.c = on_ucsra_read;
  avr->io[AVR_DATA_TO_IO(UCSR0A)].r.param = rig;
  avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), on_sent, rig);
  avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), 6), on_pin, rig);
  if (eeprom) {
    avr_eeprom_desc_t stored = {.ee = (uint8_t *)eeprom, .offset = 0, .size = eeprom_size};
    avr_ioctl(avr, AVR_IOCTL_EEPROM_SET, &stored);
  }
  rig->reset = avr->reset;
  avr->reset = on_reset;
  return rig;
}

void rig_free(rig_t *rig) {
  avr_terminate(rig->avr);
  free(rig->avr);
  free(rig);
}

/* Put bytes on the wire; they arrive one after the other. Returns 0 if more are on their way than the rig keeps. */
int rig_write(rig_t *rig, const uint8_t *bytes, uint32_t length) {
  if (length > WIRE - (rig->head - rig->tail)) return 0;
  for (uint32_t i = 0; i < length; i++) rig->wire[rig->head++ % WIRE] = bytes[i];
  if (!rig->arriving) arrive(rig);
  return 1;
}

/* Bytes that have not arrived yet. */
uint32_t rig_on_the_way(const rig_t *rig) { return rig->head - rig->tail; }

/* What the chip has sent. */
uint32_t rig_read(rig_t *rig, uint8_t *out, uint32_t size) {
  uint32_t length = 0;
  while (length < size && rig->out_tail != rig->out_head) out[length++] = rig->out[rig->out_tail++ % WIRE];
  return length;
}

static avr_cycle_count_t stop(avr_t *avr, avr_cycle_count_t when, void *parameter) {
  (void)avr;
  (void)when;
  (void)parameter;
  return 0;
}

/* Let cycles pass. Returns 0 if the chip has stopped for good. */
int rig_run(rig_t *rig, uint64_t cycles) {
  uint64_t end = rig->avr->cycle + cycles;
  resetting = rig;
  avr_cycle_timer_register(rig->avr, cycles, stop, NULL); /* a step of simavr lasts until the next timer */
  while (rig->avr->cycle < end) {
    int state = avr_run(rig->avr);
    if (state == cpu_Done || state == cpu_Crashed) return 0;
  }
  if (!rig->level) finish_if_silent(rig, rig->avr->cycle);
  return 1;
}

uint64_t rig_cycle(const rig_t *rig) { return rig->avr->cycle; }

/* Reset as by the button, or by opening the port of a Nano. */
void rig_reset(rig_t *rig) {
  resetting = rig;
  avr_reset(rig->avr);
  avr_regbit_set(rig->avr, rig->avr->reset_flags.extrf);
}

/* From now on the chip does nothing but jump to where it is, with interrupts as they are or off. */
void rig_hang(rig_t *rig, int interrupts_off) {
  rig->avr->pc = TRAP;
  rig->avr->state = cpu_Running;
  if (interrupts_off) rig->avr->sreg[S_I] = 0;
}

/* Fetch frames that the lights have taken, oldest first; returns how many. */
uint32_t rig_frames(rig_t *rig, frame_t *out, uint32_t most_frames) {
  uint32_t count = 0;
  while (count < most_frames && rig->ring_tail != rig->ring_head) out[count++] = rig->ring[rig->ring_tail++ % FRAMES];
  return count;
}

void rig_counts(const rig_t *rig, counts_t *out) { *out = rig->counts; }

void rig_eeprom(rig_t *rig, uint8_t *out, uint32_t size) {
  avr_eeprom_desc_t wanted = {.ee = out, .offset = 0, .size = size};
  avr_ioctl(rig->avr, AVR_IOCTL_EEPROM_GET, &wanted);
}

/* Bytes of memory that were ever written, variables and stack together. */
uint32_t rig_ram_used(const rig_t *rig) {
  uint32_t used = 0;
  for (uint32_t at = RAM_FROM; at <= rig->avr->ramend; at++) used += rig->avr->data[at] != PAINT;
  return used;
}
