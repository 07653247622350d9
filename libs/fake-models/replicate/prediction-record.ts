import type { Behaviour } from './behaviour.ts';

/** A stored prediction. Times are in ms since the epoch. */
export type PredictionRecord = {
  readonly id: string;
  readonly model: string;
  readonly version: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly behaviour: Behaviour;
  readonly createdAt: number;
  /** From `Cancel-After`. */
  readonly cancelAt: number | undefined;
  /** Runs the model, once. */
  readonly makeOutput: () => Promise<Outcome>;
  polls: number;
  cancelled: boolean;
  expired: boolean;
};

/** What a model returned: an output, or why there is none. */
export type Outcome = { readonly output?: unknown; readonly error?: string | null | undefined };
type Status = 'starting' | 'processing' | 'succeeded' | 'failed' | 'canceled' | 'aborted';

/** The status of a prediction. It counts as started after the first poll. */
export function statusOf(record: PredictionRecord, now: number): Status {
  const { behaviour, createdAt, cancelAt, polls } = record;
  if (record.cancelled) return 'canceled';
  const runs = polls <= (behaviour.runs ?? 0) || now < createdAt + (behaviour.takesMs ?? 0);
  if (!runs) return behaviour.end?.status ?? 'succeeded';
  if (cancelAt !== undefined && now >= cancelAt) return polls > 1 ? 'canceled' : 'aborted';
  return polls > 1 ? 'processing' : 'starting';
}

export const isFinal = (status: Status): boolean => status !== 'starting' && status !== 'processing';

/** The API's prediction object. */
export async function toReply(record: PredictionRecord, origin: string, now: number): Promise<object> {
  const { id, model, version, input, createdAt, behaviour } = record;
  const { end, takesMs = 0 } = behaviour;
  const reached = statusOf(record, now);
  const failure = reached === 'failed' ? { error: end?.error } : {};
  const { output = null, error = null }: Outcome = reached === 'succeeded' ? await record.makeOutput() : failure;
  const status = error === null ? reached : 'failed';
  const removed = record.expired || end?.expired === true;
  const api = `${origin}/v1/predictions/${id}`;
  return {
    id,
    model,
    version,
    input: removed ? {} : input,
    logs: '',
    output: removed ? null : output,
    data_removed: removed,
    error,
    source: 'api',
    status,
    created_at: new Date(createdAt).toISOString(),
    started_at: status === 'starting' || status === 'aborted' ? null : new Date(createdAt).toISOString(),
    completed_at: isFinal(status) ? new Date(now).toISOString() : null,
    ...(isFinal(status) && { metrics: { predict_time: takesMs / 1000, total_time: (now - createdAt) / 1000 } }),
    urls: { get: api, cancel: `${api}/cancel`, web: `https://replicate.com/p/${id}` },
    ...(isFinal(status) && end?.fields),
  };
}
