import type { Appearance, Contrast, HairColour, SkinDepth } from '../analysis/appearance.ts';
import { type ColourName, clothColours } from '../garment/colour-names.ts';
import { oklab } from '../pixels/colour.ts';
import table from './colouring.json' with { type: 'json' };

/** How well a colour suits a person; only comparisons mean something. */
type Fit = (colour: ColourName) => number;

/**
 * OKLab lightness of skin by depth, in good light; cloth of about the colour of hair; how much lighter or darker than the skin, and
 * how strong (OKLab chroma), cloth near a face of a contrast is.
 */
const { skinLightness, likeHair, near } = table as {
  skinLightness: Readonly<Record<SkinDepth, number>>;
  likeHair: Readonly<Record<Exclude<HairColour, 'unknown'>, ColourName>>;
  near: Readonly<Record<Contrast, { apart: number; chroma: number }>>;
};
const strongerOnDeepSkin = 0.06;
const inHair = (hair: HairColour) => (hair === 'unknown' ? undefined : oklab(clothColours[likeHair[hair]]));

/**
 * Cloth near the face repeats the contrast of hair and skin ("Color Me Beautiful", 1980): soft colours with little of it, strong ones
 * with much, and on deep skin; what has just the colour of the hair does nothing for it.
 */
export function accentFit({ skin, hair, contrast }: Appearance): Fit {
  const lightness = skin ? skinLightness[skin.depth] : skinLightness.intermediate;
  const deep = skin?.depth === 'brown' || skin?.depth === 'dark';
  const wanted = near[contrast];
  const chroma = wanted.chroma + (deep ? strongerOnDeepSkin : 0);
  const own = inHair(hair);
  return (colour) => {
    const [l, a, b] = oklab(clothColours[colour]);
    const fromHair = own ? Math.hypot(l - own[0], 2 * (a - own[1]), 2 * (b - own[2])) : 0;
    return (
      Math.min(fromHair, 0.5) -
      2 * Math.abs(Math.abs(l - lightness) - wanted.apart) -
      4 * Math.abs(Math.hypot(a, b) - chroma)
    );
  };
}

/** Jackets and trousers are about as dark as the hair; a step of the palette's own order counts a little. */
export function baseFit({ hair }: Appearance): Fit {
  const own = inHair(hair);
  return (colour) => (own ? -Math.abs(oklab(clothColours[colour])[0] - own[0]) : 0);
}
