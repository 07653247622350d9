import type { MessagePort, Worker } from 'node:worker_threads';
import type { ReportProgress } from '@styling/contracts';
import type { SharedThread } from './shared-thread.ts';
import { startThread } from './start-thread.ts';
import { receiveError } from './wire.ts';
import type { WorkerMessage } from './worker-message.ts';

/** Threads that process one job at a time each; jobs wait in order of arrival. */
export type WorkerPool<Job, Answer> = {
  /**
   * Rejects with the worker's error, with an Error if the thread crashed, with the signal's reason if aborted: a waiting job
   * leaves the queue, a running one is stopped with its thread, as nothing else interrupts it.
   */
  run(job: Job, signal?: AbortSignal, report?: ReportProgress): Promise<Answer>;
  /** Starts a thread in advance, unless there is one. @throws Error with the reason why not */
  prove(): Promise<void>;
  /** Ends all threads at once; unfinished jobs fail. */
  close(): Promise<void>;
};

type Ticket<Job, Answer> = {
  job: Job;
  settle: PromiseWithResolvers<Answer>;
  report: ReportProgress | undefined;
};
type Slot<Job, Answer> = { worker: Worker; ticket: Ticket<Job, Answer> | undefined };

/** At most `threads` threads; each gets `workerData`, and ports to the threads that they share. */
export type WorkerPoolOptions = { threads: number; workerData?: unknown; shared?: readonly SharedThread[] };

/** A pool of workers running `entry`, which are started on demand. */
export function openWorkerPool<Job, Answer>(
  entry: URL,
  { threads, workerData, shared = [] }: WorkerPoolOptions,
): WorkerPool<Job, Answer> {
  const queue: Ticket<Job, Answer>[] = [];
  const slots = new Set<Slot<Job, Answer>>();
  let starting = 0;
  let closed: Error | undefined;

  const fill = () => {
    for (const slot of slots) {
      if (slot.ticket) continue;
      const ticket = queue.shift();
      if (!ticket) return;
      give(slot, ticket);
    }
    while (starting < queue.length && slots.size + starting < threads) start().catch(giveUp);
  };

  const give = (slot: Slot<Job, Answer>, ticket: Ticket<Job, Answer>) => {
    slot.ticket = ticket;
    slot.worker.postMessage(ticket.job);
  };

  /** Parts are never queued: a worker that finds no idle thread does the part itself, so that threads cannot wait for each other. */
  const doBeside = (job: Job, port: MessagePort) => {
    const idle = [...slots].find(({ ticket }) => !ticket);
    if (!idle) {
      // For the next part.
      if (slots.size + starting < threads) start().catch(giveUp);
      return port.close();
    }
    const settle = Promise.withResolvers<Answer>();
    give(idle, { job, settle, report: undefined });
    settle.promise.then(
      (answer) => port.postMessage(answer),
      () => port.close(),
    );
  };

  const rejectWaiting = (reason: Error) => {
    for (const { settle } of queue.splice(0)) settle.reject(reason);
  };

  /** One of several threads may fail to start; without any, waiting jobs would never finish. */
  const giveUp = (cause: unknown) => {
    if (slots.size === 0 && starting === 0) rejectWaiting(new Error('no worker thread could be started', { cause }));
  };

  const lose = (slot: Slot<Job, Answer>, cause: Error) => {
    if (!slots.delete(slot)) return;
    slot.ticket?.settle.reject(new Error('worker thread crashed', { cause }));
    fill();
  };

  /** Stops the job that a thread is at. */
  const stop = (slot: Slot<Job, Answer>) => {
    slots.delete(slot);
    void slot.worker.terminate();
    fill();
  };

  const start = async () => {
    starting++;
    const ports = shared.map((thread) => thread.connect());
    const worker = await startThread(entry, workerData, ports).finally(() => starting--);
    if (closed) return void (await worker.terminate());
    const slot: Slot<Job, Answer> = { worker, ticket: undefined };
    slots.add(slot);
    worker.on('message', (message: WorkerMessage<Answer, Job>) => {
      if (message.type === 'beside') return doBeside(message.job, message.port);
      if (message.type === 'progress') return slot.ticket?.report?.(message.progress.stage, message.progress.fraction);
      if (message.type === 'answer') slot.ticket?.settle.resolve(message.answer);
      if (message.type === 'failed') slot.ticket?.settle.reject(receiveError(message.error));
      slot.ticket = undefined;
      fill();
    });
    worker.on('error', (error) => lose(slot, error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', (code) => lose(slot, new Error(`worker thread exited with code ${code}`)));
    fill();
  };

  const close = async () => {
    closed ??= new Error('the engine is closed');
    rejectWaiting(closed);
    const closing = [...slots];
    slots.clear();
    for (const { ticket } of closing) ticket?.settle.reject(closed);
    await Promise.all(closing.map(({ worker }) => worker.terminate()));
  };

  const run = (job: Job, signal?: AbortSignal, report?: ReportProgress): Promise<Answer> => {
    if (closed) return Promise.reject(closed);
    if (signal?.aborted) return Promise.reject(signal.reason);
    const ticket: Ticket<Job, Answer> = { job, settle: Promise.withResolvers<Answer>(), report };
    const abort = () => {
      const waiting = queue.indexOf(ticket);
      if (waiting >= 0) queue.splice(waiting, 1);
      ticket.settle.reject(signal?.reason);
      for (const slot of slots) if (slot.ticket === ticket) stop(slot);
    };
    signal?.addEventListener('abort', abort, { once: true });
    queue.push(ticket);
    fill();
    return ticket.settle.promise.finally(() => signal?.removeEventListener('abort', abort));
  };

  const prove = async () => {
    if (slots.size + starting > 0) return;
    try {
      await start();
    } catch (cause) {
      throw new Error(`worker thread failed to start: ${cause instanceof Error ? cause.message : cause}`, { cause });
    }
  };

  return { run, prove, close };
}
