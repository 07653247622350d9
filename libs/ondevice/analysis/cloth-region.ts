import type { RgbImage } from '@styling/imaging';
import type { Subject } from '../garment/subject.ts';
import { bodyPart } from '../person/body-map.ts';
import { label } from '../person/labels.ts';
import { oklab } from '../pixels/colour.ts';
import { maskWhere, type Plane, total } from '../pixels/plane.ts';
import { norm } from '../pixels/scalar.ts';
import { clothInParts } from './cloth-in-parts.ts';
import { measureSkin } from './measure-skin.ts';
import { withoutHair } from './without-hair.ts';

/** Share of a region with the face's colours from which its cloth itself must have them. */
const mostlySkin = 0.85;
/** OKLab chroma by which bare skin may differ from the face's, and how much darker (as a factor) it may be. */
const otherSkin = 0.06;
const darkestSkin = 0.55;
/** Skin that shines keeps more than this share of its chroma, unless it is this much lighter than the face: white cloth. */
const whiteChroma = 0.45;
const whiteLight = 1.06;

/**
 * 1 where a garment of a label is and nothing held covers it, without skin and hair that are labelled so because of their position:
 * the classifier of parts tells them from cloth, and where it is not sure their colours do.
 */
export function clothRegion(image: RgbImage, subject: Subject, which: number): Plane {
  const { parsed, matte } = subject;
  const region = maskWhere(
    matte.length,
    (i) => parsed.labels[i] === which && matte[i]! > 0.8 && parsed.held.mask[i]! < 0.3,
  );
  if (which === label.top && !parsed.classified) addCloth(image, subject, region);
  const told = parsed.parts ? clothInParts(parsed.parts, image) : () => undefined;
  const possible = maskWhere(region.length, (i) => region[i]! > 0 && told(i) !== 'none');
  const unlikeSkin = withoutSkin(subject, possible);
  const cloth = which === label.top ? withoutHair(image, subject, unlikeSkin) : unlikeSkin;
  return maskWhere(possible.length, (i) => cloth[i]! > 0 || (possible[i]! > 0 && told(i) === 'cloth'));
}

/** Adds what is labelled as skin on the trunk and has not the face's colour in any light: a garment close to it. */
function addCloth(image: RgbImage, subject: Subject, region: Plane): void {
  const skin = measureSkin(image, subject);
  if (!skin) return;
  const [l, a, b] = oklab(skin);
  const {
    parsed,
    matte,
    body,
    protected: { head, hair },
  } = subject;
  const { labels, oklab: planes, frame } = parsed;
  const from = Math.ceil(frame.head.chin[1] + frame.head.height * 0.08) * image.width;
  for (let i = Math.max(0, from); i < region.length; i++) {
    if (labels[i] !== label.skin || body.part[i] !== bodyPart.torso || matte[i]! < 0.8) continue;
    if (head[i]! > 0.1 || hair[i]! > 0.1 || parsed.hands[i]! > 0.1 || parsed.held.mask[i]! > 0.3) continue;
    const light = planes.lightness[i]! / l;
    // Shade takes colour as well as lightness.
    const faded = Math.min(1, 0.55 + 0.45 * light);
    const apart = norm(planes.a[i]! - a * faded, planes.b[i]! - b * faded);
    const white = light > whiteLight && norm(planes.a[i]!, planes.b[i]!) < whiteChroma * norm(a, b);
    if (apart > otherSkin || light < darkestSkin || white) region[i] = 1;
  }
}

/**
 * Bare arms, legs and folded hands may be mistaken for a garment because of their position. They are left out, unless the
 * cloth itself must have their colours.
 */
function withoutSkin({ parsed }: Subject, region: Plane): Plane {
  const cloth = maskWhere(region.length, (i) => region[i] === 1 && parsed.skinLike[i]! < 0.6);
  return total(cloth) > (1 - mostlySkin) * total(region) ? cloth : region;
}

/** The part of a top that its colours are read from: chest and belly, away from arms and the background; all of it if that is too small. */
export function onChest({ body }: Subject, region: Plane): Plane {
  const { part, u, v } = body;
  const chest = maskWhere(
    region.length,
    (i) => region[i] === 1 && part[i] === bodyPart.torso && Math.abs(u[i]!) < 0.42 && v[i]! > 0.05 && v[i]! < 1,
  );
  return total(chest) > 0.2 * total(region) ? chest : region;
}
