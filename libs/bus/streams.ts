import { isDeepStrictEqual } from 'node:util';
import { JetStreamApiCodes, JetStreamApiError, type StreamConfig } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { DEAD_LETTERS_STREAM, EVENTS_STREAM, READS_STREAM, subjects, subjectsIn } from '@styling/contracts';
import type { Bus } from './connect.ts';

/** Dead letters that are kept; the oldest are dropped first. Nothing is lost with them: the log keeps the originals. */
const DEAD_LETTERS_KEPT = 100_000;
const DAY_MS = 86_400_000;

/** How the streams are provisioned. */
export type StreamOptions = {
  /** Copies of each stream: 1 on a single server, 3 in production. */
  readonly replicas: number;
  /** Age at which reads are dropped, in days; default 30. */
  readonly readsMaxAgeDays?: number;
  /** Size from which the oldest reads are dropped, in bytes; default 1 GiB. The server reserves it. */
  readonly readsMaxBytes?: number;
};

type Wanted = Partial<StreamConfig> & { readonly name: string };

/**
 * The three streams. `allow_direct` is off: a direct get may be answered by a replica that lags, and `logHead` must ask
 * the leader. Only settings that nats-server 2.9 knows.
 */
function wantedStreams({ replicas, readsMaxAgeDays = 30, readsMaxBytes = 1024 ** 3 }: StreamOptions): Wanted[] {
  const all = {
    storage: 'file',
    retention: 'limits',
    allow_direct: false,
    duplicate_window: nanos(120_000),
    num_replicas: replicas,
  } as const;
  return [
    {
      ...all,
      name: EVENTS_STREAM,
      subjects: subjectsIn(EVENTS_STREAM),
      discard: 'new',
      max_age: 0,
      max_msgs: -1,
      max_bytes: -1,
      max_msgs_per_subject: -1,
      deny_delete: true,
      deny_purge: true,
    },
    {
      ...all,
      name: READS_STREAM,
      subjects: subjectsIn(READS_STREAM),
      discard: 'old',
      max_age: nanos(readsMaxAgeDays * DAY_MS),
      max_bytes: readsMaxBytes,
    },
    {
      ...all,
      name: DEAD_LETTERS_STREAM,
      subjects: [subjects.deadLetters],
      discard: 'old',
      max_age: 0,
      max_msgs: DEAD_LETTERS_KEPT,
    },
  ];
}

/** A stream is not as it has to be, and the server did not change it. */
export class StreamMismatchError extends Error {
  override readonly name: string = 'StreamMismatchError';
}

/** The log was written by a version whose subjects this one does not read. */
export class OldLayoutError extends StreamMismatchError {
  override readonly name = 'OldLayoutError';
  constructor() {
    super(
      `stream ${EVENTS_STREAM} has the subjects of an older version, from which there is no migration: delete the data ` +
        `folder (.local), or on your own servers the streams ${EVENTS_STREAM} and ${DEAD_LETTERS_STREAM} and the ` +
        "services' schemas",
    );
  }
}

/**
 * Creates the streams, or changes existing ones to the wanted settings where the server can; safe to run again and at
 * the same time from several processes. Old servers drop settings they do not know silently, hence the check of the
 * response.
 *
 * @throws StreamMismatchError naming the settings that differ
 * @throws OldLayoutError
 */
export async function createStreams(bus: Bus, options: StreamOptions): Promise<void> {
  for (const wanted of wantedStreams(options)) await createStream(bus, wanted);
}

async function createStream({ jsm }: Bus, wanted: Wanted): Promise<void> {
  const existing = await jsm.streams.info(wanted.name).catch((error: unknown) => {
    if (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound) return undefined;
    throw error;
  });
  if (!existing) return assertAsWanted(wanted, (await jsm.streams.add(wanted)).config);
  if (isOldLayout(existing.config)) throw new OldLayoutError();
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

/** Before there were partitions there were no roll-ups either. */
const isOldLayout = ({ name, subjects: actual }: StreamConfig): boolean =>
  name === EVENTS_STREAM && actual.includes('styling.request.>') && !actual.includes(subjects.allRollUps);

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
