import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServiceError } from '@styling/service';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { ProcessOptions } from './engine-process.ts';
import { openObedient } from './fixtures/obedient-process.fixture.ts';

let opened: ReturnType<typeof openObedient>;
const open = (options: Partial<ProcessOptions> = {}) => {
  opened = openObedient({ threads: 1, idleMs: 60_000, ...options });
  return opened;
};
afterEach(() => opened?.close());

/** Processes for the tests that leave theirs as it was, by their number of threads. */
const shared = [1, 2].map((threads) => openObedient({ threads, idleMs: 60_000 }));
const [oneThread, twoThreads] = shared as [typeof opened, typeof opened];
afterAll(() => Promise.all(shared.map((each) => each.close())));

/** Whether there is a process of this number. */
function runs(pid: string): boolean {
  try {
    return process.kill(Number(pid), 0);
  } catch {
    return false;
  }
}

/** Its state; begins with `T` when it is stopped. */
const stateOf = (pid: string): string => execFileSync('ps', ['-o', 'state=', '-p', pid], { encoding: 'utf8' }).trim();

describe('the engine’s process and its jobs', () => {
  test('given more jobs than threads, then all are done in order of arrival, in one process that is not this one', async () => {
    const { run } = oneThread;
    const done: string[] = [];
    const job = async (name: string) => void done.push(await run(name));
    await Promise.all([job('a'), job('which process'), job('c')]);
    expect(done).toEqual(['did a', expect.stringMatching(/^\d+$/), 'did c']);
    expect(done[1]).not.toBe(String(process.pid));
  });

  test('given two threads, then jobs run at the same time', async () => {
    const { run } = twoThreads;
    // Each waits for the other.
    expect(new Set(await Promise.all([run('meet'), run('meet')])).size).toBe(2);
  });

  test('given a job that fails with a ServiceError, then the caller gets one and the thread goes on', async () => {
    const { run } = oneThread;
    const thread = await run('who');
    const failed = run('refuse');
    await expect(failed).rejects.toBeInstanceOf(ServiceError);
    await expect(failed).rejects.toMatchObject({ code: 'no_person', message: 'selfie_base64 must show a person' });
    expect(await run('who')).toBe(thread);
  });

  test('given a job that tells how far it is, then its caller hears of it', async () => {
    const told: unknown[] = [];
    await oneThread.run('step by step', undefined, (...progress) => told.push(progress));
    expect(told).toEqual([
      ['parsing', 0.25],
      ['dressing', 0.5],
    ]);
  });

  test('given a waiting job, when aborted, then it never runs', async () => {
    const { run } = oneThread;
    const controller = new AbortController();
    const thread = await run('who');
    // It would end the thread.
    const jobs = [run('first'), run('leave', controller.signal), run('who')] as const;
    controller.abort(new Error('not wanted any more'));
    await expect(jobs[1]).rejects.toThrow('not wanted any more');
    expect(await jobs[0]).toBe('did first');
    expect(await jobs[2]).toBe(thread);
    await expect(run('late', controller.signal)).rejects.toThrow('not wanted any more');
  });

  test.each([1, 2])(
    'given %d running jobs, when one is aborted, then its thread ends with it, others go on, and those that wait are done',
    async (threads) => {
      const { run } = threads === 1 ? oneThread : twoThreads;
      const who = threads === 1 ? [await run('who')] : await Promise.all([run('meet'), run('meet')]);
      const controller = new AbortController();
      const running = expect(run('hang', controller.signal)).rejects.toThrow('gone');
      const others = Array.from({ length: threads - 1 }, () => run('slow'));
      const waiting = run('who');
      controller.abort(new Error('gone'));
      await running;
      expect(await Promise.all(others)).toEqual(others.map(() => 'did slow'));
      const next = await waiting;
      if (threads === 1) expect(who).not.toContain(next);
      expect(await run('after')).toBe('did after');
    },
  );

  test.each([
    ['throw', 'thrown by the worker'],
    ['leave', 'worker exited with code: 7'],
  ])('given a thread that fails by "%s", then only its job does', async (job, message) => {
    const { run } = oneThread;
    const jobs = [run(job), run('after')] as const;
    await expect(jobs[0]).rejects.toThrow(message);
    expect(await jobs[1]).toBe('did after');
  });
});

describe('the networks of the engine’s process', () => {
  test('given two threads that run networks, then it is the same other thread that does', async () => {
    const { run } = twoThreads;
    const threads = await Promise.all([run('meet'), run('meet')]);
    const [one, other] = await Promise.all([run('run 1'), run('run 1')]);
    expect(other).toBe(one);
    expect(threads).not.toContain(one);
  });

  test('given a run that fails, then the process ends, its jobs fail, and the next one starts another', async () => {
    const { run } = open();
    const first = await run('which process');
    await expect(run('run 7')).rejects.toMatchObject({
      message: 'the engine’s process crashed',
      cause: { message: 'it ended with 1' },
    });
    expect(await run('which process')).not.toBe(first);
  });

  test('given networks that cannot be loaded, then jobs fail', async () => {
    const { run } = open({ networks: new URL('./nowhere.ts', import.meta.url) });
    await expect(run('run 1')).rejects.toThrow('the engine’s process crashed');
  });
});

describe('the life of the engine’s process', () => {
  test('given a process that is killed, then its jobs fail and say why, and the next one starts another', async () => {
    const { run } = open();
    const first = await run('which process');
    const jobs = [run('kill the process'), run('waiting')];
    for (const job of jobs)
      await expect(job).rejects.toMatchObject({
        message: 'the engine’s process crashed',
        cause: { message: 'it ended with SIGKILL' },
      });
    expect(await run('which process')).not.toBe(first);
  });

  test('given nothing to do for a while, then the process ends, and a job later starts another', async () => {
    const { run } = open({ idleMs: 1 });
    const first = await run('which process');
    await expect.poll(() => runs(first)).toBe(false);
    expect(await run('which process')).not.toBe(first);
  });

  test('given a job that takes longer than the process may idle, then it is finished', async () => {
    const { run } = open({ idleMs: 1 });
    await run('a');
    expect(await run('slow')).toBe('did slow');
  });

  test('given signals that a terminal sends to all, then jobs are finished', async () => {
    const { run } = oneThread;
    const child = Number(await run('which process'));
    const job = run('slow');
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(child, signal);
    expect(await job).toBe('did slow');
    expect(await run('which process')).toBe(String(child));
  });

  test('given a service that is killed, then its engine’s process ends in the middle of a job', async () => {
    const parent = spawn(process.execPath, [
      new URL('./fixtures/obedient-process.fixture.ts', import.meta.url).pathname,
    ]);
    const [line] = await once(parent.stdout, 'data');
    const child = String(line).trim();
    expect(runs(child)).toBe(true);
    parent.kill('SIGKILL');
    await expect.poll(() => runs(child)).toBe(false);
  });

  test('given a service with keys, then its engine’s process gets none of them', async () => {
    process.env.KEY_OF_THE_SERVICE = 'secret';
    try {
      const environment = JSON.parse(await open().run('environment'));
      expect(environment).toMatchObject({ PATH: process.env.PATH, MALLOC_MMAP_THRESHOLD_: '8388608' });
      expect(environment).not.toHaveProperty('KEY_OF_THE_SERVICE');
    } finally {
      delete process.env.KEY_OF_THE_SERVICE;
    }
  });

  test('given a folder for compiled code, then a process that ends leaves some there for the next', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'compiled-'));
    const { NODE_COMPILE_CACHE: before } = process.env;
    process.env.NODE_COMPILE_CACHE = folder;
    try {
      const { run, close } = open();
      await run('a');
      await close();
      expect((await readdir(folder, { recursive: true })).length).toBeGreaterThan(3);
    } finally {
      if (before === undefined) delete process.env.NODE_COMPILE_CACHE;
      else process.env.NODE_COMPILE_CACHE = before;
      await rm(folder, { recursive: true });
    }
  });

  test('given a process that does not exit when it is told to, then it is killed, and running and later jobs fail', async () => {
    const { run, close } = open();
    const child = await run('which process');
    const job = expect(run('stop the process')).rejects.toThrow('the engine is closed');
    await expect.poll(() => stateOf(child)).toMatch(/^T/);
    await close();
    await job;
    expect(runs(child)).toBe(false);
    await expect(run('late')).rejects.toThrow('the engine is closed');
  });

  test('given a process that cannot be started, then jobs fail and say why, until it can', async () => {
    const { run } = open();
    const node = process.execPath;
    process.execPath = '/nowhere/node';
    const job = run('a');
    process.execPath = node;
    await expect(job).rejects.toMatchObject({ message: 'the engine’s process crashed', cause: { code: 'ENOENT' } });
    expect(await run('a')).toBe('did a');
  });
});
