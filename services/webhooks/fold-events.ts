import { createHash } from 'node:crypto';
import {
  costOf,
  type RequestAccepted,
  type RequestCompleted,
  type StylingEvent,
  type UserEventData,
  type UserEventType,
} from '@styling/contracts';
import type { ProjectedEvent } from '@styling/projections';
import { type DayRow, dayIn, dayKey, type Ending, type Known, type RequestRow } from './known.ts';

export type UserEvent<Type extends UserEventType = UserEventType> = {
  /** Id in the feed and in every delivery; the same after a rebuild. */
  readonly event_id: string;
  readonly user_id: string;
  /** API key that it is due to. */
  readonly key_id: string;
  readonly type: Type;
  /** ISO 8601 with milliseconds, UTC. */
  readonly timestamp: string;
  readonly data: UserEventData<Type>;
  /** Position of its event in the log, and place among those that follow from the same one. */
  readonly seq: number;
  readonly place: number;
};

type Fact = Omit<UserEvent, 'seq' | 'place'>;
type About = Pick<Fact, 'user_id' | 'key_id' | 'timestamp'>;

/** `evt_` and 24 hex characters of the SHA-256 of a fact: the id of a log event, or what follows from several. */
export const eventIdOf = (fact: string): string =>
  `evt_${createHash('sha256').update(fact).digest('hex').slice(0, 24)}`;

export const DAY_MS = 86_400_000;
/** A day longer than a cursor is valid: publishers' clocks may differ. */
const KEPT_DAYS = 31;
/** Per cent of a day's limit. */
const THRESHOLDS = [80, 100];

/** What happened before this is forgotten at `moment`. */
export const forgottenBefore = (moment: Date): Date => new Date(moment.getTime() - KEPT_DAYS * DAY_MS);

/** Users' events that follow from a batch, in log order; updates `known`. Idempotent; ignores keys of erased users. */
export function foldEvents(batch: readonly ProjectedEvent[], known: Known) {
  let added: UserEvent[] = [];
  const erased = new Set<string>();
  for (const { seq, event } of batch) {
    if (event.type === 'image.disowned') {
      const { key_id, user_id } = event.data;
      if (known.disownedKeys.has(key_id)) continue;
      erase(known, event.data);
      erased.add(user_id);
      added = added.filter((other) => other.user_id !== user_id);
    } else if (!('key_id' in event.data && known.disownedKeys.has(event.data.key_id))) {
      for (const [place, fact] of factsOf(event, known).entries()) added.push({ ...fact, seq, place });
    }
  }
  return { added, erasedUsers: [...erased] };
}

function erase(known: Known, { key_id, user_id }: { readonly key_id: string; readonly user_id: string }): void {
  known.disownedKeys.add(key_id);
  for (const [id, request] of known.requests) if (request.key_id === key_id) known.requests.delete(id);
  for (const [id, image] of known.images) if (image.key_id === key_id) known.images.delete(id);
  for (const [id, day] of known.days) if (day.user_id === user_id) known.days.delete(id);
}

function factsOf(event: StylingEvent, known: Known): Fact[] {
  const fact = <Type extends UserEventType>(type: Type, key_id: string, data: UserEventData<Type>): Fact => ({
    event_id: eventIdOf(event.id),
    user_id: (event.data as { user_id: string }).user_id,
    key_id,
    type,
    timestamp: event.time,
    data,
  });
  switch (event.type) {
    case 'request.accepted':
    case 'request.completed': {
      const ended = endRequest(event, known.requests);
      if (!ended) return [];
      const { request_id, key_id, received_at } = event.data;
      const { daily_limit, ending } = ended;
      const about = { user_id: ending.user_id, key_id, timestamp: ending.time };
      const reached = reachedThresholds(about, dayIn(received_at), ending.cost, daily_limit, known.days);
      return [jobEventOf(request_id, about, ending), ...reached];
    }
    case 'image.created': {
      const { image_id, key_id, request_id, endpoint } = event.data;
      if (known.images.has(image_id)) return [];
      known.images.set(image_id, { image_id, key_id, request_id, deleted_at: null });
      return [fact('image.created', key_id, { image_id, job_id: request_id, endpoint })];
    }
    case 'image.deleted': {
      const { image_id, reason } = event.data;
      const image = known.images.get(image_id) ?? { image_id, key_id: null, request_id: null, deleted_at: null };
      if (image.deleted_at) return [];
      known.images.set(image_id, { ...image, deleted_at: event.time });
      const { key_id, request_id } = image;
      if (key_id === null || request_id === null) return [];
      return [fact('image.deleted', key_id, { image_id, job_id: request_id, reason })];
    }
    case 'key.created':
    case 'key.revoked':
      return [fact(event.type, event.data.key_id, { key_id: event.data.key_id })];
    case 'webhook.disabled': {
      const { webhook_id, key_id, reason } = event.data;
      return [fact('webhook.disabled', key_id, { webhook_id, reason })];
    }
    case 'webhook.test_requested':
      return [fact('webhook.test', event.data.key_id, { webhook_id: event.data.webhook_id })];
    default:
      return [];
  }
}

/** A job has ended once acceptance and end are in the log, in either order: a given-up acceptance can come late. */
function endRequest(event: RequestAccepted | RequestCompleted, requests: Map<string, RequestRow>) {
  const { request_id, key_id, received_at } = event.data;
  if (new Date(received_at) < forgottenBefore(new Date(event.time))) return undefined;
  const unknown = { request_id, key_id, received_at, daily_limit: null, ending: null };
  const before = requests.get(request_id) ?? { ...unknown, is_accepted: false, is_ended: false };
  if (event.type === 'request.accepted') {
    if (before.is_accepted) return undefined;
    const daily_limit = event.data.daily_limit ?? null;
    requests.set(request_id, { ...before, is_accepted: true, daily_limit, ending: null });
    return before.ending ? { ending: before.ending, daily_limit } : undefined;
  }
  if (before.is_ended) return undefined;
  const ending = endingOf(event);
  requests.set(request_id, { ...before, is_ended: true, ending: before.is_accepted ? null : ending });
  return before.is_accepted ? { ending, daily_limit: before.daily_limit } : undefined;
}

function endingOf({ data, time }: RequestCompleted): Ending {
  const { user_id, endpoint, status, error, image_ids, result } = data;
  // An ending of an older version names only the image that is the result.
  const ids = image_ids.length === 0 && result?.image_id ? [result.image_id] : image_ids;
  return { user_id, endpoint, status, error, image_ids: ids, cost: costOf(data), time };
}

function jobEventOf(
  request_id: string,
  about: About,
  { endpoint, error, image_ids, status: httpStatus }: Ending,
): Fact {
  const status = httpStatus === 200 ? 'succeeded' : error?.code === 'canceled' ? 'canceled' : 'failed';
  const data: UserEventData<'job.failed'> = { job_id: request_id, endpoint, status, image_ids };
  if (error) {
    const { message, code, details } = error;
    data.error = { error: message, code, request_id, ...(details !== undefined && { details }) };
  }
  return { event_id: eventIdOf(`${request_id}/completed`), ...about, type: `job.${status}`, data };
}

/**
 * Adds a cost to the UTC day on which its request arrived. A threshold is reached once per day and limit (at admission;
 * none if that is not known), in the order of the ends in the log.
 */
function reachedThresholds(
  about: About,
  day: string,
  cost: number,
  daily_limit: number | null,
  days: Map<string, DayRow>,
): Fact[] {
  if (cost === 0) return [];
  const { user_id } = about;
  const key = dayKey(user_id, day);
  const before = days.get(key) ?? { user_id, day, used: 0, daily_limit, reached: 0 };
  const used = before.used + cost;
  const isSame = daily_limit === null || daily_limit === before.daily_limit;
  const limit = daily_limit ?? before.daily_limit;
  const already = isSame ? before.reached : 0;
  const reached = limit ? THRESHOLDS.filter((percent) => percent > already && used * 100 >= limit * percent) : [];
  days.set(key, { user_id, day, used, daily_limit: limit, reached: reached.at(-1) ?? already });
  return reached.map((percent) => ({
    event_id: eventIdOf(`${user_id}/${day}/${limit}/${percent}`),
    ...about,
    type: 'usage.threshold',
    data: { day, percent, used, limit: limit ?? 0 },
  }));
}
