import type { Delivery, Webhook } from '../generated/types.gen.ts';
import {
  actionOn,
  argument,
  defineCommand,
  deletion,
  firstOf,
  inColumns,
  oneOf,
  UsageError,
  wholeNumber,
} from './command.ts';

const STATUSES = ['pending', 'succeeded', 'failed'] as const satisfies readonly Delivery['status'][];
const DEFAULT_EVENTS = 'job.succeeded,job.failed';
const LONGEST_SECONDS = 604_800;

export const webhooks = defineCommand({
  name: 'webhooks',
  usage: `[list] | create ADDRESS | delete ID | rotate ID | test ID | deliveries ID
       | redeliver ID DELIVERY_ID | recover ID --since TIME`,
  about: 'Addresses to which events are sent. `create` and `rotate` print the secret, once.',
  options: {
    events: { type: 'string', value: 'TYPES', about: `Create only: what is sent; default ${DEFAULT_EVENTS}` },
    description: { type: 'string', value: 'TEXT', about: 'Create only: for yourself' },
    overlap: { type: 'string', value: 'SECONDS', about: 'Rotate only: how long the present secret signs as well' },
    since: { type: 'string', value: 'TIME', about: 'Recover only: from when on, e.g. 2026-01-02T03:04:05Z' },
    status: { type: 'string', value: 'STATUS', about: `Deliveries only: ${STATUSES.join(', ')}` },
    limit: { type: 'string', value: 'N', about: 'Deliveries only: most of a list; default 20' },
  },
  actions: {
    async list({ client, wait: { signal }, print }) {
      const listed = await client.webhooks.list({ signal });
      print(inColumns(listed.map(row)), listed);
    },
    async create({ client, values, positionals, wait: { signal }, print }) {
      const { events = DEFAULT_EVENTS, description } = values;
      const fields = {
        url: argument(positionals, 1, 'ADDRESS'),
        events: events.split(',').map((type) => type.trim()) as Webhook['events'],
        ...(description !== undefined && { description }),
      };
      const created = await client.webhooks.create(fields, { signal });
      print(`${created.webhook_id}\n${created.secret}`, created);
    },
    delete: deletion('ID', ({ webhooks }, id, options) => webhooks.delete(id, options)),
    async rotate({ client, values: { overlap }, positionals, wait: { signal }, print }) {
      const id = argument(positionals, 1, 'ID');
      const overlapSeconds = overlap === undefined ? overlap : wholeNumber('--overlap', overlap, 0, LONGEST_SECONDS);
      const rotated = await client.webhooks.rotateSecret(id, { signal, overlapSeconds });
      print(`${rotated.secret}\nthe earlier secret signs until ${rotated.previous_expires_at}`, rotated);
    },
    test: actionOn(
      'ID',
      ({ webhooks }, id, options) => webhooks.test(id, options),
      ({ event_id }) => [event_id],
    ),
    async deliveries({ client, values, positionals, wait: { signal }, print }) {
      const id = argument(positionals, 1, 'ID');
      const status = values.status === undefined ? {} : { status: oneOf('--status', values.status, STATUSES) };
      const read = (page: { pageSize: number }) => client.webhooks.deliveries(id, { ...page, ...status, signal });
      const listed = await firstOf(values.limit ?? '20', read);
      print(inColumns(listed.map(deliveryRow)), listed);
    },
    async redeliver({ client, positionals, wait: { signal }, print }) {
      const id = argument(positionals, 1, 'ID');
      const delivery = await client.webhooks.redeliver(id, argument(positionals, 2, 'DELIVERY_ID'), { signal });
      print(inColumns([deliveryRow(delivery)]), delivery);
    },
    async recover({ client, values, positionals, wait: { signal }, print }) {
      if (values.since === undefined) throw new UsageError('--since TIME is missing');
      const scheduled = await client.webhooks.recover(argument(positionals, 1, 'ID'), values.since, { signal });
      print(`${scheduled} events are sent`, { scheduled });
    },
  },
});

const row = ({ webhook_id, status, disabled_reason, failing_since, url, events }: Webhook): string[] => [
  webhook_id,
  disabled_reason ? `${status} (${disabled_reason})` : failing_since ? `failing since ${failing_since}` : status,
  url,
  events.join(','),
];

function deliveryRow({ delivery_id, status, type, created_at, attempts, event_id }: Delivery): string[] {
  const last = attempts.at(-1);
  const outcome = last ? `${last.status ?? last.failure} in ${last.latency_ms} ms` : 'not sent yet';
  return [delivery_id, status, type, event_id, created_at, `${attempts.length}x`, outcome];
}
