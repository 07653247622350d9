import type { ComfyDependencies } from './dependencies.ts';
import { readHistory, readQueue, type Seen } from './read-history.ts';

const LOOK_TIMEOUT_MS = 10_000;

/**
 * Looks once where a prompt is: in the history, else in the queue.
 *
 * @param node whose first picture is the result
 * @returns undefined if the server cannot be asked
 */
export async function findPrompt(
  { api, timeoutMs }: Pick<ComfyDependencies, 'api' | 'timeoutMs'>,
  id: string,
  node: string,
  signal?: AbortSignal,
): Promise<Seen | undefined> {
  const options = { timeoutMs: Math.min(timeoutMs, LOOK_TIMEOUT_MS), signal };
  const history = await api.history(id, options);
  if (history.outcome !== 'answered' || history.status >= 300) return undefined;
  const ended = readHistory(history.body, id, node);
  if (ended) return ended;
  const queue = await api.queue(options);
  if (queue.outcome !== 'answered' || queue.status >= 300) return undefined;
  return readQueue(queue.body, id);
}
