import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { startScript } from '@styling/testing';
import { expect, test, vi } from 'vitest';
import { useModels } from './openai.fixture.ts';

const WORKER = new URL('./worker.fixture.ts', import.meta.url);
const models = useModels();

test.each([
  ['own hardware', 'made 768', 2, '0'],
  ['a paid server', 'internal', 1, '1'],
])(
  'given a worker killed while %s works, then the next one ends as %s, after %i requests',
  async (_, end, edits, paid) => {
    models.openAi.script([{ takesMs: 60_000 }]);
    const killed = startWorker(`killed-${paid}`, paid);
    await vi.waitUntil(() => models.openAi.counts.edits === 1, 20_000);
    await kill(killed);
    await vi.waitUntil(() => models.openAi.counts.abandoned === 1, 5_000);
    expect(await outcomeOf(startWorker(`killed-${paid}`, paid))).toBe(end);
    expect(models.openAi.counts.edits).toBe(edits);
  },
);

test.each(['0', '1'])(
  'given a worker killed when the answer is there (paid: %s), then the next one takes it',
  async (paid) => {
    const killed = startWorker(`answered-${paid}`, paid);
    expect(await outcomeOf(killed)).toBe('made 768');
    await kill(killed);
    expect(await outcomeOf(startWorker(`answered-${paid}`, paid))).toBe('made 768');
    expect(models.openAi.counts).toMatchObject({ edits: 1, made: 1 });
  },
);

test('given a worker killed before it asks, then a paid server is asked by the next one', async () => {
  await kill(startWorker('early', '1'));
  expect(models.openAi.counts.edits).toBe(0);
  expect(await outcomeOf(startWorker('early', '1'))).toBe('made 768');
});

const startWorker = (name: string, paid: string): ChildProcess => {
  const { origin, pathname } = new URL(models.servers.imageStoreUrl);
  return startScript(WORKER, [], {
    ...models.openAi.variables(),
    ...{ S3_ENDPOINT: origin, S3_BUCKET: pathname.slice(1) },
    ...{ OPENAI_IMAGES_PAID: paid, CHECKPOINT_PREFIX: `requests/${name}/` },
  });
};

async function kill(worker: ChildProcess): Promise<void> {
  worker.kill('SIGKILL');
  await once(worker, 'exit');
}

async function outcomeOf(worker: ChildProcess): Promise<string> {
  if (!worker.stdout) throw new Error('a worker without an output');
  const [line] = await once(createInterface(worker.stdout), 'line');
  return String(line);
}
