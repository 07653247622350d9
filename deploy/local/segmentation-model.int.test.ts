import { hash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEngine } from '@styling/ondevice';
import { colourModel } from '@styling/ondevice/colour-model';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fetchSegmentationModel } from './segmentation-model.ts';

// A server stands in for where the model is published; the model is one that the engine runs.
const model = Buffer.from(colourModel(Array.from({ length: 6 }, () => [0, 0, 0, 0])));
let server: Server;
let published = model;
let folder: string;
const fetchIt = (path = '/model.tflite') =>
  fetchSegmentationModel(folder, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    idleTimeoutMs: 1_000,
  });

beforeAll(async () => {
  server = createServer(({ url }, response) =>
    url === '/model.tflite' ? response.end(published) : url === '/silent' ? undefined : response.writeHead(404).end(),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(async () => {
  published = model;
  folder = await mkdtemp(join(tmpdir(), 'models-'));
  return () => rm(folder, { recursive: true });
});

describe('fetching the segmentation network', () => {
  it('keeps it with its digest, and does it again without a change', async () => {
    const { path, digest } = await fetchIt();
    expect(digest).toBe(hash('sha256', model));
    expect((await readFile(path)).equals(model)).toBe(true);
    expect(await readFile(`${path}.sha256`, 'utf8')).toBe(`${digest}  selfie_multiclass_256x256.tflite\n`);
    expect(await fetchIt()).toEqual({ path, digest });
  });

  it('refuses another one than before, and keeps that', async () => {
    const { path } = await fetchIt();
    published = Buffer.from(colourModel(Array.from({ length: 6 }, () => [1, 0, 0, 0])));
    await expect(fetchIt()).rejects.toThrow(/not the kept one; delete .*\.sha256 to accept it$/);
    expect((await readFile(path)).equals(model)).toBe(true);
  });

  it.each([
    ['/model.tflite', 'a page instead of a model', /not a TensorFlow Lite model$/],
    ['/none', 'an address without a file', /status 404$/],
    ['/silent', 'a server that does not respond', /no data for 1 s$/],
  ])('given %s: %s, says so and leaves nothing', async (path, _, message) => {
    published = Buffer.from('<html>not here</html>');
    await expect(fetchIt(path)).rejects.toThrow(message);
    expect(await readdir(folder)).toEqual([]);
  });

  it('lets no engine start with a file that has changed since', async () => {
    const { path } = await fetchIt();
    await writeFile(path, colourModel(Array.from({ length: 6 }, () => [1, 0, 0, 0])));
    await expect(openEngine({ threads: 1, segmentationModel: path })).rejects.toThrow(/does not have the digest/);
  });
});
