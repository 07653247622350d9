import { closed, outsideDistance } from '../pixels/inside-distance.ts';
import { maskWhere, type Plane, type Size } from '../pixels/plane.ts';
import { type BodyFrame, limbScale, torsoCoordinates } from './body-frame.ts';
import { followSkin, isCloth } from './follow-skin.ts';
import { label } from './labels.ts';

/** What lies before the trunk, in u and v: elsewhere the pose network finds elbows, and hands hold things of pale colours. */
const trunk = { from: 0.25, aside: 0.75 } as const;
/** How far from a hand its arm may be bare, in shoulder widths. */
const forearm = 1;
/** Half the width of a gap between hand and forearm that is closed, and how near to a hand, in shoulder widths. */
const wristGap = 0.08;
const atWrist = 0.2;

/**
 * Labels as skin, in place, what goes on from a found hand before the trunk in its colours and not in those of the clothes, as far as a
 * forearm reaches: the pose network may suppose the elbow of an arm before the belly elsewhere. Where both have the same colours the labels
 * stay.
 *
 * @param found 0..1 on found hands
 */
export function armsOfHands(labels: Uint8Array, found: Plane, bins: Uint16Array, frame: BodyFrame, size: Size): void {
  const before = maskWhere(found.length, (i) => {
    if (found[i]! < 0.5) return false;
    const { u, v } = torsoCoordinates(frame, i % size.width, Math.floor(i / size.width));
    return v > trunk.from && Math.abs(u) < trunk.aside;
  });
  const scale = limbScale(frame);
  const away = outsideDistance(before, size);
  const isNear = (i: number) => away[i]! < forearm * scale;
  const followed = followSkin(
    labels,
    { from: before, knownAt: (i) => before[i] === 1 && found[i]! > 0.9, isNear },
    bins,
    size,
  );
  if (!followed) return;
  // Between hand and forearm nothing is worn but a watch, which stays too.
  const bare = maskWhere(labels.length, (i) => before[i] === 1 || (labels[i] === label.skin && isNear(i)));
  const whole = closed(bare, size, wristGap * scale);
  for (let i = 0; i < labels.length; i++)
    if (isCloth(labels, i) && away[i]! < atWrist * scale && whole[i] === 1) labels[i] = label.skin;
}
