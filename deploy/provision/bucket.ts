import { randomUUID } from 'node:crypto';
import { limits, MEGABYTE, sizeText } from '@styling/contracts';
import {
  answerPrefix,
  connectObjectStore,
  crossOriginReads,
  imagePrefix,
  isRefusedByStore,
  type ObjectStore,
  publicReads,
  requestPrefixes,
} from '@styling/objectstore';
import { flag, objectStoreVariables, ServiceError, serviceVariables } from '@styling/service';
import type { Logger } from '@styling/telemetry';
import type { z } from 'zod';

export const bucketVariables = serviceVariables.omit({ NATS_URL: true }).extend({
  ...objectStoreVariables.shape,
  PUBLIC_IMAGES: flag.describe(
    "`1`: provisioning adds a statement to the bucket's policy by which anyone may read `images/`, and a CORS rule for the portal",
  ),
});

/**
 * Creates the bucket if missing, checks all operations and public reads, and opens `images/` if `PUBLIC_IMAGES` is set.
 * @param largest bytes of the largest object tried
 * @throws BucketError; ServiceError `unavailable` when the store cannot be reached
 */
export async function provisionBucket(
  config: z.output<typeof bucketVariables>,
  log: Logger,
  largest?: number,
): Promise<void> {
  const store = connectObjectStore(config);
  try {
    const place = 'create it yourself, and allow s3:ListBucket';
    await need(`shows no bucket ${config.S3_BUCKET}, nor creates it`, place, () => store.createBucket());
    await checkOperations(store, largest);
    if (config.PUBLIC_IMAGES) {
      const way =
        'allow s3:GetBucketPolicy and s3:PutBucketPolicy, and lift Block Public Access, or leave PUBLIC_IMAGES unset';
      await need('takes no policy by which anyone may read images', way, () => store.allowReads(imagePrefix));
      await store
        .allowCrossOriginReads()
        .catch((error) => log.info({ err: error }, 'object store does not support CORS rules'));
    }
    await checkPublicReads(store, config.S3_BUCKET, log);
  } finally {
    store.close();
  }
  log.info('bucket is there');
}

/** The store refuses an operation or does it wrong, or shows private objects to anyone. */
class BucketError extends Error {
  override readonly name = 'BucketError';
}

const WITHIN_MS = 10_000;
const LARGEST = (limits.picturesMegabytes + limits.fieldsMegabytes) * MEGABYTE;

/** Does each operation once; `largest` in bytes. @throws BucketError; ServiceError `unavailable` */
export async function checkOperations(store: ObjectStore, largest = LARGEST): Promise<void> {
  const probe = `${requestPrefixes[0]}provision-probe-${randomUUID()}`;
  const [one, two, three] = [`${probe}-1`, `${probe}-2`, `${probe}-3`] as const;
  const bytes = Buffer.from('probe');
  const mimeType = 'text/plain';
  const metadata = { probe: 'kept' };
  const isSame = (found: Uint8Array | undefined) => found !== undefined && bytes.equals(found);

  try {
    await need('stores no object', 'allow s3:PutObject', () => store.put(one, bytes, mimeType, metadata));
    const larger = 'raise the limit of bodies of the store, or of the proxy before it';
    await need(`stores no object of ${sizeText(largest)}`, larger, () =>
      store.put(two, Buffer.alloc(largest), mimeType),
    );
    await need(
      'does not show the type and metadata of an object',
      'allow s3:GetObject, and let x-amz-meta-* pass',
      async () => {
        const found = await store.head(one);
        return found?.mimeType === mimeType && found.metadata.probe === metadata.probe;
      },
    );
    await need('does not give an object back', 'allow s3:GetObject', async () => isSame((await store.get(one))?.bytes));
    const unchanged = 'let host and query of an address pass unchanged';
    await need('does not give an object back by a presigned address', unchanged, async () => {
      const response = await fetch(await store.presign(one, 60), { signal: AbortSignal.timeout(WITHIN_MS) });
      const found = new Uint8Array(await response.arrayBuffer());
      if (!response.ok) throw new Error(`status ${response.status}`);
      return isSame(found);
    });
    await need('does not list objects', 'allow s3:ListBucket', async () => {
      const names = (await Array.fromAsync(store.list(probe))).flat().map(({ name }) => name);
      return names.length === 2 && names[0] === one && names[1] === two;
    });
    await need('does not delete an object', 'allow s3:DeleteObject', () => store.delete(one));
    const absent = 'allow s3:ListBucket, without which S3 answers 403 for it';
    await need('does not say that an object is missing', absent, async () => (await store.head(one)) === null);
    await store.put(three, bytes, mimeType);
    await need('does not delete several objects in one call', 'allow s3:DeleteObject, and POST /?delete', async () => {
      const refused = await store.deleteMany([two, three]);
      return refused.length === 0 && (await store.head(three)) === null;
    });
  } finally {
    // Remaining objects expire by age.
    await Promise.allSettled([one, two, three].map((name) => store.delete(name)));
  }
}

/** Runs an operation, which returns false when done wrong. @throws BucketError; ServiceError `unavailable` */
async function need(failing: string, advice: string, operation: () => Promise<unknown>): Promise<void> {
  let cause: unknown;
  try {
    if ((await operation()) !== false) return;
  } catch (error) {
    if (error instanceof ServiceError && !isRefusedByStore(error)) throw error;
    cause = error instanceof ServiceError ? error.cause : error;
  }
  throw new BucketError(`the object store ${failing}: ${advice}`, { cause });
}

/**
 * Reads every kind of object without credentials. Only warns of `images/` that nobody, or no page of another origin such
 * as the portal's, can read, with the policy or rule that opens it: another server may be at `IMAGE_STORE_URL`.
 * @throws BucketError when anything else can be read; ServiceError `unavailable`
 */
async function checkPublicReads(store: ObjectStore, bucket: string, log: Logger): Promise<void> {
  for (const prefix of [...requestPrefixes, answerPrefix]) {
    if ((await readByAnyone(store, prefix)).ok) {
      throw new BucketError(`anyone can read ${prefix} of bucket ${bucket}: make only ${imagePrefix} public`);
    }
  }
  const list = new URL('.', await store.addressOf('any'));
  list.searchParams.set('list-type', '2');
  if ((await getByAnyone(list)).ok) {
    throw new BucketError(`anyone can list bucket ${bucket}: allow s3:GetObject on ${imagePrefix} only`);
  }
  const { ok, headers } = await readByAnyone(store, imagePrefix);
  if (!ok) {
    const policy = JSON.stringify(publicReads(bucket, imagePrefix));
    const address = (await store.addressOf(imagePrefix)).href;
    log.warn(
      `image addresses answer 403 unless IMAGE_STORE_URL serves ${address} itself: ` +
        `set PUBLIC_IMAGES=1 for provisioning, or apply this policy: ${policy}`,
    );
  } else if (!headers.has('access-control-allow-origin')) {
    log.warn(
      'the portal can show pictures, but not download or reuse them, unless IMAGE_STORE_URL allows pages of other sites itself: ' +
        `set PUBLIC_IMAGES=1 for provisioning, or add this CORS rule to the bucket: ${JSON.stringify(crossOriginReads)}`,
    );
  }
}

async function readByAnyone(store: ObjectStore, prefix: string): Promise<Response> {
  const name = `${prefix}provision-probe-${randomUUID()}`;
  await store.put(name, Buffer.from('probe'), 'text/plain');
  try {
    return await getByAnyone(await store.addressOf(name));
  } finally {
    await store.delete(name);
  }
}

async function getByAnyone(address: URL): Promise<Response> {
  const headers = { Origin: 'https://portal.example' };
  const response = await fetch(address, { headers, redirect: 'manual', signal: AbortSignal.timeout(WITHIN_MS) });
  await response.body?.cancel();
  return response;
}
