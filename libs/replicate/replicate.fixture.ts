import { type FakeModels, startFakeModels } from '@styling/fake-models';
import { silentLogger } from '@styling/telemetry';
import { sleepingClock } from '@styling/testing';
import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest';
import {
  type Candidate,
  type Checkpoint,
  connectReplicate,
  NANO_BANANA_2,
  nanoBanana2Input,
  type PredictionReport,
  type ReplicateOptions,
} from './index.ts';
import type { Journal } from './predict.ts';

export const START = new Date('2026-06-01T12:00:00Z');

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

/** A worker with its own clock, connected to the fakes. */
export function connectWorker(fakes: FakeModels, options: Partial<ReplicateOptions> = {}) {
  const time = sleepingClock(START);
  const reports: PredictionReport[] = [];
  const replicate = connectReplicate({
    token: fakes.variables.REPLICATE_API_TOKEN,
    baseUrl: fakes.variables.REPLICATE_BASE_URL,
    clock: time.clock,
    sleep: time.sleep,
    random: () => 0.5,
    log: silentLogger(),
    onPrediction: (report) => reports.push(report),
    timeoutMs: 1_000,
    ...options,
  });
  onTestFinished(() => replicate.close());
  return { replicate, reports, slept: time.slept, clock: time.clock };
}

/** A checkpoint in memory. */
export function inMemory(first: string | null = null): Checkpoint & { saved: string | null } {
  return {
    saved: first,
    async load() {
      return this.saved;
    },
    async save(saved) {
      this.saved = saved;
    },
  };
}

/** A journal in memory, which lists what was noted. @param id of a prediction that an earlier worker created */
export function journal(id: string | null = null): Journal & { noted: string[] } {
  const noted: string[] = [];
  const note = (what: string) => async (of?: string) => void noted.push(of ? `${what} ${of}` : what);
  return {
    noted,
    known: id === null ? null : { id, isCounted: false },
    ...{
      creating: note('creating'),
      notCreated: note('not created'),
      created: note('created'),
      counted: note('counted'),
    },
  };
}

export const bananas: Candidate = {
  model: NANO_BANANA_2,
  input: (images) => nanoBanana2Input({ prompt: 'a red sweater', images }),
};

/** The rest of an order: a deadline in two minutes, never aborted. */
export const unhurried = () => ({
  deadline: new Date(START.getTime() + 120_000),
  signal: new AbortController().signal,
  images: async () => [],
});

/** What `work` throws; undefined when it does not. */
export const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error) => error,
  );
