import { z } from 'zod';
import { endpoint, eventId, imageId, keyId, requestId, timestamp, webhookId } from './names.ts';

const jobEvent = z.object({
  job_id: requestId,
  endpoint,
  status: z.enum(['succeeded', 'failed', 'canceled']),
  image_ids: z.array(imageId).meta({ description: 'Image records that it made' }),
  error: z
    .object({ error: z.string(), code: z.string(), request_id: requestId, details: z.string().optional() })
    .optional()
    .meta({ description: 'The body of its response, if it did not succeed' }),
});

const keyEvent = z.object({ key_id: keyId });

/** Ids and states only; a client looks up the rest. */
const dataOfTypes = {
  'job.succeeded': jobEvent,
  'job.failed': jobEvent,
  'job.canceled': jobEvent,
  'image.created': z.object({ image_id: imageId, job_id: requestId, endpoint }),
  'image.deleted': z.object({
    image_id: imageId,
    job_id: requestId,
    reason: z.string().meta({ description: '`requested`, `expired`, `abandoned` or `lost`' }),
  }),
  'key.created': keyEvent,
  'key.revoked': keyEvent,
  'usage.threshold': z.object({
    day: z.iso.date().meta({ description: 'UTC day' }),
    percent: z.int().meta({ description: '80 or 100' }),
    used: z.int().meta({ description: 'What the finished requests of the day cost' }),
    limit: z.int().meta({ description: 'What the day may cost' }),
  }),
  'webhook.disabled': z.object({
    webhook_id: webhookId,
    reason: z.string().meta({ description: '`failing` or `gone`' }),
  }),
  'webhook.test': z.object({ webhook_id: webhookId }),
} as const;

export type UserEventType = keyof typeof dataOfTypes;
export const userEventTypes = Object.keys(dataOfTypes) as [UserEventType, ...UserEventType[]];
export const userEventType = z.enum(userEventTypes);

export type UserEventData<Type extends UserEventType = UserEventType> = z.output<(typeof dataOfTypes)[Type]>;

/** The same id in the feed and its webhooks. */
export const userEvent = z
  .object({
    id: eventId.meta({ description: 'The same in the feed and in every delivery to a webhook' }),
    type: userEventType,
    timestamp,
    data: z.union([...new Set(Object.values(dataOfTypes))]).meta({ description: 'Depends on the type' }),
  })
  .meta({ id: 'Event' });
