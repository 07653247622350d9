import { afterEach, describe, expect, test } from 'vitest';
import { shareThread } from '../shared-thread.ts';
import { openWorkerPool, type WorkerPool } from '../worker-pool.ts';
import { networkGroups } from './networks.ts';
import { networksOver } from './networks-over.ts';
import { weights } from './weights.ts';

const worker = new URL('../fixtures/networked-worker.ts', import.meta.url);
const brittle = new URL('../fixtures/brittle-networks.ts', import.meta.url);
const real = new URL('./network-thread.ts', import.meta.url);

describe('given workers and a thread with networks', () => {
  let pool: WorkerPool<number, number>;
  const open = (threads: number) => {
    pool = openWorkerPool<number, number>(worker, { threads, workerData: {}, shared: [shareThread(brittle, {})] });
    return pool;
  };
  afterEach(() => pool.close());

  test('when two of them run networks, then it is the same thread that does', async () => {
    const { run } = open(2);
    const [one, other] = await Promise.all([run(1), run(1)]);
    expect(one).toBeGreaterThan(0);
    expect(other).toBe(one);
  });

  test('when a run fails, then its job does, and the next one is done', async () => {
    const { run } = open(1);
    await expect(run(6)).rejects.toThrow('no such shape');
    expect(await run(1)).toBeGreaterThan(0);
  });

  test('when that thread ends, then the job fails and says why, and a later one starts another', async () => {
    const { run } = open(1);
    const before = await run(1);
    await expect(run(7)).rejects.toMatchObject({
      message: 'worker thread crashed',
      cause: { message: 'the thread with the networks ended' },
    });
    await expect.poll(() => run(1).catch(() => before)).not.toBe(before);
  });
});

describe('given the real networks in other threads', () => {
  const threads = [networkGroups.bodies, networkGroups.details].map((names) => shareThread(real, { names }));
  const connected = () => networksOver(threads.map((thread) => thread.connect()));

  test('when they run over two ports each, then both have the same outputs, and inputs are left as they are', async () => {
    const [one, other] = await Promise.all([connected(), connected()]);
    expect(Object.keys(one).sort()).toEqual(Object.keys(weights).sort());
    const input = new Float32Array(192 ** 2 * 3).fill(0.5);
    const outputs = await Promise.all([one.faceMesh(input), other.faceMesh(input)]);
    expect(outputs[0].some(({ length }) => length === 468 * 3)).toBe(true);
    expect(outputs[1]).toEqual(outputs[0]);
    expect(input).toHaveLength(192 ** 2 * 3);
    await expect(one.faceMesh(new Float32Array(5))).rejects.toThrow();
    expect(await other.faceMesh(input)).toEqual(outputs[0]);
  });

  test('when different inputs are run at the same time, and another network is loaded, then outputs are as when they are run alone', async () => {
    const [one, other] = await Promise.all([connected(), connected()]);
    const [dark, light] = [0.2, 0.8].map((value) => new Float32Array(256 ** 2 * 3).fill(value)) as [
      Float32Array,
      Float32Array,
    ];
    for (const name of ['poseLandmarks', 'selfieMask'] as const) {
      const alone = [await one[name](dark), await one[name](light)];
      expect(alone[0]).not.toEqual(alone[1]);
      const [first, , second] = await Promise.all([
        one[name](dark),
        other.handLandmarks(new Float32Array(224 ** 2 * 3)),
        other[name](light),
      ]);
      expect([first, second]).toEqual(alone);
    }
  });

  test('when some cannot be loaded, then each caller that connects gets the reason, also later', async () => {
    const thread = shareThread(real, { names: networkGroups.bodies, segmentationModel: '/nowhere/model.tflite' });
    const reason = () => networksOver([threads[1]!.connect(), thread.connect()]).then(String, ({ message }) => message);
    const message = 'ONDEVICE_SEGMENTATION_MODEL: cannot read the file';
    expect(await Promise.all([reason(), reason()])).toEqual([message, message]);
    // By another thread, once that one has ended.
    await expect.poll(reason).toBe(message);
  });
});
