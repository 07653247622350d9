import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';

/** The password in `file` (readable by us only), made at first need. @param make default: 24 random bytes */
export async function keptPassword(file: string, make = () => randomBytes(24).toString('base64url')): Promise<string> {
  const kept = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (kept) return kept;
  const password = make();
  await writeFile(file, `${password}\n`, { mode: 0o600 });
  return password;
}
