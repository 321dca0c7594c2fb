// The strip at the end of the data line: pulses to bits, bits to frames, as WS2812B lights take them.
//
// A pulse that is neither a 0 nor a 1 by the data sheet is counted as bad. A frame ends when the line has been low for
// 280 us; what follows sooner belongs, for the lights, to the same frame.

const ZERO = [220, 380]; // nanoseconds high
const ONE = [580, 1000];
export const LATCH = 280_000;

export class Lights {
  constructor() {
    this.latched = []; // [nanoseconds, colours in hexadecimal] since they were last taken
    this.bad = 0;
    this.longestLow = 0; // inside a frame
    this.shortestGap = Infinity; // between frames
    this.bits = '';
    this.hex = '';
    this.rise = 0;
    this.fall = 0;
  }

  high(at) {
    const low = at - this.fall;
    this.settle(at);
    if (this.bits || this.hex) this.longestLow = Math.max(this.longestLow, low);
    else this.shortestGap = Math.min(this.shortestGap, low);
    this.rise = at;
  }

  low(at) {
    const high = at - this.rise;
    this.fall = at;
    if (high >= ZERO[0] && high <= ZERO[1]) this.bits += '0';
    else if (high >= ONE[0] && high <= ONE[1]) this.bits += '1';
    else this.bad++;
    if (this.bits.length === 8) {
      this.hex += parseInt(this.bits, 2).toString(16).padStart(2, '0');
      this.bits = '';
    }
  }

  // Latch, if the line has been low for long enough by now.
  settle(now) {
    if (now - this.fall < LATCH || !(this.bits || this.hex)) return;
    if (this.bits) this.bad++; // a frame that ends inside a byte
    this.latched.push([this.fall + LATCH, this.hex]);
    this.bits = this.hex = '';
  }

  take() {
    const latched = this.latched;
    this.latched = [];
    return latched;
  }
}
