import { definitionOf } from './events/all-events.ts';
import { anyNotice } from './notices.ts';
import { type Capability, type ServiceName, serviceNames, serviceOf } from './services.ts';
import { subjects } from './subjects.ts';

/** A durable consumer of the log, shared by the replicas of its user. */
export type LogConsumer = { readonly durable: string; readonly filter: string };

/** All durable consumers of the log. */
export const logConsumers = {
  /** The work of a capability. */
  work: (capability: Capability): LogConsumer => ({ durable: capability, filter: subjects.accepted(capability) }),
  /** Another system that receives all image events. */
  listener: { durable: 'listener', filter: subjects.allImages },
} as const;

/** Rights of one user of the bus, as subjects; everything else is denied. */
export type BusUser = {
  readonly publishes?: readonly string[];
  /** Durable consumers that it pulls from, acknowledging. */
  readonly consumes?: readonly LogConsumer[];
  /** Filters that it reads from a position on, and whose last position it asks for. */
  readonly reads?: readonly string[];
  /** Filters that it reads from a time on. */
  readonly follows?: readonly string[];
  /** Name under which it dead-letters what it cannot handle; a consumer's dead letters can be replayed to it. */
  readonly deadLetters?: string;
  /** Services whose queries it asks. */
  readonly asks?: readonly string[];
  /** Subjects that it subscribes to as events and notices are published. */
  readonly subscribes?: readonly string[];
  /** What it does with the streams themselves; a manager of dead letters also replays them. */
  readonly streams?: 'creates' | 'counts dead letters' | 'manages dead letters';
};

/** Subject of all events of a type, narrowed to `known` values of its placeholders. */
const eventsOf = (type: string, known: Readonly<Record<string, string>> = {}): string =>
  definitionOf(type).address.replace(/\{(\w+)\}/g, (_, name: string) => known[name] ?? '*');

/** Filter of all events of a type, of all types that begin like `image.*`, or of the whole log: `*`. */
const filterOf = (events: string): string =>
  events.endsWith('*') ? `styling.${events.slice(0, -1)}>` : definitionOf(events).address.replace(/\{.*/, '>');

function serviceUser(name: ServiceName): BusUser {
  const { kind, bus } = serviceOf(name);
  const { publishes = [], reads = [], follows = [], asks = [], notifies = [], listensTo = [], streams } = bus;
  const own = { answered_by: name, ...(kind === 'capability' && { capability: name }) };
  return {
    publishes: [...publishes.map((type) => eventsOf(type, own)), ...notifies.map(anyNotice)],
    consumes: kind === 'capability' ? [logConsumers.work(name as Capability)] : [],
    reads: reads.map(filterOf),
    follows: follows.map((type) => eventsOf(type, own)),
    deadLetters: name,
    asks,
    subscribes: listensTo.map(anyNotice),
    ...(streams ? { streams } : {}),
  };
}

/** Users of the bus beside the services: `operator` runs the commands, `listener` is another system. */
const others = {
  provision: { streams: 'creates' },
  operator: {
    publishes: [
      eventsOf('key.created'),
      eventsOf('key.revoked'),
      eventsOf('user.limits_changed'),
      eventsOf('image.disowned'),
      eventsOf('image.deleted'),
      eventsOf('asset.deleted'),
      eventsOf('request.completed', { answered_by: 'gateway', gateway: 'operator' }),
    ],
    reads: ['*', 'read.*'].map(filterOf),
    asks: ['images'],
    streams: 'manages dead letters',
  },
  listener: { consumes: [logConsumers.listener], subscribes: [logConsumers.listener.filter] },
} as const satisfies Readonly<Record<string, BusUser>>;

/** Name of a user of the bus. */
export type BusUserName = ServiceName | keyof typeof others;

/** Every user of the bus: the one source of the server's permissions (`docs/nats.md`). */
export const busUsers: Readonly<Record<BusUserName, BusUser>> = {
  ...(Object.fromEntries(serviceNames.map((name) => [name, serviceUser(name)])) as Record<ServiceName, BusUser>),
  ...others,
};

/** All users of the bus. */
export const busUserNames = Object.keys(busUsers) as BusUserName[];

/** Whether a user answers queries: it does when another asks them. */
export const answers = (name: BusUserName): boolean => Object.values(busUsers).some(({ asks }) => asks?.includes(name));

/** Subject filter of the queries that a service answers; its replicas share a queue of its name. */
export const queriesOf = (service: string): string => `styling.query.${service}.*`;

/** Prefix of the inboxes of a user; nobody else may subscribe there. */
export const inboxPrefix = (user: BusUserName): string => `_INBOX_${user}`;
