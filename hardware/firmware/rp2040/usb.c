/* USB as a serial port, without interrupts: one look at the controller's registers each time round.
 *
 * Endpoint 0 answers the host's questions, 2 carries bytes both ways, 1 is there because the class wants it. Nothing
 * here waits for the host: what it does not fetch stays, and the core counts the replies that find no room. */
#include "chip.h"
#include "descriptors.h"
#include "memory.h"
#include "wire.h"

#define ADDRESS (USB + 0x00)
#define MAIN_CTRL (USB + 0x40)
#define SIE_CTRL (USB + 0x4c)
#define SIE_STATUS (USB + 0x50)
#define BUFFER_STATUS (USB + 0x58)
#define STALL_ARM (USB + 0x68)
#define MUXING (USB + 0x74)
#define POWER (USB + 0x78)

#define SIE_SETUP (1u << 17)
#define SIE_BUS_RESET (1u << 19)
#define SIE_PULL_UP (1u << 16)
#define SIE_EP0_TELLS (1u << 29)

/* The controller's own memory. */
#define SETUP ((volatile const uint8_t *)(uintptr_t)USB_MEMORY)
#define CONTROL_IN(endpoint) (USB_MEMORY + 8u * (endpoint))
#define CONTROL_OUT(endpoint) (USB_MEMORY + 8u * (endpoint) + 4u)
#define BUFFER_IN(endpoint) (USB_MEMORY + 0x80u + 8u * (endpoint))
#define BUFFER_OUT(endpoint) (USB_MEMORY + 0x84u + 8u * (endpoint))
#define EP0_AT 0x100u
#define DATA_OUT_AT 0x180u
#define DATA_IN_AT 0x1c0u
#define NOTE_AT 0x200u
#define AT(offset) ((volatile uint8_t *)(uintptr_t)(USB_MEMORY + (offset)))

#define EP_ENABLED (1u << 31)
#define EP_TELLS (1u << 29)
#define EP_BULK (2u << 26)
#define EP_INTERRUPT (3u << 26)

#define BUFFER_FULL (1u << 15)
#define BUFFER_DATA1 (1u << 13)
#define BUFFER_STALL (1u << 11)
#define BUFFER_AVAILABLE (1u << 10)
#define BUFFER_LENGTH 0x3ffu

#define DONE_EP0_IN (1u << 0)
#define DONE_EP0_OUT (1u << 1)
#define DONE_DATA_IN (1u << 4)
#define DONE_DATA_OUT (1u << 5)

#define DATA_ENDPOINT 2u
#define LINE_CODING_SIZE 7u
#define FROM_DEVICE 0x80

/* Requests: type and number as one, as they lie in the setup packet. */
#define REQUEST(type, number) ((uint16_t)((number) << 8 | (type)))
#define GET_STATUS_DEVICE REQUEST(0x80, 0)
#define GET_STATUS_INTERFACE REQUEST(0x81, 0)
#define GET_STATUS_ENDPOINT REQUEST(0x82, 0)
#define CLEAR_FEATURE_ENDPOINT REQUEST(0x02, 1)
#define SET_ADDRESS REQUEST(0x00, 5)
#define GET_DESCRIPTOR REQUEST(0x80, 6)
#define GET_CONFIGURATION REQUEST(0x80, 8)
#define SET_CONFIGURATION REQUEST(0x00, 9)
#define GET_INTERFACE REQUEST(0x81, 10)
#define SET_INTERFACE REQUEST(0x01, 11)
#define SET_LINE_CODING REQUEST(0x21, 0x20)
#define GET_LINE_CODING REQUEST(0xa1, 0x21)
#define SET_CONTROL_LINE_STATE REQUEST(0x21, 0x22)
#define SEND_BREAK REQUEST(0x21, 0x23)

static struct {
  uint8_t configured;
  uint8_t address, address_waits; /* a new address counts once the host has its answer */
  const uint8_t *answer;          /* what is left of an answer on endpoint 0 */
  uint16_t answer_left;
  uint8_t answer_toggle;
  uint8_t takes_line_coding;
  uint8_t in_toggle, out_toggle, in_busy;
  uint8_t line_coding[LINE_CODING_SIZE];
  uint8_t text[2 + 2 * 16]; /* a descriptor made on the fly; the serial number is the longest */
  char serial[17];
} usb;

static void copy_in(uint32_t at, const uint8_t *from, uint32_t count) {
  volatile uint8_t *to = AT(at);
  while (count--) *to++ = *from++;
}

/* Hand a buffer to the controller: its other bits first, and a moment later that it is there, for the two clocks. */
static void hand_over(uint32_t buffer, uint32_t bits) {
  REGISTER(buffer) = bits;
  __asm__ volatile("nop\n nop\n nop\n nop\n nop\n nop\n nop\n nop\n nop\n nop\n nop\n nop");
  REGISTER(buffer) = bits | BUFFER_AVAILABLE;
}

/* ---- endpoint 0 ---- */

static void answer_more(void) {
  uint16_t count = usb.answer_left < PACKET ? usb.answer_left : PACKET;
  copy_in(EP0_AT, usb.answer, count);
  usb.answer += count;
  usb.answer_left = (uint16_t)(usb.answer_left - count);
  hand_over(BUFFER_IN(0), count | BUFFER_FULL | (usb.answer_toggle ? BUFFER_DATA1 : 0));
  usb.answer_toggle ^= 1;
}

/* Answer a question, or with nothing say that a command was understood. No answer is a whole number of packets long,
 * so none needs an empty packet to end it. */
static void answer(const uint8_t *bytes, uint16_t count, uint16_t asked) {
  usb.answer = bytes;
  usb.answer_left = count < asked ? count : asked;
  usb.answer_toggle = 1;
  answer_more();
}

static void understood(void) { answer(usb.text, 0, 0); }

static void expect_on_0(uint32_t count) { hand_over(BUFFER_OUT(0), count | BUFFER_DATA1); }

static void stall(void) {
  REGISTER(STALL_ARM) = 3;
  REGISTER(BUFFER_IN(0)) = BUFFER_STALL;
  REGISTER(BUFFER_OUT(0)) = BUFFER_STALL;
}

static void answer_text(const char *text, uint16_t asked) {
  uint8_t size = 2;
  for (; *text && size < sizeof usb.text; text++) {
    usb.text[size++] = (uint8_t)*text;
    usb.text[size++] = 0;
  }
  usb.text[0] = size;
  usb.text[1] = DESCRIPTOR_STRING;
  answer(usb.text, size, asked);
}

static void on_get_descriptor(uint8_t type, uint8_t number, uint16_t asked) {
  static const uint8_t languages[4] = {4, DESCRIPTOR_STRING, 0x09, 0x04};
  if (type == DESCRIPTOR_DEVICE)
    answer(device_descriptor, sizeof device_descriptor, asked);
  else if (type == DESCRIPTOR_CONFIGURATION)
    answer(configuration_descriptor, sizeof configuration_descriptor, asked);
  else if (type == DESCRIPTOR_STRING && number == 0)
    answer(languages, sizeof languages, asked);
  else if (type == DESCRIPTOR_STRING && number == STRING_MAKER)
    answer_text("Tavola", asked);
  else if (type == DESCRIPTOR_STRING && number == STRING_PRODUCT)
    answer_text("Tavola strip", asked);
  else if (type == DESCRIPTOR_STRING && number == STRING_SERIAL)
    answer_text(usb.serial, asked);
  else
    stall();
}

/* ---- the data ---- */

static void take_packets(void) {
  hand_over(BUFFER_OUT(DATA_ENDPOINT), PACKET | (usb.out_toggle ? BUFFER_DATA1 : 0));
  usb.out_toggle ^= 1;
}

static void drop_data(void) {
  REGISTER(BUFFER_IN(DATA_ENDPOINT)) = 0;
  REGISTER(BUFFER_OUT(DATA_ENDPOINT)) = 0;
  usb.in_toggle = usb.out_toggle = usb.in_busy = 0;
}

static void configure(uint8_t number) {
  drop_data();
  usb.configured = number;
  if (number) take_packets();
}

static void on_clear_halt(uint8_t endpoint) {
  if (endpoint == (FROM_DEVICE | DATA_ENDPOINT)) {
    REGISTER(BUFFER_IN(DATA_ENDPOINT)) = 0;
    usb.in_toggle = usb.in_busy = 0;
  } else if (endpoint == DATA_ENDPOINT) {
    usb.out_toggle = 0;
    if (usb.configured) take_packets();
  }
}

static void on_data_out(strip_t *strip) {
  uint32_t count = REGISTER(BUFFER_OUT(DATA_ENDPOINT)) & BUFFER_LENGTH;
  for (uint32_t i = 0; i < count; i++) strip_rx(strip, AT(DATA_OUT_AT)[i]);
  take_packets();
}

static void send_data(strip_t *strip) {
  uint32_t count = 0;
  int16_t byte;
  /* Never a full packet: the host would wait for the rest of a transfer that has ended. */
  while (count < PACKET - 1 && (byte = strip_tx_pop(strip)) >= 0) AT(DATA_IN_AT)[count++] = (uint8_t)byte;
  if (!count) return;
  usb.in_busy = 1;
  hand_over(BUFFER_IN(DATA_ENDPOINT), count | BUFFER_FULL | (usb.in_toggle ? BUFFER_DATA1 : 0));
  usb.in_toggle ^= 1;
}

/* ---- what the controller tells ---- */

static void on_setup(void) {
  uint16_t request = (uint16_t)(SETUP[0] | SETUP[1] << 8), asked = (uint16_t)(SETUP[6] | SETUP[7] << 8);
  uint8_t value_low = SETUP[2], value_high = SETUP[3], index_low = SETUP[4];
  REGISTER(BUFFER_IN(0)) = 0; /* whatever was under way, the host has given it up */
  REGISTER(BUFFER_OUT(0)) = 0;
  usb.answer_left = 0;
  usb.address_waits = 0;
  usb.takes_line_coding = 0;
  switch (request) {
    case GET_DESCRIPTOR:
      on_get_descriptor(value_high, value_low, asked);
      break;
    case GET_STATUS_DEVICE:
    case GET_STATUS_INTERFACE:
    case GET_STATUS_ENDPOINT:
      usb.text[0] = usb.text[1] = 0;
      answer(usb.text, 2, asked);
      break;
    case GET_CONFIGURATION:
      answer(&usb.configured, 1, asked);
      break;
    case GET_INTERFACE:
      usb.text[0] = 0;
      answer(usb.text, 1, asked);
      break;
    case GET_LINE_CODING:
      answer(usb.line_coding, sizeof usb.line_coding, asked);
      break;
    case SET_LINE_CODING:
      usb.takes_line_coding = 1;
      expect_on_0(PACKET);
      break;
    case SET_ADDRESS:
      usb.address = value_low & 0x7f;
      usb.address_waits = 1;
      understood();
      break;
    case SET_CONFIGURATION:
      configure(value_low);
      understood();
      break;
    case CLEAR_FEATURE_ENDPOINT:
      on_clear_halt(index_low);
      understood();
      break;
    case SET_INTERFACE:
    case SET_CONTROL_LINE_STATE:
    case SEND_BREAK:
      understood();
      break;
    default:
      stall();
  }
}

static void on_ep0_in(void) {
  if (usb.address_waits) {
    REGISTER(ADDRESS) = usb.address;
    usb.address_waits = 0;
  }
  if (usb.answer_left)
    answer_more();
  else if (SETUP[0] & FROM_DEVICE)
    expect_on_0(0); /* the host says that it has got the answer */
}

static void on_ep0_out(void) {
  if (!usb.takes_line_coding) return;
  usb.takes_line_coding = 0;
  for (uint32_t i = 0; i < sizeof usb.line_coding; i++) usb.line_coding[i] = AT(EP0_AT)[i];
  understood();
}

static void on_bus_reset(void) {
  REGISTER(ADDRESS) = 0;
  REGISTER(BUFFER_IN(0)) = 0;
  REGISTER(BUFFER_OUT(0)) = 0;
  usb.address_waits = 0;
  usb.answer_left = 0;
  usb.configured = 0;
  drop_data();
}

/* ---- what the port calls ---- */

void wire_start(const uint8_t *unique_id) {
  static const uint8_t line_coding[LINE_CODING_SIZE] = {0x00, 0xc2, 0x01, 0x00, 0, 0, 8}; /* 115,200 8N1 */
  for (uint32_t i = 0; i < 16; i++) {
    uint8_t digit = (uint8_t)(unique_id[7 - i / 2] >> (i & 1 ? 0 : 4)) & 15;
    usb.serial[i] = (char)(digit < 10 ? '0' + digit : 'A' + digit - 10);
  }
  memcpy(usb.line_coding, line_coding, sizeof line_coding);
  SET_BITS(RESETS, RESET_USB);
  chip_wake(RESET_USB);
  for (uint32_t at = 0; at < 4096; at += 4) REGISTER(USB_MEMORY + at) = 0;
  REGISTER(MUXING) = 1u << 3 | 1u << 0; /* to the pins, connected when we say so */
  REGISTER(POWER) = 1u << 3 | 1u << 2;  /* there is a cable, or we had no power */
  REGISTER(MAIN_CTRL) = 1;
  REGISTER(SIE_CTRL) = SIE_EP0_TELLS;
  REGISTER(CONTROL_IN(1)) = EP_ENABLED | EP_TELLS | EP_INTERRUPT | NOTE_AT;
  REGISTER(CONTROL_OUT(DATA_ENDPOINT)) = EP_ENABLED | EP_TELLS | EP_BULK | DATA_OUT_AT;
  REGISTER(CONTROL_IN(DATA_ENDPOINT)) = EP_ENABLED | EP_TELLS | EP_BULK | DATA_IN_AT;
  REGISTER(SIE_CTRL) = SIE_EP0_TELLS | SIE_PULL_UP;
}

void wire_poll(strip_t *strip) {
  uint32_t status = REGISTER(SIE_STATUS), done;
  if (status & SIE_BUS_RESET) {
    REGISTER(SIE_STATUS) = SIE_BUS_RESET;
    on_bus_reset();
  }
  done = REGISTER(BUFFER_STATUS);
  REGISTER(BUFFER_STATUS) = done;
  if (done & DONE_EP0_IN) on_ep0_in();
  if (done & DONE_EP0_OUT) on_ep0_out();
  if (done & DONE_DATA_OUT) on_data_out(strip);
  if (done & DONE_DATA_IN) usb.in_busy = 0;
  /* After the buffers: what they told belongs to the request before this one. */
  if (status & SIE_SETUP) {
    REGISTER(SIE_STATUS) = SIE_SETUP;
    on_setup();
  }
  if (usb.configured && !usb.in_busy) send_data(strip);
}
