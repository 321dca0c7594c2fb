// Run a Pico's image, a stretch of emulated time for each line of input.
//
//   node rig.mjs IMAGE uart|usb FLASH-NUMBER
//
// A line in: {"us": time to run, "send": bytes in hexadecimal, "freeze": true}. A line out: what came of it.

import fs from 'node:fs';
import readline from 'node:readline';
import { Pico } from './chip.mjs';
import { hex, Host } from './host.mjs';

const BYTE = 86_806; // nanoseconds on a UART at 115,200 baud
const SLICE = 20_000;

const [image, wire, id] = process.argv.slice(2);
const pico = new Pico(fs.readFileSync(image), Buffer.from(id, 'hex'));

class Uart {
  constructor() {
    this.uart = pico.mcu.uart[0];
    this.toSend = [];
    this.received = [];
    this.due = 0;
    this.facts = {};
    this.faults = [];
    this.uart.onByte = (byte) => this.received.push(byte);
  }

  send(bytes) {
    this.toSend.push(...bytes);
  }

  poll() {
    if (!this.toSend.length || pico.now < this.due) return;
    this.uart.feedByte(this.toSend.shift());
    this.due = Math.max(this.due, pico.now - SLICE) + BYTE;
  }
}

const port = wire === 'usb' ? new Host(pico) : new Uart();

function run(microseconds) {
  const end = pico.now + microseconds * 1000;
  while (pico.now < end) {
    port.poll?.();
    pico.run(Math.min(end, pico.now + SLICE));
  }
}

for await (const line of readline.createInterface({ input: process.stdin })) {
  const { us = 0, send = '', freeze = false } = JSON.parse(line);
  port.send(Buffer.from(send, 'hex'));
  if (freeze) pico.freeze();
  run(us);
  const { lights } = pico;
  const result = {
    now: pico.now,
    received: hex(port.received.splice(0)),
    latched: lights.take(),
    bad: lights.bad,
    longest_low: lights.longestLow,
    shortest_gap: lights.shortestGap === Infinity ? null : lights.shortestGap,
    starts: pico.starts,
    instructions: pico.instructions,
    usb: port.facts,
    faults: port.faults,
  };
  process.stdout.write(JSON.stringify(result) + '\n');
}
