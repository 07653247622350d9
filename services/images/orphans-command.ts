import { logHead } from '@styling/bus';
import { subjects } from '@styling/contracts';
import { imagePrefix, objectNames } from '@styling/objectstore';
import { namedImages } from './named-images.ts';
import { type ImagesDependencies, publishDeleted } from './remove-images.ts';

/** What the command works with; `show` prints a line. */
export type OrphansContext = Omit<ImagesDependencies, 'db'> & { readonly show: (line: string) => void };

const USAGE = 'use: orphans [--delete [--log-is-empty] [--pictures-are-gone]]';
const OPTIONS = ['--delete', '--log-is-empty', '--pictures-are-gone'];
/** Younger objects may belong to a request that was accepted while the log was read; clocks of two machines differ. */
const LEFT_ALONE_MS = 600_000;
/** Records whose objects are looked for, to tell that it is the bucket of this log. */
const LOOKED_FOR = 100;

/**
 * Runs one command line of `npm run orphans`: compares the log, not the read model, with the objects under `images/`. Shows
 * objects that no event names and records whose object is gone, one per line, then a summary as JSON. With `--delete` it
 * deletes the objects, and publishes `image.deleted` for the records. Safe to repeat.
 *
 * @returns the exit code: 0 when log and store agree by now, 1 when the store refused to delete something, 2 when they do not
 * @throws Error with the usage, or when `--delete` would delete everything and it is not said that this is meant
 * @throws ServiceError `unavailable`
 */
export async function runOrphansCommand(context: OrphansContext, args: readonly string[]): Promise<number> {
  const { bus, store, clock, log, show } = context;
  const [deletes, logMayBeEmpty, picturesMayBeGone] = OPTIONS.map((option) => args.includes(option));
  if (args.some((arg) => !OPTIONS.includes(arg)) || (args.length > 0 && !deletes)) throw new Error(USAGE);
  const now = clock();
  const before = new Date(now.getTime() - LEFT_ALONE_MS);
  if (deletes && !logMayBeEmpty && (await logHead(bus, subjects.allCreatedImages)) === 0) {
    throw new Error('the log has no image: every picture would be deleted; add --log-is-empty if that is meant');
  }
  const { existing, reserved } = await namedImages(bus, log);
  if (deletes && !picturesMayBeGone && !(await someAreStored(context, existing))) {
    const what = 'the bucket has none of the pictures in the log: every record would be deleted';
    throw new Error(`${what}; add --pictures-are-gone if that is meant`);
  }
  let orphaned = 0;
  let refused = 0;
  for await (const page of store.list(imagePrefix)) {
    const orphans = page.filter(({ name, storedAt }) => {
      const id = objectNames.imageIdOf(name);
      return !existing.delete(id) && !reserved.has(id) && storedAt < before;
    });
    for (const { name, storedAt } of orphans) show(`object without a record: ${name} of ${storedAt.toISOString()}`);
    orphaned += orphans.length;
    if (deletes) refused += (await store.deleteMany(orphans.map(({ name }) => name))).length;
  }
  const lost = [...existing].map(([image_id, user_id]) => ({ image_id, user_id }));
  for (const { image_id, user_id } of lost) show(`record without an object: ${image_id} of ${user_id}`);
  if (deletes) await publishDeleted(bus, lost, 'lost', now);
  const found = { objects_without_record: orphaned, records_without_object: lost.length };
  show(JSON.stringify({ ...found, deleted: deletes ? orphaned + lost.length - refused : 0 }));
  if (refused > 0) return 1;
  return deletes || orphaned + lost.length === 0 ? 0 : 2;
}

/** Whether one of the newest of these images is in the store, or there is none. */
async function someAreStored({ store }: OrphansContext, images: ReadonlyMap<string, string>): Promise<boolean> {
  if (images.size === 0) return true;
  for (const id of [...images.keys()].slice(-LOOKED_FOR)) if (await store.head(objectNames.image(id))) return true;
  return false;
}
