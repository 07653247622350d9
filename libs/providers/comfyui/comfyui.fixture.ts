import { type FakeModels, startFakeModels } from '@styling/fake-models';
import { sharp } from '@styling/imaging';
import { shortPause } from '@styling/testing';
import { type Logger, pino } from 'pino';
import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest';
import { openEditor } from './editor.ts';
import { inMemory } from './orders.fixture.ts';

/** The stand-in, fresh for each test of a file. */
export function useFakeComfyui(): { readonly fakes: FakeModels } {
  let fakes: FakeModels;
  beforeAll(async () => {
    fakes = await startFakeModels();
  });
  afterAll(() => fakes.stop());
  beforeEach(() => fakes.comfyui.reset());
  return {
    get fakes() {
      return fakes;
    },
  };
}

type Options = Partial<Parameters<typeof openEditor>[1]> & { readonly workflow?: string };

/** A worker's connection, with what it logs. */
export async function connectWorker(fakes: FakeModels, { workflow, ...more }: Options = {}) {
  const lines: string[] = [];
  const log: Logger = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const { COMFYUI_URL, COMFYUI_WORKFLOW } = fakes.comfyuiVariables;
  const editor = await openEditor(
    { COMFYUI_URL, COMFYUI_WORKFLOW: workflow ?? COMFYUI_WORKFLOW, COMFYUI_CONCURRENCY: 2 },
    { store: inMemory(), clock: () => new Date(), sleep: shortPause, log, timeoutMs: 1_000, ...more },
  );
  onTestFinished(() => editor.close());
  return { ...editor, logged: () => lines.join('') };
}

/** The picture by which files at the server are overwritten. */
export const blank = () =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: 'white' } })
    .png()
    .toBuffer();

export async function isBlank(bytes: Uint8Array): Promise<boolean> {
  const { channels } = await sharp(bytes).stats();
  return channels.every(({ min }) => min === 255);
}
