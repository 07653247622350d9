import { expect, test } from 'vitest';
import type { Kind } from './photograph.ts';
import { refusalsOf } from './refusals.ts';
import type { Outcome } from './render.ts';

const outcome = (id: string, kind: Kind, code?: string): Outcome => ({
  ...{ id, photograph: id, kind, description: 'white t-shirt', scene: 'studio', milliseconds: 1, approximations: [] },
  ...(code && { code }),
});

test('given refusals of people to dress and of others, then only the first are to be few', () => {
  const outcomes = [
    ...Array.from({ length: 7 }, (_, k) => outcome(`whole-${k}`, 'half')),
    outcome('sits', 'seated', 'pose_not_supported'),
    outcome('three', 'group', 'several_people'),
    outcome('cliffs', 'nobody', 'no_person'),
  ];
  expect(refusalsOf(outcomes)).toEqual([
    'refused: 1 of 8 that show a person to dress (12.5 %)',
    '  pose_not_supported       seated    sits',
    'refused: 2 of 2 that do not',
  ]);
});

test('given a picture of what ought to be refused, then it is named', () => {
  expect(refusalsOf([outcome('hood', 'back')])).toEqual([
    'refused: 0 of 0 that show a person to dress (0 %)',
    'refused: 0 of 1 that do not',
    '  not refused              back      hood',
  ]);
});
