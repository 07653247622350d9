import { expect, test } from 'vitest';
import { label } from '../person/labels.ts';
import type { Triple } from '../pixels/colour.ts';
import { total } from '../pixels/plane.ts';
import { clothLikeSkin } from './cloth-like-skin.ts';
import { drawPerson, skin } from './fixtures/drawn-person.ts';

/** The share of a top of a colour that is found as cloth although all of it is labelled as skin. */
function shareOf(top: Triple): number {
  const { image, subject } = drawPerson({ top });
  const { labels } = subject.parsed;
  const tops: number[] = [];
  labels.forEach((which, i) => {
    if (which === label.top) tops.push(i);
  });
  for (const i of tops) labels[i] = label.skin;
  return total(clothLikeSkin(image, subject)) / tops.length;
}

test('given a garment of another colour than the face that is labelled as skin, then it is cloth', () => {
  expect(shareOf([214, 98, 44])).toBeGreaterThan(0.6);
});

test('given bare shoulders in the light of the face or in shade, then nothing is cloth', () => {
  const [r, g, b] = skin;
  expect(shareOf(skin)).toBe(0);
  expect(shareOf([r * 0.7, g * 0.67, b * 0.65])).toBe(0);
});
