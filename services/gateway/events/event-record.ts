import type { FedEvent, Open, userEvent } from '@styling/contracts';
import type { z } from 'zod';

/** An event as clients see it. */
export type EventRecord = Open<z.output<typeof userEvent>>;

/** Example for the documentation. */
export const eventRecordExample: z.output<typeof userEvent> = {
  id: 'evt_0123456789abcdef01234567',
  type: 'job.succeeded',
  timestamp: '2026-01-02T03:04:16.789Z',
  data: {
    job_id: 'req_0123456789abcdef01234567',
    endpoint: '/try_on_outfit',
    status: 'succeeded',
    image_ids: ['img_0123456789abcdef01234567'],
  },
};

/** The public record of an event: a service of another version may have types that are not known here. */
export const toEventRecord = ({ id, type, timestamp, data }: FedEvent): EventRecord =>
  ({ id, type, timestamp, data }) as EventRecord;
