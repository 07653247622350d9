import type { Plane } from '../pixels/plane.ts';
import { type Evidence, nearest, placesOf } from './body-evidence.ts';
import { isClose } from './body-frame.ts';
import { garmentLooksLikeSkin } from './garment-looks-like-skin.ts';
import { label } from './labels.ts';
import { segmentsOf } from './limb-segments.ts';
import { onLimbs } from './on-limbs.ts';

/** Below this a colour has not even the hue of skin. */
const noSkin = 0.5;

/** The label of pixels whose position is unambiguous, 0 elsewhere: seeds for learning the colours. */
export function seedLabels(evidence: Evidence, priors: readonly Plane[]): Uint8Array {
  const { frame, matte, face, head, hands, skinLike } = evidence;
  const { legs, lifted } = segmentsOf(frame);
  const thighs = legs.slice(0, 2);
  const skinColoured = garmentLooksLikeSkin(evidence);
  const close = isClose(frame, evidence.size);
  const placeOf = placesOf(evidence);
  const seedAt = (i: number): number => {
    const place = placeOf(i);
    const { u, v, across, below } = place;
    const skin = skinLike[i]!;
    const aside = Math.abs(across);
    if (face[i]! > 0.5) return label.skin;
    if (hands[i]! > 0.9) return skin > 0.5 ? label.skin : 0;
    if (onLimbs(evidence.limbs, place.x, place.y).bare > 0.9) return skin > 0.2 ? label.skin : 0;
    if (below < -0.45 && below > -1.4 && aside < 0.75 && skin < 1.2) return label.hair;
    if (below < 0.2 && aside > 0.52 && aside < 0.8 && skin < 0.6) return label.hair;
    // In a portrait the chest is outside: there the clothes are what is below the chin, beside the neck.
    if (below > 0.85 && v > -0.25 && v < 0.2 && aside > 0.5 && skin < 0.1 && head[i] === 0) return label.top;
    if (close && below > 0.8 && aside > 0.7 && skin < noSkin && head[i] === 0) return label.top;
    if (skin < 1 && nearest(frame, place, lifted) < 0.1) return label.bottom;
    if (v > 0.2 && v < 0.55 && Math.abs(u) < 0.36 && (skinColoured || skin < 0.5)) return label.top;
    if (v > 1.02 && v < 1.5 && Math.abs(u) < 0.35 && skin < 1) return label.bottom;
    if (v > 1.12 && skin < 1 && nearest(frame, place, thighs) < 0.12) return label.bottom;
    return priors[label.shoes]![i]! > 0.7 ? label.shoes : 0;
  };
  const seeds = new Uint8Array(matte.length);
  for (let i = 0; i < seeds.length; i++) if (matte[i]! >= 0.8) seeds[i] = seedAt(i);
  return seeds;
}
