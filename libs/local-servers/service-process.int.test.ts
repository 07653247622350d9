import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServiceProcess } from './service-process.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'service-'));
  await writeFile(join(folder, 'hosts.cjs'), 'console.log(process.env.LISTEN_HOST, process.env.HEALTH_HOST)');
});
afterAll(() => rm(folder, { recursive: true }));

test.each([
  [{}, '127.0.0.1 127.0.0.1'],
  [{ LISTEN_HOST: '' }, '127.0.0.1 127.0.0.1'],
  [{ LISTEN_HOST: '0.0.0.0' }, '0.0.0.0 127.0.0.1'],
])('given %j, then a service listens on %s', async (env, hosts) => {
  const spec = { service: 'gateway', env, healthPort: 1, script: join(folder, 'hosts.cjs') };
  const { exited, output } = await startServiceProcess(spec, { logFile: join(folder, 'log') });
  await exited;
  expect(output()).toBe(`${hosts}\n`);
});
