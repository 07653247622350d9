import { provenanceXmp, sharp } from '@styling/imaging';
import { silentLogger } from '@styling/telemetry';
import { describe, expect, test } from 'vitest';
import { usablePicture } from './pictures.ts';

const person = Buffer.from('a selfie');
const { signal } = new AbortController();
const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
const judged = (bytes: Uint8Array, judgePicture?: () => Promise<string | undefined>) =>
  usablePicture(
    { judgePicture, log: silentLogger() },
    bytes,
    { person, aspect: 3 / 4, provider: 'test', model: 'm' },
    signal,
  );

describe('usablePicture', () => {
  test.each([
    ['of the asked aspect', 300, 400],
    ['of nearly that', 304, 400],
  ])('given one %s without flaw, then it is a JPEG that is marked as generated', async (_, width, height) => {
    const { image, ...size } = await judged(await png(width, height), async () => undefined);
    expect(size).toEqual({ width, height });
    expect((await sharp(image).metadata()).xmp?.toString()).toBe(provenanceXmp);
  });

  test.each<[string, string, () => Promise<Uint8Array>]>([
    ['no picture', 'broken', async () => Buffer.from('<html>')],
    ['half of one', 'broken', async () => (await png(300, 400)).subarray(0, 200)],
    ['a tiny one', 'odd_size', () => png(240, 320)],
    ['a strip', 'odd_size', () => png(300, 1_200)],
    ['another aspect', 'other_aspect', () => png(310, 400)],
    ['the selfie', 'unchanged', () => png(300, 400)],
  ])('given %s, then it is unusable, as %s', async (_, code, make) => {
    const judging = judged(await make(), async () => (code === 'unchanged' ? code : undefined));
    await expect(judging).rejects.toMatchObject({ name: 'VendorError', kind: 'unusable', code });
  });

  test('given detectors that fail, or none, then the picture is given out', async () => {
    const failing = () => Promise.reject(new Error('out of memory'));
    for (const judge of [failing, undefined])
      expect(await judged(await png(300, 400), judge)).toMatchObject({ width: 300 });
  });
});
