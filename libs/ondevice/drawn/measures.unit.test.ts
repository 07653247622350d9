import { describe, expect, test } from 'vitest';
import { drawPerson } from '../analysis/fixtures/drawn-person.ts';
import { besideBody } from './beside-body.ts';
import { measure } from './measures.ts';
import { necklinePoints, neckShape } from './necklines.ts';
import { plausiblePose } from './plausible-pose.ts';
import { trunk } from './trunk.ts';
import { onTube, tubeAxis } from './tube.ts';

// 80 pixels between the shoulders, whose line is at y 70; the hips are at 170.
const { subject } = drawPerson({ top: [40, 60, 120], bottom: { colour: [30, 30, 30], shape: 'legs', hem: 330 } });
const measures = measure(subject);

describe('given a drawn person', () => {
  test('then body coordinates are in shoulder widths from the middle of the shoulder line', () => {
    expect(measures.scale).toBeCloseTo(80);
    expect(measures.toBody(160, 70)).toEqual([0.5, 0]);
    expect(measures.toImage([0, measures.torso])[1]).toBeCloseTo(170);
    expect(measures.shoulders[0][0]).toBeCloseTo(-0.5);
  });

  test('then the trunk is as wide as bodies are, and the shoulders end outside of their joints', () => {
    for (const side of [0, 1] as const)
      for (const v of [0.36, 0.66, 1]) {
        expect(measures.half(side, v)).toBeGreaterThan(0.28);
        expect(measures.half(side, v)).toBeLessThan(0.66);
      }
    expect(measures.tips[0][0]).toBeLessThan(-0.55);
    expect(measures.tips[1][0]).toBeGreaterThan(0.55);
  });

  test('then the light is a unit vector from above and the front', () => {
    const [x, y, z] = measures.light;
    expect(Math.hypot(x, y, z)).toBeCloseTo(1);
    expect(y).toBeLessThan(0);
    expect(z).toBeGreaterThan(0.5);
  });

  test('then garments may be drawn on it', () => {
    expect(plausiblePose(measures).upper).toBe(true);
  });
});

describe('given an arm', () => {
  const axis = tubeAxis(measures.arms[1], 2);

  test('then places on it are known by joint and side', () => {
    const [, elbow] = measures.arms[1].joints;
    const at = onTube(axis, elbow[0], elbow[1]);
    expect(at.along).toBeCloseTo(1, 1);
    expect(Math.abs(at.across)).toBeLessThan(0.03);
    const outside = onTube(axis, elbow[0] + 0.1, elbow[1]).across;
    const inside = onTube(axis, elbow[0] - 0.1, elbow[1]).across;
    expect(Math.sign(outside)).toBe(-Math.sign(inside));
  });
});

describe('necklines', () => {
  test('given a high worn top, then a deep neckline is not deeper than that', () => {
    const open = neckShape('scoop', measures, undefined);
    const closed = neckShape('scoop', measures, -0.1);
    expect(closed.depth).toBeLessThan(open.depth);
    const points = necklinePoints(measures, closed, 0.02);
    expect(Math.max(...points.map(([, y]) => y))).toBeLessThan(0);
  });

  test('given a V and a crew neck, then the V is deeper and goes straight down', () => {
    const at = (neck: 'v' | 'crew', i: number) =>
      necklinePoints(measures, neckShape(neck, measures, undefined), 0)[i]![1];
    expect(at('v', 15)).toBeGreaterThan(at('crew', 15));
    const half = (neck: 'v' | 'crew') => (at(neck, 8) - at(neck, 0)) / (at(neck, 15) - at(neck, 0));
    expect(half('v')).toBeLessThan(0.6);
    expect(half('crew')).toBeGreaterThan(0.7);
  });
});

describe('given a trunk with longer sides', () => {
  const neck = necklinePoints(measures, neckShape('crew', measures, undefined), 0.02);
  const to = (v: number) =>
    trunk(measures, {
      side: (side) => [besideBody(measures, side, 0.66, 1.1, 0.02), besideBody(measures, side, v, 1.1, 0.02)],
      ...{ neck, neckShares: [0.42, 0.42], seed: 1, hemBow: 0.05 },
    });

  test('then its hem is lower, and lowest in the middle', () => {
    const { hem } = to(1.2);
    expect(hem[45]![1]).toBeCloseTo(1.2 * measures.torso + 0.05);
    expect(hem[0]![1]).toBeCloseTo(1.2 * measures.torso);
    expect(to(1).hem[45]![1]).toBeLessThan(hem[45]![1]);
  });

  test('then its form bulges most in the middle, and its sides are at -1 and 1', () => {
    const { form, across, edge } = to(1.1);
    expect(form(0, 0.8)).toBeGreaterThan(form(0.35, 0.8));
    expect(across(edge[0](0.8), 0.8)).toBeCloseTo(-1);
    expect(across(edge[1](0.8), 0.8)).toBeCloseTo(1);
  });
});
