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
  /** To be told of every prediction that cost something, in US dollars; again, with the same id, when it is resumed. */
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
 * that no EXIF place or time leaves the system. That is done when the URLs are first asked for: a resumed prediction has its
 * pictures. Presigned URLs expire shortly after the deadline. Temporary uploads are recorded for the next worker and removed when
 * `use` ends or the request is cancelled, but not on shutdown, when the next worker needs them.
 *
 * @param use its argument throws ServiceError `not_an_image`, `bad_image_size`, `unavailable`, `deadline_exceeded`, `internal`
 * @throws whatever `use` throws
 */
export async function withInputUrls<Result>(
  deps: InputUrlDependencies,
  pictures: readonly SourcePicture[],
  work: HostedWork,
  use: (urls: () => Promise<readonly string[]>) => Promise<Result>,
): Promise<Result> {
  const { transport, log } = deps;
  const normalise = () =>
    Promise.all(
      pictures.map(async ({ bytes, field }) => (await normaliseJpeg(bytes, { field, maxSide: MAX_SIDE })).bytes),
    );
  if (transport === 'presigned') return use(once(async () => presignAll(deps, await normalise(), work)));
  try {
    return await use(
      once(async () => {
        const uploaded = (await recordedUploads(deps, work)) ?? (await uploadAll(deps, await normalise(), work));
        return uploaded.map(({ url }) => url);
      }),
    );
  } finally {
    // A failed clean-up must not lose the result.
    if (!work.signal.aborted || cancellationOf(work.signal)) {
      await removeUploads(deps, work).catch((err) => log.warn({ err }, 'could not remove temporary uploads'));
    }
  }
}

/** `make`, done at most once. */
function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | undefined;
  return () => {
    made ??= make();
    return made;
  };
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

const recordOf = ({ checkpointPrefix }: HostedWork): string => `${checkpointPrefix}uploads.json`;

/** Uploads of this work, by this worker or an earlier one. */
async function recordedUploads({ store }: InputUrlDependencies, work: HostedWork): Promise<Uploads | null> {
  const found = await store.get(recordOf(work));
  return found && uploads.parse(JSON.parse(Buffer.from(found.bytes).toString()));
}

async function uploadAll(
  { replicate, store }: InputUrlDependencies,
  files: readonly Uint8Array[],
  work: HostedWork,
): Promise<Uploads> {
  const uploaded: Uploads = [];
  try {
    for (const bytes of files) uploaded.push(await replicate.upload(bytes, MIME_TYPE, work));
    await store.put(recordOf(work), Buffer.from(JSON.stringify(uploaded)), 'application/json');
    return uploaded;
  } catch (error) {
    await Promise.all(uploaded.map(({ id }) => replicate.removeFile(id)));
    throw error;
  }
}

/** The record goes first: once the files are gone it would mislead a redelivery. */
async function removeUploads(deps: InputUrlDependencies, work: HostedWork): Promise<void> {
  const uploaded = await recordedUploads(deps, work);
  if (!uploaded) return;
  await deps.store.delete(recordOf(work));
  await Promise.all(uploaded.map(({ id }) => deps.replicate.removeFile(id)));
}
