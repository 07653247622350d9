import { mislabels } from '@styling/fake-models';
import { photo } from '@styling/testing';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { nanoBanana2Input } from './index.ts';
import { bananas, connectWorker, failure, inMemory, unhurried, useFakeModels } from './replicate.fixture.ts';

const hosted = useFakeModels();
const fake = () => hosted.fakes.replicate;

async function outputOf(input: object = bananas.input): Promise<unknown> {
  const { replicate } = connectWorker(hosted.fakes);
  return (await replicate.predict({ ...bananas, ...unhurried(), input, checkpoint: inMemory() })).output;
}
const copied = (output: unknown) => connectWorker(hosted.fakes).replicate.copyOutput(output);

describe('copyOutput', () => {
  test('given a generated picture, then its bytes and header are returned', async () => {
    const { replicate } = connectWorker(hosted.fakes);
    const sent = await replicate.upload(await photo('grace-hopper.jpg'), 'image/jpeg');
    const picture = await copied(await outputOf(nanoBanana2Input({ prompt: 'a hat', images: [sent.url] })));
    expect(picture).toMatchObject({ format: 'jpeg', width: 768, height: 1024 });
    expect((await sharp(picture.bytes).stats()).isOpaque).toBe(true);
    expect(fake().files.inputs).toBe(1);
    await sent.remove();
    expect(fake().files.inputs).toBe(0);
  });

  test('given a JPEG that is delivered as a PNG, then it is recognised as a JPEG', async () => {
    fake().script([mislabels()]);
    const output = await outputOf();
    expect(output).toMatch(/\.png$/);
    expect(await copied(output)).toMatchObject({ format: 'jpeg' });
  });

  test('given a data URI, then its bytes are returned', async () => {
    const png = await sharp({ create: { width: 80, height: 90, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const picture = await copied([`data:image/jpeg;base64,${png.toString('base64')}`]);
    expect(picture).toMatchObject({ format: 'png', width: 80, height: 90 });
    expect(Buffer.compare(picture.bytes, png)).toBe(0);
  });

  test('given two failed downloads, then the third one succeeds', async () => {
    fake().script([{ end: { status: 'succeeded', deliveries: ['reset', { status: 503, body: {} }] } }]);
    expect(await copied(await outputOf())).toMatchObject({ format: 'jpeg' });
  });

  test('given a delivery that keeps failing, then `unavailable`: a retry may still get it', async () => {
    const away = { status: 404, body: {} };
    fake().script([{ end: { status: 'succeeded', deliveries: [away, away, away] } }]);
    expect(await failure(copied(await outputOf()))).toMatchObject({
      code: 'unavailable',
      cause: { name: 'ReplicateError', kind: 'unavailable' },
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
      cause: { name: 'ReplicateError', kind: 'failed' },
    });
  });

  test('given a URL without a picture, then it is an internal error', async () => {
    fake().script([{ end: { status: 'succeeded', deliveries: ['garbage'] } }]);
    expect(await failure(copied(await outputOf()))).toMatchObject({ code: 'internal', cause: { kind: 'failed' } });
  });
});
