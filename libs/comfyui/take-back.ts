import type { ComfyDependencies } from './dependencies.ts';
import { readQueue } from './read-history.ts';

const TIMEOUT_MS = 5_000;

/**
 * Takes a prompt back: out of the queue, or it is interrupted if it is the one that runs. What fails is logged: the prompt then
 * runs to its end for nobody.
 */
export async function takeBack({ api, log }: Pick<ComfyDependencies, 'api' | 'log'>, id: string): Promise<void> {
  const options = { timeoutMs: TIMEOUT_MS };
  const unqueued = await api.unqueue(id, options);
  // In this order: a prompt that began to run meanwhile is seen.
  const queue = await api.queue(options);
  const runs = queue.outcome === 'answered' && readQueue(queue.body, id) === 'running';
  const interrupted = runs ? await api.interrupt(id, options) : undefined;
  const outcomes = [unqueued, queue, interrupted].flatMap((reply) =>
    reply ? [reply.outcome === 'answered' ? reply.status : reply.outcome] : [],
  );
  log.warn({ prompt: id, outcomes }, 'prompt taken back');
}
