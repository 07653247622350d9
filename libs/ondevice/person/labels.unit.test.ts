import { expect, test } from 'vitest';
import { figureFrame, figureSize as size } from '../fixtures/stick-figure.fixture.ts';
import type { Triple } from '../pixels/colour.ts';
import { mapBody } from './body-map.ts';
import { type Classes, noClasses } from './classes.ts';
import { label, labelPixels } from './labels.ts';

const count = size.width * size.height;
const frame = figureFrame();
const red: Triple = [0.5, 0.2, 0];
const blue: Triple = [0.5, 0, -0.2];

type ClassAt = (x: number, y: number) => keyof Classes;
const dressed: ClassAt = (_, y) => (y < 80 ? 'hair' : 'clothes');

/** Labels of the figure, a trunk with two arms, of which the networks see what `classAt` says, in cloths of these colours in OKLab. */
function labelled(classAt: ClassAt, colourAt: (y: number) => Triple): (x: number, y: number) => number {
  const plane = () => new Float32Array(count);
  const classes = noClasses(count);
  const matte = plane();
  const oklab = { lightness: plane(), a: plane(), b: plane() };
  for (let i = 0; i < count; i++) {
    const x = i % size.width;
    const y = (i - x) / size.width;
    const inside = y < 95 ? Math.abs(x - 100) < 20 : Math.abs(x - 100) < 45 || Math.abs(Math.abs(x - 100) - 55) < 10;
    matte[i] = inside ? 1 : 0;
    classes[inside ? classAt(x, y) : 'ground'][i] = 1;
    [oklab.lightness[i], oklab.a[i], oklab.b[i]] = colourAt(y);
  }
  const followEdges = (plane: Float32Array) => plane;
  const labels = labelPixels({ size, followEdges, matte, classes, frame, body: mapBody(frame, matte, size), oklab });
  return (x, y) => labels[y * size.width + x]!;
}

test('given cloths of two colours, then they are parted where the colour changes, and sleeves are the top’s', () => {
  const at = labelled(dressed, (y) => (y < 215 ? red : blue));
  expect([at(100, 140), at(100, 205), at(100, 235)]).toEqual([label.top, label.top, label.bottom]);
  expect(at(156, 190)).toBe(label.top);
  expect([at(100, 60), at(5, 5)]).toEqual([label.hair, label.background]);
});

test('given one cloth, then it is parted at the waist', () => {
  const at = labelled(dressed, () => red);
  expect([at(100, 180), at(100, 205)]).toEqual([label.top, label.bottom]);
});

test('given dark cloth that the network takes for ground, then it is cloth below the chin, and hair above it', () => {
  const at = labelled(
    () => 'ground',
    () => red,
  );
  expect([at(100, 45), at(100, 150)]).toEqual([label.hair, label.top]);
});

test('given skin and a bag before the trunk, then they are no cloth', () => {
  const at = labelled(
    (x, y) => (y < 110 ? 'skin' : x < 90 && y > 130 && y < 170 ? 'other' : 'clothes'),
    () => red,
  );
  expect([at(100, 100), at(80, 150), at(120, 150)]).toEqual([label.skin, label.other, label.top]);
});
