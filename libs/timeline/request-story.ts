import type { StylingEvent } from '@styling/contracts';
import type { RequestRecord } from './request-record.ts';

/** One thing that happened to a request. */
export type Step = {
  readonly what: string;
  /** ISO 8601. */
  readonly time: string;
  /** Since the request arrived. */
  readonly ms: number;
  /** Since the step before. */
  readonly took_ms: number;
  /** Service that reported it. */
  readonly by: string;
  /** Place in the log; absent for what is in no event of its own. */
  readonly seq?: number;
  readonly detail?: string | undefined;
};

/** A request from its arrival on. */
export type RequestStory = {
  readonly request_id: string;
  readonly endpoint: string;
  readonly key_id: string;
  /** Status of the first terminal event; null while there is none. */
  readonly status: number | null;
  /** From its arrival to its outcome. */
  readonly latency_ms: number | null;
  readonly steps: readonly Step[];
};

/** Everything known about a request, in the order in which it happened; undefined when nothing is known. */
export function storyOf({ events, listed, letters }: RequestRecord): RequestStory | undefined {
  const all = events.map(({ event }) => event);
  const accepted = all.find((event) => event.type === 'request.accepted');
  const completed = all.find((event) => event.type === 'request.completed' || event.type === 'read.answered');
  const request = accepted ?? completed;
  if (!request) return undefined;
  const { request_id, endpoint, key_id, received_at } = request.data;
  const start = Date.parse(received_at);
  const moments = [
    { what: 'received', time: received_at, by: 'gateway' },
    ...events.map(({ seq, event }) => ({
      what: event.type,
      time: event.time,
      by: event.source.replace('/services/', ''),
      seq,
      detail: detailOf(event, event === completed, listed),
    })),
    ...letters.map(({ seq, at, consumer, error, deliveries, origin }) => ({
      what: 'dead letter',
      time: at.toISOString(),
      by: consumer,
      detail: `number ${seq}, of seq ${origin.seq}: ${error} after ${deliveries} deliveries`,
    })),
  ].sort((a, b) => Date.parse(a.time) - Date.parse(b.time));
  const steps = moments.map((moment, index) => ({
    ...moment,
    ms: Date.parse(moment.time) - start,
    took_ms: Date.parse(moment.time) - Date.parse(moments[index - 1]?.time ?? received_at),
  }));
  const { status = null, latency_ms = null } = completed?.data ?? {};
  return { request_id, endpoint, key_id, status, latency_ms, steps };
}

function detailOf(event: StylingEvent, counts: boolean, listed: RequestRecord['listed']): string | undefined {
  if (event.type === 'image.created') {
    const { image_id, provider, model, width, height, bytes } = event.data;
    const known = { true: 'listed', false: 'no longer listed', null: 'listing unknown' };
    const size = `${width}x${height}, ${Math.ceil(bytes / 1024)} KB`;
    return `${image_id}, ${size}, ${provider} ${model}, ${known[`${listed.get(image_id) ?? null}`]}`;
  }
  if (event.type === 'image.kept') return event.data.image_id;
  if (event.type === 'image.deleted') return `${event.data.image_id}, ${event.data.reason}`;
  if (event.type !== 'request.completed' && event.type !== 'read.answered') return undefined;
  const { status, error } = event.data;
  const outcome = error ? `${status} ${error.code}` : String(status);
  return counts ? outcome : `${outcome}, repeated: the first counts`;
}
