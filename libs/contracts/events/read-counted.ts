import { z } from 'zod';
import { endpoint, gatewayName, keyId, timestamp, userId } from '../names.ts';
import { READS_STREAM } from '../stream-names.ts';
import { createEvent, defineEvent, type EventOf } from './define-event.ts';

/** Requests that clients make again and again, e.g. for the state of a job, are counted together and not listed. */
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
    requests: z.record(endpoint, z.number().int().positive()).meta({ description: 'Number of requests by endpoint' }),
    refused: z.record(endpoint, z.number().int().positive()).default({}).meta({ description: 'Those answered 4xx' }),
    failed: z.record(endpoint, z.number().int().positive()).default({}).meta({ description: 'Those answered 5xx' }),
  }),
  id: ({ key_id, gateway, minute }) => `${key_id}/reads/${gateway}/${minute}`,
  about: 'key_id',
});
export type ReadCounted = EventOf<typeof readCounted>;

/** The event of such counts, published at `now`. */
export const countReads = (counted: z.input<(typeof readCounted)['data']>, now: Date) =>
  createEvent(readCounted, '/services/gateway', now, counted);
