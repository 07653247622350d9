import { describe, expect, it } from 'vitest';
import { below, memoryOfTree, parsePs } from './memory.ts';

describe('memory of a process tree', () => {
  it('counts a process and all below it, whatever their order, and nobody else', () => {
    const processes = parsePs('  30    20  300\n  20  10 200\n 10 1 100\n 99 1 900\n');
    expect(below(10, processes)).toEqual([
      { pid: 10, parent: 1, rss: 102_400 },
      { pid: 20, parent: 10, rss: 204_800 },
      { pid: 30, parent: 20, rss: 307_200 },
    ]);
  });

  it('given a process that is gone, is nothing', () => {
    expect(below(7, [])).toEqual([]);
  });

  it('of this process is some megabytes', async () => {
    expect(await memoryOfTree(process.pid)).toBeGreaterThan(10 * 2 ** 20);
  });
});
