import type { Delivery, Webhook } from '../generated/types.gen.ts';
import { argument, defineCommand, firstOf, inColumns, UsageError, wholeNumber } from './command.ts';

const ACTIONS = ['list', 'create', 'delete', 'rotate', 'test', 'deliveries', 'redeliver', 'recover'] as const;
const STATUSES = ['pending', 'succeeded', 'failed'] as const satisfies readonly Delivery['status'][];
const DEFAULT_EVENTS = 'job.succeeded,job.failed';
const LONGEST_OVERLAP_SECONDS = 604_800;
const MOST = 10_000;

export const webhooks = defineCommand({
  name: 'webhooks',
  usage: `[list] | create ADDRESS | delete ID | rotate ID | test ID | deliveries ID
       | redeliver ID DELIVERY_ID | recover ID --since TIME`,
  about: 'Addresses to which events are sent. `create` and `rotate` print the secret, once.',
  actions: ACTIONS,
  options: {
    events: { type: 'string', value: 'TYPES', about: `Create only: what is sent; default ${DEFAULT_EVENTS}` },
    description: { type: 'string', value: 'TEXT', about: 'Create only: for yourself' },
    overlap: { type: 'string', value: 'SECONDS', about: 'Rotate only: how long the present secret signs as well' },
    since: {
      type: 'string',
      value: 'TIME',
      about: 'Recover only: when the events happened, e.g. 2026-01-02T03:04:05Z',
    },
    status: { type: 'string', value: 'STATUS', about: `Deliveries only: ${STATUSES.join(', ')}` },
    limit: { type: 'string', value: 'N', about: 'Deliveries only: most of a list; default 20' },
  },
  async run({ client: { webhooks: api }, values, positionals, wait: { signal }, print }) {
    const [action = 'list'] = positionals;
    const id = () => argument(positionals, 1, 'ID');
    switch (action) {
      case 'list': {
        const listed = await api.list({ signal });
        return print(inColumns(listed.map(row)), listed);
      }
      case 'create': {
        const { events = DEFAULT_EVENTS, description } = values;
        const fields = {
          url: argument(positionals, 1, 'ADDRESS'),
          events: events.split(',').map((type) => type.trim()) as Webhook['events'],
          ...(description !== undefined && { description }),
        };
        const created = await api.create(fields, { signal });
        return print(`${created.webhook_id}\n${created.secret}`, created);
      }
      case 'delete': {
        await api.delete(id(), { signal });
        return print('', { deleted: id() });
      }
      case 'rotate': {
        const { overlap } = values;
        const overlapSeconds = overlap === undefined ? {} : { overlapSeconds: seconds(overlap) };
        const rotated = await api.rotateSecret(id(), { ...overlapSeconds, signal });
        return print(`${rotated.secret}\nthe earlier secret signs until ${rotated.previous_expires_at}`, rotated);
      }
      case 'test': {
        const sent = await api.test(id(), { signal });
        return print(sent.event_id, sent);
      }
      case 'deliveries': {
        const count = wholeNumber('--limit', values.limit ?? '20', 1, MOST);
        const status = STATUSES.find((name) => name === values.status);
        if (values.status !== undefined && !status) {
          throw new UsageError(`--status must be one of: ${STATUSES.join(', ')}`);
        }
        const pageSize = Math.min(count, 100);
        const listed = await firstOf(api.deliveries(id(), { signal, pageSize, ...(status && { status }) }), count);
        return print(inColumns(listed.map(deliveryRow)), listed);
      }
      case 'redeliver': {
        const delivery = await api.redeliver(id(), argument(positionals, 2, 'DELIVERY_ID'), { signal });
        return print(inColumns([deliveryRow(delivery)]), delivery);
      }
      case 'recover': {
        if (values.since === undefined) throw new UsageError('--since TIME is missing');
        const scheduled = await api.recover(id(), values.since, { signal });
        return print(`${scheduled} events are sent`, { scheduled });
      }
      default:
        throw new UsageError(`webhooks has no action ${action}; it has: ${ACTIONS.join(', ')}`);
    }
  },
});

const seconds = (text: string): number => wholeNumber('--overlap', text, 0, LONGEST_OVERLAP_SECONDS);

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
