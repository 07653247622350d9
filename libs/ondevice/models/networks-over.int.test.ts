import { afterEach, describe, expect, test } from 'vitest';
import { shareThread } from '../shared-thread.ts';
import { openWorkerPool, type WorkerPool } from '../worker-pool.ts';
import { networksOver } from './networks-over.ts';

const worker = new URL('../fixtures/networked-worker.ts', import.meta.url);
const brittle = new URL('../fixtures/brittle-networks.ts', import.meta.url);
const real = new URL('./network-thread.ts', import.meta.url);

describe('given workers and a thread with networks', () => {
  let pool: WorkerPool<number, number>;
  const open = (threads: number) => {
    pool = openWorkerPool<number, number>(worker, { threads, workerData: {}, shared: shareThread(brittle, {}) });
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

describe('given the real networks in another thread', () => {
  test('when they run over two ports, then both have the same outputs, and inputs are left as they are', async () => {
    const thread = shareThread(real, {});
    const ports = [thread.connect(), thread.connect()];
    const [one, other] = await Promise.all(ports.map((port) => networksOver(port, false)));
    const input = new Float32Array(192 ** 2 * 3).fill(0.5);
    const outputs = await Promise.all([one!.faceMesh(input), other!.faceMesh(input)]);
    expect(outputs[0].some(({ length }) => length === 468 * 3)).toBe(true);
    expect(outputs[1]).toEqual(outputs[0]);
    expect(input).toHaveLength(192 ** 2 * 3);
    expect(one!.segmentation).toBeUndefined();
    await expect(one!.faceMesh(new Float32Array(5))).rejects.toThrow();
    expect(await other!.faceMesh(input)).toEqual(outputs[0]);
  });

  test('when different inputs are run at the same time, and another network is loaded, then outputs are as when they are run alone', async () => {
    const thread = shareThread(real, {});
    const [one, other] = await Promise.all(
      [thread.connect(), thread.connect()].map((port) => networksOver(port, false)),
    );
    const [dark, light] = [0.2, 0.8].map((value) => new Float32Array(256 ** 2 * 3).fill(value)) as [
      Float32Array,
      Float32Array,
    ];
    const alone = [await one!.poseLandmarks(dark), await one!.poseLandmarks(light)];
    expect(alone[0]).not.toEqual(alone[1]);
    const [first, , second] = await Promise.all([
      one!.poseLandmarks(dark),
      other!.handLandmarks(new Float32Array(224 ** 2 * 3)),
      other!.poseLandmarks(light),
    ]);
    expect([first, second]).toEqual(alone);
  });

  test('when they cannot be loaded, then whoever connects is told why, also later', async () => {
    const thread = shareThread(real, { segmentationModel: '/nowhere/model.tflite' });
    const reason = () => networksOver(thread.connect(), true).then(String, ({ message }) => message);
    const message = 'ONDEVICE_SEGMENTATION_MODEL: cannot read the file';
    expect(await Promise.all([reason(), reason()])).toEqual([message, message]);
    // By another thread, once that one has ended.
    await expect.poll(reason).toBe(message);
  });
});
