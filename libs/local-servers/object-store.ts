import { chmod, mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type FauxqsApp, fauxqsApp } from './fauxqs-loopback.ts';
import { removeTornObjects } from './torn-objects.ts';

/** A running S3-compatible object store on 127.0.0.1. */
export type ObjectStore = Awaited<ReturnType<typeof startObjectStore>>;

/**
 * Starts the embedded object store in this process, with its files under `dataDir`, and creates `bucket` when it does not
 * exist. State (bytes, content types, metadata) survives restarts. Do not use tags: the emulator writes them over the
 * object.
 * @param options.dataDir without it, all is kept in memory only
 * @param options.port 0 or undefined: a free one
 * @param options.notify called with one line when an incomplete object was removed
 * @returns `url` is the S3 endpoint (path style); `<url>/<bucket>/images/<key>` answers anonymous GETs, of pages of
 *   any site, too
 * @throws Error of one line when the port is taken or the bucket's name is not allowed
 */
export async function startObjectStore(options: {
  dataDir?: string;
  bucket: string;
  port?: number;
  notify?: (line: string) => void;
}) {
  const { bucket, port = 0, notify = () => undefined } = options;
  const dataDir = options.dataDir === undefined ? undefined : resolve(options.dataDir);
  if (dataDir !== undefined) await makeReady(dataDir, notify);
  const { app, store } = await fauxqsApp(dataDir);
  refuseUnsigned(app);
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

/** The only form of a target that this check and the router read alike: to a router a `#` ends the path. */
const ORIGIN_FORM = /^\/[^#]*$/;
/** A segment `.` or `..`, encoded or not. */
const CLIMBING = /(?:\/|%2f)(?:\.|%2e){1,2}(?:\/|%2f|$)/i;

/** Path of an object that anyone may read. */
const PUBLIC = /^\/[^/]+\/images\/[^/]/;

/**
 * Refuses what the emulator itself does not, as a bucket with public objects would: without a signature only objects
 * under `images/` may be read (no listing, no writing), and no key may climb out of its folder, since the emulator stores keys as
 * paths. Signatures are not verified: the store is for one machine.
 */
function refuseUnsigned(app: FauxqsApp): void {
  app.addHook('onRequest', async ({ method, originalUrl, raw: { url = '/' }, headers }, reply) => {
    // The emulator has put a bucket in front that the Host header names.
    const isClear = ORIGIN_FORM.test(originalUrl) && ORIGIN_FORM.test(url);
    const [path = '', query] = url.split('?', 2);
    const isSigned = headers.authorization !== undefined || new URLSearchParams(query).has('X-Amz-Signature');
    const readsObject = (method === 'GET' || method === 'HEAD') && PUBLIC.test(path);
    if (!isClear || CLIMBING.test(path)) await reply.code(400).send();
    else if (!isSigned && !readsObject) await reply.code(403).send();
    // For a page, which is of another origin: what anyone may read, any page may.
    else if (!isSigned) reply.header('Access-Control-Allow-Origin', '*');
  });
}
