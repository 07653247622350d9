import { isPrivateHost } from '@styling/fetching';
import type { ObjectStore } from '@styling/objectstore';
import { z } from 'zod';
import {
  type CallRules,
  erasing,
  type ModelWork,
  modelInputs,
  publicly,
  type SourcePicture,
  send,
  VendorError,
} from '../frame/index.ts';
import type { ReplicateConfig } from './models.ts';
import type { PredictDependencies } from './predict.ts';

type InputTransport = NonNullable<ReplicateConfig['REPLICATE_INPUTS']>;

export type InputDependencies = PredictDependencies & {
  readonly store: ObjectStore;
  readonly transport: InputTransport;
};

const MIME_TYPE = 'image/jpeg';
/** In pixels: more costs money and time, and some models refuse over 7 MB. */
const MAX_SIDE = 2048;
/** Time by which presigned URLs outlive the deadline. */
const GRACE_SECONDS = 60;
/** A vendor's copy that cannot be removed at once expires there; nobody waits for that. */
const REMOVE_TIMEOUT_MS = 1_000;
/** A copy left behind by a lost response expires at the vendor. */
const UPLOAD: CallRules = { what: 'upload', repeats: 'fault', tries: 3, isAbortable: true };

const fileReply = z.object({ id: z.string().min(1).max(200), urls: z.object({ get: z.url().max(2_048) }) });
const uploads = z.array(z.object({ id: z.string(), url: z.url() }));

/** What is configured, else presigned URLs if the vendor can reach the store (AWS, public https), else uploads. */
export function inputTransport(configured: InputTransport | undefined, s3Endpoint?: string): InputTransport {
  const isReachable = s3Endpoint === undefined || (s3Endpoint.startsWith('https:') && !isPrivateHost(s3Endpoint));
  return configured ?? (isReachable ? 'presigned' : 'upload');
}

/**
 * Makes pictures available by URL while `use` runs, once it asks for them. Presigned URLs expire shortly after the
 * deadline; uploads are recorded for the next worker and removed when `use` ends or the request is cancelled, not on
 * shutdown. The URLs throw ServiceError `not_an_image`, `bad_image_size`, `unavailable`, `deadline_exceeded`,
 * `internal`.
 */
export async function withInputUrls<Result>(
  deps: InputDependencies,
  pictures: readonly SourcePicture[],
  work: ModelWork,
  use: (urls: () => Promise<readonly string[]>) => Promise<Result>,
): Promise<Result> {
  let made: Promise<readonly string[]> | undefined;
  const make = deps.transport === 'presigned' ? presignAll : uploadAll;
  const urls = () => {
    made ??= make(deps, pictures, work);
    return made;
  };
  return erasing(
    deps,
    work,
    () => use(urls),
    async () => {
      const files = deps.transport === 'upload' && (await recordedUploads(deps, work));
      if (!files) return;
      // The record goes first: once the files are gone it would mislead a redelivery.
      await deps.store.delete(recordOf(work));
      await Promise.all(files.map(({ id }) => removeFile(deps, id)));
    },
  );
}

async function presignAll({ store, clock }: InputDependencies, pictures: readonly SourcePicture[], work: ModelWork) {
  const seconds = Math.max(0, Math.ceil((work.deadline.getTime() - clock().getTime()) / 1000)) + GRACE_SECONDS;
  return Promise.all(
    (await modelInputs(pictures, MAX_SIDE)).map(async ({ bytes }, index) => {
      const name = `${work.checkpointPrefix}input-${index}.jpg`;
      await store.put(name, bytes, MIME_TYPE);
      return store.presign(name, seconds);
    }),
  );
}

const recordOf = ({ checkpointPrefix }: ModelWork): string => `${checkpointPrefix}uploads.json`;

/** Uploads of this work, by this worker or an earlier one. */
async function recordedUploads({ store }: InputDependencies, work: ModelWork) {
  const found = await store.get(recordOf(work));
  return found && uploads.parse(JSON.parse(Buffer.from(found.bytes).toString()));
}

async function uploadAll(deps: InputDependencies, pictures: readonly SourcePicture[], work: ModelWork) {
  const uploaded = (await recordedUploads(deps, work)) ?? [];
  if (uploaded.length > 0) return uploaded.map(({ url }) => url);
  try {
    for (const { bytes } of await modelInputs(pictures, MAX_SIDE)) {
      uploaded.push(await publicly(upload(deps, bytes, work)));
    }
    await deps.store.put(recordOf(work), Buffer.from(JSON.stringify(uploaded)), 'application/json');
    return uploaded.map(({ url }) => url);
  } catch (error) {
    await Promise.all(uploaded.map(({ id }) => removeFile(deps, id)));
    throw error;
  }
}

/** For stores that the vendor cannot reach: models can read it at `url` until it is removed. @throws see `send` */
async function upload(deps: InputDependencies, bytes: Uint8Array, work: ModelWork) {
  const file = new File([new Uint8Array(bytes)], 'input.jpeg', { type: MIME_TYPE });
  const rules = { ...UPLOAD, timeoutMs: deps.timeoutMs };
  const { status, body } = await send(deps, work, rules, (options) => deps.api.upload(file, options));
  const { data } = fileReply.safeParse(body);
  // Sent again, it would be there twice.
  if (!data) throw new VendorError('failed', 'unreadable response to upload', { code: String(status) });
  return { id: data.id, url: data.urls.get };
}

async function removeFile({ api, log }: InputDependencies, id: string): Promise<void> {
  const removed = await api.removeFile(id, { timeoutMs: REMOVE_TIMEOUT_MS });
  if (removed.outcome !== 'answered' || removed.status >= 300) log.warn('could not remove uploaded file');
}
