import type { Progress } from '@styling/contracts';
import { shareThread } from './shared-thread.ts';
import { type SentError, sendError } from './wire.ts';
import { openWorkerPool } from './worker-pool.ts';

/** A thread that workers share: the URL of its entry, and its data. */
export type SharedSettings = { entry: string; workerData: unknown };

/** What a host of a worker pool is started with, as JSON: the URL of workers, what they share, and the pool's options. */
export type HostSettings = { entry: string; shared: readonly SharedSettings[]; threads: number; workerData: unknown };

/** A job to be done, that a thread is to be started as a proof, or that what has this `id` is not wanted any more. */
export type ToHost<Job> = { id: number } & ({ job: Job } | { prove: true } | { abort: true });

/** For each job its progress, and one answer unless it was aborted. */
export type FromHost<Answer> = { id: number } & (
  | { type: 'progress'; progress: Progress }
  | { type: 'answer'; answer: Answer }
  | { type: 'failed'; error: SentError }
);

// The entry of a worker process: a pool of threads for the process that started it, with which it ends.
const { entry, shared, threads, workerData } = JSON.parse(process.argv[2] ?? '') as HostSettings;
const pool = openWorkerPool<unknown, unknown>(new URL(entry), {
  ...{ threads, workerData },
  shared: shared.map((thread) => shareThread(new URL(thread.entry), thread.workerData)),
});
const running = new Map<number, AbortController>();
// An error means that who started this process is gone, which `disconnect` tells too.
const send = (message: FromHost<unknown>) => process.send?.(message, undefined, undefined, () => {});

process.on('message', async (message: ToHost<unknown>) => {
  const { id } = message;
  if ('abort' in message) return running.get(id)?.abort(new Error('not wanted any more'));
  const controller = new AbortController();
  running.set(id, controller);
  try {
    const answer =
      'prove' in message
        ? await pool.prove()
        : await pool.run(message.job, controller.signal, (stage, fraction) =>
            send({ id, type: 'progress', progress: { stage, fraction } }),
          );
    send({ id, type: 'answer', answer });
  } catch (error) {
    send({ id, type: 'failed', error: sendError(error) });
  } finally {
    running.delete(id);
  }
});
process.once('disconnect', () => process.exit(0));
// A terminal signals all of its processes: the service stops first, and its jobs may still be finished.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
