import {
  type _Object,
  CreateBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { type objectStoreVariables, ServiceError } from '@styling/service';
import { inSpan, timed } from '@styling/telemetry';

/** Location of the bucket. Without an endpoint it is on AWS; the AWS SDK finds the credentials. */
export type ObjectStoreOptions = Readonly<ReturnType<typeof objectStoreVariables.parse>>;

/** Object metadata: lower-case ASCII names, short ASCII values. */
export type ObjectMetadata = Readonly<Record<string, string>>;

/** An object's bytes, media type and metadata. */
export type StoredObject = { readonly bytes: Uint8Array; readonly mimeType: string; readonly metadata: ObjectMetadata };

/**
 * One bucket of an S3-compatible store. Missing objects are `null`. All functions throw ServiceError `unavailable`, with
 * its cause, if the store is unreachable or fails after the SDK's own retries.
 */
export type ObjectStore = {
  put(name: string, bytes: Uint8Array, mimeType: string, metadata?: ObjectMetadata): Promise<void>;
  get(name: string): Promise<StoredObject | null>;
  head(name: string): Promise<Omit<StoredObject, 'bytes'> | null>;
  /** A presigned GET URL, valid for `seconds`. Sends nothing, and does not check that the object exists. */
  presign(name: string, seconds: number): Promise<string>;
  /** Deletes an object, if it exists. */
  delete(name: string): Promise<void>;
  /** Deletes all objects whose name starts with `prefix`; returns their number. */
  deleteAll(prefix: string): Promise<number>;
  /** Deletes all objects under `prefix` that were stored before `moment`; returns their number. */
  deleteOlder(prefix: string, moment: Date): Promise<number>;
  createBucket(): Promise<void>;
  close(): void;
};

const CONNECT_TIMEOUT_MS = 2_000;
/** How long a store may be silent within an operation before it is tried again: three tries take less than a client waits. */
const SILENCE_MS = 2_500;
/** The same where it works on a thousand objects at once; no client waits for that. */
const BATCH_SILENCE_MS = 6_000;

/** Creates an {@link ObjectStore}; it connects on the first call. */
export function connectObjectStore({ S3_ENDPOINT, S3_BUCKET, AWS_REGION }: ObjectStoreOptions): ObjectStore {
  const clientWith = (socketTimeout: number) =>
    new S3Client({
      region: AWS_REGION,
      ...(S3_ENDPOINT === undefined ? {} : { endpoint: S3_ENDPOINT, forcePathStyle: true }),
      // Trailing checksums are sent as aws-chunked bodies, which several S3 servers store as part of the object.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: 3,
      // Without `socketTimeout` the SDK waits without end; its `requestTimeout` only warns.
      requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout },
    });
  const [client, batches] = [clientWith(SILENCE_MS), clientWith(BATCH_SILENCE_MS)];
  const Bucket = S3_BUCKET;
  const deleteWhere = async (Prefix: string, matches: (object: _Object) => boolean) => {
    let deleted = 0;
    for await (const { Contents = [] } of paginateListObjectsV2({ client: batches }, { Bucket, Prefix })) {
      const Objects = Contents.filter(matches).map(({ Key }) => ({ Key }));
      if (Objects.length === 0) continue;
      const { Errors = [] } = await batches.send(
        new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
      );
      if (Errors.length > 0) throw new Error(`${Errors.length} objects could not be deleted`);
      deleted += Objects.length;
    }
    return deleted;
  };
  return {
    put: (name, bytes, mimeType, metadata = {}) =>
      reach('put', async () => {
        const object = { Bucket, Key: name, Body: bytes, ContentType: mimeType, Metadata: { ...metadata } };
        await client.send(new PutObjectCommand(object));
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
    deleteAll: (prefix) => reach('deleteAll', () => deleteWhere(prefix, () => true)),
    deleteOlder: (prefix, moment) =>
      reach('deleteOlder', () =>
        deleteWhere(prefix, ({ LastModified }) => LastModified !== undefined && LastModified < moment),
      ),
    createBucket: () =>
      reach('createBucket', async () => {
        const there = await absentAsNull(() => client.send(new HeadBucketCommand({ Bucket })));
        if (there === null) await client.send(new CreateBucketCommand({ Bucket }));
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

async function reach<T>(operation: keyof ObjectStore, call: () => Promise<T>): Promise<T> {
  try {
    const attributes = { 'styling.objectstore.operation': operation };
    return await timed('styling.objectstore.operation.duration', attributes, () =>
      inSpan('objectstore.call', { about: operation, attributes }, call),
    );
  } catch (cause) {
    throw new ServiceError('unavailable', {}, { cause });
  }
}

const reachOrNull = <T>(operation: keyof ObjectStore, call: () => Promise<T>) =>
  reach(operation, () => absentAsNull(call));

async function absentAsNull<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call();
  } catch (error) {
    const isAbsent = error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;
    if (isAbsent && error.name !== 'NoSuchBucket') return null;
    throw error;
  }
}
