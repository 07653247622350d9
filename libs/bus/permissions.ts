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

export type Permissions = ReturnType<typeof permissionsOf>;

/**
 * Grants what `busUsers` declares, one JetStream subject at a time; never `$JS.>`. Answers are granted by the asker's
 * inbox: `allow_responses` records every reply address, and slowed log reads from 26,000 to 400 events/s (2.9.10).
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

const askedBy = (name: BusUserName): string[] => {
  const { asks = [], streams } = busUsers[name];
  const replays = Object.values(busUsers).flatMap(replaysTo);
  return [...asks.map(queriesOf), ...(streams === 'manages dead letters' ? replays.map(subjects.replay) : [])];
};

const answeredBy = (name: BusUserName): Map<string, string> =>
  new Map([
    ...(answers(name) ? [[queriesOf(name), name] as const] : []),
    ...replaysTo(busUsers[name]).map((durable) => [subjects.replay(durable), durable] as const),
  ]);

const replaysTo = ({ consumes, deadLetters }: BusUser): string[] =>
  consumes?.length && deadLetters ? [deadLetters] : [];

/** The server enforces the filter that is in the subject. */
const consuming = ({ durable, filter }: LogConsumer): string[] => [
  `${JS}.CONSUMER.INFO.${EVENTS_STREAM}.${durable}`,
  `${JS}.CONSUMER.CREATE.${EVENTS_STREAM}.${durable}.${filter}`,
  `${JS}.CONSUMER.MSG.NEXT.${EVENTS_STREAM}.${durable}`,
  `$JS.ACK.${EVENTS_STREAM}.${durable}.>`,
  // With domain and account, as newer servers may write it.
  `$JS.ACK.*.*.${EVENTS_STREAM}.${durable}.>`,
];

/** A reader's consumer has an unguessable name, hence the wildcard; known names are denied: {@link usingConsumer}. */
function reading(filter: string): string[] {
  const stream = streamOf(filter);
  return [`${JS}.STREAM.INFO.${stream}`, `${JS}.STREAM.MSG.GET.${stream}`, ...following(filter)];
}

/** From a moment on, without looking at any other message. */
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

/** nats-server's `authorization` block. @param nkeyOf public nkey (`U…`), or `$NAME` of the variable that holds it */
export function authorizationConfig(nkeyOf: (user: BusUserName) => string): string {
  const users = busUserNames.map((name) => {
    const permissions = JSON.stringify(permissionsOf(name), null, 2).replaceAll('\n', '\n      ');
    return `    # ${name}\n    {\n      nkey: ${nkeyOf(name)}\n      permissions: ${permissions}\n    }\n`;
  });
  return `${HEAD}authorization {\n  users = [\n${users.join('')}  ]\n}\n`;
}

/** Variable that {@link authorizationConfig} is given in production. */
export const nkeyVariable = (user: BusUserName): string => `NATS_NKEY_${user.toUpperCase()}`;
