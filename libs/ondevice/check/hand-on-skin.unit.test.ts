import { describe, expect, test } from 'vitest';
import { label } from '../person/labels.ts';
import { handOnSkin } from './hand-on-skin.ts';

const size = { width: 120, height: 120 };
type Hand = { at: (x: number, y: number) => boolean; found?: boolean };

/** Somebody all over the picture, of whose labels `which` tells each, with a hand in the middle of it. */
function person(which: (x: number, y: number) => number, hand: Hand | undefined) {
  const count = size.width * size.height;
  const labels = new Uint8Array(count);
  const [hands, found] = [new Float32Array(count), new Float32Array(count)];
  for (let i = 0; i < count; i++) {
    const [x, y] = [i % size.width, Math.floor(i / size.width)];
    labels[i] = which(x, y);
    if (hand?.at(x, y)) hands[i] = 1;
    if (hand?.found && hands[i] === 1) found[i] = 1;
  }
  const frame = { head: { width: 100 } };
  return { parsed: { labels, hands, found, frame }, matte: new Float32Array(count).fill(1), size };
}

const middle = (x: number, y: number) => Math.hypot(x - 60, y - 60) < 25;
const small = (x: number, y: number) => Math.hypot(x - 60, y - 60) < 15;
const skin = () => label.skin;

describe('a hand before bare skin', () => {
  test('given one that is only supposed, then it cannot be told from the skin', () => {
    expect(handOnSkin(person(skin, { at: middle }))).toBe(true);
  });

  test.each([
    ['that was found', person(skin, { at: middle, found: true })],
    ['before cloth', person((x, y) => (middle(x, y) ? label.skin : label.top), { at: middle })],
    ['that is covered', person((x, y) => (middle(x, y) ? label.top : label.skin), { at: middle })],
    ['that is no larger than the rim of another', person(skin, { at: small })],
    ['that is not there', person(skin, undefined)],
  ])('given one %s, then there is nothing to be told', (_, seen) => {
    expect(handOnSkin(seen)).toBe(false);
  });
});
