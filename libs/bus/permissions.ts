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
  subjects,
} from '@styling/contracts';

const JS = '$JS.API';

/** What a user may publish and subscribe to: the members of `permissions` in the configuration of nats-server. */
export type Permissions = ReturnType<typeof permissionsOf>;

/**
 * The permissions that follow from what a user does (`busUsers`). JetStream's own subjects name the stream, consumer and
 * filter of a request, so that they can be granted one by one; `$JS.>` never is.
 *
 * Answers are granted by the inbox of those who ask. The server's own `allow_responses` would be narrower, but it records
 * the reply address of every message delivered: reading the log was seen to fall from 26,000 to 400 events/s (2.9.10).
 */
export function permissionsOf(name: BusUserName) {
  const { publishes = [], consumes = [], reads = [], follows = [], subscribes = [] } = busUsers[name];
  const { deadLetters, streams } = busUsers[name];
  const answered = answeredBy(name);
  const askers = busUserNames.filter((asker) => askedBy(asker).some((subject) => answered.has(subject)));
  const own = consumes.map(({ durable }) => durable);
  return {
    publish: {
      allow: [
        ...publishes,
        ...consumes.flatMap(consuming),
        ...new Set([...reads.flatMap(reading), ...follows.flatMap(following)]),
        ...(deadLetters ? [subjects.deadLettersOf(deadLetters)] : []),
        ...askedBy(name),
        ...askers.map(inboxOf),
        ...(streams ? STREAM_RIGHTS[streams] : []),
      ],
      deny:
        reads.length + follows.length > 0
          ? durables.filter((durable) => !own.includes(durable)).flatMap(usingConsumer)
          : [],
    },
    subscribe: {
      allow: [inboxOf(name), ...subscribes, ...[...answered].map(([subject, queue]) => `${subject} ${queue}`)],
    },
  };
}

const inboxOf = (name: BusUserName): string => `${inboxPrefix(name)}.>`;

const durables = Object.values(busUsers).flatMap(({ consumes = [] }) => consumes.map(({ durable }) => durable));

/** Subjects that a user asks on: queries, and replays of dead letters, which go to the consumer of their name. */
const askedBy = (name: BusUserName): string[] => {
  const { asks = [], streams } = busUsers[name];
  const replays = Object.values(busUsers).flatMap(replaysTo);
  return [...asks.map(queriesOf), ...(streams === 'manages dead letters' ? replays.map(subjects.replay) : [])];
};

/** Subjects that a user answers on, with its queue there. */
const answeredBy = (name: BusUserName): Map<string, string> =>
  new Map([
    ...(answers(name) ? [[queriesOf(name), name] as const] : []),
    ...replaysTo(busUsers[name]).map((durable) => [subjects.replay(durable), durable] as const),
  ]);

const replaysTo = ({ consumes, deadLetters }: BusUser): string[] =>
  consumes?.length && deadLetters ? [deadLetters] : [];

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
 * for all names or none: hence the known names are denied, see {@link usingConsumer}.
 */
function reading(filter: string): string[] {
  const stream = streamOf(filter);
  return [`${JS}.STREAM.INFO.${stream}`, `${JS}.STREAM.MSG.GET.${stream}`, ...following(filter)];
}

/** The same from a moment on, without looking at any other message. */
function following(filter: string): string[] {
  const stream = streamOf(filter);
  return [
    `${JS}.CONSUMER.CREATE.${stream}.*.${filter}`,
    `${JS}.CONSUMER.MSG.NEXT.${stream}.*`,
    `${JS}.CONSUMER.DELETE.${stream}.*`,
  ];
}

const usingConsumer = (durable: string): string[] => [
  `${JS}.CONSUMER.*.${EVENTS_STREAM}.${durable}`,
  `${JS}.CONSUMER.*.${EVENTS_STREAM}.${durable}.>`,
  `${JS}.CONSUMER.MSG.NEXT.${EVENTS_STREAM}.${durable}`,
];

const STREAM_RIGHTS = {
  creates: [EVENTS_STREAM, READS_STREAM, DEAD_LETTERS_STREAM].flatMap((stream) =>
    ['INFO', 'CREATE', 'UPDATE'].map((act) => `${JS}.STREAM.${act}.${stream}`),
  ),
  'counts dead letters': [`${JS}.STREAM.INFO.${DEAD_LETTERS_STREAM}`],
  'manages dead letters': ['INFO', 'MSG.GET', 'MSG.DELETE'].map((act) => `${JS}.STREAM.${act}.${DEAD_LETTERS_STREAM}`),
} as const;

const HEAD = `# Who may do what on the bus. Generated from libs/contracts (services.ts, bus-users.ts) by "npm run docs"; see docs/nats.md.
# Only options that nats-server knows from 2.9 to 2.12.
`;

/**
 * The `authorization` block of a nats-server's configuration, for `include` or `-c`.
 *
 * @param nkeyOf the public nkey of a user (`U…`), or `$NAME` of the variable that holds it
 */
export function authorizationConfig(nkeyOf: (user: BusUserName) => string): string {
  const users = busUserNames.map((name) => {
    // The configuration's syntax includes JSON.
    const permissions = JSON.stringify(permissionsOf(name), null, 2).replaceAll('\n', '\n      ');
    return `    # ${name}\n    {\n      nkey: ${nkeyOf(name)}\n      permissions: ${permissions}\n    }\n`;
  });
  return `${HEAD}authorization {\n  users = [\n${users.join('')}  ]\n}\n`;
}

/** Name of the variable that {@link authorizationConfig} is given in production. */
export const nkeyVariable = (user: BusUserName): string => `NATS_NKEY_${user.toUpperCase()}`;
