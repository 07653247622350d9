import { isDeepStrictEqual } from 'node:util';
import { type ConsumerConfig, JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { EVENTS_STREAM } from '@styling/contracts';
import type { Bus } from './connect.ts';

/** What a durable consumer of the log is to be. */
export type DurableConsumer = { readonly durable: string; readonly filter: string; readonly ackWaitMs: number };

/**
 * Creates the durable consumer, from the start of the log, or changes an existing one. Deliveries are not limited by
 * the server: it would stop at the limit without a word, also when every try died with its process. See `afterFailure`.
 *
 * @throws Error naming the settings that the server did not take
 */
export async function createDurableConsumer({ jsm }: Bus, options: DurableConsumer): Promise<void> {
  const { durable, filter, ackWaitMs } = options;
  const wanted: Partial<ConsumerConfig> = {
    durable_name: durable,
    ack_policy: 'explicit',
    deliver_policy: 'all',
    filter_subject: filter,
    ack_wait: nanos(ackWaitMs),
    max_deliver: -1,
    max_ack_pending: 10_000,
  };
  const existing = await jsm.consumers.info(EVENTS_STREAM, durable).catch((error: unknown) => {
    if (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.ConsumerNotFound) return undefined;
    throw error;
  });
  if (!existing) return assertAsWanted(wanted, (await jsm.consumers.add(EVENTS_STREAM, wanted)).config);
  const changes = differing(wanted, existing.config);
  if (changes.length === 0) return;
  try {
    assertAsWanted(wanted, (await jsm.consumers.update(EVENTS_STREAM, durable, wanted)).config);
  } catch (cause) {
    throw new Error(`consumer ${durable} exists and cannot take another ${changes.join(', ')}`, { cause });
  }
}

/** Old servers drop what they do not know without a word. */
function assertAsWanted(wanted: Partial<ConsumerConfig>, actual: Partial<ConsumerConfig>): void {
  const wrong = differing(wanted, actual);
  if (wrong.length > 0) throw new Error(`consumer ${wanted.durable_name}: the server did not take ${wrong.join(', ')}`);
}

const differing = (wanted: Partial<ConsumerConfig>, actual: Partial<ConsumerConfig>): string[] =>
  Object.entries(wanted)
    .filter(([key, value]) => !isDeepStrictEqual(value, actual[key as keyof ConsumerConfig]))
    .map(([key]) => key);
