import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';

const password = (): string => randomBytes(24).toString('base64url');

/** The secret in `file` (readable by us only), made at first need. */
export async function keptSecret(file: string, make = password): Promise<string> {
  const kept = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (kept) return kept;
  const secret = make();
  await writeFile(file, `${secret}\n`, { mode: 0o600 });
  return secret;
}
