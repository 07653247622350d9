import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLineOf, freePort, type ServiceSpec, waitUntil } from '@styling/local-servers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type SuperviseOptions, stopOrphanedServices, supervise } from './supervise.ts';

let folder: string;
let shown: string[];
let others: ChildProcess[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'supervise-'));
  shown = [];
  others = [];
});
afterEach(async () => {
  for (const child of others) child.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

/** A service that is ready at once, stops on SIGTERM and when its parent is gone, and notes both; `extra` runs first. */
const script = (extra: string) => `
  const { createServer } = require('node:http');
  const { appendFileSync } = require('node:fs');
  const note = (what) => appendFileSync(process.env.NOTES, process.env.NAME + ' ' + what + '\\n');
  const end = () => { note('stopped'); process.exit(0); };
  process.on('SIGTERM', end);
  process.on('disconnect', end);
  let status = 200;
  let reason = '';
  ${extra}
  createServer((request, response) => response.writeHead(status).end(reason)).listen(process.env.HEALTH_PORT, '127.0.0.1');`;

const service = async (service: string, extra = ''): Promise<ServiceSpec> => {
  const file = join(folder, `${service}.cjs`);
  await writeFile(file, script(extra));
  const env = { NAME: service, NOTES: join(folder, 'notes') };
  return { service, env, healthPort: await freePort(), script: file };
};

const options = (more: Partial<SuperviseOptions> = {}): SuperviseOptions => ({
  dataDir: folder,
  show: (line) => shown.push(line),
  ...more,
});

const notes = () => readFile(join(folder, 'notes'), 'utf8').catch(() => '');
const isGone = async (pid: number) => (await commandLineOf(pid)) === undefined;

test('given services that become ready, then they run, and stop stage after stage', async () => {
  const slow = "process.removeAllListeners('SIGTERM'); process.on('SIGTERM', () => setTimeout(end, 200));";
  const specs = [await service('usage'), await service('gateway', slow), await service('tryon', slow)];
  const running = await supervise(specs, options());
  await running.stop();
  expect(await notes()).toBe('gateway stopped\ntryon stopped\nusage stopped\n');
  expect(await Promise.all(running.services.map(({ pid }) => isGone(pid)))).toEqual([true, true, true]);
  await expect(readFile(join(folder, 'services.json'))).rejects.toThrow('ENOENT');
  expect(shown).toEqual([]);
});

test('given a service that says why it is not ready, then it runs, for an operator to do something, and that is shown', async () => {
  const waiting = "status = 503; reason = 'the log is another';";
  const running = await supervise([await service('gateway', waiting)], options());
  expect(shown).toEqual(['gateway | not ready: the log is another']);
  await running.stop();
});

test('given a service that dies while running, then its name, exit code and last error are reported', async () => {
  const dying = "process.on('SIGUSR2', () => { throw new TypeError('no such thing'); });";
  const running = await supervise([await service('style', dying), await service('usage')], options());
  process.kill(running.services[0]?.pid as number, 'SIGUSR2');
  expect((await running.failure).message).toBe('style ended (exit code 1): TypeError: no such thing');
  await running.stop();
  expect(await notes()).toBe('usage stopped\n');
});

test('given a service that ends before it is ready, then all are stopped and the reason is reported', async () => {
  const specs = [await service('usage'), await service('style', "console.error('Error: no port'); process.exit(3);")];
  await expect(supervise(specs, options())).rejects.toThrow('style ended (exit code 3): Error: no port');
  await expectNobodyLeft(specs);
});

test('given a service that will not stop, then it is killed when its time is over', async () => {
  const deaf = "process.removeAllListeners('SIGTERM'); process.on('SIGTERM', () => {});";
  const running = await supervise([await service('jobs', deaf)], options({ stopGraceMs: 300 }));
  await running.stop();
  expect(shown).toEqual(['jobs did not stop within 0.3 s: killed']);
  expect(await isGone(running.services[0]?.pid as number)).toBe(true);
});

test('given log lines of all kinds, then all are in the log and what matters is shown with the name', async () => {
  const talk = `console.log('{"level":30,"msg":"fine"}'); console.log('{"level":40,"msg":"slow"}'); console.error('odd');`;
  const running = await supervise([await service('images', talk)], options());
  await running.stop();
  expect(shown.toSorted()).toEqual(['images | odd', 'images | slow']);
  await waitUntil(async () => (await readFile(join(folder, 'logs', 'images.log'), 'utf8')).includes('odd'), {
    timeoutMs: 5_000,
  });
  expect(await readFile(join(folder, 'logs', 'images.log'), 'utf8')).toContain('{"level":30,"msg":"fine"}');
});

/** A parent that supervises `specs`, prints their pids, and then waits. */
const startParent = async (specs: readonly ServiceSpec[]): Promise<{ parent: ChildProcess; pids: number[] }> => {
  const file = join(folder, 'parent.ts');
  const module = JSON.stringify(new URL('./supervise.ts', import.meta.url).href);
  await writeFile(
    file,
    `const { supervise } = await import(${module});
     const options = { dataDir: ${JSON.stringify(folder)}, show: () => {} };
     const { services } = await supervise(${JSON.stringify(specs)}, options);
     console.log(JSON.stringify(services.map(({ pid }) => pid)));
     setInterval(() => {}, 1e6);`,
  );
  const parent = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
  others.push(parent);
  const [line] = await once(parent.stdout, 'data');
  return { parent, pids: JSON.parse(String(line)) as number[] };
};

test('given a parent that is killed, then its services detect it and stop', async () => {
  const { parent, pids } = await startParent([await service('usage'), await service('images')]);
  parent.kill('SIGKILL');
  const gone = await waitUntil(async () => (await Promise.all(pids.map(isGone))).every(Boolean), { timeoutMs: 10_000 });
  expect(gone).toBe(true);
  expect((await notes()).split('\n').filter(Boolean).toSorted()).toEqual(['images stopped', 'usage stopped']);
});

test('given a note with the pid of someone else, then that one is left alone', async () => {
  const bystander = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)']);
  others.push(bystander);
  await once(bystander, 'spawn');
  const pid = bystander.pid as number;
  const file = join(folder, 'services.json');
  await writeFile(file, JSON.stringify([{ pid, args: ['/repo/gateway/main.ts'] }]));
  await stopOrphanedServices(folder);
  expect(await isGone(pid)).toBe(false);
});

async function expectNobodyLeft(specs: readonly ServiceSpec[]): Promise<void> {
  for (const { healthPort } of specs) await expect(fetch(`http://127.0.0.1:${healthPort}`)).rejects.toThrow();
}
