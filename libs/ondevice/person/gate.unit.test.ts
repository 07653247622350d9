import { describe, expect, test } from 'vitest';
import { figureFrame, figureSize as size } from '../fixtures/stick-figure.fixture.ts';
import type { Point } from '../pixels/points.ts';
import type { BodyFrame } from './body-frame.ts';
import { mapBody } from './body-map.ts';
import { noClasses } from './classes.ts';
import { joint } from './find-pose.ts';
import { bendsForward, type Gated, whyRefused, whyUnseen } from './gate.ts';
import { label } from './labels.ts';

const count = size.width * size.height;

/** The stick figure with a head of `height` face heights, in pixels, whose chin is `below` the shoulder line. */
function lowered(height: number, below: number): BodyFrame {
  const standing = figureFrame();
  return { ...standing, head: { ...standing.head, chin: [100, 100 + below], brow: [100, 100 + below - height] } };
}
const frameSeen: BodyFrame = { ...figureFrame(), faceFound: true };
const head = { ...frameSeen.head, centre: [100, 55], chin: [100, 78], brow: [100, 35], faceSeen: true } as const;
const figure: BodyFrame = { ...frameSeen, head };

/** Somebody in red who stands in the figure's pose, with a label or a class changed where `change` says so. */
function standing({
  frame = figure,
  palms = [],
  chroma = 0.1,
  change = () => undefined,
}: {
  frame?: BodyFrame;
  palms?: readonly Point[];
  chroma?: number;
  change?: (x: number, y: number) => number | undefined;
} = {}): Gated {
  const plane = () => new Float32Array(count);
  const matte = plane();
  const labels = new Uint8Array(count);
  const classes = noClasses(count);
  for (let i = 0; i < count; i++) {
    const x = i % size.width;
    const y = (i - x) / size.width;
    const body = y > 85 ? Math.abs(x - 100) < 65 : Math.abs(x - 100) < 20 && y > 30;
    const usual = !body ? label.background : y < 85 ? label.skin : y < 195 ? label.top : label.bottom;
    labels[i] = change(x, y) ?? usual;
    matte[i] = labels[i] === label.background ? 0 : 1;
    if (labels[i] === label.other) classes.other[i] = 1;
  }
  const oklab = { lightness: plane().fill(0.5), a: plane().fill(chroma), b: plane() };
  const body = mapBody(frame, matte, size);
  return {
    matte,
    size,
    parsed: { frame, labels, oklab, face: plane(), hands: plane(), palms, classes, body },
  };
}

const moved = (which: number, to: Point): BodyFrame => ({
  ...figure,
  at: (one) => (one === which ? to : figure.at(one)),
  seen: (one) => (one === which ? 1 : figure.seen(one)),
});
const arms = (change: Partial<BodyFrame['arms'][0]>): BodyFrame => ({
  ...figure,
  arms: [{ ...figure.arms[0], elbowSeen: true, wristSeen: true, ...change }, figure.arms[1]],
});

test('given somebody who stands with hanging arms, then nothing is against it', () => {
  expect(whyRefused(standing())).toBeUndefined();
  expect(whyUnseen(standing())).toBeUndefined();
});

describe('given a pose that cannot be dressed, then the refusal says what', () => {
  test.each<[string, Gated, string]>([
    ['a raised wrist', standing({ frame: arms({ wrist: [165, 60] }) }), 'raised arms'],
    ['a wrist before the chest', standing({ frame: arms({ wrist: [105, 150] }) }), 'before the chest'],
    ['an elbow inside the trunk', standing({ frame: arms({ elbow: [112, 150] }) }), 'before the chest'],
    ['a palm before the chest', standing({ palms: [[100, 140]] }), 'before the chest'],
    ['a palm beside the face', standing({ palms: [[130, 60]] }), 'raised hands'],
    ['a knee as high as the hip', standing({ frame: moved(joint.leftKnee, [150, 210]) }), 'sits or raises a leg'],
    ['a lying body', standing({ frame: { ...figure, down: [0.9, 0.43] } }), 'lies or leans'],
    [
      'a bag before the trunk',
      standing({ change: (x, y) => (Math.abs(x - 100) < 40 && y > 110 && y < 170 ? label.other : undefined) }),
      'held or carried',
    ],
    [
      'a helmet',
      standing({
        change: (x, y) =>
          Math.abs(x - 100) < 30 && y > 20 && y < 80 && Math.hypot(x - 100, y - 55) > 8 ? label.other : undefined,
      }),
      'helmet',
    ],
    [
      'a face that is turned away',
      standing({ frame: { ...figure, head: { ...head, faceSeen: false } } }),
      'face is not in the picture',
    ],
  ])('%s', (_, seen, words) => {
    const refusal = whyRefused(seen);
    expect(refusal?.code).toBe('pose_not_supported');
    expect(refusal?.details).toContain(words);
  });
});

describe('given clothes that cannot be told apart, then the refusal says why', () => {
  test.each<[string, Gated, string, string]>([
    ['a photograph in black and white', standing({ chroma: 0.001 }), 'clothes_not_separable', 'in colour'],
    [
      'hair over the trunk',
      standing({ change: (x, y) => (Math.abs(x - 100) < 30 && y > 85 && y < 180 ? label.hair : undefined) }),
      'clothes_not_separable',
      'hair',
    ],
    [
      'a face alone',
      standing({ change: (_, y) => (y > 85 ? label.skin : undefined) }),
      'shoulders_not_visible',
      'face alone',
    ],
    ['nobody', standing({ change: () => label.background }), 'no_person', 'nobody'],
  ])('%s', (_, seen, code, words) => {
    const refusal = whyRefused(seen);
    expect(refusal?.code).toBe(code);
    expect(refusal?.details).toContain(words);
  });

  test('a bright ground that the networks disagree about', () => {
    const seen = standing();
    seen.parsed.classes.ground.fill(1);
    expect(whyRefused(seen)?.details).toContain('where the person ends');
    seen.parsed.oklab.lightness.fill(0.2);
    expect(whyRefused(seen)).toBeUndefined();
  });
});

test.each([
  ['somebody upright', figureFrame(), false],
  ['somebody who leans towards us', lowered(60, -2), true],
  ['somebody who bends far towards us', lowered(68, -16), true],
  ['somebody who lowers the chin', lowered(43, -2), false],
  ['somebody whose head is large', lowered(60, -16), false],
] as const)('given %s, then the trunk tells', (_, frame, bends) => {
  expect(bendsForward(frame)).toBe(bends);
});
