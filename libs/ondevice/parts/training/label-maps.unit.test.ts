import { sharp } from '@styling/imaging';
import { expect, test } from 'vitest';
import { labelSide, labelsIn, readLabelMap, unknown } from './label-maps.ts';
import { trainingPhotographs } from './training-photographs.ts';

const png = (width: number, background: string) =>
  sharp({ create: { width, height: labelSide, channels: 3, background } })
    .png({ palette: true })
    .toBuffer();

test.each([
  ['#202028', 0],
  ['#f0c83c', 1],
  ['#dc5aa0', 2],
  ['#4678dc', 3],
  ['#a0a0a0', unknown],
])('given a map of the colour %s, then its label is %i', async (colour, label) => {
  expect(new Set(await labelsIn(await png(labelSide, colour), 'drawn'))).toEqual(new Set([label]));
});

test('given every training photograph, then its map reads back with a person in it', async () => {
  for (const { photograph } of trainingPhotographs()) {
    const labels = await readLabelMap(photograph.name);
    expect(labels).toHaveLength(labelSide * labelSide);
    expect([...new Set(labels)].filter((label) => label === 2 || label === 3)).not.toEqual([]);
  }
});

test('given another size, a colour that is no label, or no file, then the name is said', async () => {
  await expect(png(8, '#202028').then((bytes) => labelsIn(bytes, 'small'))).rejects.toThrow('small are 8 x 256');
  await expect(png(labelSide, '#123456').then((bytes) => labelsIn(bytes, 'odd'))).rejects.toThrow(
    'odd have the colour 123456',
  );
  await expect(readLabelMap('nobody')).rejects.toThrow('nobody.png');
});
