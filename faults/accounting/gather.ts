import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GetObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { jetstreamManager } from '@nats-io/jetstream';
import { DEAD_LETTERS_STREAM, EVENTS_STREAM, READS_STREAM, servicesOfKind } from '@styling/contracts';
import { requestPrefixes } from '@styling/objectstore';
import pg from 'pg';
import type { Attempt } from '../load/journal.ts';
import type { Observer } from '../observer.ts';
import { markIn } from '../system/model-times.ts';
import { BUCKET, type Parts } from '../system/parts.ts';
import type { System } from '../system/system.ts';
import type { Admission, Evidence, Planted } from './evidence.ts';
import { findSecrets, type Secrets } from './secrets.ts';

export type GatherOptions = {
  readonly parts: Parts;
  readonly system: System;
  readonly observer: Observer;
  readonly users: readonly string[];
  readonly attempts: readonly Attempt[];
  readonly notFound: readonly string[];
  readonly planted: Planted;
  readonly secrets: Secrets;
};

/** Collects the state of an idle system from outside: by SQL, S3, plain NATS and reading files. */
export async function gatherEvidence(options: GatherOptions): Promise<Evidence> {
  const { parts, system, observer, users, attempts, notFound, planted, secrets } = options;
  const kept = await observer.readKept(EVENTS_STREAM);
  const reads = await observer.readKept(READS_STREAM);
  await observer.reached(kept.at(-1)?.seq ?? 0).catch(() => {});
  const replays: Record<string, boolean | undefined> = {};
  for (const service of servicesOfKind('projection')) {
    replays[service] = (await rebuild(system, service)).identical;
  }
  const jsm = await jetstreamManager(observer.nc, { checkAPI: false });
  const logs = await readLogs(system.logDir);
  return {
    ...{ users, attempts, kept, reads, notFound, planted, replays },
    read: [...observer.messages.values()].filter(({ seq }) => seq <= (kept.at(-1)?.seq ?? 0)),
    ...(await readTables(system.databaseUrl)),
    ...(await readObjects(parts)),
    modelCalls: modelCalls(parts, new Set(attempts.map(({ mark }) => mark))),
    loggedTraces: new Map(
      logs.flatMap(({ msg, request_id, trace_id }) =>
        msg === 'answered' ? [[String(request_id), String(trace_id)]] : [],
      ),
    ),
    deadLetters: (await jsm.streams.info(DEAD_LETTERS_STREAM)).state.messages,
    deaths: [...system.deaths, ...logs.filter(({ level }) => Number(level) >= 60).map(({ msg }) => String(msg))],
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

async function readTables(url: string): Promise<Pick<Evidence, 'admissions' | 'imageRows' | 'usageRows'>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const admissions = await client.query<Admission>('select user_id, used, request_id from gateway.admission');
    const images = await client.query<{ image_id: string }>('select image_id from images.image');
    const usage = await client.query<{ request_id: string }>('select request_id from usage.answered_request');
    return {
      admissions: admissions.rows,
      imageRows: images.rows.map(({ image_id }) => image_id),
      usageRows: usage.rows.map(({ request_id }) => request_id),
    };
  } finally {
    await client.end();
  }
}

const storeOf = (parts: Parts) =>
  new S3Client({
    ...{ endpoint: parts.store.url, forcePathStyle: true, region: 'us-east-1' },
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });

/** Names of the objects that belong to requests. */
export async function listRequestObjects(parts: Parts): Promise<string[]> {
  const store = storeOf(parts);
  const lists = await Promise.all(requestPrefixes.map((prefix) => list(store, prefix)));
  store.destroy();
  return lists.flat();
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
    pictures.set(
      Key,
      createHash('sha256')
        .update((await Body?.transformToByteArray()) ?? '')
        .digest('hex'),
    );
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
