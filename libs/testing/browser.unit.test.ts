import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findChromium } from './browser.ts';

it('takes the Chromium that is named, else the first on the path, and refuses a named one that is no program', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'styling-find-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [chromium, mine, text] = ['chromium', 'mine', 'text'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const path of [chromium, mine, text]) await writeFile(path, '');
  for (const path of [chromium, mine]) await chmod(path, 0o755);
  expect(await findChromium({ CHROMIUM_PATH: mine, PATH: folder })).toBe(mine);
  expect(await findChromium({ PATH: `/nowhere:${folder}` })).toBe(chromium);
  await expect(findChromium({ CHROMIUM_PATH: text })).rejects.toThrow(/^CHROMIUM_PATH is not a program/);
});
