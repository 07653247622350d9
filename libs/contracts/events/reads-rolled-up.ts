import { z } from 'zod';
import { endpoint, httpStatus, keyId, latencyMs, partition, requestId, timestamp } from '../names.ts';
import { type DataOf, defineEvent, type EventOf } from './define-event.ts';

/** The length of the list of GET /usage, so that it stays exact. */
export const ROLLED_UP_RECENT = 20;

/** Replaces each `read.answered` of a key and UTC day. The first one of a key and day counts. */
export const readsRolledUp = defineEvent({
  type: 'usage.reads_rolled_up',
  description: 'The reads of a key on a UTC day, summed up; replaces the `read.answered` of that key and day.',
  address: 'styling.usage.rolled_up.{partition}',
  data: z.object({
    key_id: keyId,
    partition,
    day: z.iso.date().meta({ description: 'UTC day on which the reads arrived' }),
    requests: z.record(endpoint, z.number().int().positive()).meta({ description: 'Number of reads by endpoint' }),
    refused: z.record(endpoint, z.number().int().positive()).default({}).meta({ description: 'Those answered 4xx' }),
    failed: z.record(endpoint, z.number().int().positive()).default({}).meta({ description: 'Those answered 5xx' }),
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
