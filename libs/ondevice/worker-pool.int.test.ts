import { once } from 'node:events';
import { setEnvironmentData } from 'node:worker_threads';
import { ServiceError } from '@styling/service';
import { afterEach, describe, expect, test } from 'vitest';
import { openWorkerPool, type WorkerPool } from './worker-pool.ts';

const obedient = new URL('./fixtures/obedient-worker.ts', import.meta.url);
const stillborn = new URL('./fixtures/stillborn-worker.ts', import.meta.url);
let pool: WorkerPool<string, string>;
const open = (threads: number) => {
  pool = openWorkerPool<string, string>(obedient, { threads });
  return pool;
};
afterEach(async () => {
  setEnvironmentData('weights', 'gone');
  await pool?.close();
});

describe('a worker pool', () => {
  test('given more jobs than threads, then all are done, in order of arrival', async () => {
    const { run } = open(1);
    const done: string[] = [];
    await Promise.all(['a', 'b', 'c'].map(async (job) => done.push(await run(job))));
    expect(done).toEqual(['did a', 'did b', 'did c']);
  });

  test('given a job that fails with a ServiceError, then the caller gets one and the thread goes on', async () => {
    const { run } = open(1);
    const failed = run('refuse');
    await expect(failed).rejects.toBeInstanceOf(ServiceError);
    await expect(failed).rejects.toMatchObject({ code: 'no_person', message: 'selfie_base64 must show a person' });
    expect(await run('next')).toBe('did next');
  });

  test.each(['throw', 'leave'])(
    'given a thread that dies by "%s", then its job fails and it is replaced',
    async (job) => {
      const { run } = open(1);
      const waiting = [run(job), run('after')] as const;
      await expect(waiting[0]).rejects.toThrow('worker thread crashed');
      expect(await waiting[1]).toBe('did after');
    },
  );

  test('given a waiting job, when aborted, then it never runs', async () => {
    const { run } = open(1);
    const controller = new AbortController();
    const thread = await run('who');
    const first = run('first');
    const aborted = run('leave', controller.signal);
    controller.abort(new Error('not wanted any more'));
    await expect(aborted).rejects.toThrow('not wanted any more');
    expect(await first).toBe('did first');
    expect(await run('last')).toBe('did last');
    // The job would have ended the thread.
    expect(await run('who')).toBe(thread);
  });

  test('given a running job, when aborted, then its thread ends with it, and another does the next', async () => {
    const { run } = open(1);
    const controller = new AbortController();
    const thread = await run('who');
    const running = run('hang', controller.signal);
    const waiting = run('who');
    controller.abort(new Error('gone'));
    await expect(running).rejects.toThrow('gone');
    expect(await waiting).not.toBe(thread);
    await expect(run('x', controller.signal)).rejects.toThrow('gone');
  });

  test('given two running jobs, when one is aborted, then the other goes on', async () => {
    const { run } = open(2);
    const controller = new AbortController();
    await Promise.all([run('meet'), run('meet')]);
    const jobs = [run('hang', controller.signal), run('slow')] as const;
    controller.abort(new Error('gone'));
    await expect(jobs[0]).rejects.toThrow('gone');
    expect(await jobs[1]).toBe('did slow');
  });

  test('given a job that tells how far it is, then its caller hears of it', async () => {
    const { run } = open(1);
    const told: unknown[] = [];
    await run('step by step', undefined, (...progress) => told.push(progress));
    await run('step by step');
    expect(told).toEqual([
      ['parsing', 0.25],
      ['dressing', 0.5],
    ]);
  });

  test('given a job that shares a part of it and an idle thread, then that does the part', async () => {
    const { run } = open(2);
    const [first, second] = await Promise.all([run('meet'), run('meet')]);
    expect([first, second]).toContain(await run('share who'));
    expect(await run('share something')).toBe('did something');
  });

  test('given a job that shares a part of it and no idle thread, then it is told so, and one is started if there may be', async () => {
    expect(await open(1).run('share who')).toBe('nobody did it');
    await pool.close();
    const { run } = open(2);
    expect(await run('share who')).toBe('nobody did it');
    await expect.poll(() => run('share who')).not.toBe('nobody did it');
  });

  test.each(['refuse', 'throw', 'leave'])(
    'given a shared part that fails by "%s", then who shared it is told so',
    async (part) => {
      const { run } = open(2);
      await Promise.all([run('meet'), run('meet')]);
      expect(await run(`share ${part}`)).toBe('nobody did it');
      expect(await Promise.all([run('a'), run('b')])).toEqual(['did a', 'did b']);
    },
  );

  test('given a pool that is closed while a part is done, then the job that shared it fails', async () => {
    const { run, close } = open(2);
    await Promise.all([run('meet'), run('meet')]);
    const job = expect(run('share hang')).rejects.toThrow('the engine is closed');
    await close();
    await job;
  });

  test('given a closed pool, then running, waiting and later jobs fail', async () => {
    const { run, close } = open(1);
    await run('started');
    const jobs = [run('hang'), run('waiting')].map((job) => expect(job).rejects.toThrow('the engine is closed'));
    await close();
    await Promise.all(jobs);
    await expect(run('late')).rejects.toThrow('the engine is closed');
  });

  test('given a pool that is closed while a thread starts, then that thread ends too', async () => {
    const starting = once(process, 'worker');
    const { run, close } = open(1);
    const job = expect(run('first')).rejects.toThrow('the engine is closed');
    const [worker] = await starting;
    const exit = once(worker, 'exit');
    await close();
    await job;
    await exit;
  });

  test('given more jobs than threads, then no further thread is started', async () => {
    const { run } = open(1);
    const thread = await run('who');
    const names = await Promise.all(Array.from({ length: 30 }, () => [run('slow'), run('who')]).flat());
    expect(new Set(names)).toEqual(new Set(['did slow', thread]));
  });

  test('given no more jobs than threads, then they run at the same time, each thread started for its job', async () => {
    const { run } = open(2);
    // Each waits for the other: one after the other they would never be done.
    const names = await Promise.all([run('meet'), run('meet')]);
    expect(new Set(names).size).toBe(2);
    const again = await Promise.all([run('who'), run('who'), run('who')]);
    expect(new Set([...names, ...again]).size).toBe(2);
  });

  test('given a worker that cannot start, then proving it fails and says why', async () => {
    pool = openWorkerPool(stillborn, { threads: 2 });
    await expect(pool.prove()).rejects.toMatchObject({
      message: 'worker thread failed to start: no weights',
      cause: { message: 'no weights' },
    });
  });

  test('given a worker that cannot start, then jobs fail and say why, until it can', async () => {
    pool = openWorkerPool(stillborn, { threads: 2 });
    await Promise.all(
      [pool.run('first'), pool.run('second')].map((job) =>
        expect(job).rejects.toMatchObject({
          message: 'no worker thread could be started',
          cause: { message: 'no weights' },
        }),
      ),
    );
    setEnvironmentData('weights', 'there');
    await expect(pool.run('when it can start')).rejects.toThrow('worker thread crashed');
  });

  test('given a proven worker, then the first job finds it started', async () => {
    setEnvironmentData('weights', 'there');
    pool = openWorkerPool(stillborn, { threads: 1 });
    await pool.prove();
    setEnvironmentData('weights', 'gone');
    // Which is one already, so that no other is started.
    await pool.prove();
    await expect(pool.run('first')).rejects.toThrow('worker thread crashed');
  });

  test('given a dead worker that cannot be replaced, then waiting and later jobs fail and say why', async () => {
    setEnvironmentData('weights', 'there');
    pool = openWorkerPool(stillborn, { threads: 1 });
    await pool.prove();
    setEnvironmentData('weights', 'gone');
    const jobs = [pool.run('first'), pool.run('second')] as const;
    await expect(jobs[0]).rejects.toThrow('worker thread crashed');
    await expect(jobs[1]).rejects.toMatchObject({
      message: 'no worker thread could be started',
      cause: { message: 'no weights' },
    });
    await expect(pool.run('late')).rejects.toThrow('no worker thread could be started');
    setEnvironmentData('weights', 'there');
    await expect(pool.run('when it can start again')).rejects.toThrow('worker thread crashed');
  });
});
