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

export type Outcome = { readonly output: unknown } | { readonly error: string };
export type Status = 'starting' | 'processing' | 'succeeded' | 'failed' | 'canceled' | 'aborted';

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
export async function toReply(record: PredictionRecord, origin: string, now: number): Promise<Record<string, unknown>> {
  const { id, model, version, input, behaviour } = record;
  const status = statusOf(record, now);
  const outcome: Outcome =
    status === 'succeeded'
      ? await record.makeOutput()
      : { error: behaviour.end?.status === 'failed' ? behaviour.end.error : '' };
  const removed = record.expired || (behaviour.end?.status === 'succeeded' && behaviour.end.expired === true);
  const failed = status === 'failed' || 'error' in outcome;
  const api = `${origin}/v1/predictions/${id}`;
  return {
    id,
    model,
    version,
    input: removed ? {} : input,
    logs: '',
    output: 'output' in outcome && !removed ? outcome.output : null,
    data_removed: removed,
    error: failed && isFinal(status) && 'error' in outcome && outcome.error ? outcome.error : null,
    source: 'api',
    status: status === 'succeeded' && failed ? 'failed' : status,
    created_at: new Date(record.createdAt).toISOString(),
    started_at: status === 'starting' || status === 'aborted' ? null : new Date(record.createdAt).toISOString(),
    completed_at: isFinal(status) ? new Date(now).toISOString() : null,
    ...(isFinal(status) && {
      metrics: { predict_time: (behaviour.takesMs ?? 0) / 1000, total_time: (now - record.createdAt) / 1000 },
    }),
    urls: { get: api, cancel: `${api}/cancel`, web: `https://replicate.com/p/${id}` },
  };
}
