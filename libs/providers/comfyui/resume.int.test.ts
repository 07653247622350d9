import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ComfyFault, type ComfyRoute, held } from '@styling/fake-models';
import { startScript } from '@styling/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connectWorker, isBlank, useFakeComfyui } from './comfyui.fixture.ts';
import { inFolder, order, work } from './orders.fixture.ts';

const WORKER = new URL('./worker.fixture.ts', import.meta.url);
const world = useFakeComfyui();
const fake = () => world.fakes.comfyui;
const received =
  (route: ComfyRoute, times = 1) =>
  () =>
    (fake().counts[route] ?? 0) >= times;

type Phase = [Partial<Record<ComfyRoute, readonly ComfyFault[]>>, isReached: () => boolean];

/** Workers of one request, each killed in its phase, and one more. @returns the picture of that one */
async function workersKilledIn(...phases: readonly Phase[]) {
  const folder = await mkdtemp(join(tmpdir(), 'comfyui-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [faults, isReached] of phases) {
    fake().script(faults);
    for (const route of Object.keys(fake().counts)) delete fake().counts[route as ComfyRoute];
    const { COMFYUI_URL, COMFYUI_WORKFLOW } = world.fakes.comfyuiVariables;
    const killed = startScript(WORKER, [COMFYUI_URL, COMFYUI_WORKFLOW, folder]);
    await vi.waitUntil(isReached, 50_000);
    killed.kill('SIGKILL');
    expect(await once(killed, 'exit')).toEqual([null, 'SIGKILL']);
  }
  fake().queue.release();
  const worker = await connectWorker(world.fakes, { store: inFolder(folder), timeoutMs: 30_000 });
  return worker.generateImage(await order(), work());
}

async function expectErased() {
  const { files } = fake();
  expect([...files.keys()].filter((name) => name.startsWith('input/'))).toHaveLength(1);
  for (const bytes of files.values()) expect(await isBlank(bytes)).toBe(true);
}

test('given workers killed in every phase up to the response to the prompt, then one prompt, and nothing stays', async () => {
  fake().run([held()]);
  const picture = await workersKilledIn(
    [{ 'POST /upload/image': ['hang'] }, received('POST /upload/image')],
    [{ 'POST /prompt': ['hang'] }, received('POST /prompt')],
    [{ 'POST /prompt': ['hang after'] }, () => fake().prompts.length > 0],
    [{}, received('GET /queue', 2)],
  );
  expect(picture).toMatchObject({ width: 944, height: 1_104 });
  expect(fake().prompts).toHaveLength(1);
  await expectErased();
});

test('given workers killed in every phase after the prompt has ended, then one prompt, and nothing stays', async () => {
  const picture = await workersKilledIn(
    [{ 'GET /view': ['hang'] }, received('GET /view')],
    // Both files are being overwritten: the fault of one must not be left for the next worker.
    [{ 'POST /upload/image': ['hang', 'hang'] }, received('POST /upload/image', 2)],
  );
  expect(picture).toMatchObject({ width: 944, height: 1_104 });
  expect(fake().prompts).toHaveLength(1);
  await expectErased();
});

test('given a worker killed once the server has forgotten the prompt, then a second one with the same id', async () => {
  expect(await workersKilledIn([{ 'POST /history': ['hang after'] }, received('POST /history')])).toMatchObject({
    width: 944,
  });
  const [first, second, ...others] = fake().prompts.map(({ id }) => id);
  expect([second, others]).toEqual([first, []]);
  await expectErased();
});
