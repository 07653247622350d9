import { rmdirSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildAppOptions, buildApp } from 'fauxqs';

/** The HTTP application of fauxqs, a Fastify instance that does not listen yet. */
export type FauxqsApp = ReturnType<typeof buildApp>;
type Stores = NonNullable<BuildAppOptions['stores']>;

/**
 * The S3 emulator `fauxqs` with its state in files under `storageDir`, else in memory, not listening yet. Its own
 * `startFauxqs` listens on all interfaces and takes no address, hence this: the same three steps (load, attach, build),
 * and the caller chooses the address. The two classes needed are not exported by the package, so they are loaded by
 * file; its version is pinned.
 */
export async function fauxqsApp(storageDir?: string): Promise<{ app: FauxqsApp; store: Stores['s3Store'] }> {
  const packageFile = findPackageJSON('fauxqs', import.meta.url);
  if (!packageFile) throw new Error('package fauxqs is not installed');
  const load = (file: string) => import(pathToFileURL(join(dirname(packageFile), 'dist', 's3', file)).href);
  const { S3Store } = await load('s3Store.js');
  const store: Stores['s3Store'] = new S3Store();
  if (storageDir !== undefined) {
    const { FileS3Persistence } = await load('fileS3Persistence.js');
    const persistence = new FileS3Persistence(storageDir);
    persistence.cleanEmptyParents = removeEmptyFolders;
    persistence.loadS3(store);
    store.persistence = persistence;
  }
  // Other than its type says, it makes the stores of its other services itself.
  return { app: buildApp({ logger: false, stores: { s3Store: store } as Stores }), store };
}

/**
 * Removes `folder` and those around it, up to `root`, as far as they are empty. The emulator's own reads each of them whole to find
 * out: with 100,000 objects, every deletion then stops the process for a tenth of a second.
 */
function removeEmptyFolders(folder: string, root: string): void {
  try {
    for (let at = folder; at !== root; at = dirname(at)) rmdirSync(at);
  } catch {
    // Not empty, or removed already.
  }
}
