import { z } from 'zod';
import { endpoint, httpStatus, keyId, latencyMs, requestId, timestamp, userId } from '../names.ts';
import { READS_STREAM } from '../stream-names.ts';
import { createEvent, defineEvent, type EventOf } from './define-event.ts';
import { answeredAt, type EndedRequest, type Failure, publicError } from './request-completed.ts';

/** A request that only reads was answered. The stream drops its oldest; `usage.reads_rolled_up` preserves the totals. */
export const readAnswered = defineEvent({
  type: 'read.answered',
  description: 'A request that takes no slot and counts toward no limit was answered.',
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

/** The event of a read that the gateway answered at `now`. */
export const answerRead = (request: Omit<EndedRequest, 'gateway'>, now: Date, error: Failure | null, success = 200) =>
  createEvent(readAnswered, '/services/gateway', now, {
    ...request,
    error,
    ...answeredAt(request, now, error, success),
  });
