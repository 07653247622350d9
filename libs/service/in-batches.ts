import { AsyncLocalStorage } from 'node:async_hooks';
import { ServiceError } from './errors.ts';
import { settledWithin } from './pause.ts';

type Waiting<Item, Result> = {
  readonly item: Item;
  /** Does something as a part of the trace that the item came in. */
  readonly within: <R>(work: () => R) => R;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
};

export type BatchOptions = {
  /** Items in one call; any number unless told. */
  readonly most?: number;
  /**
   * After how long, in ms, a call is waited for no more: its items are told `unavailable`, and the next call begins
   * beside it. For what only reads; for ever unless told.
   */
  readonly withinMs?: number;
};

/**
 * Collects the items that come while `run` is under way into its next call: for what costs by the call, such as a
 * statement or a round trip. A lone item goes at once, and a call always begins after its items have come, so that an
 * answer is never older than its question. A call is a part of the trace of its first item.
 *
 * @param run answers a batch, one result for each item in their order; when it throws, all of the batch do
 */
export function inBatches<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  { most = Number.POSITIVE_INFINITY, withinMs }: BatchOptions = {},
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
      const call = first.within(() => run(batch.map(({ item }) => item)));
      if (withinMs !== undefined && !(await settledWithin(call, withinMs))) {
        throw new ServiceError('unavailable', {}, { cause: new Error(`no answer within ${withinMs} ms`) });
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

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, within: AsyncLocalStorage.snapshot(), resolve, reject });
      // One turn of the microtask queue gathers what the same event loop tick brought.
      queueMicrotask(() => void flush());
    });
}
