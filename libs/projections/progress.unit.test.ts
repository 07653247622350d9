import { describe, expect, it } from 'vitest';
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
