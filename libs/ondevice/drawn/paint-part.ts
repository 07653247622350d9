import type { Cloth } from '../garment/paint-cloth.ts';
import { blendColours, type Pattern, patternAt } from '../garment/patterns.ts';
import { gaussianBlur } from '../pixels/box-blur.ts';
import { fromLinear, luminanceOf } from '../pixels/colour.ts';
import { whiteNoise } from '../pixels/noise.ts';
import type { Plane } from '../pixels/plane.ts';
import type { Point } from '../pixels/points.ts';
import { clamp, mix } from '../pixels/scalar.ts';
import type { Rectangle } from '../pixels/window.ts';
import type { Canvas } from './canvas.ts';
import type { Measures } from './measures.ts';
import type { ContactShadow, Part } from './part.ts';
import { type Raster, rasterise } from './raster.ts';
import { type Lit, relight } from './relight.ts';
import { drawSeams } from './seams.ts';
import { weave } from './weave.ts';

/** Over which width cloth turns away at an outline, in shoulder widths. */
const rimWidth = 0.03;
/** How far a fold moves what is printed on the cloth, in shoulder widths per unit of slope. */
const followsFolds = 0.03;
const nowhere: Point = [0, 0];
const levels = 16_384;
const encodedLevels = Float32Array.from({ length: levels + 1 }, (_, level) => fromLinear(level / levels));

/** {@link fromLinear} of 0..1 from a table: powers are slow. */
const encoded = (light: number): number => encodedLevels[Math.round(light * levels)]!;

/** Draws a part made of `cloth` over the canvas, after its shadow. Returns what it covers, undefined outside the picture. */
export function paintPart(canvas: Canvas, measures: Measures, part: Part, cloth: Cloth): Raster | undefined {
  const luminance = luminanceOf(cloth.colour);
  const worn = measures.wornLight?.(cloth.kind, luminance);
  const broadLight = worn?.broad ?? measures.broadLight;
  const folds = part.drape && worn?.folds;
  const foldShare = worn ? worn.share * worn.contrast : 0;
  const raster = rasterise(part, measures, canvas.size, worn);
  if (!raster) return undefined;
  if (part.shadow) throwShadow(canvas, raster, part.shadow, measures);
  const seams = drawSeams(part.seams ?? [], raster, measures);
  const { left, top, size, alpha } = raster;
  const lightOn = relight(raster, measures.scale, measures.light, cloth.surface, luminance);
  const lit: Lit = { intensity: 1, highlight: 0 };
  const rim = part.rim === undefined ? undefined : gaussianBlur(alpha, size, Math.max(1, rimWidth * measures.scale));
  const { grain, rib, twill } = cloth.surface;
  const patterned = cloth.pattern !== 'solid';
  const textured = grain > 0.02 || rib > 0 || twill > 0;
  const followed = patterned || cloth.picture !== undefined;
  const foldShift = followsFolds * measures.scale;
  const slope = (i: number, step: number) =>
    clamp((raster.height[i + step]! - raster.height[i - step]!) / 2, -0.6, 0.6);
  const onCloth = (x: number, y: number): Point => {
    const onBody = measures.toBody(x, y);
    return part.cloth(onBody[0], onBody[1]);
  };
  const fine = weave(cloth.surface, measures.scale);
  for (let y = 1; y < size.height - 1; y++)
    for (let x = 1; x < size.width - 1; x++) {
      const i = y * size.width + x;
      const px = left + x;
      const py = top + y;
      if (alpha[i] === 0 || px < 0 || py < 0 || px >= canvas.size.width || py >= canvas.size.height) continue;
      const target = py * canvas.size.width + px;
      const cover = alpha[i]! * (part.behind ? 1 - canvas.alpha[target]! : 1);
      if (cover === 0) continue;
      const woven = textured ? onCloth(px, py) : nowhere;
      const fx = followed ? px + foldShift * slope(i, 1) : px;
      const fy = followed ? py + foldShift * slope(i, size.width) : py;
      const pictured = cloth.picture ? onCloth(fx, fy) : nowhere;
      const own = cloth.picture?.(pictured[0], pictured[1], part.sleeve);
      const share = patterned && !own ? shareOfSecond(cloth.pattern, part, measures, fx, fy) : 0;
      const colour = own ?? (share === 0 ? cloth.colour : blendColours(cloth.colour, cloth.second, share));
      lightOn(i, lit);
      const turned = rim && rim[i]! < 0.99 ? 1 - part.rim! * (1 - rim[i]!) * turnsAt(part, measures, px, py) : 1;
      const broad = measures.exposure * broadLight[target]! * turned;
      const folded = folds ? mix(1, folds.light[target]!, foldShare * folds.seen[target]!) : 1;
      const light = folded * lit.intensity * fine(px, py, woven[0], woven[1]) * (1 - (seams?.[i] ?? 0)) * broad;
      const noise = measures.noise * whiteNoise(px, py);
      for (let c = 0; c < 3; c++) {
        const seen = colour[c]! * light + lit.highlight * broad;
        const value = clamp(encoded(clamp(seen + measures.veil[c]! * (1 - seen), 0, 1)) + noise, 0, 1);
        canvas.rgb[c]![target] = canvas.rgb[c]![target]! * (part.behind ? 1 : 1 - cover) + value * cover;
      }
      canvas.cloth[target] = Math.max(canvas.cloth[target]!, cover);
      canvas.alpha[target]! += part.behind ? cover : cover * (1 - canvas.alpha[target]!);
    }
  return raster;
}

/** How far a part turns away from us at its outline, 0..1, at a pixel. */
function turnsAt({ turns }: Part, { toBody }: Measures, x: number, y: number): number {
  if (!turns) return 1;
  const onBody = toBody(x, y);
  return turns(onBody[0], onBody[1]);
}

/** The mean of the pattern at four places of a pixel: its edges are finer than pixels. */
function shareOfSecond(pattern: Pattern, part: Part, { toBody }: Measures, x: number, y: number): number {
  let sum = 0;
  for (let k = 0; k < quarters.length; k++) {
    const quarter = quarters[k]!;
    const onBody = toBody(x + quarter[0], y + quarter[1]);
    const place = part.cloth(onBody[0], onBody[1]);
    sum += patternAt(pattern, place[0], place[1]);
  }
  return sum / quarters.length;
}

const quarters = [
  [-0.125, -0.375],
  [0.375, -0.125],
  [0.125, 0.375],
  [-0.375, 0.125],
] as const;

/** Darkens what lies under a part, on the side away from the light. */
function throwShadow(canvas: Canvas, raster: Raster, shadow: ContactShadow, { light, scale, toBody }: Measures): void {
  const { left, top, size } = raster;
  const { strength, dx = -0.04 * light[0], dy = 0.035, blur = 0.025, share } = shadow;
  const pad = Math.ceil(scale * (blur * 3 + Math.max(Math.abs(dx), Math.abs(dy))));
  const wide = { width: size.width + 2 * pad, height: size.height + 2 * pad };
  const thrown = new Float32Array(wide.width * wide.height);
  const [shiftX, shiftY] = [Math.round(dx * scale), Math.round(dy * scale)];
  for (let i = 0; i < raster.alpha.length; i++) {
    if (raster.alpha[i] === 0) continue;
    const x = i % size.width;
    const y = (i - x) / size.width;
    const onBody = share ? toBody(left + x, top + y) : nowhere;
    const part = share ? share(onBody[0], onBody[1]) : 1;
    thrown[(y + pad + shiftY) * wide.width + x + pad + shiftX] = raster.alpha[i]! * part;
  }
  const soft = gaussianBlur(thrown, wide, Math.max(0.8, blur * scale));
  darken(canvas, soft, { left: left - pad, top: top - pad, size: wide }, strength);
}

/** Darkens what lies below a plane of shade, 0..1, that lies over a rectangle of the canvas and perhaps beyond. */
function darken({ rgb: [r, g, b], size }: Canvas, shade: Plane, over: Rectangle, strength: number): void {
  const { width } = over.size;
  const [first, last] = [Math.max(0, -over.left), Math.min(width, size.width - over.left)];
  for (let row = Math.max(0, -over.top); row < Math.min(over.size.height, size.height - over.top); row++)
    for (let column = first; column < last; column++) {
      const soft = shade[row * width + column]!;
      if (soft < 0.003) continue;
      const at = (row + over.top) * size.width + column + over.left;
      const keep = 1 - strength * soft;
      r[at]! *= keep;
      g[at]! *= keep;
      b[at]! *= keep;
    }
}
