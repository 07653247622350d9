type Waiting<Item, Result> = {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Collects the items that come while `run` is under way into its next call: for what costs by the call, such as a
 * statement or a round trip. A lone item goes at once, and a call always begins after its items have come, so that an
 * answer is never older than its question.
 *
 * @param run answers a batch, one result for each item in their order; when it throws, all of the batch do
 * @param options.most items in one call; any number unless told
 */
export function inBatches<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  { most = Number.POSITIVE_INFINITY }: { most?: number } = {},
): (item: Item) => Promise<Result> {
  let queue: Waiting<Item, Result>[] = [];
  let underWay = false;

  async function flush(): Promise<void> {
    if (underWay || queue.length === 0) return;
    underWay = true;
    const batch = queue.slice(0, most);
    queue = queue.slice(most);
    try {
      const results = await run(batch.map(({ item }) => item));
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
      queue.push({ item, resolve, reject });
      // One turn of the microtask queue gathers what the same event loop tick brought.
      queueMicrotask(() => void flush());
    });
}
