import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from './browser.ts';

let folder: string;
const program = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'styling-find-'));
  for (const name of ['chromium', 'mine', 'text']) await writeFile(program(name), '');
  for (const name of ['chromium', 'mine']) await chmod(program(name), 0o755);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('given an installed Chromium', () => {
  it('takes the one that is named, before the one on the path', async () => {
    expect(await findChromium({ CHROMIUM_PATH: program('mine'), PATH: folder })).toBe(program('mine'));
  });

  it('takes the first on the path', async () => {
    expect(await findChromium({ PATH: ['/nowhere', folder].join(delimiter) })).toBe(program('chromium'));
  });

  it.each(['text', 'absent'])('refuses a named one that is not a program: %s', async (name) => {
    await expect(findChromium({ CHROMIUM_PATH: program(name), PATH: folder })).rejects.toThrow(/^CHROMIUM_PATH is not/);
  });
});

it.runIf(process.platform === 'linux')('finds none where none is', async () => {
  expect(await findChromium({ PATH: '' })).toBeUndefined();
});
