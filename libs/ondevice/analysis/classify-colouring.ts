import { converter } from 'culori';
import type { Triple } from '../pixels/colour.ts';
import type { Appearance, Contrast, HairColour, SkinDepth, Undertone } from './appearance.ts';

const toLab = converter('lab65');

/** sRGB bytes in CIELAB under D65. */
function lab([r, g, b]: Triple): { l: number; a: number; b: number } {
  return toLab({ mode: 'rgb', r: r / 255, g: g / 255, b: b / 255 });
}

const degrees = (radians: number): number => (radians * 180) / Math.PI;

/** Depth by the individual typology angle (Chardin et al. 1991), undertone by the hue angle, neutral kept wide. */
export function classifySkin(rgb: Triple): NonNullable<Appearance['skin']> {
  const { l, a, b } = lab(rgb);
  const depth = depthOf(degrees(Math.atan2(l - 50, b)));
  return { depth, undertone: undertoneOf(degrees(Math.atan2(b, a)), depth) };
}

function depthOf(typologyAngle: number): SkinDepth {
  if (typologyAngle > 55) return 'very light';
  if (typologyAngle > 41) return 'light';
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
