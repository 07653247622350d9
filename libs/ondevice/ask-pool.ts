import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { WorkerMessage } from './worker-message.ts';

/**
 * Asks the pool of a worker to have a job done by another thread.
 *
 * @param parent the port to the pool
 * @returns the answer; undefined if no thread is idle, or if the job failed
 */
export function askPool<Job, Answer>(parent: MessagePort, job: Job): Promise<Answer | undefined> {
  const { port1: own, port2: port } = new MessageChannel();
  parent.postMessage({ type: 'beside', job, port } satisfies WorkerMessage<Answer, Job>, [port]);
  return new Promise((resolve) => {
    own.once('close', () => resolve(undefined));
    own.once('message', (answer: Answer) => {
      resolve(answer);
      own.close();
    });
  });
}
