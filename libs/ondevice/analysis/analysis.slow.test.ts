import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { identifiedItem } from '@styling/contracts';
import { encodeJpeg, sharp } from '@styling/imaging';
import { ServiceError } from '@styling/service';
import { photo, type photoNames } from '@styling/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Engine, openEngine } from '../engine.ts';
import { type DrawnGarment, drawGarment, pngOf } from '../gallery/drawn-garments.ts';
import { type ColourName, clothColours } from '../garment/colour-names.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine({ threads: 1 });
});
afterAll(() => engine.close());

const require = createRequire(import.meta.url);
const groupPhoto = () => readFile(require.resolve('@vladmandic/face-api/demo/sample1.jpg'));
const faceOnly = async () =>
  sharp(await photo('grace-hopper.jpg'))
    .extract({ left: 160, top: 130, width: 210, height: 165 })
    .jpeg()
    .toBuffer();
const blank = () =>
  encodeJpeg({ width: 300, height: 300, data: new Uint8Array(300 * 300 * 3).fill(200) }, { quality: 90 });
const scene = () => {
  const data = Uint8Array.from({ length: 300 * 300 * 3 }, (_, i) => (i * 7919 + (i >> 3) * 104_729) % 256);
  return encodeJpeg({ width: 300, height: 300, data }, { quality: 90 });
};

describe('analyse', () => {
  test('given a navy uniform down to the chest, then it is one dark, formal top over something white', async () => {
    const { items, model } = await engine.analyse(await photo('grace-hopper.jpg'));
    expect(model).toBe('ondevice-17');
    expect(items).toHaveLength(1);
    expect(['black', 'navy']).toContain(items[0]?.color);
    expect(items[0]).toMatchObject({ category: 'top', item: 'top' });
    expect(items[0]?.style_tags).toContain('formal');
    expect(items[0]?.description).toContain('with white showing at the neck');
  });

  test('given an orange suit down to the hips, then it is one orange top with long sleeves', async () => {
    const { items } = await engine.analyse(await photo('astronaut.png'));
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ category: 'top', color: 'orange', item: 'long-sleeved top' });
  });

  test('given a jacket worn open, then it and what is under it are two items', async () => {
    const selfie = await photo('grace-hopper.jpg');
    const description = 'navy blazer with a white t-shirt';
    const { image } = await engine.tryOn({ selfie, description, mode: 'model_shot' });
    expect((await engine.analyse(image)).items).toMatchObject([
      { category: 'outerwear', item: 'jacket', color: 'navy' },
      { category: 'top', color: 'white' },
    ]);
  });

  test.each([
    [900, 420, ['black', 'navy']],
    [420, 900, ['orange', 'rust', 'coral']],
  ])('given two people %d and %d pixels tall, then the larger one is described', async (first, second, expected) => {
    const tall = (name: (typeof photoNames)[number], height: number) =>
      photo(name).then((bytes) => sharp(bytes).resize({ height }).toBuffer({ resolveWithObject: true }));
    const left = await tall('grace-hopper.jpg', first);
    const right = await tall('astronaut.png', second);
    const width = left.info.width + right.info.width;
    const pair = await sharp({ create: { width, height: 900, channels: 3, background: '#8a8f96' } })
      .composite([
        { input: left.data, left: 0, top: 900 - first },
        { input: right.data, left: left.info.width, top: 900 - second },
      ])
      .png()
      .toBuffer();
    const { items } = await engine.analyse(pair);
    // A uniform jacket over a white shirt is outerwear over a top.
    expect(expected).toContain(items.find(({ category }) => category === 'top' || category === 'outerwear')?.color);
  });

  test.each<[DrawnGarment, ColourName, string, string]>([
    ['t-shirt', 'light blue', 't-shirt', 'top'],
    ['trousers', 'beige', 'trousers', 'bottom'],
    ['dress', 'purple', 'sleeveless dress', 'dress'],
    ['shoes', 'brown', 'shoes', 'shoes'],
  ])('given a %s in %s laid flat, then it is named %s, of category %s', async (garment, color, item, category) => {
    const drawn = await pngOf(drawGarment(garment, () => clothColours[color]));
    const { items } = await engine.analyse(drawn);
    expect(items).toEqual([expect.objectContaining({ item, color, category })]);
    expect(identifiedItem.parse({ ...items[0], products: [] })).toMatchObject(items[0]!);
  });

  test('given a striped garment laid flat, then stripes and both colours are told', async () => {
    const drawn = drawGarment('t-shirt', (_, y) => clothColours[y % 24 < 13 ? 'navy' : 'cream'], [150, 150, 150]);
    const [item] = (await engine.analyse(await pngOf(drawn))).items;
    expect(item).toMatchObject({ item: 'striped t-shirt' });
    expect(item?.description).toMatch(/^(Navy and cream|Cream and navy) striped/);
  });

  test.each([
    ['an empty picture', blank, 'no_outfit'],
    ['a scene without anybody', scene, 'no_outfit'],
    ['only a face', faceOnly, 'no_outfit'],
    ['no image', async () => Buffer.from('no image'), 'not_an_image'],
  ])('given %s, then it is refused as such', async (_, picture, code) => {
    const refused = engine.analyse(await picture(), { field: 'clothing_image_url' });
    await expect(refused).rejects.toBeInstanceOf(ServiceError);
    await expect(refused).rejects.toMatchObject({ code, parameters: { field: 'clothing_image_url' } });
  });

  test('given no field, then the error names image_url', async () => {
    await expect(engine.analyse(await blank())).rejects.toMatchObject({ parameters: { field: 'image_url' } });
  });

  test('given an aborted signal, then nothing is begun', async () => {
    const reason = new Error('enough');
    await expect(engine.analyse(await blank(), {}, AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});

describe('readPerson', () => {
  test('given a portrait, then colouring is measured and what is not in the frame is not', async () => {
    const hopper = await engine.readPerson(await photo('grace-hopper.jpg'));
    expect(hopper.skin).not.toBeNull();
  });

  test('given light skin and brown hair, then they are read so', async () => {
    const astronaut = await engine.readPerson(await photo('astronaut.png'));
    expect(['very light', 'light']).toContain(astronaut.skin?.depth);
    expect(['brown', 'dark blonde']).toContain(astronaut.hair);
    expect(['medium', 'high']).toContain(astronaut.contrast);
    expect(astronaut.wears).toBe('unknown');
  });

  test('given the same face in darker light, then its skin is read darker', async () => {
    const darker = await sharp(await photo('astronaut.png'))
      .linear(0.55, 0)
      .png()
      .toBuffer();
    const { skin } = await engine.readPerson(darker);
    expect(['tan', 'brown', 'dark']).toContain(skin?.depth);
  });

  test.each([
    ['an empty picture', blank, 'no_person'],
    ['a group', groupPhoto, 'several_people'],
    ['only a face', faceOnly, 'shoulders_not_visible'],
    ['no image', async () => Buffer.from('no image'), 'not_an_image'],
  ])('given %s, then it is refused as such', async (_, selfie, code) => {
    await expect(engine.readPerson(await selfie())).rejects.toMatchObject({
      code,
      parameters: { field: 'selfie_base64' },
    });
  });
});
