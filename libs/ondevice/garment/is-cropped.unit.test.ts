import { describe, expect, test } from 'vitest';
import { drawPerson } from '../analysis/fixtures/drawn-person.ts';
import { label } from '../person/labels.ts';
import { isCropped } from './is-cropped.ts';

/** A close portrait whose top begins `below(x)` pixels below the chin, `x` beside it; above that lies skin, as far as anything does. */
function portrait(below: (x: number) => number) {
  const { subject } = drawPerson({ top: [180, 30, 40], height: 95 });
  const { labels, frame, face } = subject.parsed;
  const { width } = subject.size;
  const [chinX, chinY] = frame.head.chin;
  for (let i = 0; i < labels.length; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    if (y < chinY || labels[i] === label.background || face[i]! > 0.5) continue;
    labels[i] = y - chinY < below(x - chinX) ? label.skin : label.top;
  }
  return subject;
}

describe('a top in a close portrait', () => {
  test('given a round neckline and covered shoulders, then it leaves the picture', () => {
    expect(isCropped(portrait(() => 4))).toBe(true);
  });

  test('given a V, or bare shoulders, then it does not', () => {
    expect(isCropped(portrait((x) => 20 - 2 * Math.abs(x)))).toBe(false);
    expect(isCropped(portrait(() => 26))).toBe(false);
  });

  test('given a picture that shows the chest, then its ends may be seen', () => {
    expect(isCropped(drawPerson({ top: [180, 30, 40] }).subject)).toBe(false);
  });
});
