import {
  answers,
  type BusUser,
  type BusUserName,
  busUserNames,
  busUsers,
  DEAD_LETTERS_STREAM,
  EVENTS_STREAM,
  inboxPrefix,
  type LogConsumer,
  queriesOf,
  READS_STREAM,
  streamOf,
  streamsRead,
  subjects,
} from '@styling/contracts';

/** What a user may publish and subscribe to: the members of `permissions` in the configuration of nats-server. */
export type Permissions = {
  readonly publish: { readonly allow: readonly string[]; readonly deny: readonly string[] };
  readonly subscribe: { readonly allow: readonly string[] };
};

const JS = '$JS.API';

/**
 * The permissions that follow from what a user does (`busUsers`). JetStream's own subjects name the stream, consumer and
 * filter of a request, so that they can be granted one by one; `$JS.>` never is.
 *
 * Answers are granted by the inbox of those who ask. The server's own `allow_responses` would be narrower, but it records
 * the reply address of every message delivered: reading the log was seen to fall from 26,000 to 400 events/s (2.9.10).
 */
export function permissionsOf(name: BusUserName): Permissions {
  const user = busUsers[name];
  const own = user.consumes ?? [];
  const answered = answeredBy(name);
  return {
    publish: {
      allow: [
        ...(user.publishes ?? []),
        ...own.flatMap(consuming),
        ...reading(user),
        ...(user.deadLetters ? [subjects.deadLettersOf(user.deadLetters)] : []),
        ...asks(user),
        ...askersOf(answered.map(({ subject }) => subject)),
        ...streams(user),
      ],
      deny: user.reads?.length ? othersConsumers(own) : [],
    },
    subscribe: {
      allow: [
        `${inboxPrefix(name)}.>`,
        ...(user.subscribes ?? []),
        ...answered.map(({ subject, queue }) => `${subject} ${queue}`),
      ],
    },
  };
}

/** Subjects that a user asks on. */
const asks = ({ asks: queries = [], streams: what }: BusUser): string[] => [
  ...queries.map(queriesOf),
  ...(what === 'manages dead letters' ? replayable().map(subjects.replay) : []),
];

/** Subjects that a user answers on, each in a queue: its queries, and replays of its consumer's dead letters. */
function answeredBy(name: BusUserName): { subject: string; queue: string }[] {
  const { consumes = [], deadLetters } = busUsers[name];
  const queries = answers(name) ? [{ subject: queriesOf(name), queue: name }] : [];
  const replays = consumes.filter(({ durable }) => durable === deadLetters);
  return [...queries, ...replays.map(({ durable }) => ({ subject: subjects.replay(durable), queue: durable }))];
}

/** Consumers whose dead letters can be replayed. */
const replayable = (): string[] =>
  Object.values(busUsers).flatMap(({ consumes = [], deadLetters }) =>
    consumes.flatMap(({ durable }) => (durable === deadLetters ? [durable] : [])),
  );

/** The inboxes of those who ask on any of these subjects. */
const askersOf = (answered: readonly string[]): string[] =>
  busUserNames
    .filter((name) => asks(busUsers[name]).some((subject) => answered.includes(subject)))
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
  streamsRead(reads).flatMap((stream) => [
    `${JS}.STREAM.INFO.${stream}`,
    `${JS}.STREAM.MSG.GET.${stream}`,
    ...reads
      .filter((filter) => streamOf(filter) === stream)
      .map((filter) => `${JS}.CONSUMER.CREATE.${stream}.*.${filter}`),
    `${JS}.CONSUMER.MSG.NEXT.${stream}.*`,
    `${JS}.CONSUMER.DELETE.${stream}.*`,
  ]);

function othersConsumers(own: readonly LogConsumer[]): string[] {
  const all = Object.values(busUsers).flatMap(({ consumes = [] }) => consumes.map(({ durable }) => durable));
  const others = all.filter((durable) => !own.some((consumer) => consumer.durable === durable));
  return others.flatMap((durable) => [
    `${JS}.CONSUMER.*.${EVENTS_STREAM}.${durable}`,
    `${JS}.CONSUMER.*.${EVENTS_STREAM}.${durable}.>`,
    `${JS}.CONSUMER.MSG.NEXT.${EVENTS_STREAM}.${durable}`,
  ]);
}

function streams({ streams: what }: BusUser): string[] {
  if (what === 'creates') {
    return [EVENTS_STREAM, READS_STREAM, DEAD_LETTERS_STREAM].flatMap((stream) =>
      ['INFO', 'CREATE', 'UPDATE'].map((act) => `${JS}.STREAM.${act}.${stream}`),
    );
  }
  if (what !== 'manages dead letters') return [];
  return ['INFO', 'MSG.GET', 'MSG.DELETE'].map((act) => `${JS}.STREAM.${act}.${DEAD_LETTERS_STREAM}`);
}
