import { type ConsumerConfig, JetStreamApiCodes } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { EVENTS_STREAM, type LogConsumer } from '@styling/contracts';
import { undefinedOn } from './api-error.ts';
import type { Bus } from './connect.ts';
import { applySettings } from './settings.ts';

/** A durable consumer as its processes need it. */
export type ConsumerSettings = LogConsumer & {
  readonly ackWaitMs: number;
  /** Where it begins if it has to be created; default: at the start of the log. An existing one keeps its place. */
  readonly startAt?: () => Date;
};

/** Processes that may wait at a consumer, each with one request. The server's default is 512. */
const MAX_WAITING = 2_048;

/**
 * Creates the durable consumer, or changes an existing one. The server does not limit deliveries: it would silently stop
 * at the limit, see {@link isExhausted}. @throws SettingsMismatchError, or the client's error
 *
 * @returns whether it did not exist
 */
export async function createDurableConsumer(
  { jsm: { consumers } }: Bus,
  { durable, filter, ackWaitMs, startAt }: ConsumerSettings,
): Promise<boolean> {
  const wanted: Partial<ConsumerConfig> = {
    durable_name: durable,
    ack_policy: 'explicit',
    filter_subject: filter,
    ack_wait: nanos(ackWaitMs),
    max_deliver: -1,
    max_ack_pending: 10_000,
  };
  // These the server does not change.
  const initial: Partial<ConsumerConfig> = {
    max_waiting: MAX_WAITING,
    ...(startAt
      ? { deliver_policy: 'by_start_time', opt_start_time: startAt().toISOString() }
      : { deliver_policy: 'all' }),
  };
  const find = () => consumers.info(EVENTS_STREAM, durable).catch(undefinedOn(JetStreamApiCodes.ConsumerNotFound));
  /** Another process may create it at the same time, from a moment that differs. */
  const add = () =>
    consumers.add(EVENTS_STREAM, { ...wanted, ...initial }).catch(async (error) => {
      const made = await find();
      if (!made) throw error;
      return made;
    });
  const existing = await find();
  await applySettings(`consumer ${durable}`, wanted, existing?.config, () =>
    existing ? consumers.update(EVENTS_STREAM, durable, wanted) : add(),
  );
  return existing === undefined;
}
