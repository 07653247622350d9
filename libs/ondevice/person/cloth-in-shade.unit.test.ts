import { describe, expect, test } from 'vitest';
import { isInShade } from './cloth-in-shade.ts';
import { label } from './labels.ts';

const size = { width: 200, height: 100 };

/** Cloth all over the picture whose lightness falls from 0.9 to 0.4 over `wide` columns; the area is the darker half. */
function darkerHalf(wide: number, which: number = label.top) {
  const labels = new Uint8Array(size.width * size.height).fill(label.top);
  const lightness = new Float32Array(labels.length);
  const own: number[] = [];
  for (let i = 0; i < labels.length; i++) {
    const x = i % size.width;
    const share = Math.min(1, Math.max(0, (x - 100 + wide / 2) / wide));
    lightness[i] = 0.9 - 0.5 * share;
    if (x >= 100) own.push(i);
    else labels[i] = which;
  }
  return isInShade(own, (i) => i % size.width >= 100, { labels, lightness }, size);
}

describe('a darker area of the top', () => {
  test.each([
    ['whose lightness falls gradually', 80, label.top, true],
    ['with a sharp edge', 1, label.top, false],
    ['that does not border on the rest of the top', 80, label.background, false],
  ])('%s: is it in shade?', (_, wide, which, expected) => {
    expect(darkerHalf(wide, which)).toBe(expected);
  });
});
