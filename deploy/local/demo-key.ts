import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export type KeysCommand = (args: readonly string[]) => Promise<string>;

type Key = { readonly key_id?: string; readonly key?: string; readonly revoked_at?: string | null };

export const DEMO_USER = 'demo';

/** The valid key in `<dataDir>/demo-key.json` (readable by us only), else a new one, kept there after `welcome`. */
export async function demoKey(dataDir: string, keys: KeysCommand, welcome?: () => Promise<unknown>): Promise<string> {
  const file = join(dataDir, 'demo-key.json');
  const kept: Key = await readFile(file, 'utf8')
    .then(JSON.parse)
    .catch(() => ({}));
  if (kept.key) {
    const lines = (await keys(['list', '--user', DEMO_USER])).split('\n').filter(Boolean);
    const listed: Key[] = lines.map((line) => JSON.parse(line));
    if (listed.some(({ key_id, revoked_at }) => key_id === kept.key_id && !revoked_at)) return kept.key;
  }
  const output = await keys(['create', '--user', DEMO_USER, '--name', DEMO_USER]);
  await welcome?.();
  await writeFile(file, output, { mode: 0o600 });
  return JSON.parse(output).key;
}
