import { measureBody } from '../drawn/measures.ts';
import { seeLegs } from '../garment/see-legs.ts';
import type { Subject } from '../garment/subject.ts';
import { torsoCoordinates } from '../person/body-frame.ts';
import { joint } from '../person/find-pose.ts';
import { label } from '../person/labels.ts';
import type { Plane } from '../pixels/plane.ts';
import { quantile } from '../pixels/statistics.ts';
import type { LegLength } from './seen-garment.ts';

/**
 * `legs`: whether something else is visible between them; `hem`: how far down it is seen, in v; `length` is undefined if the picture or
 * the pose ends above it.
 */
export type MeasuredLegs = { legs: 'apart' | 'together'; hem: number; length: LegLength | undefined; cutOff: boolean };

/** Measures a garment on the legs: its hem relative to knees and ankles, and whether it splits. */
export function measureLegs(subject: Subject, mask: Plane): MeasuredLegs {
  const { size, matte, parsed } = subject;
  const { frame, labels } = parsed;
  const { width, height } = size;
  const vs: number[] = [];
  let atBorder = 0;
  mask.forEach((value, i) => {
    if (value < 0.5) return;
    const y = Math.floor(i / width);
    vs.push(torsoCoordinates(frame, i % width, y).v);
    if (y >= height - 3) atBorder++;
  });
  const cutOff = atBorder > 0.03 * width;
  const hem = quantile(vs, 0.98);
  const around = seeLegs(subject, measureBody(subject))?.around;
  const heightOf = (left: number, right: number): number | undefined => {
    const found = [left, right]
      .filter((which) => frame.seen(which) > 0.5)
      .map((which) => torsoCoordinates(frame, ...frame.at(which)).v);
    return found.length > 0 ? found.reduce((sum, v) => sum + v, 0) / found.length : undefined;
  };
  return {
    legs: (around === undefined || around === 'neither' ? gapShare() > 0.06 : around === 'each') ? 'apart' : 'together',
    hem,
    length: cutOff
      ? undefined
      : lengthOf(hem, heightOf(joint.leftKnee, joint.rightKnee), heightOf(joint.leftAnkle, joint.rightAnkle)),
    cutOff,
  };

  /** Share of the middle of its lowest part that is not the garment. */
  function gapShare(): number {
    let all = 0;
    let open = 0;
    const from = Math.max(1.2, hem - 0.5);
    for (let i = 0; i < mask.length; i++) {
      const { u, v } = torsoCoordinates(frame, i % width, Math.floor(i / width));
      if (v < from || v > hem - 0.04 || Math.abs(u) > 0.12) continue;
      all++;
      if (matte[i]! < 0.5 || labels[i] === label.background || labels[i] === label.skin) open++;
    }
    return all > 20 ? open / all : 0;
  }
}

function lengthOf(hem: number, knee: number | undefined, ankle: number | undefined): LegLength | undefined {
  if (knee === undefined) return undefined;
  if (hem < knee - 0.15) return 'short';
  if (hem < knee + 0.2) return 'knee-length';
  if (ankle === undefined) return undefined;
  return hem < ankle - 0.25 ? 'mid-calf' : 'full-length';
}
