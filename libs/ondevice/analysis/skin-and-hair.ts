import type { RgbImage } from '@styling/imaging';
import { converter } from 'culori';
import type { Subject } from '../garment/subject.ts';
import { label } from '../person/labels.ts';
import type { Triple } from '../pixels/colour.ts';
import { clamp } from '../pixels/scalar.ts';
import { median, quantile } from '../pixels/statistics.ts';

/** Lightness of skin, in the six classes of the individual typology angle (Chardin et al. 1991). */
export type SkinDepth = 'very light' | 'light' | 'intermediate' | 'tan' | 'brown' | 'dark';

/** Undertone of skin, between pink and golden. */
export type Undertone = 'cool' | 'neutral' | 'warm';

export type Skin = { depth: SkinDepth; undertone: Undertone };

/** `unknown`: covered, cut off, or not a natural hair colour. */
export type HairColour =
  | 'black'
  | 'dark brown'
  | 'brown'
  | 'red'
  | 'dark blonde'
  | 'blonde'
  | 'grey'
  | 'white'
  | 'unknown';

/** Difference in lightness between hair and skin. */
export type Contrast = 'low' | 'medium' | 'high';

/** Fewer pixels of skin, or a smaller share of the picture, tell no colour. */
const leastSkin = 60;
const leastHair = 2e-3;
/** Which pixels of a face are skin in the light, as quantiles of lightness: neither beards, brows and shade nor highlights. */
const [darkest, lightest] = [0.45, 0.85];

/** The colour of a face's skin in its own light, sRGB bytes; undefined where no face is seen. Glasses and hair are left out. */
export function measureSkin(image: RgbImage, { parsed, protected: { hair } }: Subject): Triple | undefined {
  const { labels, face, oklab } = parsed;
  const skin: number[] = [];
  for (let i = 0; i < labels.length; i++)
    if (face[i]! > 0.5 && labels[i] === label.skin && hair[i]! < 0.3) skin.push(i);
  if (skin.length < leastSkin) return undefined;
  const lightness = skin.map((i) => oklab.lightness[i]!);
  const [low, high] = [quantile(lightness, darkest), quantile(lightness, lightest)];
  return medianColour(
    image,
    skin.filter((_, j) => lightness[j]! >= low && lightness[j]! <= high),
  );
}

/** The colour of a person's hair, sRGB bytes; undefined where hardly any is seen. */
export function measureHair(image: RgbImage, { matte, parsed: { labels } }: Subject): Triple | undefined {
  const hair: number[] = [];
  for (let i = 0; i < labels.length; i++) if (labels[i] === label.hair && matte[i]! > 0.97) hair.push(i);
  return hair.length < leastHair * labels.length ? undefined : medianColour(image, hair);
}

/** The median of each channel over pixels of an image. */
function medianColour({ data }: RgbImage, pixels: readonly number[]): Triple {
  const channel = (c: number) => median(pixels.map((i) => data[i * 3 + c]!));
  return [channel(0), channel(1), channel(2)];
}

const toLab = converter('lab65');

/** sRGB bytes in CIELAB under D65. */
function lab([r, g, b]: Triple): { l: number; a: number; b: number } {
  return toLab({ mode: 'rgb', r: r / 255, g: g / 255, b: b / 255 });
}

const degrees = (radians: number): number => (radians * 180) / Math.PI;

/** The yellow of skin in white light, CIELAB b*: what is beyond is the light's, or the photograph has no colours. */
const yellows = { least: 13, usual: 17, most: 25 };
/** Less CIELAB chroma than any skin has: a photograph without colours tells no undertone. */
const greyChroma = 4;

/** Depth by the individual typology angle (Chardin et al. 1991), undertone by the hue angle, neutral kept wide. */
export function classifySkin(rgb: Triple): Skin {
  const { l, a, b } = lab(rgb);
  const grey = Math.hypot(a, b) < greyChroma;
  const depth = depthOf(degrees(Math.atan2(l - 50, grey ? yellows.usual : clamp(b, yellows.least, yellows.most))));
  return { depth, undertone: grey ? 'neutral' : undertoneOf(degrees(Math.atan2(b, a)), depth) };
}

/**
 * The borders of Chardin et al., but for those of light skin (55 and 41 degrees): how a photograph is exposed spreads what a colorimeter
 * measures alike, and most light skin that photographs show is of the middle class.
 */
function depthOf(typologyAngle: number): SkinDepth {
  if (typologyAngle > 63) return 'very light';
  if (typologyAngle > 39) return 'light';
  if (typologyAngle > 28) return 'intermediate';
  if (typologyAngle > 10) return 'tan';
  return typologyAngle > -30 ? 'brown' : 'dark';
}

/** Cameras render deep skin redder, hence the lower limits. */
function undertoneOf(hue: number, depth: SkinDepth): Undertone {
  const shift = depth === 'dark' ? 10 : depth === 'brown' ? 6 : 0;
  if (hue > 65 - shift) return 'warm';
  return hue < 46 - shift ? 'cool' : 'neutral';
}

/** The nearest named hair colour; `unknown` for unnatural colours. */
export function classifyHair(rgb: Triple): HairColour {
  const { l, a, b } = lab(rgb);
  const chroma = Math.hypot(a, b);
  const hue = degrees(Math.atan2(b, a));
  if (l < 14) return 'black';
  if (chroma < 6 && l > 38) return l > 75 ? 'white' : 'grey';
  if (chroma > 12 && (hue < 20 || hue > 100)) return 'unknown';
  if (chroma > 18 && hue < 52 && l < 60) return 'red';
  if (l < 28) return 'dark brown';
  if (l < 45) return 'brown';
  return l < 58 ? 'dark blonde' : 'blonde';
}

/** Contrast by difference in lightness; `medium` if either is unknown. */
export function classifyContrast(skin: Triple | undefined, hair: Triple | undefined): Contrast {
  if (!skin || !hair) return 'medium';
  const apart = Math.abs(lab(skin).l - lab(hair).l);
  if (apart < 22) return 'low';
  return apart < 45 ? 'medium' : 'high';
}
