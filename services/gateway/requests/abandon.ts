import { DUPLICATE_WINDOW_MS } from '@styling/bus';
import type { ServiceError } from '@styling/service';
import { release } from '../admission/release.ts';
import { type EndingDependencies, endRequest, type UnendedRequest } from './end-request.ts';

/**
 * How long after its `request.accepted` may have been published a request may be abandoned, in ms: well within the window in
 * which the server recognises a second ending.
 */
export const ABANDON_WITHIN_MS = DUPLICATE_WINDOW_MS / 2;

/**
 * Ends an admitted request that could not be handed over. If this ending is the first in the log, which the server only recognises
 * within its window for duplicates, the slot is released at once. Otherwise the projection releases it, by the ending that is
 * first; if none could be published, the slot stays taken until the sweep. Never rejects.
 *
 * @param until when to give up, by `performance.now()`; at most {@link ABANDON_WITHIN_MS} after the hand-over began
 */
export async function abandon(
  deps: EndingDependencies,
  request: UnendedRequest,
  reason: ServiceError,
  until: number,
): Promise<void> {
  const left = () => until - performance.now();
  try {
    const { ending, duplicate, discarded } = await endRequest(deps, request, reason, Math.max(0, left()));
    // This process may have been frozen meanwhile.
    if (!duplicate && left() > 0) await release(deps.db, ending);
    await discarded;
  } catch (error) {
    deps.log.error(
      { err: error, request_id: request.request_id },
      'abandoning a request failed; leaving it to the sweep',
    );
  }
}
