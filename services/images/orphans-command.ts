import { type Bus, logHead, readToHead } from '@styling/bus';
import { subjects } from '@styling/contracts';
import { assetPrefix, imagePrefix, objectNames } from '@styling/objectstore';
import type { Logger } from '@styling/telemetry';
import { type ImagesParts, type Kind, publishDeleted } from './remove-pictures.ts';

export type OrphansContext = Omit<ImagesParts, 'db'> & { readonly show: (line: string) => void };

const USAGE = 'use: orphans [--delete [--log-is-empty] [--pictures-are-gone]]';
const OPTIONS = ['--delete', '--log-is-empty', '--pictures-are-gone'];
/** Younger objects may belong to a request accepted while the log was read; clocks differ. */
const LEFT_ALONE_MS = 600_000;
const KINDS = [
  { kind: 'image', filter: subjects.allImages, prefix: imagePrefix, idOf: objectNames.imageIdOf },
  { kind: 'asset', filter: subjects.allAssets, prefix: assetPrefix, idOf: objectNames.assetIdOf },
] as const;
/** Records whose objects are looked for, to tell that it is the bucket of this log. */
const LOOKED_FOR = 100;

/**
 * Compares the log, not the read model, with the objects under `images/` and `assets/`: prints objects that no event
 * names and records without object, then a JSON summary. `--delete` deletes the objects, and publishes the records'
 * deletion. Repeatable. Returns exit code 0: log and store agree by now; 1: the store refused to delete something; 2:
 * they do not.
 * @throws Error with the usage, or when `--delete` would delete everything unasked; ServiceError `unavailable`
 */
export async function runOrphansCommand(context: OrphansContext, args: readonly string[]): Promise<number> {
  const { bus, store, clock, log, show } = context;
  const [deletes = false, logMayBeEmpty, picturesMayBeGone] = OPTIONS.map((option) => args.includes(option));
  if (args.some((arg) => !OPTIONS.includes(arg)) || (args.length > 0 && !deletes)) throw new Error(USAGE);
  const now = clock();
  if (deletes && !logMayBeEmpty && (await isLogEmpty(context))) {
    throw new Error('the log has no image: every picture would be deleted; add --log-is-empty if that is meant');
  }
  const { reserved, ...existing } = await namedPictures(bus, log);
  if (deletes && !picturesMayBeGone && !(await someAreStored(context, existing))) {
    const what = 'the bucket has none of the pictures in the log: every record would be deleted';
    throw new Error(`${what}; add --pictures-are-gone if that is meant`);
  }
  const before = new Date(now.getTime() - LEFT_ALONE_MS);
  let [orphaned, refused, records] = [0, 0, 0];
  for (const { kind, prefix, idOf } of KINDS) {
    for await (const page of store.list(prefix)) {
      const orphans = page.filter(({ name, storedAt }) => {
        const id = idOf(name);
        return !existing[kind].delete(id) && !reserved.has(id) && storedAt < before;
      });
      for (const { name, storedAt } of orphans) show(`object without a record: ${name} of ${storedAt.toISOString()}`);
      orphaned += orphans.length;
      if (deletes) refused += (await store.deleteMany(orphans.map(({ name }) => name))).length;
    }
  }
  for (const { kind } of KINDS) {
    const lost = [...existing[kind]].map(([id, user_id]) => ({ id, user_id }));
    for (const { id, user_id } of lost) show(`record without an object: ${id} of ${user_id}`);
    if (deletes) await publishDeleted(bus, kind, lost, 'lost', now);
    records += lost.length;
  }
  const counts = { objects_without_record: orphaned, records_without_object: records };
  show(JSON.stringify({ ...counts, deleted: deletes ? orphaned + records - refused : 0 }));
  if (refused > 0) return 1;
  return deletes || orphaned + records === 0 ? 0 : 2;
}

async function isLogEmpty({ bus }: OrphansContext): Promise<boolean> {
  const heads = [subjects.allCreatedImages, subjects.allCreatedAssets].map((filter) => logHead(bus, filter));
  return (await Promise.all(heads)).every((head) => head === 0);
}

async function someAreStored({ store }: OrphansContext, existing: Record<Kind, Map<string, string>>) {
  const newest = KINDS.flatMap(({ kind }) => [...existing[kind].keys()].slice(-LOOKED_FOR).map(objectNames[kind]));
  for (const name of newest) if (await store.head(name)) return true;
  return newest.length === 0;
}

/** Users of existing pictures by id (100 bytes each), image ids of running requests. @throws Error on a closed bus */
async function namedPictures(bus: Bus, log: Logger) {
  const read = (filter: string) => readToHead(bus, { name: 'orphans', filter, after: 0, maxBatch: 2_000, log });
  // Requests first: what those that have ended made is then in the second reading.
  const running = new Map<string, readonly string[]>();
  for await (const { event } of read(subjects.allRequests)) {
    if (event?.type === 'request.accepted') running.set(event.data.request_id, event.data.image_ids);
    if (event?.type === 'request.completed') running.delete(event.data.request_id);
  }
  const existing = { image: new Map<string, string>(), asset: new Map<string, string>() };
  const users = new Map<string, string>();
  for (const { kind, filter } of KINDS) {
    for await (const { event } of read(filter)) {
      if (event?.type === 'image.deleted' || event?.type === 'asset.deleted') existing[kind].delete(event.subject);
      if (event?.type !== 'image.created' && event?.type !== 'asset.created') continue;
      const { user_id } = event.data;
      // One string for all pictures of a user.
      if (!users.has(user_id)) users.set(user_id, user_id);
      existing[kind].set(event.subject, users.get(user_id) ?? user_id);
    }
  }
  return { ...existing, reserved: new Set([...running.values()].flat()) };
}
