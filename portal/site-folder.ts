import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const REPOSITORY = fileURLToPath(new URL('..', import.meta.url));
/** Whatever the built site depends on, and some that it does not. */
const SOURCES = [
  'package-lock.json',
  'tsconfig.json',
  'portal/tsconfig.json',
  'portal/*.{ts,html}',
  'portal/{page,public}/**/*.*',
  'sdk/*.ts',
  'sdk/generated/*.ts',
];

/** Where the site of these sources is, or is to be: a folder named by their hash, so that an old one is never served. */
export async function siteFolder(): Promise<string> {
  const hash = createHash('sha256');
  const names = await Array.fromAsync(glob(SOURCES, { cwd: REPOSITORY }));
  for (const name of names.sort()) hash.update(name).update(await readFile(join(REPOSITORY, name)));
  return join(REPOSITORY, '.local', 'portal', hash.digest('hex').slice(0, 16));
}

let preparing: Promise<string> | undefined;

/**
 * The folder of the built site, which is built first if there is none for these sources, by a process of its own: two seconds of work,
 * during which requests are served. A gateway calls this when it is ready, so that nobody waits; the first request for a page does
 * otherwise. Concurrent calls share one build.
 *
 * @throws Error when it cannot be built
 */
export function prepareSite(): Promise<string> {
  preparing ??= findOrBuild().finally(() => {
    preparing = undefined;
  });
  return preparing;
}

async function findOrBuild(): Promise<string> {
  const folder = await siteFolder();
  if (existsSync(folder)) return folder;
  const program = fileURLToPath(new URL('./build.ts', import.meta.url));
  const building = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'ignore', 'inherit'] });
  // A process that stops does not wait for it.
  building.unref();
  const [code] = await once(building, 'exit');
  if (code !== 0) throw new Error(`the portal could not be built: exit code ${code}`);
  return folder;
}
