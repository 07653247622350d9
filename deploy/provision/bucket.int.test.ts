import type { ObjectStore } from '@styling/objectstore';
import { ServiceError } from '@styling/service';
import { type BusAndStore, startBusAndStore } from '@styling/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkOperations } from './bucket.ts';

let servers: BusAndStore;
beforeAll(async () => {
  servers = await startBusAndStore();
});
afterAll(() => servers.stop());

/** A refusal as the client throws it. */
const refusal = () => {
  const cause = Object.assign(new Error('no'), { name: 'AccessDenied', $metadata: { httpStatusCode: 403 } });
  return new ServiceError('internal', {}, { cause });
};
const refuse = () => Promise.reject(refusal());
const namesLeft = async () => (await Array.fromAsync(servers.store.list(''))).flat();

it('given a store that does all that is needed, then nothing is left there', async () => {
  await checkOperations(servers.store);
  expect(await namesLeft()).toEqual([]);
});

/** Fails the call after as many that worked. */
function refusing(operation: 'put' | 'head' | 'get' | 'delete', after = 0): Partial<ObjectStore> {
  let calls = 0;
  const call = servers.store[operation] as (...args: unknown[]) => Promise<unknown>;
  return { [operation]: (...args: unknown[]) => (calls++ < after ? call(...args) : refuse()) };
}
const unsigned = () => Promise.resolve(`${servers.imageStoreUrl}/requests/none`);

it.each<[string, () => Partial<ObjectStore>, RegExp]>([
  ['stores nothing', () => refusing('put'), /stores no object: allow s3:PutObject$/],
  ['shows nothing', () => refusing('head'), /type and metadata.*: allow s3:GetObject/],
  ['gives nothing back', () => refusing('get'), /give an object back: allow s3:GetObject/],
  ['refuses presigned addresses', () => ({ presign: unsigned }), /by a presigned address: let host and query/],
  ['lists nothing', () => ({ async *list() {} }), /list objects: allow s3:ListBucket/],
  ['deletes nothing', () => refusing('delete'), /delete an object: allow s3:DeleteObject/],
  ['answers 403 for a missing object', () => refusing('head', 1), /is missing: allow s3:ListBucket/],
  ['takes no large objects', () => refusing('put', 1), /stores no object of 1 MB: raise the limit of bodies/],
  ['keeps some of several', () => ({ deleteMany: async (names) => [...names] }), /several objects in one call/],
])('given a store that %s, then the check ends with what to do', async (_, broken, message) => {
  const store = { ...servers.store, ...broken() };
  await expect(checkOperations(store, 1024 ** 2)).rejects.toMatchObject({
    name: 'BucketError',
    message: expect.stringMatching(message),
  });
  await servers.store.deleteAll('requests/');
});

it('given a store that is away, then that is said, and nothing of rights', async () => {
  const away = { ...servers.store, put: () => Promise.reject(new ServiceError('unavailable')) };
  await expect(checkOperations(away)).rejects.toMatchObject({ name: 'ServiceError', code: 'unavailable' });
});
