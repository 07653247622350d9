import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Behaviour, runs } from '@styling/fake-models';
import { shortPause, startScript } from '@styling/testing';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { useFakeModels } from './replicate.fixture.ts';
import { inFile, work } from './worker.fixture.ts';

const WORKER = new URL('./worker.fixture.ts', import.meta.url);
const hosted = useFakeModels();

type Phase = {
  readonly behaviour: Behaviour;
  /** Whether the first worker is in this phase. */
  readonly isReached: (saved: string | null) => boolean;
  /** Creates of both workers together. */
  readonly creates: number;
  /** In the log of the second one. */
  readonly message: string;
};
const phases: Readonly<Record<string, Phase>> = {
  'a create, which may have been stored': {
    behaviour: { create: 'hang' },
    isReached: () => hosted.fakes.replicate.counts.creates > 0,
    creates: 2,
    message: 'worker ended during a create',
  },
  'a prediction': {
    behaviour: runs(3),
    isReached: (saved) => saved !== null && hosted.fakes.replicate.counts.polls > 0,
    creates: 1,
    message: 'prediction resumed',
  },
  'the use of its output': {
    behaviour: runs(0),
    isReached: (saved) => saved?.endsWith('/counted') ?? false,
    creates: 1,
    message: 'prediction resumed',
  },
};

test.each(Object.entries(phases))(
  'given a worker killed during %s, then the next one finishes, and creates no more than it must',
  async (_, { behaviour, isReached, creates, message }) => {
    const folder = await mkdtemp(join(tmpdir(), 'resume-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const saved = join(folder, 'saved');
    const { replicate } = hosted.fakes;
    replicate.script([behaviour]);

    const { REPLICATE_BASE_URL: baseUrl, REPLICATE_API_TOKEN: token } = hosted.fakes.variables;
    const killed = startScript(WORKER, [baseUrl, token, saved]);
    const exited = once(killed, 'exit');
    const kept = async () => (await inFile(saved).get(''))?.bytes.toString() ?? null;
    await vi.waitUntil(async () => isReached(await kept()), 50_000);
    killed.kill('SIGKILL');
    await exited;

    const lines: string[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
    const prediction = await work({ baseUrl, token, saved }, { sleep: shortPause, log });
    expect(lines.join('')).toContain(message);
    const id = replicate.predictions.at(-1)?.id;
    expect(prediction).toMatchObject({ id, model: 'google/nano-banana-2' });
    expect(replicate.counts).toMatchObject({ creates, cancels: 0 });
    expect(replicate.predictions).toHaveLength(creates);
  },
);
