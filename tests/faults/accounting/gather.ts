import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEAD_LETTERS_STREAM, EVENTS_STREAM, READS_STREAM, services, servicesOfKind } from '@styling/contracts';
import { waitUntil } from '@styling/local-servers';
import { requestPrefixes } from '@styling/objectstore';
import { type Attempt, type Client, SECRET_RETRY, SELFIE } from '../client.ts';
import type { Observer } from '../observer.ts';
import { modelCalls } from '../system/model-times.ts';
import { type Parts, query } from '../system/parts.ts';
import type { System } from '../system/system.ts';

export type Witnessed = {
  readonly clients: Client[];
  readonly attempts: Attempt[];
  /** Pictures answered to their owner, then not found. */
  readonly notFound: string[];
  readonly planted: Planted;
  /** The server drops an event of the same id within it. */
  readonly duplicateWindowMs: number;
};

export type Planted = {
  /** Ids published again after the deduplication window. */
  readonly repeats: Set<string>;
  /** Kills, pauses, lost stores: each may cost a model call. */
  workerFaults: number;
};

export type Evidence = Awaited<ReturnType<typeof gatherEvidence>>;

/** Collects the state of an idle system from outside: by SQL, S3, plain NATS and reading files. */
export async function gatherEvidence(
  { objects, fakes, dataDir }: Parts,
  system: System,
  observer: Observer,
  { clients, ...witnessed }: Witnessed,
) {
  const kept = await observer.readKept(EVENTS_STREAM);
  const lastSeq = kept.at(-1)?.seq ?? 0;
  await waitUntil(() => observer.messages().some(({ seq }) => seq >= lastSeq), { timeoutMs: 15_000 });
  const replays: Record<string, boolean | undefined> = {};
  for (const service of servicesOfKind('projection')) replays[service] = (await rebuild(system, service)).identical;
  /** SHA-256 by object name. */
  const pictures = new Map<string, string>();
  for (const name of await namesOf(objects, 'images/')) {
    pictures.set(name, hash('sha256', (await objects.get(name))?.bytes ?? ''));
  }
  const logs = await readLogs(system.logDir);
  // One that could not start because of a fault is started again.
  const fatal = logs.filter(({ level, msg }) => Number(level) >= 60 && msg !== 'could not start');
  const marks = new Set(witnessed.attempts.map(({ mark }) => mark));
  return {
    ...witnessed,
    users: clients.map(({ user }) => user),
    /** EVENTS and READS, in their order. */
    kept,
    reads: await observer.readKept(READS_STREAM),
    read: observer.messages().filter(({ seq }) => seq <= lastSeq),
    ...(await readTables(system.databaseUrl)),
    pictures,
    requestObjects: await requestObjects(objects),
    /** The fake models serve all systems. */
    modelCalls: modelCalls(fakes).filter(({ mark }) => mark !== undefined && marks.has(mark)),
    /** Whether rebuilt read models are byte-identical; undefined if one could not compare. */
    replays,
    deadLetters: (await observer.jsm.streams.info(DEAD_LETTERS_STREAM)).state.messages,
    deaths: [...system.deaths, ...fatal.map(({ msg }) => String(msg))],
    secrets: await findSecrets(dataDir, clients),
  };
}

/** Rebuilds a read model; the last line of the script's output is the result. */
export async function rebuild(system: System, service: string): Promise<{ identical?: boolean; events: number }> {
  const output = await system.run(`services/${service}/rebuild.ts`);
  return JSON.parse(output.trim().split('\n').at(-1) ?? '');
}

const KEY_ROWS = `select user_id, encode(key_digest, 'hex') as digest, request_id, completed from gateway.idempotency_key`;
const USAGE_ROWS = `select request_id as id, status from ${services.usage.schema}.answered_request where is_listed`;
const JOB_ROWS = `select request_id as id, (ending->>'status')::int as status from jobs.job where deadline is not null`;

/** `used` counts the requests of `day` (YYYY-MM-DD, UTC), `running` those that run. */
export type Admission = { user_id: string; day: string; used: number; running: number };
type Slot = { user_id: string; request_id: string };
/** `completed` is the stored terminal event, null while the request runs. */
type KeyRow = Slot & { digest: string; completed: Record<string, unknown> | null };

async function readTables(url: string) {
  const statuses = async <Status>(text: string) =>
    new Map((await query<{ id: string; status: Status }>(url, text)).map(({ id, status }) => [id, status]));
  return {
    admissions: await query<Admission>(url, 'select user_id, day::text, used, running from gateway.admission'),
    slots: await query<Slot>(url, 'select user_id, request_id from gateway.running'),
    keyRows: await query<KeyRow>(url, KEY_ROWS),
    imageRows: await statuses('select image_id as id from images.image'),
    /** Keyed by request, and by job (null while it runs). */
    usageRows: await statuses<number>(USAGE_ROWS),
    jobRows: await statuses<number | null>(JOB_ROWS),
  };
}

const namesOf = async (objects: Parts['objects'], prefix: string): Promise<string[]> =>
  (await Array.fromAsync(objects.list(prefix))).flat().map(({ name }) => name);

/** Names of the objects that belong to requests. */
export const requestObjects = async (objects: Parts['objects']): Promise<string[]> =>
  (await Promise.all(requestPrefixes.map((prefix) => namesOf(objects, prefix)))).flat();

async function readLogs(folder: string): Promise<Record<string, unknown>[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.log'));
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  const lines = texts.flatMap((text) => text.split('\n'));
  // The last line of a killed one may be cut off.
  return lines.filter((line) => /^\{.*\}$/.test(line)).map((line) => JSON.parse(line));
}

/** @returns secrets, as they are reported, in files of the folder */
async function findSecrets(folder: string, clients: readonly Client[]): Promise<string[]> {
  const secrets = {
    'the bytes of a selfie': Buffer.from(SELFIE.slice(16_000, 16_088), 'base64'),
    'the base64 of a selfie': SELFIE.slice(16_000, 16_064),
    'a description': 'quixotic tangerine',
    'an idempotency key': SECRET_RETRY,
    ...Object.fromEntries(clients.map(({ user, key }) => [`a key of ${user}`, key])),
  };
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = await readFile(join(entry.parentPath, entry.name)).catch(() => Buffer.alloc(0));
    for (const [name, secret] of Object.entries(secrets)) {
      if (bytes.includes(secret)) found.push(`${name} in ${entry.name}`);
    }
  }
  return found;
}
