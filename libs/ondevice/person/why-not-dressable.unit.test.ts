import { expect, test } from 'vitest';
import { lowered } from '../fixtures/lowered-head.ts';
import { figureFrame, figureSize } from '../fixtures/stick-figure.ts';
import type { SeenParts } from '../parts/see-parts.ts';
import type { BodyFrame } from './body-frame.ts';
import { joint } from './find-pose.ts';
import { label } from './labels.ts';
import { whyNotDressable } from './why-not-dressable.ts';

const { width, height } = figureSize;
const plane = (value: (x: number, y: number) => number) =>
  Float32Array.from({ length: width * height }, (_, i) => value(i % width, Math.floor(i / width)));
const labels = (from: number) => Uint8Array.from(plane((_, y) => (y > from ? label.top : label.skin)));
const person = plane((x) => (x > 50 && x < 150 ? 1 : 0));
const standing = figureFrame();
const crouching: BodyFrame = {
  ...standing,
  at: (which) => (which === joint.leftKnee ? [110, 130] : standing.at(which)),
};
const shoulders: readonly number[] = [joint.leftShoulder, joint.rightShoulder];
const inProfile = (faceFound: boolean): BodyFrame => ({
  ...{ ...standing, faceFound },
  at: (which) => (shoulders.includes(which) ? [which === joint.leftShoulder ? 115 : 85, 100] : standing.at(which)),
});
const faceless: BodyFrame = { ...standing, faceFound: false };
const hips: readonly number[] = [joint.leftHip, joint.rightHip];
const portrait: Partial<BodyFrame> = {
  faceFound: true,
  seen: (which) => (hips.includes(which) ? 0 : standing.seen(which)),
};
const bent: BodyFrame = { ...figureFrame(), down: [0.9, 0.43], right: [0.43, -0.9] };

test.each([
  ['a person', figureFrame(), labels(90), person, undefined],
  ['a body seen in furniture', figureFrame(), labels(90), plane((_, y) => (y > 220 ? 1 : 0)), 'no_person'],
  ['bare shoulders', figureFrame(), labels(297), person, undefined],
  ['nothing below the face', figureFrame(), labels(297).fill(label.hair), person, 'shoulders_not_visible'],
  ['a person bent to the side', bent, labels(90), plane(() => 1), 'pose_not_supported'],
  ['somebody in profile whose face is seen', inProfile(true), labels(90), person, undefined],
  ['somebody in profile without a face mesh', inProfile(false), labels(90), person, undefined],
  ['somebody without a face who stands', faceless, labels(90), person, undefined],
  ['a portrait of somebody who leans forward', { ...lowered(60, -2), ...portrait }, labels(90), person, undefined],
  ['a whole figure that bends', { ...lowered(60, -2), faceFound: true }, labels(90), person, 'pose_not_supported'],
  [
    'somebody who bends and hides it',
    { ...lowered(60, -2), faceFound: false },
    labels(90),
    person,
    'pose_not_supported',
  ],
  ['a knee before the chest', crouching, labels(90), plane(() => 1), 'pose_not_supported'],
] as const)('given %s, then that is said', (_, frame, which, matte, code) => {
  expect(whyNotDressable(frame, which, matte, figureSize)).toBe(code);
});

/** What the classifier of parts would see of a head: `skin` everywhere. */
function seenParts(skin: number): SeenParts {
  const everywhere = (value: number) => new Float32Array(16).fill(value);
  const region = { x: width / 2, y: height / 2, width, height, rotation: 0 };
  const rest = { ground: everywhere(0), hair: everywhere(1 - skin), clothes: everywhere(0) };
  return { ...rest, skin: everywhere(skin), region, side: 4 };
}

test.each([
  ['a profile', false, 0.5, undefined],
  ['a cap, or somebody from behind', false, 0.05, 'pose_not_supported'],
  ['a mask on a face', true, 0.05, undefined],
] as const)('given %s, then it is the face that counts', (_, faceFound, skin, code) => {
  expect(whyNotDressable({ ...standing, faceFound }, labels(90), person, figureSize, seenParts(skin))).toBe(code);
});
