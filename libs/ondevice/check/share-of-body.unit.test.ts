import { expect, test } from 'vitest';
import { drawPerson } from '../analysis/fixtures/drawn-person.ts';
import { label } from '../person/labels.ts';
import type { Rgb } from '../pixels/plane.ts';
import { shareOfBody } from './share-of-body.ts';

const { subject } = drawPerson({ top: [180, 30, 40], height: 95 });
const { labels } = subject.parsed;
const bare = { ...subject, parsed: { ...subject.parsed, labels: labels.map((which) => Math.min(which, label.skin)) } };
const colouring = (isColoured: (i: number) => boolean): Rgb =>
  subject.foreground.map((plane) => plane.map((old, i) => (isColoured(i) ? 1 - old : old))) as unknown as Rgb;
const { foreground, matte } = subject;

test('given worn clothes, then they are clothed although nothing changed', () => {
  const share = shareOfBody(subject, { foreground, matte });
  expect(share).toBeGreaterThan(0.6);
  expect(shareOfBody(bare, { foreground, matte })).toBe(0);
});

test('given a bare body of which a part is coloured, then that is clothed, but not what is coloured of the head', () => {
  const isTop = (i: number) => labels[i] === label.top;
  const { head } = subject.protected;
  expect(shareOfBody(bare, { foreground: colouring(isTop), matte })).toBeGreaterThan(0.6);
  expect(shareOfBody(bare, { foreground: colouring((i) => head[i]! > 0.5), matte })).toBe(0);
});

test('given what is drawn beside the body, then it is clothed too', () => {
  const wider = matte.map((old, i) => (i % subject.size.width < 10 ? 1 : old));
  expect(shareOfBody(bare, { foreground, matte: wider })).toBeGreaterThan(0.05);
});
