import { expect, test } from 'vitest';
import { figureFrame, figureSize } from '../fixtures/stick-figure.ts';
import { joint } from './find-pose.ts';
import { label } from './labels.ts';
import { spreadThighs } from './spread-thighs.ts';

/** The picture of the figure as far as the hips, which are at y 200. */
const { width } = figureSize;
const height = 210;
const size = { width, height };
const at = (x: number, y: number) => y * width + x;
const plain = (count: number) => new Uint16Array(count).fill(4000);
const dressed = () => new Uint8Array(width * height).fill(label.top);

test('given clothes beside the hips, beyond trunk and arms, then they are trousers', () => {
  const labels = dressed();
  spreadThighs(labels, plain(labels.length), figureFrame(), size);
  expect([labels[at(8, 190)], labels[at(192, 190)]]).toEqual([label.bottom, label.bottom]);
});

test('given trunk, sleeves and shoulders, then they stay a top', () => {
  const labels = dressed();
  spreadThighs(labels, plain(labels.length), figureFrame(), size);
  expect([labels[at(100, 190)], labels[at(42, 200)], labels[at(10, 120)]]).toEqual([label.top, label.top, label.top]);
});

test('given clothes that hardly go out beside the hips, then they are a wide top', () => {
  const labels = dressed();
  for (let i = 0; i < labels.length; i++) if (Math.abs((i % width) - 100) > 65) labels[i] = label.background;
  spreadThighs(labels, plain(labels.length), figureFrame(), size);
  expect(labels).not.toContain(label.bottom);
});

test('given legs that are in the picture, then colours and the pose tell them', () => {
  const labels = new Uint8Array(width * figureSize.height).fill(label.top);
  spreadThighs(labels, plain(labels.length), figureFrame(), figureSize);
  expect(labels).not.toContain(label.bottom);
});

test('given hips that are not seen, then nothing is known of thighs', () => {
  const labels = dressed();
  spreadThighs(labels, plain(labels.length), figureFrame([joint.leftHip, joint.rightHip]), size);
  expect(labels[at(8, 190)]).toBe(label.top);
});

test('given something of other colours beside the hips, then that is held and no thigh', () => {
  const labels = dressed();
  const bins = plain(labels.length).map((bin, i) => (Math.abs((i % width) - 100) > 40 && i > 170 * width ? 9000 : bin));
  spreadThighs(labels, bins, figureFrame(), size);
  expect(labels).not.toContain(label.bottom);
});
