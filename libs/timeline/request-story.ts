import { ask, type Bus, type DeadLetter, listDeadLetters, readToHead } from '@styling/bus';
import { definitionOf, getImage, partitionOf, type StylingEvent, subjects } from '@styling/contracts';
import { silentLogger } from '@styling/telemetry';

export type RequestRecord = {
  /** In log order. */
  readonly events: readonly LoggedEvent[];
  /** Whether GET /images lists each image that was made; null where nobody answered. */
  readonly listed: ReadonlyMap<string, boolean | null>;
  readonly letters: readonly DeadLetter[];
};

type Beginning = { readonly after?: number; readonly since?: () => Date };

type LoggedEvent = { readonly seq: number; readonly event: StylingEvent };

export type KnownRequest = {
  readonly request_id: string;
  readonly user_id: string;
  readonly received_at: Date;
  /** Null while it runs. */
  readonly completed_at: Date | null;
};

/** How long after a request's end another ending may be in the log; later ones are left out. */
const LATER_ENDINGS_MS = 150_000;
/** Tolerated difference between the clocks of a gateway and the log. */
const CLOCKS_DIFFER_MS = 30_000;

/** Collects all events of a request and of its images. The log has no index by request: it takes as long as the log. */
export async function requestRecord(bus: Bus, request_id: string): Promise<RequestRecord> {
  const found: LoggedEvent[] = [];
  for (const filter of [subjects.allRequests, subjects.allReads]) {
    for await (const { seq, event } of read(bus, filter)) if (isAbout(event, request_id)) found.push({ seq, event });
  }
  const [first] = found;
  if (!first || !('user_id' in first.event.data)) return { events: found, listed: new Map(), letters: [] };
  const record = await withImages(bus, request_id, first.event.data.user_id, found, { after: first.seq });
  const places = new Set(record.events.map(({ seq, event }) => `${definitionOf(event.type).stream} ${seq}`));
  const letters = (await Array.fromAsync(listDeadLetters(bus))).filter(({ origin }) =>
    places.has(`${origin.stream} ${origin.seq}`),
  );
  return { ...record, letters };
}

/** {@link requestRecord} from the user's partition between arrival and end, and images since; without dead letters. */
export async function knownRequestRecord(bus: Bus, known: KnownRequest): Promise<RequestRecord> {
  const { request_id, user_id, received_at, completed_at } = known;
  const since = () => new Date(received_at.getTime() - CLOCKS_DIFFER_MS);
  const until = completed_at ? completed_at.getTime() + LATER_ENDINGS_MS : Number.POSITIVE_INFINITY;
  const readUntil = async (filter: string) => {
    const found: LoggedEvent[] = [];
    for await (const { seq, event } of read(bus, filter, { since })) {
      if (event && Date.parse(event.time) > until) break;
      if (isAbout(event, request_id)) found.push({ seq, event });
    }
    return found;
  };
  const found = await Promise.all(subjects.requestsIn(partitionOf(user_id)).map(readUntil));
  return { ...(await withImages(bus, request_id, user_id, found.flat(), { since })), letters: [] };
}

async function withImages(
  bus: Bus,
  request_id: string,
  user_id: string,
  found: LoggedEvent[],
  from: Beginning,
): Promise<Pick<RequestRecord, 'events' | 'listed'>> {
  const events = [...found];
  const listed = new Map<string, boolean | null>();
  for await (const { seq, event } of read(bus, subjects.imagesOf(user_id), from)) {
    if (!event) continue;
    const { type, data } = event;
    const isMade = type === 'image.created' && data.request_id === request_id;
    if (isMade) listed.set(data.image_id, await isListed(bus, user_id, data.image_id));
    const isChanged = (type === 'image.kept' || type === 'image.deleted') && listed.has(data.image_id);
    if (isMade || isChanged) events.push({ seq, event });
  }
  // What is read from a moment on may repeat.
  const once = new Map(events.map((logged) => [`${logged.event.id} ${logged.seq}`, logged]));
  return { events: [...once.values()].sort((a, b) => a.seq - b.seq), listed };
}

const read = (bus: Bus, filter: string, from: Beginning = {}) =>
  readToHead(bus, { name: 'timeline', filter, after: 0, ...from, log: silentLogger() });

const isAbout = (event: StylingEvent | null, request_id: string): event is StylingEvent =>
  event !== null && 'request_id' in event.data && event.data.request_id === request_id;

const isListed = (bus: Bus, user_id: string, image_id: string): Promise<boolean | null> =>
  ask(bus, getImage, { user_id, image_id }).then(
    ({ image }) => image !== null,
    () => null,
  );

export type RequestStory = NonNullable<ReturnType<typeof storyOf>>;

/** The steps of a request in the order they happened; undefined when nothing is known. */
export function storyOf({ events, listed, letters }: RequestRecord) {
  const all = events.map(({ event }) => event);
  const accepted = all.find((event) => event.type === 'request.accepted');
  const completed = all.find((event) => event.type === 'request.completed' || event.type === 'read.answered');
  const request = accepted ?? completed;
  if (!request) return undefined;
  const { request_id, endpoint, key_id, received_at } = request.data;
  const start = Date.parse(received_at);
  const moments = [
    { what: 'received', time: received_at, by: 'gateway', seq: undefined, detail: undefined },
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
      seq: undefined,
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
