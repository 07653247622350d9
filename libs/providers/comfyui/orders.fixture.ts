import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { photo } from '@styling/testing/photos';
import type { openEditor } from './editor.ts';

type Store = Parameters<typeof openEditor>[1]['store'];

/** A store in memory. */
export function inMemory(): Store & { readonly objects: ReadonlyMap<string, Uint8Array> } {
  const objects = new Map<string, Uint8Array>();
  return {
    objects,
    async get(name) {
      const bytes = objects.get(name);
      return bytes ? { bytes, mimeType: '', metadata: {} } : null;
    },
    async put(name, bytes) {
      objects.set(name, bytes);
    },
  };
}

/** A store in a folder, which survives its process. */
export const inFolder = (folder: string): Store => ({
  async get(name) {
    const bytes = await readFile(join(folder, encodeURIComponent(name))).catch(() => null);
    return bytes && { bytes, mimeType: '', metadata: {} };
  },
  async put(name, bytes) {
    const path = join(folder, encodeURIComponent(name));
    await writeFile(`${path}.new`, bytes);
    await rename(`${path}.new`, path);
  },
});

export const DESCRIPTION = 'a red coat';

/** An order without the picture of a garment. */
export const order = async () => ({
  pictures: [{ bytes: await photo('grace-hopper.jpg'), field: 'selfie_base64' }],
  prompt: `Make a photo of the same person in ${DESCRIPTION}.`,
  description: DESCRIPTION,
});

/** The rest of an order: a minute, never aborted. */
export const work = (more: { deadline?: Date; signal?: AbortSignal; told?: number[] } = {}) => ({
  deadline: more.deadline ?? new Date(Date.now() + 60_000),
  signal: more.signal ?? new AbortController().signal,
  progress: (_: string, fraction: number) => void more.told?.push(fraction),
  checkpointPrefix: 'requests/r/img/',
});

/** What `work` throws; undefined when it does not. */
export const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error) => error,
  );
