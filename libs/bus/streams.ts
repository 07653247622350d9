import { isDeepStrictEqual } from 'node:util';
import { JetStreamApiCodes, JetStreamApiError, type StreamConfig } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { DEAD_LETTERS_STREAM, EVENTS_STREAM, READS_STREAM, subjects, subjectsIn } from '@styling/contracts';
import type { Bus } from './connect.ts';

/** Oldest dropped first; the log keeps the originals. */
const DEAD_LETTERS_KEPT = 100_000;
/** A partition gets at most a quarter of the stream, so that one key cannot drop others' reads. */
const READ_BYTES = 1_000;
const DAY_MS = 86_400_000;
/** Window of the server's deduplication by message id. */
export const DUPLICATE_WINDOW_MS = 120_000;

export type StreamOptions = {
  /** 1 on a single server, 3 in production. */
  readonly replicas: number;
  readonly readsMaxAgeDays?: number;
  /** Reserved by the server; beyond it the oldest reads are dropped. */
  readonly readsMaxBytes?: number;
  readonly duplicateWindowMs?: number;
};

/** `allow_direct` is off: a lagging replica could answer `logHead`. Only settings that nats-server 2.9 knows. */
function wantedStreams(options: StreamOptions): (Partial<StreamConfig> & { readonly name: string })[] {
  const { replicas, readsMaxAgeDays = 30, readsMaxBytes = 1024 ** 3 } = options;
  const { duplicateWindowMs = DUPLICATE_WINDOW_MS } = options;
  const all = {
    storage: 'file',
    retention: 'limits',
    allow_direct: false,
    duplicate_window: nanos(duplicateWindowMs),
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
      max_msgs_per_subject: Math.ceil(readsMaxBytes / READ_BYTES / 4),
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

/** Creates or updates the streams, idempotently. @throws Error on settings that differ */
export async function createStreams({ jsm: { streams } }: Bus, options: StreamOptions): Promise<void> {
  for (const wanted of wantedStreams(options)) {
    const { name } = wanted;
    const existing = await streams.info(name).catch(undefinedOn(JetStreamApiCodes.StreamNotFound));
    await applySettings<StreamConfig>(`stream ${name}`, wanted, existing?.config, () =>
      existing ? streams.update(name, wanted) : streams.add(wanted),
    );
  }
}

/** For `catch`: undefined for this JetStream error code. */
export const undefinedOn =
  (code: number) =>
  (error: unknown): undefined => {
    if (!(error instanceof JetStreamApiError && error.code === code)) throw error;
  };

/** Calls `apply` on a difference; checks the response: old servers drop settings. @throws Error naming differences */
export async function applySettings<Settings extends object>(
  name: string,
  wanted: Partial<Settings>,
  existing: Settings | undefined,
  apply: () => Promise<{ readonly config: Settings }>,
): Promise<void> {
  const differences = (actual: Settings): string[] =>
    Object.entries(wanted)
      .map(([key, value]) => ({ key, value, is: actual[key as keyof Settings] }))
      .filter(({ value, is }) => !isDeepStrictEqual(value, is))
      .map(({ key, value, is }) => `${key} is ${JSON.stringify(is) ?? 'unset'}, not ${JSON.stringify(value)}`);
  const before = existing && differences(existing);
  if (before?.length === 0) return;
  const wrong = await apply().then(
    ({ config }) => differences(config),
    (cause) => {
      if (before && cause instanceof JetStreamApiError) throw new Error(`${name}: ${before.join('; ')}`, { cause });
      throw cause;
    },
  );
  if (wrong.length > 0) throw new Error(`${name}: ${wrong.join('; ')}`);
}
