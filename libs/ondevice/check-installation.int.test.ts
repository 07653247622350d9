import { copyFile, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkInstallation } from './check-installation.ts';
import { runtimeFiles } from './models/litert.ts';
import { weights } from './models/weights.ts';

const runtime = runtimeFiles();
const mask = weights.selfieMask();
let folder: string;
let copy: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'installation-'));
  copy = join(folder, 'part');
});
afterEach(() => rm(folder, { recursive: true }));

describe('the parts of the embedded engine', () => {
  test('given what is installed, then nothing is said', async () => {
    await expect(checkInstallation()).resolves.toBeUndefined();
  });

  test('given a network that is cut short, no model, or not there, then it is named', async () => {
    const check = () => checkInstallation({ weights: { selfieMask: () => ({ ...mask, file: copy }) }, runtime });
    const fault = 'embedded engine: cannot use network selfieMask: ';
    await expect(check()).rejects.toThrow(`${fault}ENOENT`);
    await copyFile(mask.file, copy);
    await check();
    await truncate(copy, mask.length - 1);
    await expect(check()).rejects.toThrow(`${fault}part is truncated`);
    await writeFile(copy, Buffer.alloc(mask.length));
    await expect(check()).rejects.toThrow(`${fault}not a model`);
  });

  test('given no script or no module of the runtime, then that is said', async () => {
    const missing = 'embedded engine: runtime is not installed';
    await expect(checkInstallation({ weights: {}, runtime: { ...runtime, script: copy } })).rejects.toThrow(missing);
    await expect(checkInstallation({ weights: {}, runtime: { ...runtime, module: copy } })).rejects.toThrow(missing);
  });

  test('given a module that is torn or that V8 does not take, then the machine cannot run it', async () => {
    await copyFile(runtime.module, copy);
    const check = () => checkInstallation({ weights: {}, runtime: { ...runtime, module: copy } });
    await check();
    await truncate(copy, 1_000_000);
    await expect(check()).rejects.toThrow('embedded engine: this machine does not support the runtime');
  });
});
