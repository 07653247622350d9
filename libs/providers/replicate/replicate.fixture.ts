import { type FakeModels, startFakeModels } from '@styling/fake-models';
import { sleepingClock } from '@styling/testing';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest';
import { connectAttempts, type ModelWork } from '../frame/index.ts';
import { replicateApi } from './api.ts';
import { imageModel } from './models.ts';
import { type Candidate, type Order, type PredictDependencies, type Prediction, predict } from './predict.ts';

export const START = new Date('2026-06-01T12:00:00Z');
export const DEADLINE = new Date(START.getTime() + 120_000);

/** The fake models, fresh for each test of a file. */
export function useFakeModels(): { readonly fakes: FakeModels } {
  let fakes: FakeModels;
  beforeAll(async () => {
    fakes = await startFakeModels();
  });
  afterAll(() => fakes.stop());
  beforeEach(() => fakes.replicate.reset());
  return {
    get fakes() {
      return fakes;
    },
  };
}

/** A store in memory of one checkpoint. */
export function inMemory(saved: string | null = null) {
  return {
    saved,
    history: [] as string[],
    async get() {
      return this.saved === null ? null : { bytes: Buffer.from(this.saved), mimeType: '', metadata: {} };
    },
    async put(_: string, bytes: Uint8Array) {
      this.saved = Buffer.from(bytes).toString();
      this.history.push(this.saved);
    },
  };
}

const ordered = (model: string): Candidate => ({
  model,
  input: (images) => imageModel(model)?.input({ prompt: 'a red sweater', images }) ?? {},
});
export const bananas = ordered('google/nano-banana-2');
export const seedream = ordered('bytedance/seedream-4.5');

export type WorkerOptions = Partial<PredictDependencies> & { readonly token?: string; readonly baseUrl?: string };

/** A worker with its own clock, connected to the fakes, and predictions by it. */
export function connectWorker(
  { variables: { REPLICATE_API_TOKEN, REPLICATE_BASE_URL } }: FakeModels,
  { token = REPLICATE_API_TOKEN, baseUrl = REPLICATE_BASE_URL, ...options }: WorkerOptions = {},
) {
  const { clock, sleep, slept } = sleepingClock(START);
  const reports: { readonly model: string; readonly status: string }[] = [];
  const { attempt, close } = connectAttempts();
  onTestFinished(close);
  const deps: PredictDependencies = {
    store: inMemory(),
    api: replicateApi(attempt, baseUrl, token),
    clock,
    sleep,
    random: () => 0.5,
    log: pino({}, { write: (line) => void (line.includes('prediction finished') && reports.push(JSON.parse(line))) }),
    timeoutMs: 3_000,
    ...options,
  };
  return {
    deps,
    reports,
    slept,
    clock: deps.clock,
    predict: (order: Partial<Order<Prediction>> = {}, work: Partial<ModelWork> = {}) =>
      predict<Prediction>(
        deps,
        {
          candidates: [bananas, seedream],
          images: async () => [],
          accept: async (prediction) => prediction,
          checkpoint: 'prediction',
          ...order,
        },
        { deadline: DEADLINE, signal: new AbortController().signal, checkpointPrefix: 'r/', ...work },
      ),
  };
}

/** What `work` throws; undefined when it does not. */
export const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error) => error,
  );
