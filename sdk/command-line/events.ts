import type { Event } from '../generated/types.gen.ts';
import { argument, defineCommand, inColumns, UsageError, wholeNumber } from './command.ts';
import { eventLine, eventRow, typesOf } from './event-line.ts';

const ACTIONS = ['list', 'get'] as const;
const MOST = 10_000;

export const events = defineCommand({
  name: 'events',
  usage: '[list] | get EVENT_ID',
  about: 'What happened to your jobs, images, keys and webhooks, oldest first.',
  actions: ACTIONS,
  options: {
    follow: { type: 'boolean', short: 'f', about: 'Go on with each event as it happens; with --json a line for each' },
    types: { type: 'string', value: 'TYPES', about: 'Only of these types, e.g. job.succeeded,job.failed' },
    limit: { type: 'string', value: 'N', about: 'Most events of a list, the latest; default 20' },
  },
  async run({ client, values, positionals, wait: { signal }, print }) {
    const [action = 'list'] = positionals;
    if (action === 'get') {
      const event = await client.events.get(argument(positionals, 1, 'EVENT_ID'), { signal });
      return print(inColumns([eventRow(event)]), event);
    }
    if (action !== 'list') throw new UsageError(`events has no action ${action}; it has: ${ACTIONS.join(', ')}`);
    const count = wholeNumber('--limit', values.limit ?? '20', 0, MOST);
    const options = { ...typesOf(values.types), signal };
    const feed = client.events.list(options);
    const latest: Event[] = [];
    for await (const event of feed) {
      latest.push(event);
      if (latest.length > count) latest.shift();
    }
    if (!values.follow) return print(inColumns(latest.map(eventRow)), latest);
    for (const event of latest) print(eventLine(event), event);
    const following = client.events.follow({ ...options, cursor: feed.cursor });
    for await (const event of following) print(eventLine(event), event);
  },
});
