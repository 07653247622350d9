import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Progress } from './progress.ts';

const LONG = 60_000;

describe('progress', () => {
  it('given several who wait, tells each when its own position is committed', async () => {
    const progress = new Progress();
    const told: number[] = [];
    const waiting = [3, 5].map((seq) => progress.reached({ a: seq }, LONG).then(() => told.push(seq)));
    progress.advance('a', 2);
    progress.advance('a', 4);
    await waiting[0];
    expect(told).toEqual([3]);
    progress.advance('a', 5);
    await waiting[1];
    expect(told).toEqual([3, 5]);
  });

  it('given several sources, waits for all of them', async () => {
    const progress = new Progress();
    progress.advance('a', 2);
    expect(await progress.reached({ a: 1, b: 1 }, 1)).toBe(false);
    const both = progress.reached({ a: 1, b: 1 }, LONG);
    progress.advance('b', 1);
    expect(await both).toBe(true);
  });

  it('given that another process may project, claims nothing', async () => {
    const progress = new Progress();
    progress.advance('a', 9);
    progress.forget();
    expect(await progress.reached({ a: 1 }, 1)).toBe(false);
  });
});

describe('a linger', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  /** Begins one. @returns whether it has ended `ms` later */
  function begin(progress: Progress, lingerMs: number) {
    let hasEnded = false;
    progress.linger(lingerMs).then(() => {
      hasEnded = true;
    });
    return async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms);
      return hasEnded;
    };
  }

  it('given nobody who waits, lasts its time', async () => {
    const hasEndedAfter = begin(new Progress(), 5);
    expect(await hasEndedAfter(4)).toBe(false);
    expect(await hasEndedAfter(1)).toBe(true);
  });

  it('given somebody who begins to wait, ends at once, and the next one, too', async () => {
    const progress = new Progress();
    const hasEndedAfter = begin(progress, LONG);
    const reached = progress.reached({ a: 1 }, LONG);
    expect(await hasEndedAfter(0)).toBe(true);
    expect(await begin(progress, LONG)(0)).toBe(true);
    progress.advance('a', 1);
    expect(await reached).toBe(true);
    expect(await begin(progress, LONG)(0)).toBe(false);
  });

  it('given somebody who waits elsewhere, ends at once, and so does the next one, but not the one after', async () => {
    const progress = new Progress();
    const hasEndedAfter = begin(progress, LONG);
    progress.awaitedElsewhere();
    expect(await hasEndedAfter(0)).toBe(true);
    expect(await begin(progress, LONG)(0)).toBe(true);
    expect(await begin(progress, LONG)(0)).toBe(false);
  });

  it('given a reader of what is reached, lasts; given the end of the projection, ends', async () => {
    const progress = new Progress();
    progress.advance('a', 1);
    const hasEndedAfter = begin(progress, LONG);
    expect(await progress.reached({ a: 1 }, LONG)).toBe(true);
    expect(await hasEndedAfter(1)).toBe(false);
    progress.endLingering();
    expect(await hasEndedAfter(0)).toBe(true);
  });
});
