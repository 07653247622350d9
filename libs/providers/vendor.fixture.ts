import { type FakeModels, startFakeModels } from '@styling/fake-models';
import { ServiceError } from '@styling/service';
import { type BusAndStore, photo, shortPause, startBusAndStore } from '@styling/testing';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, onTestFinished, vi } from 'vitest';

/** The stand-ins, an object store and a log, for the tests of a file. */
export function useVendors() {
  let servers: BusAndStore;
  let fakes: FakeModels;
  let selfie: Buffer;
  let lines: string[] = [];
  let works = 0;
  beforeAll(async () => {
    [servers, fakes] = await Promise.all([startBusAndStore(), startFakeModels()]);
    selfie = await photo('grace-hopper.jpg');
  });
  afterAll(() => Promise.all([servers.stop(), fakes.stop()]));
  beforeEach(() => {
    for (const fake of [fakes.openAi, fakes.google, fakes.fashn]) fake.reset();
    lines = [];
  });
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  return {
    get servers() {
      return servers;
    },
    get fakes() {
      return fakes;
    },
    get lines() {
      return lines;
    },
    deps: () => ({ store: servers.store, log, clock: () => new Date(), sleep: shortPause }),
    pictures: (garments = 1) => [
      { bytes: selfie, field: 'selfie_base64' },
      ...Array.from({ length: garments }, () => ({ bytes: selfie, field: 'outfit_base64' })),
    ],
    /** Closes it after the test. */
    async opened<Model extends { close(): Promise<void> }>(opening: Promise<Model>): Promise<Model> {
      const model = await opening;
      onTestFinished(model.close);
      return model;
    },
    /** The conditions of one piece of work; with the same number, those of its redelivery. */
    work: (number = ++works, { ms = 20_000, signal = new AbortController().signal } = {}) => ({
      deadline: new Date(Date.now() + ms),
      signal,
      checkpointPrefix: `requests/work-${number}/`,
      charged: vi.fn(),
    }),
  };
}

/** The code of the ServiceError that `work` ends with; undefined if it succeeds. */
export const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error) => error.code ?? error,
  );

/** The ServiceError that `work` ends with. */
export async function failureOf(work: Promise<unknown>): Promise<ServiceError> {
  const error = await work.catch((error) => error);
  if (error instanceof ServiceError) return error;
  throw new Error('did not fail', { cause: error });
}
