import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findNatsServer } from './nats-binary.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nats-binary-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

const program = async (directory: string, output: string) => {
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, 'nats-server'), `#!/bin/sh\necho '${output}'\n`);
  await chmod(join(directory, 'nats-server'), 0o755);
};

test('given one on PATH, then that is it', async () => {
  await program(join(folder, 'path'), 'nats-server: v2.12.1');
  vi.stubEnv('PATH', `${join(folder, 'path')}:${process.env.PATH}`);
  expect(await findNatsServer({ binDir: join(folder, 'bin') })).toBe('nats-server');
});

test('given none on PATH and one fetched earlier, then the latter is it and nothing is fetched', async () => {
  await program(join(folder, 'bin'), 'nats-server: v2.12.1');
  vi.stubEnv('PATH', join(folder, 'empty'));
  // The stand-ins are shell scripts without a need for PATH.
  expect(await findNatsServer({ binDir: join(folder, 'bin') })).toBe(join(folder, 'bin', 'nats-server'));
});

test('given no source available, then one line names each with its reason', async () => {
  await program(join(folder, 'path'), 'nats-server: v2.1.9');
  vi.stubEnv('PATH', join(folder, 'path'));
  const lines: string[] = [];
  const found = findNatsServer({
    binDir: join(folder, 'bin'),
    natsReleasesUrl: 'http://127.0.0.1:1',
    notify: (line) => lines.push(line),
  });
  const message = await found.catch((error: Error) => error.message);
  expect(message).toMatch(
    /^no nats-server found \(PATH: nats-server is not nats-server 2\.9 or newer; .*bin: not found; official release: .*; distribution package: apt-get: not found\); put one on PATH and try again$/,
  );
  expect(lines).toEqual([
    expect.stringMatching(/^downloading nats-server 2\.\d+\.\d+ …$/),
    "the official release cannot be had here; fetching the distribution's nats-server …",
  ]);
});

test('given a user who gives up, then no further source is tried', async () => {
  vi.stubEnv('PATH', join(folder, 'empty'));
  const lines: string[] = [];
  const signal = AbortSignal.abort(new Error('given up'));
  const found = findNatsServer({ binDir: join(folder, 'bin'), signal, notify: (line) => lines.push(line) });
  await expect(found).rejects.toThrow('given up');
  expect(lines).toEqual([]);
});
