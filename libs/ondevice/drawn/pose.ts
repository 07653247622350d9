import { distanceBetween } from '../pixels/points.ts';
import { type BodyMeasures, type Side, sign } from './measures.ts';

/**
 * The shoulders of somebody who faces the camera, relative to the length of the trunk: narrower ones are seen from the side; and the least for the
 * legs, whose cut depends less on it, and for the front to be seen.
 */
const [leastFacing, leastFacingBelow] = [0.55, 0.45];
/** How far elbows may lie inside the shoulder joints and above them, in shoulder widths: folded arms hide the trunk, raised ones lift it. */
const elbows = { inside: 0.12, above: 0.05 } as const;
/** How near the spine a wrist lies before the trunk, in shoulder widths, and down to which v. */
const before = { spine: 0.22, v: 1.1 } as const;
/** Somebody who bends towards the camera has the chin on the shoulder line, and a trunk shorter than wide; in shoulder widths. */
const bent = { chin: -0.03, torso: 1.1 } as const;
/** Thighs relative to the trunk, and shins to thighs, of somebody who stands; how far a thigh may point outwards, as a slope; how wide hips are, in shoulder widths. */
const standing = { thigh: [0.55, 1.5], shin: [0.55, 1.6], slope: 0.6, hips: 0.4 } as const;

/** Whether pose and view let an outline be drawn: front seen, arms hanging or akimbo, not before the trunk, legs apart enough and straight. */
export function canDraw(measures: BodyMeasures): { upper: boolean; lower: boolean } {
  const width = facing(measures);
  const arms = ([0, 1] as const).every((side) => hangs(measures, side));
  const bends = measures.chin[1] > bent.chin && measures.torso < bent.torso;
  return {
    upper: width > leastFacing && arms && !bends,
    lower: width > leastFacingBelow && measures.seen.hips && stands(measures),
  };
}

/** The width of the shoulders relative to the length of the trunk; 0 from behind. */
const facing = ({ shoulders: [left, right], torso }: BodyMeasures): number =>
  left[0] < right[0] ? distanceBetween(left, right) / torso : 0;

/** Whether an arm hangs or is akimbo, or is not seen. */
function hangs({ arms, shoulders, seen, torso }: BodyMeasures, side: Side): boolean {
  const [, elbow, wrist] = arms[side].joints;
  const [x, y] = shoulders[side];
  if (!seen.elbows[side]) return true;
  if (sign(side) * (elbow[0] - x) < -elbows.inside || elbow[1] < y - elbows.above) return false;
  if (!seen.wrists[side]) return true;
  return wrist[1] > y && (sign(side) * wrist[0] > before.spine || wrist[1] > before.v * torso);
}

function stands({ legs, torso, seen }: BodyMeasures): boolean {
  if (legs[1].joints[0][0] - legs[0].joints[0][0] < standing.hips) return false;
  return ([0, 1] as const).every((side) => {
    const [hip, knee, ankle] = legs[side].joints;
    const thigh = knee[1] - hip[1];
    if (thigh < standing.thigh[0] * torso || thigh > standing.thigh[1] * torso) return false;
    if (Math.abs(knee[0] - hip[0]) > standing.slope * thigh) return false;
    const shin = ankle[1] - knee[1];
    return !seen.ankles[side] || (shin > standing.shin[0] * thigh && shin < standing.shin[1] * thigh);
  });
}
