import { describe, expect, test } from 'vitest';
import { drawPerson } from '../analysis/fixtures/drawn-person.ts';
import { measure } from '../drawn/measures.ts';
import { label } from '../person/labels.ts';
import type { Triple } from '../pixels/colour.ts';
import { understandDescription } from '../words/understand-description.ts';
import { chooseColours } from './choose-colours.ts';
import { waysToDress, waysToTry } from './dress-person.ts';
import { seeClothes } from './see-clothes.ts';
import { measureWorn } from './worn.ts';

const navy: Triple = [40, 60, 120];
const grey: Triple = [120, 120, 120];
const wearing = (shape: 'legs' | 'skirt', hem: number) =>
  drawPerson({ top: navy, sleeve: 0.5, bottom: { colour: grey, shape, hem }, shoes: [20, 20, 20] }).subject;
const see = (subject: ReturnType<typeof wearing>) => seeClothes(subject, measureWorn(subject), measure(subject));

describe('what is seen on the legs', () => {
  test.each([
    ['trousers', 'legs', 330, 'each', 2],
    ['shorts', 'legs', 220, 'each', 0.65],
    ['a skirt', 'skirt', 250, 'both', 1],
  ] as const)('given %s, then their hem and what they go round are read', (_, shape, hem, around, length) => {
    const { lower } = see(wearing(shape, hem));
    expect(lower?.around).toBe(around);
    expect(Math.abs(lower!.length - length)).toBeLessThan(0.2);
    expect(lower?.print).toBeLessThan(0.1);
  });

  test('given a picture that ends at the waist, then there is nothing to see', () => {
    const { subject } = drawPerson({ top: navy, height: 170 });
    expect(see(subject).lower).toBeUndefined();
  });
});

test('given a plain top, then its print is weak; given small spots of nearly its colour, strong', () => {
  const { subject } = drawPerson({ top: navy, sleeve: 0.5 });
  expect(see(subject).upper.print).toBeLessThan(0.1);
  const { parsed, size } = subject;
  const a = parsed.oklab.a.map((old, i) =>
    parsed.labels[i] === label.top && ((i % size.width) >> 1) % 2 === 0 ? old + 0.03 : old,
  );
  const spotted = { ...subject, parsed: { ...parsed, oklab: { ...parsed.oklab, a } } };
  expect(see(spotted).upper.print).toBeGreaterThanOrEqual(0.3);
});

describe('given trousers', () => {
  const subject = wearing('legs', 330);
  const { width } = subject.size;
  const ways = (description: string) => [
    ...waysToDress(subject, chooseColours(understandDescription(description), undefined).layers),
  ];
  const dressed = (description: string) => ways(description)[0]!;
  const opacity = ({ matte }: ReturnType<typeof dressed>, x: number, y: number) => matte[y * width + x]!;
  const red = ({ foreground: [r, g] }: ReturnType<typeof dressed>, x: number, y: number) =>
    r[y * width + x]! > 0.3 && r[y * width + x]! > 2 * g[y * width + x]!;

  test('then a skirt closes the gap between the legs, and tights show below it', () => {
    const picture = dressed('red skirt');
    expect(picture.approximations).toEqual(['tights_added']);
    expect(red(picture, 120, 220)).toBe(true);
    const shin = 290 * width + 98;
    expect(opacity(picture, 98, 290)).toBeGreaterThan(0.9);
    for (const plane of picture.foreground) expect(plane[shin]!).toBeLessThan(0.25);
    expect(opacity(picture, 120, 300)).toBeLessThan(0.1);
  });

  test('then the top and the head are not touched', () => {
    const picture = dressed('red skirt');
    for (const [x, y] of [
      [120, 110],
      [120, 40],
    ] as const)
      for (const [c, plane] of picture.foreground.entries())
        expect(plane[y * width + x]!).toBeCloseTo(subject.foreground[c]![y * width + x]!, 4);
  });

  test('then each way to dress is rendered once', () => {
    const [drawn, painted, ...others] = ways('red skirt');
    expect([drawn?.drawn, painted?.drawn, others]).toEqual([true, false, []]);
  });

  test('then the same order gives the same picture', () => {
    expect(dressed('red floral dress')).toEqual(dressed('red floral dress'));
  });

  test('then shorts stay trousers in the asked colour', () => {
    const picture = dressed('red shorts');
    expect(picture.approximations).toEqual(['length_kept']);
    expect(red(picture, 98, 290)).toBe(true);
  });
});

test('given a long skirt, when leggings are asked for, then what lies beside them is uncovered', () => {
  const wide = wearing('skirt', 330);
  const [dressed] = waysToDress(wide, chooseColours(understandDescription('red leggings'), undefined).layers);
  const { matte } = dressed!;
  const uncovered = matte.reduce((sum, value, i) => sum + Math.max(0, wide.matte[i]! - value), 0);
  expect(uncovered).toBeGreaterThan(300);
});

test('given shoulders below the picture, then painting comes first; else drawing does, where folds do not do', () => {
  const seen = see(drawPerson({ top: navy, sleeve: 0.5 }).subject);
  const ways = (belowPicture: boolean) =>
    waysToTry({ ...seen, upper: { ...seen.upper, belowPicture } }).map(([{ drawable }, folds]) => [
      drawable.upper,
      folds,
    ]);
  expect(ways(false)).toEqual([
    [true, true],
    [true, false],
    [false, true],
  ]);
  expect(ways(true)).toEqual([
    [false, true],
    [true, true],
    [true, false],
  ]);
});

test('given a collar that hides the whole neck, then a lower neckline shows the front of another one, not the dark inside of a back', () => {
  const { subject } = drawPerson({ top: navy, sleeve: 1.8 });
  const { labels, frame } = subject.parsed;
  const { width } = subject.size;
  const below = Math.ceil(frame.head.chin[1]);
  const isNeck = (i: number) => labels[i] === label.skin && i >= below * width && Math.abs((i % width) - 120) < 30;
  const foreground = subject.foreground.map((plane, c) =>
    plane.map((old, i) => (isNeck(i) ? navy[c]! / 255 : old)),
  ) as unknown as typeof subject.foreground;
  const parsed = { ...subject.parsed, labels: labels.map((which, i) => (isNeck(i) ? label.top : which)) };
  const { layers } = chooseColours(understandDescription('white scoop-neck t-shirt'), undefined);
  const [dressed] = waysToDress({ ...subject, foreground, parsed }, layers);
  expect(dressed!.drawn).toBe(true);
  for (const plane of dressed!.foreground) expect(plane[(below + 1) * width + 120]!).toBeGreaterThan(0.58);
});
