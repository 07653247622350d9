import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// runService ends processes, so each case is a process of its own, run by plain Node.
const here = fileURLToPath(new URL('.', import.meta.url));
let folder: string;
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(here, '.run-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Service = { process: ChildProcess; output: () => string; port(): Promise<number>; exit: Promise<number | null> };
async function service(start: string, environment: Record<string, string> = {}, watching = '{}'): Promise<Service> {
  const path = join(folder, `${++count}.ts`);
  await writeFile(
    path,
    `import { readConfig, runService, serviceVariables } from '@styling/service';
     await runService('trial', () => readConfig(serviceVariables, process.env), async (config, log) => { ${start} }, ${watching});`,
  );
  const child = fork(path, { silent: true, env: { ...process.env, NATS_URL: 'x', ...environment } });
  let output = '';
  child.stdout?.on('data', (text) => {
    output += text;
  });
  child.stderr?.on('data', (text) => {
    output += text;
  });
  return {
    process: child,
    output: () => output,
    async port() {
      await expect.poll(() => output).toContain('"msg":"ready"');
      return Number(/"health_port":(\d+)/.exec(output)?.[1]);
    },
    exit: once(child, 'exit').then(([code]) => code),
  };
}
const health = async (port: number, path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
const elsewhere = async (port: number) => (await fetch(`http://127.0.0.2:${port}/livez`)).status;
const STOPS = `return { stop: async () => { log.info('stopped in order'); } };`;

describe('runService', () => {
  it('is ready, stops in order at SIGINT and exits with 0', async () => {
    const trial = await service(STOPS);
    const port = await trial.port();
    expect(await health(port, '/livez')).toBe(200);
    // On all interfaces.
    expect(await elsewhere(port)).toBe(200);
    expect(await health(port, '/readyz')).toBe(200);
    expect(await health(port, '/other')).toBe(404);
    trial.process.kill('SIGINT');
    expect(await trial.exit).toBe(0);
    expect(trial.output()).toContain('stopped in order');
  });

  it('answers probes only on the interface of HEALTH_HOST', async () => {
    const local = await service(STOPS, { HEALTH_HOST: '127.0.0.1' });
    const port = await local.port();
    expect(await health(port, '/livez')).toBe(200);
    await expect(elsewhere(port)).rejects.toThrow();
    local.process.kill();
  });

  it('stops in order when its parent process exits', async () => {
    const trial = await service(STOPS);
    await trial.port();
    trial.process.disconnect();
    expect(await trial.exit).toBe(0);
    expect(trial.output()).toContain('stopped in order');
  });

  it('is alive but not ready while it stops in order at SIGTERM', async () => {
    const trial = await service(`return { stop: () => new Promise((resolve) => process.once('message', resolve)) };`);
    const port = await trial.port();
    trial.process.kill('SIGTERM');
    await expect.poll(() => health(port, '/readyz')).toBe(503);
    expect(await health(port, '/livez')).toBe(200);
    trial.process.send('go on');
    expect(await trial.exit).toBe(0);
  });

  it('is not ready while its service says why, and tells it', async () => {
    const trial = await service(`
      let reason: string | undefined = 'the log is another';
      process.once('message', () => { reason = undefined; });
      return { stop: async () => {}, notReady: () => reason };`);
    const port = await trial.port();
    const response = await fetch(`http://127.0.0.1:${port}/readyz`);
    expect([response.status, await response.text()]).toEqual([503, 'the log is another\n']);
    trial.process.send('go on');
    await expect.poll(() => health(port, '/readyz')).toBe(200);
    trial.process.kill('SIGTERM');
    expect(await trial.exit).toBe(0);
  });

  it('is alive but not ready while what it needs does not answer', async () => {
    const ask = `let answers = Promise.resolve();
      process.once('message', () => { answers = Promise.reject(new Error('timeout')); answers.catch(() => {}); });`;
    const trial = await service(
      `${ask} return { stop: async () => {}, needs: { JetStream: () => answers } };`,
      {},
      '{ everyMs: 10 }',
    );
    const port = await trial.port();
    expect(await health(port, '/readyz')).toBe(200);
    trial.process.send('fail');
    await expect.poll(() => health(port, '/readyz')).toBe(503);
    expect(await (await fetch(`http://127.0.0.1:${port}/readyz`)).text()).toBe('JetStream does not answer\n');
    expect(await health(port, '/livez')).toBe(200);
    trial.process.kill('SIGTERM');
    expect(await trial.exit).toBe(0);
  });

  it.each([
    ['fails', `Promise.reject(new Error('the end'))`],
    ['ends', 'Promise.resolve()'],
  ])('exits with 1 when its service %s by itself', async (_, ended) => {
    const trial = await service(`return { stop: async () => {}, ended: ${ended} };`);
    expect(await trial.exit).toBe(1);
    expect(trial.output()).toContain('service failed; exiting');
  });

  it('prints why it could not start, and exits with 1', async () => {
    const trial = await service(`throw new Error('no connection to NATS');`);
    expect(await trial.exit).toBe(1);
    expect(trial.output()).toContain('trial: could not start: no connection to NATS');
  });

  it('exits with 1 on an uncaught error', async () => {
    const trial = await service(`setTimeout(() => { throw new Error('unheard'); }, 50); ${STOPS}`);
    expect(await trial.exit).toBe(1);
    expect(trial.output()).toContain('uncaught exception');
  });

  it('exits with 1 when its stop fails', async () => {
    const trial = await service(`return { stop: () => Promise.reject(new Error('stuck')) };`);
    await trial.port();
    trial.process.kill('SIGTERM');
    expect(await trial.exit).toBe(1);
    expect(trial.output()).toContain('stop failed');
  });
});
