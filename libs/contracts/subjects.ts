import { eventDefinitions } from './events/all-events.ts';
import { EVENTS_STREAM, type EventStream } from './names.ts';
import type { Capability } from './services.ts';

/** `styling.image.deleted.…` → `styling.image`: one stream keeps a family. */
const familyOf = (subject: string): string => subject.split('.', 2).join('.');

const families: ReadonlyMap<string, EventStream> = new Map(
  eventDefinitions.map(({ address, stream }) => [familyOf(address), stream]),
);

/** Subjects of a stream's events. */
export const subjectsIn = (stream: EventStream): string[] =>
  [...families].flatMap(([family, keptIn]) => (keptIn === stream ? [`${family}.>`] : []));

/** EVENTS for what is no event's. */
export const streamOf = (subject: string): EventStream => families.get(familyOf(subject)) ?? EVENTS_STREAM;

const requestAddresses = eventDefinitions.flatMap(({ type, address }) =>
  type.startsWith('request.') ? [address] : [],
);

/** Queries lie beside the streams' subjects, so that none keeps them. */
export const subjects = {
  allEvents: 'styling.>',
  accepted: (capability: Capability) => `styling.request.accepted.${capability}.*`,
  allRequests: 'styling.request.>',
  requestsIn: (partition: string) =>
    requestAddresses.map((address) => address.replace(/\{(?!partition)\w+\}/g, '*').replace('{partition}', partition)),
  allAccepted: 'styling.request.accepted.>',
  /** Awaited by this gateway process. */
  completedFor: (gateway: string) => `styling.request.completed.*.${gateway}.*`,
  allCompleted: 'styling.request.completed.>',
  allDisowned: 'styling.image.disowned.>',
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
  /** One per event and consumer, to deduplicate. */
  deadLetter: (consumer: string, stream: string, seq: number) => `styling.dead.${consumer}.${stream}.${seq}`,
  /** Hands a dead letter back to its consumer. */
  replay: (consumer: string) => `styling.replay.${consumer}`,
} as const;
