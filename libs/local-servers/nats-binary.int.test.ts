import { hash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create } from 'tar';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { downloadNatsServer, findNatsServer, unpackDebianNatsServer } from './nats-binary.ts';

let folder: string;
let directory: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nats-binary-'));
  directory = join(folder, 'bin');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

/** A shell script in place of a program, without a need for PATH. */
const program = async (place: string, name: string, script: string) => {
  await mkdir(place, { recursive: true });
  await writeFile(join(place, name), `#!/bin/sh\n${script}\n`);
  await chmod(join(place, name), 0o755);
};
const server = (place: string, version: string) => program(place, 'nats-server', `echo 'nats-server: v${version}'`);

describe('an executable', () => {
  test('given none on PATH and one fetched earlier, then the latter is it and nothing is fetched', async () => {
    await server(directory, '2.12.1');
    vi.stubEnv('PATH', join(folder, 'empty'));
    expect(await findNatsServer({ binDir: directory })).toBe(join(directory, 'nats-server'));
  });

  test('given no source available, then one line names each with its reason', async () => {
    await server(join(folder, 'path'), '2.1.9');
    vi.stubEnv('PATH', join(folder, 'path'));
    const lines: string[] = [];
    const releasesUrl = 'http://127.0.0.1:3';
    const found = findNatsServer({ binDir: directory, releasesUrl, notify: (line) => lines.push(line) });
    const message = await found.catch((error: Error) => error.message);
    expect(message).toMatch(
      /^no nats-server found \(PATH: nats-server is not nats-server 2\.9 or newer; .*bin: not found; official release: .*ECONNREFUSED.*; distribution package: apt-get: not found\); put one on PATH and try again$/,
    );
    expect(lines).toEqual([
      expect.stringMatching(/^downloading nats-server 2\.\d+\.\d+ …$/),
      "the official release cannot be had here; fetching the distribution's nats-server …",
    ]);
  });
});

describe("the distribution's package", () => {
  beforeEach(async () => {
    const programs = join(folder, 'programs');
    const called = (name: string) => `echo "${name} $*" >> '${folder}/calls'\n`;
    const apt = 'case "$*" in *download*) : > nats-server_2.9_amd64.deb;; *) echo "E: bad source" >&2; exit 100;; esac';
    await program(programs, 'apt-get', called('apt-get') + apt);
    const unpack = 'set -e; /bin/mkdir -p "$3/usr/sbin"; echo server > "$3/usr/sbin/nats-server"';
    await program(programs, 'dpkg-deb', called('dpkg-deb') + unpack);
    vi.stubEnv('PATH', programs);
  });

  test('given one bad source, then it is downloaded by lists of our own and unpacked, and nothing else is left', async () => {
    expect(await unpackDebianNatsServer(directory)).toBe(join(directory, 'nats-server'));
    expect(await readFile(join(directory, 'nats-server'), 'utf8')).toBe('server\n');
    expect(await readdir(directory)).toEqual(['nats-server']);
    const calls = await readFile(join(folder, 'calls'), 'utf8');
    expect(calls).toContain(`Dir::State::Lists=${join(directory, '.fetch-')}`);
    expect(calls.replace(/ -o \S+| -q/g, '')).toMatch(
      /^apt-get update\napt-get download nats-server\ndpkg-deb -x .*nats-server_2\.9_amd64\.deb /,
    );
  });
});

describe('an official release', () => {
  const name = 'nats-server-v2.12.0-linux-amd64';
  let archive: Buffer;
  let release: Parameters<typeof downloadNatsServer>[1];
  beforeEach(async () => {
    await server(join(folder, name), '2.12.0');
    await create({ file: join(folder, 'archive'), cwd: folder, gzip: true }, [name]);
    archive = await readFile(join(folder, 'archive'));
    release = ['2.12.0', 'linux-amd64', hash('sha256', archive)];
  });

  /** A stand-in of the project's release site. */
  const open = async (listener: RequestListener): Promise<string> => {
    const site = createServer(listener).listen(0, '127.0.0.1');
    await once(site, 'listening');
    onTestFinished(() => {
      site.closeAllConnections();
      site.close();
    });
    return `http://127.0.0.1:${(site.address() as AddressInfo).port}/releases/download`;
  };

  test('given the release, then its executable is unpacked', async () => {
    const releasesUrl = await open((request, response) => {
      if (request.url === `/releases/download/v2.12.0/${name}.tar.gz`) response.end(archive);
      else response.writeHead(404).end();
    });
    const path = await downloadNatsServer(directory, release, releasesUrl);
    expect(path).toBe(join(directory, 'nats-server'));
    expect((await stat(path)).mode & 0o111).toBe(0o111);
    expect(await readdir(directory)).toEqual(['nats-server']);
    const other = downloadNatsServer(directory, ['9.9.9', release[1], release[2]], releasesUrl);
    await expect(other).rejects.toThrow(/v9\.9\.9-linux-amd64\.tar\.gz: status 404/);
  });

  test.each<[string, RegExp, RequestListener]>([
    ['an archive that was replaced', /does not have the known SHA-256/, (_, response) => response.end('another')],
    [
      'a connection that ends in the middle',
      /: .*(terminated|closed)/,
      (_, response) => {
        response.writeHead(200, { 'content-length': 1000 }).write('x', () => response.destroy());
      },
    ],
  ])('given %s, then it is refused and nothing is left', async (_, reason, listener) => {
    const releasesUrl = await open(listener);
    const downloading = downloadNatsServer(directory, release, releasesUrl);
    await expect(downloading).rejects.toThrow(reason);
    expect(await readdir(directory).catch(() => [])).toEqual([]);
  });
});
