import { describe, expect, it } from 'vitest';
import { inBatches } from './in-batches.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Work that ends when told to, and notes what it was given. */
function heldWork() {
  const batches: (readonly number[])[] = [];
  let end: (error?: Error) => void = () => undefined;
  const run = async (items: readonly number[]) => {
    batches.push(items);
    await new Promise<void>((resolve, reject) => {
      end = (error) => (error ? reject(error) : resolve());
    });
    return items.map((item) => item * 10);
  };
  return { batches, run, end: (error?: Error) => end(error) };
}

describe('inBatches', () => {
  it('given a running call, then new items share the next one, and each gets its own result', async () => {
    const { batches, run, end } = heldWork();
    const one = inBatches(run);
    const first = one(1);
    await turn();
    const others = Promise.all([one(2), one(3)]);
    await turn();
    expect(batches).toEqual([[1]]);
    end();
    expect(await first).toBe(10);
    await turn();
    end();
    expect(await others).toEqual([20, 30]);
    expect(batches).toEqual([[1], [2, 3]]);
  });

  it('given more items than the maximum, then the rest go in the next calls, in order', async () => {
    const { batches, run, end } = heldWork();
    const one = inBatches(run, { most: 2 });
    const all = Promise.all([1, 2, 3, 4, 5].map(one));
    for (let call = 0; call < 3; call++) {
      await turn();
      end();
    }
    expect(await all).toEqual([10, 20, 30, 40, 50]);
    expect(batches).toEqual([[1, 2], [3, 4], [5]]);
  });

  it('given a call that hangs, then its items fail in time, and the next call starts', async () => {
    const calls: (readonly number[])[] = [];
    const one = inBatches(
      (items: readonly number[]) => {
        calls.push(items);
        return calls.length === 1 ? new Promise<number[]>(() => undefined) : Promise.resolve([...items]);
      },
      { withinMs: 20 },
    );
    const hanging = Promise.allSettled([one(1), one(2)]);
    await turn();
    const next = one(3);
    expect(await hanging).toMatchObject([{ reason: { code: 'unavailable' } }, { reason: { code: 'unavailable' } }]);
    expect(await next).toBe(3);
    expect(calls).toEqual([[1, 2], [3]]);
  });

  it('given a call that fails, then its whole batch fails, and the next call runs', async () => {
    const { run, end } = heldWork();
    const one = inBatches(run);
    const failing = Promise.allSettled([one(1), one(2)]);
    await turn();
    const next = one(3);
    end(new Error('no'));
    expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await turn();
    end();
    expect(await next).toBe(30);
  });
});
