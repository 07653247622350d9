import { readFileSync } from 'node:fs';

// Preloaded (`--import`), shifts the wall clock by CLOCK_SHIFT_MS plus the ms in CLOCK_SHIFT_FILE, at each of its
// changes; timers and performance.now() stay, as in a real jump.
const { CLOCK_SHIFT_MS: always = '0', CLOCK_SHIFT_FILE: file } = process.env;
const EVERY_MS = 50;

let shift = Number(always);
if (file) {
  const look = () => {
    try {
      shift = Number(always) + (Number(readFileSync(file, 'utf8')) || 0);
    } catch {}
  };
  look();
  setInterval(look, EVERY_MS).unref();
}
if (file || shift !== 0) {
  const RealDate = Date;
  class ShiftedDate extends RealDate {
    constructor(...args: []) {
      if (args.length === 0) super(RealDate.now() + shift);
      else super(...args);
    }
    static override now() {
      return RealDate.now() + shift;
    }
  }
  globalThis.Date = ShiftedDate as DateConstructor;
}
