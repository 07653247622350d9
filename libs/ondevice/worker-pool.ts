import { Worker } from 'node:worker_threads';
import { receiveError, type SentError } from './wire.ts';

/** What a worker says: `ready` once, then one answer a job. */
export type WorkerMessage<Answer> =
  | { type: 'ready' }
  | { type: 'answer'; answer: Answer }
  | { type: 'failed'; error: SentError };

/** Threads that work on one job each at a time; jobs wait in order of arrival. */
export type WorkerPool<Job, Answer> = {
  /** Rejects with what the worker threw, with an Error when the thread died, with the signal's reason when aborted. */
  run(job: Job, signal?: AbortSignal): Promise<Answer>;
  /** Ends all threads at once; unfinished jobs fail. */
  close(): Promise<void>;
};

type Ticket<Job, Answer> = { job: Job; settle: PromiseWithResolvers<Answer> };
type Slot<Job, Answer> = { worker: Worker; ticket: Ticket<Job, Answer> | undefined };

/** Pixel buffers hang on tiny objects: with room for many of those, hundreds of megabytes of rubbish pile up. */
const maxYoungGenerationSizeMb = 8;

/** Starts `threads` workers from `entry` and waits until each is ready. A worker that dies is replaced. */
export async function openWorkerPool<Job, Answer>(entry: URL, threads: number): Promise<WorkerPool<Job, Answer>> {
  const queue: Ticket<Job, Answer>[] = [];
  const slots = new Set<Slot<Job, Answer>>();
  let starting = 0;
  let over: Error | undefined;

  const fill = () => {
    for (const slot of slots) {
      if (slot.ticket) continue;
      const ticket = queue.shift();
      if (!ticket) return;
      slot.ticket = ticket;
      slot.worker.postMessage(ticket.job);
    }
  };

  const stop = (reason: Error) => {
    over ??= reason;
    for (const { settle } of queue.splice(0)) settle.reject(over);
  };

  const lose = (slot: Slot<Job, Answer>, cause: Error) => {
    if (!slots.delete(slot) || over) return;
    slot.ticket?.settle.reject(new Error('the worker thread died at work', { cause }));
    start().then(fill, (error) => {
      if (slots.size === 0 && starting === 0) stop(new Error('no worker thread is left', { cause: error }));
    });
  };

  const start = async () => {
    starting++;
    const worker = new Worker(entry, { resourceLimits: { maxYoungGenerationSizeMb } });
    try {
      await untilReady(worker);
    } finally {
      starting--;
    }
    if (over) return void (await worker.terminate());
    const slot: Slot<Job, Answer> = { worker, ticket: undefined };
    slots.add(slot);
    worker.on('message', (message: WorkerMessage<Answer>) => {
      if (message.type === 'answer') slot.ticket?.settle.resolve(message.answer);
      if (message.type === 'failed') slot.ticket?.settle.reject(receiveError(message.error));
      slot.ticket = undefined;
      fill();
    });
    worker.on('error', (error) => lose(slot, error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', (code) => lose(slot, new Error(`the thread left with code ${code}`)));
  };

  const close = async () => {
    stop(new Error('the engine is closed'));
    const closing = [...slots];
    slots.clear();
    for (const { ticket } of closing) ticket?.settle.reject(over);
    await Promise.all(closing.map(({ worker }) => worker.terminate()));
  };

  const started = await Promise.allSettled(Array.from({ length: threads }, start));
  const failed = started.find((one) => one.status === 'rejected');
  if (failed) {
    await close();
    throw new Error('a worker thread did not start', { cause: failed.reason });
  }

  const run = (job: Job, signal?: AbortSignal): Promise<Answer> => {
    if (over) return Promise.reject(over);
    if (signal?.aborted) return Promise.reject(signal.reason);
    const ticket: Ticket<Job, Answer> = { job, settle: Promise.withResolvers<Answer>() };
    const abort = () => {
      const waiting = queue.indexOf(ticket);
      if (waiting >= 0) queue.splice(waiting, 1);
      ticket.settle.reject(signal?.reason);
    };
    signal?.addEventListener('abort', abort, { once: true });
    queue.push(ticket);
    fill();
    return ticket.settle.promise.finally(() => signal?.removeEventListener('abort', abort));
  };
  return { run, close };
}

function untilReady(worker: Worker): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onExit = (code: number) => reject(new Error(`the thread left with code ${code} before it was ready`));
  worker.once('error', reject);
  worker.once('exit', onExit);
  worker.once('message', () => {
    worker.off('error', reject);
    worker.off('exit', onExit);
    resolve();
  });
  return promise;
}
