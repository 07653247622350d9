import { nanos } from '@nats-io/transport-node';
import { EVENTS_STREAM } from '@styling/contracts';
import { KEYS_SCRIPT, waitUntil } from '@styling/local-servers';
import { type AccountRow, account } from './accounting/account.ts';
import type { Planted } from './accounting/evidence.ts';
import { emptyBucket, gatherEvidence, listRequestObjects } from './accounting/gather.ts';
import { type Client, createClient, SECRET_RETRY } from './load/client.ts';
import type { Attempt } from './load/journal.ts';
import { aSelfie } from './load/selfie.ts';
import { type Observer, observe } from './observer.ts';
import { type SystemOptions, startSystem, TIMES } from './system/system.ts';

/** A system with its users and its observer. */
export type Stage = Awaited<ReturnType<typeof openStage>>;

/** Longer than any request, its sweep and the deletion of its objects, which may be first discarded and then forgotten. */
const QUIET_WITHIN_MS =
  1000 * (2 * (TIMES.requestTimeoutSeconds + 2 * TIMES.orphanMarginSeconds) + TIMES.sweepGraceSeconds + 15);

type StageOptions = SystemOptions & {
  /** How long the server drops an event of the same id, in ms; default as provisioned. */
  readonly duplicateWindowMs?: number;
};

/** Starts a system and observes it from its first event. */
export async function openStage({ duplicateWindowMs = 120_000, ...options }: StageOptions) {
  const { parts, name } = options;
  const selfie = await aSelfie();
  const system = await startSystem(options);
  await emptyBucket(parts);
  const observer = await observe(system.natsUrl);
  await observer.jsm.streams.update(EVENTS_STREAM, { duplicate_window: nanos(duplicateWindowMs) });
  const attempts: Attempt[] = [];
  const planted: Planted = { garbage: 0, repeats: new Set(), workerFaults: 0 };
  const clients: Client[] = [];
  const notFound: string[] = [];
  let users = 0;
  const newClient = async () => {
    const user = `${name}-${++users}`;
    const { key } = JSON.parse(await system.run(KEYS_SCRIPT, 'create', '--user', user, '--name', 'faults'));
    const client = createClient(user, key, selfie, attempts);
    clients.push(client);
    return client;
  };
  return {
    system,
    observer,
    planted,
    /** Called with a picture that was answered to its owner and then not found. */
    lost: (imageId: string) => void notFound.push(imageId),
    /** New users with a key each. */
    newClients: (count: number): Promise<Client[]> => Promise.all(Array.from({ length: count }, newClient)),
    /** Ends all faults, waits until every request has ended, stops the system and returns its account. */
    async close(): Promise<AccountRow[]> {
      await system.mend();
      await waitUntil(async () => isQuiet(observer, (await listRequestObjects(parts)).length), {
        timeoutMs: QUIET_WITHIN_MS,
        everyMs: 500,
      });
      const evidence = await gatherEvidence(
        { parts, system, observer, secrets: secretsOf(clients, selfie) },
        { users: clients.map(({ user }) => user), attempts, notFound, planted, duplicateWindowMs },
      );
      await observer.close();
      await system.stop();
      return account(evidence);
    },
  };
}

/** Whether every accepted request has ended and left no objects. */
function isQuiet({ messages }: Observer, requestObjects: number): boolean {
  const open = new Set<unknown>();
  for (const { type, data } of messages.values()) if (type === 'request.accepted') open.add(data.request_id);
  for (const { type, data } of messages.values()) if (type === 'request.completed') open.delete(data.request_id);
  return open.size === 0 && requestObjects === 0;
}

function secretsOf(clients: readonly Client[], selfie: Buffer): Record<string, Buffer> {
  const middle = Math.floor(selfie.length / 2);
  return {
    'the bytes of a selfie': selfie.subarray(middle, middle + 64),
    'the base64 of a selfie': Buffer.from(selfie.toString('base64').slice(middle, middle + 64)),
    'a description': Buffer.from('quixotic tangerine'),
    'an idempotency key': Buffer.from(SECRET_RETRY),
    ...Object.fromEntries(clients.map(({ user, key }) => [`a key of ${user}`, Buffer.from(key)])),
  };
}
