import { isDeepStrictEqual } from 'node:util';
import { JetStreamApiCodes, JetStreamApiError, type StreamConfig } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { DEAD_LETTERS_STREAM, EVENTS_STREAM, subjects } from '@styling/contracts';
import type { Bus } from './connect.ts';

/** How many dead letters are kept; the oldest go first. Nobody's data: what was lost is still in the log. */
const DEAD_LETTERS_KEPT = 100_000;

type Wanted = Partial<StreamConfig> & { readonly name: string };

/**
 * The two streams. `allow_direct` is off: a direct get may be answered by a replica that lags, and {@link logHead} must
 * be the leader's word. Only settings that nats-server 2.9 knows.
 */
const wantedStreams = (replicas: number): Wanted[] => [
  {
    name: EVENTS_STREAM,
    subjects: [...subjects.events],
    storage: 'file',
    retention: 'limits',
    discard: 'new',
    max_age: 0,
    max_msgs: -1,
    max_bytes: -1,
    max_msgs_per_subject: -1,
    deny_delete: true,
    deny_purge: true,
    allow_direct: false,
    duplicate_window: nanos(120_000),
    num_replicas: replicas,
  },
  {
    name: DEAD_LETTERS_STREAM,
    subjects: [subjects.deadLetters],
    storage: 'file',
    retention: 'limits',
    discard: 'old',
    max_age: 0,
    max_msgs: DEAD_LETTERS_KEPT,
    allow_direct: false,
    duplicate_window: nanos(120_000),
    num_replicas: replicas,
  },
];

/** A stream is not as it has to be, and the server did not change it. */
export class StreamMismatchError extends Error {
  override readonly name = 'StreamMismatchError';
}

/**
 * Creates the streams, or changes existing ones to the wanted settings where the server can; safe to run again and at
 * the same time from several processes. Old servers drop settings they do not know without a word, hence the check of
 * what comes back.
 *
 * @param options.replicas copies of each stream: 1 on a single server, 3 in production
 * @throws StreamMismatchError naming the settings that differ
 */
export async function createStreams(bus: Bus, { replicas }: { replicas: number }): Promise<void> {
  for (const wanted of wantedStreams(replicas)) await createStream(bus, wanted);
}

async function createStream({ jsm }: Bus, wanted: Wanted): Promise<void> {
  const existing = await jsm.streams.info(wanted.name).catch((error: unknown) => {
    if (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound) return undefined;
    throw error;
  });
  if (!existing) return assertAsWanted(wanted, (await jsm.streams.add(wanted)).config);
  if (differences(wanted, existing.config).length === 0) return;
  let updated: { config: StreamConfig };
  try {
    updated = await jsm.streams.update(wanted.name, wanted);
  } catch (cause) {
    if (!(cause instanceof JetStreamApiError)) throw cause;
    throw mismatch(wanted, existing.config, cause);
  }
  assertAsWanted(wanted, updated.config);
}

const differences = (wanted: Wanted, actual: StreamConfig): string[] =>
  Object.entries(wanted)
    .filter(([key, value]) => !isDeepStrictEqual(value, actual[key as keyof StreamConfig]))
    .map(([key, value]) => `${key} is ${show(actual[key as keyof StreamConfig])}, not ${show(value)}`);

const show = (value: unknown): string => JSON.stringify(value) ?? 'unset';

function assertAsWanted(wanted: Wanted, actual: StreamConfig): void {
  if (differences(wanted, actual).length > 0) throw mismatch(wanted, actual);
}

const mismatch = (wanted: Wanted, actual: StreamConfig, cause?: unknown): StreamMismatchError =>
  new StreamMismatchError(`stream ${wanted.name}: ${differences(wanted, actual).join('; ')}`, { cause });
