// A Raspberry Pi Pico in rp2040js, with what that leaves out: a state machine that keeps its own time, a flash chip
// with a number of its own, a watchdog that resets what it was told to reset.

import { GPIOPinState, LogLevel, ConsoleLogger, Simulator } from 'rp2040js';
import { Lights } from './lights.mjs';

const NANOS = 8; // a cycle at 125 MHz
const FLASH = 0x10000000;
const BOOT_STACK = 0x20041800;
const PIN = 16;
const SSI_SR = 0x28;
const SSI_DR0 = 0x60;
const CHIP_SELECT = 0x0c;
const OVERRIDE = 3 << 8;
const OVERRIDE_LOW = 2 << 8;
const READ_UNIQUE_ID = 0x4b;
const STAND_STILL = 0xe7fe; // b .
const WATCHDOG_RESETS = 0x1fffc; // all that must be selected for a restart: the chip but for its oscillators

// The flash chip behind the SSI, as far as the second stage talks to it: 4Bh, four bytes of nothing, eight of number.
class Flash {
  constructor(id) {
    this.id = id;
    this.selected = false;
    this.count = 0;
    this.asked = 0;
    this.answers = [];
  }

  select(isLow) {
    if (isLow && !this.selected) this.count = 0;
    this.selected = isLow;
  }

  write(value) {
    if (!this.selected) return;
    if (this.count === 0) this.asked = value & 0xff;
    const at = this.count++ - 5;
    this.answers.push(this.asked === READ_UNIQUE_ID && at >= 0 && at < 8 ? this.id[at] : 0);
  }
}

export class Pico {
  constructor(image, id) {
    const simulator = new Simulator();
    this.mcu = simulator.rp2040;
    this.clock = simulator.clock;
    this.mcu.logger = new ConsoleLogger(LogLevel.Error, false);
    this.lights = new Lights();
    this.flash = new Flash(id);
    this.starts = 0;
    this.frozen = null;
    this.instructions = 0;
    this.mcu.flash.set(image);
    this.#wireFlash();
    this.#wireLights();
    this.mcu.peripherals[0x40058].onWatchdogTrigger = () => this.#bite();
    this.start();
  }

  get now() {
    return this.clock.nanos;
  }

  // What the boot ROM does: run the second stage, here where it lies, with a stack.
  start() {
    this.starts++;
    const { core, pio, usbCtrl } = this.mcu;
    for (const machine of pio[0].machines) {
      machine.enabled = false;
      machine.restart();
      while (!machine.txFIFO.empty) machine.txFIFO.pull();
      machine.waiting = false;
    }
    Object.assign(usbCtrl, { mainCtrl: 0, sieCtrl: 0, sieStatus: 0, buffStatus: 0, addrEndp: 0 });
    this.mcu.usbDPRAM.fill(0);
    this.onStart?.();
    core.reset();
    core.SP = BOOT_STACK;
    core.PC = FLASH;
  }

  // Let the program stand still where it is, as one that has gone astray.
  freeze() {
    const at = (this.mcu.core.PC - FLASH) & ~1;
    this.frozen = [at, this.mcu.flash16[at >> 1]];
    this.mcu.flash16[at >> 1] = STAND_STILL;
  }

  run(until) {
    const { core } = this.mcu;
    while (this.now < until) {
      for (let i = 0; i < 8; i++) {
        this.clock.tick(core.executeInstruction() * NANOS);
        this.instructions++;
      }
      if (this.machine.enabled) this.#runMachine();
    }
    this.lights.settle(this.now);
  }

  #bite() {
    this.mcu.peripherals[0x40058].writeUint32(0, 0); // it has run out, and stands
    const selected = this.mcu.peripherals[0x40010].wdsel;
    if ((selected & WATCHDOG_RESETS) !== WATCHDOG_RESETS) return; // as on the chip: nothing is reset
    if (this.frozen) this.mcu.flash16[this.frozen[0] >> 1] = this.frozen[1];
    this.frozen = null;
    this.start();
  }

  #wireFlash() {
    const ssi = this.mcu.peripherals[0x18000];
    const read = ssi.readUint32.bind(ssi);
    const write = ssi.writeUint32.bind(ssi);
    ssi.readUint32 = (offset) => {
      if (offset === SSI_DR0) return this.flash.answers.shift() ?? 0;
      if (offset === SSI_SR) return 6 | (this.flash.answers.length ? 8 : 0);
      return read(offset);
    };
    ssi.writeUint32 = (offset, value) => (offset === SSI_DR0 ? this.flash.write(value) : write(offset, value));
    const pins = this.mcu.peripherals[0x40018];
    let control = 0;
    pins.readUint32 = (offset) => (offset === CHIP_SELECT ? control : 0);
    pins.writeUint32 = (offset, value) => {
      if (offset !== CHIP_SELECT) return;
      control = value;
      this.flash.select((value & OVERRIDE) === OVERRIDE_LOW);
    };
    const resets = this.mcu.peripherals[0x40064]; // says: power came on
    resets.readUint32 = (offset) => (offset === 8 ? 1 << 8 : 0);
    resets.writeUint32 = () => {};
  }

  // rp2040js runs state machines in the time of the host and forgets their divider: here they run in emulated time.
  #wireLights() {
    const pio = this.mcu.pio[0];
    pio.run = () => {};
    this.machine = pio.machines[0];
    this.machineTime = 0;
    this.edge = 0;
    this.mcu.gpio[PIN].addListener((state, before) => {
      if (state === GPIOPinState.High) this.lights.high(this.edge);
      else if (before === GPIOPinState.High) this.lights.low(this.edge);
    });
  }

  #runMachine() {
    const { machine } = this;
    const now = this.now;
    if (machine.waiting && machine.txFIFO.empty) {
      this.machineTime = now;
      return;
    }
    const period = (machine.clockDivInt + machine.clockDivFrac / 256) * NANOS;
    while (this.machineTime <= now) {
      const before = machine.cycles;
      this.edge = this.machineTime;
      machine.step();
      this.mcu.pio[0].checkChangedPins();
      this.machineTime += (machine.cycles - before || 1) * period;
    }
  }
}
