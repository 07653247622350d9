import type { MessagePort } from 'node:worker_threads';
import type { Progress } from '@styling/contracts';
import type { SentError } from './wire.ts';

/**
 * Messages of a worker: `ready` once, then for each job its progress and one answer. While it works it may ask for a part of its job to be
 * done `beside` it: the answer comes over the port, which is closed without one if no other thread does it.
 */
export type WorkerMessage<Answer, Job = unknown> =
  | { type: 'ready' }
  | { type: 'beside'; job: Job; port: MessagePort }
  | { type: 'progress'; progress: Progress }
  | { type: 'answer'; answer: Answer }
  | { type: 'failed'; error: SentError };
