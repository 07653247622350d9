import { describe, expect, it } from 'vitest';
import { Progress } from './progress.ts';

const LONG = 60_000;

describe('progress', () => {
  it('given a position that was committed already, is known at once', async () => {
    const progress = new Progress();
    progress.advance(7);
    expect(await progress.reached(7, LONG)).toBe(true);
  });

  it('given several who wait, tells each when its own position is committed', async () => {
    const progress = new Progress();
    const told: number[] = [];
    const waiting = [3, 5].map((seq) => progress.reached(seq, LONG).then(() => told.push(seq)));
    progress.advance(2);
    progress.advance(4);
    await waiting[0];
    expect(told).toEqual([3]);
    progress.advance(5);
    await waiting[1];
    expect(told).toEqual([3, 5]);
  });

  it('given nothing in time, says so', async () => {
    const progress = new Progress();
    progress.advance(1);
    expect(await progress.reached(2, 1)).toBe(false);
  });

  it('given that another process may project, claims nothing', async () => {
    const progress = new Progress();
    progress.advance(9);
    progress.forget();
    expect(await progress.reached(1, 1)).toBe(false);
  });
});
