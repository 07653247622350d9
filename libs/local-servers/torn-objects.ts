import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Removes the description files (`*.meta.json`, `.bucket.json`) under `storageDir` that a kill left half written, with the
 * bytes they describe: fauxqs does not write them atomically and refuses to load a folder with a broken one. The write
 * of such an object was never acknowledged, or it was being overwritten.
 * @returns how many objects were removed
 */
export async function removeTornObjects(storageDir: string): Promise<number> {
  const entries = await readdir(storageDir, { recursive: true, withFileTypes: true }).catch(() => []);
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
