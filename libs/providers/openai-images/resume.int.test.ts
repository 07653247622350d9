import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { startScript } from '@styling/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { codeOf } from '../vendor.fixture.ts';
import { useModels } from './openai.fixture.ts';

const WORKER = new URL('./worker.fixture.ts', import.meta.url);
const models = useModels();

test.each([
  ['own hardware', undefined, 2, '0'],
  ['a paid server', 'internal', 1, '1'],
])(
  'given a worker killed while %s works, then the next one ends with the code %s, after %i requests',
  async (_, code, edits, OPENAI_IMAGES_PAID) => {
    models.fakes.openAi.script([{ takesMs: 60_000 }]);
    const work = models.work();
    const killed = startWorker(work.checkpointPrefix, OPENAI_IMAGES_PAID);
    await vi.waitUntil(() => models.fakes.openAi.counts.edits === 1, 50_000);
    await killed.kill();
    await vi.waitUntil(() => models.fakes.openAi.counts.abandoned === 1, 50_000);
    const next = await models.editor('vllm-omni', { OPENAI_IMAGES_PAID });
    expect(await codeOf(next.generateImage(order(), work))).toBe(code);
    expect(models.fakes.openAi.counts.edits).toBe(edits);
  },
);

test('given a worker killed when the answer is there, then the next one takes it', async () => {
  const work = models.work();
  const killed = startWorker(work.checkpointPrefix, '1');
  expect(await killed.outcome).toBe('made 944');
  await killed.kill();
  const next = await models.editor('vllm-omni', { OPENAI_IMAGES_PAID: '1' });
  expect(await next.generateImage(order(), work)).toMatchObject({ width: 944 });
  expect(models.fakes.openAi.counts).toMatchObject({ edits: 1, made: 1 });
});

const order = () => ({ prompt: 'a red coat', pictures: models.pictures().slice(0, 1) });

/** A worker in a process of its own; `outcome` is what it prints. */
function startWorker(CHECKPOINT_PREFIX: string, OPENAI_IMAGES_PAID: string) {
  const { origin, pathname } = new URL(models.servers.imageStoreUrl);
  const worker = startScript(WORKER, [], {
    ...models.fakes.openAi.variables(),
    S3_ENDPOINT: origin,
    S3_BUCKET: pathname.slice(1),
    CHECKPOINT_PREFIX,
    OPENAI_IMAGES_PAID,
  });
  if (!worker.stdout) throw new Error('a worker without an output');
  const lines = createInterface(worker.stdout);
  onTestFinished(() => lines.close());
  return {
    outcome: once(lines, 'line').then(([line]) => String(line)),
    async kill() {
      worker.kill('SIGKILL');
      await once(worker, 'exit');
    },
  };
}
