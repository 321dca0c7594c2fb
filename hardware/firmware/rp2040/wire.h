/* The wire to the host: USB in the image for users (usb.c), a UART in the one for tests (uart.c). */
#ifndef TAVOLA_WIRE_H
#define TAVOLA_WIRE_H
#include "strip.h"

/* unique_id: as in strip_identity_t. */
void wire_start(const uint8_t *unique_id);

/* Give the core what has come in, and send what it says. Never waits. */
void wire_poll(strip_t *strip);

#endif
