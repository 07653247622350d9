import assert from 'node:assert/strict';
import { withDatabase } from '../accounting/gather.ts';
import { eventually } from '../eventually.ts';
import { statusOf } from '../load/client.ts';
import { startReceiver } from '../load/receiver.ts';
import type { Replica } from '../system/replica.ts';
import type { Check } from './check.ts';
import { succeeded } from './expect.ts';

const TYPES = ['job.succeeded', 'image.created'];
const HOUR_MS = 3_600_000;
/** So long that faults find deliveries on their way. */
const TAKES_MS = 300;
/** What was on its way in a process that was killed is sent again after its lease of 30 s. */
const WITHIN_MS = 60_000;

/** What may happen to a sender, and how it ends. */
const faults: readonly [name: string, begin: (sender: Replica) => unknown, end: (sender: Replica) => unknown][] = [
  ['killed', (sender) => sender.kill(), (sender) => sender.launch()],
  ['paused', (sender) => sender.pause(), (sender) => sender.resume()],
  ['an hour ahead', (sender) => sender.shiftClock(HOUR_MS), (sender) => sender.shiftClock(0)],
  ['an hour behind', (sender) => sender.shiftClock(-HOUR_MS), (sender) => sender.shiftClock(0)],
];

/** Guarantees about deliveries to webhooks. */
export const deliveryChecks: Check[] = [
  {
    id: 'webhooks',
    name: 'senders of webhooks are killed, paused, and their clocks jump: every event once or more, and nothing else',
    async run({ stage, times, client, gateway, other }) {
      await using receiver = await startReceiver(TAKES_MS);
      const subscribed = await client.subscribe(gateway, receiver.url, TYPES);
      assert.equal(statusOf(subscribed), 201);
      const quick = () => client.tryOn(other, { mark: times.mark({ takesMs: 100 }) });
      for (const [, begin, end] of faults) {
        for (const sender of stage.system.of('webhooks')) {
          // Its events are on their way when the fault begins; those of the next one happen during it.
          await succeeded(quick);
          await begin(sender);
          await succeeded(quick);
          await end(sender);
        }
      }
      const { body } = await succeeded(() => client.get(gateway, `/events?types=${TYPES}`));
      const events = (body.events as { id: string }[]).map(({ id }) => id);
      assert.equal(events.length, 2 * TYPES.length * faults.length * stage.system.of('webhooks').length);
      const isComplete = async () => events.every((id) => receiver.ids.includes(id));
      await eventually('delivery of every event', isComplete, WITHIN_MS);
      assert.deepEqual(new Set(receiver.ids), new Set(events), 'an event that is not in the feed was sent');
      const { rows } = await withDatabase(stage.system.databaseUrl, (database) =>
        database.query(
          `select count(*)::int as scheduled from webhooks.delivery d join webhooks.webhook w using (webhook_id)
          where w.user_id = $1`,
          [client.user],
        ),
      );
      assert.equal(rows[0].scheduled, events.length, 'an event was scheduled twice, or not at all');
      const again = receiver.ids.length - events.length;
      return `${events.length} events, ${again} of them sent again; ${faults.map(([name]) => name).join(', ')}`;
    },
  },
];
