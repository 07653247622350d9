import { describe, expect, it } from 'vitest';
import { afterBegin, afterCall, type CallOutcome, type Circuit, CLOSED, mayCall } from './circuits.ts';

const after = (circuit: Circuit, now: number, ...outcomes: CallOutcome[]) =>
  outcomes.reduce((now_, outcome) => afterCall(now_, outcome, now), circuit);
const FIVE = Array<CallOutcome>(5).fill('fault');
const open = after(CLOSED, 1_000, ...FIVE);

describe('the circuit of a provider', () => {
  it('given faults with an answer in between, stays closed', () => {
    const circuit = after(CLOSED, 0, 'fault', 'fault', 'fault', 'fault', 'answered', 'fault');
    expect(circuit).toEqual({ state: 'closed', faults: 1 });
    expect(mayCall(circuit, 0)).toBe(true);
  });

  it('given calls that were aborted, learns nothing', () => {
    expect(after(CLOSED, 0, 'fault', 'neither', 'neither')).toEqual({ state: 'closed', faults: 1 });
  });

  it('given five faults in a row, is open for half a minute', () => {
    expect(open).toEqual({ state: 'open', until: 31_000 });
    expect(mayCall(open, 30_999)).toBe(false);
    expect(mayCall(open, 31_000)).toBe(true);
  });

  it('given the half minute is over, lets one call try', () => {
    const trial = afterBegin(open, 31_000);
    expect(trial).toEqual({ state: 'half_open' });
    expect(mayCall(trial, 99_000)).toBe(false);
    expect(after(trial, 32_000, 'answered')).toEqual(CLOSED);
    expect(after(trial, 32_000, 'fault')).toEqual({ state: 'open', until: 62_000 });
  });

  it('given a trial that was aborted, lets the next call try', () => {
    const circuit = after(afterBegin(open, 31_000), 40_000, 'neither');
    expect(mayCall(circuit, 40_000)).toBe(true);
    expect(afterBegin(circuit, 40_000)).toEqual({ state: 'half_open' });
  });

  it('given a call that began before it opened and is answered, is closed', () => {
    expect(after(open, 2_000, 'answered')).toEqual(CLOSED);
  });

  it('given it is open and asked for want of another, stays open on a fault, for longer', () => {
    expect(afterBegin(open, 2_000)).toEqual(open);
    expect(after(open, 2_000, 'fault')).toEqual({ state: 'open', until: 32_000 });
  });
});
