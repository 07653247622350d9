import {
  type BusUser,
  type BusUserName,
  busUsers,
  DEAD_LETTERS_STREAM,
  EVENTS_STREAM,
  inboxPrefix,
  type LogConsumer,
  subjects,
} from '@styling/contracts';

/** What a user may publish and subscribe to: the members of `permissions` in the configuration of nats-server. */
export type Permissions = {
  readonly publish: { readonly allow: readonly string[]; readonly deny: readonly string[] };
  readonly subscribe: { readonly allow: readonly string[] };
  /** May answer, once each, what it was asked. */
  readonly allowResponses: boolean;
};

const JS = '$JS.API';
const users: Readonly<Record<BusUserName, BusUser>> = busUsers;

/**
 * The permissions that follow from what a user does (`busUsers`). JetStream's own subjects say which stream, consumer
 * and filter a request is about, so that they can be granted one by one; `$JS.>` never is.
 */
export function permissionsOf(name: BusUserName): Permissions {
  const user = users[name];
  const own = user.consumes ?? [];
  return {
    publish: {
      allow: [
        ...(user.says ?? []),
        ...own.flatMap(consuming),
        ...reading(user),
        ...(user.deadLetters ? [subjects.deadLetter(user.deadLetters)] : []),
        ...(user.asks ?? []).map(({ subject }) => subject),
        ...streams(user),
      ],
      deny: user.reads ? othersConsumers(own) : [],
    },
    subscribe: {
      allow: [
        `${inboxPrefix(name)}.>`,
        ...(user.hears ?? []),
        ...own.map(({ durable }) => `${subjects.replay(durable)} ${durable}`),
        ...(user.answers?.queries ?? []).map(({ subject }) => `${subject} ${user.answers?.queue}`),
      ],
    },
    allowResponses: user.answers !== undefined || own.length > 0,
  };
}

/** To create, read and acknowledge one consumer. Its filter is in the subject, and the server holds it to that. */
const consuming = ({ durable, filter }: LogConsumer): string[] => [
  `${JS}.CONSUMER.INFO.${EVENTS_STREAM}.${durable}`,
  `${JS}.CONSUMER.CREATE.${EVENTS_STREAM}.${durable}.${filter}`,
  `${JS}.CONSUMER.MSG.NEXT.${EVENTS_STREAM}.${durable}`,
  `$JS.ACK.${EVENTS_STREAM}.${durable}.>`,
  // With domain and account, as newer servers may write it.
  `$JS.ACK.*.*.${EVENTS_STREAM}.${durable}.>`,
  subjects.deadLetter(durable),
];

/**
 * To read the log from a position on. A reader's consumer has a new, unguessable name each time, and a wildcard stands
 * for all names or none: hence the ones that are known are denied, see {@link othersConsumers}.
 */
const reading = ({ reads = [] }: BusUser): string[] =>
  reads.length === 0
    ? []
    : [
        `${JS}.STREAM.INFO.${EVENTS_STREAM}`,
        `${JS}.STREAM.MSG.GET.${EVENTS_STREAM}`,
        ...reads.map((filter) => `${JS}.CONSUMER.CREATE.${EVENTS_STREAM}.*.${filter}`),
        `${JS}.CONSUMER.MSG.NEXT.${EVENTS_STREAM}.*`,
        `${JS}.CONSUMER.DELETE.${EVENTS_STREAM}.*`,
      ];

function othersConsumers(own: readonly LogConsumer[]): string[] {
  const all = Object.values(users).flatMap(({ consumes = [] }) => consumes.map(({ durable }) => durable));
  const others = all.filter((durable) => !own.some((consumer) => consumer.durable === durable));
  return others.flatMap((durable) => [
    `${JS}.CONSUMER.*.${EVENTS_STREAM}.${durable}`,
    `${JS}.CONSUMER.*.${EVENTS_STREAM}.${durable}.>`,
    `${JS}.CONSUMER.MSG.NEXT.${EVENTS_STREAM}.${durable}`,
  ]);
}

function streams({ streams: what }: BusUser): string[] {
  if (what === 'creates') {
    return [EVENTS_STREAM, DEAD_LETTERS_STREAM].flatMap((stream) =>
      ['INFO', 'CREATE', 'UPDATE'].map((act) => `${JS}.STREAM.${act}.${stream}`),
    );
  }
  if (what !== 'keeps dead letters') return [];
  return [
    ...['INFO', 'MSG.GET', 'MSG.DELETE', 'PURGE'].map((act) => `${JS}.STREAM.${act}.${DEAD_LETTERS_STREAM}`),
    `${JS}.CONSUMER.CREATE.${DEAD_LETTERS_STREAM}.*.>`,
    `${JS}.CONSUMER.MSG.NEXT.${DEAD_LETTERS_STREAM}.*`,
    `${JS}.CONSUMER.DELETE.${DEAD_LETTERS_STREAM}.*`,
    subjects.replay('*'),
  ];
}
