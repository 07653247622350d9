import { describe, expect, it } from 'vitest';
import { stickFigure } from '../fixtures/stick-figure.ts';
import type { PosePoint } from './find-pose.ts';
import { dropOthers } from './other-people.ts';
import type { SeenRegion } from './seen-region.ts';

const size = { width: 80, height: 40 };
const side = 20;
/** The hips at column 45, 25 wide shoulders at the top. */
const pose = { ...stickFigure().pose, points: stickFigure().pose.points.map(moved) };
function moved({ x, y, ...seen }: PosePoint): PosePoint {
  return { ...seen, x: 45 + ((x - 100) * 25) / 80, y: ((y - 100) * 25) / 80 };
}

/** A mask over the whole picture that is 1 in columns `from` to `to` of the picture. */
function columns(from: number, to: number): SeenRegion {
  const mask = new Float32Array(side * side);
  for (let i = 0; i < mask.length; i++) {
    const x = (((i % side) + 0.5) / side) * size.width;
    mask[i] = x >= from && x < to ? 1 : 0;
  }
  return { mask, side, region: { x: 40, y: 20, width: 80, height: 40, rotation: 0 } };
}

function believed(from: number, to: number): Float32Array {
  const belief = new Float32Array(size.width * size.height);
  for (let i = 0; i < belief.length; i++) if (i % size.width >= from && i % size.width < to) belief[i] = 0.9;
  return belief;
}

const drop = (belief: Float32Array, posed: SeenRegion, told?: SeenRegion, another?: SeenRegion) =>
  dropOthers(belief, size, { posed, told, another }, pose);

const at = (belief: Float32Array, x: number) => belief[20 * size.width + x];

describe('what touches the border without support', () => {
  it('goes where neither the pose network nor the classifier of parts takes it for the person', () => {
    const belief = believed(0, 60);
    drop(belief, columns(30, 60), columns(30, 60));
    expect(at(belief, 8)).toBe(0);
    expect(at(belief, 45)).toBeCloseTo(0.9, 5);
  });

  it('stays where the classifier is sure: a shoulder that the pose network misses', () => {
    const belief = believed(0, 60);
    drop(belief, columns(30, 60), columns(0, 60));
    expect(at(belief, 8)).toBeCloseTo(0.9, 5);
  });

  it('goes where the classifier is sure that it is another person: a neighbour whom the pose network takes for a part of this one', () => {
    const belief = believed(0, 60);
    drop(belief, columns(0, 60), columns(0, 60), columns(0, 30));
    expect(at(belief, 8)).toBe(0);
    expect(at(belief, 45)).toBeCloseTo(0.9, 5);
  });

  it('goes without a classifier, as with a network of the operator', () => {
    const belief = believed(0, 60);
    drop(belief, columns(30, 60));
    expect(at(belief, 8)).toBe(0);
  });
});

describe('what touches the bottom border without support', () => {
  it('goes beside the hips: the clothes of who walks behind', () => {
    const belief = believed(12, 60);
    drop(belief, columns(30, 60), columns(30, 60));
    expect(at(belief, 16)).toBe(0);
    expect(at(belief, 45)).toBeCloseTo(0.9, 5);
  });

  it('goes together with what is in doubt beside it', () => {
    const belief = believed(0, 60);
    const doubt = columns(12, 60);
    for (let i = 0; i < doubt.mask.length; i++) if (i % side < 6) doubt.mask[i]! *= 0.6;
    drop(belief, doubt);
    expect(at(belief, 4)).toBe(0);
    expect(at(belief, 13)).toBe(0);
    expect(at(belief, 45)).toBeCloseTo(0.9, 5);
  });

  it('stays before the hips: something on the lap', () => {
    const belief = believed(30, 60);
    drop(belief, columns(42, 60));
    expect(at(belief, 33)).toBeCloseTo(0.9, 5);
  });
});
