import { photo } from '@styling/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { decodeRgb, type RgbImage, sharp } from './index.ts';

const field = 'selfie_base64';
const [DQT, SOS] = [0xdb, 0xda];
const STRAY = Buffer.from('00112233445566778899aabbccddeeff0102', 'hex');
const END = Buffer.from('ffd9', 'hex');
const UNDEFINED_TRANSFORM = Buffer.from('ffee000e41646f626500640000000007', 'hex');
let baseline: Buffer;
let progressive: Buffer;
let decoded: RgbImage;

beforeAll(async () => {
  const photograph = sharp(await photo('grace-hopper.jpg')).resize(200);
  baseline = await photograph.clone().jpeg({ quality: 90 }).toBuffer();
  progressive = await photograph.clone().jpeg({ quality: 90, progressive: true }).toBuffer();
  decoded = await decodeRgb(baseline, { field });
});

const isSame = (one: RgbImage, other: RgbImage) => Buffer.compare(one.data, other.data) === 0;

/** Offset of the first segment of this kind. */
function segment(file: Buffer, code: number): number {
  let at = 2;
  while (file[at + 1] !== code) at += 2 + file.readUInt16BE(at + 2);
  return at;
}
const insert = (file: Buffer, at: number, bytes: Buffer) =>
  Buffer.concat([file.subarray(0, at), bytes, file.subarray(at)]);
const middle = (file: Buffer) => (segment(file, SOS) + file.length) >> 1;

/** A scan header of zeros, as cameras of Samsung write it. */
function withZeroedScan(file: Buffer): Buffer {
  const zeroed = Buffer.from(file);
  const at = segment(zeroed, SOS);
  return zeroed.fill(0, at + 2 + zeroed.readUInt16BE(at + 2) - 3, at + 2 + zeroed.readUInt16BE(at + 2));
}

const faults: [string, () => Buffer][] = [
  ['scan parameters of zero', () => withZeroedScan(baseline)],
  ['stray bytes after its first marker', () => insert(baseline, 2, STRAY)],
  ['stray bytes before its scan', () => insert(baseline, segment(baseline, SOS), STRAY)],
  ['stray bytes before its end', () => insert(baseline, baseline.length - 2, STRAY)],
  ['a colour transform that is not defined', () => insert(baseline, 2, UNDEFINED_TRANSFORM)],
  ['another file behind it', () => Buffer.concat([baseline, baseline])],
  ['several faults', () => insert(withZeroedScan(baseline), segment(baseline, DQT), STRAY)],
];

describe('a JPEG with a fault that changes no pixel', () => {
  test.each(faults)('given %s, then it is decoded to the same pixels', async (_, make) => {
    const file = make();
    expect(isSame(await decodeRgb(file, { field }), decoded)).toBe(true);
  });

  test('given stray bytes before a scan of a progressive one, then it is decoded', async () => {
    const file = insert(progressive, segment(progressive, SOS), STRAY);
    expect(isSame(await decodeRgb(file, { field }), await decodeRgb(progressive, { field }))).toBe(true);
  });

  test.each(faults.filter(([name]) => !/end|behind/.test(name)))(
    'given %s and that it is cut off, then it is incomplete',
    async (_, make) => {
      const file = make();
      for (const options of [{ field }, { field, maxSide: 64 }]) {
        const cut = decodeRgb(file.subarray(0, middle(baseline)), options);
        await expect(cut).rejects.toMatchObject({ code: 'incomplete_image' });
      }
    },
  );

  test.each(faults.filter(([name]) => !/end|behind/.test(name)))(
    'given %s and an end in place of half of its data, then it is no image, as without the fault',
    async (_, make) => {
      for (const file of [make(), baseline, progressive]) {
        const cut = Buffer.concat([file.subarray(0, middle(baseline)), END]);
        await expect(decodeRgb(cut, { field })).rejects.toMatchObject({ code: 'not_an_image' });
      }
    },
  );
});
