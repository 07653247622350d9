import { isCounted } from '../load/journal.ts';
import type { Observed } from '../observer.ts';
import { contradicted, inconsistentReplays, unrecorded } from './client-answers.ts';
import { contradictoryEndings } from './endings.ts';
import type { Evidence } from './evidence.ts';
import { wrongKeys } from './key-rows.ts';
import { repeated } from './repeats.ts';
import { tracesOf } from './traces.ts';
import { miscounted } from './used-count.ts';

/** One line of the account. `wrong` lists the violations: an account is good when all of these are empty. */
export type AccountRow = { readonly name: string; readonly count: number; readonly wrong: readonly string[] };

/**
 * Compares the answers that clients received with the log and with the state derived from it, as Jepsen does: every
 * acknowledged write must be found, none twice, and none that was not requested.
 */
export function account(evidence: Evidence): AccountRow[] {
  const { attempts, kept, read, planted } = evidence;
  const posts = attempts.filter(isCounted);
  const accepted = byRequest(kept, 'request.accepted');
  const completed = byRequest(kept, 'request.completed');
  const answered = new Map([...completed, ...byRequest(evidence.reads, 'read.answered')]);
  const created = firstOf(kept, 'image.created', 'image_id');
  const row = (name: string, count: number, wrong: readonly string[] = []): AccountRow => ({ name, count, wrong });
  const admitted = [...accepted.keys()];
  const again = repeated(kept, planted.repeats, evidence.duplicateWindowMs);

  return [
    row('attempted', posts.length),
    row('accepted', accepted.size),
    row('completed', admitted.filter((id) => completed.has(id)).length),
    row(
      'read by the subscriber',
      read.length,
      difference(kept.map(({ seq }) => seq).map(String), read.map(({ seq }) => seq).map(String)),
    ),
    row('lost: accepted, never ended', ...both(admitted.filter((id) => !completed.has(id)))),
    row('lost: answered to a client, not in the log', ...both(contradicted(posts, answered, created))),
    row('lost: pictures their owner could not find', ...both(evidence.notFound)),
    row('idempotency keys with one answer', ...inconsistentReplays(posts)),
    row('doubled: events kept twice within the window', ...both(again.early)),
    row('events published again later', again.late.length),
    row('unexpected', ...both(unexpected(evidence, accepted, completed))),
    row('endings that contradict', ...contradictoryEndings(evidence)),
    row('idempotency keys, as their first ending', ...wrongKeys(evidence, completed)),
    row('live slots', ...both(liveSlots(evidence))),
    row('used, accepted less refunds', ...miscounted(evidence, completed)),
    row('image records', evidence.imageRows.length, difference(shown(kept, created), evidence.imageRows)),
    row('usage records', evidence.usageRows.size, difference([...answered.keys()], [...evidence.usageRows.keys()])),
    row('jobs, as their first ending', evidence.jobRows.size, [
      ...difference(admitted, [...evidence.jobRows.keys()]),
      ...wrongJobs(evidence, completed),
    ]),
    row('answers without a usage record', unrecorded(attempts, answered)),
    ...Object.entries(evidence.replays).map(([name, same]) =>
      row(`replay of ${name}`, same ? 1 : 0, same ? [] : [`the tables are ${same === false ? 'others' : 'behind'}`]),
    ),
    row('pictures with the hash of their event', shown(kept, created).length, wrongPictures(evidence, created)),
    row('pictures without a record', ...both(unrecordedPictures(evidence, created))),
    row('objects of ended requests', ...both(evidence.requestObjects)),
    row('requests of one trace', ...tracesOf(evidence)),
    paidTwice(evidence),
    row('dead letters', evidence.deadLetters, unexpectedDeadLetters(evidence)),
    row('replicas that ended by themselves', ...both(evidence.deaths)),
    row('secrets found', ...both(evidence.secrets)),
  ];
}

const both = (wrong: readonly string[]): [number, readonly string[]] => [wrong.length, wrong];

/** The first event of each request: of two completions, the first counts. */
export function byRequest(kept: readonly Observed[], type: string): Map<string, Observed> {
  return firstOf(kept, type, 'request_id');
}

function firstOf(kept: readonly Observed[], type: string, member: string): Map<string, Observed> {
  const first = new Map<string, Observed>();
  for (const message of kept) {
    const id = String(message.data[member]);
    if (message.type === type && !first.has(id)) first.set(id, message);
  }
  return first;
}

/** Slots that are taken, and users whose count of them is another. */
function liveSlots({ admissions, slots }: Evidence): string[] {
  const miscounted = admissions.flatMap(({ user_id, running }) => {
    const held = slots.filter((slot) => slot.user_id === user_id).length;
    return held === running ? [] : [`${user_id} counts ${running} running requests, not ${held}`];
  });
  return [...slots.map(({ request_id }) => request_id), ...miscounted];
}

/** What is in one list and not in the other. */
function difference(wanted: readonly string[], found: readonly string[]): string[] {
  const [w, f] = [new Set(wanted), new Set(found)];
  return [
    ...[...w].filter((id) => !f.has(id)).map((id) => `${id} is missing`),
    ...[...f].filter((id) => !w.has(id)).map((id) => `${id} is too many`),
  ];
}

function unexpected(
  { users, attempts, kept }: Evidence,
  accepted: ReadonlyMap<string, Observed>,
  completed: ReadonlyMap<string, Observed>,
): string[] {
  const known = new Set(users);
  const strangers = kept.filter(({ type, data }) => type !== '' && !known.has(String(data.user_id)));
  const unasked = users.filter((user) => {
    const tried = attempts.filter((attempt) => attempt.user === user && isCounted(attempt)).length;
    return [...accepted.values()].filter(({ data }) => data.user_id === user).length > tried;
  });
  const unaccepted = [...completed.values()].filter(
    ({ data }) => data.answered_by !== 'gateway' && !accepted.has(String(data.request_id)),
  );
  return [
    ...strangers.map(({ id }) => `${id} belongs to an unknown user`),
    ...unasked.map((user) => `${user} has more requests than its clients made`),
    ...unaccepted.map(({ id }) => `${id} ends a request that was never accepted`),
  ];
}

function shown(kept: readonly Observed[], created: ReadonlyMap<string, Observed>): string[] {
  const deleted = new Set(kept.flatMap(({ type, data }) => (type === 'image.deleted' ? String(data.image_id) : [])));
  return [...created.keys()].filter((id) => !deleted.has(id));
}

function wrongJobs({ jobRows }: Evidence, completed: ReadonlyMap<string, Observed>): string[] {
  return [...jobRows].flatMap(([id, status]) => {
    const end = completed.get(id)?.data.status ?? null;
    return end === status ? [] : [`${id} is ${status}, the log has ${end}`];
  });
}

function wrongPictures({ pictures, kept }: Evidence, created: ReadonlyMap<string, Observed>): string[] {
  return shown(kept, created).flatMap((id) => {
    const { object, sha256 } = created.get(id)?.data ?? {};
    const found = pictures.get(String(object));
    if (found === sha256) return [];
    return [`${object} is ${found === undefined ? 'missing' : 'not the picture of its event'}`];
  });
}

/** Pictures without an event, which would never expire. */
function unrecordedPictures({ pictures, kept }: Evidence, created: ReadonlyMap<string, Observed>): string[] {
  const recorded = new Set(shown(kept, created).map((id) => created.get(id)?.data.object));
  return [...pictures.keys()].filter((name) => !recorded.has(name));
}

/** One model call for each picture, unless its worker is killed or loses its store right after the call. */
function paidTwice({ modelCalls, planted }: Evidence): AccountRow {
  const good = modelCalls.filter(({ mark, status }) => mark !== undefined && status === 'succeeded');
  const twice = [...Map.groupBy(good, ({ mark }) => mark)].filter(([, calls]) => calls.length > 1);
  const wrong = twice.length > planted.workerFaults ? twice.map(([mark]) => `${mark} was paid for twice`) : [];
  return { name: `model calls paid twice (at most ${planted.workerFaults})`, count: twice.length, wrong };
}

function unexpectedDeadLetters({ deadLetters, planted }: Evidence): string[] {
  return deadLetters === planted.garbage ? [] : [`expected ${planted.garbage}`];
}
