import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { FromHost, JobProgress, Outcome, ToHost } from './jobs.ts';
import { sendError } from './wire.ts';

/** What the engine's process is started with, as JSON: URLs of the entries of its threads, and how many of the first there may be. */
export type HostSettings = { worker: string; networks: string; threads: number };

/**
 * Of a thread's heap, in MB. Pixel buffers are owned by tiny objects: with a young generation of 8 a try-on takes a twelfth more time, with 48 more
 * memory and no less time. From the old generation, of which it takes a tenth, V8 derives how much planes may take before they are collected: by
 * its default, which grows with the machine's memory, two threads took 1.9 GB.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 512 };

// The entry of the engine's process: threads that make pictures and one that runs the networks for them all, as each set of networks takes 300 MB.
const settings = JSON.parse(process.argv[2] ?? '') as HostSettings;
// A thread is kept, as otherwise what waits behind an aborted job would not be done. An error outside of a job ends the process.
const poolOf = (filename: string, maxThreads: number) =>
  new Piscina({
    filename,
    minThreads: 1,
    maxThreads,
    idleTimeout: Number.POSITIVE_INFINITY,
    atomics: 'disabled',
    recordTiming: false,
    resourceLimits,
  });
const networks = poolOf(settings.networks, 1);
const workers = poolOf(settings.worker, settings.threads);
const running = new Map<number, AbortController>();
// An error means that who started this process is gone, which `disconnect` tells too.
const send = (message: FromHost) => process.send?.(message, undefined, undefined, () => {});

workers.on('message', (message: JobProgress) => send(message));
process.on('message', async ({ id, job, abort }: ToHost) => {
  if (abort) return running.get(id)?.abort();
  const { port1: theirs, port2: port } = new MessageChannel();
  const controller = new AbortController();
  running.set(id, controller);
  // The port closes with the thread of an aborted job, perhaps before the networks' thread could take it.
  networks.run(theirs, { transferList: [theirs] }).catch((error) => {
    if (running.has(id)) throw error;
  });
  try {
    const work = { id, job, networks: port };
    const outcome: Outcome = await workers.run(work, { signal: controller.signal, transferList: [port] });
    send({ id, ...outcome });
  } catch (error) {
    send({ id, failed: sendError(error) });
  } finally {
    running.delete(id);
  }
});
process.once('disconnect', () => process.exit(0));
// A terminal signals all of its processes: the service stops first, and its jobs may still be finished.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
