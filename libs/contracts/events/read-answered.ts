import { z } from 'zod';
import { endpoint, httpStatus, keyId, latencyMs, requestId, timestamp, userId } from '../names.ts';
import { READS_STREAM } from '../stream-names.ts';
import { createEvent, defineEvent, type EventOf } from './define-event.ts';
import { answeredAt, type EndedRequest, type Failure, publicError } from './request-completed.ts';

/** A request was answered that is none of work: it only reads, or was refused, or repeats another. The stream drops its oldest; `usage.reads_rolled_up` preserves the totals. */
export const readAnswered = defineEvent({
  type: 'read.answered',
  description:
    'A request was answered that was not admitted: one that takes no slot, or one to a counted endpoint that was refused, or repeated an earlier one.',
  address: 'styling.read.{partition}',
  stream: READS_STREAM,
  data: z.object({
    request_id: requestId,
    user_id: userId,
    key_id: keyId,
    endpoint,
    received_at: timestamp,
    latency_ms: latencyMs,
    status: httpStatus,
    error: publicError.nullable(),
  }),
  about: 'request_id',
});
export type ReadAnswered = EventOf<typeof readAnswered>;

/** The event of such a request, which the gateway answered at `now`. */
export const answerRead = (request: Omit<EndedRequest, 'gateway'>, now: Date, error: Failure | null, success = 200) =>
  createEvent(readAnswered, '/services/gateway', now, {
    ...request,
    error,
    ...answeredAt(request, now, error, success),
  });
