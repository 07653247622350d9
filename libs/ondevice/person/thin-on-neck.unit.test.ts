import { describe, expect, test } from 'vitest';
import { drawPerson } from '../analysis/fixtures/drawn-person.ts';
import { label } from './labels.ts';
import { thinOnNeck } from './thin-on-neck.ts';

describe('given what is taken for a top below the chin', () => {
  /** The label of a patch of the neck, all of which is skin down to `ends`. */
  const labelled = (from: readonly [number, number], to: readonly [number, number], ends: number) => {
    const { subject } = drawPerson({ top: [40, 60, 120] });
    const { labels, frame } = subject.parsed;
    const { size } = subject;
    const { chin } = frame.head;
    const inside = ([left, top]: readonly [number, number], [right, bottom]: readonly [number, number], to: number) => {
      for (let y = top; y < bottom; y++)
        for (let x = left; x < right; x++)
          labels[(Math.round(chin[1]) + y) * size.width + Math.round(chin[0]) + x] = to;
    };
    inside([-14, -10], [15, ends], label.skin);
    inside(from, to, label.top);
    thinOnNeck(labels, frame, size);
    const [x, y] = [(from[0] + to[0]) >> 1, (from[1] + to[1]) >> 1];
    return labels[(Math.round(chin[1]) + y) * size.width + Math.round(chin[0]) + x];
  };

  test('then a string across the neck is left alone', () => {
    expect(labelled([-12, 2], [13, 4], 12)).toBe(label.skin);
  });

  test('then a scarf stays, and so does a collar that goes on into the top', () => {
    expect(labelled([-12, 0], [13, 9], 12)).toBe(label.top);
    expect(labelled([-14, 7], [15, 10], 7)).toBe(label.top);
  });
});
