import {
  type _Object,
  CreateBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketCorsCommand,
  GetBucketPolicyCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutBucketCorsCommand,
  PutBucketPolicyCommand,
  PutObjectCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { objectStoreVariables } from '@styling/service';
import { withCrossOriginReads, withPublicReads } from './bucket-access.ts';
import type { ObjectStore } from './object-store.ts';
import { absentAsNull, reach, reachOrNull } from './reach-store.ts';
import { s3Client } from './s3-client.ts';

/** Location of the bucket. Without an endpoint it is on AWS; the AWS SDK finds the credentials. */
export type ObjectStoreOptions = Readonly<ReturnType<typeof objectStoreVariables.parse>> & {
  /** Silence of the store after which an operation is retried, in ms; default 2.5 s: three tries take less than a client waits. */
  readonly silenceMs?: number;
  /** Objects listed by one call; default 1,000, the maximum. */
  readonly pageSize?: number;
};

/** Objects in one DeleteObjects, by the protocol. */
const MOST_PER_CALL = 1_000;

/** `Cache-Control` of every object: caches revalidate each time, so that a deleted object is gone everywhere. */
const REVALIDATED = 'no-cache';

/** Upload, in bytes a ms, below which a store counts as silent: undici's time-out runs while a body is sent, too. */
const SLOWEST_UPLOAD = 1_000;
/** Factor of the time-out of operations on a thousand objects, for which no client waits. */
const BATCH_FACTOR = 2.4;

/** Creates an {@link ObjectStore}; it connects on the first call. */
export function connectObjectStore(options: ObjectStoreOptions): ObjectStore {
  const { S3_ENDPOINT: endpoint, S3_BUCKET, AWS_REGION: region, silenceMs = 2_500, pageSize } = options;
  const forcePathStyle = options.S3_FORCE_PATH_STYLE ?? endpoint !== undefined;
  const clientWith = (silence: number) => s3Client({ endpoint, region, forcePathStyle, silenceMs: silence });
  const [client, batches] = [clientWith(silenceMs), clientWith(silenceMs * BATCH_FACTOR)];
  const paging = { client: batches, ...(pageSize !== undefined && { pageSize }) };
  const Bucket = S3_BUCKET;
  const deleteMany = async (names: readonly string[]) => {
    const refused: string[] = [];
    for (let start = 0; start < names.length; start += MOST_PER_CALL) {
      const Objects = names.slice(start, start + MOST_PER_CALL).map((Key) => ({ Key }));
      const command = new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } });
      const { Errors = [] } = await batches.send(command);
      refused.push(...Errors.flatMap(({ Key }) => Key ?? []));
    }
    return refused;
  };
  const deleteWhere = async (
    Prefix: string,
    matches: (object: _Object) => boolean,
    mayGo: (name: string) => Promise<boolean> = async () => true,
  ) => {
    let deleted = 0;
    for await (const { Contents = [] } of paginateListObjectsV2(paging, { Bucket, Prefix })) {
      const names = Contents.filter(matches).flatMap(({ Key }) => Key ?? []);
      const due: string[] = [];
      for (const name of names) if (await mayGo(name)) due.push(name);
      const refused = await deleteMany(due);
      if (refused.length > 0) throw new Error(`${refused.length} objects could not be deleted`);
      deleted += due.length;
    }
    return deleted;
  };
  return {
    put: (name, bytes, mimeType, metadata = {}) =>
      reach('put', async () => {
        const described = { ContentType: mimeType, CacheControl: REVALIDATED, Metadata: { ...metadata } };
        const object = { Bucket, Key: name, Body: bytes, ...described };
        const requestTimeout = silenceMs + Math.ceil(bytes.length / SLOWEST_UPLOAD);
        await client.send(new PutObjectCommand(object), { requestTimeout });
      }),
    get: (name) =>
      reachOrNull('get', async () => {
        const found = await client.send(new GetObjectCommand({ Bucket, Key: name }));
        if (!found.Body) throw new Error('object without a body');
        return { bytes: await found.Body.transformToByteArray(), ...described(found) };
      }),
    head: (name) =>
      reachOrNull('head', async () => described(await client.send(new HeadObjectCommand({ Bucket, Key: name })))),
    presign: (name, seconds) =>
      reach('presign', () => getSignedUrl(client, new GetObjectCommand({ Bucket, Key: name }), { expiresIn: seconds })),
    delete: (name) =>
      reach('delete', async () => {
        await client.send(new DeleteObjectCommand({ Bucket, Key: name }));
      }),
    deleteMany: (names) => reach('deleteMany', () => deleteMany(names)),
    deleteAll: (prefix) => reach('deleteAll', () => deleteWhere(prefix, () => true)),
    deleteOlder: (prefix, moment, mayGo) =>
      reach('deleteOlder', () =>
        deleteWhere(prefix, ({ LastModified }) => LastModified !== undefined && LastModified < moment, mayGo),
      ),
    async *list(Prefix) {
      const pages = paginateListObjectsV2(paging, { Bucket, Prefix });
      for (;;) {
        const { done, value } = await reach('list', () => pages.next());
        if (done) return;
        const objects = value.Contents ?? [];
        yield objects.map(({ Key = '', LastModified = new Date(0) }) => ({ name: Key, storedAt: LastModified }));
      }
    },
    createBucket: () =>
      reach('createBucket', async () => {
        const there = await absentAsNull(() => client.send(new HeadBucketCommand({ Bucket })));
        if (there === null) await client.send(new CreateBucketCommand({ Bucket }));
      }),
    async addressOf(name) {
      const address = new URL(await getSignedUrl(client, new GetObjectCommand({ Bucket, Key: name })));
      address.search = '';
      return address;
    },
    allowReads: (prefix) =>
      reach('allowReads', async () => {
        const found = await absentAsNull(() => client.send(new GetBucketPolicyCommand({ Bucket })));
        const Policy = withPublicReads(found?.Policy ?? null, Bucket, prefix);
        if (Policy !== found?.Policy) await client.send(new PutBucketPolicyCommand({ Bucket, Policy }));
      }),
    allowCrossOriginReads: () =>
      reach('allowCrossOriginReads', async () => {
        const found = await absentAsNull(() => client.send(new GetBucketCorsCommand({ Bucket })));
        const CORSRules = withCrossOriginReads(found?.CORSRules ?? []);
        if (CORSRules) await client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules } }));
      }),
    close() {
      client.destroy();
      batches.destroy();
    },
  };
}

const described = (answer: { ContentType?: string | undefined; Metadata?: Record<string, string> | undefined }) => ({
  mimeType: answer.ContentType ?? 'application/octet-stream',
  metadata: answer.Metadata ?? {},
});
