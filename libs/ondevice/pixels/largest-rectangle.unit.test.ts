import { describe, expect, test } from 'vitest';
import { largestRectangle } from './largest-rectangle.ts';

const of = (...rows: string[]) =>
  largestRectangle(
    Float32Array.from(rows.join(''), (one) => (one === '#' ? 1 : 0)),
    {
      width: rows[0]!.length,
      height: rows.length,
    },
  );

describe('the largest rectangle', () => {
  test('given a shape, then it is the largest one inside, not the widest or the tallest', () => {
    expect(of('########', '#..###..', '#..###..', '#..###..', '#.......')).toEqual({
      left: 3,
      right: 6,
      top: 0,
      bottom: 4,
    });
  });

  test('given all or nothing, then it is all or nothing', () => {
    expect(of('###', '###')).toEqual({ left: 0, right: 3, top: 0, bottom: 2 });
    expect(of('...', '...')).toEqual({ left: 0, right: 0, top: 0, bottom: 0 });
  });

  test('given a hole, then it lies beside it', () => {
    expect(of('#####', '#.###', '#####')).toEqual({ left: 2, right: 5, top: 0, bottom: 3 });
  });
});
