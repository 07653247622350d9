import type { ServerResponse } from 'node:http';
import { SEND_TIMEOUT_MS } from './send.ts';

/**
 * Waits until the client has received what was written to `response`, or has disconnected. A client that takes too long is
 * disconnected.
 *
 * @param withinMs how long it may take, in ms
 */
export async function drained(response: ServerResponse, withinMs = SEND_TIMEOUT_MS): Promise<void> {
  if (!response.writableNeedDrain) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(() => response.destroy(), withinMs);
  response.once('drain', resolve).once('close', resolve);
  await promise;
  clearTimeout(timer);
  response.off('drain', resolve).off('close', resolve);
}
