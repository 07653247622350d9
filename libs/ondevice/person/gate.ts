import type { ErrorCode } from '@styling/contracts/errors.ts';
import type { Plane, Size } from '../pixels/plane.ts';
import { distanceBetween, midpoint, type Point } from '../pixels/points.ts';
import { norm } from '../pixels/scalar.ts';
import { acrossTorso, type BodyFrame, downTorso, hipsSeen } from './body-frame.ts';
import { joint } from './find-pose.ts';
import { crownHeight } from './head.ts';
import { label } from './labels.ts';
import type { ParsedPerson } from './parse-person.ts';

/** Why a photograph is refused: the error's code, and in words what of it the preview cannot dress. */
export type Refusal = {
  code: Extract<ErrorCode, 'no_person' | 'shoulders_not_visible' | 'pose_not_supported' | 'clothes_not_separable'>;
  details: string;
};

/** What the gate looks at; planes cover `size`. */
export type Gated = { parsed: ParsedPerson; matte: Plane; size: Size };

/** Share of a trunk or a face that must belong to the matte; the pose network finds bodies in furniture, of which hardly anything does. */
const leastPerson = 0.45;
const nobody = 0.15;
/** Share of a person below the chin that the parsing network may take for ground though it is no dark cloth, with its lightness in OKLab. */
const mostDoubt = 0.08;
const dark = 0.35;
/** Share of the picture that must be clothes. */
const leastClothes = 0.02;
/** Share of what is worn and held at the trunk that may be held, and of the trunk that hair may cover. */
const most = { held: 0.12, hair: 0.4 } as const;
/** Share of the head, above the chin, that may be neither hair nor skin: more is a helmet. */
const mostHelmet = 0.45;
/** Where a hand hides the clothes, in u and v. */
const beforeChest = { u: 0.42, from: -0.1, to: 0.8 } as const;
/** Elbows and wrists above it, in v, are raised. */
const raised = -0.08;
/** How far an elbow may lie inside the shoulder joint, in u: crossed arms hide the trunk. */
const elbowsInside = 0.36;
/** Length of the thighs on the picture relative to the trunk below which somebody sits. */
const seated = 0.45;
/** Shoulders relative to the length of the trunk of somebody who is turned to the side; in a portrait less of the trunk matters. */
const turned = { figure: 0.45, portrait: 0.3 } as const;
/** Slope of the spine, against upright, up to which the trunk is known. */
const steepest = Math.cos((40 * Math.PI) / 180);
/** OKLab chroma of a photograph in black and white, which the parsing network reads badly. */
const grey = 0.012;

const pose = (what: string): Refusal => ({
  code: 'pose_not_supported',
  details: `the embedded preview cannot dress ${what}; it needs one person who faces the camera with both arms hanging; a hosted model can dress others`,
});

/**
 * Why a person cannot be dressed, whatever is asked for, told from the photograph before anything is rendered; undefined if nothing is against it.
 */
export function whyRefused(seen: Gated): Refusal | undefined {
  const shares = sharesOf(seen);
  return unseen(seen, shares) ?? whyPose(seen, shares) ?? whyClothes(shares);
}

/** Why nothing can be told of a person's colouring and clothes: less is asked than to dress them. */
export const whyUnseen = (seen: Gated): Refusal | undefined => unseen(seen, sharesOf(seen));

function unseen({ parsed: { frame } }: Gated, shares: Shares): Refusal | undefined {
  const { head } = frame;
  const hips = hipsSeen(frame);
  if (shares.trunkSeen < nobody) return { code: 'no_person', details: 'nobody is seen in this image' };
  if (shares.clothes < leastClothes)
    return {
      code: 'shoulders_not_visible',
      details: 'the embedded preview cannot dress a face alone; the picture must show some of the clothes',
    };
  if (!head.faceSeen || shares.faceSeen < leastPerson) return pose('somebody whose face is not in the picture');
  // Hips outside of the picture are a guess, unless the head lies as they do.
  const upright = (head.chin[1] - head.brow[1]) / (distanceBetween(head.chin, head.brow) || 1);
  if (frame.down[1] < steepest && (hips || upright < steepest)) return pose('somebody who lies or leans');
  return undefined;
}

type Shares = ReturnType<typeof sharesOf>;

/** Shares of the trunk, the head and the picture, 0..1, and the person's mean chroma in OKLab. */
function sharesOf({ parsed: { frame, labels, classes, oklab }, matte, size }: Gated) {
  const { head } = frame;
  const whole = crownHeight(head);
  const chin = downTorso(frame, ...head.chin);
  let [clothes, trunk, trunkSeen, held, hair, face, faceSeen, skull, helmet] = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  let [below, doubt, worn, person, chroma] = [0, 0, 0, 0, 0];
  for (let i = 0; i < labels.length; i++) {
    const which = labels[i];
    if (which === label.top || which === label.bottom) clothes++;
    const x = i % size.width;
    const y = (i - x) / size.width;
    const v = downTorso(frame, x, y);
    if (which !== label.background) {
      person++;
      chroma += norm(oklab.a[i]!, oklab.b[i]!);
      if (v > chin) below++;
      if (v > chin && classes.ground[i]! > 0.7 && oklab.lightness[i]! > dark) doubt++;
    }
    if (v > 0.1 && v < 0.9 && Math.abs(acrossTorso(frame, x, y)) < 0.3) {
      trunk++;
      trunkSeen += matte[i]!;
      if (which === label.hair) hair++;
    }
    if (v > 0 && v < 1.2) {
      if (which === label.other) held++;
      if (which === label.other || which === label.top || which === label.bottom) worn++;
    }
    const fromFace = norm(x - head.centre[0], y - head.centre[1]);
    if (fromFace < 0.2 * whole) {
      face++;
      faceSeen += matte[i]!;
    }
    if (fromFace < 0.6 * whole && v < 0) {
      skull += 1 - classes.ground[i]!;
      helmet += classes.other[i]!;
    }
  }
  return {
    doubt: doubt / Math.max(1, below),
    clothes: clothes / labels.length,
    trunkSeen: trunk === 0 ? 1 : trunkSeen / trunk,
    faceSeen: face === 0 ? 0 : faceSeen / face,
    held: held / Math.max(1, worn),
    hair: hair / Math.max(1, trunk),
    helmet: helmet / Math.max(1, skull),
    chroma: person === 0 ? 1 : chroma / person,
  };
}

function whyPose({ parsed: { frame, palms } }: Gated, shares: Shares): Refusal | undefined {
  const { at, seen } = frame;
  if (shares.trunkSeen < leastPerson) return pose('somebody who is seen from the side or in part');
  const hips = hipsSeen(frame);
  if (bendsForward(frame) && (hips || !frame.faceFound)) return pose('somebody who bends forward');
  const [left, right] = frame.arms;
  const facing = distanceBetween(left.shoulder, right.shoulder) / frame.torsoLength;
  if (facing < (hips ? turned.figure : turned.portrait)) return pose('somebody who is turned to the side');
  const down = (which: number) => downTorso(frame, ...at(which));
  const lifts = (hip: number, knee: number) => seen(knee) > 0.5 && down(knee) - down(hip) < seated;
  if (hips && (lifts(joint.leftHip, joint.leftKnee) || lifts(joint.rightHip, joint.rightKnee)))
    return pose('somebody who sits or raises a leg');
  const high = (point: Point) => downTorso(frame, ...point) < raised;
  const arms = frame.arms.filter(({ elbowSeen }) => elbowSeen);
  if (arms.some(({ elbow, wrist, wristSeen }) => high(elbow) || (wristSeen && high(wrist)))) return pose('raised arms');
  const before = ([x, y]: Point) => {
    const [u, v] = [Math.abs(acrossTorso(frame, x, y)), downTorso(frame, x, y)];
    return u < beforeChest.u && v > beforeChest.from && v < beforeChest.to;
  };
  const crossed = arms.some(({ side, elbow, wrist, wristSeen }) => {
    const inside = side * acrossTorso(frame, ...elbow) < elbowsInside;
    return inside || (wristSeen && before(wrist));
  });
  if (crossed || palms.some(before)) return pose('arms or hands before the chest');
  if (palms.some(high)) return pose('raised hands');
  return shares.helmet > mostHelmet ? pose('a head in a helmet') : undefined;
}

function whyClothes({ held, hair, doubt, chroma }: Shares): Refusal | undefined {
  const inseparable = (details: string): Refusal => ({ code: 'clothes_not_separable', details });
  if (held > most.held) return pose('clothes behind something that is held or carried');
  if (hair > most.hair) return inseparable('long hair covers most of the clothes');
  if (doubt > mostDoubt) return inseparable('where the person ends cannot be told from what is behind them');
  return chroma < grey ? inseparable('the embedded preview needs a photograph in colour') : undefined;
}

/**
 * The trunk of people who are upright is about 1.85 heads long, 1.55 to 2.2, from the shoulder line to the hip line, also where the pose network
 * supposes hips outside of the picture. A shorter one is bent towards the camera: below `trunk` by more than 52 degrees; below `ifChinLow` only
 * if the chin also is less than `chinLow` heads above the shoulder line. Heads are compared with the spine, as in close portraits the supposed
 * shoulders of one person differ by a fifth between two cuts.
 */
const bends = { trunk: 1.14, ifChinLow: 1.7, chinLow: 0.11 } as const;

/** Whether somebody bends towards the camera, so that the measures of the trunk are a guess and no garment can be drawn on it. */
export function bendsForward(frame: BodyFrame): boolean {
  const { at, head } = frame;
  const whole = crownHeight(head);
  const spine = distanceBetween(frame.neck, midpoint(at(joint.leftHip), at(joint.rightHip)));
  const chin = -(downTorso(frame, ...head.chin) * frame.torsoLength) / whole;
  return spine < (chin < bends.chinLow ? bends.ifChinLow : bends.trunk) * whole;
}
