import { costOf, type RequestAccepted, type RequestCompleted, type UserEventData } from '@styling/contracts';
import { forgottenBefore } from './retention.ts';
import type { Ending, RequestTable } from './tables.ts';
import { eventIdOf, type Fact } from './user-event.ts';

/** The end of a job, and the limit of its user's day when it was admitted, null if that is not known. */
export type EndedJob = { readonly ending: Ending; readonly daily_limit: number | null };

/**
 * Notes that a request was accepted, or its first end; `requests` becomes what is known after it. It is a job that has ended once both
 * are in the log, in either order: an acceptance whose publisher gave up waiting can come after the end, and a request that was
 * refused is never accepted. Requests that are forgotten by then change nothing.
 */
export function endRequest(
  event: RequestAccepted | RequestCompleted,
  requests: Map<string, RequestTable>,
): EndedJob | undefined {
  const { request_id, key_id, received_at } = event.data;
  if (new Date(received_at) < forgottenBefore(new Date(event.time))) return undefined;
  const unknown = { request_id, key_id, received_at, daily_limit: null, ending: null };
  const before = requests.get(request_id) ?? { ...unknown, is_accepted: false, is_ended: false };
  if (event.type === 'request.accepted') {
    if (before.is_accepted) return undefined;
    const daily_limit = event.data.daily_limit ?? null;
    requests.set(request_id, { ...before, is_accepted: true, daily_limit, ending: null });
    return before.ending ? { ending: before.ending, daily_limit } : undefined;
  }
  if (before.is_ended) return undefined;
  const ending = endingOf(event);
  requests.set(request_id, { ...before, is_ended: true, ending: before.is_accepted ? null : ending });
  return before.is_accepted ? { ending, daily_limit: before.daily_limit } : undefined;
}

function endingOf({ data, time }: RequestCompleted): Ending {
  const { user_id, endpoint, status, error, image_ids, result } = data;
  // An ending of an older version names only the image that is the result.
  const ids = image_ids.length === 0 && result?.image_id ? [result.image_id] : image_ids;
  return { user_id, endpoint, status, error, image_ids: ids, cost: costOf(data), time };
}

/** The event of the feed that a job has ended. */
export function jobEventOf(
  request_id: string,
  about: Pick<Fact, 'user_id' | 'key_id' | 'timestamp'>,
  { endpoint, error, image_ids, status: httpStatus }: Ending,
): Fact {
  const status = httpStatus === 200 ? 'succeeded' : error?.code === 'canceled' ? 'canceled' : 'failed';
  const data: UserEventData<'job.failed'> = { job_id: request_id, endpoint, status, image_ids };
  if (error) {
    const { message, code, details } = error;
    data.error = { error: message, code, request_id, ...(details !== undefined && { details }) };
  }
  return { event_id: eventIdOf(`${request_id}/completed`), ...about, type: `job.${status}`, data };
}
