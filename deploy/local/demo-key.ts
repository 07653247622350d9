import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Runs the key administration with these arguments and returns its output. */
export type KeysCommand = (args: readonly string[]) => Promise<string>;

/** A line of `keys create`. */
type CreatedKey = { readonly key_id: string; readonly key: string };
/** A line of `keys list`. */
type ListedKey = { readonly key_id: string; readonly revoked_at: string | null };

const USER = 'demo';

/**
 * The API key of user `demo`: the one kept in `<dataDir>/demo-key.json` (readable by us only) if it is still valid,
 * else a new one, which is then kept.
 * @throws Error of one line when the key administration fails or prints something else
 */
export async function demoKey(dataDir: string, keys: KeysCommand): Promise<string> {
  const file = join(dataDir, 'demo-key.json');
  const kept = parseKey(await readFile(file, 'utf8').catch(() => ''));
  if (kept && isValid(kept.key_id, await keys(['list', '--user', USER]))) return kept.key;
  const output = await keys(['create', '--user', USER, '--name', USER]);
  const created = parseKey(output);
  if (!created) throw new Error('keys create did not print a key');
  await writeFile(file, `${output.trim()}\n`, { mode: 0o600 });
  return created.key;
}

/** Whether the lines of `keys list` have that key, not revoked. */
export function isValid(keyId: string, listing: string): boolean {
  return listing
    .split('\n')
    .map((line) => parseJson(line) as ListedKey | undefined)
    .some((listed) => listed?.key_id === keyId && !listed.revoked_at);
}

function parseKey(text: string): CreatedKey | undefined {
  const parsed = parseJson(text) as Partial<CreatedKey> | undefined;
  return typeof parsed?.key_id === 'string' && typeof parsed.key === 'string' ? (parsed as CreatedKey) : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    return undefined;
  }
}
