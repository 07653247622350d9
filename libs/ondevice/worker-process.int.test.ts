import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServiceError } from '@styling/service';
import { afterEach, describe, expect, test } from 'vitest';
import type { WorkerPool } from './worker-pool.ts';
import { openWorkerProcess } from './worker-process.ts';

const obedient = new URL('./fixtures/obedient-worker.ts', import.meta.url);
let pool: WorkerPool<string, string>;
const open = ({ threads = 1, idleMs = 60_000, entry = obedient } = {}) => {
  pool = openWorkerProcess<string, string>(entry, { threads, idleMs });
  return pool;
};
afterEach(() => pool?.close());

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

describe('a worker process', () => {
  test('given jobs, then all are done in one process that is not this one', async () => {
    const { run } = open();
    const processes = await Promise.all([run('which process'), run('which process')]);
    expect(new Set(processes).size).toBe(1);
    expect(processes).not.toContain(String(process.pid));
    expect(await run('a')).toBe('did a');
  });

  test('given two threads, then jobs run at the same time, and share parts', async () => {
    const { run } = open({ threads: 2 });
    expect(new Set(await Promise.all([run('meet'), run('meet')])).size).toBe(2);
    expect(await run('share something')).toBe('did something');
  });

  test('given a job that fails with a ServiceError, then the caller gets one', async () => {
    const failed = open().run('refuse');
    await expect(failed).rejects.toBeInstanceOf(ServiceError);
    await expect(failed).rejects.toMatchObject({ code: 'no_person', message: 'selfie_base64 must show a person' });
  });

  test('given a job that tells how far it is, then its caller hears of it', async () => {
    const told: unknown[] = [];
    await open().run('step by step', undefined, (...progress) => told.push(progress));
    expect(told).toEqual([
      ['parsing', 0.25],
      ['dressing', 0.5],
    ]);
  });

  test('given waiting and running jobs, when aborted, then the next one is done', async () => {
    const { run } = open();
    const controller = new AbortController();
    const jobs = [run('hang', controller.signal), run('waiting', controller.signal), run('next')] as const;
    const [running, waiting] = [jobs[0], jobs[1]].map((job) => expect(job).rejects.toThrow('gone'));
    controller.abort(new Error('gone'));
    await Promise.all([running, waiting]);
    expect(await jobs[2]).toBe('did next');
    await expect(run('late', controller.signal)).rejects.toThrow('gone');
  });

  test('given a thread that dies, then only its job fails', async () => {
    const { run } = open();
    const jobs = [run('leave'), run('after')] as const;
    await expect(jobs[0]).rejects.toThrow('worker thread crashed');
    expect(await jobs[1]).toBe('did after');
  });

  test('given a process that is killed, then its jobs fail and say why, and the next one starts another', async () => {
    const { run } = open();
    const first = await run('which process');
    const jobs = [run('kill the process'), run('waiting')];
    for (const job of jobs)
      await expect(job).rejects.toMatchObject({
        message: 'worker process crashed',
        cause: { message: 'worker process ended with SIGKILL' },
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
    const { run } = open();
    const child = Number(await run('which process'));
    const job = run('slow');
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(child, signal);
    expect(await job).toBe('did slow');
    expect(await run('which process')).toBe(String(child));
  });

  test('given a service that is killed, then its worker process ends in the middle of a job', async () => {
    const parent = spawn(process.execPath, [new URL('./fixtures/orphaning-parent.ts', import.meta.url).pathname]);
    const [line] = await once(parent.stdout, 'data');
    const child = String(line).trim();
    expect(runs(child)).toBe(true);
    parent.kill('SIGKILL');
    await expect.poll(() => runs(child)).toBe(false);
  });

  test('given a service with keys, then its worker process gets none of them', async () => {
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

  test('given a process that does not exit when it is told to, then it is killed', async () => {
    const { run, close } = open();
    const child = await run('which process');
    const job = expect(run('stop the process')).rejects.toThrow('the engine is closed');
    await expect.poll(() => stateOf(child)).toMatch(/^T/);
    await close();
    await job;
    expect(runs(child)).toBe(false);
  });

  test('given a worker that cannot start, then proving it and jobs fail and say why', async () => {
    const { prove, run } = open({ entry: new URL('./fixtures/stillborn-worker.ts', import.meta.url) });
    await expect(prove()).rejects.toThrow('worker thread failed to start: no weights');
    await expect(run('a')).rejects.toThrow('no worker thread could be started');
  });

  test('given a process that cannot be started, then jobs fail and say why, until it can', async () => {
    const { run } = open();
    const node = process.execPath;
    process.execPath = '/nowhere/node';
    const job = run('a');
    process.execPath = node;
    await expect(job).rejects.toMatchObject({ message: 'worker process crashed', cause: { code: 'ENOENT' } });
    expect(await run('a')).toBe('did a');
  });

  test('given a closed pool, then running and later jobs fail, and the process has ended', async () => {
    const { run, close } = open();
    const child = await run('which process');
    const job = expect(run('hang')).rejects.toThrow('the engine is closed');
    await close();
    await job;
    expect(runs(child)).toBe(false);
    await expect(run('late')).rejects.toThrow('the engine is closed');
  });
});
