import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';

/** A thread that all workers of a pool share. */
export type SharedThread = {
  /** A port to it, which is closed when it ends. The thread gets the other end as a message; it is started if it does not run. */
  connect(): MessagePort;
};

/** A thread running `entry`, which is started on demand, and again after it has ended. */
export function shareThread(entry: URL, workerData: unknown): SharedThread {
  let thread: Worker | undefined;
  const start = () => {
    const started = new Worker(entry, { workerData });
    const lose = () => {
      if (thread === started) thread = undefined;
    };
    // Its ports are closed then, which tells those who use it.
    started.on('error', lose);
    started.on('exit', lose);
    return started;
  };
  return {
    connect() {
      thread ??= start();
      const { port1: own, port2: theirs } = new MessageChannel();
      thread.postMessage(theirs, [theirs]);
      return own;
    },
  };
}
