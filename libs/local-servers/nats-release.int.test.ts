import { hash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create } from 'tar';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { downloadNatsServer, type NatsRelease } from './nats-release.ts';

/** A stand-in of the project's release site, with one release of a program that prints its name. */
const name = 'nats-server-v2.12.0-linux-amd64';
let folder: string;
let directory: string;
let archive: Buffer;
let pinned: NatsRelease;
let site: Server | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nats-release-'));
  directory = join(folder, 'bin');
  await mkdir(join(folder, name));
  await writeFile(join(folder, name, 'README.md'), 'read me');
  await writeFile(join(folder, name, 'nats-server'), '#!/bin/sh\necho nats-server: v2.12.0\n');
  await chmod(join(folder, name, 'nats-server'), 0o755);
  await create({ file: join(folder, 'archive'), cwd: folder, gzip: true }, [name]);
  archive = await readFile(join(folder, 'archive'));
  pinned = { version: '2.12.0', target: 'linux-amd64', sha256: hash('sha256', archive) };
});

afterEach(async () => {
  site?.closeAllConnections();
  await new Promise((resolve) => (site ? site.close(resolve) : resolve(undefined)));
  site = undefined;
  await rm(folder, { recursive: true });
});

const open = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener);
  site = server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as { port: number }).port}/releases/download`;
};

const release: RequestListener = (request, response) => {
  if (request.url === `/releases/download/v2.12.0/${name}.tar.gz`) response.end(archive);
  else response.writeHead(404).end('not found');
};

const left = () => readdir(directory);

test('given the release, then its executable is unpacked', async () => {
  const releasesUrl = await open(release);
  const path = await downloadNatsServer({ directory, releasesUrl, release: pinned });
  expect(path).toBe(join(directory, 'nats-server'));
  expect(await readFile(path, 'utf8')).toContain('echo nats-server');
  expect((await stat(path)).mode & 0o111).toBe(0o111);
  expect(await left()).toEqual(['nats-server']);
});

test('given a site that redirects to where the files are, then it is followed', async () => {
  const releasesUrl = await open((request, response) => {
    if (request.url?.startsWith('/elsewhere')) {
      request.url = request.url.replace('/elsewhere', '');
      release(request, response);
    } else response.writeHead(302, { location: `/elsewhere${request.url}` }).end();
  });
  await downloadNatsServer({ directory, releasesUrl, release: pinned });
  expect(await left()).toEqual(['nats-server']);
});

test('given an archive that was replaced, with its checksums, then it is refused and nothing is left', async () => {
  archive[archive.length - 1] = (archive.at(-1) as number) ^ 1;
  const releasesUrl = await open(release);
  await expect(downloadNatsServer({ directory, releasesUrl, release: pinned })).rejects.toThrow(
    `${name}.tar.gz does not have the known SHA-256`,
  );
  expect(await left()).toEqual([]);
});

test('given no such release, then the status is named', async () => {
  const releasesUrl = await open(release);
  await expect(
    downloadNatsServer({ directory, releasesUrl, release: { ...pinned, version: '9.9.9' } }),
  ).rejects.toThrow(/v9\.9\.9-linux-amd64\.tar\.gz: status 404/);
  expect(await left()).toEqual([]);
});

test('given a connection that ends in the middle, then it is refused and nothing is left', async () => {
  const releasesUrl = await open((_, response) => {
    response.writeHead(200, { 'content-length': archive.length });
    response.write(archive.subarray(0, 100), () => response.destroy());
  });
  await expect(downloadNatsServer({ directory, releasesUrl, release: pinned })).rejects.toThrow(
    /\.tar\.gz: .*(terminated|closed)/,
  );
  expect(await left()).toEqual([]);
});

test('given a site that hangs, then patience ends', async () => {
  const releasesUrl = await open((_, response) => {
    response.writeHead(200, { 'content-length': 1000 }).write('x');
  });
  await expect(downloadNatsServer({ directory, releasesUrl, release: pinned, idleTimeoutMs: 300 })).rejects.toThrow(
    `${name}.tar.gz: no data for 0.3 s`,
  );
  expect(await left()).toEqual([]);
});

test('given nobody at that address, then the reason is named', async () => {
  const releasesUrl = await open(release);
  await new Promise((resolve) => site?.close(resolve));
  site = undefined;
  await expect(downloadNatsServer({ directory, releasesUrl, release: pinned })).rejects.toThrow('ECONNREFUSED');
});

test('given a user who gives up, then it ends', async () => {
  const releasesUrl = await open(() => undefined);
  const signal = AbortSignal.abort(new Error('given up'));
  await expect(downloadNatsServer({ directory, releasesUrl, release: pinned, signal })).rejects.toThrow('given up');
});
