import { isRefusedByStore } from '@styling/objectstore';
import { toServiceError } from '@styling/service';
import type { Call } from '../http/define-endpoint.ts';
import { RequestFailed } from './request-failed.ts';

/** Marks the response of a replay: it is that of the earlier request. */
export function markReplayed(call: Call): void {
  if (!call.replayed) return;
  call.headers = { ...call.headers, 'Idempotent-Replayed': 'true' };
  call.gateway.log.info(
    { request_id: call.request_id, first_request_id: call.replayed.request_id },
    'response replayed',
  );
}

/**
 * The error to respond with when `error` was thrown. A replay's key is freed when its response cannot be repeated, e.g.
 * because the result is gone, so that the next try is a new request; not while the result only cannot be fetched, even if the store refuses to read it.
 */
export async function replayError(call: Call, error: unknown): Promise<unknown> {
  if (!call.replayed || error instanceof RequestFailed) {
    markReplayed(call);
    return error;
  }
  if (toServiceError(error).code === 'unavailable' || isRefusedByStore(error)) return error;
  const { user_id, request_id } = call.replayed;
  return call.gateway.db
    .deleteFrom('idempotency_key')
    .where('user_id', '=', user_id)
    .where('request_id', '=', request_id)
    .execute()
    .then(
      () => error,
      (failure: unknown) => failure,
    );
}
