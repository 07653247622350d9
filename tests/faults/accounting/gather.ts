import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DeleteObjectCommand, GetObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { DEAD_LETTERS_STREAM, EVENTS_STREAM, READS_STREAM, services, servicesOfKind } from '@styling/contracts';
import { THROWAWAY_STORE_CREDENTIALS } from '@styling/local-servers';
import { requestPrefixes } from '@styling/objectstore';
import pg from 'pg';
import type { Observer } from '../observer.ts';
import { markIn } from '../system/model-times.ts';
import { BUCKET, type Parts } from '../system/parts.ts';
import type { System } from '../system/system.ts';
import type { Admission, Evidence, KeyRow } from './evidence.ts';
import { findSecrets, type Secrets } from './secrets.ts';

/** What the run itself has observed. */
export type Witnessed = Pick<Evidence, 'users' | 'attempts' | 'notFound' | 'planted' | 'duplicateWindowMs'>;

/** Collects the state of an idle system from outside: by SQL, S3, plain NATS and reading files. */
export async function gatherEvidence(
  { parts, system, observer, secrets }: { parts: Parts; system: System; observer: Observer; secrets: Secrets },
  witnessed: Witnessed,
): Promise<Evidence> {
  const kept = await observer.readKept(EVENTS_STREAM);
  const lastSeq = kept.at(-1)?.seq ?? 0;
  await observer.reached(lastSeq).catch(() => {});
  const replays: Record<string, boolean | undefined> = {};
  for (const service of servicesOfKind('projection')) replays[service] = (await rebuild(system, service)).identical;
  const logs = await readLogs(system.logDir);
  const sent = logs.filter(({ msg }) => msg === 'response sent');
  // One that could not start because of a fault is started again.
  const fatal = logs.filter(({ level, msg }) => Number(level) >= 60 && msg !== 'could not start');
  return {
    ...witnessed,
    kept,
    replays,
    reads: await observer.readKept(READS_STREAM),
    read: [...observer.messages.values()].filter(({ seq }) => seq <= lastSeq),
    ...(await withDatabase(system.databaseUrl, readTables)),
    ...(await readObjects(parts)),
    modelCalls: modelCalls(parts, new Set(witnessed.attempts.map(({ mark }) => mark))),
    loggedTraces: new Map(sent.map(({ request_id, trace_id }) => [String(request_id), String(trace_id)])),
    deadLetters: (await observer.jsm.streams.info(DEAD_LETTERS_STREAM)).state.messages,
    deaths: [...system.deaths, ...fatal.map(({ msg }) => String(msg))],
    secrets: await findSecrets(parts.dataDir, secrets),
  };
}

/** Rebuilds a read model; the last line of the script's output is the result, the lines before it are its log. */
export async function rebuild(
  system: System,
  service: string,
): Promise<{ readonly identical?: boolean; readonly events: number }> {
  const output = await system.run(`services/${service}/rebuild.ts`);
  return JSON.parse(output.trim().split('\n').at(-1) ?? '');
}

/** Those for the requests of this system: the fake models serve all systems. */
const modelCalls = ({ fakes }: Parts, marks: ReadonlySet<string | undefined>) =>
  fakes.replicate.predictions
    .map(({ input, status }) => ({ mark: markIn(input), status }))
    .filter(({ mark }) => mark !== undefined && marks.has(mark));

/** Runs `use` on a connection of its own. */
export async function withDatabase<Result>(
  connectionString: string,
  use: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

const KEY_ROWS = `select user_id, encode(key_digest, 'hex') as digest, request_id, completed from gateway.idempotency_key`;
const USAGE_ROWS = `select request_id, status from ${services.usage.schema}.answered_request where is_listed`;
const JOB_ROWS = `select request_id, (ending->>'status')::int as status from jobs.job where deadline is not null`;

type Tables = Pick<Evidence, 'admissions' | 'slots' | 'keyRows' | 'imageRows' | 'usageRows' | 'jobRows'>;

async function readTables(client: pg.Client): Promise<Tables> {
  return {
    admissions: (await client.query<Admission>('select user_id, day::text, used, running from gateway.admission')).rows,
    slots: (await client.query('select user_id, request_id from gateway.running')).rows,
    keyRows: (await client.query<KeyRow>(KEY_ROWS)).rows,
    imageRows: (await client.query('select image_id from images.image')).rows.map(({ image_id }) => image_id),
    usageRows: new Map((await client.query(USAGE_ROWS)).rows.map(({ request_id, status }) => [request_id, status])),
    jobRows: new Map((await client.query(JOB_ROWS)).rows.map(({ request_id, status }) => [request_id, status])),
  };
}

const storeOf = (parts: Parts) =>
  new S3Client({
    endpoint: parts.store.url,
    forcePathStyle: true,
    region: 'us-east-1',
    credentials: {
      accessKeyId: THROWAWAY_STORE_CREDENTIALS.AWS_ACCESS_KEY_ID,
      secretAccessKey: THROWAWAY_STORE_CREDENTIALS.AWS_SECRET_ACCESS_KEY,
    },
  });

/** Names of the objects that belong to requests. */
export async function listRequestObjects(parts: Parts): Promise<string[]> {
  const store = storeOf(parts);
  const lists = await Promise.all(requestPrefixes.map((prefix) => list(store, prefix)));
  store.destroy();
  return lists.flat();
}

/** Deletes what earlier systems left in the bucket. */
export async function emptyBucket(parts: Parts): Promise<void> {
  const store = storeOf(parts);
  for (const Key of await list(store, '')) await store.send(new DeleteObjectCommand({ Bucket: BUCKET, Key }));
  store.destroy();
}

async function list(client: S3Client, Prefix: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: BUCKET, Prefix })) {
    names.push(...Contents.flatMap(({ Key }) => Key ?? []));
  }
  return names;
}

async function readObjects(parts: Parts): Promise<Pick<Evidence, 'pictures' | 'requestObjects'>> {
  const store = storeOf(parts);
  const pictures = new Map<string, string>();
  for (const Key of await list(store, 'images/')) {
    const { Body } = await store.send(new GetObjectCommand({ Bucket: BUCKET, Key }));
    pictures.set(Key, hash('sha256', (await Body?.transformToByteArray()) ?? ''));
  }
  store.destroy();
  return { pictures, requestObjects: await listRequestObjects(parts) };
}

async function readLogs(folder: string): Promise<Record<string, unknown>[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.log'));
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  return texts
    .flatMap((text) => text.split('\n'))
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Record<string, unknown>];
      } catch {
        // The last line of one that was killed.
        return [];
      }
    });
}
