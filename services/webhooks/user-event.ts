import { createHash } from 'node:crypto';
import type { UserEventData, UserEventType } from '@styling/contracts';

/** An event of a user's feed, as it follows from the log. */
export type UserEvent<Type extends UserEventType = UserEventType> = {
  /** `id` of the feed and of every delivery; the same after a rebuild. */
  readonly event_id: string;
  readonly user_id: string;
  /** API key that it is due to. */
  readonly key_id: string;
  readonly type: Type;
  /** ISO 8601 with milliseconds, UTC. */
  readonly timestamp: string;
  readonly data: UserEventData<Type>;
  /** Position of the event of the log from which it follows, and its place among those that follow from the same one. */
  readonly seq: number;
  readonly place: number;
};

/** An event of a user before it has its position. */
export type Fact = Omit<UserEvent, 'seq' | 'place'>;

/** Body of an event in the feed and in a delivery. */
export const bodyOf = ({
  event_id,
  type,
  timestamp,
  data,
}: Pick<UserEvent, 'event_id' | 'type' | 'timestamp' | 'data'>) => ({
  id: event_id,
  type,
  timestamp,
  data,
});

/** `evt_` and 24 hex characters of the SHA-256 of a fact: the id of an event of the log, or what follows from several. */
export const eventIdOf = (fact: string): string =>
  `evt_${createHash('sha256').update(fact).digest('hex').slice(0, 24)}`;
