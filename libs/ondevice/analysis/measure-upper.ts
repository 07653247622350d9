import type { RgbImage } from '@styling/imaging';
import type { ColourName } from '../garment/colour-names.ts';
import type { Subject } from '../garment/subject.ts';
import type { Worn } from '../garment/worn.ts';
import { bodyPart } from '../person/body-map.ts';
import { label } from '../person/labels.ts';
import { oklab } from '../pixels/colour.ts';
import { maskWhere, total } from '../pixels/plane.ts';
import { norm } from '../pixels/scalar.ts';
import { readColours, type SeenColours } from './garment-colours.ts';
import type { Neckline, SleeveLength } from './seen-garment.ts';

/** Bare skin of arms from which they are bare, in squared shoulder widths. */
const bareArm = 0.02;
/** Minimum difference in OKLab (colour axes doubled) of a collar from the garment, and its area in squared shoulder widths. */
const unlike = 0.25;
const leastCollar = 0.012;
/** Where a collar shows, in u and v. */
const atNeck = { across: 0.22, from: -0.25, to: 0.3 } as const;

/** How long the sleeves are; undefined unless an arm can be followed at least to the elbow. */
export function sleeveOf({ body, matte, parsed }: Subject, { sleeve }: Worn): SleeveLength | undefined {
  const { frame, labels, hands } = parsed;
  if (!frame.arms.some(({ elbowSeen }) => elbowSeen)) return undefined;
  // Bare requires skin: a hidden arm shows neither cloth nor skin.
  let skin = 0;
  for (let i = 0; i < matte.length; i++)
    if (body.part[i] !== bodyPart.torso && labels[i] === label.skin && hands[i]! < 0.3) skin++;
  const bare = skin > frame.shoulderWidth ** 2 * bareArm;
  if (sleeve > (bare ? 1.5 : 1)) return 'long-sleeved';
  if (!bare) return undefined;
  if (sleeve < 0.2) return 'sleeveless';
  return sleeve < 0.9 ? 'short-sleeved' : 'three-quarter-sleeved';
}

/** Where the garment begins below the chin; undefined unless skin is visible above it (not so over a shirt, a tie or a scarf). */
export function necklineOf({ parsed, body, matte }: Subject, { neckline }: Worn): Neckline | undefined {
  if (neckline === undefined) return undefined;
  let [all, skin] = [0, 0];
  for (let i = 0; i < matte.length; i++) {
    if (Math.abs(body.u[i]!) > 0.06 || body.v[i]! < neckline - 0.14 || body.v[i]! > neckline - 0.02) continue;
    all++;
    if (parsed.labels[i] === label.skin) skin++;
  }
  if (skin < all * 0.6) return undefined;
  if (neckline < -0.17) return 'high';
  return neckline < 0.08 ? 'round' : 'low';
}

/** The colour of other cloth in a garment's neckline: a shirt, a scarf, a collar. */
export function colourAtNeck(
  image: RgbImage,
  { body, matte, parsed }: Subject,
  { main, rgb }: SeenColours,
): ColourName | undefined {
  const { frame, labels, oklab: planes } = parsed;
  const [l, a, b] = oklab(rgb);
  const mask = maskWhere(matte.length, (i) => {
    if (labels[i] !== label.top || matte[i]! < 0.8 || body.part[i] !== bodyPart.torso) return false;
    if (Math.abs(body.u[i]!) > atNeck.across || body.v[i]! < atNeck.from || body.v[i]! > atNeck.to) return false;
    return norm(planes.lightness[i]! - l, 2 * (planes.a[i]! - a), 2 * (planes.b[i]! - b)) >= unlike;
  });
  if (total(mask) < leastCollar * frame.shoulderWidth ** 2) return undefined;
  const name = readColours(image, mask)?.main;
  return name === main ? undefined : name;
}
