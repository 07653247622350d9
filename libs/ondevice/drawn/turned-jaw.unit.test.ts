import { expect, test } from 'vitest';
import { drawPerson } from '../analysis/fixtures/drawn-person.ts';
import { label } from '../person/labels.ts';
import { measure } from './measures.ts';
import { turnedJaw } from './turned-jaw.ts';

const { subject } = drawPerson({ top: [180, 30, 40] });
const measures = measure(subject);
const { labels } = subject.parsed;
const jaw = (chin: readonly [number, number]) => turnedJaw(subject, { ...measures, chin });
const place = ([u, v]: readonly [number, number]) => {
  const [x, y] = measures.toImage([u, v]);
  return Math.round(y) * subject.size.width + Math.round(x);
};

test('given a face that is turned, then the skin round its chin lies before a hood, and nothing else does', () => {
  const chin = [0.22, measures.chin[1] - measures.faceHalf] as const;
  const mask = jaw(chin);
  const beside = place([chin[0] - 0.4 * measures.faceHalf, chin[1]]);
  expect(labels[beside]).toBe(label.skin);
  expect(mask[beside]).toBe(1);
  for (let i = 0; i < mask.length; i++) if (labels[i] !== label.skin) expect(mask[i]).toBe(0);
  expect(mask[place([-0.16, chin[1]])]).toBe(0);
});

test('given a face seen from the front, then a hood may lie before its chin', () => {
  expect(jaw([0.02, measures.chin[1]]).every((value) => value === 0)).toBe(true);
});
