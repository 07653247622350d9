import { eventDefinitions, type StylingEvent } from './events/all-events.ts';
import type { QueryDefinition } from './queries/define-query.ts';
import { getImage, listImages } from './queries/images.ts';
import { readUsage } from './queries/usage.ts';
import type { Capability } from './services.ts';
import { subjects } from './subjects.ts';

/** A durable consumer of the log, shared by the replicas of its user. */
export type LogConsumer = { readonly durable: string; readonly filter: string };

/** All durable consumers of the log by what they are for. */
export const logConsumers = {
  /** Frees the slots of requests whose gateway died. */
  release: { durable: 'gateway-release', filter: subjects.countedCompleted },
  /** The work of a capability. */
  work: (capability: Capability): LogConsumer => ({ durable: capability, filter: subjects.accepted(capability) }),
  /** Another system that hears of every image. */
  listener: { durable: 'listener', filter: subjects.allImages },
} as const;

/** What one user of the bus does there; whatever is not named, it may not do. */
export type BusUser = {
  /** Subjects of the events that it says. */
  readonly says?: readonly string[];
  /** Durable consumers that it works through, acknowledging. */
  readonly consumes?: readonly LogConsumer[];
  /** Parts of the log that it reads from a position on, and whose head it asks for. */
  readonly reads?: readonly string[];
  /** Name under which it puts what it cannot handle to the dead letters; a consumer's are handed back to it. */
  readonly deadLetters?: string;
  readonly asks?: readonly QueryDefinition[];
  /** Queries that it answers, and the queue that its replicas share. */
  readonly answers?: { readonly queue: string; readonly queries: readonly QueryDefinition[] };
  /** Subjects that it subscribes to as they happen. */
  readonly hears?: readonly string[];
  /** What it does with the streams themselves; who looks after the dead letters also hands them back. */
  readonly streams?: 'creates' | 'looks after dead letters';
};

/** Subject of all events of a type; `last` in place of `*` narrows it to those of one user, capability, … */
const eventsOf = (type: StylingEvent['type'], last = '*'): string =>
  eventDefinitions[type].address.replace(/\{\w+\}/, last);

const worker = (capability: Capability, ...also: string[]): BusUser => ({
  says: [eventsOf('request.completed', capability), ...also],
  consumes: [logConsumers.work(capability)],
  deadLetters: capability,
});

/**
 * Who connects to the bus and what each does there: the one source of the server's permissions (`docs/nats.md`). Every
 * service is a user of its own; `operator` is whoever runs the commands beside a system, `listener` another system.
 */
export const busUsers = {
  provision: { streams: 'creates' },
  gateway: {
    says: [
      eventsOf('request.accepted'),
      eventsOf('request.completed', 'gateway'),
      eventsOf('request.completed', 'gateway.read'),
    ],
    consumes: [logConsumers.release],
    deadLetters: logConsumers.release.durable,
    reads: [subjects.countedCompleted],
    asks: [listImages, getImage, readUsage],
  },
  tryon: worker('tryon', eventsOf('image.created')),
  analysis: worker('analysis'),
  style: worker('style', eventsOf('image.created')),
  images: {
    says: [eventsOf('image.deleted')],
    reads: [subjects.allImages],
    deadLetters: 'images',
    answers: { queue: 'images', queries: [listImages, getImage] },
  },
  usage: {
    reads: [subjects.allCompleted],
    deadLetters: 'usage',
    answers: { queue: 'usage', queries: [readUsage] },
  },
  operator: {
    says: [
      eventsOf('key.created'),
      eventsOf('key.revoked'),
      eventsOf('image.disowned'),
      eventsOf('image.deleted'),
      eventsOf('request.completed', 'gateway'),
    ],
    reads: [subjects.allImages, subjects.allAccepted, subjects.allCompleted],
    asks: [getImage],
    streams: 'looks after dead letters',
  },
  listener: { consumes: [logConsumers.listener], hears: [subjects.allImages] },
} as const satisfies Readonly<Record<string, BusUser>>;

/** Name of a user of the bus. */
export type BusUserName = keyof typeof busUsers;

/** All users of the bus. */
export const busUserNames = Object.keys(busUsers) as BusUserName[];

/** Prefix of the addresses that a user's answers come to; nobody else may listen there. */
export const inboxPrefix = (user: BusUserName): string => `_INBOX_${user}`;
