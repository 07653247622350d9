import { readFileSync } from 'node:fs';

// Loaded into a service before anything else (`node --import`): its wall clock is shifted by the number of milliseconds in the
// file, and jumps when the file changes. Timers and performance.now() are unaffected, as by a real jump.
const file = process.env.CLOCK_SHIFT_FILE;
const EVERY_MS = 50;

if (file) {
  const RealDate = Date;
  let shift = 0;
  const look = () => {
    try {
      shift = Number(readFileSync(file, 'utf8')) || 0;
    } catch {
      // Not written yet.
    }
  };
  look();
  setInterval(look, EVERY_MS).unref();
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
