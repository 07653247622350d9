import { hash } from 'node:crypto';
import { rmdirSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildAppOptions, buildApp } from 'fauxqs';
import { isSigned, type StoreCredentials, signatureVerifier } from './verify-signature.ts';

type Stores = NonNullable<BuildAppOptions['stores']>;

/** Largest body, in bytes: more than all pictures of one request, which are kept as one object. Only signed bodies are read. */
const BODY_LIMIT = 64 * 1024 * 1024;
/** The only form of a target that this check and the router read alike: to a router a `#` ends the path. */
const ORIGIN_FORM = /^\/[^#]*$/;
/** A segment `.` or `..`, encoded or not. */
const CLIMBING = /(?:\/|%2f)(?:\.|%2e){1,2}(?:\/|%2f|$)/i;
/** `Host` of this machine. A page whose own host name resolves to 127.0.0.1 (DNS rebinding) sends that name. */
const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

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
  if (dataDir !== undefined) {
    await mkdir(dataDir, { recursive: true });
    // Contains photos of people.
    await chmod(dataDir, 0o700);
    const torn = await removeTornObjects(dataDir);
    if (torn > 0) notify(`removed ${torn} object(s) that a kill left half written`);
  }
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

/**
 * Builds the S3 emulator `fauxqs`, with its state in files under `storageDir`, else in memory. Its own `startFauxqs` listens on
 * all interfaces and takes no address, hence this: the same three steps (load, attach, build). The two classes needed are not exported
 * by the package, so they are loaded by file; its version is pinned.
 */
async function fauxqsApp(storageDir?: string) {
  const packageFile = findPackageJSON('fauxqs', import.meta.url);
  if (!packageFile) throw new Error('package fauxqs is not installed');
  const load = (file: string) => import(pathToFileURL(join(dirname(packageFile), 'dist', 's3', file)).href);
  const { S3Store } = await load('s3Store.js');
  const store: Stores['s3Store'] = new S3Store();
  if (storageDir !== undefined) {
    const { FileS3Persistence } = await load('fileS3Persistence.js');
    const persistence = new FileS3Persistence(storageDir);
    // The emulator's own reads each folder whole: with 100,000 objects, a deletion then stops the process for a tenth of a second.
    persistence.cleanEmptyParents = (folder: string, root: string) => {
      try {
        for (let at = folder; at !== root; at = dirname(at)) rmdirSync(at);
      } catch {
        // Not empty, or removed already.
      }
    };
    persistence.loadS3(store);
    store.persistence = persistence;
  }
  // Other than its type says, it makes the stores of its other services itself.
  return { app: buildApp({ logger: false, stores: { s3Store: store } as Stores }), store };
}

/**
 * Makes the emulator refuse what it would take from anyone. Without a signature only objects of `bucket` under `images/` may be read:
 * no listing, no writing. No key may climb out of its folder, since the emulator stores keys as paths. Refusals are those of S3.
 */
function guardStore(app: ReturnType<typeof buildApp>, bucket: string, credentials: StoreCredentials): void {
  const signatureError = signatureVerifier(credentials);
  // Leaves every body as the bytes that are signed, whatever its type, and takes larger ones than the emulator does.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, async (_: unknown, body: Buffer) => body);

  app.addHook('onRequest', async ({ method, raw: { url = '', headers } }, reply) => {
    const refuse = (status: number, code: string, message: string) =>
      reply.code(status).type('application/xml').send(errorXml(code, message));
    const [, path = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(url) ?? [];
    if (!LOCAL_HOST.test(headers.host ?? '')) await refuse(403, 'AccessDenied', 'this store serves localhost only');
    else if (!ORIGIN_FORM.test(url) || CLIMBING.test(path)) await refuse(400, 'InvalidURI', 'malformed target');
    else if (isSigned({ method, path, query, headers })) {
      const code = await signatureError({ method, path, query, headers }, new Date());
      if (code) await refuse(403, code, 'the signature is not accepted');
    } else if ((method === 'GET' || method === 'HEAD') && path.startsWith(`/${bucket}/images/`)) {
      // For a page, which is of another origin: what anyone may read, any page may.
      reply.header('Access-Control-Allow-Origin', '*');
    } else await refuse(403, 'AccessDenied', 'only objects under images/ are public');
  });

  app.addHook('preHandler', async ({ headers, body }, reply) => {
    const { 'x-amz-content-sha256': signed = 'UNSIGNED-PAYLOAD' } = headers;
    if (signed === 'UNSIGNED-PAYLOAD' || signed === hash('sha256', (body as Buffer | undefined) ?? '')) return;
    const message = 'the body is not the one that was signed';
    await reply.code(400).type('application/xml').send(errorXml('XAmzContentSHA256Mismatch', message));
  });
}

const errorXml = (code: string, message: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;

/**
 * Removes the description files (`*.meta.json`, `.bucket.json`) that a kill left half written, with the bytes they describe:
 * fauxqs does not write them atomically and refuses to load a folder with a broken one. The write of such an object was never
 * acknowledged, or it was being overwritten.
 * @returns how many objects were removed
 */
async function removeTornObjects(storageDir: string): Promise<number> {
  const entries = await readdir(storageDir, { recursive: true, withFileTypes: true });
  let removed = 0;
  for (const entry of entries) {
    if (!entry.isFile() || !(entry.name.endsWith('.meta.json') || entry.name === '.bucket.json')) continue;
    const path = join(entry.parentPath, entry.name);
    try {
      JSON.parse(await readFile(path, 'utf8'));
    } catch {
      await rm(path);
      if (entry.name === '.bucket.json') continue;
      await rm(path.replace(/\.meta\.json$/, '.data'), { force: true });
      removed += 1;
    }
  }
  return removed;
}
