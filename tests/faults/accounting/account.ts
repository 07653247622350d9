import { hash } from 'node:crypto';
import { costOf } from '@styling/contracts';
import type { Attempt } from '../client.ts';
import type { Observed } from '../observer.ts';
import type { Admission, Evidence } from './gather.ts';

/** An account is good when every `wrong` (its violations) is empty. */
export type AccountRow = { readonly name: string } & Finding;
/** `completed` has the first terminal event of each request, which decides. */
type ById = ReadonlyMap<string, Observed>;
type Finding = { readonly count: number; readonly wrong: readonly string[] };

/** Compares answers with the log and its derived state, as Jepsen does: no write lost, doubled or made up. */
export function account(evidence: Evidence): AccountRow[] {
  const { attempts, kept, read, imageRows, usageRows, jobRows, keyRows, pictures, deadLetters } = evidence;
  const { workerFaults } = evidence.planted;
  const posts = attempts.filter(({ isCounted }) => isCounted);
  const accepted = firstOf(kept, 'request.accepted', 'request_id');
  const completed = firstOf(kept, 'request.completed', 'request_id');
  const answered = new Map([...completed, ...firstOf(evidence.reads, 'read.answered', 'request_id')]);
  const created = firstOf(kept, 'image.created', 'image_id');
  const deleted = firstOf(kept, 'image.deleted', 'image_id');
  const shown = new Map([...created].filter(([id]) => !deleted.has(id)));
  const objects = new Map([...shown.values()].map(({ data }) => [String(data.object), data.sha256]));
  const unended = [...accepted.keys()].filter((id) => !completed.has(id));
  const { early, late } = repeated(evidence);
  const jobs = [...difference(accepted, jobRows), ...wrongJobs(evidence, completed)];
  const used = evidence.admissions.reduce((sum, row) => sum + row.used, 0);

  /** A number is no violation; of violations alone the row has the number. */
  const findings: Readonly<Record<string, number | readonly string[] | Finding>> = {
    attempted: posts.length,
    accepted: accepted.size,
    completed: accepted.size - unended.length,
    'read by the subscriber': { count: read.length, wrong: difference(bySeq(kept), bySeq(read)) },
    'lost: accepted, never ended': unended,
    'lost: answered to a client, not in the log': posts.flatMap((post) => contradiction(post, answered, created) ?? []),
    'lost: pictures their owner could not find': evidence.notFound,
    'idempotency keys with one answer': inconsistentReplays(posts),
    'doubled: events kept twice within the window': early,
    'events published again later': late,
    unexpected: unexpected(evidence, accepted, completed),
    'endings that contradict': contradictoryEndings(evidence),
    'idempotency keys, as their first ending': { count: keyRows.length, wrong: wrongKeys(evidence, completed) },
    'live slots': liveSlots(evidence),
    'used, accepted less refunds': { count: used, wrong: miscounted(evidence, completed) },
    'image records': { count: imageRows.size, wrong: difference(shown, imageRows) },
    'usage records': { count: usageRows.size, wrong: difference(answered, usageRows) },
    'jobs, as their first ending': { count: jobRows.size, wrong: jobs },
    ...Object.fromEntries(Object.entries(evidence.replays).map(([name, same]) => [`replay of ${name}`, replay(same)])),
    'pictures with the hash of their event': { count: objects.size, wrong: wrongPictures(objects, pictures) },
    // They would never expire.
    'pictures without a record': [...pictures.keys()].filter((name) => !objects.has(name)),
    'objects of ended requests': evidence.requestObjects,
    [`model calls paid twice (at most ${workerFaults})`]: paidTwice(evidence),
    'dead letters': { count: deadLetters, wrong: deadLetters === 0 ? [] : ['expected none'] },
    'replicas that ended by themselves': evidence.deaths,
    'secrets found': evidence.secrets,
  };
  return Object.entries(findings).map(([name, found]) => {
    if (typeof found === 'number') return { name, count: found, wrong: [] };
    return 'wrong' in found ? { name, ...found } : { name, count: found.length, wrong: found };
  });
}

const SHOWN = 5;

/** The account as lines of text. */
export function accountTable(rows: readonly AccountRow[]): string {
  const width = Math.max(...rows.map(({ name }) => name.length));
  const lines = rows.flatMap(({ name, count, wrong }) => [
    `${name.padEnd(width)}  ${String(count).padStart(6)}  ${wrong.length === 0 ? 'ok' : 'WRONG'}`,
    ...wrong.slice(0, SHOWN).map((text) => `    ${text}`),
    ...(wrong.length > SHOWN ? [`    and ${wrong.length - SHOWN} more`] : []),
  ]);
  return ['', ...lines].join('\n');
}

/** The first event of this type by subject: of two completions, the first counts. */
function firstOf(kept: readonly Observed[], type: string, member: string): Map<string, Observed> {
  const events = kept.filter((event) => event.type === type);
  return new Map(events.toReversed().map((event) => [String(event.data[member]), event]));
}

const bySeq = (messages: readonly Observed[]) => new Map(messages.map(({ seq }) => [`message ${seq}`, seq]));

function difference(wanted: ReadonlyMap<string, unknown>, found: ReadonlyMap<string, unknown>): string[] {
  const missing = [...wanted.keys()].filter((id) => !found.has(id));
  const surplus = [...found.keys()].filter((id) => !wanted.has(id));
  return [...missing.map((id) => `${id} is missing`), ...surplus.map((id) => `${id} is too many`)];
}

const replay = (isSame: boolean | undefined): Finding => ({
  count: isSame ? 1 : 0,
  wrong: isSame ? [] : [`the tables are ${isSame === false ? 'others' : 'behind'}`],
});

/** The gateway did not receive, or could not publish, the end. */
const WITHOUT_THE_END = [503, 504];

/** How the log contradicts an answer, or lacks it. @param answered the terminal event of each request, or its read */
function contradiction({ answer, path }: Attempt, answered: ById, created: ById): string | undefined {
  const { status, requestId, body } = answer;
  if (requestId === '') return undefined;
  const end = answered.get(requestId)?.data.status;
  // A repeat of a running job has a record of its own.
  if (status === 202) return end === undefined ? `${requestId} was answered 202 and has not ended` : undefined;
  const differs = end !== status && (status === 200 || (end !== undefined && !WITHOUT_THE_END.includes(status)));
  if (differs) return `${requestId} was answered ${status}, the log has ${end}`;
  const isLost = status === 200 && path === '/try_on_outfit' && !created.has(String(body.image_id));
  return isLost ? String(body.image_id) : undefined;
}

/** Violations: repetitions of one request that received different successes. */
function inconsistentReplays(posts: readonly Attempt[]): Finding {
  const keyed = posts.filter(({ idempotencyKey }) => idempotencyKey !== undefined);
  const requests = Map.groupBy(keyed, ({ user, idempotencyKey }) => `${user}'s ${idempotencyKey}`);
  const bodies = (same: readonly Attempt[]) =>
    new Set(same.flatMap(({ answer: { status, body } }) => (status === 200 ? JSON.stringify(body) : [])));
  return { count: requests.size, wrong: [...requests].flatMap(([name, same]) => (bodies(same).size > 1 ? name : [])) };
}

/** `late` is after the server's deduplication window, as when a killed server redelivers: readers drop it. */
function repeated({ kept, planted, duplicateWindowMs }: Evidence): { early: string[]; late: number } {
  const seen = new Map<string, number>();
  const early: string[] = [];
  let late = 0;
  for (const { id, keptAt } of kept) {
    if (id === '' || planted.repeats.has(id)) continue;
    const before = seen.get(id);
    if (before !== undefined && keptAt - before < duplicateWindowMs) early.push(id);
    else if (before !== undefined) late++;
    seen.set(id, keptAt);
  }
  return { early, late };
}

function unexpected({ users, attempts, kept }: Evidence, accepted: ById, completed: ById): string[] {
  const strangers = kept.filter(({ type, data }) => type !== '' && !users.includes(String(data.user_id)));
  const unasked = users.filter((user) => {
    const tried = attempts.filter((attempt) => attempt.user === user && attempt.isCounted).length;
    return [...accepted.values()].filter(({ data }) => data.user_id === user).length > tried;
  });
  const unaccepted = [...completed].filter(([id, { data }]) => data.answered_by !== 'gateway' && !accepted.has(id));
  return [
    ...strangers.map(({ id }) => `${id} belongs to an unknown user`),
    ...unasked.map((user) => `${user} has more requests than its clients made`),
    ...unaccepted.map(([, { id }]) => `${id} ends a request that was never accepted`),
  ];
}

function liveSlots({ admissions, slots }: Evidence): string[] {
  const miscounted = admissions.flatMap(({ user_id, running }) => {
    const held = slots.filter((slot) => slot.user_id === user_id).length;
    return held === running ? [] : [`${user_id} counts ${running} running requests, not ${held}`];
  });
  return [...slots.map(({ request_id }) => request_id), ...miscounted];
}

/** Hashes: `objects` as events name them, `pictures` in the store. */
const wrongPictures = (objects: ReadonlyMap<string, unknown>, pictures: ReadonlyMap<string, string>): string[] =>
  [...objects].flatMap(([name, sha256]) => {
    const found = pictures.get(name);
    if (found === sha256) return [];
    return `${name} is ${found === undefined ? 'missing' : 'not the picture of its event'}`;
  });

/** Counts requests with more than one good model call: one for each fault of a worker is none too many. */
function paidTwice({ modelCalls, planted }: Evidence): Finding {
  const good = modelCalls.filter(({ status }) => status === 'succeeded');
  const twice = [...Map.groupBy(good, ({ mark }) => mark)].filter(([, calls]) => calls.length > 1);
  const isTooOften = twice.length > planted.workerFaults;
  return { count: twice.length, wrong: isTooOften ? twice.map(([mark]) => `${mark} was paid for twice`) : [] };
}

/**
 * Counts requests with different endings, as of a late worker. Violations: a gateway, which must have read the earlier
 * ending, contradicts it, or usage follows a later one.
 */
function contradictoryEndings(evidence: Evidence): Finding {
  const completed = evidence.kept.filter(({ type }) => type === 'request.completed');
  const requests = Map.groupBy(completed, ({ data }) => String(data.request_id));
  const contradictory = [...requests].filter(([, ends]) => new Set(ends.map(({ data }) => data.status)).size > 1);
  return { count: contradictory.length, wrong: contradictory.flatMap(([id, ends]) => judge(evidence, id, ends) ?? []) };
}

function judge(evidence: Evidence, request: string, endings: readonly Observed[]): string | undefined {
  const first = endings[0]?.data.status;
  const usage = evidence.usageRows.get(request);
  const isOverruled = endings.some(({ data }) => data.answered_by === 'gateway' && data.status !== first);
  if (!isOverruled && usage === first) return undefined;
  const key = evidence.keyRows.find(({ request_id }) => request_id === request);
  const answers = evidence.attempts.flatMap(({ answer }) => (answer.requestId === request ? answer.status : []));
  const said = endings.map(({ data }) => `${data.status} by ${data.answered_by}`).join(', then ');
  const held = key ? (key.completed?.status ?? 'open') : 'none';
  return `${request} ended ${said}; client ${answers.join(', ') || 'no answer'}, usage ${usage}, key ${held}`;
}

const wrongJobs = ({ jobRows }: Evidence, completed: ById): string[] =>
  [...jobRows].flatMap(([id, status]) => {
    const end = completed.get(id)?.data.status ?? null;
    return end === status ? [] : `${id} is ${status}, the log has ${end}`;
  });

/** Kept under the key of the request; after another status the key is free. */
const KEPT = [200, 400];

/** Keys with another answer, or missing after a 200, whose next try would be a new request. */
function wrongKeys({ attempts, keyRows }: Evidence, completed: ById): string[] {
  const wrong = keyRows.flatMap(({ request_id, completed: stored }) => {
    const status = completed.get(request_id)?.data.status;
    if (stored && stored.status === status && KEPT.includes(Number(status))) return [];
    return `${request_id} is ${stored ? stored.status : 'open'} under its key, the log has ${status}`;
  });
  const there = new Set(keyRows.map(({ user_id, digest }) => `${user_id} ${digest}`));
  const lost = attempts.flatMap(({ user, idempotencyKey, answer }) => {
    if (idempotencyKey === undefined || answer.status !== 200) return [];
    const isThere = there.has(`${user} ${hash('sha256', idempotencyKey)}`);
    return isThere ? [] : `${answer.requestId} was answered 200, its key is gone`;
  });
  return [...wrong, ...new Set(lost)];
}

/** Users with a wrong used count. A day begins with the first request that a gateway's clock puts into it. */
function miscounted({ admissions, kept }: Evidence, completed: ById): string[] {
  const requests = [...Map.groupBy(kept, ({ data }) => data.request_id).values()];
  return admissions.flatMap((admission) => {
    const own = requests.flatMap(([first]) => (first?.data.user_id === admission.user_id ? first : []));
    return miscount(admission, own, completed) ?? [];
  });
}

/** @param requests the first event of each, in the order of the log */
function miscount({ user_id, day, used }: Admission, requests: readonly Observed[], completed: ById) {
  // Around midnight, or without a `request.accepted`, the day of admission is uncertain.
  let [least, most, hasBegun, mayHaveBegun] = [0, 0, false, false];
  for (const { type, data, time } of requests) {
    const [early = '', late = ''] = [String(data.received_at), time].map((moment) => moment.slice(0, 10)).sort();
    const isAccepted = type === 'request.accepted';
    if (isAccepted && early > day) return `${user_id} is still on ${day}, not on ${early}`;
    hasBegun ||= isAccepted && early >= day;
    mayHaveBegun ||= late >= day;
    const end = completed.get(String(data.request_id))?.data;
    if (!end || end.answered_by === 'gateway') continue;
    const cost = costOf(end as Parameters<typeof costOf>[0]);
    least += hasBegun ? cost : 0;
    most += mayHaveBegun ? cost : 0;
  }
  if (used >= least && used <= most) return undefined;
  return `${user_id} has used ${used} of ${day}, not ${[...new Set([least, most])].join(' to ')}`;
}
