import { readFileSync } from 'node:fs';

// Shifts the wall clock by CLOCK_SHIFT_MS plus CLOCK_SHIFT_FILE's ms, but no timer and not performance.now().
const { CLOCK_SHIFT_MS: always = '0', CLOCK_SHIFT_FILE: file } = process.env;
const EVERY_MS = 50;

let shift = Number(always);
if (file) {
  const look = () => {
    try {
      shift = Number(always) + (Number(readFileSync(file, 'utf8')) || 0);
    } catch {
      // Not written yet.
    }
  };
  look();
  setInterval(look, EVERY_MS).unref();
}
const RealDate = Date;
class ShiftedDate extends RealDate {
  constructor(...args: []) {
    if (args.length === 0) super(ShiftedDate.now());
    else super(...args);
  }
  static override now() {
    return RealDate.now() + shift;
  }
}
globalThis.Date = ShiftedDate as DateConstructor;
