import { type MessagePort, Worker } from 'node:worker_threads';

/**
 * Pixel buffers are owned by tiny objects: the larger the young generation, the more of their garbage accumulates, and the smaller, the more often
 * it is collected. With 8 a try-on takes a twelfth more time (docs/decisions/0088); with 48 it takes more memory and no less time (0110).
 */
const maxYoungGenerationSizeMb = 24;

/**
 * Ten times what a thread's heap takes. V8 derives from it how much planes may take before they are collected. Its default grows with the machine's
 * memory: two threads took 1.9 GB (docs/decisions/0113).
 */
const maxOldGenerationSizeMb = 512;

/**
 * Starts a worker thread and waits for its first message.
 *
 * @param shared ports that it gets as `workerData.shared`
 * @throws Error with the reason why it ended before
 */
export async function startThread(entry: URL, workerData: unknown, shared: readonly MessagePort[]): Promise<Worker> {
  const worker = new Worker(entry, {
    workerData: shared.length > 0 ? { ...(workerData as object), shared } : workerData,
    transferList: [...shared],
    resourceLimits: { maxYoungGenerationSizeMb, maxOldGenerationSizeMb },
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onExit = (code: number) => reject(new Error(`worker thread exited with code ${code} before it was ready`));
  worker.once('error', reject);
  worker.once('exit', onExit);
  worker.once('message', () => {
    worker.off('error', reject);
    worker.off('exit', onExit);
    resolve();
  });
  await promise;
  return worker;
}
