import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export type KeysCommand = (args: readonly string[]) => Promise<string>;

type Key = {
  readonly key_id?: string;
  readonly key?: string;
  readonly link?: string;
  readonly revoked_at?: string | null;
};

export const DEMO_USER = 'demo';

/** The valid key in `<dataDir>/demo-key.json` (readable by us only), else a new one, kept there after `welcome`. */
export async function demoKey(dataDir: string, keys: KeysCommand, welcome?: () => Promise<unknown>): Promise<string> {
  const file = join(dataDir, 'demo-key.json');
  const kept = parseKey(await readFile(file, 'utf8').catch(() => ''));
  if (kept.key) {
    const listed = (await keys(['list', '--user', DEMO_USER])).split('\n').map(parseKey);
    if (listed.some(({ key_id, revoked_at }) => key_id === kept.key_id && !revoked_at)) return kept.key;
  }
  const output = await keys(['create', '--user', DEMO_USER, '--name', DEMO_USER]);
  const { key } = parseKey(output);
  if (!key) throw new Error('keys create did not print a key');
  await welcome?.();
  await writeFile(file, `${output.trim()}\n`, { mode: 0o600 });
  return key;
}

/** A link with which user `demo` signs in to the portal, once within an hour. @throws Error of one line */
export async function demoLink(keys: KeysCommand): Promise<string> {
  const { link } = parseKey(await keys(['invite', '--user', DEMO_USER]));
  if (!link) throw new Error('keys invite did not print a link');
  return link;
}

function parseKey(line: string): Key {
  try {
    return JSON.parse(line);
  } catch {
    return {};
  }
}
