import { setTimeout as sleep } from 'node:timers/promises';
import { nanos } from '@nats-io/transport-node';
import { EVENTS_STREAM } from '@styling/contracts';
import { waitUntil } from '@styling/local-servers';
import { account, accountTable } from './accounting/account.ts';
import { gatherEvidence, requestObjects, type Witnessed } from './accounting/gather.ts';
import { type readArguments, wants } from './arguments.ts';
import { type Client, createClient, startLoad } from './client.ts';
import { type Observed, observe } from './observer.ts';
import { type Random, seededRandom } from './random.ts';
import { report, skip } from './reporter.ts';
import type { Parts } from './system/parts.ts';
import type { Replica } from './system/replica.ts';
import { type SystemOptions, startSystem, TIMES } from './system/system.ts';

export type Run = ReturnType<typeof readArguments> & { readonly parts: Parts };

/** The system that all checks share, under load, and a user of its own. */
export type Scene = Awaited<ReturnType<typeof openScene>>['shared'] & {
  readonly client: Client;
  readonly random: Random;
};

/** Named `<id>: <fault>: <expectation>`, the id for `--only`. Return what they observed; throw at a violation. */
export type Checks = Readonly<Record<string, (scene: Scene) => Promise<string>>>;

/** The checks that the user wants, with the parts of their titles. */
export const wantedOf = <Check>(run: Run, checks: Readonly<Record<string, Check>>) =>
  Object.entries(checks).flatMap(([title, check]) => {
    const [id = '', ...name] = title.split(': ');
    return wants(run.only, id) ? { id, name: name.join(': '), check } : [];
  });

export const LOAD_USERS = 3;
/** Longer than any request, its sweep and the deletion of its objects. */
const QUIET_WITHIN_MS =
  1000 * (2 * (TIMES.requestTimeoutSeconds + 2 * TIMES.orphanMarginSeconds) + TIMES.sweepGraceSeconds + 15);
/** Longer than any check of what is left of the day. */
const BEFORE_MIDNIGHT_MS = 45_000;

/** `gateway` and `other` are used by the load, too, and the same one where there is only one. */
async function openScene(options: SystemOptions, undo: AsyncDisposableStack) {
  const { parts, duplicateWindowMs = 120_000 } = options;
  const system = await startSystem(options, undo);
  // Left by earlier systems.
  await parts.objects.deleteAll('');
  const observer = await observe(system.natsUrl, undo);
  await observer.jsm.streams.update(EVENTS_STREAM, { duplicate_window: nanos(duplicateWindowMs) });
  const planted = { repeats: new Set<string>(), workerFaults: 0 };
  const witnessed: Witnessed = { clients: [], attempts: [], notFound: [], planted, duplicateWindowMs };
  let users = 0;
  const newClient = async () => {
    const user = `${options.name}-${++users}`;
    const client = createClient(user, await system.newKey(user), witnessed.attempts);
    witnessed.clients.push(client);
    return client;
  };
  const newClients = (count: number): Promise<[Client, ...Client[]]> =>
    Promise.all([newClient(), ...Array.from({ length: count - 1 }, newClient)]);
  const [gateway, other = gateway] = system.gateways as [Replica, Replica?];
  const shared = { parts, system, observer, planted, times: parts.times, gateway, other, newClients };
  return { shared, newClient, witnessed };
}

/**
 * Runs the checks wanted on a system under load, and reports its account.
 * @param optionsOf starts what the system needs, or returns why it cannot be started here
 */
export async function runChecks(
  run: Run,
  checks: Checks,
  optionsOf: (undo: AsyncDisposableStack) => Promise<SystemOptions | string>,
): Promise<void> {
  const wanted = wantedOf(run, checks);
  if (wanted.length === 0) return;
  await using undo = new AsyncDisposableStack();
  const options = await optionsOf(undo);
  if (typeof options === 'string') {
    for (const { id, name } of wanted) skip(id, name, options);
    return;
  }
  const { shared, newClient, witnessed } = await openScene(options, undo);
  const { parts, system, observer } = shared;
  const load = await shared.newClients(LOAD_USERS);
  const stopLoad = startLoad(system.gateways, load, seededRandom(run.seed + 2), witnessed.notFound);
  for (const { id, name, check } of wanted) {
    await report(id, name, async () => {
      await pastMidnight();
      return check({ ...shared, client: await newClient(), random: seededRandom(run.seed) });
    });
    await system.mend();
  }
  await stopLoad();
  await report('account', `of ${system.name}: clients, log, tables, store and models agree`, async () => {
    const isQuiet = async () =>
      !hasOpenRequest(observer.messages()) && (await requestObjects(parts.objects)).length === 0;
    await waitUntil(isQuiet, { timeoutMs: QUIET_WITHIN_MS, everyMs: 500 });
    const rows = account(await gatherEvidence(parts, system, observer, witnessed));
    const table = accountTable(rows);
    if (rows.some(({ wrong }) => wrong.length > 0)) throw new Error(table);
    return table;
  });
}

/** The load and the account cross midnight UTC, a check that counts does not. */
async function pastMidnight(): Promise<void> {
  const left = new Date().setUTCHours(24, 0, 0, 0) - Date.now();
  if (left < BEFORE_MIDNIGHT_MS) await sleep(left + 1_000);
}

function hasOpenRequest(messages: readonly Observed[]): boolean {
  const ended = new Set(messages.flatMap(({ type, data }) => (type === 'request.completed' ? data.request_id : [])));
  return messages.some(({ type, data }) => type === 'request.accepted' && !ended.has(data.request_id));
}
