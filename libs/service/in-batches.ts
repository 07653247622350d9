import { AsyncLocalStorage } from 'node:async_hooks';
import { ServiceError } from './errors.ts';
import { settledWithin } from './repeat.ts';

type Waiting<Item, Result> = PromiseWithResolvers<Result> & {
  readonly item: Item;
  /** Trace context of a batch's first item; undefined for the others, as a snapshot is expensive. */
  readonly within: ReturnType<typeof AsyncLocalStorage.snapshot> | undefined;
};

/**
 * Batches items that arrive during a call of `run` into the next call, of the trace of its first item. A single item is
 * not delayed; a call starts after its items arrived, so that no result is stale. `run` returns a result per item, in
 * order; a throw fails the batch. After `withinMs` items fail with `unavailable` and a call starts beside the late one:
 * hence for reads only.
 */
export function inBatches<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  { most = Number.POSITIVE_INFINITY, withinMs }: { most?: number; withinMs?: number } = {},
): (item: Item) => Promise<Result> {
  let queue: Waiting<Item, Result>[] = [];
  let underWay = false;

  async function flush(): Promise<void> {
    const [first] = queue;
    if (underWay || !first) return;
    underWay = true;
    const batch = queue.slice(0, most);
    queue = queue.slice(most);
    try {
      const start = () => run(batch.map(({ item }) => item));
      const call = first.within ? first.within(start) : start();
      if (withinMs !== undefined && !(await settledWithin(call, withinMs))) {
        throw new ServiceError('unavailable', {}, { cause: new Error(`batch timed out after ${withinMs} ms`) });
      }
      const results = await call;
      batch.forEach(({ resolve }, index) => {
        resolve(results[index] as Result);
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      underWay = false;
      void flush();
    }
  }

  return (item) => {
    const within = queue.length % most === 0 ? AsyncLocalStorage.snapshot() : undefined;
    const entry = { ...Promise.withResolvers<Result>(), item, within };
    queue.push(entry);
    // All items of this event loop tick have arrived a microtask later.
    queueMicrotask(() => void flush());
    return entry.promise;
  };
}
