import { ask } from '@styling/bus';
import { eventId, getEvent as getEventQuery, userEvent } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { z } from 'zod';
import { eventRecordExample, toEventRecord } from '../events/watch-feed.ts';
import { defineEndpoint } from '../http/define-endpoint.ts';

export const getEvent = defineEndpoint({
  id: 'getEvent',
  method: 'get',
  path: '/events/:id',
  tag: 'Events',
  isPolled: true,
  summary: 'Get one event',
  description: 'An event of the last 30 days, as in the feed and in deliveries to webhooks.',
  params: z.object({
    id: z.string().meta({ description: 'Id of an event of yours', examples: [eventRecordExample.id] }),
  }),
  responses: { 200: { description: 'The event', schema: userEvent, example: eventRecordExample } },
  errors: [['event_not_found']],
  async handle({ gateway: { bus }, caller: { user_id }, request: { params } }) {
    const { data: event_id } = eventId.safeParse(params.id);
    if (event_id === undefined) throw new ServiceError('event_not_found');
    const { event } = await ask(bus, getEventQuery, { user_id, event_id });
    if (!event) throw new ServiceError('event_not_found');
    return toEventRecord(event);
  },
});
