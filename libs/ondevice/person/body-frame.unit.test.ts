import { expect, test } from 'vitest';
import type { Point } from '../pixels/points.ts';
import { armOf, type FoundArm } from './body-frame.ts';

const [shoulder, elbow, wrist] = [0, 1, 2];

/** The left arm of somebody whose shoulders are 200 pixels wide, with the beliefs in its elbow and wrist. */
const arm = (
  joints: { elbow: Point; wrist: Point },
  belief: readonly [elbow: number, wrist: number],
  found?: FoundArm,
) =>
  armOf(
    {
      neck: [200, 300],
      down: [0, 1],
      right: [1, 0],
      shoulderWidth: 200,
      seen: (which) => [1, ...belief][which]!,
      at: (which) => [[300, 300] as Point, joints.elbow, joints.wrist][which]!,
    },
    [shoulder, elbow, wrist],
    found,
  );

const lowered = { elbow: [320, 430], wrist: [310, 540] } as const satisfies Record<string, Point>;
const raised = { elbow: [420, 380], wrist: [400, 220] } as const satisfies Record<string, Point>;
const hanging = { side: 1, elbow: [324, 450], wrist: [328, 580], elbowSeen: false, wristSeen: false };

test('given an arm that is seen, then it is where the pose has it', () => {
  expect(arm({ ...lowered }, [0.7, 0.6])).toMatchObject({ ...lowered, elbowSeen: true, wristSeen: true });
});

test('given an arm that is not seen, then it hangs at the side', () => {
  expect(arm({ ...lowered }, [0.3, 0.1])).toMatchObject(hanging);
});

test('given a hand that was found, then the wrist is its own, and the elbow counts if the hand has it', () => {
  const found: FoundArm = { wrist: [250, 190], elbow: true };
  expect(arm({ ...raised }, [0.3, 0.1], found)).toMatchObject({ elbow: raised.elbow, wrist: [250, 190] });
});
