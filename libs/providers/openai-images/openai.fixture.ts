import { type FakeModels, type OpenAiServer, startFakeModels } from '@styling/fake-models';
import { ServiceError } from '@styling/service';
import { type BusAndStore, photo, shortPause, startBusAndStore } from '@styling/testing';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished } from 'vitest';
import { openEditor, openReader } from './models.ts';
import { openAiVariables } from './variables.ts';

/** Text of the stand-in or of an order that may be in no log line. */
const SECRETS = /sk-fake|sk-live|gpu-7|safety_violations|CUDA|a red coat|\/openai\/[a-z-]+\/v1/;

/** The stand-in, an object store and a log, fresh for each test of a file. */
export function useModels() {
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
    fakes.openAi.reset();
    lines = [];
  });
  afterEach(() => expect(lines.join('')).not.toMatch(SECRETS));

  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const deps = () => ({ store: servers.store, log, clock: () => new Date(), sleep: shortPause });
  const config = (server: OpenAiServer, variables: Readonly<Record<string, string>>) =>
    openAiVariables.parse({ ...fakes.openAi.variables(server), ...variables });
  return {
    get servers() {
      return servers;
    },
    get openAi() {
      return fakes.openAi;
    },
    get lines() {
      return lines;
    },
    pictures: () => [
      { bytes: selfie, field: 'selfie_base64' },
      { bytes: selfie, field: 'outfit_base64' },
    ],
    async editor(server: OpenAiServer = 'vllm-omni', variables: Readonly<Record<string, string>> = {}) {
      const editor = await openEditor(config(server, variables), deps());
      onTestFinished(editor.close);
      return editor;
    },
    async reader(server: OpenAiServer = 'vllm-omni', variables: Readonly<Record<string, string>> = {}) {
      const reader = await openReader(config(server, variables), deps());
      onTestFinished(reader.close);
      return reader;
    },
    /** The conditions of one piece of work; with the same number, those of its redelivery. */
    work: (number = ++works, { ms = 20_000, signal = new AbortController().signal } = {}) => ({
      deadline: new Date(Date.now() + ms),
      signal,
      checkpointPrefix: `requests/openai-${number}/`,
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
