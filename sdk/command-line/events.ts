import type { EventType } from '../events.ts';
import type { Event } from '../generated/types.gen.ts';
import { actionOn, type Call, defineCommand, inColumns, MOST_ITEMS, wholeNumber } from './command.ts';

const options = {
  follow: { type: 'boolean', short: 'f', about: 'Go on with each event as it happens; with --json a line for each' },
  types: { type: 'string', value: 'TYPES', about: 'Only of these types, e.g. job.succeeded,job.failed' },
  limit: { type: 'string', value: 'N', about: 'Most events of a list, the latest; default 20' },
} as const;

export const events = defineCommand({
  name: 'events',
  usage: '[list] | get EVENT_ID',
  about: 'What happened to your jobs, images, keys and webhooks, oldest first.',
  options,
  actions: {
    list,
    get: actionOn('EVENT_ID', ({ events }, id, options) => events.get(id, options), eventRow),
  },
});

async function list({ client, values, wait: { signal }, print }: Call<typeof options>): Promise<void> {
  const count = wholeNumber('--limit', values.limit ?? '20', 0, MOST_ITEMS);
  const wanted = { ...typesOf(values.types), signal };
  const feed = client.events.list(wanted);
  const latest: Event[] = [];
  for await (const event of feed) {
    latest.push(event);
    if (latest.length > count) latest.shift();
  }
  if (!values.follow) return print(inColumns(latest.map(eventRow)), latest);
  for (const event of latest) print(eventLine(event), event);
  const following = client.events.follow({ ...wanted, cursor: feed.cursor });
  for await (const event of following) print(eventLine(event), event);
}

/** An event in columns: when, of which type, what it is about. */
function eventRow({ timestamp, type, id, data }: Event): string[] {
  return [timestamp, type, id, aboutOf(data)];
}

/** An event in a line of its own, in columns that fit most. */
export const eventLine = ({ timestamp, type, id, data }: Event): string =>
  `${timestamp}  ${type.padEnd('webhook.disabled'.length)}  ${id}  ${aboutOf(data)}`.trimEnd();

/** The types of a list with commas; the service refuses those that it does not have. */
export const typesOf = (list: string | undefined): { types?: readonly EventType[] } =>
  list === undefined ? {} : { types: list.split(',').map((type) => type.trim() as EventType) };

function aboutOf(data: Event['data']): string {
  const code = 'error' in data && data.error ? [data.error.code] : [];
  return [...Object.values(data).filter((value) => typeof value !== 'object'), ...code].join(' ');
}
