// The Nano's image in avr8js, in virtual time: a second opinion beside simavr.
//
// Reads one JSON object: { hex, eeprom, sends: [{ at_us, data }], end_us }, where hex is the image as it is flashed and
// eeprom and data are bytes in hexadecimal. Writes one: { latched: [{ at_us, bits, grb }], replies: [{ at_us, data }],
// bad, zero, one, low }, with pulses as [shortest, longest] in cycles of 62.5 ns.
//
// avr8js loses a byte that arrives while the chip switches its sender on, which a chip does not. So a script must not
// send while an answer is still coming.
import { readFileSync } from 'node:fs';
import * as avr8js from 'avr8js';

const HZ = 16e6;
const CYCLES_A_US = 16;
const LATCH = 280 * CYCLES_A_US;
const SILENCE = 80; // 5 us

const script = JSON.parse(readFileSync(0, 'utf8'));

function flash(hex) {
  const out = new Uint8Array(0x8000);
  for (const line of hex.split('\n')) {
    if (!line.startsWith(':')) continue;
    const bytes = Buffer.from(line.trim().slice(1), 'hex');
    if (bytes[3] === 0) out.set(bytes.subarray(4, 4 + bytes[0]), bytes.readUInt16BE(1));
  }
  return new Uint16Array(out.buffer);
}

const cpu = new avr8js.CPU(flash(script.hex));
cpu.data[0x54] = 1; // MCUSR: power has come; avr8js leaves it at 0
const clock = new avr8js.AVRClock(cpu, HZ);
const watchdog = new avr8js.AVRWatchdog(cpu, avr8js.watchdogConfig, clock);
const timers = [avr8js.timer0Config, avr8js.timer1Config].map((config) => new avr8js.AVRTimer(cpu, config));
const memory = new avr8js.EEPROMMemoryBackend(1024);
memory.memory.set(Buffer.from(script.eeprom, 'hex'));
const eeprom = new avr8js.AVREEPROM(cpu, memory);
const port = new avr8js.AVRIOPort(cpu, avr8js.portDConfig);
const uart = new avr8js.AVRUSART(cpu, avr8js.usart0Config, HZ);

// ---- the lights ----

const latched = [];
const spans = { zero: [Infinity, 0], one: [Infinity, 0], low: [Infinity, 0] };
let bits = [], bad = 0, level = 0, rise = 0, fall = 0;

function measure(span, cycles) {
  spans[span] = [Math.min(spans[span][0], cycles), Math.max(spans[span][1], cycles)];
}

function finish() {
  let grb = '';
  for (let at = 0; at + 8 <= bits.length; at += 8) {
    grb += parseInt(bits.slice(at, at + 8).join(''), 2).toString(16).padStart(2, '0');
  }
  latched.push({ at_us: (fall + LATCH) / CYCLES_A_US, bits: bits.length, grb });
  bits = [];
}

port.addListener(() => {
  const now = cpu.cycles, is = port.pinState(6) === avr8js.PinState.High ? 1 : 0;
  if (is === level) return;
  level = is;
  if (level) {
    const low = now - fall;
    if (bits.length && low >= LATCH) finish();
    else if (bits.length && low > SILENCE) bad++;
    else if (bits.length) measure('low', low);
    rise = now;
  } else {
    const high = now - rise;
    fall = now;
    if (high >= 4 && high <= 6) measure('zero', high);
    else if (high >= 10 && high <= 16) measure('one', high);
    else bad++;
    bits.push(high >= 10 ? 1 : 0);
  }
});

// ---- the wire ----

const replies = [];
uart.onByteTransmit = (byte) => replies.push({ at_us: cpu.cycles / CYCLES_A_US, data: byte });
const queue = [];
const feed = () => {
  if (queue.length && uart.writeByte(queue[0])) queue.shift();
};
uart.onRxComplete = feed;

let next = 0;
while (cpu.cycles < script.end_us * CYCLES_A_US) {
  while (next < script.sends.length && script.sends[next].at_us * CYCLES_A_US <= cpu.cycles) {
    queue.push(...Buffer.from(script.sends[next++].data, 'hex'));
    feed();
  }
  avr8js.avrInstruction(cpu);
  cpu.tick();
}
if (bits.length && cpu.cycles - fall >= LATCH) finish();
process.stdout.write(JSON.stringify({ latched, replies, bad, ...spans }));
