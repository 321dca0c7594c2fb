// A USB host: finds out what was plugged in as an operating system does, then carries bytes both ways.
//
// It also watches what rp2040js does not: that data packets alternate between DATA0 and DATA1, and that a buffer's
// other bits are written before the one that hands it over.

const AVAILABLE = 1 << 10;
const DATA1 = 1 << 13;
const PACKET = 64;
const IN = 0x80;

const request = (type, number, value, index, length) =>
  Uint8Array.of(type, number, value & 255, value >> 8, index & 255, index >> 8, length & 255, length >> 8);

export class Host {
  constructor(pico) {
    this.usb = pico.mcu.usbCtrl;
    this.pico = pico;
    this.received = [];
    this.faults = [];
    this.begin();
    pico.onStart = () => this.begin(); // unplugged, for the host
    this.usb.onUSBEnabled = () => this.usb.resetDevice();
    this.usb.onResetReceived = () => this.next();
    this.usb.onEndpointWrite = (endpoint, bytes) => this.onIn(endpoint, bytes);
    this.usb.onEndpointRead = (endpoint) => this.onOut(endpoint);
    this.watch(pico.mcu);
  }

  begin() {
    this.facts = { up: false, strings: [] };
    this.toSend = [];
    this.armed = false;
    this.transfer = null;
    this.toggles = new Map();
    this.steps = this.script();
  }

  // Each step asks one thing; what it yields comes back as the answer.
  *script() {
    const get = (type, number, length, language = 0) => request(0x80, 6, (type << 8) | number, language, length);
    const text = (bytes) => new TextDecoder('utf-16le').decode(bytes.subarray(2));
    yield [get(1, 0, 8)];
    yield [request(0, 5, 7, 0, 0)];
    this.facts.address = this.usb.addrEndp & 0x7f;
    this.facts.device = hex(yield [get(1, 0, 18)]);
    const head = yield [get(2, 0, 9)];
    this.facts.configuration = hex(yield [get(2, 0, head[2] | (head[3] << 8))]);
    this.facts.languages = hex(yield [get(3, 0, 255)]);
    for (const number of [1, 2, 3]) this.facts.strings.push(text(yield [get(3, number, 255, 0x409)]));
    this.usb.epStallArm = 0;
    yield [get(6, 0, 10), 'stall']; // the qualifier of a high-speed device, which Linux asks for
    this.facts.stalls = this.usb.epStallArm === 3;
    this.facts.status = hex(yield [request(0x80, 0, 0, 0, 2)]);
    yield [request(0x00, 9, 1, 0, 0)];
    this.facts.active = hex(yield [request(0x80, 8, 0, 0, 1)]);
    yield [request(0x21, 0x20, 0, 0, 7), Uint8Array.of(0x80, 0x25, 0, 0, 0, 0, 8)]; // 9,600 baud, for the echo
    this.facts.lineCoding = hex(yield [request(0xa1, 0x21, 0, 0, 7)]);
    yield [request(0x21, 0x22, 3, 0, 0)]; // DTR and RTS
    this.facts.up = true;
    this.facts.at = this.pico.now;
  }

  next(answer) {
    const { value, done } = this.steps.next(answer);
    if (done) {
      this.transfer = null;
      this.pump();
      return;
    }
    const [setup, extra] = value;
    const wanted = setup[6] | (setup[7] << 8);
    this.transfer = { isIn: !!(setup[0] & IN), wanted, got: [], data: extra };
    this.toggles.set('0in', 1); // every transfer begins with DATA1 after the setup packet
    this.toggles.set('0out', 1);
    this.usb.sendSetupPacket(setup);
    if (extra === 'stall') this.pico.clock.createAlarm(() => this.next()).schedule(200_000);
  }

  onIn(endpoint, bytes) {
    if (endpoint === 2) {
      if (this.facts.up) this.received.push(...bytes);
      return;
    }
    const { transfer } = this;
    if (endpoint !== 0 || !transfer) return;
    if (!transfer.isIn) {
      this.next();
      return;
    }
    transfer.got.push(...bytes);
    transfer.whole = bytes.length < PACKET || transfer.got.length >= transfer.wanted;
    this.status();
  }

  onOut(endpoint) {
    if (endpoint === 2) {
      this.armed = true;
      this.pump();
    } else if (endpoint === 0 && this.transfer) {
      if (this.transfer.isIn) {
        this.transfer.asked = true;
        this.status();
      } else this.usb.endpointReadDone(0, this.transfer.data);
    }
  }

  // End a question once its answer is whole and the device waits to hear that it has come.
  status() {
    const { whole, asked, got } = this.transfer;
    if (!whole || !asked) return;
    this.usb.endpointReadDone(0, new Uint8Array(0));
    this.pico.clock.createAlarm(() => this.next(Uint8Array.from(got))).schedule(20_000);
  }

  send(bytes) {
    this.toSend.push(...bytes);
    this.pump();
  }

  pump() {
    if (!this.armed || !this.facts.up || !this.toSend.length) return;
    this.armed = false;
    this.usb.endpointReadDone(2, Uint8Array.from(this.toSend.splice(0, PACKET)));
  }

  watch(mcu) {
    const update = this.usb.DPRAMUpdated.bind(this.usb);
    const written = new Map();
    this.usb.DPRAMUpdated = (offset, value) => {
      if (offset >= 0x80 && offset < 0x100) {
        if (value & AVAILABLE) this.onHandedOver(offset, value, written.get(offset));
        written.set(offset, value);
      }
      update(offset, value);
    };
  }

  onHandedOver(offset, value, before) {
    if (before !== (value & ~AVAILABLE)) this.faults.push(`buffer ${offset.toString(16)} handed over at once`);
    const endpoint = (offset - 0x80) >> 3;
    const name = `${endpoint}${offset & 4 ? 'out' : 'in'}`;
    const expected = this.toggles.get(name) ?? 0;
    if (!!(value & DATA1) !== !!expected) this.faults.push(`endpoint ${name}: DATA${expected} expected`);
    this.toggles.set(name, expected ^ 1);
  }
}

export const hex = (bytes) => Buffer.from(bytes).toString('hex');
