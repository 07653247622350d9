import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runs } from '@styling/fake-models';
import { outputOf, startScript } from '@styling/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { useFakeModels } from './replicate.fixture.ts';
import { fileCheckpoint } from './worker.fixture.ts';

const WORKER = new URL('./worker.fixture.ts', import.meta.url);
const hosted = useFakeModels();

test('given a worker killed during a prediction, then the next one finishes it: one create, one prediction', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'resume-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const saved = join(folder, 'saved');
  const { replicate } = hosted.fakes;
  replicate.script([runs(3)]);

  const killed = startWorker(saved);
  await vi.waitUntil(async () => (await fileCheckpoint(saved).load()) !== null && replicate.counts.polls > 0, 20_000);
  killed.kill('SIGKILL');
  expect(await once(killed, 'exit')).toEqual([null, 'SIGKILL']);
  const [running] = replicate.predictions;

  const next = startWorker(saved);
  const lines = await outputOf(next);
  expect(lines.some((line) => line.includes('prediction resumed') && line.includes(running?.id ?? '-'))).toBe(true);
  expect(JSON.parse(lines.at(-1) ?? '{}')).toMatchObject({ id: running?.id, model: 'google/nano-banana-2' });
  expect(replicate.counts).toMatchObject({ creates: 1, cancels: 0 });
  expect(replicate.predictions).toHaveLength(1);
});

const startWorker = (saved: string): ChildProcess => {
  const { REPLICATE_BASE_URL, REPLICATE_API_TOKEN } = hosted.fakes.variables;
  return startScript(WORKER, [REPLICATE_BASE_URL, REPLICATE_API_TOKEN, saved]);
};
