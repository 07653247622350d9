import { randomUUID } from 'node:crypto';
import {
  answerPrefix,
  crossOriginReads,
  imagePrefix,
  type ObjectStore,
  publicReads,
  requestPrefixes,
} from '@styling/objectstore';
import type { Logger } from '@styling/telemetry';

/** The bucket shows people's selfies, or the names of their pictures, to anyone. */
export class PublicObjectsError extends Error {
  override readonly name = 'PublicObjectsError';
}

const WITHIN_MS = 10_000;

/**
 * Reads objects of every kind without credentials, as anyone can, and lists the bucket. That `images/` cannot be read, or not by
 * pages of other sites, is a warning with the policy, or the rule, that opens it, since another server may stand at
 * `IMAGE_STORE_URL`.
 *
 * @throws PublicObjectsError when anything else can be read
 * @throws ServiceError `unavailable`
 */
export async function checkPublicReads(store: ObjectStore, bucket: string, log: Logger): Promise<void> {
  for (const prefix of [...requestPrefixes, answerPrefix]) {
    if ((await readByAnyone(store, prefix)).ok) {
      throw new PublicObjectsError(`anyone can read ${prefix} of bucket ${bucket}: make only ${imagePrefix} public`);
    }
  }
  if (await anyoneLists(store)) {
    throw new PublicObjectsError(`anyone can list bucket ${bucket}: allow s3:GetObject on ${imagePrefix} only`);
  }
  const { ok, headers } = await readByAnyone(store, imagePrefix);
  if (ok) return warnOfCrossOrigin(headers, log);
  const policy = JSON.stringify(publicReads(bucket, imagePrefix));
  const address = (await store.addressOf(imagePrefix)).href;
  log.warn(
    `image addresses answer 403 unless IMAGE_STORE_URL serves ${address} itself: ` +
      `set PUBLIC_IMAGES=1 for provisioning, or apply this policy: ${policy}`,
  );
}

/** The portal's pages are of another origin than the pictures: without this header they cannot read them. */
function warnOfCrossOrigin(headers: Headers, log: Logger): void {
  if (headers.has('access-control-allow-origin')) return;
  log.warn(
    'the portal can show pictures, but not download or reuse them, unless IMAGE_STORE_URL allows pages of other sites itself: ' +
      `set PUBLIC_IMAGES=1 for provisioning, or add this CORS rule to the bucket: ${JSON.stringify(crossOriginReads)}`,
  );
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

async function anyoneLists(store: ObjectStore): Promise<boolean> {
  const address = new URL('.', await store.addressOf('any'));
  address.searchParams.set('list-type', '2');
  return (await getByAnyone(address)).ok;
}

/** As a page of another site asks. */
async function getByAnyone(address: URL): Promise<Response> {
  const headers = { Origin: 'https://portal.example' };
  const response = await fetch(address, { headers, redirect: 'manual', signal: AbortSignal.timeout(WITHIN_MS) });
  await response.body?.cancel();
  return response;
}
