import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkUrl } from '@styling/fetching';
import { pause } from '@styling/service';
import { silentLogger } from '@styling/telemetry';
import { sleepingClock } from '@styling/testing';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test } from 'vitest';
import { copyOutput, firstFile, sourceOf } from './hosted-models.ts';
import { DEADLINE, failure, START } from './replicate.fixture.ts';

const worker = () => ({ ...sleepingClock(START), random: () => 0.5, log: silentLogger() });
const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'red' } })
    .png()
    .toBuffer();

/** Copies a delivery by an API of its own, which counts the requests. */
async function delivered(
  handle: RequestListener,
  deps: Partial<Parameters<typeof copyOutput>[0]> = {},
  left = 120_000,
) {
  const seen = { requests: 0 };
  const server = createServer((request, response) => {
    seen.requests++;
    handle(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const used = { ...worker(), ...deps };
  const deadline = new Date(used.clock().getTime() + left);
  const copied = copyOutput(used, `${origin}/v1`, { image: [`${origin}/out.png`] }, deadline);
  return { seen, slept: used.slept, copied: await copied.catch((error: unknown) => error) };
}

describe('copyOutput', () => {
  test('given two failed downloads, then the third one succeeds, after growing pauses', async () => {
    const bytes = await png(300, 400);
    let tries = 0;
    const { copied, slept } = await delivered((_, response) => {
      tries++;
      if (tries === 1) response.socket?.resetAndDestroy();
      else response.writeHead(tries === 2 ? 503 : 200).end(bytes);
    });
    expect(Buffer.from(copied as Uint8Array).equals(bytes)).toBe(true);
    expect(slept).toEqual([375, 750]);
  });

  test.each([
    [503, 'unavailable', 3],
    [403, 'unusable', 1],
    [404, 'unusable', 1],
    [410, 'unusable', 1],
  ])('given a delivery answered %d, then it is %s after %d requests', async (status, kind, requests) => {
    const { copied, seen } = await delivered((_, response) => response.writeHead(status).end());
    expect(copied).toMatchObject({ name: 'VendorError', kind });
    expect(seen.requests).toBe(requests);
  });

  test('given a delivery that hangs, then the deadline ends it', async () => {
    const real = { clock: () => new Date(), sleep: pause };
    expect((await delivered(() => {}, real, 600)).copied).toMatchObject({ kind: 'deadline' });
  });

  test.each(['http://169.254.169.254/latest/meta-data', 'http://localhost/x.jpg', 'https://elsewhere.example/x.jpg'])(
    'given a delivery by the API that redirects to %s, then that is not followed',
    async (location) => {
      const { copied } = await delivered((_, response) => response.writeHead(302, { location }).end());
      expect(copied).toMatchObject({ kind: 'unusable', cause: { code: 'forbidden_url' } });
    },
  );

  test.each([
    ['https://elsewhere.example/x.png', false],
    ['http://x.replicate.delivery/x.png', false],
    ['https://api.replicate.com/v1/files/x', false],
    ['https://pb.replicate.delivery/x.png', true],
    ['/x.png', true],
  ])('given a delivery host that redirects to %s, then whether that is followed is %s', (location, isFollowed) => {
    const delivery = new URL('https://x.replicate.delivery/output.png');
    const { policy } = sourceOf(delivery.href, 'api.replicate.com');
    const follow = () => checkUrl(location, 'output', policy, delivery);
    if (isFollowed) expect(follow().hostname).toMatch(/replicate\.delivery$/);
    else expect(follow).toThrow(expect.objectContaining({ code: 'forbidden_url' }));
  });

  test.each([
    ['127.0.0.1', 4],
    ['fd00::1', 6],
  ])('given a delivery host that resolves to %s, then nothing is fetched from there', async (address, family) => {
    const deps = { ...worker(), resolve: async () => [{ address, family }] };
    const copying = copyOutput(deps, 'https://api.replicate.com', 'https://x.replicate.delivery/output.png', DEADLINE);
    expect(await failure(copying)).toMatchObject({ kind: 'unusable', cause: { code: 'forbidden_url' } });
    expect(deps.slept).toEqual([]);
  });

  test('given a delivery of more than 30 MiB, then it is not copied', async () => {
    const tooLarge = { 'content-length': 30 * 1024 * 1024 + 1 };
    const { copied } = await delivered((_, response) => void response.writeHead(200, tooLarge).write('x'));
    expect(copied).toMatchObject({ kind: 'unusable', cause: { code: 'image_too_large' } });
  });
});

describe('firstFile', () => {
  const file = 'https://pbxt.replicate.delivery/abc/out.png';
  test.each([
    ['an address', file, file],
    ['a list', [file, 'https://replicate.delivery/other.png'], file],
    ['an object', { text: 'a hat', seed: 7, image: [{ url: file }] }, file],
    ['an address of the API', 'http://127.0.0.1:8090/delivery/a.jpg', 'http://127.0.0.1:8090/delivery/a.jpg'],
  ])('given %s, then its file', (_, output, expected) => {
    expect(firstFile(output, '127.0.0.1:8090')).toBe(expected);
  });

  test.each([
    'https://replicate.delivery.example/out.jpg',
    'https://notreplicate.delivery/out.jpg',
    'http://replicate.delivery/out.jpg',
    'https://replicate.delivery:8443/out.jpg',
    'http://127.0.0.1:8091/out.jpg',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
  ])('given %s, then it is refused', (output) => {
    expect(() => firstFile([file, output], '127.0.0.1:8090')).toThrow('unexpected host');
  });

  test.each([null, '', 'no address', [], 7])('given %j, then there is no file', (output) => {
    expect(() => firstFile(output, '127.0.0.1:8090')).toThrow('no file');
  });
});
