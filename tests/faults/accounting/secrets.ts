import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes that must not be stored, by the name they are reported under. */
export type Secrets = Readonly<Record<string, Buffer>>;

/** Looks for `secrets` in every file below `folder`; one line for each find. */
export async function findSecrets(folder: string, secrets: Secrets): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = await readFile(join(entry.parentPath, entry.name)).catch(() => Buffer.alloc(0));
    for (const [name, secret] of Object.entries(secrets)) {
      if (bytes.includes(secret)) found.push(`${name} in ${entry.name}`);
    }
  }
  return found;
}
