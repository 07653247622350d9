import { limits, type UserEventType, userEvent, userEventTypes } from '@styling/contracts';
import { type HttpRequest, parseFields } from '@styling/http';
import { ServiceError } from '@styling/service';
import { z } from 'zod';
import {
  eventRecordExample,
  type FeedPage,
  type FeedRequest,
  readFeed,
  toEventRecord,
  watchFeed,
} from '../events/watch-feed.ts';
import { type Call, defineEndpoint } from '../http/define-endpoint.ts';
import { EventStream, serverSentEvent } from '../http/event-stream.ts';
import { cursorParameter, limitParameter, waitParameter } from '../http/query-parameters.ts';

const TYPES = userEventTypes.join(', ');

const query = z.object({
  cursor: cursorParameter.meta({ description: '`next_cursor` of an earlier response; the oldest event without it' }),
  limit: limitParameter,
  types: z
    .string()
    .optional()
    .meta({ description: 'Only events of these types, separated by commas', examples: ['job.succeeded,job.failed'] }),
  wait: waitParameter.meta({ description: 'If there is no event, waits for one, at most so many seconds' }),
});

export const listEvents = defineEndpoint({
  id: 'listEvents',
  method: 'get',
  path: '/events',
  tag: 'Events',
  isPolled: true,
  summary: 'Read your events',
  description: `What happened to your jobs, images, keys and webhooks in the last 30 days, oldest first, and in this order without gaps: from
\`cursor\` on every event comes once. \`limit\` is ${limits.pageSize} by default. \`next_cursor\` is always present; at the end, when \`has_more\` is
false, it continues with what happens next. With \`Accept: text/event-stream\` the events are sent as they happen, as server-sent
events whose ids are cursors: a client that connects again with \`Last-Event-ID\` misses none, at whatever gateway. An event has
the same \`id\` in the feed and in each delivery to a webhook.`,
  query,
  responses: {
    200: {
      description: 'The events',
      schema: z
        .object({ events: z.array(userEvent), next_cursor: z.string(), has_more: z.boolean() })
        .meta({ id: 'Events' }),
      example: { events: [eventRecordExample], next_cursor: 'MTI4LjEuMTc2NzMyMzA1Njc4OS4wMTIzNDU2Nw', has_more: false },
      asEvents: serverSentEvent(eventRecordExample.type, 'MTI4LjEuMTc2NzMyMzA1Njc4OS4wMTIzNDU2Nw', eventRecordExample),
    },
  },
  errors: [
    ['not_one_of', { field: 'types', options: TYPES }],
    ['invalid_cursor', { field: 'cursor' }],
    ['cursor_expired'],
  ],
  async handle(call) {
    const { wait = 0, ...asked } = readQuery(call.request);
    const page = wait === 0 ? await readFeed(call, asked) : await nextPage(call, asked, wait * 1000);
    return { ...page, events: page.events.map(toEventRecord) };
  },
  async stream(call) {
    const { wait: _, ...asked } = readQuery(call.request);
    const cursor = call.request.get('last-event-id') || asked.cursor;
    if (cursor && cursor.length > limits.cursorLength)
      throw new ServiceError('invalid_cursor', { field: 'Last-Event-ID' });
    await sendFeed(call, { ...asked, cursor });
  },
});

function readQuery(request: HttpRequest): FeedRequest & { readonly wait?: number | undefined } {
  const { cursor = null, limit = limits.pageSize, types, wait } = parseFields(query, request.query);
  return { cursor, limit, types: types ? readTypes(types) : null, wait };
}

function readTypes(list: string): UserEventType[] {
  const types = list.split(',').map((type) => userEventTypes.find((known) => known === type));
  if (types.includes(undefined)) throw new ServiceError('not_one_of', { field: 'types', options: TYPES });
  return types as UserEventType[];
}

/** The next page with events; an empty one if there are none within `waitMs`. */
async function nextPage(call: Call, asked: FeedRequest, waitMs: number): Promise<FeedPage> {
  using watch = call.gateway.watches.begin(call);
  const timer = setTimeout(() => watch.close(), waitMs);
  let latest: FeedPage | undefined;
  try {
    for await (const page of watchFeed(call, asked, watch)) {
      latest = page;
      if (page.events.length > 0) break;
    }
  } finally {
    clearTimeout(timer);
  }
  if (!latest) throw new Error('a watch without a first look');
  return latest;
}

async function sendFeed(call: Call, asked: FeedRequest): Promise<void> {
  const { gateway, request, response } = call;
  using watch = gateway.watches.begin(call);
  let stream: EventStream | undefined;
  try {
    for await (const { events, next_cursor } of watchFeed(call, asked, watch)) {
      stream ??= new EventStream(response);
      for (const event of events) stream.send(serverSentEvent(event.type, event.cursor, toEventRecord(event)));
      // Without data it is no event: where to continue, also if there was none for long.
      stream.send(`id: ${next_cursor}\n\n`);
      await stream.read();
      if (request.method === 'HEAD') break;
    }
  } finally {
    stream?.[Symbol.dispose]();
  }
  response.end();
}
