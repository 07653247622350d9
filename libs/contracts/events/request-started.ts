import { z } from 'zod';
import { endpoint, requestId, userId } from '../names.ts';
import { capabilities } from '../services.ts';
import { createEvent, defineEvent } from './define-event.ts';
import type { RequestAccepted } from './request-accepted.ts';

/** A worker has begun with an accepted request. A redelivery publishes it again under the same id: the first counts. */
export const requestStarted = defineEvent({
  type: 'request.started',
  description: 'A capability service has begun to work on an accepted request.',
  address: 'styling.request.started.{capability}.{partition}',
  data: z.object({ request_id: requestId, user_id: userId, endpoint, capability: z.enum(capabilities) }),
  about: 'request_id',
});

/** The event of a request with which `capability` begins at `now`. */
export const startRequest = (
  { request_id, user_id, endpoint }: RequestAccepted['data'],
  capability: (typeof capabilities)[number],
  now: Date,
) => createEvent(requestStarted, `/services/${capability}`, now, { request_id, user_id, endpoint, capability });
