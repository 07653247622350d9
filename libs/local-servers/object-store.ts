import { chmod, mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fauxqsApp } from './fauxqs-loopback.ts';
import { guardStore } from './guard-store.ts';
import { removeTornObjects } from './torn-objects.ts';
import type { StoreCredentials } from './verify-signature.ts';

/** A running S3-compatible object store on 127.0.0.1. */
export type ObjectStore = Awaited<ReturnType<typeof startObjectStore>>;

/**
 * Starts the embedded object store in this process, with its files under `dataDir`, and creates `bucket` when it does not
 * exist. State (bytes, content types, metadata) survives restarts. Do not use tags: the emulator writes them over the
 * object.
 * @param options.dataDir without it, all is kept in memory only
 * @param options.credentials whose signatures are accepted
 * @param options.port 0 or undefined: a free one
 * @param options.notify called with one line when an incomplete object was removed
 * @returns `url` is the S3 endpoint (path style); `<url>/<bucket>/images/<key>` answers anonymous GETs, of pages of
 *   any site, too; everything else has to be signed. Only `localhost` and its addresses are served, by whatever port
 * @throws Error of one line when the port is taken or the bucket's name is not allowed
 */
export async function startObjectStore(options: {
  dataDir?: string;
  bucket: string;
  credentials: StoreCredentials;
  port?: number;
  notify?: (line: string) => void;
}) {
  const { bucket, credentials, port = 0, notify = () => undefined } = options;
  const dataDir = options.dataDir === undefined ? undefined : resolve(options.dataDir);
  if (dataDir !== undefined) await makeReady(dataDir, notify);
  const { app, store } = await fauxqsApp(dataDir);
  guardStore(app, bucket, credentials);
  store.createBucket(bucket);
  try {
    const url = await app.listen({ host: '127.0.0.1', port });
    return { url, port: Number(new URL(url).port), bucket, stop: () => app.close() };
  } catch (cause) {
    await app.close();
    const isBusy = (cause as NodeJS.ErrnoException).code === 'EADDRINUSE';
    const why = isBusy ? `port ${port} of 127.0.0.1 is already in use` : (cause as Error).message;
    throw new Error(`object store: ${why}`, { cause });
  }
}

async function makeReady(dataDir: string, notify: (line: string) => void): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  // Contains photos of people.
  await chmod(dataDir, 0o700);
  const torn = await removeTornObjects(dataDir);
  if (torn > 0) notify(`removed ${torn} object(s) that a kill left half written`);
}
