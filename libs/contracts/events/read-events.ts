import { z } from 'zod';
import {
  endpoint,
  gatewayName,
  httpStatus,
  keyId,
  latencyMs,
  partition,
  READS_STREAM,
  requestId,
  timestamp,
  userId,
} from '../names.ts';
import { createEvent, type DataOf, defineEvent, type EventOf } from './define-event.ts';
import { answeredAt, type EndedRequest, type Failure, publicError } from './request-events.ts';

/** Bounded retention; `usage.reads_rolled_up` preserves the totals. */
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

/** Event of a request that the gateway answered at `now`. */
export const answerRead = (request: Omit<EndedRequest, 'gateway'>, now: Date, error: Failure | null, success = 200) =>
  createEvent(readAnswered, '/services/gateway', now, {
    ...request,
    error,
    ...answeredAt(request, now, error, success),
  });

const byEndpoint = z.record(endpoint, z.int().positive());
const unsuccessful = {
  refused: byEndpoint.default({}).meta({ description: 'Those answered 4xx' }),
  failed: byEndpoint.default({}).meta({ description: 'Those answered 5xx' }),
};

/** Polling, e.g. for the state of a job: counted together, not listed. */
export const readCounted = defineEvent({
  type: 'read.counted',
  description: 'A gateway has answered so many requests of a key, within a minute, to endpoints that are polled.',
  address: 'styling.read.counted.{partition}',
  stream: READS_STREAM,
  data: z.object({
    key_id: keyId,
    user_id: userId,
    gateway: gatewayName,
    minute: timestamp.meta({ description: 'Beginning of the minute in which they were answered' }),
    requests: byEndpoint.meta({ description: 'Number of requests by endpoint' }),
    ...unsuccessful,
  }),
  id: ({ key_id, gateway, minute }) => `${key_id}/reads/${gateway}/${minute}`,
  about: 'key_id',
});
export type ReadCounted = EventOf<typeof readCounted>;

/** Event of counts published at `now`. */
export const countReads = (counted: z.input<(typeof readCounted)['data']>, now: Date) =>
  createEvent(readCounted, '/services/gateway', now, counted);

/** Length of the list of GET /usage, so that it stays exact. */
export const ROLLED_UP_RECENT = 20;

/** Replaces each `read.answered` of a key and UTC day; the first one counts. */
export const readsRolledUp = defineEvent({
  type: 'usage.reads_rolled_up',
  description: 'The reads of a key on a UTC day, summed up; replaces the `read.answered` of that key and day.',
  address: 'styling.usage.rolled_up.{partition}',
  data: z.object({
    key_id: keyId,
    partition,
    day: z.iso.date().meta({ description: 'UTC day on which the reads arrived' }),
    requests: byEndpoint.meta({ description: 'Number of reads by endpoint' }),
    ...unsuccessful,
    recent: z
      .array(
        z.object({
          request_id: requestId,
          endpoint,
          received_at: timestamp,
          latency_ms: latencyMs,
          status: httpStatus,
        }),
      )
      .max(ROLLED_UP_RECENT)
      .meta({ description: 'The last reads of the day, newest first' }),
  }),
  id: (data) => `${data.key_id}/reads/${data.day}`,
  about: 'key_id',
});
export type ReadsRolledUp = EventOf<typeof readsRolledUp>;
export type RollUp = DataOf<typeof readsRolledUp>;
