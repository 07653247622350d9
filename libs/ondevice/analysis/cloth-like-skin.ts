import type { RgbImage } from '@styling/imaging';
import type { Subject } from '../garment/subject.ts';
import { label } from '../person/labels.ts';
import { oklab } from '../pixels/colour.ts';
import { clusterColours } from '../pixels/colour-clusters.ts';
import type { Plane } from '../pixels/plane.ts';
import { norm } from '../pixels/scalar.ts';
import { measureSkin } from './measure-skin.ts';

/** Bare skin of neck and shoulders differs by up to 0.026 in OKLab chroma from the face, on average over an area of one colour. */
const otherThanSkin = 0.03;
/** A smaller share of what is labelled as skin is the shade of the chin, a necklace or make-up. */
const leastShare = 0.15;

/**
 * A garment that everything took for skin, in a portrait in which no other is seen: what is labelled as skin below the chin and has, as an
 * area, another colour than the face. 1 on it.
 */
export function clothLikeSkin(image: RgbImage, subject: Subject): Plane {
  const {
    parsed: { labels, frame, hands, held, oklab: planes },
    matte,
    body,
    protected: { head, hair },
  } = subject;
  const cloth = new Float32Array(labels.length);
  const skin = measureSkin(image, subject);
  if (!skin) return cloth;
  const [l, a, b] = oklab(skin);
  const pixels: number[] = [];
  const belowChin = Math.ceil(frame.head.chin[1] + frame.head.height * 0.08) * image.width;
  for (let i = Math.max(0, belowChin); i < labels.length; i++) {
    if (labels[i] !== label.skin || body.part[i] === 0 || matte[i]! < 0.8) continue;
    if (head[i]! < 0.1 && hair[i]! < 0.1 && hands[i]! < 0.1 && held.mask[i]! < 0.3) pixels.push(i);
  }
  if (pixels.length === 0) return cloth;
  const { clusters, assigned } = clusterColours(planes, pixels);
  const unlike = clusters.map(({ oklab: [lightness, x, y], share }) => {
    // Shade takes colour as well as lightness.
    const faded = Math.min(1, 0.55 + (0.45 * lightness) / l);
    return share > leastShare && norm(x - a * faded, y - b * faded) > otherThanSkin;
  });
  pixels.forEach((i, j) => {
    if (unlike[assigned[j]!]) cloth[i] = 1;
  });
  return cloth;
}
