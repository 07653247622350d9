import {
  type BusUser,
  type BusUserName,
  busUserNames,
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
};

const JS = '$JS.API';
const users: Readonly<Record<BusUserName, BusUser>> = busUsers;

/**
 * The permissions that follow from what a user does (`busUsers`). JetStream's own subjects say which stream, consumer
 * and filter a request is about, so that they can be granted one by one; `$JS.>` never is.
 *
 * Answers are granted by the inbox of those who ask. The server's own `allow_responses` would be narrower, but it notes
 * the reply address of every message delivered: reading the log was seen to fall from 26,000 to 400 events/s (2.9.10).
 */
export function permissionsOf(name: BusUserName): Permissions {
  const user = users[name];
  const own = user.consumes ?? [];
  const answered = answers(user);
  return {
    publish: {
      allow: [
        ...(user.says ?? []),
        ...own.flatMap(consuming),
        ...reading(user),
        ...(user.deadLetters ? [subjects.deadLettersOf(user.deadLetters)] : []),
        ...asks(user),
        ...askersOf(answered.map(({ subject }) => subject)),
        ...streams(user),
      ],
      deny: user.reads ? othersConsumers(own) : [],
    },
    subscribe: {
      allow: [
        `${inboxPrefix(name)}.>`,
        ...(user.hears ?? []),
        ...answered.map(({ subject, queue }) => `${subject} ${queue}`),
      ],
    },
  };
}

/** Subjects that a user asks on. */
const asks = ({ asks: queries = [], streams: what }: BusUser): string[] => [
  ...queries.map(({ subject }) => subject),
  ...(what === 'looks after dead letters' ? consumersWithLetters().map(subjects.replay) : []),
];

/** Subjects that a user answers on, each in a queue: its queries, and dead letters that its consumer is handed back. */
function answers({ answers: own, consumes = [], deadLetters }: BusUser): { subject: string; queue: string }[] {
  const queries = (own?.queries ?? []).map(({ subject }) => ({ subject, queue: own?.queue ?? '' }));
  const replays = consumes.filter(({ durable }) => durable === deadLetters);
  return [...queries, ...replays.map(({ durable }) => ({ subject: subjects.replay(durable), queue: durable }))];
}

const consumersWithLetters = (): string[] =>
  Object.values(users).flatMap(({ consumes = [], deadLetters }) =>
    consumes.flatMap(({ durable }) => (durable === deadLetters ? [durable] : [])),
  );

/** The inboxes of those who ask on any of these subjects. */
const askersOf = (answered: readonly string[]): string[] =>
  busUserNames
    .filter((name) => asks(users[name]).some((subject) => answered.includes(subject)))
    .map((name) => `${inboxPrefix(name)}.>`);

/** To create, read and acknowledge one consumer. Its filter is in the subject, and the server holds it to that. */
const consuming = ({ durable, filter }: LogConsumer): string[] => [
  `${JS}.CONSUMER.INFO.${EVENTS_STREAM}.${durable}`,
  `${JS}.CONSUMER.CREATE.${EVENTS_STREAM}.${durable}.${filter}`,
  `${JS}.CONSUMER.MSG.NEXT.${EVENTS_STREAM}.${durable}`,
  `$JS.ACK.${EVENTS_STREAM}.${durable}.>`,
  // With domain and account, as newer servers may write it.
  `$JS.ACK.*.*.${EVENTS_STREAM}.${durable}.>`,
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
  if (what !== 'looks after dead letters') return [];
  return ['INFO', 'MSG.GET', 'MSG.DELETE'].map((act) => `${JS}.STREAM.${act}.${DEAD_LETTERS_STREAM}`);
}
