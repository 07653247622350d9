import { expect, test } from 'vitest';
import { figureFrame, figureSize } from '../fixtures/stick-figure.ts';
import { label, labelCount } from './labels.ts';
import { tidyLabels } from './tidy-labels.ts';

const { width, height } = figureSize;
const none = new Float32Array(width * height);

/** The label of a patch beside the head, `up` head heights above the chin, that was taken for a top, above a worn top; it could be hair. */
function patchAt(up: number, frame = figureFrame()): number | undefined {
  const { chin, height: face, width: across } = frame.head;
  const labels = new Uint8Array(width * height);
  const fill = (left: number, top: number, right: number, bottom: number) => {
    for (let y = Math.round(top); y < bottom; y++)
      for (let x = Math.round(left); x < right; x++) labels[y * width + x] = label.top;
  };
  const shoulders = Math.round(frame.neck[1]);
  fill(chin[0] - across, shoulders, chin[0] + across, shoulders + 60);
  const [x, y] = [Math.round(chin[0] + 0.6 * across), Math.round(chin[1] - up * face)];
  fill(x - 10, y - 10, x + 10, y + 10);
  const beliefs = Array.from({ length: labelCount }, (_, k) =>
    new Float32Array(width * height).fill(k === label.hair ? 0.2 : k === label.top ? 0.7 : 0.05),
  );
  return tidyLabels(labels, beliefs, { frame, size: figureSize, face: none, hands: none, limbs: [] })[y * width + x];
}

test('given what seems a top wholly beside the head, then it is a brim or hair', () => {
  expect(patchAt(0.6)).toBe(label.hair);
});

test('given one that reaches down to the collar, then it stays', () => {
  const frame = figureFrame();
  const collar = frame.neck[1] - frame.torsoLength * 0.2;
  expect(patchAt((frame.head.chin[1] - collar) / frame.head.height)).toBe(label.top);
});

test('given a raised arm, then it may be its sleeve', () => {
  const frame = figureFrame();
  const raised = { ...frame, at: (which: number) => (which === 14 ? ([62, 60] as const) : frame.at(which)) };
  expect(patchAt(0.6, raised as typeof frame)).toBe(label.top);
});

test('given a small area of skin on the clothes, then it is a print, but on a limb that is bare it is skin', () => {
  const frame = figureFrame();
  const { elbow, wrist } = frame.arms[0];
  const [x, y] = [Math.round((elbow[0] + wrist[0]) / 2), Math.round((elbow[1] + wrist[1]) / 2)];
  const small = (skin: number) => {
    const labels = new Uint8Array(width * height).fill(label.top);
    for (let dy = -8; dy < 8; dy++) labels.fill(label.skin, (y + dy) * width + x - 8, (y + dy) * width + x + 8);
    const beliefs = Array.from({ length: labelCount }, (_, k) =>
      new Float32Array(width * height).fill(k === label.skin ? 0.6 : k === label.top ? 0.3 : 0.05),
    );
    const limbs = [{ from: elbow, to: wrist, radii: [12, 10] as const, skin: [skin, skin] }];
    return tidyLabels(labels, beliefs, { frame, size: figureSize, face: none, hands: none, limbs })[y * width + x];
  };
  expect(small(-0.5)).toBe(label.top);
  expect(small(0)).toBe(label.top);
  expect(small(0.3)).toBe(label.skin);
});

/** The label of a lock of hair, not joined to the other hair, that begins `up` head heights above the chin; the classifier of parts sees `hair` there. */
function lockAt(up: number, hair: number | undefined): number | undefined {
  const frame = figureFrame();
  const { chin, height: face, width: across } = frame.head;
  const labels = new Uint8Array(width * height);
  const [x, y] = [Math.round(chin[0] + 0.4 * across), Math.round(chin[1] - up * face)];
  for (let dy = 0; dy < 30; dy++) labels.fill(label.hair, (y + dy) * width + x - 8, (y + dy) * width + x + 8);
  const beliefs = Array.from({ length: labelCount }, (_, k) =>
    new Float32Array(width * height).fill(k === label.top ? 0.4 : 0.05),
  );
  const plane = (value: number) => new Float32Array(4).fill(value);
  const region = { ...figureSize, x: width / 2, y: height / 2, rotation: 0 };
  const parts =
    hair === undefined
      ? undefined
      : { ground: plane(0), hair: plane(hair), skin: plane(0), clothes: plane(1 - hair), region, side: 2 };
  return tidyLabels(labels, beliefs, { frame, size: figureSize, face: none, hands: none, limbs: [] }, parts)[
    (y + 15) * width + x
  ];
}

test('given hair that begins between mouth and chin, then it is a lock if the classifier of parts sees hair there', () => {
  expect(lockAt(0.1, 0.9)).toBe(label.hair);
  expect(lockAt(0.1, 0.2)).not.toBe(label.hair);
  expect(lockAt(0.1, undefined)).not.toBe(label.hair);
  expect(lockAt(-0.2, 0.9)).not.toBe(label.hair);
});
