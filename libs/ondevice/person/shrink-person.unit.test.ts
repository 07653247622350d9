import { expect, test } from 'vitest';
import { figureSize, stickFigure } from '../fixtures/stick-figure.fixture.ts';
import { square } from '../models/crop.ts';
import { bodyFrame } from './body-frame.ts';
import type { Face } from './find-face.ts';
import type { Hand } from './find-hands.ts';
import type { Person } from './find-person.ts';
import { shrinkPerson } from './shrink-person.ts';

const half = { width: figureSize.width / 2, height: figureSize.height / 2 };

test('given a copy of half the size, then the body is half as large, and as wide in its own measures', () => {
  const [frame, small] = [bodyFrame(stickFigure(), figureSize), bodyFrame(shrinkPerson(stickFigure(), 2), half)];
  expect(small.neck).toEqual(frame.neck.map((at) => at / 2));
  expect([small.shoulderWidth, small.torsoLength]).toEqual([frame.shoulderWidth / 2, frame.torsoLength / 2]);
  expect(small.head.chin).toEqual(frame.head.chin.map((at) => at / 2));
  expect(small.arms[0].wrist).toEqual(frame.arms[0].wrist.map((at) => at / 2));
});

test('given a face, hands and regions of networks, then they are where they were in the picture', () => {
  const hand: Hand = { arm: 1, points: [[40, 60]] };
  const box = { score: 1, left: 20, top: 10, right: 60, bottom: 50 };
  const face: Face = { box: { ...box, points: [[30, 20]] }, mesh: [[44, 22]] };
  const person: Person = { ...stickFigure(), hands: [hand], face };
  const region = square(100, 80, 40, 0.3);
  const small = shrinkPerson({ ...person, pose: { ...person.pose, region } }, 2);
  expect(small.hands).toEqual([{ arm: 1, points: [[20, 30]] }]);
  expect(small.face).toEqual({
    box: { score: 1, left: 10, top: 5, right: 30, bottom: 25, points: [[15, 10]] },
    mesh: [[22, 11]],
  });
  expect(small.pose.region).toEqual(square(50, 40, 20, 0.3));
});
