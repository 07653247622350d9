import { converter } from 'culori';
import type { Triple } from '../pixels/colour.ts';
import { clamp } from '../pixels/scalar.ts';
import type { Appearance, Contrast, HairColour, SkinDepth, Undertone } from './appearance.ts';

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
export function classifySkin(rgb: Triple): NonNullable<Appearance['skin']> {
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
