import { randomUUID } from 'node:crypto';
import { answerPrefix, imagePrefix, type ObjectStore, publicReads, requestPrefixes } from '@styling/objectstore';
import type { Logger } from '@styling/telemetry';

/** The bucket shows people's selfies, or the names of their pictures, to anyone. */
export class PublicObjectsError extends Error {
  override readonly name = 'PublicObjectsError';
}

const WITHIN_MS = 10_000;

/**
 * Reads objects of every kind without credentials, as anyone can, and lists the bucket. That `images/` cannot be read is
 * a warning with the policy that opens it, since another server may stand at `IMAGE_STORE_URL`.
 *
 * @throws PublicObjectsError when anything else can be read
 * @throws ServiceError `unavailable`
 */
export async function checkPublicReads(store: ObjectStore, bucket: string, log: Logger): Promise<void> {
  for (const prefix of [...requestPrefixes, answerPrefix]) {
    if (await anyoneReads(store, prefix)) {
      throw new PublicObjectsError(`anyone can read ${prefix} of bucket ${bucket}: make only ${imagePrefix} public`);
    }
  }
  if (await anyoneLists(store)) {
    throw new PublicObjectsError(`anyone can list bucket ${bucket}: allow s3:GetObject on ${imagePrefix} only`);
  }
  if (await anyoneReads(store, imagePrefix)) return;
  const policy = JSON.stringify(publicReads(bucket, imagePrefix));
  const address = (await store.addressOf(imagePrefix)).href;
  log.warn(
    `image addresses answer 403 unless IMAGE_STORE_URL serves ${address} itself: ` +
      `set PUBLIC_IMAGES=1 for provisioning, or apply this policy: ${policy}`,
  );
}

async function anyoneReads(store: ObjectStore, prefix: string): Promise<boolean> {
  const name = `${prefix}provision-probe-${randomUUID()}`;
  await store.put(name, Buffer.from('probe'), 'text/plain');
  try {
    return await isAnswered(await store.addressOf(name));
  } finally {
    await store.delete(name);
  }
}

async function anyoneLists(store: ObjectStore): Promise<boolean> {
  const address = new URL('.', await store.addressOf('any'));
  address.searchParams.set('list-type', '2');
  return isAnswered(address);
}

async function isAnswered(address: URL): Promise<boolean> {
  const response = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(WITHIN_MS) });
  await response.body?.cancel();
  return response.ok;
}
