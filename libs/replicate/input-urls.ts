import type { ReportProgress } from '@styling/contracts';
import { normaliseJpeg } from '@styling/imaging';
import type { ObjectStore } from '@styling/objectstore';
import { cancellationOf } from '@styling/service';
import type { Logger } from '@styling/telemetry';
import { z } from 'zod';
import type { Replicate } from './connect.ts';
import type { InputTransport } from './input-transport.ts';

/** A picture for a model; errors name `field`, the field of the request it came from. */
export type SourcePicture = { readonly bytes: Uint8Array; readonly field: string };

/** The conditions under which a hosted model runs, apart from the order itself. */
export type HostedWork = {
  /** Deadline of the request; the prediction is cancelled then. */
  readonly deadline: Date;
  /** See `Order`. */
  readonly signal: AbortSignal;
  readonly progress?: ReportProgress;
  /** To be told of every prediction that succeeded, in US dollars, 0 where its price is unknown; again, with the same id, when it is resumed. */
  readonly charged?: (charge: { readonly id: string; readonly model: string; readonly usd: number }) => void;
  /** Prefix of the objects that hold this work's checkpoint state. They survive a crash and are deleted with the request. */
  readonly checkpointPrefix: string;
};

export type InputUrlDependencies = {
  readonly replicate: Pick<Replicate, 'upload' | 'removeFile'>;
  readonly store: ObjectStore;
  readonly transport: InputTransport;
  readonly clock: () => Date;
  readonly log: Logger;
};

const MIME_TYPE = 'image/jpeg';
/** Longest side of a picture given to a model, in pixels: more costs money and time, and some models refuse over 7 MB. */
const MAX_SIDE = 2048;
/** How long presigned URLs outlive the deadline, in seconds. */
const GRACE_SECONDS = 60;

const uploads = z.array(z.object({ id: z.string(), url: z.url() }));
type Uploads = z.output<typeof uploads>;

/**
 * Makes pictures available to a model by URL while `use` runs: as upright JPEGs of moderate size without metadata, so
 * that no EXIF place or time leaves the system. Presigned URLs expire shortly after the deadline. Temporary uploads are
 * recorded for a resumed prediction and removed when `use` ends or the request is cancelled, but not on shutdown, when the next
 * worker needs them.
 *
 * @throws ServiceError `not_an_image`, `bad_image_size`, `unavailable`; whatever `use` throws
 */
export async function withInputUrls<Result>(
  deps: InputUrlDependencies,
  pictures: readonly SourcePicture[],
  work: HostedWork,
  use: (urls: readonly string[]) => Promise<Result>,
): Promise<Result> {
  const { store, transport, log } = deps;
  const normalise = () =>
    Promise.all(
      pictures.map(async ({ bytes, field }) => (await normaliseJpeg(bytes, { field, maxSide: MAX_SIDE })).bytes),
    );
  if (transport === 'presigned') return use(await presignAll(deps, await normalise(), work));
  const record = `${work.checkpointPrefix}uploads.json`;
  const found = await store.get(record);
  const uploaded = found
    ? uploads.parse(JSON.parse(Buffer.from(found.bytes).toString()))
    : await uploadAll(deps, await normalise(), record);
  try {
    return await use(uploaded.map(({ url }) => url));
  } finally {
    // A failed clean-up must not lose the result.
    if (!work.signal.aborted || cancellationOf(work.signal)) {
      await removeUploads(deps, uploaded, record).catch((err) =>
        log.warn({ err }, 'could not remove temporary uploads'),
      );
    }
  }
}

async function presignAll(
  { store, clock }: InputUrlDependencies,
  files: readonly Uint8Array[],
  { checkpointPrefix, deadline }: HostedWork,
): Promise<string[]> {
  const seconds = Math.max(0, Math.ceil((deadline.getTime() - clock().getTime()) / 1000)) + GRACE_SECONDS;
  return Promise.all(
    files.map(async (bytes, index) => {
      const name = `${checkpointPrefix}input-${index}.jpg`;
      await store.put(name, bytes, MIME_TYPE);
      return store.presign(name, seconds);
    }),
  );
}

async function uploadAll(
  { replicate, store }: InputUrlDependencies,
  files: readonly Uint8Array[],
  record: string,
): Promise<Uploads> {
  const uploaded: Uploads = [];
  try {
    for (const bytes of files) uploaded.push(await replicate.upload(bytes, MIME_TYPE));
    await store.put(record, Buffer.from(JSON.stringify(uploaded)), 'application/json');
    return uploaded;
  } catch (error) {
    await Promise.all(uploaded.map(({ id }) => replicate.removeFile(id)));
    throw error;
  }
}

/** The record goes first: once the files are gone it would mislead a redelivery. */
async function removeUploads({ replicate, store }: InputUrlDependencies, uploaded: Uploads, record: string) {
  await store.delete(record);
  await Promise.all(uploaded.map(({ id }) => replicate.removeFile(id)));
}
