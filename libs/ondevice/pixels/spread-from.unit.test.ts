import { expect, test } from 'vitest';
import { spreadFrom } from './spread-from.ts';

/** What is reached from pixel 0 of a picture that is 4 wide, over pixels that are `.`. */
function reached(...rows: string[]): string[] {
  const marks = [...rows.join('')];
  const take = (i: number) => {
    if (marks[i] !== '.') return false;
    marks[i] = 'x';
    return true;
  };
  spreadFrom([0].filter(take), { width: 4, height: rows.length }, take);
  return rows.map((_, y) => marks.slice(4 * y, 4 * y + 4).join(''));
}

test('given a way round a wall, then what is behind it is reached', () => {
  expect(reached('.#..', '.#.#', '....')).toEqual(['x#xx', 'x#x#', 'xxxx']);
});

test('given pixels that touch at a corner only, or across the edge of the picture, then they are not reached', () => {
  expect(reached('..##', '##..', '.###')).toEqual(['xx##', '##..', '.###']);
});
