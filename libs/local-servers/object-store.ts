import { hash } from 'node:crypto';
import { rmdirSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildAppOptions, buildApp } from 'fauxqs';
import { isSigned, type StoreCredentials, signatureVerifier } from './verify-signature.ts';

type Stores = NonNullable<BuildAppOptions['stores']>;

/** Bytes: more than all pictures of one request, kept as one object. */
const BODY_LIMIT = 64 * 1024 * 1024;
/** What this check and the router read alike: to a router a `#` ends the path. */
const ORIGIN_FORM = /^\/[^#]*$/;
const CLIMBING = /(?:\/|%2f)(?:\.|%2e){1,2}(?:\/|%2f|$)/i;
/** A page whose own name resolves to 127.0.0.1 (DNS rebinding) sends that name as `Host`. */
const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

export type ObjectStore = Awaited<ReturnType<typeof startObjectStore>>;

/**
 * Starts the embedded object store in this process, under `dataDir` (else in memory), and creates `bucket`. Do not use
 * tags: the emulator writes them over the object.
 * @returns `url`, the S3 endpoint (path style); anyone may GET `<url>/<bucket>/images/<key>`, everything else has to be
 * signed. Serves only `localhost` and its addresses
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
    throw new Error(`object store: ${(cause as Error).message}`, { cause });
  }
}

/** Builds the S3 emulator by file (version pinned): its own `startFauxqs` listens on all interfaces. */
async function fauxqsApp(storageDir?: string) {
  const packageFile = findPackageJSON('fauxqs', import.meta.url);
  if (!packageFile) throw new Error('package fauxqs is not installed');
  const load = (file: string) => import(pathToFileURL(join(dirname(packageFile), 'dist', 's3', file)).href);
  const { S3Store } = await load('s3Store.js');
  const store: Stores['s3Store'] = new S3Store();
  if (storageDir !== undefined) {
    const { FileS3Persistence } = await load('fileS3Persistence.js');
    const persistence = new FileS3Persistence(storageDir);
    // The emulator's own reads each folder whole: 0.1 s for a deletion among 100,000 objects.
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
  // Other than its type says, it makes its other stores itself.
  return { app: buildApp({ logger: false, stores: { s3Store: store } as Stores }), store };
}

/**
 * Refuses, as S3 would, unsigned requests but reads in `images/` of `bucket`, and keys that climb out of their folder,
 * as the emulator stores keys as paths.
 */
function guardStore(app: ReturnType<typeof buildApp>, bucket: string, credentials: StoreCredentials): void {
  const signatureError = signatureVerifier(credentials);
  // Leaves every body as the signed bytes, and takes larger ones than the emulator does.
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
      // What anyone may read, a page of another origin may.
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
 * Removes objects with a half-written description (`*.meta.json`, `.bucket.json`), with which fauxqs refuses to load a
 * folder; their writes were never acknowledged.
 * @returns how many were removed
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
