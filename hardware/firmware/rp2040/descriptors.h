/* What a USB host is told: a serial port (CDC ACM, which every system has a driver for) that draws up to 500 mA. */
#ifndef TAVOLA_DESCRIPTORS_H
#define TAVOLA_DESCRIPTORS_H
#include <stdint.h>

#include "strip.h"

/* Raspberry Pi's own numbers for a serial port on a Pico. Who the controller is, it says itself (HELLO_ACK). */
#define USB_VENDOR 0x2e8a
#define USB_PRODUCT 0x000a

#define PACKET 64
#define NOTE_PACKET 8
#define DESCRIPTOR_DEVICE 1
#define DESCRIPTOR_CONFIGURATION 2
#define DESCRIPTOR_STRING 3
#define STRING_MAKER 1
#define STRING_PRODUCT 2
#define STRING_SERIAL 3
#define LOW(value) ((value) & 0xff)
#define HIGH(value) ((value) >> 8)

static const uint8_t device_descriptor[18] = {
    18, DESCRIPTOR_DEVICE, 0x00, 0x02,              /* USB 2.0 */
    0xef, 0x02, 0x01, PACKET,                       /* interfaces belong together */
    LOW(USB_VENDOR), HIGH(USB_VENDOR), LOW(USB_PRODUCT), HIGH(USB_PRODUCT),
    STRIP_VERSION_MINOR << 4 | STRIP_VERSION_PATCH, STRIP_VERSION_MAJOR,
    STRING_MAKER, STRING_PRODUCT, STRING_SERIAL, 1, /* one configuration */
};

#define CONFIGURATION_SIZE 75
static const uint8_t configuration_descriptor[CONFIGURATION_SIZE] = {
    9, DESCRIPTOR_CONFIGURATION, CONFIGURATION_SIZE, 0, 2, 1, 0, 0x80, 250, /* from the bus, 250 x 2 mA */
    8, 11, 0, 2, 0x02, 0x02, 0x00, 0,                                       /* interfaces 0 and 1 are one CDC ACM */
    9, 4, 0, 0, 1, 0x02, 0x02, 0x00, 0,                                     /* interface 0: control */
    5, 0x24, 0x00, 0x10, 0x01,                                              /* CDC 1.10 */
    5, 0x24, 0x01, 0x00, 1,                                                 /* no call management */
    4, 0x24, 0x02, 0x02,                                                    /* line coding and state are understood */
    5, 0x24, 0x06, 0, 1,                                                    /* control 0, data 1 */
    7, 5, 0x81, 3, NOTE_PACKET, 0, 16,                                      /* notes: none are ever sent */
    9, 4, 1, 0, 2, 0x0a, 0x00, 0x00, 0,                                     /* interface 1: data */
    7, 5, 0x02, 2, PACKET, 0, 0,                                            /* from the host */
    7, 5, 0x82, 2, PACKET, 0, 0,                                            /* to the host */
};

#endif
