import { type ConsumerConfig, JetStreamApiCodes } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { EVENTS_STREAM, type LogConsumer } from '@styling/contracts';
import { undefinedOn } from './api-error.ts';
import type { Bus } from './connect.ts';
import { applySettings } from './settings.ts';

/**
 * Creates the durable consumer, from the start of the log, or changes an existing one. The server does not limit
 * deliveries: it would silently stop at the limit, see {@link isExhausted}. @throws SettingsMismatchError
 */
export async function createDurableConsumer(
  { jsm: { consumers } }: Bus,
  { durable, filter }: LogConsumer,
  ackWaitMs: number,
): Promise<void> {
  const wanted: Partial<ConsumerConfig> = {
    durable_name: durable,
    ack_policy: 'explicit',
    deliver_policy: 'all',
    filter_subject: filter,
    ack_wait: nanos(ackWaitMs),
    max_deliver: -1,
    max_ack_pending: 10_000,
  };
  const existing = await consumers.info(EVENTS_STREAM, durable).catch(undefinedOn(JetStreamApiCodes.ConsumerNotFound));
  await applySettings(`consumer ${durable}`, wanted, existing?.config, () =>
    existing ? consumers.update(EVENTS_STREAM, durable, wanted) : consumers.add(EVENTS_STREAM, wanted),
  );
}
