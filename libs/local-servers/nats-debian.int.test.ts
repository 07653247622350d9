import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { unpackDebianNatsServer } from './nats-debian.ts';

/** Stand-ins for apt and dpkg: shell scripts that note how they were called. */
let folder: string;
let programs: string;
let directory: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nats-debian-'));
  programs = join(folder, 'programs');
  directory = join(folder, 'bin');
  await mkdir(programs);
  await program('apt-get', 'case "$*" in *download*) : > nats-server_2.9_amd64.deb;; esac');
  await program('dpkg-deb', 'set -e; /bin/mkdir -p "$3/usr/sbin"; echo server > "$3/usr/sbin/nats-server"');
  vi.stubEnv('PATH', programs);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

const program = async (name: string, script: string) => {
  const file = join(programs, name);
  await writeFile(file, `#!/bin/sh\necho "${name} $*" >> '${folder}/calls'\n${script}\n`);
  await chmod(file, 0o755);
};

/** The calls, without the options. */
const calls = async () =>
  (await readFile(join(folder, 'calls'), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => line.replace(/ -o \S+| -q/g, ''));

test('given the package, then it is downloaded by lists of our own and unpacked, and nothing else is left', async () => {
  expect(await unpackDebianNatsServer(directory)).toBe(join(directory, 'nats-server'));
  expect(await readFile(join(directory, 'nats-server'), 'utf8')).toBe('server\n');
  expect(await readdir(directory)).toEqual(['nats-server']);
  expect(await calls()).toEqual([
    'apt-get update',
    'apt-get download nats-server',
    expect.stringMatching(/^dpkg-deb -x .*nats-server_2\.9_amd64\.deb /),
  ]);
  expect(await readFile(join(folder, 'calls'), 'utf8')).toContain(`Dir::State::Lists=${join(directory, '.apt-')}`);
});

test('given a bad source among those of the system, then the package is had from the others', async () => {
  await program('apt-get', 'case "$*" in *download*) : > n.deb;; *) echo "E: bad source" >&2; exit 100;; esac');
  expect(await unpackDebianNatsServer(directory)).toBe(join(directory, 'nats-server'));
});

test('given no network, then the reason of apt is the error and nothing is left', async () => {
  await program('apt-get', 'echo "W: odd" >&2; echo "E: no network" >&2; exit 100');
  await expect(unpackDebianNatsServer(directory)).rejects.toThrow(/^apt-get: no network$/);
  expect(await readdir(directory)).toEqual([]);
});

test('given no apt, then that is the error', async () => {
  await rm(join(programs, 'apt-get'));
  await expect(unpackDebianNatsServer(directory)).rejects.toThrow(/^apt-get: not found$/);
});
