import { boxBlur } from '../pixels/box-blur.ts';
import { connectedComponents } from '../pixels/components.ts';
import { closed, outsideDistance } from '../pixels/inside-distance.ts';
import { maskWhere, type Plane, type Size } from '../pixels/plane.ts';
import { type BodyFrame, limbScale, torsoCoordinates } from './body-frame.ts';
import { colourBins, smoothHistogram } from './colour-histogram.ts';
import { label } from './labels.ts';

/** What lies before the trunk, in u and v: elsewhere the pose network finds elbows, and hands hold things of pale colours. */
const trunk = { from: 0.25, aside: 0.75 } as const;
/** How far from a hand its arm may be bare, in shoulder widths. */
const forearm = 1;
/** Half the width of a gap between hand and forearm that is closed, and how near to a hand, in shoulder widths. */
const wristGap = 0.08;
const atWrist = 0.2;
/** Fewer pixels show no colours. */
const leastKnown = 300;
/** Likelihood of a colour that was not seen. */
const unseen = 0.2 / colourBins;
/** How much likelier a colour has to be the hand's than the cloth's, as a natural logarithm. */
const clearly = Math.log(1.5);

/**
 * Labels as skin, in place, what goes on from a found hand before the trunk in its colours and not in those of the clothes, as far as a
 * forearm reaches: the pose network may suppose the elbow of an arm before the belly elsewhere. Where both have the same colours the labels
 * stay.
 *
 * @param found 0..1 on found hands
 */
export function armsOfHands(labels: Uint8Array, found: Plane, bins: Uint16Array, frame: BodyFrame, size: Size): void {
  const [hand, cloth] = [new Float32Array(colourBins), new Float32Array(colourBins)];
  const before = maskWhere(found.length, (i) => {
    if (found[i]! < 0.5) return false;
    const { u, v } = torsoCoordinates(frame, i % size.width, Math.floor(i / size.width));
    return v > trunk.from && Math.abs(u) < trunk.aside;
  });
  const scale = limbScale(frame);
  const known = { hand: 0, cloth: 0 };
  const isCloth = (i: number) => labels[i] === label.top || labels[i] === label.bottom;
  for (let i = 0; i < labels.length; i++) {
    if (before[i] === 1 && found[i]! > 0.9) {
      hand[bins[i]!]! += 1;
      known.hand++;
    } else if (isCloth(i)) {
      cloth[bins[i]!]! += 1;
      known.cloth++;
    }
  }
  if (known.hand < leastKnown || known.cloth < leastKnown) return;
  const away = outsideDistance(before, size);
  smoothHistogram(hand);
  smoothHistogram(cloth);
  const evidence = hand.map((likely, bin) => Math.log((likely + unseen) / (cloth[bin]! + unseen)));
  const isNear = (i: number) => isCloth(i) && away[i]! < forearm * scale;
  const sum = new Float32Array(labels.length);
  const share = new Float32Array(labels.length);
  for (let i = 0; i < labels.length; i++) {
    if (!isNear(i)) continue;
    sum[i] = evidence[bins[i]!]!;
    share[i] = 1;
  }
  // A single pixel has noise, and cloth thin lines.
  const radius = Math.max(1, Math.round(Math.max(size.width, size.height) / 250));
  boxBlur(sum, size, radius, sum);
  boxBlur(share, size, radius, share);
  const isArm = (i: number) => isNear(i) && sum[i]! > clearly * share[i]!;
  const areas = connectedComponents(
    (i) => before[i] === 1 || isArm(i) || (labels[i] === label.skin && away[i]! < forearm * scale),
    size,
  );
  const ofHand = areas.sizes.map(() => false);
  for (let i = 0; i < labels.length; i++) if (before[i] === 1) ofHand[areas.labels[i]!] = true;
  for (let i = 0; i < labels.length; i++) if (ofHand[areas.labels[i]!] && isArm(i)) labels[i] = label.skin;
  // Between hand and forearm nothing is worn but a watch, which stays too.
  const bare = maskWhere(
    labels.length,
    (i) => before[i] === 1 || (labels[i] === label.skin && away[i]! < forearm * scale),
  );
  const whole = closed(bare, size, wristGap * scale);
  for (let i = 0; i < labels.length; i++)
    if (isCloth(i) && away[i]! < atWrist * scale && whole[i] === 1) labels[i] = label.skin;
}
