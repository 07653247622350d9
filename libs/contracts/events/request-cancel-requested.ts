import { z } from 'zod';
import { endpoint, requestId, userId } from '../names.ts';
import { capabilities } from '../services.ts';
import { defineEvent } from './define-event.ts';

/** Its owner wants an accepted request to end. Its terminal event follows, a success if that was there first. */
export const requestCancelRequested = defineEvent({
  type: 'request.cancel_requested',
  description: 'The owner of an accepted request asked for its end; the worker that has it is to stop.',
  address: 'styling.request.cancel_requested.{capability}.{partition}',
  data: z.object({ request_id: requestId, user_id: userId, endpoint, capability: z.enum(capabilities) }),
  about: 'request_id',
});
