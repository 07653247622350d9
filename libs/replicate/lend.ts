import { normaliseJpeg } from '@styling/imaging';
import type { ObjectStore } from '@styling/objectstore';
import type { Logger } from '@styling/telemetry';
import { z } from 'zod';
import type { Replicate } from './connect.ts';
import type { InputsRoad } from './inputs-road.ts';
import type { HostedWork } from './work.ts';

/** A picture that a model is to see; `field` of the request's body it came in is named in errors. */
export type SourcePicture = { readonly bytes: Uint8Array; readonly field: string };

export type LendDependencies = {
  readonly replicate: Pick<Replicate, 'upload' | 'removeFile'>;
  readonly store: ObjectStore;
  readonly road: InputsRoad;
  readonly clock: () => Date;
  readonly log: Logger;
};

const MIME_TYPE = 'image/jpeg';
/** Longest side that is shown to a model, in pixels: more is billed, slow, and refused above 7 MB by some. */
const MAX_SIDE = 2048;
/** A model that is late may read its pictures until then, in seconds after the deadline. */
const GRACE_SECONDS = 60;

const uploads = z.array(z.object({ id: z.string(), url: z.url() }));
type Uploads = z.output<typeof uploads>;

/**
 * Lends pictures to a model while `use` runs. What is lent is a plain upright JPEG of moderate size: no camera's notes of
 * place and time leave the house. Presigned addresses end shortly after the deadline. Uploads are remembered, so that a
 * resumed prediction finds them, and removed when `use` has ended; only a leaving worker leaves them to the next one.
 *
 * @throws ServiceError `not_an_image`, `bad_image_size`, `unavailable`; whatever `use` throws
 */
export async function lendPictures<Result>(
  deps: LendDependencies,
  pictures: readonly SourcePicture[],
  work: HostedWork,
  use: (urls: readonly string[]) => Promise<Result>,
): Promise<Result> {
  if (deps.road === 'presigned') return use(await presignAll(deps, pictures, work));
  const memo = `${work.scratch}uploads.json`;
  const lent = (await rememberedUploads(deps, memo)) ?? (await uploadAll(deps, pictures, memo));
  try {
    return await use(lent.map(({ url }) => url));
  } finally {
    if (!work.signal.aborted) await takeBack(deps, lent, memo);
  }
}

const toLend = ({ bytes, field }: SourcePicture) => normaliseJpeg(bytes, { field, maxSide: MAX_SIDE });

async function presignAll(
  { store, clock }: LendDependencies,
  pictures: readonly SourcePicture[],
  { scratch, deadline }: HostedWork,
): Promise<string[]> {
  const seconds = Math.max(0, Math.ceil((deadline.getTime() - clock().getTime()) / 1000)) + GRACE_SECONDS;
  return Promise.all(
    pictures.map(async (picture, index) => {
      const name = `${scratch}input-${index}.jpg`;
      await store.put(name, (await toLend(picture)).bytes, MIME_TYPE);
      return store.presign(name, seconds);
    }),
  );
}

async function rememberedUploads({ store }: LendDependencies, memo: string): Promise<Uploads | undefined> {
  const found = await store.get(memo);
  return found ? uploads.parse(JSON.parse(Buffer.from(found.bytes).toString())) : undefined;
}

async function uploadAll(
  { replicate, store }: LendDependencies,
  pictures: readonly SourcePicture[],
  memo: string,
): Promise<Uploads> {
  const lendable = await Promise.all(pictures.map(toLend));
  const lent: Uploads = [];
  try {
    for (const { bytes } of lendable) {
      const { id, url } = await replicate.upload(bytes, MIME_TYPE);
      lent.push({ id, url });
    }
    await store.put(memo, Buffer.from(JSON.stringify(lent)), 'application/json');
    return lent;
  } catch (error) {
    await Promise.all(lent.map(({ id }) => replicate.removeFile(id)));
    throw error;
  }
}

/** The result stands, whatever becomes of this. */
async function takeBack({ replicate, store, log }: LendDependencies, lent: Uploads, memo: string): Promise<void> {
  try {
    // First the memo: with the files gone it would mislead a redelivery.
    await store.delete(memo);
    await Promise.all(lent.map(({ id }) => replicate.removeFile(id)));
  } catch (err) {
    log.warn({ err }, 'lent pictures could not be taken back');
  }
}
