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
import { absentAsNull, reach, reachOrNull, s3Client } from './s3-client.ts';

/** Without an endpoint on AWS; the AWS SDK finds the credentials. */
export type ObjectStoreOptions = Readonly<ReturnType<typeof objectStoreVariables.parse>> & {
  /** Silence after which an operation is retried; default 2.5 s: three tries take less than a client waits. */
  readonly silenceMs?: number;
  /** Objects per list call; default 1,000, the maximum. */
  readonly pageSize?: number;
};

const MOST_PER_CALL = 1_000;

/** Caches revalidate each time, so that a deleted object is gone everywhere. */
const REVALIDATED = 'no-cache';

/** Bytes a ms; slower counts as silent: undici's time-out runs while a body is sent, too. */
const SLOWEST_UPLOAD = 1_000;
/** Time-out factor of operations on a thousand objects, for which no client waits. */
const BATCH_FACTOR = 2.4;

/** Lower-case ASCII names, short ASCII values. */
export type ObjectMetadata = Readonly<Record<string, string>>;

export type StoredObject = { readonly bytes: Uint8Array; readonly mimeType: string; readonly metadata: ObjectMetadata };

/** Missing objects are `null`. Throws ServiceError: `unavailable` after the SDK's retries, `internal` if refused. */
export type ObjectStore = ReturnType<typeof connectObjectStore>;

/** Connects on the first call. */
export function connectObjectStore(options: ObjectStoreOptions) {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: Bucket, AWS_REGION: region, silenceMs = 2_500, pageSize } = options;
  const forcePathStyle = options.S3_FORCE_PATH_STYLE ?? endpoint !== undefined;
  const client = s3Client({ ...(endpoint !== undefined && { endpoint }), region, forcePathStyle }, silenceMs);
  const patient = { requestTimeout: silenceMs * BATCH_FACTOR };
  const paging = { client, ...(pageSize !== undefined && { pageSize }) };
  const pagesOf = (Prefix: string) => paginateListObjectsV2(paging, { Bucket, Prefix }, patient);
  const get = (Key: string) => new GetObjectCommand({ Bucket, Key });
  /** Returns the names refused. */
  const deleteNames = async (names: readonly string[]): Promise<string[]> => {
    const refused: string[] = [];
    for (let start = 0; start < names.length; start += MOST_PER_CALL) {
      const Objects = names.slice(start, start + MOST_PER_CALL).map((Key) => ({ Key }));
      const command = new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } });
      const { Errors = [] } = await client.send(command, patient);
      refused.push(...Errors.flatMap(({ Key }) => Key ?? []));
    }
    return refused;
  };
  /** Returns the number deleted. */
  const deleteWhere = async (prefix: string, mayGo: (object: _Object) => boolean | Promise<boolean>) => {
    let deleted = 0;
    for await (const { Contents = [] } of pagesOf(prefix)) {
      const due: string[] = [];
      for (const object of Contents) if (object.Key && (await mayGo(object))) due.push(object.Key);
      const refused = await deleteNames(due);
      if (refused.length > 0) throw new Error(`${refused.length} objects could not be deleted`);
      deleted += due.length;
    }
    return deleted;
  };
  return {
    put: (name: string, bytes: Uint8Array, mimeType: string, metadata: ObjectMetadata = {}): Promise<void> =>
      reach('put', async () => {
        const described = { ContentType: mimeType, CacheControl: REVALIDATED, Metadata: { ...metadata } };
        const object = { Bucket, Key: name, Body: bytes, ...described };
        const requestTimeout = silenceMs + Math.ceil(bytes.length / SLOWEST_UPLOAD);
        await client.send(new PutObjectCommand(object), { requestTimeout });
      }),
    get: (name: string): Promise<StoredObject | null> =>
      reachOrNull('get', async () => {
        const found = await client.send(get(name));
        if (!found.Body) throw new Error('object without a body');
        return { bytes: await found.Body.transformToByteArray(), ...described(found) };
      }),
    head: (name: string): Promise<Omit<StoredObject, 'bytes'> | null> =>
      reachOrNull('head', async () => described(await client.send(new HeadObjectCommand({ Bucket, Key: name })))),
    /** Presigned GET URL, valid for `seconds`. Sends nothing, and does not check that the object exists. */
    presign: (name: string, seconds: number): Promise<string> =>
      reach('presign', () => getSignedUrl(client, get(name), { expiresIn: seconds })),
    /** Idempotent. */
    delete: (name: string): Promise<void> =>
      reach('delete', async () => {
        await client.send(new DeleteObjectCommand({ Bucket, Key: name }));
      }),
    /** Idempotent, 1,000 per call; returns the names that the store refused to delete. */
    deleteMany: (names: readonly string[]): Promise<string[]> => reach('deleteMany', () => deleteNames(names)),
    /** Returns the number deleted. */
    deleteAll: (prefix: string): Promise<number> => reach('deleteAll', () => deleteWhere(prefix, () => true)),
    /** Those stored before `moment` and for which `mayGo`; returns their number. */
    deleteOlder: (
      prefix: string,
      moment: Date,
      mayGo: (name: string) => boolean | Promise<boolean> = () => true,
    ): Promise<number> =>
      reach('deleteOlder', () =>
        deleteWhere(
          prefix,
          ({ Key = '', LastModified }) => LastModified !== undefined && LastModified < moment && mayGo(Key),
        ),
      ),
    /** Sorted by name, in pages of at most 1,000; all of before the call are in it. */
    async *list(prefix: string) {
      const pages = pagesOf(prefix);
      for (;;) {
        const { done, value } = await reach('list', () => pages.next());
        if (done) return;
        const objects = value.Contents ?? [];
        // `LastModified` is the store's clock.
        yield objects.map(({ Key = '', LastModified = new Date(0) }) => ({ name: Key, storedAt: LastModified }));
      }
    },
    createBucket: (): Promise<void> =>
      reach('createBucket', async () => {
        const there = await absentAsNull(() => client.send(new HeadBucketCommand({ Bucket })));
        if (there === null) await client.send(new CreateBucketCommand({ Bucket }));
      }),
    /** Unsigned. Sends nothing. */
    async addressOf(name: string): Promise<URL> {
      const address = new URL(await getSignedUrl(client, get(name)));
      address.search = '';
      return address;
    },
    /** Other statements of the bucket's policy stay. */
    allowReads: (prefix: string): Promise<void> =>
      reach('allowReads', async () => {
        const found = await absentAsNull(() => client.send(new GetBucketPolicyCommand({ Bucket })));
        const Policy = withPublicReads(found?.Policy ?? null, Bucket, prefix);
        if (Policy !== found?.Policy) await client.send(new PutBucketPolicyCommand({ Bucket, Policy }));
      }),
    /** Other rules stay. Not every store takes rules. */
    allowCrossOriginReads: (): Promise<void> =>
      reach('allowCrossOriginReads', async () => {
        const found = await absentAsNull(() => client.send(new GetBucketCorsCommand({ Bucket })));
        const CORSRules = withCrossOriginReads(found?.CORSRules ?? []);
        if (CORSRules) await client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules } }));
      }),
    close: () => client.destroy(),
  };
}

const described = (answer: { ContentType?: string | undefined; Metadata?: Record<string, string> | undefined }) => ({
  mimeType: answer.ContentType ?? 'application/octet-stream',
  metadata: answer.Metadata ?? {},
});
