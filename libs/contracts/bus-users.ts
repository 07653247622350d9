import { definitionOf } from './events/all-events.ts';
import { anyNotice } from './notices.ts';
import { type Capability, type ServiceName, serviceNames, serviceOf } from './services.ts';
import { subjects } from './subjects.ts';

export type LogConsumer = { readonly durable: string; readonly filter: string };

export const logConsumers = {
  work: (capability: Capability): LogConsumer => ({ durable: capability, filter: subjects.accepted(capability) }),
  /** Another system that receives all image events. */
  listener: { durable: 'listener', filter: subjects.allImages },
} as const;

/** Rights as subjects; everything else is denied. */
export type BusUser = {
  readonly publishes?: readonly string[];
  readonly consumes?: readonly LogConsumer[];
  /** From a position on, the last position included. */
  readonly reads?: readonly string[];
  /** From a time on. */
  readonly follows?: readonly string[];
  /** Name of its dead letters; those of a consumer can be replayed. */
  readonly deadLetters?: string;
  readonly asks?: readonly string[];
  /** Subjects of live events and notices. */
  readonly subscribes?: readonly string[];
  /** A manager of dead letters also replays them. */
  readonly streams?: 'creates' | 'counts dead letters' | 'manages dead letters';
};

/** Subject of a type's events, narrowed to `known` placeholder values. */
const eventsOf = (type: string, known: Readonly<Record<string, string>> = {}): string =>
  definitionOf(type).address.replace(/\{(\w+)\}/g, (_, name: string) => known[name] ?? '*');

/** Filter of a type, a prefix like `image.*`, or the whole log (`*`). */
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

/** `operator` runs the commands, `listener` is another system. */
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

export type BusUserName = ServiceName | keyof typeof others;

/** The one source of the server's permissions (`docs/nats.md`). */
export const busUsers: Readonly<Record<BusUserName, BusUser>> = {
  ...(Object.fromEntries(serviceNames.map((name) => [name, serviceUser(name)])) as Record<ServiceName, BusUser>),
  ...others,
};

export const busUserNames = Object.keys(busUsers) as BusUserName[];

/** Whether another user asks its queries. */
export const answers = (name: BusUserName): boolean => Object.values(busUsers).some(({ asks }) => asks?.includes(name));

/** Filter of a service's queries; its replicas share a queue of its name. */
export const queriesOf = (service: string): string => `styling.query.${service}.*`;

/** Nobody else may subscribe to these inboxes. */
export const inboxPrefix = (user: BusUserName): string => `_INBOX_${user}`;
