import { z } from 'zod';
import { endpoint, gatewayName, imageId, keyId, objectName, requestId, timestamp, userId } from '../names.ts';
import { capabilities } from '../services.ts';
import { defineEvent, type EventOf } from './define-event.ts';

export const requestAccepted = defineEvent({
  type: 'request.accepted',
  description: 'A request was admitted and its input stored; a capability service is to do the work.',
  address: 'styling.request.accepted.{capability}.{partition}',
  data: z.object({
    request_id: requestId,
    user_id: userId,
    key_id: keyId,
    endpoint,
    capability: z.enum(capabilities),
    gateway: gatewayName.meta({ description: 'Gateway process that waits for the outcome' }),
    input: objectName.meta({ description: 'Object that holds the request, deleted when the request completes' }),
    image_ids: z.array(imageId).max(4).meta({ description: 'Ids reserved for the images of this request' }),
    repeatable: z.boolean().default(false).meta({
      description: 'Whether the request may be repeated: a result that is no image record is then kept for a day',
    }),
    cost: z.number().int().positive().default(1).meta({ description: 'What it costs of the day if it succeeds' }),
    daily_limit: z.number().int().min(0).optional().meta({
      description: "What its user's day could cost when it was admitted",
    }),
    received_at: timestamp,
    deadline: timestamp.meta({ description: 'When the client is answered 504' }),
    cancel_at_deadline: z.boolean().default(false).meta({
      description: 'Whether the work is cancelled at the deadline; else what was started in time is finished',
    }),
  }),
  about: 'request_id',
});
export type RequestAccepted = EventOf<typeof requestAccepted>;
