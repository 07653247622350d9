import { ask, type Bus, type DeadLetter, listDeadLetters, readToHead } from '@styling/bus';
import { definitionOf, getImage, type StylingEvent, subjects } from '@styling/contracts';
import { silentLogger } from '@styling/telemetry';

/** Everything known about a request. */
export type RequestRecord = {
  /** In the order of the log. */
  readonly events: readonly { readonly seq: number; readonly event: StylingEvent }[];
  /** Whether GET /images knows each image that was made; null where nobody answered. */
  readonly listed: ReadonlyMap<string, boolean | null>;
  /** Of events of this request. */
  readonly letters: readonly DeadLetter[];
};

/**
 * Collects all events of a request, also of its images later. The log is not indexed by request: all events of requests
 * are read, and then those of this user's images.
 */
export async function requestRecord(bus: Bus, request_id: string): Promise<RequestRecord> {
  const read = (filter: string, after: number) =>
    readToHead(bus, { name: 'timeline', filter, after, log: silentLogger() });
  const events: { seq: number; event: StylingEvent }[] = [];
  let first: { seq: number; user_id: string } | undefined;
  for (const filter of [subjects.allAccepted, subjects.allCompleted, subjects.allReads]) {
    for await (const { seq, event } of read(filter, 0)) {
      if (!event || !('user_id' in event.data && 'request_id' in event.data)) continue;
      if (event.data.request_id !== request_id) continue;
      first ??= { seq, user_id: event.data.user_id };
      events.push({ seq, event });
    }
  }
  const listed = new Map<string, boolean | null>();
  if (!first) return { events, listed, letters: [] };
  const { user_id } = first;
  for await (const { seq, event } of read(subjects.imagesOf(user_id), first.seq)) {
    const isMade = event?.type === 'image.created' && event.data.request_id === request_id;
    if (isMade) listed.set(event.data.image_id, await isListed(bus, user_id, event.data.image_id));
    const isGone = event?.type === 'image.deleted' && listed.has(event.data.image_id);
    if (isMade || isGone) events.push({ seq, event });
  }
  const places = new Set(events.map(({ seq, event }) => `${definitionOf(event.type).stream} ${seq}`));
  const letters = (await Array.fromAsync(listDeadLetters(bus))).filter(({ origin }) =>
    places.has(`${origin.stream} ${origin.seq}`),
  );
  return { events: events.sort((a, b) => a.seq - b.seq), listed, letters };
}

const isListed = (bus: Bus, user_id: string, image_id: string): Promise<boolean | null> =>
  ask(bus, getImage, { user_id, image_id }).then(
    ({ image }) => image !== null,
    () => null,
  );
