import { ask } from '@styling/bus';
import {
  eventId,
  type FedEvent,
  getEvent,
  limits,
  type Open,
  readEvents,
  type UserEventType,
  userEvent,
  userEventTypes,
} from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { z } from 'zod';
import { type Call, defineEndpoint } from '../http/define-endpoint.ts';
import { EventStream, serverSentEvent } from '../http/event-stream.ts';
import { idInPath, pageParameters, waitParameter } from '../http/parameters.ts';
import { lastSeen, lookAgain } from '../jobs/find-job.ts';
import type { Watch } from '../jobs/watches.ts';

const TYPES = userEventTypes.join(', ');

export type EventRecord = Open<z.output<typeof userEvent>>;

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
const CURSOR_EXAMPLE = 'MTI4LjEuMTc2NzMyMzA1Njc4OS4wMTIzNDU2Nw';

/** The public record of an event: a service of another version may have types that are not known here. */
const toRecord = ({ id, type, timestamp, data }: FedEvent): EventRecord =>
  ({ id, type, timestamp, data }) as EventRecord;

const query = z.object({
  cursor: pageParameters.cursor.meta({
    description: '`next_cursor` of an earlier response; the oldest event without it',
  }),
  limit: pageParameters.limit,
  types: z
    .string()
    .optional()
    .meta({ description: 'Only events of these types, separated by commas', examples: ['job.succeeded,job.failed'] }),
  wait: waitParameter.meta({ description: 'If there is no event, waits for one, at most so many seconds' }),
});

export const eventEndpoints = [
  defineEndpoint({
    id: 'listEvents',
    method: 'get',
    path: '/events',
    isPolled: true,
    summary: 'Read your events',
    description: `What happened to your jobs, images, keys and webhooks in the last 30 days, oldest first, and in this order without gaps: from
\`cursor\` on every event comes once. \`limit\` is ${limits.pageSize} by default. \`next_cursor\` is always present; at the end, when \`has_more\` is
false, it continues with what happens next. With \`Accept: text/event-stream\` the events are sent as they happen, as server-sent
events whose ids are cursors: a client that connects again with \`Last-Event-ID\` misses none, at whatever gateway. An event has
the same \`id\` in the feed and in each delivery to a webhook.`,
    query,
    success: {
      description: 'The events',
      schema: z
        .object({ events: z.array(userEvent), next_cursor: z.string(), has_more: z.boolean() })
        .meta({ id: 'Events' }),
      example: { events: [eventRecordExample], next_cursor: CURSOR_EXAMPLE, has_more: false },
      asEvents: serverSentEvent(eventRecordExample.type, CURSOR_EXAMPLE, eventRecordExample),
    },
    errors: [
      ['not_one_of', { field: 'types', options: TYPES }],
      ['invalid_cursor', { field: 'cursor' }],
      ['cursor_expired'],
    ],
    async handle(call, { wait = 0, ...given }) {
      const asked = toRequest(given);
      const page = wait === 0 ? await readFeed(call, asked) : await nextPage(call, asked, wait * 1000);
      return { ...page, events: page.events.map(toRecord) };
    },
    async stream(call, given) {
      const cursor = call.request.get('last-event-id') || given.cursor;
      if (cursor && cursor.length > limits.cursorLength)
        throw new ServiceError('invalid_cursor', { field: 'Last-Event-ID' });
      await sendFeed(call, toRequest({ ...given, cursor }));
    },
  }),
  defineEndpoint({
    id: 'getEvent',
    method: 'get',
    path: '/events/:id',
    isPolled: true,
    summary: 'Get one event',
    description: 'An event of the last 30 days, as in the feed and in deliveries to webhooks.',
    params: z.object({
      id: idInPath(eventId, 'event_not_found', 'Id of an event of yours', eventRecordExample.id),
    }),
    success: { description: 'The event', schema: userEvent, example: eventRecordExample },
    async handle({ gateway: { bus }, caller: { user_id } }, { id: event_id }) {
      const { event } = await ask(bus, getEvent, { user_id, event_id });
      if (!event) throw new ServiceError('event_not_found');
      return toRecord(event);
    },
  }),
];

const toRequest = ({ cursor, limit, types }: z.output<typeof query>): FeedRequest => ({
  cursor: cursor ?? null,
  limit: limit ?? limits.pageSize,
  types: types ? readTypes(types) : null,
});

function readTypes(list: string): UserEventType[] {
  const types = list.split(',').map((type) => userEventTypes.find((known) => known === type));
  if (types.includes(undefined)) throw new ServiceError('not_one_of', { field: 'types', options: TYPES });
  return types as UserEventType[];
}

type FeedRequest = Omit<z.output<typeof readEvents.request>, 'user_id'>;

/** A page of the caller's feed, oldest first. @throws ServiceError `invalid_cursor`, `cursor_expired`, `unavailable` */
const readFeed = ({ gateway, caller: { user_id } }: Call, asked: FeedRequest) =>
  ask(gateway.bus, readEvents, { user_id, ...asked });

type FeedPage = Awaited<ReturnType<typeof readFeed>>;

/** The caller's feed from a cursor on, until `watch` closes or the key is revoked. @throws as {@link lookAgain} */
async function* watchFeed(call: Call, asked: FeedRequest, watch: Watch): AsyncGenerator<FeedPage> {
  let { cursor } = asked;
  const look = () => readFeed(call, { ...asked, cursor });
  for await (const page of lookAgain(call, watch, ['feed.changed', call.caller.user_id], look)) {
    cursor = page.next_cursor;
    if (page.has_more) watch.ring();
    yield page;
  }
}

/** The next page with events; an empty one if there are none within `waitMs`. */
async function nextPage(call: Call, asked: FeedRequest, waitMs: number): Promise<FeedPage> {
  using watch = call.gateway.watches.begin(call, waitMs);
  return await lastSeen(watchFeed(call, asked, watch), ({ events }) => events.length > 0);
}

async function sendFeed(call: Call, asked: FeedRequest): Promise<void> {
  const { gateway, request, response } = call;
  using watch = gateway.watches.begin(call);
  using held = new DisposableStack();
  let stream: EventStream | undefined;
  for await (const { events, next_cursor } of watchFeed(call, asked, watch)) {
    stream ??= held.use(new EventStream(response));
    for (const event of events) stream.send(serverSentEvent(event.type, event.cursor, toRecord(event)));
    // Without data it is no event: where to continue, also if there was none for long.
    stream.send(`id: ${next_cursor}\n\n`);
    await stream.read();
    if (request.method === 'HEAD') break;
  }
  response.end();
}
