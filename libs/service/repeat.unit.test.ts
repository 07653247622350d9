import { describe, expect, it } from 'vitest';
import { repeat } from './repeat.ts';

const turns = () => new Promise((resolve) => setTimeout(resolve, 20));

describe('repeat', () => {
  it('runs repeatedly, also after a failure, until stopped', async () => {
    const failures: unknown[] = [];
    let runs = 0;
    const repeating = repeat(
      1,
      async () => {
        runs++;
        if (runs === 2) throw new Error('second');
      },
      (error) => failures.push(error),
    );
    await expect.poll(() => runs).toBeGreaterThan(3);
    await repeating.stop();
    const stopped = runs;
    await turns();
    expect(runs).toBe(stopped);
    expect(failures).toMatchObject([{ message: 'second' }]);
  });
});
