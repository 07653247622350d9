import { eventDefinitions } from './events/all-events.ts';
import { EVENTS_STREAM, type EventStream } from './names.ts';
import type { Capability } from './services.ts';

/** `styling.image.deleted.…` → `styling.image.`: all events of one such family are kept in one stream. */
const familyOf = (subject: string): string => subject.split('.', 2).join('.');

const families: ReadonlyMap<string, EventStream> = new Map(
  eventDefinitions.map(({ address, stream }) => [familyOf(address), stream]),
);

/** Subjects of the events that a stream keeps. */
export const subjectsIn = (stream: EventStream): string[] =>
  [...families].flatMap(([family, keptIn]) => (keptIn === stream ? [`${family}.>`] : []));

/** The stream that keeps the events of a subject or filter; EVENTS for what is no event's. */
export const streamOf = (subject: string): EventStream => families.get(familyOf(subject)) ?? EVENTS_STREAM;

/** Subjects of the events about requests. */
const requestAddresses = eventDefinitions.flatMap(({ type, address }) =>
  type.startsWith('request.') ? [address] : [],
);

/** Subject filters. Queries are published beside the streams' subjects, so that none keeps them. */
export const subjects = {
  /** Every event of the log, in its order. */
  allEvents: 'styling.>',
  accepted: (capability: Capability) => `styling.request.accepted.${capability}.*`,
  allRequests: 'styling.request.>',
  /** Everything about the requests of the users of a partition. */
  requestsIn: (partition: string) =>
    requestAddresses.map((address) => address.replace(/\{(?!partition)\w+\}/g, '*').replace('{partition}', partition)),
  allAccepted: 'styling.request.accepted.>',
  /** Completions that the gateway process of this name waits for. */
  completedFor: (gateway: string) => `styling.request.completed.*.${gateway}.*`,
  allCompleted: 'styling.request.completed.>',
  allDisowned: 'styling.image.disowned.>',
  /** Requests of a capability's users to end what it works on. */
  cancelRequests: (capability: Capability) => `styling.request.cancel_requested.${capability}.*`,
  allCancelRequests: 'styling.request.cancel_requested.>',
  allCharges: 'styling.request.charged.>',
  allRevocations: 'styling.key.revoked.>',
  allUserLimits: 'styling.user.limits_changed.>',
  allReads: 'styling.read.>',
  allRollUps: 'styling.usage.>',
  allImages: 'styling.image.>',
  allCreatedImages: 'styling.image.created.>',
  allAssets: 'styling.asset.>',
  allCreatedAssets: 'styling.asset.created.>',
  assetsOf: (userId: string) => `styling.asset.*.${userId}.*`,
  createdAssetsOf: (userId: string) => `styling.asset.created.${userId}.*`,
  imagesOf: (userId: string) => `styling.image.*.${userId}.*`,
  deadLetters: 'styling.dead.>',
  deadLettersOf: (consumer: string) => `styling.dead.${consumer}.>`,
  /** One subject per event and consumer, used to deduplicate. */
  deadLetter: (consumer: string, stream: string, seq: number) => `styling.dead.${consumer}.${stream}.${seq}`,
  /** Request/reply: hands a dead letter back to its consumer. */
  replay: (consumer: string) => `styling.replay.${consumer}`,
} as const;
