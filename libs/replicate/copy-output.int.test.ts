import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mislabels } from '@styling/fake-models';
import { checkUrl } from '@styling/fetching';
import { pause } from '@styling/service';
import { photo, sleepingClock } from '@styling/testing';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test } from 'vitest';
import { copyOutput, sourceOf } from './copy-output.ts';
import { nanoBanana2Input } from './index.ts';
import { bananas, connectWorker, failure, journal, START, unhurried, useFakeModels } from './replicate.fixture.ts';

const hosted = useFakeModels();
const soon = unhurried().deadline;
const fake = () => hosted.fakes.replicate;

async function outputOf(input: object = bananas.input([])): Promise<unknown> {
  const { replicate } = connectWorker(hosted.fakes);
  return (await replicate.predict({ ...bananas, ...unhurried(), input: () => input, journal: journal() })).output;
}
const copied = (output: unknown) => connectWorker(hosted.fakes).replicate.copyOutput(output, soon);

describe('copyOutput', () => {
  test('given a generated picture, then its bytes and header are returned', async () => {
    const { replicate } = connectWorker(hosted.fakes);
    const sent = await replicate.upload(await photo('grace-hopper.jpg'), 'image/jpeg', unhurried());
    const picture = await copied(await outputOf(nanoBanana2Input({ prompt: 'a hat', images: [sent.url] })));
    expect(picture).toMatchObject({ format: 'jpeg', width: 768, height: 1024 });
    expect((await sharp(picture.bytes).stats()).isOpaque).toBe(true);
    expect(fake().files.inputs).toBe(1);
    await replicate.removeFile(sent.id);
    expect(fake().files.inputs).toBe(0);
  });

  test('given a JPEG that is delivered as a PNG, then it is recognised as a JPEG', async () => {
    fake().script([mislabels()]);
    const output = await outputOf();
    expect(output).toMatch(/\.png$/);
    expect(await copied(output)).toMatchObject({ format: 'jpeg' });
  });

  test('given a data URI, then its bytes are returned', async () => {
    const png = await sharp({ create: { width: 300, height: 400, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const picture = await copied([`data:image/jpeg;base64,${png.toString('base64')}`]);
    expect(picture).toMatchObject({ format: 'png', width: 300, height: 400 });
    expect(Buffer.compare(picture.bytes, png)).toBe(0);
  });

  test('given two failed downloads, then the third one succeeds', async () => {
    fake().script([{ end: { status: 'succeeded', deliveries: ['reset', { status: 503, body: {} }] } }]);
    expect(await copied(await outputOf())).toMatchObject({ format: 'jpeg' });
  });

  test('given a delivery that keeps failing, then `unavailable`: a retry may still get it', async () => {
    const away = { status: 503, body: {} };
    fake().script([{ end: { status: 'succeeded', deliveries: [away, away, away] } }]);
    expect(await failure(copied(await outputOf()))).toMatchObject({
      code: 'unavailable',
      cause: { name: 'VendorError', kind: 'unavailable' },
    });
  });

  test.each([
    ['no file', 'I cannot draw that'],
    ['nothing', null],
    ['a file on another host', 'https://replicate.delivery.example/x.jpg'],
    ['a data URI that is no base64', 'data:text/plain,hello'],
    ['a data URI that is no picture', `data:image/png;base64,${Buffer.from('hello').toString('base64')}`],
  ])('given an output of %s, then it is our own failure, never the client’s', async (_, output) => {
    expect(await failure(copied(output))).toMatchObject({
      code: 'internal',
      cause: { name: 'VendorError', kind: 'failed' },
    });
  });

  test.each([403, 404, 410])('given a delivery answered %d, then it is asked for once', async (status) => {
    const gone = { status, body: {} };
    fake().script([{ end: { status: 'succeeded', deliveries: [gone] } }]);
    expect(await failure(copied(await outputOf()))).toMatchObject({ code: 'internal', cause: { kind: 'failed' } });
  });

  test('given a delivery that hangs, then the deadline ends it', async () => {
    fake().script([{ end: { status: 'succeeded', deliveries: ['hang', 'hang', 'hang'] } }]);
    const output = await outputOf();
    const { replicate } = connectWorker(hosted.fakes, { clock: () => new Date(), sleep: (ms) => pause(ms) });
    const begun = performance.now();
    expect(await failure(replicate.copyOutput(output, new Date(Date.now() + 600)))).toMatchObject({
      ...{ code: 'deadline_exceeded', cause: { kind: 'deadline' } },
    });
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  test.each([
    'http://169.254.169.254/latest/meta-data',
    'http://[::ffff:127.0.0.1]:1/x.jpg',
    'http://localhost/x.jpg',
    'https://elsewhere.example/x.jpg',
  ])('given a delivery by the API that redirects to %s, then that is not followed', async (location) => {
    fake().script([{ end: { status: 'succeeded', deliveries: [{ status: 302, body: {}, headers: { location } }] } }]);
    expect(await failure(copied(await outputOf()))).toMatchObject({
      ...{ code: 'internal', cause: { kind: 'failed', cause: { code: 'forbidden_url' } } },
    });
  });

  test.each([
    ['https://elsewhere.example/x.png', false],
    ['https://replicate.delivery.example/x.png', false],
    ['http://x.replicate.delivery/x.png', false],
    ['https://api.replicate.com/v1/files/x', false],
    ['https://169.254.169.254/latest/meta-data', false],
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
    ['tiny', 255, 400],
    ['a strip', 1_200, 300],
  ])('given a picture that is %s, then it failed', async (_, width, height) => {
    const png = await sharp({ create: { width, height, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    expect(await failure(copied(`data:image/png;base64,${png.toString('base64')}`))).toMatchObject({
      ...{ code: 'internal', cause: { kind: 'failed', message: 'output has an odd size' } },
    });
  });

  test('given a URL without a picture, then it is an internal error', async () => {
    fake().script([{ end: { status: 'succeeded', deliveries: ['garbage'] } }]);
    expect(await failure(copied(await outputOf()))).toMatchObject({ code: 'internal', cause: { kind: 'failed' } });
  });

  test.each([
    ['loopback', '127.0.0.1', 4],
    ['a metadata service', '169.254.169.254', 4],
    ['a private network', 'fd00::1', 6],
  ])('given a delivery host that resolves to %s, then nothing is fetched from there', async (_, address, family) => {
    const dependencies = { ...sleepingClock(START), random: () => 0.5, resolve: async () => [{ address, family }] };
    const copying = copyOutput(
      dependencies,
      'https://api.replicate.com',
      'https://x.replicate.delivery/output.png',
      soon,
    );
    expect(await failure(copying)).toMatchObject({ kind: 'failed', cause: { code: 'forbidden_url' } });
    expect(dependencies.slept).toEqual([]);
  });

  test('given a delivery that stays away, then the pauses between the tries grow', async () => {
    const dependencies = { ...sleepingClock(START), random: () => 0.5 };
    await failure(copyOutput(dependencies, 'http://127.0.0.1:1', 'http://127.0.0.1:1/output.png', soon));
    expect(dependencies.slept).toEqual([375, 750]);
  });

  test('given a picture of more than 10 MiB, then it is copied; given one of more than 30 MiB, then not', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const large = await sharp({ create: { width: 2000, height: 2000, channels: 3, background: 'grey', noise } })
      .png({ compressionLevel: 0 })
      .toBuffer();
    expect(large.length).toBeGreaterThan(10 * 1024 * 1024);
    const server = createServer((request, response) => {
      if (request.url === '/large') response.end(large);
      else response.writeHead(200, { 'content-length': 30 * 1024 * 1024 + 1 }).write('x');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void server.close());
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const copy = (output: string) => copyOutput({ ...sleepingClock(START), random: () => 0.5 }, origin, output, soon);
    expect(await copy(`${origin}/large`)).toMatchObject({ format: 'png', width: 2000 });
    expect(await failure(copy(`${origin}/too-large`))).toMatchObject({
      ...{ kind: 'failed', cause: { code: 'image_too_large' } },
    });
    expect(await failure(copy(`data:image/png;base64,${'A'.repeat(42 * 1024 * 1024)}`))).toMatchObject({
      ...{ kind: 'failed', message: 'output is too large' },
    });
  });
});
