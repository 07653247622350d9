import type { StylingEvent, UserEventData, UserEventType } from '@styling/contracts';
import type { ProjectedEvent } from '@styling/projections';
import { endRequest, jobEventOf } from './fold-requests.ts';
import { dayIn, type Known } from './known.ts';
import { reachedThresholds } from './thresholds.ts';
import { eventIdOf, type Fact, type UserEvent } from './user-event.ts';

/** What a batch adds to the feeds of users, and whose feeds are emptied before that. */
export type Folded = { readonly added: UserEvent[]; readonly erasedUsers: readonly string[] };

/**
 * The events of users that follow from a batch of the log, in its order; `known` becomes what is known after it. The same event
 * twice changes nothing, nor does what follows from the key of an erased user.
 */
export function foldEvents(batch: readonly ProjectedEvent[], known: Known): Folded {
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
      const cost = { ...about, day: dayIn(received_at), cost: ending.cost, daily_limit };
      return [jobEventOf(request_id, about, ending), ...reachedThresholds(cost, known.days)];
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
