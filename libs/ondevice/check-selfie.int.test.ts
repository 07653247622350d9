import { sharp } from '@styling/imaging';
import { photo } from '@styling/testing/photos';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Engine, openEngine } from './engine.ts';

let engine: Engine;
let hopper: Buffer;
beforeAll(async () => {
  [engine, hopper] = await Promise.all([openEngine({ threads: 1 }), photo('grace-hopper.jpg')]);
});
afterAll(() => engine.close());

const check = (selfie: Uint8Array) => engine.checkSelfie(selfie);
const blank = () =>
  sharp({ create: { width: 300, height: 300, channels: 3, background: '#8899aa' } })
    .png()
    .toBuffer();

/** A ball lit from the right on black, which the face detector takes for a face; the face mesh does not fit it. */
const ball = () => {
  const side = 300;
  const pixels = Buffer.alloc(side * side * 3);
  const place = (k: number) => (k + 0.5 - side / 2) / (0.47 * side);
  for (let i = 0; i < side * side; i++) {
    const [x, y] = [place(i % side), place(Math.floor(i / side))];
    const z = Math.sqrt(Math.max(0, 1 - x * x - y * y));
    const light = z > 0 ? Math.max(0, 0.3 * x + 0.95 * z) : 0;
    for (const [c, value] of [200, 140, 100].entries()) pixels[i * 3 + c] = value * light;
  }
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer();
};

describe('the check of a selfie before a hosted model is paid', () => {
  test('given one person, lets it pass', async () => {
    for (const selfie of [hopper, await photo('astronaut.png')]) await expect(check(selfie)).resolves.toBe(true);
  });

  test('given a face and no shoulders, lets it pass: a hosted model can complete it', async () => {
    const face = await sharp(hopper).extract({ left: 150, top: 60, width: 210, height: 230 }).jpeg().toBuffer();
    await expect(check(face)).resolves.toBe(true);
  });

  test('given nobody, several people or no picture, says which', async () => {
    const { width, height } = await sharp(hopper).metadata();
    const twice = await sharp({ create: { width: 2 * width, height, channels: 3, background: '#fff' } })
      .composite([
        { input: hopper, left: 0, top: 0 },
        { input: hopper, left: width, top: 0 },
      ])
      .jpeg()
      .toBuffer();
    const parameters = { field: 'selfie_base64' };
    for (const nobody of [await blank(), await ball()])
      await expect(check(nobody)).rejects.toMatchObject({ code: 'no_person', parameters });
    await expect(check(twice)).rejects.toMatchObject({ code: 'several_people', parameters });
    await expect(check(Buffer.from('no picture'))).rejects.toMatchObject({ code: 'not_an_image', parameters });
  });
});
