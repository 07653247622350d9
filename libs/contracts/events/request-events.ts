import { z } from 'zod';
import { endpoint, gatewayName, imageId, keyId, objectName, requestId, timestamp, userId } from '../names.ts';
import { capabilities } from '../services.ts';
import { createEvent, defineEvent, type EventOf } from './define-event.ts';

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

/** A redelivery publishes it again under the same id: the first counts. */
export const requestStarted = defineEvent({
  type: 'request.started',
  description: 'A capability service has begun to work on an accepted request.',
  address: 'styling.request.started.{capability}.{partition}',
  data: z.object({ request_id: requestId, user_id: userId, endpoint, capability: z.enum(capabilities) }),
  about: 'request_id',
});

/** Event of `capability` beginning a request at `now`. */
export const startRequest = (
  { request_id, user_id, endpoint }: RequestAccepted['data'],
  capability: (typeof capabilities)[number],
  now: Date,
) => createEvent(requestStarted, `/services/${capability}`, now, { request_id, user_id, endpoint, capability });

/** Its terminal event follows, a success if that was there first. */
export const requestCancelRequested = defineEvent({
  type: 'request.cancel_requested',
  description: 'The owner of an accepted request asked for its end; the worker that has it is to stop.',
  address: 'styling.request.cancel_requested.{capability}.{partition}',
  data: z.object({ request_id: requestId, user_id: userId, endpoint, capability: z.enum(capabilities) }),
  about: 'request_id',
});

/** Charged whatever became of the request. Readers count an id once. */
export const requestCharged = defineEvent({
  type: 'request.charged',
  description: 'A provider of models charged for a piece of work of a request, whatever became of the request.',
  address: 'styling.request.charged.{capability}.{partition}',
  data: z.object({
    request_id: requestId,
    user_id: userId,
    endpoint,
    capability: z.enum(capabilities),
    provider: z.string().meta({ examples: ['replicate'] }),
    model: z.string(),
    charge_id: z
      .string()
      .regex(/^[a-z0-9]+$/)
      .meta({ description: 'Of this charge: published again, it has the same id' }),
    usd: z.number().min(0).meta({ description: 'US dollars, as the provider or its price table states' }),
  }),
  about: 'request_id',
  id: ({ request_id, charge_id }) => `${request_id}/charged/${charge_id}`,
});
