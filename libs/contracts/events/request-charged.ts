import { z } from 'zod';
import { endpoint, requestId, userId } from '../names.ts';
import { capabilities } from '../services.ts';
import { defineEvent } from './define-event.ts';

/** A provider charged for work of a request, whatever became of the request. Readers count an id once. */
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
