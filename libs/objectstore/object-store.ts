/** Object metadata: lower-case ASCII names, short ASCII values. */
export type ObjectMetadata = Readonly<Record<string, string>>;

/** An object's bytes, media type and metadata. */
export type StoredObject = { readonly bytes: Uint8Array; readonly mimeType: string; readonly metadata: ObjectMetadata };

/** An object's name, and when it was stored by the store's clock. */
export type ListedObject = { readonly name: string; readonly storedAt: Date };

/**
 * One bucket of an S3-compatible store. Missing objects are `null`. All functions throw ServiceError with its cause: `unavailable` if
 * the store is unreachable or fails after the SDK's own retries, `internal` if it refuses the call, so that repeating it cannot help.
 */
export type ObjectStore = {
  put(name: string, bytes: Uint8Array, mimeType: string, metadata?: ObjectMetadata): Promise<void>;
  get(name: string): Promise<StoredObject | null>;
  head(name: string): Promise<Omit<StoredObject, 'bytes'> | null>;
  /** A presigned GET URL, valid for `seconds`. Sends nothing, and does not check that the object exists. */
  presign(name: string, seconds: number): Promise<string>;
  /** Deletes an object, if it exists. */
  delete(name: string): Promise<void>;
  /** Deletes objects, if they exist, 1,000 per call; returns the names that the store refused to delete. */
  deleteMany(names: readonly string[]): Promise<string[]>;
  /** Deletes all objects whose name starts with `prefix`; returns their number. */
  deleteAll(prefix: string): Promise<number>;
  /** Deletes all objects under `prefix` that were stored before `moment` and for which `mayGo`; returns their number. */
  deleteOlder(prefix: string, moment: Date, mayGo?: (name: string) => Promise<boolean>): Promise<number>;
  /** Objects under `prefix`, by name, in pages of at most 1,000; those of before the call are all in it. */
  list(prefix: string): AsyncIterable<readonly ListedObject[]>;
  createBucket(): Promise<void>;
  /** The address of an object without a signature. Sends nothing. */
  addressOf(name: string): Promise<URL>;
  /** Lets anyone read the objects under `prefix`; other statements of the bucket's policy stay. */
  allowReads(prefix: string): Promise<void>;
  /** Lets pages of any site read what anyone may read; other rules of the bucket stay. Not every store takes rules. */
  allowCrossOriginReads(): Promise<void>;
  close(): void;
};
