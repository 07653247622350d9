import { randomUUID } from 'node:crypto';
import { limits, MEGABYTE, sizeText } from '@styling/contracts';
import { isRefusedByStore, type ObjectStore, requestPrefixes } from '@styling/objectstore';
import { ServiceError } from '@styling/service';

/** The object store refuses an operation that the system needs, or does it wrong. */
export class StoreOperationError extends Error {
  override readonly name = 'StoreOperationError';
}

const WITHIN_MS = 10_000;
const LARGEST = (limits.picturesMegabytes + limits.fieldsMegabytes) * MEGABYTE;

/**
 * Does what the services do in the bucket, once each, with objects of its own.
 *
 * @param largest bytes of the largest object; default: all pictures of a request and its fields
 * @throws StoreOperationError of the first operation that fails, with what to do about it
 * @throws ServiceError `unavailable`
 */
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
    // What could not be deleted goes by age, as a request's input does.
    await Promise.allSettled([one, two, three].map((name) => store.delete(name)));
  }
}

/**
 * Does what needs `operation` of the store.
 *
 * @param failing what the store does, where it fails
 * @param advice for whoever runs the store
 * @param operation returns false when it was done wrong
 */
export async function need(failing: string, advice: string, operation: () => Promise<unknown>): Promise<void> {
  let cause: unknown;
  try {
    if ((await operation()) !== false) return;
  } catch (error) {
    if (error instanceof ServiceError && !isRefusedByStore(error)) throw error;
    cause = error instanceof ServiceError ? error.cause : error;
  }
  throw new StoreOperationError(`the object store ${failing}: ${advice}`, { cause });
}
