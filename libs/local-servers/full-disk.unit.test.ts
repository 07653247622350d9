import { describe, expect, it, onTestFinished } from 'vitest';
import { restartAfterFullDisk } from './full-disk.ts';
import type { Server } from './servers.ts';

const MB = 1e6;

describe('a server on a disk', () => {
  /** A server of which the calls are recorded, on a disk with so much room. */
  function setUp({ withAsk = true } = {}) {
    const calls: string[] = [];
    const lines: string[] = [];
    const world = {
      free: 500 * MB,
      exit: undefined as ReturnType<Server<object>['exit']>,
      answers: true,
      starts: true,
    };
    const server: Server<object> = {
      name: 'nats-server',
      url: 'nats://x',
      exit: () => world.exit,
      async kill() {
        calls.push('kill');
        world.exit = undefined;
      },
      async stop() {
        calls.push('stop');
        world.exit = undefined;
      },
      async start() {
        calls.push('start');
        if (!world.starts) throw new Error('nats-server did not start: no space left on device');
        world.answers = true;
      },
    };
    const watch = restartAfterFullDisk(server, {
      dataDir: '/data',
      everyMs: 1,
      freeBytesOf: async () => world.free,
      notify: (line) => lines.push(line),
      ...(withAsk ? { ask: async () => (world.answers ? undefined : Promise.reject(new Error('timeout'))) } : {}),
    });
    onTestFinished(() => watch.stop());
    return { world, calls, lines, watch };
  }

  it('given no answer several times in a row, then it is killed and started', async () => {
    const { world, calls } = setUp();
    world.answers = false;
    await expect.poll(() => calls).toEqual(['kill', 'start']);
  });

  it('given the start fails, then it is tried again', async () => {
    const { world, calls, lines } = setUp();
    Object.assign(world, { free: 0, starts: false });
    await expect.poll(() => lines).toHaveLength(1);
    world.free = 500 * MB;
    await expect.poll(() => calls.length).toBeGreaterThan(3);
    world.starts = true;
    await expect.poll(() => lines.at(-1)).toBe('nats-server runs again');
  });

  it('given the server ended on a full disk, then it is started again, and else that is a failure', async () => {
    const { world, calls, lines, watch } = setUp({ withAsk: false });
    Object.assign(world, { free: 0, exit: { code: 1, signal: null } });
    const full = 'the disk of nats-server is full (0 MB free): restarting it once 64 MB are free';
    await expect.poll(() => lines).toEqual([full]);
    world.free = 20 * MB;
    await expect.poll(() => lines.at(-1)).toContain('20 MB free');
    expect(calls).toEqual([]);
    world.free = 500 * MB;
    await expect.poll(() => calls).toEqual(['stop', 'start']);
    await expect.poll(() => lines.at(-1)).toBe('nats-server runs again');
    world.exit = { code: null, signal: 'SIGKILL' };
    expect((await watch.failure).message).toBe('nats-server ended (SIGKILL)');
    expect(calls).toEqual(['stop', 'start']);
  });
});
