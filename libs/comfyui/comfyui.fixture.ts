import { type FakeModels, startFakeModels } from '@styling/fake-models';
import { shortPause } from '@styling/testing';
import { type Logger, pino } from 'pino';
import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest';
import { type ConnectDependencies, connectComfyui } from './index.ts';
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

/** A worker's connection, with what it logs. */
export function connectWorker(fakes: FakeModels, more: Partial<ConnectDependencies> & { workflow?: string } = {}) {
  const lines: string[] = [];
  const log: Logger = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const { COMFYUI_URL, COMFYUI_WORKFLOW } = fakes.comfyuiVariables;
  const comfyui = connectComfyui(
    { COMFYUI_URL, COMFYUI_WORKFLOW: more.workflow ?? COMFYUI_WORKFLOW, COMFYUI_CONCURRENCY: 2 },
    { store: inMemory(), clock: () => new Date(), sleep: shortPause, log, timeoutMs: 1_000, ...more },
  );
  onTestFinished(() => comfyui.close());
  return { ...comfyui, logged: () => lines.join('') };
}
