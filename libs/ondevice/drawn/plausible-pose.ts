import { distanceBetween } from '../pixels/points.ts';
import type { BodyMeasures } from './measures.ts';
import { sign } from './side.ts';

/** The shoulders of somebody who faces the camera, relative to the length of the trunk; narrower ones are seen from the side. */
const leastFacing = 0.55;
/** The same for the legs, whose cut depends less on it, and for the front of a trunk to be seen. */
const leastFacingBelow = 0.45;
/** Hips of somebody who faces the camera, in shoulder widths. */
const leastHips = 0.4;
/** How far elbows may lie inside the shoulder joints: crossed or folded arms hide the trunk. */
const elbowsInside = 0.12;
/** Elbows higher than this above the shoulders lift them: the trunk is not as wide as its joints tell. */
const elbowsAbove = 0.05;
/**
 * Somebody who bends towards the camera has the chin on the shoulder line, or below it, and a trunk that is shorter than wide; both in
 * shoulder widths.
 */
const bent = { chin: -0.03, torso: 1.1 } as const;
/** Thighs of somebody who sits are foreshortened; these are relative to the trunk. */
const thighs = [0.55, 1.5] as const;
/** Shins relative to thighs. */
const shins = [0.55, 1.6] as const;
/** How far a thigh may point outwards, as a slope. */
const steepest = 0.6;

/** Whether a new outline fits a pose: the trunk seen from the front with the arms beside it, and legs that stand. */
export function plausiblePose(measures: BodyMeasures): { upper: boolean; lower: boolean } {
  const { shoulders, torso, arms, seen } = measures;
  const width = facing(measures);
  const beside = ([0, 1] as const).every(
    (side) => !seen.elbows[side] || sign(side) * (arms[side].joints[1][0] - shoulders[side][0]) > -elbowsInside,
  );
  const raised = ([0, 1] as const).some(
    (side) => seen.elbows[side] && arms[side].joints[1][1] < shoulders[side][1] - elbowsAbove,
  );
  const bends = measures.chin[1] > bent.chin && torso < bent.torso;
  return {
    upper: width > leastFacing && beside && !raised && !bends,
    lower: width > leastFacingBelow && seen.hips && stands(measures),
  };
}

/** Whether the front of the trunk is seen: from the side an opening before the spine would lie on the ribs, from behind on the back. */
export const frontSeen = (measures: BodyMeasures): boolean => facing(measures) > leastFacingBelow;

/** The width of the shoulders relative to the length of the trunk; 0 from behind. */
const facing = ({ shoulders: [left, right], torso }: BodyMeasures): number =>
  left[0] < right[0] ? distanceBetween(left, right) / torso : 0;

function stands({ legs, torso, seen }: BodyMeasures): boolean {
  if (legs[1].joints[0][0] - legs[0].joints[0][0] < leastHips) return false;
  return ([0, 1] as const).every((side) => {
    const [hip, knee, ankle] = legs[side].joints;
    const thigh = knee[1] - hip[1];
    if (thigh < thighs[0] * torso || thigh > thighs[1] * torso) return false;
    if (Math.abs(knee[0] - hip[0]) > steepest * thigh) return false;
    if (!seen.ankles[side]) return true;
    const shin = ankle[1] - knee[1];
    return shin > shins[0] * thigh && shin < shins[1] * thigh;
  });
}
