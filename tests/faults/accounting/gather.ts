import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DeleteObjectCommand, GetObjectCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3';
import { DEAD_LETTERS_STREAM, EVENTS_STREAM, READS_STREAM, services, servicesOfKind } from '@styling/contracts';
import { requestPrefixes } from '@styling/objectstore';
import type pg from 'pg';
import { type Attempt, type Client, SECRET_RETRY } from '../client.ts';
import { eventually } from '../eventually.ts';
import type { Observer } from '../observer.ts';
import { modelCalls } from '../system/model-times.ts';
import { BUCKET, type Parts, withDatabase } from '../system/parts.ts';
import type { System } from '../system/system.ts';

export type Witnessed = {
  readonly clients: Client[];
  readonly selfie: Buffer;
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
  parts: Parts,
  system: System,
  observer: Observer,
  { clients, selfie, ...witnessed }: Witnessed,
) {
  const kept = await observer.readKept(EVENTS_STREAM);
  const lastSeq = kept.at(-1)?.seq ?? 0;
  const isRead = async () => observer.messages().some(({ seq }) => seq >= lastSeq);
  await eventually(`message ${lastSeq}`, isRead).catch(() => {});
  const replays: Record<string, boolean | undefined> = {};
  for (const service of servicesOfKind('projection')) replays[service] = (await rebuild(system, service)).identical;
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
    ...(await withDatabase(system.databaseUrl, readTables)),
    /** SHA-256 by object name. */
    pictures: await hashPictures(parts),
    requestObjects: await listRequestObjects(parts),
    /** The fake models serve all systems. */
    modelCalls: modelCalls(parts.fakes).filter(({ mark }) => mark !== undefined && marks.has(mark)),
    /** Whether rebuilt read models are byte-identical; undefined if one could not compare. */
    replays,
    deadLetters: (await observer.jsm.streams.info(DEAD_LETTERS_STREAM)).state.messages,
    deaths: [...system.deaths, ...fatal.map(({ msg }) => String(msg))],
    secrets: await findSecrets(parts.dataDir, secretsOf(clients, selfie)),
  };
}

/** Rebuilds a read model; the last line of the script's output is the result. */
export async function rebuild(system: System, service: string): Promise<{ identical?: boolean; events: number }> {
  const output = await system.run(`services/${service}/rebuild.ts`);
  return JSON.parse(output.trim().split('\n').at(-1) ?? '');
}

const KEY_ROWS = `select user_id, encode(key_digest, 'hex') as digest, request_id, completed from gateway.idempotency_key`;
const USAGE_ROWS = `select request_id, status from ${services.usage.schema}.answered_request where is_listed`;
const JOB_ROWS = `select request_id, (ending->>'status')::int as status from jobs.job where deadline is not null`;

/** `used` counts the requests of `day` (YYYY-MM-DD, UTC), `running` those that run. */
export type Admission = { user_id: string; day: string; used: number; running: number };
/** `completed` is the stored terminal event, null while the request runs. */
type KeyRow = { user_id: string; digest: string; request_id: string; completed: Record<string, unknown> | null };

async function readTables(client: pg.Client) {
  const rowsOf = async <Row extends object>(query: string) => (await client.query<Row>(query)).rows;
  const statusesOf = async <Status>(query: string) =>
    new Map((await rowsOf<{ request_id: string; status: Status }>(query)).map((row) => [row.request_id, row.status]));
  const images = await rowsOf<{ image_id: string }>('select image_id from images.image');
  return {
    admissions: await rowsOf<Admission>('select user_id, day::text, used, running from gateway.admission'),
    slots: await rowsOf<{ user_id: string; request_id: string }>('select user_id, request_id from gateway.running'),
    keyRows: await rowsOf<KeyRow>(KEY_ROWS),
    imageRows: new Map(images.map((row) => [row.image_id, row])),
    /** Keyed by request, and by job (null while it runs). */
    usageRows: await statusesOf<number>(USAGE_ROWS),
    jobRows: await statusesOf<number | null>(JOB_ROWS),
  };
}

async function list({ objects }: Parts, Prefix: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { Contents = [] } of paginateListObjectsV2({ client: objects }, { Bucket: BUCKET, Prefix })) {
    names.push(...Contents.flatMap(({ Key }) => Key ?? []));
  }
  return names;
}

/** Names of the objects that belong to requests. */
export const listRequestObjects = async (parts: Parts): Promise<string[]> =>
  (await Promise.all(requestPrefixes.map((prefix) => list(parts, prefix)))).flat();

/** Deletes what earlier systems left in the bucket. */
export async function emptyBucket(parts: Parts): Promise<void> {
  for (const Key of await list(parts, '')) await parts.objects.send(new DeleteObjectCommand({ Bucket: BUCKET, Key }));
}

async function hashPictures(parts: Parts): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (const Key of await list(parts, 'images/')) {
    const { Body } = await parts.objects.send(new GetObjectCommand({ Bucket: BUCKET, Key }));
    hashes.set(Key, hash('sha256', (await Body?.transformToByteArray()) ?? ''));
  }
  return hashes;
}

async function readLogs(folder: string): Promise<Record<string, unknown>[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.log'));
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  const lines = texts.flatMap((text) => text.split('\n'));
  // The last line of a killed one may be cut off.
  return lines.filter((line) => /^\{.*\}$/.test(line)).map((line) => JSON.parse(line));
}

/** Named as they are reported. */
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

async function findSecrets(folder: string, secrets: Record<string, Buffer>): Promise<string[]> {
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
